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
  const known = new Set([...form.querySelectorAll(".guesses button")].map((b) => b.value));
  const unknown = new Set([...piece.options].map((o) => o.value));
  for (const td of board.querySelectorAll("td[data-at]")) td.classList.toggle("doubtful", unknown.has(td.dataset.at));
  form.querySelector("[data-how]").hidden = false;

  // guess asks for the rank of the piece on a square.
  function guess(td) {
    const at = td.dataset.at;
    const dialog = pick.content.firstElementChild.cloneNode(true);
    dialog.querySelector("h2").textContent = pick.dataset.title.replace("#", at);
    dialog.querySelector('[value=""]').hidden = !known.has(at);
    dialog.addEventListener("click", (e) => {
      const button = e.target.closest("button");
      if (!button) return;
      dialog.close();
      if (button.value === "cancel") return;
      form.action = "#board";
      if (button.value === "") {
        press(form.querySelector(`.guesses button[value="${at}"]`));
        return;
      }
      piece.value = at;
      rank.value = button.value;
      press(form.querySelector('[name=note][value="guess"]'));
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      td.focus();
    });
    document.body.append(dialog);
    dialog.showModal();
    const covered = dialog.getBoundingClientRect(), square = td.getBoundingClientRect();
    dialog.classList.toggle("high", square.bottom > covered.top && square.right > covered.left);
  }

  // press sends the form by a button, where the tick is asked for first.
  function press(button) {
    form.closest("details").open = true;
    form.requestSubmit(button);
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
