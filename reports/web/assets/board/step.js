// A hint that is drawn on the board that somebody plays.
import { shape } from "../shared/dom.js";
import { drawLook, drawNotes } from "./draw.js";

// drawStep marks the step of a hint on a board: the places that give the reason, the values that come, and the
// values that go. The next call of board.mark removes all of it.
/** @param {any} board @param {import("../../types/questions").Hint} hint */
export function drawStep(board, { sites, placed, removed, facts }) {
  const own = new Set(placed.map(([site]) => site));
  const gone = new Map();
  for (const [site, value] of removed) if (!own.has(site) && board.entries[site] < 0) gone.set(site, [...(gone.get(site) ?? []), value]);
  const pattern = sites.filter(site => !own.has(site)),
    why = (facts ?? []).map(([site]) => site).filter(site => !own.has(site) && !sites.includes(site));
  board.mark("look", pattern);
  board.tray?.mark(placed.map(([, value]) => board.pieceOf(value)));
  if (Array.isArray(board.cells)) return drawCells(board, own, placed, gone);
  const areas = (kind, list) => list.map(site => shape("path", { d: board.spots[site].d, "fill-rule": "evenodd", class: `board-mark board-${kind}` }));
  board.marked.prepend(...areas("why", [...new Set(why)]));
  board.marked.append(
    ...areas("new", [...own]),
    ...placed.flatMap(([site, value]) => comes(board, site, value)),
    ...[...gone].flatMap(([site, values]) => goes(board, site, values)),
  );
}

// drawCells marks the step in the cells of a table.
function drawCells(board, own, placed, gone) {
  for (const site of own) board.cells[site][0].parentElement.classList.add("board-look");
  const hint = (site, value, kind) => {
    const cell = board.cells[site][board.columns.indexOf(value)];
    if (cell) cell.dataset.hint = kind;
  };
  for (const [site, value] of placed) {
    hint(site, value, "new");
    if (board.binary && value === 0) hint(site, 1, "gone");
  }
  for (const [site, values] of gone) for (const value of values) hint(site, value, "gone");
  board.table.querySelector("[data-hint]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// comes draws the value that a site gets. A value that has only a colour is a large dot.
function comes(board, site, value) {
  const spot = board.spots[site],
    look = board.look(site, value);
  const drawn = look.text || look.mark ? drawLook({ ...look, ink: look.text ? "" : look.ink, fill: "" }, spot) : [];
  if (look.fill && !look.text)
    drawn.unshift(shape("circle", { cx: spot.x, cy: spot.y, r: spot.room * 0.3, fill: look.fill, stroke: "#00694d", "stroke-width": 2 }));
  for (const part of drawn) part.classList.add("board-comes");
  return drawn;
}

// goes draws values that a site loses, each struck through in the place of its note. If the notes have no fixed
// places, it draws the notes of the site again.
function goes(board, site, values) {
  const count = board.data.sites[site],
    notes = board.notes[site],
    shown = count > 16 && notes.length ? notes : values;
  return drawNotes(shown, count, value => board.look(site, value), board.spots[site]).flatMap((drawn, i) => {
    if (!values.includes(shown[i])) return [];
    const of = name => Number(drawn.getAttribute(name));
    const dot = drawn.localName === "circle",
      half = dot ? of("r") * 1.2 : of("font-size") * 0.5;
    const [x, y] = dot ? [of("cx"), of("cy")] : [of("x"), of("y") - of("font-size") * 0.35];
    drawn.classList.add("board-goes");
    const line = shape("path", { d: `M${x - half} ${y + half}L${x + half} ${y - half}`, class: "board-strike", "stroke-width": Math.max(1, half * 0.16) });
    return notes.includes(shown[i]) ? [line] : [drawn, line];
  });
}

const rowAndColumn = /^row (\w+), column (\w+)$/;

// withNames adds room for the names of rows and columns to the visible part of a picture, on sides without texts if
// there are any. It returns the part, and the places and the size of the names: x for rows, y for columns. Names of
// small cells are larger. The columns of a table of pairs have letters above them already.
export function withNames(viewBox, { data, spots }) {
  if (!data.layout || !rowAndColumn.test(data.names[0])) return { viewBox };
  const { h, w, cell } = data.layout,
    [{ x, y, room }] = spots;
  const [left, top, width, height] = viewBox.split(" ").map(Number),
    before = Number(2 * (x - left) <= width + (2 * (cell[0] % w) + 1 - w) * room),
    above = Number(2 * (y - top) <= height + (2 * Math.floor(cell[0] / w) + 1 - h) * room);
  const size = room * Math.min(Math.max(0.28, Math.max(h, w) / 33), 0.38),
    wide = 0.7 * size * String(h).length - 0.05 * room, // together with the margin of the picture, 0.15 of a cell
    high = data.paired ? 0 : 0.75 * size;
  const out = added => added / 2 - 0.075 * room; // the middle of both, from the edge of the picture before
  const names = {
    size,
    x: before ? left - out(wide) : left + width + out(wide),
    y: 0.36 * size + (above ? top - out(high) : top + height + out(high)), // 0.72 is the height of a digit
  };
  return { viewBox: [left - before * wide, top - above * high, width + wide, height + high].join(" "), names };
}

// drawNames returns the numbers of the rows and columns, outside of a board whose sites have such names.
export function drawNames({ data, spots, names }) {
  const made = new Map();
  const label = (key, x, y, text) =>
    made.has(key) || made.set(key, shape("text", { x, y, "font-size": names.size, "text-anchor": "middle", class: "board-where" }, text));
  data.names.forEach((name, site) => {
    const [, row, column] = rowAndColumn.exec(name) ?? [];
    label(`row ${row}`, names.x, spots[site].y + names.size * 0.36, row);
    if (!data.paired) label(`column ${column}`, spots[site].x, names.y, column);
  });
  return [...made.values()];
}
