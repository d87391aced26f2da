// The tray with the pieces that are not yet on the board.
import { element, set, shape } from "../shared/dom.js";

export class Tray {
  constructor(board) {
    this.board = board;
    this.buttons = board.data.pieces.map((_, i) => this.button(i));
    this.element = element(
      "div.tray",
      {},
      element(
        "div.bar",
        {},
        element("button", { type: "button", title: "Rotate (R)", onclick: () => this.turn(false) }, "⟳ Rotate"),
        element("button", { type: "button", title: "Turn over (F)", onclick: () => this.turn(true) }, "⇄ Flip"),
        element("span.quiet", {}, "Click a piece, and then the board. To remove a piece from the board, click it there."),
      ),
      element("div.tray-pieces", { role: "group", "aria-label": "Pieces" }, this.buttons),
    );
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
      if (event.button !== 0) return;
      this.held = this.board.hand === i; // for example to turn it before it is dragged
      if (!this.held) this.board.hold(i);
      this.dragging = this.board.hand === i;
      if (this.dragging) made.setPointerCapture(event.pointerId);
    });
    made.addEventListener("pointermove", event => {
      if (this.dragging) this.board.drag(event);
    });
    made.addEventListener("pointerup", event => this.drop(event));
    made.addEventListener("pointercancel", () => {
      this.dragging = false;
    });
    made.addEventListener("click", event => this.click(event, i));
    return made;
  }

  drop(event) {
    const { board } = this;
    const site = board.siteAt(event.clientX, event.clientY);
    if (this.dragging && site !== undefined) {
      board.select(site);
      board.place();
      board.focus();
    }
    this.picked = this.dragging && (!this.held || site !== undefined);
    this.dragging = false;
  }

  // The event click comes after a pointerup, or from the keyboard. Dragging by touch causes no click.
  // A click on the piece in the hand puts the piece back.
  click(event, i) {
    const { board } = this;
    const keyboard = event.detail === 0;
    if (keyboard || !this.picked) board.hold(board.hand === i ? null : i);
    this.picked = false;
    if (board.hand === i) board.focus();
  }

  // show draws each piece in the orientation in which it would be put down.
  show() {
    const { board } = this;
    board.data.pieces.forEach((piece, i) => {
      const left = board.left(i);
      const button = this.buttons[i];
      set(button, {
        "aria-pressed": board.hand === i,
        disabled: left <= 0,
        "data-shape": JSON.stringify(piece.shapes[board.way[i]]),
        "aria-label": `piece ${piece.name}, ${piece.hi > 1 ? `${left} left` : left ? "in the tray" : "on the board"}`,
      });
      button.replaceChildren(small(piece.shapes[board.way[i]], board.look(0, piece.values[0]).fill), piece.hi > 1 ? `${left}×` : "");
    });
  }
}

const unit = 10;

// small draws a shape.
function small(cells, fill) {
  const h = Math.max(...cells.map(([r]) => r)) + 1,
    w = Math.max(...cells.map(([, c]) => c)) + 1;
  const squares = cells.map(([r, c]) => `M${c * unit} ${r * unit}h${unit}v${unit}h${-unit}z`).join("");
  return shape(
    "svg",
    { viewBox: `-1 -1 ${w * unit + 2} ${h * unit + 2}`, width: w * unit + 2, height: h * unit + 2, "aria-hidden": "true" },
    shape("path", { d: squares, fill, stroke: "#00000088", "stroke-width": 1 }),
  );
}
