// The setup page without a journey to the server for each press: the same
// buttons act at once, pieces can be dragged and typed, rows and board agree, and
// steps are taken back. Only the form sends. A press does what setups.Placing tells.
"use strict";
(() => {
  const data = document.getElementById("texts");
  if (!data) return; // rows that cannot be read
  const t = JSON.parse(data.textContent);
  const form = data.closest("form");
  const { setup: area, held: heldField, before: beforeField } = form.elements;
  const make = (tag, className) => Object.assign(document.createElement(tag), { className });
  const find = (at) => form.querySelector(at);
  const squares = [...form.querySelectorAll(".squares button")];
  const stock = [...form.querySelectorAll(".stock button")];
  const [said, undo, grid] = [find("#said"), find("[value=back]"), find(".squares")];
  const none = {};
  let cells = [], held = none, steps = [], sending = false;

  const fill = (text, args) => text.replace(/\{(\w+)\}/g, (all, name) => args[name] ?? all);
  const tell = (key, args = {}) => { said.textContent = fill(t.say[key], args); };
  const name = (rank) => t.names[rank];
  const square = (cell) => t.squares[cell];
  const left = (rank) => (t.troops[rank] || 0) - cells.filter((c) => c === rank).length;
  const text = () => cells.map((c, i) => (i && i % t.size === 0 ? "\n" : "") + c).join("");
  const pickOf = (value) => (t.squares.includes(value) ? { cell: t.squares.indexOf(value) } : { rank: value });
  const same = (a, b) => a.cell === b.cell && a.rank === b.rank;

  // read is what text says as far as it can be read, and what is wrong with it.
  function read(written) {
    const got = [];
    let wide = 0, row = 1;
    const end = (key, args) => ({ cells: t.squares.map((_, i) => got[i] || "."), fault: key && fill(t.say[key], args) });
    const bad = () => end("rowWidth", { Row: row, Got: wide, Size: t.size });
    const signs = written.replace(/[\s/]+$/, "").replace(/…/g, "...").replace(/10/g, "M").toUpperCase();
    for (const sign of signs.match(/[^ \t\r]/gu) || []) {
      if (sign === "\n" || sign === "/") {
        if (wide && wide !== t.size) return bad();
        if (wide) row++;
        wide = 0;
        continue;
      }
      const rank = { X: "M", 1: "S" }[sign] || sign;
      if (rank !== "." && !t.order.includes(rank)) return end("noPiece", { Symbol: sign });
      if (got.length === t.squares.length) return end("long", { All: got.length });
      got.push(rank);
      wide++;
    }
    if (got.length && got.length < t.squares.length) return end("short", { Got: got.length, All: t.squares.length });
    return row > 1 && wide !== t.size ? bad() : end();
  }

  function picture(rank) {
    const piece = stock[0].querySelector(".piece").cloneNode(true);
    piece.querySelector("use").setAttribute("href", "#p-" + rank);
    if (piece.title) piece.title = name(rank);
    return piece;
  }

  const stocked = (rank, n) => fill(t.say.stock, { Piece: name(rank), Left: n });
  const unsaved = () => text() !== t.saved && !!(t.saved || cells.some((c) => c !== "."));
  function draw() {
    document.documentElement.toggleAttribute("data-begun", unsaved());
    squares.forEach((button, cell) => {
      const rank = cells[cell], key = rank === "." ? "empty" : "own";
      const word = make("span", "sr");
      word.textContent = fill(t.say[key], { Square: square(cell), Piece: name(rank) });
      button.replaceChildren(...(rank === "." ? [] : [picture(rank)]), word);
      button.ariaPressed = held.cell === cell ? "true" : null;
    });
    for (const button of stock) {
      const rank = button.value, more = Math.max(left(rank), 0);
      button.querySelector("span").textContent = stocked(rank, more);
      button.disabled = false;
      button.ariaDisabled = String(!more);
      button.ariaPressed = held.rank === rank ? "true" : null;
    }
    const some = (r, n) => t.counts[r]?.[n - 1] || stocked(r, n);
    const list = (count) => t.order.filter((r) => count(r) > 0).map((r) => some(r, count(r))).join(", ");
    const missing = list(left), extra = list((r) => -left(r));
    find("#count").textContent = fill(t.say.count, { Placed: cells.filter((c) => c !== ".").length });
    find("#missing").textContent = missing ? fill(t.say.missing, { Pieces: missing }) : extra ? "" : t.say.whole;
    find("#extra").textContent = extra && fill(t.say.extra, { Pieces: extra });
    heldField.value = held.rank || (held.cell === undefined ? "" : square(held.cell));
    beforeField.value = steps.at(-1) || "";
    undo.ariaDisabled = String(!steps.length);
  }

  // change does act, remembers what was before, and shows it.
  function change(act) {
    const before = text();
    act();
    if (text() !== before) {
      steps.push(before);
      area.value = text();
    }
    draw();
  }

  function choose(on) {
    if (on.rank && left(on.rank) <= 0) return tell("noneLeft", { Piece: name(on.rank) });
    held = on;
    if (on.rank) return tell("choseStock", { Piece: name(on.rank) });
    tell(cells[on.cell] === "." ? "choseSquare" : "chosePlaced", { Square: square(on.cell), Piece: name(cells[on.cell]) });
  }

  function put(rank, cell) {
    const other = cells[cell];
    if (other !== rank && left(rank) <= 0) return tell("noneLeft", { Piece: name(rank) });
    cells[cell] = rank;
    tell(other === "." || other === rank ? "placed" : "replaced", { Piece: name(rank), Square: square(cell), Other: name(other) });
  }

  function exchange(from, to) {
    if (cells[from] === ".") [from, to] = [to, from];
    [cells[from], cells[to]] = [cells[to], cells[from]];
    tell(cells[from] === "." ? "moved" : "swapped",
      { Piece: name(cells[to]), Square: square(to), Other: name(cells[from]), From: square(from) });
  }

  function press(on) {
    const was = held;
    held = none;
    if (same(on, was)) return tell("letGo");
    if (on.rank) return was.cell === undefined ? choose(on) : put(on.rank, was.cell);
    if (was.rank) {
      put(was.rank, on.cell);
      if (left(was.rank) > 0) held = was;
      return;
    }
    if (was.cell === undefined || (cells[was.cell] === "." && cells[on.cell] === ".")) return choose(on);
    exchange(was.cell, on.cell);
  }

  function takeOff(cell) {
    held = none;
    if (cell === undefined || cells[cell] === ".") return tell("letGo");
    tell("takenOff", { Piece: name(cells[cell]), From: square(cell) });
    cells[cell] = ".";
  }

  function mirror() {
    for (let i = 0; i < cells.length; i += t.size) cells.splice(i, t.size, ...cells.slice(i, i + t.size).reverse());
    held = none;
    tell("mirrored");
  }

  function back() {
    if (!steps.length) return;
    cells = read(steps.pop()).cells;
    held = none;
    area.value = text();
    tell("undone");
    draw();
  }

  // typed takes over the text field.
  function typed() {
    const got = read(area.value), before = text();
    if (got.cells.join() !== cells.join()) steps.push(before);
    cells = got.cells;
    held = none;
    draw();
    if (got.fault) said.textContent = got.fault;
    else tell("read");
  }

  async function clip(byHand, act) {
    try {
      await act(navigator.clipboard);
    } catch {
      area.focus();
      area.select();
      tell(byHand);
    }
  }

  const acts = {
    mirror: () => change(mirror), back,
    copy: () => clip("copyByHand", async (board) => { await board.writeText(area.value); tell("copied"); }),
    paste: () => clip("pasteByHand", async (board) => { area.value = await board.readText(); typed(); }),
    clear: () => change(() => { cells = cells.map(() => "."); held = none; tell("cleared"); }),
  };
  let dragged = false; // a click ends each drag
  form.addEventListener("click", (e) => {
    const button = e.target.closest("button");
    if (!button) return;
    const act = acts[button.dataset.do || (button.name === "help" && button.value)];
    if (dragged || act || button.hidden || button.name === "pick") e.preventDefault();
    if (dragged) dragged = false;
    else if (act) act();
    else if (button.name === "help") area.value = text(); // to be brought back
    else if (button.value === "off") change(() => takeOff(held.cell));
    else if (button.name === "pick") change(() => press(pickOf(button.value)));
  });

  let one = -1; // the square of a 1 just typed: a 0 makes it a 10
  function go(cell) {
    for (const s of squares) s.tabIndex = -1;
    squares[cell].tabIndex = 0;
    return squares[cell];
  }
  grid.addEventListener("focusin", (e) => { go(squares.indexOf(e.target)); one = -1; });
  grid.addEventListener("keydown", (e) => {
    const cell = squares.indexOf(e.target), file = cell % t.size;
    if (cell < 0 || e.altKey) return;
    if (e.ctrlKey || e.metaKey) {
      if (e.key === "z") { e.preventDefault(); back(); one = -1; }
      return;
    }
    const steps = { ArrowLeft: file && -1, ArrowRight: file < t.size - 1 && 1, ArrowUp: -t.size, ArrowDown: t.size, Home: -file, End: t.size - 1 - file };
    const sign = e.key.toUpperCase(), ten = sign === "0" && one >= 0, at = ten ? one : cell;
    const rank = ten ? "M" : { X: "M", 1: "S", ...t.typed }[sign] || sign;
    const walk = (to) => squares[to] && go(to).focus();
    if (e.key in steps) walk(cell + steps[e.key]);
    else if (e.key === "Escape") change(() => takeOff());
    else if (/^(Delete|Backspace|\.)$/.test(e.key)) { change(() => takeOff(cell)); if (sign === ".") walk(cell + 1); }
    else if (t.troops[rank]) { change(() => { held = none; put(rank, at); }); if (cells[at] === rank) walk(at + 1); }
    else return;
    one = sign === "1" ? cell : -1;
    e.preventDefault();
  });

  let hand = null; // what a pointer holds
  const under = (e) => document.elementFromPoint(e.clientX, e.clientY);
  function drop() {
    hand?.ghost?.remove();
    for (const s of form.querySelectorAll(".over, .lifted")) s.classList.remove("over", "lifted");
    hand = null;
  }
  form.addEventListener("pointerdown", (e) => {
    const button = e.target.closest(".squares button, .stock button");
    dragged = false;
    drop();
    if (!button || e.button || !e.isPrimary) return;
    const on = pickOf(button.value), rank = on.rank || cells[on.cell];
    if (rank !== "." && (!on.rank || left(rank) > 0)) hand = { on, rank, button, x: e.clientX, y: e.clientY };
  });
  form.addEventListener("pointermove", (e) => {
    if (!hand || !e.isPrimary) return;
    if (!hand.ghost) {
      if (Math.hypot(e.clientX - hand.x, e.clientY - hand.y) < 6) return;
      hand.button.setPointerCapture(e.pointerId);
      hand.button.classList.add("lifted");
      hand.ghost = make("div", "hand");
      hand.ghost.append(picture(hand.rank));
      document.body.append(hand.ghost);
    }
    hand.ghost.style.left = e.clientX + "px";
    hand.ghost.style.top = e.clientY + "px";
    find(".over")?.classList.remove("over");
    under(e)?.closest(".squares button")?.classList.add("over");
  });
  form.addEventListener("pointerup", (e) => {
    if (!hand?.ghost) return drop();
    const { on } = hand, to = under(e)?.closest(".squares button"), off = under(e)?.closest(".stock");
    drop();
    dragged = true;
    setTimeout(() => { dragged = false; });
    if (to && pickOf(to.value).cell !== on.cell) change(() => { held = on; press(pickOf(to.value)); held = none; });
    else if (off && !on.rank) change(() => takeOff(on.cell));
  });
  addEventListener("pointercancel", drop);

  area.addEventListener("input", typed);
  form.addEventListener("submit", () => { sending = true; });
  addEventListener("pageshow", () => {
    sending = false;
    if (read(area.value).cells.join() !== cells.join()) typed();
  });
  addEventListener("beforeunload", (e) => {
    if (!sending && unsaved()) e.preventDefault();
  });

  cells = read(area.value).cells;
  if (beforeField.value) steps.push(beforeField.value.replace(/\r/g, ""));
  if (heldField.value) held = pickOf(heldField.value);
  form.classList.add("live");
  for (const button of [undo, ...form.querySelectorAll("[data-do]")]) button.hidden = button.dataset.do === "look";
  go(0);
  draw();
})();
