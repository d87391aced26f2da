// The gallery of puzzles: for each a picture of a board that the engine has just made, its name, its size and its level.
import { today } from "../daily/store.js";
import { ask } from "./ask.js";
import { element, picture, set, shape } from "./dom.js";
import { inTab, readText, write } from "./storage.js";

// The familiar puzzles come first.
const order = ["calendar", "sudoku", "minesweeper", "nonogram", "battleships", "map", "sherlock", "pentomino", "lightsout", "packing"];
const place = ({ name }) => (order.includes(name) ? order.indexOf(name) : order.length);

// gallery shows a card for each puzzle that can be played. The cards come at once, and their pictures one after
// the other.
export async function gallery(list, puzzles) {
  const cards = puzzles
    .filter(puzzle => puzzle.plays)
    .toSorted((a, b) => place(a) - place(b))
    .map(puzzle => ({ puzzle, link: card(puzzle.title, `play.html#${new URLSearchParams({ puzzle: puzzle.name })}`) }));
  list.replaceChildren(...cards.map(({ link }) => element("li", {}, link)));
  for (const { puzzle, link } of cards) {
    if (!link.isConnected) return;
    const made = await kept(puzzle.name, () => sample(puzzle)).catch(() => null); // a card without a picture still opens its puzzle
    if (!made) continue;
    draw(link, made);
    link.href = `play.html#${address({ ...made, puzzle: puzzle.name })}`;
    link.lastChild.textContent = made.kind;
  }
}

// address returns the part of a link to a board that begins after #.
export function address({ puzzle, instance, level = "" }) {
  return new URLSearchParams({ puzzle, board: instance, ...(level && { level }) }).toString();
}

// card returns a link with room for a picture.
export function card(title, href, kind = "\u00a0", ...more) {
  const room = element("div.gallery-picture.picture.board-under", { "aria-hidden": "true" });
  return element("a", { href }, room, element("strong", {}, title), element("span.quiet", {}, kind), ...more);
}

// draw draws a board on its card.
export function draw(link, { svg, viewBox, parts }) {
  link.firstChild.replaceChildren(shape("svg", { viewBox }, ...parts.map(part => set(picture(svg), { role: null, ...part }))));
}

// kept returns what the function make makes, once a day in each tab.
export async function kept(name, make) {
  const key = `counterproof.card.${today()}.${name}`;
  const text = readText(key, inTab);
  if (text) return JSON.parse(text);
  const made = await make();
  write(key, JSON.stringify(made), inTab);
  return made;
}

// sample returns the board of the card of a puzzle. It changes every day.
async function sample(puzzle) {
  const { name, sizes, level_words: words } = puzzle,
    { instance, level } = await starter(puzzle, Number(today().replaceAll("-", "")));
  const size = sizes.find(({ first }) => first)?.name ?? (puzzle.daily && "calendar · today");
  const kind = [size, words[level] ?? level].filter(Boolean).join(" · ");
  return { ...(await drawing(name, instance)), kind, level };
}

const most = 480; // the side of the largest picture that is legible as a whole
const corner = 300;

// drawing returns the picture of a board for a card: only the corner of a large board with texts, and otherwise the cells
// and, below them, the pieces.
export async function drawing(puzzle, instance) {
  const { svg = "", width = 0, height = 0, spots = [], pieces } = await ask("board", { puzzle, instance });
  const numbers = spots.flatMap(({ lines }) => lines.flat()),
    [across, down] = [0, 1].map(k => numbers.filter((_, i) => i % 2 === k));
  const part = (left, x, y, w, h, scale = 1) => ({ viewBox: `${left} 0 ${w} ${h}`, x, y, width: w * scale, height: h * scale });
  let [w, h] = [width, height];
  if (Math.min(w, h) > most && !(Math.min(...across) < 60)) w = h = corner;
  else if (numbers.length && (pieces || Math.max(...across) < 0.75 * w)) [w, h] = [across, down].map(all => Math.max(...all) + 4);
  const parts = [part(0, 0, 0, w, h)];
  if (pieces && width > w) {
    const scale = Math.min(w / (width - w), (0.6 * h) / height);
    parts.push(part(w, (w - (width - w) * scale) / 2, 1.05 * h, width - w, height, scale));
    h = 1.05 * h + height * scale;
  }
  return { instance, svg, viewBox: `0 0 ${w} ${h}`, parts };
}

// starter makes a board of the size that people know and of the first level, or of any level if there is none.
// A calendar has the board of today. The level of the result is empty if techniques do not solve the board.
export async function starter({ name, generates, daily, example, levels }, seed) {
  const make = difficulty => ask("generate", { puzzle: name, size: "", seed, difficulty });
  const made = generates
    ? make(levels[0] ?? "").catch(() => make(""))
    : daily
      ? ask("daily", { puzzle: name, date: today() })
      : { instance: example, level: "" };
  const { instance, level = "" } = await made;
  if (level || !levels.length) return { instance, level };
  const way = await ask("deduce", { puzzle: name, instance, picture: -1 }).catch(() => null);
  return { instance, level: way?.verdict === "solved" ? (way.level ?? "") : "" };
}
