// What a player has finished, as far as the entries alone show it: runs, sums, ships and values.

/** @typedef {number[]} Line the values along a row or column: 1, 0, or -1 without an entry */

/**
 * ticked says of each run of a clue whether the player has finished it. A line whose ones agree with the clue is
 * finished. Otherwise, runs count from either end up to the first cell without an entry, or the first wrong run. If
 * the line is obviously wrong, no run is finished.
 * @param {Line} line
 * @param {number[]} clue
 */
export function ticked(line, clue) {
  const runs = line
    .map(value => (value === 1 ? "1" : " "))
    .join("")
    .split(" ")
    .flatMap(run => run.length || []);
  if (runs.join() === clue.join()) return clue.map(() => true);
  const before = settled(line, clue),
    after = clue.length - settled(line.toReversed(), clue.toReversed());
  const ones = line.filter(value => value === 1).length,
    possible = before <= after && line.includes(-1) && ones <= clue.reduce((sum, run) => sum + run, 0);
  return clue.map((_, i) => possible && (i < before || i >= after));
}

/** settled counts the runs from the beginning that entries end on both sides. @param {Line} line @param {number[]} clue */
function settled(line, clue) {
  let count = 0,
    length = 0;
  for (const value of [...line, 0]) {
    if (value < 0) break;
    if (value === 1) length++;
    else if (length) {
      if (clue[count] !== length) break;
      count++;
      length = 0;
    }
  }
  return count;
}

/**
 * met says whether a line has as many ones as its sum states.
 * @param {Line} line
 * @param {number} sum
 */
export function met(line, sum) {
  return line.filter(value => value === 1).length === sum;
}

/**
 * sunk returns the lengths of the ships that cannot get longer, because both ends touch water or the edge. The
 * function at returns the value of a cell: 1 for a ship, 0 for water and outside of the board, -1 without an entry.
 * @param {number} h
 * @param {number} w
 * @param {(r: number, c: number) => number} at
 */
export function sunk(h, w, at) {
  const lengths = [];
  for (let r = 0; r < h; r++)
    for (let c = 0; c < w; c++) {
      if (at(r, c) !== 1 || at(r - 1, c) === 1 || at(r, c - 1) === 1) continue;
      let across = 1,
        down = 1;
      while (at(r, c + across) === 1) across++;
      while (at(r + down, c) === 1) down++;
      const ends = [down === 1 && at(r, c - 1), down === 1 && at(r, c + across), across === 1 && at(r - 1, c), across === 1 && at(r + down, c)];
      if ((across === 1 || down === 1) && ends.every(end => !end)) lengths.push(Math.max(across, down));
    }
  return lengths;
}

/**
 * units returns the numbers of the row, the column and the box of a cell. A board without boxes has one box.
 * @param {{ w: number, box?: number[] }} layout
 * @param {number} cell
 */
export function units({ w, box }, cell) {
  const r = Math.floor(cell / w),
    c = cell % w;
  return [r, c, box ? Math.floor(r / box[0]) * w + Math.floor(c / box[1]) : 0];
}

/**
 * usedUp lists the values that every row has exactly once, and no column or box more than once.
 * @param {{ h: number, w: number, cell: number[], box?: number[] }} layout
 * @param {number[]} entries
 */
export function usedUp(layout, entries) {
  const places = /** @type {number[][]} */ ([]);
  entries.forEach((value, site) => {
    if (value >= 0) (places[value] ??= []).push(layout.cell[site]);
  });
  const once = (/** @type {number[]} */ cells, /** @type {number} */ kind) => new Set(cells.map(cell => units(layout, cell)[kind])).size === cells.length;
  const kinds = layout.box ? [0, 1, 2] : [0, 1];
  return places.flatMap((cells, value) => (cells.length === layout.h && kinds.every(kind => once(cells, kind)) ? value : []));
}

/**
 * repeated lists the sites whose value occurs again in their row, column or box.
 * @param {{ w: number, cell: number[], box?: number[] }} layout
 * @param {number[]} entries
 */
export function repeated(layout, entries) {
  const first = new Map();
  const sites = new Set();
  entries.forEach((value, site) => {
    if (value < 0) return;
    units(layout, layout.cell[site]).forEach((unit, kind) => {
      const key = `${value} ${kind} ${unit}`;
      if (kind === 2 && !layout.box) return;
      if (first.has(key)) sites.add(site).add(first.get(key));
      else first.set(key, site);
    });
  });
  return [...sites];
}
