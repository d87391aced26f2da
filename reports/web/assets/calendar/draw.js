// Pictures of a board with a solution, drawn in the page from the values of its sites.
import { shape } from "../shared/dom.js";

// A Plan has what pictures of a board need: the cell of each site, the labels of all cells, and the
// letters and colours of the pieces.
export function plan(board, labels) {
  const { h, w, cell } = board.layout;
  const site = new Array(h * w).fill(-1);
  cell.forEach((at, i) => {
    site[at] = i;
  });
  return {
    h,
    w,
    cell,
    site,
    labels: labels.flat(),
    pieces: board.value_names[0],
    looks: board.looks[0],
    // name of the cell of a site, as it is printed on the board
    name: i => labels.flat()[cell[i]],
  };
}

const size = 10; // of a cell
const none = -2; // where the board has no cell; a cell of the date has a number of its own below it

// visible reports whether a cell with this value is the day or month that stays uncovered.
const visible = (p, value) => p.pieces[value] === "*";

// drawSolution draws pieces. values has the number of a piece for each site, or -1. With letters, each
// cell shows the letter of its piece.
export function drawSolution(p, values, letters = false) {
  const at = (r, c) => {
    if (r < 0 || c < 0 || r >= p.h || c >= p.w) return none;
    const i = r * p.w + c;
    return p.site[i] >= 0 && !visible(p, values[p.site[i]]) ? values[p.site[i]] : p.labels[i] === "#" ? none : none - 1 - i;
  };
  const fills = p.pieces.map(() => ""),
    texts = [];
  let edges = "";
  for (let r = 0; r <= p.h; r++) {
    for (let c = 0; c <= p.w; c++) {
      const v = at(r, c);
      if (v !== at(r - 1, c)) edges += `M${c * size} ${r * size}h${size}`;
      if (v !== at(r, c - 1)) edges += `M${c * size} ${r * size}v${size}`;
      if (v >= 0) fills[v] += `M${c * size} ${r * size}h${size}v${size}h-${size}z`;
      if (v < none || v === -1 || (v >= 0 && letters))
        texts.push(text(r, c, v >= 0 ? p.pieces[v] : p.labels[r * p.w + c], v >= 0 ? p.looks[v].ink : "#000", v < none, v >= 0 ? "on-colour" : null));
    }
  }
  const paths = fills.map((d, v) => d && shape("path", { d, fill: p.looks[v].fill })).filter(Boolean);
  return shape(
    "svg",
    { viewBox: `-1 -1 ${p.w * size + 2} ${p.h * size + 2}`, "font-family": "sans-serif", "text-anchor": "middle" },
    ...paths,
    shape("path", { d: edges, stroke: "#222", "stroke-width": 0.8, "stroke-linecap": "square", fill: "none" }),
    ...texts,
  );
}

function text(r, c, word, fill, bold, kind) {
  return shape("text", { x: (c + 0.5) * size, y: (r + 0.5) * size + 1.5, "font-size": 4, fill, "font-weight": bold ? "bold" : "normal", class: kind }, word);
}

// describe reads a solution row by row, for people who cannot see it.
export function describe(p, values) {
  const rows = [];
  for (let r = 0; r < p.h; r++) {
    const row = [];
    for (let c = 0; c < p.w; c++) {
      const i = r * p.w + c;
      if (p.labels[i] !== "#")
        row.push(p.site[i] < 0 || visible(p, values[p.site[i]]) ? p.labels[i] : values[p.site[i]] < 0 ? "open" : p.pieces[values[p.site[i]]]);
    }
    rows.push(row.join(" "));
  }
  return rows.join("; ");
}

// toPNG makes a PNG image of a picture with a title above it. The result is a Blob.
export async function toPNG(svg, title) {
  const copy = svg.cloneNode(true),
    [, , w, h] = svg.getAttribute("viewBox").split(" ").map(Number);
  const width = 800,
    height = Math.round((width * h) / w),
    top = 80;
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width + 40;
  canvas.height = height + top + 20;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#000";
  pen.font = "bold 32px sans-serif";
  pen.fillText(title, 24, 52, width - 8);
  pen.drawImage(picture, 20, top, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error("this browser cannot make a PNG image"))), "image/png");
  });
}
