// While the page is seen, it asks every 20 seconds whether it is still the newest.
// Where nobody has begun anything on it, it is replaced at once; otherwise a line says
// so. A page on which something is begun says data-begun on its root.
"use strict";
(() => {
  const notice = document.getElementById("news");
  if (!notice?.dataset.news) return;
  const { news, version, text, reload } = notice.dataset;
  const page = new URL(notice.dataset.page).pathname; // by whatever name this site is called
  const usual = 20000;
  let wait = usual;
  let tag = "";
  let timer = 0;
  let asked = Date.now();
  async function ask() {
    if (!notice.isConnected) return; // another page has taken its place
    asked = Date.now();
    try {
      const headers = { Authorization: "Bearer " + page.split("/").pop() };
      if (tag) headers["If-None-Match"] = tag;
      const answer = await fetch(news, { headers, cache: "no-store" });
      wait = answer.ok || answer.status === 304 ? usual : Math.min(2 * wait, 600000);
      if (answer.status === 401 || answer.status === 404 || !notice.isConnected) return;
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
    const at = document.activeElement;
    const typed = [...document.querySelectorAll("main textarea")].some((t) => t.value !== t.defaultValue || "unsaved" in t.dataset || (t.name === "text" && t.value));
    if (!typed && !("begun" in document.documentElement.dataset) && (!at || at === document.body)) {
      location.replace(page);
      return;
    }
    document.removeEventListener("visibilitychange", later);
    const link = Object.assign(document.createElement("a"), { href: page, textContent: reload });
    const line = document.createElement("p");
    line.append(text + " ", link);
    notice.className = "notice news";
    notice.replaceChildren(line);
  }
  document.addEventListener("visibilitychange", later);
  later();
})();
