// Shapes of pieces: lists of cells as row and column.

/** @typedef {[number, number][]} Shape */

/** @param {Shape} cells @returns {Shape} */
function settled(cells) {
  const r0 = Math.min(...cells.map(([r]) => r)),
    c0 = Math.min(...cells.map(([, c]) => c));
  return cells.map(([r, c]) => /** @type {[number, number]} */ ([r - r0, c - c0])).sort(([r, c], [s, d]) => r - s || c - d);
}

/** turned returns a shape after a quarter turn to the right. @param {Shape} cells */
export function turned(cells) {
  return settled(cells.map(([r, c]) => [c, -r]));
}

/** mirrored returns the mirror image of a shape, left to right. @param {Shape} cells */
export function mirrored(cells) {
  return settled(cells.map(([r, c]) => [r, -c]));
}

/** same reports whether two shapes differ only in their place. @param {Shape} a @param {Shape} b */
export function same(a, b) {
  return a.length === b.length && settled(a).join() === settled(b).join();
}

/** grip returns the cell by which a piece is held, which is the cell nearest to the middle. @param {Shape} cells */
export function grip(cells) {
  const mean = (/** @type {0 | 1} */ k) => cells.reduce((sum, cell) => sum + cell[k], 0) / cells.length;
  const r0 = mean(0),
    c0 = mean(1);
  const distance = (/** @type {[number, number]} */ [r, c]) => (r - r0) ** 2 + (c - c0) ** 2;
  return cells.reduce((best, cell) => (distance(cell) < distance(best) - 1e-9 ? cell : best));
}

/** outlined returns a shape as paths whose unit is a cell: its squares, and its edge. @param {Shape} cells */
export function outlined(cells) {
  const has = new Set(cells.map(String));
  const edge = cells.flatMap(([r, c]) => [
    has.has(`${r - 1},${c}`) ? "" : `M${c} ${r}h1`,
    has.has(`${r + 1},${c}`) ? "" : `M${c} ${r + 1}h1`,
    has.has(`${r},${c - 1}`) ? "" : `M${c} ${r}v1`,
    has.has(`${r},${c + 1}`) ? "" : `M${c + 1} ${r}v1`,
  ]);
  return { squares: cells.map(([r, c]) => `M${c} ${r}h1v1h-1z`).join(""), edge: edge.join("") };
}

/**
 * raised returns how far above a finger a piece is held, in CSS pixels, so that the finger does not hide any
 * cell of the piece. It is the distance from the middle of the grip.
 * @param {Shape} cells @param {number} side of a cell in CSS pixels
 */
export function raised(cells, side) {
  return (Math.max(...cells.map(([r]) => r)) - grip(cells)[0] + 0.5) * side + 24;
}
