// The boards of the calendar, made without the engine, which takes seconds to load.
import { ask } from "../shared/ask.js";

// boardOf returns the answer to the question board.
export async function boardOf(puzzle, instance, stop) {
  if (puzzle === "calendar" && /^\d\d-\d\d$/.test(instance)) {
    const response = await fetch(new URL("january.json", import.meta.url), { signal: stop }).catch(() => null);
    stop?.throwIfAborted();
    if (response?.ok) return moved(await response.json(), instance);
  }
  return ask("board", { puzzle, instance }, { stop });
}

// moved turns the board of 1 January into the board of another date: two other cells stay uncovered.
function moved(first, instance) {
  const [month, day] = instance.split("-").map(Number),
    { cell, h, w } = first.layout,
    { room } = first.spots[0],
    cells = [0, 2 * w, ...cell].sort((a, b) => a - b); // with January and 1
  const open = [month - (month > 6 ? 0 : 1), 2 * w + day - 1],
    sites = cells.filter(at => !open.includes(at));
  const corner = (r, c) => [4 + room * c, 4 + room * r],
    place = at => [Math.floor(at / w), at % w];
  const spots = sites.map(at => {
    const [x, y] = corner(...place(at));
    return { lines: [[x, y, x + room, y, x + room, y + room, x, y + room]], at: [x + room / 2, y + room / 2], room };
  });
  const names = sites.map(at => `row ${place(at)[0] + 1}, column ${place(at)[1] + 1}`);
  // A line separates cells that differ in this number: 0 if a piece will cover the cell, -1 outside the board.
  const under = (r, c) => {
    const at = r * w + c;
    if (c < 0 || c >= w) return -1;
    return sites.includes(at) ? 0 : open.includes(at) ? 1 + at : -1;
  };
  let edges = "";
  for (let r = 0; r <= h; r++) {
    for (let c = 0; c <= w; c++) {
      const [x, y] = corner(r, c);
      if (under(r, c) !== under(r - 1, c)) edges += `M${x} ${y}L${x + room} ${y}`;
      if (under(r, c) !== under(r, c - 1)) edges += `M${x} ${y}L${x} ${y + room}`;
    }
  }
  const areas = /(<rect [^>]*width="40"[^>]*height="40" )([^>]*)/g,
    [[, , bare], [, , plain]] = first.svg.matchAll(areas);
  let n = 0;
  const svg = first.svg
    .replace(areas, (_, start) => start + (open.includes(cells[n++]) ? bare : plain))
    .replace(/d="[^"]*" fill="none"/, `d="${edges}" fill="none"`)
    .replace(first.instance, instance);
  return { ...first, instance, svg, spots, names, layout: { h, w, cell: sites } };
}
