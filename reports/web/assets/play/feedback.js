// Feedback while somebody plays: broken rules, equal values, and what is finished. It never keeps anybody from
// making an entry.
import { none } from "../board/base.js";
import { met, repeated, sunk, ticked, units, usedUp } from "../board/progress.js";
import { ask } from "../shared/ask.js";
import { find, shape } from "../shared/dom.js";
import { read, write } from "../shared/storage.js";
import { brokenText, message } from "./help.js";

const onKey = "counterproof.feedback";
const pause = 150; // milliseconds without a change before the rules are checked

// How the numbers beside the rows and columns are read: as the runs or as the number of the cells with the value 1.
const clueKinds = { nonogram: "runs", battleships: "sum", submarines: "sum" };

// feedback connects the switch with its function. It returns a function that begins with the game of current().
export function feedback(current) {
  const toggle = find("feedback");
  let shown = null;
  toggle.checked = read(onKey, true);
  toggle.addEventListener("change", () => {
    write(onKey, JSON.stringify(toggle.checked));
    shown?.update();
  });
  return () => {
    const game = current();
    shown = new Feedback(game, () => game === current() && toggle.checked);
  };
}

class Feedback {
  board;
  active; // says whether the game is shown and the switch is on
  checks = true; // whether the rules can be checked
  turn = 0; // numbers the changes
  asking = false;
  checked = /** @type {any} */ (null); // the last answer about the rules
  said = ""; // the last message about a board that is full but wrong

  constructor(game, active) {
    const { board } = game;
    Object.assign(this, { board, active });
    const { data } = board;
    this.ruled = Boolean(data.layout && !board.binary && !data.pieces && (data.layout.box || data.paired)); // whether rows and columns have each value once
    this.digits = !board.binary && !data.pieces && data.spots && data.looks?.some(list => list.some(look => look.text));
    this.tint = shape("g", { class: "board-tint", "aria-hidden": "true" });
    if (board.spots) board.cells.prepend(this.tint);
    this.lines = clueKinds[data.puzzle] ? clueLines(board) : data.puzzle === "laplace" ? neighbourhoods(board) : [];
    this.fleet = data.puzzle === "battleships" ? fleetOf(board) : [];
    game.addEventListener("change", () => this.update());
    board.addEventListener("select", () => this.near());
    this.update();
  }

  update() {
    if (this.digits) this.near();
    this.crossOff();
    this.check();
  }

  // near tints the row, the column and the box of the selected cell, and the cells with the same value. It also
  // crosses off the values on the buttons that have no place left.
  near() {
    if (!this.digits) return;
    const { entries, selected, spots, data } = this.board,
      { layout } = data,
      on = this.active();
    const own = this.ruled ? units(layout, layout.cell[selected]) : [];
    const near = site => this.ruled && units(layout, layout.cell[site]).some((unit, kind) => unit === own[kind] && (kind < 2 || layout.box));
    const kindOf = site => (entries[site] !== none && entries[site] === entries[selected] ? "same" : near(site) ? "unit" : "");
    const kinds = on ? spots.map((_, site) => kindOf(site)) : [];
    this.tint.replaceChildren(...spots.flatMap(({ d }, site) => (kinds[site] ? shape("path", { d, class: `board-${kinds[site]}` }) : [])));
    const used = on && this.ruled ? usedUp(layout, entries) : [];
    for (const button of find("controls").querySelectorAll(".pad [data-value]"))
      button.classList.toggle("pad-used", used.includes(Number(button.dataset.value)));
  }

  // crossOff crosses off clues of rows and columns, and sunk ships. Once a sum is reached, the cells without an entry
  // in its row or column are water.
  crossOff() {
    const { entries, data } = this.board,
      on = this.active(),
      full = new Set();
    for (const { kind, sites, numbers, copies, reached } of this.lines) {
      const line = sites.map(site => entries[site]);
      const done = reached ? [reached()] : kind === "sum" ? numbers.map(sum => met(line, sum)) : ticked(line, numbers);
      if (kind === "sum" && done[0]) for (const site of sites) full.add(site);
      for (const texts of copies) texts.forEach((text, i) => text.classList.toggle("board-met", on && done[i]));
    }
    if (!this.fleet.length) return;
    const { h, w } = data.layout;
    const siteAt = new Map(data.layout.cell.map((cell, site) => [cell, site]));
    const at = (r, c) => {
      const site = r >= 0 && c >= 0 && r < h && c < w ? siteAt.get(r * w + c) : undefined;
      if (site === undefined) return 0;
      return entries[site] === none && full.has(site) ? 0 : entries[site];
    };
    for (const ships of this.fleet) {
      const left = on ? sunk(h, w, at) : [];
      for (const ship of ships) {
        const i = left.indexOf(Number(ship.dataset.length));
        ship.classList.toggle("board-met", i >= 0);
        if (i >= 0) left.splice(i, 1);
      }
    }
  }

  // full reports whether the player has made all entries: for clues in numbers, all entries of the value 1.
  full() {
    const { entries, open } = this.board;
    if (open === 0) return true;
    const [ships] = this.fleet;
    const wanted = ships ? ships.map(ship => Number(ship.dataset.length)) : this.lines.filter(({ row }) => row).flatMap(({ numbers }) => numbers);
    return wanted.length > 0 && entries.filter(value => value === 1).length === wanted.reduce((sum, n) => sum + n, 0);
  }

  // check asks which rules are broken, one question at a time, and shows only the answer about the present entries.
  async check() {
    const { board } = this,
      { puzzle, instance } = board.data;
    this.turn++;
    this.flag();
    if (!this.active() || !this.checks || board.entered === 0) return this.show(null);
    if (this.asking) return;
    this.asking = true;
    try {
      for (let turn = 0; turn !== this.turn && this.active(); ) {
        turn = this.turn;
        await new Promise(resolve => setTimeout(resolve, pause));
        if (turn !== this.turn) continue;
        const full = this.full();
        const checked = await ask("check", { puzzle, instance, entries: full ? board.filled() : board.entries });
        if (turn === this.turn && this.active()) this.show(checked);
      }
    } catch {
      this.checks = false; // for example, the board is too large; the buttons report the problem
      this.show(null);
    } finally {
      this.asking = false;
    }
  }

  // show marks what an answer calls broken, and says so about a full board.
  show(checked) {
    const { board } = this,
      broken = checked?.sites.length || checked?.rule || checked?.clues.length;
    this.checked = broken ? checked : null;
    this.flag();
    if (this.said && find("message").textContent === this.said) message("");
    this.said = broken && checked.complete ? `The board is full, but not right. ${brokenText(board, checked)}` : "";
    if (this.said) message(this.said, { good: false });
  }

  // flag marks repeated values, and what the last answer calls broken.
  flag() {
    if (!this.active()) return this.board.flag();
    const { data, entries } = this.board;
    const repeats = this.ruled ? repeated(data.layout, entries) : [];
    this.board.flag([...new Set([...repeats, ...(this.checked?.sites ?? [])])], this.checked?.clues);
  }
}

// clueLines returns the rows and columns with numbers beside them: their sites, the numbers, and the texts of the
// numbers. A large board also has copies of the texts at the edges of its box.
function clueLines(board) {
  const { layout, puzzle } = board.data,
    lines = new Map();
  board.spots.forEach(({ x, y, room }, site) => {
    const cell = layout.cell[site];
    for (const [row, key, at] of [
      [true, `row ${Math.floor(cell / layout.w)}`, y],
      [false, `column ${cell % layout.w}`, x],
    ]) {
      if (!lines.has(key)) lines.set(key, { kind: clueKinds[puzzle], row, from: at - room / 2, to: at + room / 2, sites: [], numbers: [], copies: [] });
      lines.get(key).sites.push(site);
    }
  });
  const all = [...lines.values()],
    inside = (at, row) => all.some(line => line.row === row && line.from < at && at < line.to);
  for (const { texts } of pictures(board)) {
    const numbers = texts.filter(text => /^\d+$/.test(text.textContent)).map(text => ({ text, x: place(text, "x"), y: place(text, "y") }));
    for (const line of all) {
      const own = numbers.filter(({ x, y }) =>
        line.row ? line.from < y && y < line.to && !inside(x, false) : line.from < x && x < line.to && !inside(y, true),
      );
      if (own.length === 0) continue;
      own.sort((a, b) => (line.row ? a.x - b.x : a.y - b.y));
      line.numbers = own.map(({ text }) => Number(text.textContent));
      line.copies.push(own.map(({ text }) => text));
    }
  }
  return all.filter(({ copies, kind }) => copies.length || kind === "runs");
}

// neighbourhoods returns the cells of a Laplace board with their clues. A clue is reached once all cells that count
// have an entry and their sum is right. In the kernel diff, the cells to the left and below count as negative.
function neighbourhoods(board) {
  const { layout, instance } = board.data,
    diff = instance.startsWith("diff");
  const texts = pictures(board)[0].texts.map(text => ({ text, x: place(text, "x"), y: place(text, "y") }));
  const at = layout.cell.map(cell => [Math.floor(cell / layout.w), cell % layout.w]);
  const weight = (r, c) => (diff ? (Math.abs(r) + Math.abs(c) === 1 ? c - r : 0) : Number(Math.abs(r) <= 1 && Math.abs(c) <= 1));
  return board.spots.flatMap(({ x, y, room }, site) => {
    const note = texts.find(own => Math.abs(own.x - x) < room / 2 && Math.abs(own.y - y) < room / 2)?.text;
    const weights = at.map(([r, c]) => weight(r - at[site][0], c - at[site][1]));
    const numberAt = i => (board.entries[i] === none ? Number.NaN : weights[i] * Number(board.valueNames(i)[board.entries[i]]));
    const reached = () => weights.reduce((sum, w, i) => (w ? sum + numberAt(i) : sum), 0) === Number(note.textContent);
    return note ? { kind: "", sites: [], numbers: [], copies: [[note]], reached } : [];
  });
}

// fleetOf draws the fleet above the board instead of its lengths, in each picture with them, and returns the ships.
function fleetOf(board) {
  const fleets = pictures(board).flatMap(({ texts }) => texts.filter(text => /fleet( \d+)+$/.test(text.textContent)));
  return fleets.map(text => {
    const lengths = text.textContent.match(/\d+/g).map(Number),
      room = lengths.reduce((sum, length) => sum + length + 0.7, -0.7),
      side = Math.min(10, board.size.width / (room + 1));
    let x = place(text, "x") - (room * side) / 2;
    const ships = lengths.map(length => {
      const ship = { x, y: place(text, "y") - side, width: length * side, height: side, rx: side / 2, fill: "#000000", "data-length": length };
      x += (length + 0.7) * side;
      return shape("rect", ship);
    });
    text.replaceWith(...ships);
    return ships;
  });
}

function pictures(board) {
  const box = board.element.closest(".zoom-box") ?? board.element;
  return [...box.querySelectorAll(".board-under, svg.zoom-strip")].map(svg => ({ texts: [...svg.querySelectorAll("text")] }));
}

const place = (text, name) => Number(text.getAttribute(name));
