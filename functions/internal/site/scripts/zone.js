// The field for a time zone, where it is empty, takes the browser's: shown, to be
// corrected.
"use strict";
(() => {
  const field = document.querySelector("input[name=tz]");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!field || field.value || !zone) return;
  field.value = zone;
  const usual = field.closest("details")?.querySelector("summary .small");
  if (usual) usual.textContent = zone;
})();
