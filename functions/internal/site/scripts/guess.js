// A guess is made on the board: a press on a hidden piece of the other side, while none
// of one's own is chosen, then on a rank. It goes through the form of the notes.
"use strict";
(() => {
  const form = document.querySelector(".notes form");
  const pick = document.getElementById("pick");
  const board = document.querySelector(".board");
  if (!form || !pick || !board) return;
  const { at, rank } = form.elements;
  const unknown = new Set([...at.options].map((o) => o.value));
  for (const td of board.querySelectorAll("td")) td.classList.toggle("doubtful", unknown.has(td.dataset.at));
  form.querySelector("[data-how]").hidden = false;

  function guess(td) {
    const square = td.dataset.at;
    const dialog = pick.content.firstElementChild.cloneNode(true);
    dialog.querySelector("h2").textContent = pick.dataset.title.replace("#", square);
    const list = dialog.querySelector(".ranks");
    const forget = form.querySelector(`[name=forget][value=${square}]`);
    const add = (value, textContent, button) => {
      const choice = Object.assign(document.createElement("button"), { type: "button", className: "plain", textContent });
      choice.addEventListener("click", () => {
        dialog.close();
        form.action = "#board";
        form.closest("details").open = true; // where the tick may have to be set first
        at.value = square;
        rank.value = value;
        form.requestSubmit(button);
      });
      list.append(choice);
    };
    for (const o of [...rank.options].slice(1)) add(o.value, o.text, form.querySelector("[value=guess]"));
    if (forget) add("", document.getElementById("forget").textContent + " " + forget.textContent, forget);
    dialog.querySelector(".buttons button").addEventListener("click", () => dialog.close());
    // The Enter that asked, held or late, is no answer.
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
      td.focus();
    });
    document.body.append(dialog);
    dialog.showModal();
    const covered = dialog.getBoundingClientRect(), place = td.getBoundingClientRect();
    dialog.classList.toggle("high", place.bottom > covered.top && place.right > covered.left);
  }

  // Before board.js sees it: where the chosen piece can go, a press is a move.
  function asked(e) {
    const td = e.target.closest("td");
    if (!unknown.has(td?.dataset.at) || board.querySelector(".chosen") || e.ctrlKey || e.altKey || e.metaKey) return;
    if (e.type === "keydown" && e.key !== "Enter") return;
    e.preventDefault();
    e.stopPropagation();
    guess(td);
  }
  board.addEventListener("click", asked, true);
  board.addEventListener("keydown", asked, true);
})();
