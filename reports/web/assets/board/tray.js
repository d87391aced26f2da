// The tray with the pieces that are not yet on the board.
import { element, set, shape } from "../shared/dom.js";
import { outlined } from "./shapes.js";

const least = 0.5; // the least size of pieces in the tray, as a share of their size on the board
const steps = 20; // the sizes that are tried
const smallest = 12; // CSS pixels of a cell, on a board of large pieces on a small screen
const small = matchMedia("(pointer: coarse), (max-width: 30rem)"); // where the help is short

export class Tray {
  constructor(board) {
    this.board = board;
    this.buttons = board.data.pieces.map((_, i) => this.button(i));
    const size = (i, k) => Math.max(...board.data.pieces[i].shapes[board.way[i]].map(cell => cell[k]));
    const sorted = [...this.buttons.keys()].sort((i, j) => size(j, 0) - size(i, 0) || size(j, 1) - size(i, 1)); // rows waste less room
    this.room = element(
      "div.tray-pieces",
      { role: "group", "aria-label": "Pieces" },
      sorted.map(i => this.buttons[i]),
    );
    this.flying = element("div.tray-flying", { "aria-hidden": "true" });
    const help = small.matches
      ? "Drag pieces. A double tap rotates one."
      : "Drag a piece to the board, or click it and then the board. The wheel or a double click rotates it, a right click flips it.";
    const bar = element(
      "div.bar",
      {},
      element("button", { type: "button", title: "Rotate (R)", onclick: () => this.turn(false) }, "⟳ Rotate"),
      element("button.tray-flip", { type: "button", title: "Turn over (F)", onclick: () => this.turn(true) }, "⇄ Flip"),
      element("span.quiet", {}, help),
    );
    this.element = element("div.tray", {}, bar, this.room, this.flying);
    this.element.addEventListener("keydown", event => {
      if (/^([rf]|escape)$/i.test(event.key)) board.key(event);
    });
    const sizes = new ResizeObserver(() => this.fit()); // of elements that fit does not change
    for (const part of [board.element, bar]) sizes.observe(part);
  }

  // fit makes the pieces as large as on the board, or as large as the tray has room for, but at least half as
  // large. If even this is too large, the tray scrolls, and a finger that moves along it does not drag a piece.
  fit() {
    const { room } = this,
      { side } = this.board;
    if (!side || !room.clientWidth) return;
    const sizes = `${side} ${room.clientWidth} ${getComputedStyle(room).maxHeight}`;
    if (sizes === this.sizes) return;
    this.sizes = sizes;
    for (let n = steps; n >= least * steps; n--) {
      room.style.setProperty("--cell", `${Math.max(smallest, (side * n) / steps)}px`);
      room.toggleAttribute("data-scrolls", room.scrollHeight > room.clientHeight || room.scrollWidth > room.clientWidth);
      if (!room.hasAttribute("data-scrolls")) return;
    }
  }

  turn(flip) {
    this.board.turn(flip);
    this.board.focus();
  }

  // button makes the button of a piece. The player takes the piece by a click, or by dragging it to
  // the board.
  button(i) {
    const made = element("button.tray-piece", { type: "button", "data-piece": i });
    made.addEventListener("pointerdown", event => {
      const { board } = this;
      if (event.button !== 0 || board.carrier.busy) return;
      this.held = board.hand === i; // for example to turn it before it is dragged
      if (!this.held) board.hold(i);
      if (board.hand !== i) return;
      made.setPointerCapture(event.pointerId);
      board.carrier.start(event);
    });
    made.addEventListener("pointermove", event => this.board.carrier.move(event));
    made.addEventListener("pointerup", event => this.drop(event));
    made.addEventListener("pointercancel", event => this.drop(event));
    made.addEventListener("click", event => this.click(event, i));
    made.addEventListener("contextmenu", event => {
      if (this.board.hand !== null || event.pointerType === "touch") return;
      event.preventDefault();
      this.board.turn(true, i);
    });
    return made;
  }

  drop(event) {
    this.dragged = this.board.carrier.end(event);
    if (this.dragged) this.board.focus();
  }

  // The event click comes after a pointerup, or from the keyboard. Dragging by touch causes no click. The first
  // click takes the piece. A second one soon after it rotates the piece, and a later one puts the piece back.
  click(event, i) {
    const { board } = this,
      keyboard = event.detail === 0,
      again = this.last === i && (event.detail > 1 || event.timeStamp - this.when < 350);
    this.last = i;
    this.when = event.timeStamp;
    if (!keyboard && this.dragged) this.last = null;
    else if (!keyboard && again && board.hand === i) board.turn(false);
    else if (keyboard || this.held) board.hold(board.hand === i ? null : i);
    if (board.hand === i) board.focus();
  }

  // show draws each piece in the orientation in which it would be put down.
  show() {
    const { board } = this;
    board.data.pieces.forEach((piece, i) => {
      const left = board.left(i);
      const button = this.buttons[i];
      const cells = JSON.stringify(piece.shapes[board.way[i]]);
      if (button.dataset.shape !== cells) button.replaceChildren(drawPiece(piece.shapes[board.way[i]], board.lookOf(i).fill), element("span.tray-left"));
      set(button, {
        "aria-pressed": board.hand === i,
        disabled: left <= 0,
        "data-shape": cells,
        "aria-label": `piece ${piece.name}, ${piece.hi > 1 ? `${left} left` : left ? "in the tray" : "on the board"}`,
      });
      button.lastChild.textContent = piece.hi > 1 ? `${left}×` : "";
    });
  }
}

// drawPiece draws a shape. The side of a cell is the style property --cell of an element around it.
export function drawPiece(cells, fill) {
  const h = Math.max(...cells.map(([r]) => r)) + 1,
    w = Math.max(...cells.map(([, c]) => c)) + 1;
  const { squares, edge } = outlined(cells);
  const made = shape(
    "svg",
    { viewBox: `0 0 ${w} ${h}`, class: "piece-shape", "aria-hidden": "true" },
    shape("path", { d: squares, fill, class: "piece-cells" }),
    shape("path", { d: edge, class: "piece-edge" }),
  );
  made.style.width = `calc(var(--cell) * ${w})`;
  made.style.height = `calc(var(--cell) * ${h})`;
  return made;
}
