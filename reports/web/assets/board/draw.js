// How the areas of sites, values and notes are drawn in SVG.
import { shape } from "../shared/dom.js";
import { lively } from "../shared/ink.js";

// spotOf returns the area of a site as a path, the middle of the square for a text or a mark, and the
// side of this square.
export function spotOf({ lines, at: [x, y], room }) {
  const line = flat => `M${flat.join(" ")}Z`; // in a path, further pairs after M are lines
  return { d: lines.map(line).join(""), lines, x, y, room };
}

// The colour of entries whose value has no colour. It differs from the black of the clues.
const pen = "#00609a";

// drawLook returns the elements that show a value in a square: its text and its mark. The fill is an
// attribute of the area itself. A short text is as large as the clues of the picture. The sides that join a
// ship to its other parts are "up", "down", "left" and "right".
export function drawLook(look, { x, y, room }, joined = /** @type {string[]} */ ([])) {
  const made = [];
  const ink = look.ink || (look.fill ? "#000000" : pen);
  if (look.text) {
    const size = room * (look.text.length > 3 ? 0.3 : look.text.length > 2 ? 0.42 : 0.55);
    made.push(shape("text", { x, y: y + size * 0.35, "font-size": size, "text-anchor": "middle", fill: ink }, look.text));
  }
  if (look.mark) made.push(...marks[look.mark](x, y, room, look.ink || "#000000", joined));
  if (lively(look.fill)) for (const part of made) part.classList.add("on-colour");
  return made;
}

const marks = {
  ship: (x, y, room, ink, joined) => {
    const a = room * 0.4,
      side = name => (joined.includes(name) ? room / 2 : a),
      round = (...names) => (names.some(name => joined.includes(name)) || joined.length === 2 ? 0 : a),
      corner = (dx, dy, r) => `a${r} ${r} 0 0 1 ${dx * r} ${dy * r}`;
    const [up, right, down, left] = ["up", "right", "down", "left"].map(side);
    const [ne, se, sw, nw] = [round("up", "right"), round("down", "right"), round("down", "left"), round("up", "left")];
    const d =
      `M${x - left + nw} ${y - up}H${x + right - ne}${corner(1, 1, ne)}V${y + down - se}${corner(-1, 1, se)}` +
      `H${x - left + sw}${corner(-1, -1, sw)}V${y - up + nw}${corner(1, -1, nw)}Z`;
    return [shape("path", { d, fill: ink })];
  },
  disc: (x, y, room, ink) => [shape("circle", { cx: x, cy: y, r: room * 0.28, fill: ink })],
  cross: (x, y, room, ink) => {
    const a = room * 0.18;
    return [
      shape("path", {
        d: `M${x - a} ${y - a}L${x + a} ${y + a}M${x - a} ${y + a}L${x + a} ${y - a}`,
        stroke: ink === "#000000" ? "#6b7480" : ink,
        "stroke-width": room * 0.06,
        fill: "none",
      }),
    ];
  },
  flag: (x, y, room) => {
    const a = room * 0.1;
    return [
      shape("path", {
        d: `M${x - 2 * a} ${y + 3 * a}h${4 * a}M${x - a / 2} ${y + 3 * a}V${y - 3 * a}`,
        stroke: "#000000",
        "stroke-width": room * 0.06,
        "stroke-linecap": "round",
      }),
      shape("path", { d: `M${x - a / 2} ${y - 3 * a}l${3 * a} ${1.6 * a}l${-3 * a} ${1.6 * a}Z`, fill: "#b00020" }),
    ];
  },
  mine: (x, y, room, ink) => {
    const a = room * 0.33,
      b = a * 0.7;
    const d = `M${x - a} ${y}h${2 * a}M${x} ${y - a}v${2 * a}M${x - b} ${y - b}l${2 * b} ${2 * b}M${x - b} ${y + b}l${2 * b} ${-2 * b}`;
    return [shape("path", { d, stroke: ink, "stroke-width": room * 0.07 }), shape("circle", { cx: x, cy: y, r: room * 0.22, fill: ink })];
  },
  wave: (x, y, room, ink) => {
    const a = room * 0.15,
      line = dy => `M${x - 2 * a} ${y + dy}q${a / 2} ${-a} ${a} 0t${a} 0t${a} 0t${a} 0`;
    return [shape("path", { d: line(-a * 0.8) + line(a * 0.8), stroke: ink === "#000000" ? "#0072b2" : ink, "stroke-width": room * 0.05, fill: "none" })];
  },
};

// drawNotes returns the elements that show notes in a square: small texts, or dots for colours. If
// there are few values, each value always has the same place, so that sites can be compared. If between is true,
// the notes are a line, which leaves room for drawCorners.
export function drawNotes(values, count, lookOf, { x, y, room }, between = false) {
  if (between) {
    const line = values.map(value => lookOf(value).text).join(" ");
    return line ? [small(`${line} `, x, y, Math.min(room * 0.27, (room * 1.5) / line.length), "#4a525c")] : [];
  }
  const few = count <= 16;
  const side = Math.max(2, Math.ceil(Math.sqrt(few ? count : values.length)));
  const step = (room * 0.92) / side,
    corner = -room * 0.46 + step / 2,
    free = side - Math.ceil((few ? count : values.length) / side); // rows, above the notes: there is the clue of Laplace's Ashes
  return values.map((value, i) => {
    const at = few ? value : i;
    const cx = x + corner + (at % side) * step,
      cy = y + corner + (free + Math.floor(at / side)) * step;
    const look = lookOf(value);
    if (look.fill) return shape("circle", { cx, cy, r: step * 0.36, fill: look.fill, stroke: "#000000", "stroke-width": 0.5 });
    const size = Math.min(step, room * 0.34) / Math.max(1, (look.text?.length ?? 1) * 0.7);
    return small(`${look.text ?? ""} `, cx, cy, size, "#4a525c"); // the blank divides the notes, as the label of the site does
  });
}

function small(text, x, y, size, fill) {
  return shape("text", { x, y: y + size * 0.35, "font-size": size, "text-anchor": "middle", fill }, text);
}

// drawCorners returns the elements that show marks in the corners of a square. More than four marks are two rows.
export function drawCorners(values, lookOf, { x, y, room }) {
  const columns = Math.max(2, Math.ceil(values.length / 2)),
    step = (room * 0.72) / (columns - 1);
  return values.map((value, i) => {
    const text = lookOf(value).text ?? "",
      size = Math.min(room * 0.27, step * 1.1) / Math.max(1, text.length * 0.65);
    return small(text, x - room * 0.36 + (i % columns) * step, y + room * (i < columns ? -0.33 : 0.33), size, pen);
  });
}

// swatch returns a small picture of a value, for a button.
export function swatch(look) {
  const square = { x: 12, y: 12, room: 24 };
  const made = shape("svg", { viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true" });
  made.append(shape("rect", { x: 0.5, y: 0.5, width: 23, height: 23, rx: 3, fill: look.fill || "#ffffff", stroke: "#8a929c" }), ...drawLook(look, square));
  return made;
}
