// Pair Place boards that are played beside their graph.
import { graphCard, onCircle } from "./graph.js";

// onlyTable returns a board whose picture is cut to the table, without the graph of the clues.
export function onlyTable(data) {
  const corners = data.spots.flatMap(({ lines }) => lines[0]);
  const xs = corners.filter((_, i) => i % 2 === 0),
    ys = corners.filter((_, i) => i % 2 === 1);
  const side = data.spots[0].room,
    edge = 3;
  const x = Math.min(...xs) - side + 10,
    y = Math.min(...ys) - side;
  const width = Math.max(...xs) + edge - x,
    height = Math.max(...ys) + edge - y;
  return { ...data, width, height, svg: data.svg.replace(/viewBox="[^"]*"/, `viewBox="${x} ${y} ${width} ${height}"`) };
}

// pairs lists the edges of the entries of a board: the row and the two columns, the smaller one first.
export function pairs(board) {
  const { cell, w } = board.data.layout;
  const found = new Map();
  board.entries.forEach((b, site) => {
    const row = Math.floor(cell[site] / w),
      a = cell[site] % w;
    if (b >= 0 && b !== a) found.set(`${row} ${Math.min(a, b)} ${Math.max(a, b)}`, { row, a: Math.min(a, b), b: Math.max(a, b) });
  });
  return [...found.values()];
}

// graphOf returns a picture of the graph of a board, which changes with the board. Each edge has the
// number of its row.
export function graphOf(board) {
  const n = board.data.layout.w,
    middle = 130;
  const { card, show, drawing } = graphCard(2 * middle, 2 * middle, "The graph of the table");
  drawing.setAttribute("role", "img");
  const points = onCircle(n, middle, middle, middle - 24);
  const names = board.data.value_names[0];
  const update = () => {
    const all = pairs(board);
    // Two rows with the same pair break a rule, and their edges would cover each other.
    const edges = all.map(edge => ({ ...edge, text: String(edge.row + 1), at: n > 5 ? 0.3 : 0.4 }));
    show({ points, names, edges });
    drawing.setAttribute(
      "aria-label",
      `The graph of the table. ${all.length ? all.map(({ row, a, b }) => `Row ${row + 1}: ${names[a]} with ${names[b]}`).join(", ") : "No pairs yet"}`,
    );
  };
  for (const name of ["change", "shown"]) board.addEventListener(name, update);
  update();
  return { card, update };
}
