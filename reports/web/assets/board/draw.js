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
// attribute of the area itself. A clue that a board reveals is as large as the other clues of the picture.
export function drawLook(look, { x, y, room }) {
  const made = [];
  const ink = look.ink || (look.fill ? "#000000" : pen);
  if (look.text) {
    const size = room * (look.clue ? 0.45 : look.text.length > 3 ? 0.3 : look.text.length > 1 ? 0.42 : 0.55);
    made.push(shape("text", { x, y: y + size * 0.35, "font-size": size, "text-anchor": "middle", fill: ink }, look.text));
  }
  if (look.mark) made.push(...marks[look.mark](x, y, room, look.ink || "#000000"));
  if (lively(look.fill)) for (const part of made) part.classList.add("on-colour");
  return made;
}

const marks = {
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
  wave: (x, y, room, ink) => {
    const a = room * 0.15,
      line = dy => `M${x - 2 * a} ${y + dy}q${a / 2} ${-a} ${a} 0t${a} 0t${a} 0t${a} 0`;
    return [shape("path", { d: line(-a * 0.8) + line(a * 0.8), stroke: ink === "#000000" ? "#0072b2" : ink, "stroke-width": room * 0.05, fill: "none" })];
  },
};

// drawNotes returns the elements that show notes in a square: small texts, or dots for colours. If
// there are few values, each value always has the same place, so that sites can be compared.
export function drawNotes(values, count, lookOf, { x, y, room }) {
  const few = count <= 16;
  const side = Math.max(2, Math.ceil(Math.sqrt(few ? count : values.length)));
  const step = (room * 0.92) / side,
    corner = -room * 0.46 + step / 2;
  return values.map((value, i) => {
    const at = few ? value : i;
    const cx = x + corner + (at % side) * step,
      cy = y + corner + Math.floor(at / side) * step;
    const look = lookOf(value);
    if (look.fill) return shape("circle", { cx, cy, r: step * 0.36, fill: look.fill, stroke: "#000000", "stroke-width": 0.5 });
    const size = Math.min(step * 0.85, room * 0.34) / Math.max(1, (look.text?.length ?? 1) * 0.6);
    return shape("text", { x: cx, y: cy + size * 0.35, "font-size": size, "text-anchor": "middle", fill: "#4a525c" }, `${look.text ?? ""} `); // the blank divides the notes, as the label of the site does
  });
}

// swatch returns a small picture of a value, for a button.
export function swatch(look) {
  const square = { x: 12, y: 12, room: 24 };
  const made = shape("svg", { viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true" });
  made.append(shape("rect", { x: 0.5, y: 0.5, width: 23, height: 23, rx: 3, fill: look.fill || "#ffffff", stroke: "#8a929c" }), ...drawLook(look, square));
  return made;
}
