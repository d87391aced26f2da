// The tray with the pieces that are not yet on the board.
import { element, set, shape } from "../shared/dom.js";
import { drawLook } from "./draw.js";
import { outlined } from "./shapes.js";

const step = 0.02; // the difference of the sizes that are tried, as a share of the size on the board
const smallest = 12; // CSS pixels of a cell
const legible = 11; // CSS pixels of a letter
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

  // fit makes the pieces as large as on the board, or as large as the tray has room for. A tray without room for the
  // smallest size grows, and so does one where the player turns a piece. It never scrolls, so that each finger on a
  // piece drags this piece.
  fit() {
    const { room, board } = this,
      { side } = board;
    if (!side || !room.clientWidth) return;
    room.style.maxHeight = "";
    room.style.setProperty("--over", `${room.getBoundingClientRect().top - board.element.getBoundingClientRect().top}px`);
    for (let cell = side, fits = false; !fits; cell -= side * step) {
      const size = Math.max(smallest, cell);
      room.style.setProperty("--cell", `${size}px`);
      room.style.setProperty("--letter", String(Math.max(0.45, legible / size)));
      fits = cell <= smallest || (room.scrollHeight <= room.clientHeight && room.scrollWidth <= room.clientWidth);
    }
    room.style.maxHeight = "none";
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

  // named draws a piece with its letter, as on the board.
  named(i, cells) {
    const look = this.board.lookOf(i),
      [[r, c]] = cells;
    const drawn = drawPiece(cells, look.fill),
      letter = drawLook({ ...look, mark: "" }, { x: c * 100 + 50, y: r * 100 + 50, room: 100 });
    drawn.append(shape("g", { transform: "scale(.01)" }, ...letter)); // browsers enlarge tiny texts
    return drawn;
  }

  // mark puts a ring around each piece of a hint.
  mark(pieces) {
    this.buttons.forEach((button, i) => set(button, { "data-hint": pieces.includes(i) }));
  }

  // show draws each piece in the orientation in which it would be put down.
  show() {
    const { board } = this;
    board.data.pieces.forEach((piece, i) => {
      const left = board.left(i);
      const button = this.buttons[i];
      const cells = JSON.stringify(piece.shapes[board.way[i]]);
      if (button.dataset.shape !== cells) button.replaceChildren(this.named(i, piece.shapes[board.way[i]]));
      set(button, {
        "aria-pressed": board.hand === i,
        disabled: left <= 0,
        "data-shape": cells,
        "data-left": piece.hi > 1 && `${left}×`,
        "aria-label": `piece ${piece.name}, ${piece.hi > 1 ? `${left} left` : left ? "in the tray" : "on the board"}`,
      });
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
