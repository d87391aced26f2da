// A game of Minesweeper, played as people know it: a click opens a cell, and a right click or a long press
// flags it. A board that is no game does not know its mines, so people paint it as a SpotBoard.
import { element } from "../shared/dom.js";
import { none } from "./base.js";
import { swatch } from "./draw.js";
import { SpotBoard } from "./spots.js";

const safe = 0,
  mine = 1; // the values of a site: an open cell, and a flag
const longPress = 450, // milliseconds
  slack = 10; // CSS pixels that a finger can move during a press

// A MineBoard opens all cells around an open cell without a number. An open mine ends the game until the
// player goes on anyway.
export class MineBoard extends SpotBoard {
  sites; // by cell
  pressed = /** @type {any} */ (null);

  constructor(data, options) {
    super(data, options);
    this.element.removeAttribute("data-paint"); // a swipe scrolls
    const way = (value, name, title) =>
      element(
        "button",
        {
          type: "button",
          title,
          "aria-pressed": value === null,
          onclick: ({ currentTarget }) => {
            this.brush = value;
            for (const button of ways) button.setAttribute("aria-pressed", String(button === currentTarget));
          },
        },
        value === mine ? swatch({ mark: "flag" }) : null,
        name,
      );
    const ways = [way(null, "Open", "A click opens a cell (key Space)"), way(mine, "Flag", "A click flags a cell (key F, right click, or long press)")];
    this.counter = element("span.pad-counter");
    this.again = element(
      "button.main",
      { type: "button", hidden: true, title: "Cover the mine again (key Escape)", onclick: () => this.goOn() },
      "Go on anyway",
    );
    this.controls = element("div.pad", { role: "group", "aria-label": "What a click does" }, ways, this.counter, this.again);
    this.tell();
  }

  siteOf(cell) {
    this.sites ??= new Map(this.data.layout.cell.map((at, site) => [at, site]));
    return this.sites.get(cell);
  }

  mined(site) {
    return this.data.reveals[site].value === mine;
  }

  // lost lists the open mines.
  get lost() {
    return [...this.entries.keys()].filter(site => this.entries[site] === safe && this.mined(site));
  }

  // cleared reports whether exactly the cells without a mine are open.
  get cleared() {
    return this.entries.every((value, site) => (value === safe) !== this.mined(site));
  }

  // near lists the cells around a cell. around lists the sites of these cells, and number counts their mines.
  near(cell) {
    const { h, w } = this.data.layout,
      found = /** @type {number[]} */ ([]);
    for (let r = Math.floor(cell / w) - 1; r <= Math.floor(cell / w) + 1; r++)
      for (let c = (cell % w) - 1; c <= (cell % w) + 1; c++) if (r >= 0 && c >= 0 && r < h && c < w && r * w + c !== cell) found.push(r * w + c);
    return found;
  }

  around(cell) {
    return this.near(cell)
      .map(at => this.siteOf(at))
      .filter(site => site !== undefined);
  }

  number(cell) {
    return this.around(cell).filter(site => this.mined(site)).length;
  }

  put(changes) {
    const all = new Map(changes.map(change => [change[0], change]));
    // The loop also visits the sites that it adds.
    for (const [site, [, value]] of all) {
      const cell = this.data.layout.cell[site];
      if (value !== safe || this.mined(site) || this.number(cell)) continue;
      for (const next of this.around(cell)) if (!all.has(next) && this.entries[next] === none) all.set(next, [next, safe]);
    }
    super.put([...all.values()]);
  }

  // filled takes covered cells as mines as soon as all other cells are open.
  filled() {
    return this.cleared ? this.entries.map(value => (value === none ? mine : value)) : super.filled();
  }

  look(site, value) {
    return value === mine ? { mark: "flag" } : super.look(site, value);
  }

  appearance(site) {
    if (this.entries[site] === none) return this.cleared ? { mark: "flag" } : {};
    const look = super.appearance(site);
    return this.entries[site] === safe && this.mined(site) ? { ...look, mark: "mine" } : look;
  }

  describe(site) {
    const value = this.entries[site],
      number = value === safe ? this.number(this.data.layout.cell[site]) : 0;
    const state = value === none ? "covered" : value === mine ? "flag" : this.mined(site) ? "open, a mine" : number ? `open, number ${number}` : "open";
    return `${this.siteName(site)}: ${state}`;
  }

  draw(site) {
    if (this.undrawn.size === 0) queueMicrotask(() => this.tell());
    super.draw(site);
  }

  // tell shows how many mines have no flag, and whether the game has ended.
  tell() {
    const { lost, cleared } = this;
    const left = [...this.entries.keys()].reduce((n, site) => n + Number(this.mined(site)) - Number(this.entries[site] === mine), 0);
    this.counter.textContent = cleared ? "All mines found" : `Mines left: ${left}`;
    this.again.hidden = lost.length === 0;
    this.element.toggleAttribute("data-lost", lost.length > 0);
    if (cleared !== (this.was ?? false)) for (const site of this.entries.keys()) this.undrawn.add(site);
    this.was = cleared;
  }

  // opens opens sites. toggle puts a flag on a site, or removes it.
  opens(sites) {
    this.put(sites.map(site => [site, safe]));
    const [lost] = this.lost;
    if (lost !== undefined) this.emit("say", { text: `There is a mine at ${this.siteName(lost)}, so the game is over. “Go on anyway” covers it again.` });
  }

  toggle(site) {
    if (site === undefined || this.entries[site] === safe || this.lost.length) return;
    this.put([[site, this.entries[site] === mine ? none : mine]]);
  }

  // strike opens a covered cell. On a number with as many flags around it, strike opens the other cells around it.
  strike(cell) {
    if (cell === undefined || this.lost.length) return;
    const value = this.entries[this.siteOf(cell) ?? -1];
    if (value === none) return this.opens([this.siteOf(cell)]);
    if (value === mine) return;
    const near = this.around(cell);
    if (near.filter(site => this.entries[site] === mine).length === this.number(cell)) this.opens(near.filter(site => this.entries[site] === none));
  }

  // chord strikes the numbers next to a cell. It exists because the arrow keys skip numbers that the board gives.
  chord(cell) {
    for (const at of this.near(cell)) if (this.entries[this.siteOf(at) ?? -1] !== none) this.strike(at);
  }

  goOn() {
    this.put(this.lost.map(site => [site, none]));
    this.emit("say", { text: "The mine is covered again." });
    this.focus();
  }

  // cellAt returns the cell at the point of an event, or undefined.
  cellAt({ clientX, clientY }) {
    const { h, w, cell } = this.data.layout,
      { lines, x, y } = this.spots[0];
    const side = Math.max(...lines[0].filter((_, i) => i % 2 === 0)) - Math.min(...lines[0].filter((_, i) => i % 2 === 0));
    const at = new DOMPoint(clientX, clientY).matrixTransform(this.cells.getScreenCTM().inverse());
    const r = Math.floor((at.y - y) / side + 0.5) + Math.floor(cell[0] / w),
      c = Math.floor((at.x - x) / side + 0.5) + (cell[0] % w);
    return r >= 0 && c >= 0 && r < h && c < w ? r * w + c : undefined;
  }

  press(event) {
    const cell = this.cellAt(event),
      site = this.siteOf(cell);
    this.element.focus({ preventScroll: true });
    event.preventDefault();
    this.leave();
    if (cell === undefined) return;
    if (site !== undefined) this.select(site);
    if (event.button === 2) return this.toggle(site);
    const { clientX: x, clientY: y } = event;
    this.pressed = { cell, x, y };
    if (event.pointerType === "mouse") return;
    this.pressed.timer = setTimeout(() => {
      this.leave();
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(20);
      this.toggle(site);
    }, longPress);
  }

  drag({ clientX, clientY, pointerType }) {
    if (this.pressed && pointerType !== "mouse" && Math.hypot(clientX - this.pressed.x, clientY - this.pressed.y) > slack) this.leave();
  }

  release(event) {
    const from = this.pressed;
    this.leave();
    if (!from || event.type !== "pointerup" || this.cellAt(event) !== from.cell) return;
    const site = this.siteOf(from.cell);
    if (this.brush === mine && site !== undefined && this.entries[site] !== safe) this.toggle(site);
    else this.strike(from.cell);
  }

  // leave forgets what the pointer has pressed.
  leave() {
    clearTimeout(this.pressed?.timer);
    this.pressed = null;
  }

  command(event) {
    const { key, shiftKey } = event,
      site = this.selected;
    if (key.toLowerCase() === "f" || (key === " " && shiftKey)) this.toggle(site);
    else if (key === " " || key === "Enter") this.strike(this.data.layout.cell[site]);
    else if (key.toLowerCase() === "c") this.chord(this.data.layout.cell[site]);
    else if (key === "Escape" && this.lost.length) this.goOn();
    else if (key !== "Backspace" && key !== "Delete") return super.command(event);
    else if (this.entries[site] === mine) this.toggle(site);
    return true;
  }

  type() {
    return false;
  }
}
