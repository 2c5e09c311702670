// A game is played on its board: choose a piece, choose where it goes, confirm.
// What can be chosen is what the list of moves on the page says, and a move is
// played by the very form of its own page. The clock goes on, and the page asks
// whether there is news.
"use strict";
(() => {
  const ground = document.querySelector(".ground");
  const texts = document.getElementById("play");
  if (!ground || !texts) return;
  const board = ground.querySelector(".board");
  const says = document.getElementById("says");
  const squares = new Map([...board.querySelectorAll("td[data-at]")].map((td) => [td.dataset.at, td]));

  // What can be played: from square → to square → the link in the list.
  const moves = new Map();
  for (const li of document.querySelectorAll(".moves > li")) {
    const from = li.id.replace("from-", "");
    moves.set(from, new Map([...li.querySelectorAll("a")].map((a) => [a.dataset.to, a])));
  }
  const here = (a) => new URL(a.href).pathname; // by whatever name this site is called

  const list = document.querySelector(".moves");
  const spoken = new Map([...squares].map(([at, td]) => [at, td.querySelector(".sr").textContent]));
  const tell = (text, at, move) => text.replace(/##?/g, (sign) => (sign === "#" ? spoken.get(at) : move));

  let chosen = "";
  let reading = false; // a piece is chosen, or a question is open
  let pending = null; // cancels the move whose page is being fetched

  function choose(from) {
    chosen = from;
    pending?.abort();
    const targets = moves.get(from);
    for (const [at, td] of squares) {
      td.classList.toggle("chosen", at === from);
      td.classList.toggle("target", !!targets && targets.has(at));
      if (moves.has(at)) td.setAttribute("aria-selected", String(at === from));
      const move = targets?.get(at)?.textContent;
      td.querySelector(".sr").textContent = move ? tell(list.dataset.target, at, move) : spoken.get(at);
    }
    for (const li of document.querySelectorAll(".moves > li")) {
      li.classList.toggle("chosen", li.id === "from-" + from);
      if (li.id === "from-" + from) li.parentNode.scrollTop = li.offsetTop - li.parentNode.offsetTop;
    }
    reading = from !== "";
    says.textContent = targets ? [...targets.values()].map((a) => a.textContent).join(", ") : "";
  }

  function press(at) {
    const targets = moves.get(chosen);
    if (targets && targets.has(at)) confirm(targets.get(at), at);
    else choose(moves.has(at) && at !== chosen ? at : "");
  }

  // confirm asks before a move is final, with the form of the move's page. Where
  // that page has none (the game has moved on) it is shown itself. Until that page
  // is there, the move is marked, and choosing anything else takes its place.
  let asking = false;
  async function confirm(link, to) {
    if (asking) return;
    pending?.abort();
    const mine = pending = new AbortController();
    reading = true;
    const from = chosen;
    const mark = (on) => {
      squares.get(from).classList.toggle("from", on);
      squares.get(to).classList.toggle("to", on);
    };
    mine.signal.addEventListener("abort", () => {
      mark(false);
      board.removeAttribute("aria-busy");
      pending = null;
    });
    mark(true);
    board.setAttribute("aria-busy", "true");
    says.textContent = link.textContent;
    let form, page;
    try {
      const answer = await fetch(here(link), { redirect: "error", signal: mine.signal });
      page = new DOMParser().parseFromString(await answer.text(), "text/html");
      form = page.querySelector('main form input[name="do"][value="play"]')?.form;
    } catch {
      // the link will say what is the matter
    }
    if (mine.signal.aborted) return;
    if (!form) {
      location.assign(here(link));
      return;
    }
    mine.abort(); // it is no longer being asked for
    asking = true;
    mark(true);
    const dialog = texts.content.firstElementChild.cloneNode(true);
    dialog.querySelector("h2").textContent = page.querySelector("h1").textContent;
    dialog.querySelector("h2").after(...page.querySelectorAll("main .lead"));
    const pair = dialog.querySelector(".fight");
    for (const at of [from, to]) {
      const piece = squares.get(at).querySelector(".piece");
      if (piece) pair.append(piece.cloneNode(true));
    }
    const sheet = document.importNode(form, true);
    sheet.action = here(link);
    part(sheet);
    const play = sheet.querySelector("button:not([name])");
    const no = dialog.querySelector("button");
    play.after(" ", no);
    play.parentNode.className = "buttons";
    dialog.querySelector(".buttons").replaceWith(sheet);
    no.addEventListener("click", () => dialog.close());
    // The Enter that chose the square, held or late, is no answer.
    let begun = false;
    dialog.addEventListener("keydown", (e) => {
      if (e.repeat && e.key === "Enter") e.preventDefault();
      else begun = true;
    });
    dialog.addEventListener("keypress", (e) => {
      if (!begun) e.preventDefault();
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      asking = false;
      mark(false);
      choose("");
      focus(from);
    });
    document.body.append(dialog);
    dialog.showModal();
    const covered = dialog.getBoundingClientRect();
    dialog.classList.toggle("high", [from, to].some((at) => {
      const square = squares.get(at).getBoundingClientRect();
      return square.bottom > covered.top && square.right > covered.left;
    }));
    (sheet.querySelector("[name=via], #rescue, [name=sure]") || play).focus();
  }

  // part makes two questions of which piece comes back, and where.
  function part(sheet) {
    const where = sheet.querySelector("select[name=rescue]");
    if (!where) return;
    const none = where.options[0];
    const groups = [...where.querySelectorAll("optgroup")].map((g) => ({ name: g.label, options: [...g.children] }));
    const which = where.cloneNode(false);
    which.removeAttribute("name");
    where.id = "rescue-at";
    which.append(none.cloneNode(true), ...groups.map((g) => new Option(g.name)));
    which.selectedIndex = 1 + groups.findIndex((g) => g.options.some((o) => o.selected));
    const show = () => {
      const group = groups[which.selectedIndex - 1];
      where.replaceChildren(...(group ? group.options : [none]));
      where.setAttribute("aria-label", group ? group.name : none.text);
      where.hidden = !group;
    };
    which.addEventListener("change", show);
    where.before(which);
    show();
  }
  document.querySelectorAll("main form").forEach(part);

  // By keyboard the board is one stop, within which the arrows lead.
  let at = "";
  function stop(next) {
    squares.get(at)?.setAttribute("tabindex", "-1");
    at = next;
    squares.get(at).setAttribute("tabindex", "0");
  }
  function focus(next) {
    stop(next);
    squares.get(at).focus();
  }
  if (moves.size) {
    board.setAttribute("role", "grid");
    for (const td of squares.values()) {
      td.setAttribute("tabindex", "-1");
      td.querySelector("a")?.replaceWith(...td.querySelector("a").childNodes);
      td.classList.toggle("can", moves.has(td.dataset.at));
    }
    choose("");
    stop(moves.keys().next().value);
  }
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  board.addEventListener("keydown", (e) => {
    const td = e.target.closest("td[data-at]");
    if (!td || !moves.size || e.ctrlKey || e.altKey || e.metaKey) return;
    const cells = [...td.parentNode.querySelectorAll("td[data-at]")];
    const column = cells.indexOf(td);
    if (steps[e.key]) {
      const rows = [...board.tBodies[0].rows];
      const row = rows[rows.indexOf(td.parentNode) + steps[e.key][0]];
      const next = row?.querySelectorAll("td[data-at]")[column + steps[e.key][1]];
      if (next) focus(next.dataset.at);
    } else if (e.key === "Home" || e.key === "End") {
      focus(cells.at(e.key === "Home" ? 0 : -1).dataset.at);
    } else if (e.key === "Enter" || e.key === " ") {
      press(td.dataset.at);
    } else if (e.key === "Escape") {
      choose("");
    } else return;
    e.preventDefault();
  });

  // With the mouse a piece can also be dragged; a tap or click chooses.
  let drag = null;
  const under = (e) => document.elementFromPoint(e.clientX, e.clientY)?.closest(".board td[data-at]");
  board.addEventListener("pointerdown", (e) => {
    const td = e.target.closest("td[data-at]");
    if (e.pointerType !== "mouse" || e.button || !td || !moves.has(td.dataset.at)) return;
    drag = { td, x: e.clientX, y: e.clientY, piece: td.querySelector(".piece"), far: false };
    e.preventDefault();
  });
  addEventListener("pointermove", (e) => {
    if (!drag) return;
    const [x, y] = [e.clientX - drag.x, e.clientY - drag.y];
    if (!drag.far && Math.hypot(x, y) < 6) return;
    if (!drag.far) choose(drag.td.dataset.at);
    drag.far = true;
    drag.piece.classList.add("drag");
    drag.piece.style.transform = `translate(${x}px, ${y}px)`;
  });
  let dropped = false; // the click after a drag is none
  const drop = (e) => {
    if (!drag) return;
    const { td, piece, far } = drag;
    drag = null;
    piece.classList.remove("drag");
    piece.style.transform = "";
    dropped = far;
    setTimeout(() => (dropped = false));
    if (!far) return;
    const to = e.type === "pointerup" && under(e);
    if (to && moves.get(td.dataset.at).has(to.dataset.at)) press(to.dataset.at);
    else choose("");
  };
  addEventListener("pointerup", drop);
  addEventListener("pointercancel", drop);
  board.addEventListener("click", (e) => {
    const td = e.target.closest("td[data-at]");
    if (!td || !moves.size || dropped) return;
    stop(td.dataset.at);
    press(td.dataset.at);
  });
  // A move of the list is asked in the same way.
  list?.addEventListener("click", (e) => {
    const link = e.target.closest("a");
    if (!link || e.ctrlKey || e.metaKey || e.shiftKey || e.button) return;
    e.preventDefault();
    choose(link.closest(".moves > li").id.replace("from-", ""));
    confirm(link, link.dataset.to);
  });

  // The time that is left, in the words that the page brings along.
  const clock = document.querySelector(".clock time");
  if (clock) {
    const rule = new Intl.PluralRules(document.documentElement.lang);
    const words = clock.dataset;
    const count = (unit, n) => words[unit].split("|")[rule.select(n) === "one" ? 0 : 1].replace("#", n);
    const two = (long, short) => words.two.replace("#", long).replace("#", short);
    const span = (all) => {
      const [days, hours, minutes] = [Math.floor(all / 1440), Math.floor(all / 60), all % 60];
      if (days) return hours % 24 ? two(count("days", days), count("hours", hours % 24)) : count("days", days);
      if (hours >= 10 || (hours && !minutes)) return count("hours", hours);
      return hours ? two(count("hours", hours), count("minutes", minutes)) : count("minutes", minutes);
    };
    const end = Date.now() + 1000 * words.left; // this machine's own clock may be wrong
    const tick = () => {
      const left = Math.floor((end - Date.now()) / 60000);
      clock.textContent = left < 1 ? words.soon : words.in.replace("#", span(left));
    };
    tick();
    setInterval(tick, 15000);
  }

  // While the page is seen, it asks every 20 seconds whether it is still the
  // newest. Where nobody has begun anything on it, it is replaced at once.
  const { news, version } = ground.dataset;
  if (!news) return;
  const page = here({ href: ground.dataset.page });
  const usual = 20000;
  let wait = usual;
  let tag = "";
  let timer = 0;
  let asked = Date.now();
  async function ask() {
    if (!ground.isConnected) return; // an earlier board has taken its place
    asked = Date.now();
    try {
      const headers = { Authorization: "Bearer " + page.split("/").pop() };
      if (tag) headers["If-None-Match"] = tag;
      const answer = await fetch(news, { headers, cache: "no-store" });
      wait = answer.ok || answer.status === 304 ? usual : Math.min(2 * wait, 600000);
      if (answer.status === 401 || answer.status === 404 || !ground.isConnected) return;
      if (answer.ok) {
        tag = answer.headers.get("ETag");
        if (String((await answer.json()).version) !== version) {
          show();
          return;
        }
      }
    } catch {
      wait = Math.min(2 * wait, 600000);
    }
    later();
  }
  function later() {
    clearTimeout(timer);
    if (document.visibilityState === "visible") timer = setTimeout(ask, Math.max(0, asked + wait - Date.now()));
  }
  function show() {
    const writing = [...document.querySelectorAll("textarea")].some((t) => t.value !== t.defaultValue || (t.name === "text" && t.value));
    const busy = reading || writing || (document.activeElement && document.activeElement !== document.body);
    if (!busy) {
      location.replace(page);
      return;
    }
    document.removeEventListener("visibilitychange", later);
    const link = Object.assign(document.createElement("a"), { href: page, textContent: texts.dataset.reload });
    const line = document.createElement("p");
    line.append(texts.dataset.news + " ", link);
    const notice = document.getElementById("news");
    notice.className = "notice news";
    notice.replaceChildren(line);
  }
  document.addEventListener("visibilitychange", later);
  later();
})();
