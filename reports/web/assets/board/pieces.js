// A board that is covered with pieces: a piece is taken from the tray, turned, and put on the board.
import { shape } from "../shared/dom.js";
import { none } from "./base.js";
import { Carrier } from "./carrier.js";
import { drawLook } from "./draw.js";
import { grip, mirrored, same, turned } from "./shapes.js";
import { SpotBoard } from "./spots.js";
import { Tray } from "./tray.js";

export class PieceBoard extends SpotBoard {
  kinds; // the index of the piece by value

  constructor(data, options) {
    super(data, options);
    const { w, cell } = data.layout;
    this.siteOf = new Map(cell.map((at, site) => [at, site]));
    this.width = w;
    const across = this.size.width / this.spots[0].room;
    this.element.style.setProperty("--widest", `${across * (across < 7 ? 5 : 7)}rem`); // a cell of a small board is at most 80 px wide
    this.way = data.pieces.map(upright); // the orientation in which each piece is held
    this.hand = null; // the index of the piece that is held
    this.ghost = shape("g", { class: "board-ghost" });
    this.over.insertBefore(this.ghost, this.ring);
    this.edges = shape("path", { class: "board-edges" });
    this.letters = shape("g", { class: "board-letters" });
    this.over.prepend(this.edges, this.letters);
    this.tray = new Tray(this);
    this.carrier = new Carrier(this);
    this.addEventListener("select", () => this.hover());
    this.outline();
  }

  // pieceOf returns the index of the piece that has a value.
  pieceOf(value) {
    this.kinds ??= new Map(this.data.pieces.flatMap(({ values }, piece) => values.map(v => [v, piece])));
    return this.kinds.get(value);
  }

  // placed lists the pieces on the board. Each entry has the piece and its sites in ascending
  // order.
  placed() {
    const byValue = new Map();
    this.entries.forEach((value, site) => {
      if (value === none) return;
      if (!byValue.has(value)) byValue.set(value, { piece: this.pieceOf(value), sites: [] });
      byValue.get(value).sites.push(site);
    });
    return [...byValue.values()];
  }

  // left returns how many copies of a piece may still be placed.
  left(piece) {
    return this.data.pieces[piece].hi - this.placed().filter(lying => lying.piece === piece).length;
  }

  // arrange puts exactly these pieces on the board. It numbers equal pieces in the order of their
  // first sites, because solutions number them in this way.
  arrange(pieces) {
    const entries = this.entries.map(() => none);
    const used = this.data.pieces.map(() => 0);
    for (const { piece, sites } of pieces.toSorted((a, b) => a.sites[0] - b.sites[0])) {
      const value = this.data.pieces[piece].values[used[piece]++];
      for (const site of sites) entries[site] = value;
    }
    this.put(entries.map((value, site) => [site, value]));
  }

  // under returns the sites that the held piece would cover if its grip were on the given site, and
  // whether the piece fits there.
  under(site) {
    const { shapes, only } = this.data.pieces[this.hand];
    const cells = shapes[this.way[this.hand]];
    const [gr, gc] = grip(cells);
    const at = this.data.layout.cell[site],
      r0 = Math.floor(at / this.width) - gr,
      c0 = (at % this.width) - gc;
    const sites = cells.map(([r, c]) => (c0 + c < 0 || c0 + c >= this.width ? undefined : this.siteOf.get((r0 + r) * this.width + c0 + c)));
    const inside = sites.filter(s => s !== undefined).sort((a, b) => a - b);
    return { sites: inside, fits: inside.length === cells.length && inside.every(s => this.entries[s] === none && (!only || only.includes(s))) };
  }

  // hover shows where the held piece would lie.
  hover() {
    if (!this.ghost) return;
    const { sites, fits } = this.hand === null ? { sites: [], fits: false } : this.under(this.selected);
    if (this.carrier.follow(fits) || this.hand === null) return this.ghost.replaceChildren();
    const { fill } = this.lookOf(this.hand);
    this.ghost.replaceChildren(...sites.map(site => shape("path", { d: this.spots[site].d, fill, class: fits ? "board-fits" : "board-clash" })));
  }

  // lookOf returns how a piece looks.
  lookOf(piece) {
    return this.look(0, this.data.pieces[piece].values[0]);
  }

  // side returns the side of a cell in CSS pixels.
  get side() {
    return (this.cells.getBoundingClientRect().width / this.size.width) * this.spots[0].room;
  }

  // mark also removes the rings in the tray.
  mark(kind, sites, clues) {
    super.mark(kind, sites, clues);
    this.tray.mark([]);
  }

  // hold takes a piece from the tray. With null, it puts the held piece back.
  hold(piece) {
    if (piece !== null && (this.locked || this.left(piece) <= 0)) return;
    this.hand = piece;
    this.hover();
    this.tray.show();
    if (piece !== null) this.say(`piece ${this.data.pieces[piece].name} in the hand`);
  }

  // place puts the held piece down at the selected site, if it fits.
  place() {
    const { sites, fits } = this.under(this.selected);
    const name = this.data.pieces[this.hand].name;
    if (!fits) return this.say(`piece ${name} does not fit here`);
    const piece = this.hand;
    this.hand = null;
    this.arrange([...this.placed(), { piece, sites }]);
    this.hold(null);
    this.say(`piece ${name} placed`);
  }

  // lift takes the piece at a site off the board. If keep is true, the player then holds this
  // piece.
  lift(site, keep) {
    const all = this.placed();
    const lying = all.find(({ sites }) => sites.includes(site));
    if (!lying || this.locked) return undefined;
    this.arrange(all.filter(other => other !== lying));
    if (!keep) return void this.say(`piece ${this.data.pieces[lying.piece].name} removed`);
    this.way[lying.piece] = this.wayOf(lying);
    this.hold(lying.piece);
    return lying;
  }

  // wayOf returns the orientation in which a piece lies.
  wayOf({ piece, sites }) {
    const cells = sites.map(site => this.cellOf(site));
    return Math.max(
      0,
      this.data.pieces[piece].shapes.findIndex(cells2 => same(cells, cells2)),
    );
  }

  // turn rotates the held piece to the right, or reflects it, if the puzzle allows it. It can rotate by several
  // quarter turns.
  turn(flip, piece = this.hand, quarters = 1) {
    if (piece === null) return;
    const { shapes, name } = this.data.pieces[piece];
    let cells = shapes[this.way[piece]];
    if (flip) cells = mirrored(cells);
    else for (let n = 0; n < quarters; n++) cells = turned(cells);
    const found = shapes.findIndex(other => same(other, cells));
    if (found >= 0) this.way[piece] = found;
    else this.say(`piece ${name} may not be ${flip ? "turned over" : "rotated"} here`);
    this.hover();
    this.tray.show();
  }

  // cycle takes the next or the previous piece that is not yet placed.
  cycle(step) {
    const count = this.data.pieces.length;
    for (let n = 1; n <= count; n++) {
      const piece = ((this.hand ?? (step > 0 ? -1 : count)) + step * n + count * n) % count;
      if (this.left(piece) > 0) return this.hold(piece);
    }
  }

  // appearance leaves out the letter, because outline draws the letter.
  appearance(site) {
    return { fill: super.appearance(site).fill };
  }

  say(text) {
    this.emit("say", { text });
  }

  draw(site) {
    super.draw(site);
    this.changed = true;
    queueMicrotask(() => {
      if (this.changed && this.edges) this.outline();
    });
  }

  // outline draws the edges of the placed pieces, and updates the tray.
  outline() {
    this.changed = false;
    const { h, w, cell } = this.data.layout;
    const value = (r, c) => (r < 0 || c < 0 || r >= h || c >= w ? none : (this.entries[this.siteOf.get(r * w + c)] ?? none));
    let d = "";
    const first = new Map(); // the first site of each piece, which shows the letter of the piece
    this.spots.forEach(({ x, y, room }, site) => {
      const own = this.entries[site];
      if (own === none) return;
      if (!first.has(own)) first.set(own, site);
      const r = Math.floor(cell[site] / w),
        c = cell[site] % w,
        a = room / 2;
      if (value(r - 1, c) !== own) d += `M${x - a} ${y - a}h${room}`;
      if (value(r + 1, c) !== own) d += `M${x - a} ${y + a}h${room}`;
      if (value(r, c - 1) !== own) d += `M${x - a} ${y - a}v${room}`;
      if (value(r, c + 1) !== own) d += `M${x + a} ${y - a}v${room}`;
    });
    this.edges.setAttribute("d", d);
    this.letters.replaceChildren(...[...first].flatMap(([own, site]) => drawLook({ ...this.look(site, own), mark: "" }, this.spots[site])));
    this.hover();
    this.tray.show();
  }

  command(event) {
    switch (event.key.length === 1 ? event.key.toLowerCase() : event.key) {
      case "r":
        this.turn(false);
        return true;
      case "f":
        this.turn(true);
        return true;
      case ",":
        this.cycle(-1);
        return true;
      case ".":
        this.cycle(1);
        return true;
      case "Escape":
        this.hold(null);
        return true;
      case "Enter":
      case " ":
        if (this.hand === null) this.lift(this.selected, true);
        else this.place();
        return true;
      case "Backspace":
      case "Delete":
        this.lift(this.selected, false);
        return true;
    }
    return super.command(event);
  }

  type() {
    return false;
  }

  // press puts the held piece down, or lifts the piece at the pointer, which can then be dragged.
  press(event) {
    const site = this.siteAt(event.clientX, event.clientY);
    if (site === undefined || event.button !== 0 || this.carrier.busy) return;
    event.preventDefault();
    this.focus();
    this.select(site);
    if (this.hand !== null) return this.place();
    if (this.entries[site] === none) return;
    this.begin(); // to move a piece is one step
    const lying = this.lift(site, true);
    if (!lying) return this.end();
    const held = grip(lying.sites.map(at => this.cellOf(at))),
      [r, c] = this.cellOf(site);
    this.select(this.siteOf.get(held[0] * this.width + held[1]));
    this.cells.setPointerCapture(event.pointerId);
    this.carrier.start(event, [r - held[0], c - held[1]]);
  }

  // focus leaves the page where it is, because the player is between the tray and the board.
  focus() {
    this.element.focus({ preventScroll: true });
  }

  // cellOf returns the row and the column of a site.
  cellOf(site) {
    const at = this.data.layout.cell[site];
    return /** @type {[number, number]} */ ([Math.floor(at / this.width), at % this.width]);
  }

  drag(event) {
    if (this.carrier.busy) return this.carrier.move(event);
    const site = this.siteAt(event.clientX, event.clientY);
    if (this.hand !== null && site !== undefined && site !== this.selected) this.select(site);
  }

  release(event) {
    this.carrier.end(event);
    this.end();
  }
}

// upright returns the orientation in which a piece is in the tray at first. Narrow pieces fill a tray best.
function upright({ shapes }) {
  const [cells] = shapes,
    size = k => Math.max(...cells.map(cell => cell[k]));
  return size(1) > size(0)
    ? Math.max(
        0,
        shapes.findIndex(other => same(other, turned(cells))),
      )
    : 0;
}
