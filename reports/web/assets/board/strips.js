// The clues at the edges of a board that is larger than its box. They stay visible while the board scrolls.
import { element, shape } from "../shared/dom.js";

const mostOfBox = 0.6; // the largest part of the box that the clues of one side take; wider clues are drawn narrower

// A Strips has a strip for each side of a board with texts outside of its cells. A strip shows these texts. It
// lies above the picture and keeps its place at the edge of the box.
export class Strips {
  constructor(board) {
    this.board = board;
    const { left, top, width, height } = board.size;
    const lines = board.spots.flatMap(spot => spot.lines.flat());
    const xs = lines.filter((_, i) => i % 2 === 0),
      ys = lines.filter((_, i) => i % 2 === 1);
    const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const sides = {
      left: { box: [left, top, x0 - left, height], outside: (x, y) => x < x0 && y > y0 && y < y1 },
      right: { box: [x1, top, left + width - x1, height], outside: (x, y) => x > x1 && y > y0 && y < y1 },
      top: { box: [left, top, width, y0 - top], outside: (x, y) => y < y0 && x > x0 && x < x1 },
      bottom: { box: [left, y1, width, top + height - y1], outside: (x, y) => y > y1 && x > x0 && x < x1 },
    };
    this.strips = Object.entries(sides)
      .map(([side, { box, outside }]) => strip(board, side, box, outside))
      .filter(part => part !== null);
    this.corners = pairs(this.strips).map(([a, b]) => ({ a, b, element: element(`div.zoom-strip.zoom-${a.side}.zoom-${b.side}`, { "aria-hidden": true }) }));
    this.elements = [...this.strips, ...this.corners].map(part => part.element);
    board.addEventListener("select", () => this.select());
    const seen = new MutationObserver(() => this.mark());
    for (const marks of [board.flags, board.marked]) seen.observe(marks, { childList: true });
    this.select();
  }

  // place gives the strips their sizes. The factor scale is the number of CSS pixels for a unit of the picture.
  place(box, scale) {
    this.scale = scale;
    const hidden = {
      left: box.scrollLeft,
      top: box.scrollTop,
      right: box.scrollWidth - box.clientWidth - box.scrollLeft,
      bottom: box.scrollHeight - box.clientHeight - box.scrollTop,
    };
    this.insets = {};
    for (const part of this.strips) {
      const [, , width, height] = part.box,
        along = part.upright ? width : height;
      this.insets[part.side] = Math.min(along * scale, mostOfBox * (part.upright ? box.clientWidth : box.clientHeight));
      part.shown = Math.max(this.insets[part.side], along * scale - Math.max(0, hidden[part.side]));
      size(part.element, part.upright ? [part.shown, height * scale] : [width * scale, part.shown]);
    }
    for (const { a, b, element: corner } of this.corners) size(corner, [a.shown, b.shown]);
  }

  // select shows which row and which column have the selected cell.
  select() {
    const { x, y, room } = this.board.spots[this.board.selected];
    for (const { upright, box, here } of this.strips) {
      const area = upright ? { x: box[0], y: y - room / 2, width: box[2], height: room } : { x: x - room / 2, y: box[1], width: room, height: box[3] };
      for (const [name, value] of Object.entries(area)) here.setAttribute(name, value);
    }
  }

  // mark repeats the marks of the board on the strips.
  mark() {
    const marks = [...this.board.flags.children, ...this.board.marked.querySelectorAll(".board-mark")];
    for (const { marked } of this.strips) marked.replaceChildren(...marks.map(mark => mark.cloneNode()));
  }
}

// strip makes the strip of a side, or returns null if the side has no texts. box is its part of the picture.
function strip(board, side, box, outside) {
  const root = board.element.querySelector(".board-under");
  const texts = [...root.querySelectorAll("text")].filter(text => outside(Number(text.getAttribute("x")), Number(text.getAttribute("y"))));
  if (texts.length === 0) return null;
  const here = shape("rect", { class: "zoom-here" }),
    marked = shape("g");
  const made = root.cloneNode(false);
  made.setAttribute("viewBox", box.join(" "));
  made.setAttribute("preserveAspectRatio", "none");
  made.setAttribute("class", `zoom-strip zoom-${side}`);
  made.append(here, ...texts.map(text => text.cloneNode(true)), marked);
  return { side, box, here, marked, upright: side === "left" || side === "right", element: made };
}

// pairs returns the strips that meet at a corner, the upright one first.
function pairs(strips) {
  return strips.filter(a => a.upright).flatMap(a => strips.filter(b => !b.upright).map(b => [a, b]));
}

function size({ style }, [width, height]) {
  style.width = `${width}px`;
  style.height = `${height}px`;
}
