// Steps through a game in place: by the slider, the arrow keys, Home and End, the
// links, or by itself. Every step is the page that its link leads to, fetched and
// put in the place of what stands here; only the form with the slider stays. What
// goes wrong is left to the browser, which then simply follows the link.
"use strict";
(() => {
  const main = document.getElementById("main");
  const form = document.querySelector("form.steps");
  if (!main || !form) return;
  const slider = form.elements.at;
  const texts = new Map(); // pages by address, the ones that were used last at the end
  const most = 60;
  let wanted = Number(slider.value), shown = wanted, timer = 0, playing = 0;

  const address = (ply) => {
    const query = new URLSearchParams(new FormData(form));
    query.set("at", ply);
    return location.pathname + "?" + query;
  };
  const last = () => Number(slider.max);
  const playable = (ply) => ply === last() && "running" in form.dataset; // it needs its whole page

  const load = (ply) => {
    const at = address(ply);
    const text = texts.get(at) ?? fetch(at).then((answer) => {
      if (!answer.ok) throw new Error(answer.status);
      return answer.text();
    });
    texts.delete(at);
    texts.set(at, text);
    text.catch(() => texts.delete(at));
    if (texts.size > most) texts.delete(texts.keys().next().value);
    return text;
  };

  // What the player writes for himself stays as he has it before him.
  const own = (child) => child.matches(".notes");

  // Puts everything of then in the place of what is in now, but for the form.
  const replace = (now, then) => {
    const holds = (child) => child.matches("form.steps") || child.querySelector("form.steps");
    const kept = [...now.children].find(holds), place = [...then.children].find(holds);
    for (const child of [...now.children]) if (child !== kept && !own(child)) child.remove();
    const mine = [...now.children].find(own);
    let before = true, passed = !mine;
    for (const child of [...then.children]) {
      if (child === place) before = false;
      else if (mine && own(child)) passed = true;
      else if (before) kept.before(child);
      else if (!passed) mine.before(child);
      else now.append(child);
    }
    if (kept !== form) replace(kept, place);
  };

  const show = (ply, text) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const box = document.querySelector(".listed"), height = () => document.getElementById("board").getBoundingClientRect().top;
    const held = document.activeElement?.id, listed = box?.contains(document.activeElement);
    const before = height(), there = page.querySelector("form.steps");
    slider.max = there.elements.at.max; // it may have been played on
    form.toggleAttribute("data-running", there.hasAttribute("data-running"));
    replace(main, page.getElementById("main"));
    document.title = page.title;
    slider.value = shown = ply;
    scrollBy(0, height() - before);
    const line = center();
    if (listed) line?.focus({ preventScroll: true });
    else if (held) (document.getElementById(held) ?? slider).focus({ preventScroll: true });
    if (!playing) said.textContent = document.querySelector(".replay .says")?.textContent ?? "";
    history.replaceState(null, "", address(ply));
  };

  // Brings the line of this ply into the middle of the list, and returns it.
  const center = () => {
    const box = document.querySelector(".listed"), line = box?.querySelector("[aria-current]");
    if (line) box.scrollTop += line.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2;
    return line;
  };

  const go = async (ply) => {
    ply = Math.min(Math.max(0, ply), last());
    const from = shown;
    wanted = ply;
    slider.value = ply;
    clearTimeout(timer);
    if (ply === shown) return;
    if (playable(ply)) {
      location.assign(location.pathname);
      return;
    }
    try {
      const text = await load(ply);
      if (wanted !== ply) return; // somewhere else by now
      show(ply, text);
      const next = ply + Math.sign(ply - from);
      if (next >= 0 && next <= last() && !playable(next)) load(next).catch(() => {});
    } catch {
      location.assign(address(ply));
    }
  };

  const pause = () => {
    clearTimeout(playing);
    playing = 0;
    play.textContent = form.dataset.play;
  };
  const on = async () => {
    await go(wanted + 1);
    if (!playing) return;
    if (wanted >= last()) pause();
    else playing = setTimeout(on, 1000);
  };
  const play = document.createElement("button");
  play.type = "button";
  play.className = "plain";
  play.textContent = form.dataset.play;
  play.addEventListener("click", async () => {
    if (playing) return pause();
    play.textContent = form.dataset.pause;
    playing = -1;
    if (wanted >= last()) await go(0);
    if (playing) playing = setTimeout(on, 600);
  });
  form.querySelector("button").replaceWith(play);
  const said = document.createElement("p");
  said.className = "sr";
  said.setAttribute("role", "status");
  form.append(said);

  slider.addEventListener("input", () => {
    if (playing) pause();
    clearTimeout(timer);
    wanted = Number(slider.value);
    timer = setTimeout(() => go(wanted), 120);
  });
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    go(Number(slider.value));
  });
  addEventListener("click", (e) => {
    const link = e.target.closest?.(".replay a");
    if (!link || e.defaultPrevented || e.button || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
    const to = new URL(link.href).searchParams, as = form.elements.as?.value ?? null;
    if (!to.has("at") || to.get("as") !== as) return;
    e.preventDefault();
    if (playing) pause();
    go(Number(to.get("at")));
  });
  addEventListener("keydown", (e) => {
    if (e.defaultPrevented || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey || e.target === slider) return;
    if (!e.target.closest?.(playable(shown) ? ".replay" : ".replay, .board")) return; // elsewhere they scroll the page
    const to = { ArrowLeft: wanted - 1, ArrowRight: wanted + 1, Home: 0, End: last() }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    if (playing) pause();
    go(to);
  });
  center();
})();
