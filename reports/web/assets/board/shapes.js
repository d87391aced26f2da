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
