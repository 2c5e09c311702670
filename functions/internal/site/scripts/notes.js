// What is typed among the notes is not lost by leaving the page unasked.
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
})();
