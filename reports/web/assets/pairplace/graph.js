// The graph of a Pair Place table: a vertex for each column, and an edge for each pair, in the colour of
// its row. Package pairplace draws its pictures with the same colours.
import { element, shape } from "../shared/dom.js";

const colours = ["#009e73", "#d55e00", "#0072b2", "#e69f00", "#cc79a7", "#000000", "#56b4e9", "#6b7480"];
const dashes = ["", "9 5", "2 5", "14 4 2 4", "5 3", "16 6", "8 3 2 3 2 3", "1 3"];

export function rowColour(row) {
  return colours[row % colours.length];
}

// onCircle returns n points on a circle, the first one at the top.
export function onCircle(n, x, y, radius) {
  return Array.from({ length: n }, (_, i) => {
    const turn = (2 * Math.PI * i) / n - Math.PI / 2;
    return [x + radius * Math.cos(turn), y + radius * Math.sin(turn)];
  });
}

// drawGraph returns the vertices and edges as SVG elements. An edge has its ends a and b, its row,
// and a text. It may also have a dash pattern, dash. An edge without dash has the pattern of its
// row. It may have a colour instead of the row. An edge with a function press is a button with the given name. The parameter bad lists
// vertices to mark.
export function drawGraph({ points, names, edges, bad = [] }) {
  const lines = edges.map(edge => drawEdge(edge, points));
  const texts = edges.filter(edge => edge.text).map(edge => drawText(edge, points));
  const vertices = points.map(([x, y], i) =>
    shape(
      "g",
      {},
      shape("circle", {
        cx: x,
        cy: y,
        r: 15,
        fill: bad.includes(i) ? "#fbe0d0" : "#ffffff",
        stroke: bad.includes(i) ? "#a83f00" : "#1b1d21",
        "stroke-width": bad.includes(i) ? 4 : 2,
      }),
      shape("text", { x, y: y + 6, "text-anchor": "middle", "font-size": 17, fill: "#1b1d21" }, names[i]),
    ),
  );
  return [...lines, ...texts, ...vertices];
}

function drawEdge({ a, b, row, colour, dash, press, name }, points) {
  const [[x1, y1], [x2, y2]] = [points[a], points[b]];
  const ends = { x1, y1, x2, y2 };
  const line = shape("line", {
    ...ends,
    stroke: colour ?? rowColour(row),
    "stroke-width": 4,
    "stroke-dasharray": (dash ?? dashes[row % dashes.length]) || null,
  });
  if (!press) return line;
  const key = event => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press();
  };
  return shape(
    "g",
    { class: "edge", tabindex: 0, role: "button", "aria-label": name, onclick: press, onkeydown: key },
    shape("line", { ...ends, class: "edge-area", stroke: "transparent", "stroke-width": 30 }),
    line,
  );
}

// drawText writes the text of an edge. The parameter at says where between the ends the text is,
// and normally means the middle. Another parameter says how far above the edge the text is.
function drawText({ a, b, text, at = 0.5, above = 0 }, points) {
  const [[x1, y1], [x2, y2]] = [points[a], points[b]];
  const x = x1 + (x2 - x1) * at,
    y = y1 + (y2 - y1) * at - above;
  const half = text.length * 3.8 + 4;
  return shape(
    "g",
    { class: "edge-text" },
    shape("rect", { x: x - half, y: y - 10, width: 2 * half, height: 20, rx: 4, fill: "#ffffff" }),
    shape("text", { x, y: y + 5, "text-anchor": "middle", "font-size": 14, fill: "#1b1d21" }, text),
  );
}

// graphCard returns a picture with a graph. The function show draws the graph again.
export function graphCard(width, height, label) {
  const drawing = shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": label });
  const card = element("div.picture.graph", {}, drawing);
  return { card, show: graph => drawing.replaceChildren(...drawGraph(graph)), drawing };
}
