// Dragging of pieces: from the tray to the board, to another place on the board, and back to the tray.
import { set } from "../shared/dom.js";
import { grip, raised } from "./shapes.js";
import { drawPiece } from "./tray.js";

const still = 6; // a pointer that moves fewer CSS pixels only clicks
const reach = 0.45; // a dragged piece moves this share of a cell to a place where it fits
const around = [0, -1, 1].flatMap(dy => [0, -1, 1].map(dx => [dx * reach, dy * reach]));
const notch = 60; // a wheel reports about 100 CSS pixels for each notch, and a touchpad many small parts

// A Carrier shows the piece in the hand at the pointer while the player drags it. Where the piece fits, it
// snaps to the cells. A finger holds the piece above itself.
export class Carrier {
  dragged = /** @type {any} */ (null);
  wheeled = 0;

  constructor(board) {
    this.board = board;
    this.listening = /** @type {AbortController | null} */ (null);
    for (const part of [board.element, board.tray.element]) {
      part.addEventListener("wheel", event => this.wheel(event), { passive: false });
      part.addEventListener("contextmenu", event => this.flip(event));
    }
  }

  get busy() {
    return this.dragged !== null;
  }

  // start begins to drag the held piece. The place is where the pointer holds it: rows and columns from the grip.
  start({ pointerId: id, clientX: x, clientY: y, pointerType }, place = [0, 0]) {
    this.dragged = { id, x, y, place, touch: pointerType === "touch", moved: false };
    this.listening = new AbortController();
    const listen = (name, run) => document.addEventListener(name, run, { passive: false, capture: true, signal: this.listening?.signal });
    listen("wheel", event => this.wheel(event));
    listen("contextmenu", event => this.flip(event));
    listen("pointerdown", event => this.second(event));
  }

  move(event) {
    const { board, dragged } = this;
    if (!dragged || event.pointerId !== dragged.id) return;
    dragged.moved ||= Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) >= still;
    Object.assign(dragged, { x: dragged.moved ? event.clientX : dragged.x, y: dragged.moved ? event.clientY : dragged.y });
    if (!dragged.moved) return;
    const site = this.site();
    if (site !== undefined && site !== board.selected) board.select(site);
    else board.hover();
  }

  // point returns where the middle of the grip is in the window.
  point() {
    const { board, dragged } = this,
      { side } = board,
      [r, c] = dragged.place;
    return [dragged.x - c * side, dragged.y - r * side - (dragged.touch ? raised(this.cells, side) : 0)];
  }

  get cells() {
    const { board } = this;
    return board.data.pieces[board.hand].shapes[board.way[board.hand]];
  }

  // site returns the site for the grip: one near the pointer where the piece fits, or else the one at the pointer.
  site() {
    const { board } = this,
      [x, y] = this.point();
    const sites = around.map(([dx, dy]) => board.siteAt(x + dx * board.side, y + dy * board.side));
    return sites.find(site => site !== undefined && board.under(site).fits) ?? sites[0];
  }

  // follow draws the dragged piece at the pointer, unless it fits where it is. It reports whether it has drawn
  // the piece.
  follow(fits) {
    const { board, dragged } = this,
      { flying } = board.tray;
    const shown = Boolean(dragged?.moved) && board.hand !== null && !(fits && this.site() === board.selected);
    flying.replaceChildren();
    set(board.tray.element, { "data-flying": Boolean(dragged?.moved) });
    if (!shown) return false;
    const { side } = board,
      [x, y] = this.point(),
      [r, c] = grip(this.cells);
    flying.style.setProperty("--cell", `${side}px`);
    flying.style.transform = `translate(${x - (c + 0.5) * side}px, ${y - (r + 0.5) * side}px)`;
    flying.append(drawPiece(this.cells, board.lookOf(board.hand).fill));
    return true;
  }

  // end puts the dragged piece down, or back into the tray if it is outside the board. It reports whether the
  // pointer has dragged the piece.
  end(event) {
    const { board, dragged } = this;
    if (!dragged || event.pointerId !== dragged.id) return false;
    const site = dragged.moved && event.type === "pointerup" ? this.site() : undefined;
    this.dragged = null;
    this.listening?.abort();
    if (board.hand === null || (!dragged.moved && event.type === "pointerup")) {
      board.hover();
    } else if (site === undefined) {
      const { name } = board.data.pieces[board.hand];
      board.hold(null);
      board.say(`piece ${name} is back in the tray`);
    } else {
      board.select(site);
      board.place();
      board.hover();
    }
    return dragged.moved;
  }

  // turn rotates or reflects the held piece, which the pointer then holds by its grip.
  turn(flip, quarters = 1) {
    if (this.dragged) this.dragged.place = [0, 0];
    this.board.turn(flip, this.board.hand, quarters);
  }

  wheel(event) {
    if (this.board.hand === null || event.defaultPrevented || event.ctrlKey) return; // which enlarges the page
    event.preventDefault();
    this.wheeled += event.deltaMode ? Math.sign(event.deltaY) * notch : event.deltaY;
    if (Math.abs(this.wheeled) < notch) return;
    this.turn(false, this.wheeled > 0 ? 1 : 3);
    this.wheeled = 0;
  }

  // flip reflects the held piece at a right click. A finger that rests also causes this event.
  flip(event) {
    if (this.board.hand === null || event.defaultPrevented) return;
    event.preventDefault();
    if (!this.dragged?.touch && event.pointerType !== "touch") this.turn(true);
  }

  // second rotates the dragged piece when a second finger touches the page, or reflects it at the button for that.
  second(event) {
    if (event.pointerId === this.dragged?.id) return;
    event.preventDefault();
    event.stopPropagation();
    this.turn(Boolean(event.target.closest?.(".tray-flip")));
  }
}
