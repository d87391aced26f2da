// Pictures whose cells are too small to hit on a narrow screen. Such a picture gets larger cells, a box
// that scrolls, and buttons for the size of the cells.
import { element, set } from "../shared/dom.js";
import { read, write } from "../shared/storage.js";
import { keysOf } from "./keys.js";
import { Strips } from "./strips.js";

const least = 24,
  most = 72; // the side of a cell in CSS pixels: the first size of small cells, and the largest size
const step = 1.25;
const wide = matchMedia("(min-width: 56rem)"); // where the whole board is shown at first
const sizesKey = "counterproof.zoom"; // the chosen side of a cell, by puzzle

// A Zoom shows an element that contains a picture. measure says how large the cells of the picture are.
export class Zoom {
  side = 0; // of a cell in CSS pixels
  whole = 0; // the side if the whole picture is visible
  enough = 20; // the least side with which the whole picture is shown at first
  share;
  widest; // as measure gets them
  onshow;
  onchange; // called after the size has changed, and after the player has changed it
  needsMinus; // says whether the key − has a meaning of its own

  // puzzle is the name under which the size is remembered. drags says that dragging on the picture has a
  // meaning of its own, so the box needs a button for moving the picture. label is the name
  // of a box that the keyboard must reach, because the picture itself cannot have the focus.
  constructor(shown, { puzzle, drags = false, label = "" }) {
    this.puzzle = puzzle;
    const button = (text, name, onclick) => element("button", { type: "button", "aria-label": name, title: name, onclick }, text);
    this.smaller = button("−", "Smaller cells (key −)", () => this.change(1 / step));
    this.larger = button("+", "Larger cells (key +)", () => this.change(step));
    this.move = button("✥ Move", "Move the picture by dragging it, instead of changing it", () => this.hold(!this.moving));
    this.move.hidden = !drags;
    this.move.setAttribute("aria-pressed", "false");
    this.text = element("span.quiet", { role: "status" });
    this.bar = element(
      "div.bar.zoom-bar",
      { role: "group", "aria-label": "Size of the picture", hidden: true },
      this.smaller,
      this.larger,
      this.move,
      this.text,
    );
    this.label = label;
    this.box = element("div.zoom-box", {}, shown);
    this.element = element("div.zoom", {}, this.bar, this.box);
    this.element.addEventListener("keydown", event => this.key(event));
    for (const name of ["pointerdown", "pointermove", "pointerup", "pointercancel"])
      this.box.addEventListener(name, event => this.drag(event), { capture: true });
    new ResizeObserver(() => this.fit()).observe(this.element);
  }

  // measure takes the side of the smallest cell as a share of the width of the picture. It also takes the
  // largest width of the picture in CSS pixels, unless the style of the picture states it.
  measure(share, widest = 0) {
    Object.assign(this, { share, widest });
    this.fit();
  }

  // fit adapts the size to the width of the page.
  fit() {
    const room = this.element.clientWidth;
    if (!room || !this.share) return;
    this.whole = Math.min(room, this.widest || this.natural()) * this.share;
    this.bar.hidden = this.whole >= least;
    this.show(this.bar.hidden ? this.whole : (read(sizesKey, {})[this.puzzle] ?? (wide.matches || this.whole >= this.enough ? 0 : least)));
  }

  // natural returns the width of the picture while it is not enlarged.
  natural() {
    const { box } = this,
      zoomed = box.hasAttribute("data-zoomed");
    box.removeAttribute("data-zoomed");
    const width = box.firstElementChild.clientWidth;
    box.toggleAttribute("data-zoomed", zoomed);
    return width;
  }

  // show makes the cells as large as possible up to the given side. The middle of the box stays where it
  // is.
  show(side) {
    const { box, side: before } = this;
    this.side = Math.min(Math.max(side, this.whole), Math.max(most, this.whole));
    const zoomed = this.side > this.whole;
    const [x, y] = [box.scrollLeft + box.clientWidth / 2, box.scrollTop + box.clientHeight / 2];
    box.toggleAttribute("data-zoomed", zoomed);
    if (this.label) set(box, zoomed ? { tabindex: "0", role: "group", "aria-label": this.label } : { tabindex: null, role: null, "aria-label": null });
    box.style.setProperty("--zoomed", `${this.side / this.share}px`);
    this.onshow?.();
    if (zoomed && before) box.scrollTo((x * this.side) / before - box.clientWidth / 2, (y * this.side) / before - box.clientHeight / 2);
    if (!zoomed) this.hold(false);
    this.smaller.disabled = !zoomed;
    this.larger.disabled = this.side >= most;
    this.move.disabled = !zoomed;
    this.text.textContent = `${Math.round((100 * this.side) / this.whole)} %`;
  }

  // change makes the cells larger or smaller, and remembers their size. 0 stands for the whole picture.
  change(factor) {
    this.show(this.side * factor);
    write(sizesKey, JSON.stringify({ ...read(sizesKey, {}), [this.puzzle]: this.side > this.whole ? this.side : 0 }));
    this.onchange?.();
  }

  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || this.bar.hidden) return;
    if (event.target === this.box && event.key.startsWith("Arrow")) return event.stopPropagation(); // the browser scrolls
    if (event.key === "+") this.change(step);
    else if (event.key === "-" && !this.needsMinus?.()) this.change(1 / step);
    else return;
    event.preventDefault();
  }

  // hold chooses whether dragging moves the picture.
  hold(moving) {
    this.moving = moving;
    this.from = null;
    this.move.setAttribute("aria-pressed", String(moving));
    this.box.toggleAttribute("data-moving", moving);
  }

  // drag moves the picture. The picture itself gets none of these events.
  drag(event) {
    if (!this.moving) return;
    event.stopPropagation();
    const { box } = this;
    if (event.type === "pointerdown") {
      this.from = [event.clientX, event.clientY];
      box.setPointerCapture(event.pointerId);
    } else if (event.type === "pointermove" && this.from) {
      box.scrollBy(this.from[0] - event.clientX, this.from[1] - event.clientY);
      this.from = [event.clientX, event.clientY];
    } else if (event.type !== "pointermove") {
      this.from = null;
    }
  }

  // reveal scrolls to a square of the picture. The first two numbers are the middle of the square, from the
  // upper left corner of the picture. All numbers have the unit of the picture. The insets are the pixels at
  // the edges of the box that something else covers.
  reveal(x, y, room, width, { left = 0, top = 0, right = 0, bottom = 0 } = {}) {
    const { box } = this;
    if (!box.hasAttribute("data-zoomed")) return;
    const scale = this.side / this.share / width,
      reach = room * scale;
    const into = (at, from, size, before) => Math.min(Math.max(from, at * scale + reach - size), at * scale - reach - before);
    box.scrollTo(into(x, box.scrollLeft, box.clientWidth - right, left), into(y, box.scrollTop, box.clientHeight - bottom, top));
  }
}

// zoomed returns an element that shows a board of makeBoard. The box follows the selected cell. The clues
// next to the rows and columns stay visible.
export function zoomed(board) {
  if (!board.spots) return board.element; // its table needs no zoom
  const { puzzle } = board.data,
    { left, top, width } = board.size;
  const zoom = new Zoom(board.element, { puzzle, drags: "paint" in board.element.dataset });
  if (!board.data.layout) zoom.enough = 0; // whole regions can be hit where cells cannot
  const strips = new Strips(board);
  zoom.box.append(...strips.elements);
  zoom.onshow = () => strips.place(zoom.box, zoom.side / zoom.share / width);
  zoom.box.addEventListener("scroll", zoom.onshow, { passive: true });
  zoom.measure(Math.min(...board.spots.map(spot => spot.room)) / width);
  const reveal = () => {
    const { x, y, room } = board.spots[board.selected];
    zoom.reveal(x - left, y - top, room, width, strips.insets);
  };
  zoom.needsMinus = () => keysOf(board, board.selected).some(name => name.startsWith("-"));
  zoom.onchange = reveal;
  board.addEventListener("select", reveal);
  return zoom.element;
}
