// A form that is being sent is not sent again by an impatient second press. When
// the page comes back from the browser's memory, or nothing comes within ten
// seconds, it can be.
"use strict";
(() => {
  const sending = new WeakSet();
  addEventListener("submit", (e) => {
    if (sending.has(e.target)) {
      e.preventDefault();
    } else if (!e.defaultPrevented) {
      sending.add(e.target);
      setTimeout(() => sending.delete(e.target), 10000);
    }
  });
  addEventListener("pageshow", (e) => {
    if (e.persisted) for (const form of document.forms) sending.delete(form);
  });
})();
