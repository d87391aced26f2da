// Where the arrow keys lead.

/** @typedef {{ h: number, w: number, cell: number[] }} Layout */
/** @typedef {[number, number]} Way rows and columns */
/** @typedef {(site: number, way: Way) => number | undefined} Finder */

/**
 * neighbours returns a function that takes a site and a key, and returns the site to which the key
 * leads. At the edge, this is the same site. For other keys, the function returns undefined. Page
 * Down and Page Up go through all sites in order. If layout is missing, an arrow key leads to the
 * nearest site in its direction.
 * @param {Layout | undefined} layout
 * @param {{ x: number, y: number }[]} spots
 * @returns {(site: number, key: string) => number | undefined}
 */
export function neighbours(layout, spots) {
  const find = layout ? inRows(layout) : nearest(spots);
  return (site, key) => {
    if (key === "PageDown") return Math.min(site + 1, spots.length - 1);
    if (key === "PageUp") return Math.max(site - 1, 0);
    if (key === "Home" || key === "End") return layout ? end(layout, site, key === "End") : key === "End" ? spots.length - 1 : 0;
    const way = ways[key];
    return way && (find(site, way) ?? site);
  };
}

/** @type {Record<string, Way>} */
const ways = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * inRows goes to the next cell in the row or column that has a site. If there is none, it goes to the
 * nearest site in the next rows or columns.
 * @param {Layout} layout
 * @returns {Finder}
 */
function inRows({ h, w, cell }) {
  const sites = new Map(cell.map((at, site) => [at, site]));
  return (site, [dr, dc]) => {
    const r0 = Math.floor(cell[site] / w),
      c0 = cell[site] % w;
    for (let aside = 0; aside < Math.max(h, w); aside++) {
      for (const sign of aside ? [-1, 1] : [1]) {
        for (let n = 1; n < Math.max(h, w); n++) {
          const r = r0 + dr * n + (dr ? 0 : sign * aside),
            c = c0 + dc * n + (dc ? 0 : sign * aside);
          if (r < 0 || c < 0 || r >= h || c >= w) break;
          if (sites.has(r * w + c)) return sites.get(r * w + c);
        }
      }
      const edge = dr ? r0 + dr : c0 + dc;
      if (edge < 0 || edge >= (dr ? h : w)) return undefined;
    }
    return undefined;
  };
}

/** end returns the first or the last site of the row of a site. @param {Layout} layout @param {number} site @param {boolean} last */
function end({ w, cell }, site, last) {
  const row = Math.floor(cell[site] / w);
  const inRow = cell
    .map((at, i) => [at, i])
    .filter(([at]) => Math.floor(at / w) === row)
    .sort(([a], [b]) => a - b);
  return inRow[last ? inRow.length - 1 : 0][1];
}

/**
 * nearest goes to the site whose middle is nearest in the direction. The part of the distance that
 * is across the direction counts twice.
 * @param {{ x: number, y: number }[]} spots
 * @returns {Finder}
 */
function nearest(spots) {
  return (site, [dr, dc]) => {
    let best,
      least = Infinity;
    const from = spots[site];
    spots.forEach(({ x, y }, other) => {
      const ahead = (x - from.x) * dc + (y - from.y) * dr,
        across = Math.abs((x - from.x) * dr + (y - from.y) * dc);
      const distance = ahead + 2 * across;
      if (ahead > 0.5 && across <= 2 * ahead && distance < least) [best, least] = [other, distance];
    });
    return best;
  };
}
