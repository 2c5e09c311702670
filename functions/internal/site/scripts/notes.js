// A guess is made on the board: press a hidden piece of the other side while none of
// one's own is chosen, then a rank. What is chosen goes through the form of the page.
// What is typed is not lost by leaving the page unasked.
"use strict";
(() => {
  const form = document.querySelector(".notes form");
  if (!form) return;
  const note = form.elements.notes;
  let sent = false;
  form.addEventListener("submit", () => (sent = true));
  addEventListener("pageshow", () => (sent = false));
  addEventListener("beforeunload", (e) => {
    if (!sent && (note.value !== note.defaultValue || "unsaved" in note.dataset)) e.preventDefault();
  });

  const pick = document.getElementById("pick");
  const ground = document.querySelector(".ground");
  if (!pick || !ground) return;
  const board = ground.querySelector(".board");
  const { at: piece, rank } = form.elements;
  const unknown = new Set([...piece.options].map((o) => o.value));
  for (const td of board.querySelectorAll("td[data-at]")) td.classList.toggle("doubtful", unknown.has(td.dataset.at));
  form.querySelector("[data-how]").hidden = false;

  // guess asks for the rank of the piece on a square.
  function guess(td) {
    const at = td.dataset.at;
    const dialog = pick.content.firstElementChild.cloneNode(true);
    dialog.querySelector("h2").textContent = pick.dataset.title.replace("#", at);
    const list = dialog.querySelector(".ranks");
    const add = (value, text) => list.append(Object.assign(document.createElement("button"), { type: "button", className: "plain", value, textContent: text }));
    for (const o of [...rank.options].slice(1)) add(o.value, o.text);
    const old = form.querySelector(`[name=forget][value="${at}"]`);
    if (old) add("forget", document.getElementById("forget").textContent + " " + old.textContent);
    list.addEventListener("click", (e) => {
      const chosen = e.target.closest("button")?.value;
      if (!chosen) return;
      dialog.close();
      form.action = "#board";
      form.closest("details").open = true; // where the tick may have to be set first
      piece.value = at;
      rank.value = chosen === "forget" ? "" : chosen;
      form.requestSubmit(chosen === "forget" ? old : form.querySelector("[name=note][value=guess]"));
    });
    dialog.querySelector('[value=""]').addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => {
      dialog.remove();
      td.focus();
    });
    document.body.append(dialog);
    dialog.showModal();
    const covered = dialog.getBoundingClientRect(), square = td.getBoundingClientRect();
    dialog.classList.toggle("high", square.bottom > covered.top && square.right > covered.left);
  }

  // Before board.js sees it: a square to which the chosen piece can go is a move.
  function asked(e) {
    const td = e.target.closest("td[data-at]");
    if (!td || !unknown.has(td.dataset.at) || board.querySelector(".chosen") || e.ctrlKey || e.altKey || e.metaKey) return;
    if (e.type === "keydown" && e.key !== "Enter") return;
    e.preventDefault();
    e.stopPropagation();
    guess(td);
  }
  board.addEventListener("click", asked, true);
  board.addEventListener("keydown", asked, true);
})();
