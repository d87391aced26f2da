// The gallery of puzzles: for each a picture of a board that the engine has just made, its name and its level.
import { today } from "../daily/store.js";
import { ask } from "./ask.js";
import { element, picture } from "./dom.js";
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
    .map(puzzle => ({ puzzle, link: card(puzzle) }));
  list.replaceChildren(...cards.map(({ link }) => element("li", {}, link)));
  for (const { puzzle, link } of cards) {
    if (!link.isConnected) return;
    const board = await sample(puzzle).catch(() => null); // a card without a picture still opens its puzzle
    if (!board) continue;
    const drawn = picture(board.svg);
    for (const name of ["width", "height", "role"]) drawn.removeAttribute(name);
    drawn.querySelector("title")?.remove();
    link.firstChild.replaceChildren(drawn);
    link.href = `play.html#${new URLSearchParams({ puzzle: puzzle.name, board: board.instance })}`;
    link.lastChild.textContent = board.kind;
  }
}

function card(puzzle) {
  return element(
    "a",
    { href: `play.html#${new URLSearchParams({ puzzle: puzzle.name })}` },
    element("div.gallery-picture.picture.board-under", { "aria-hidden": "true" }),
    element("strong", {}, puzzle.title),
    element("span.quiet", {}, "\u00a0"),
  );
}

// sample returns the board of the card of a puzzle. It changes every day.
async function sample(puzzle) {
  const key = `counterproof.sample.${today()}.${puzzle.name}`;
  const kept = readText(key, inTab);
  if (kept) return JSON.parse(kept);
  const { instance, kind } = await starter(puzzle, Number(today().replaceAll("-", "")));
  const { svg } = await ask("board", { puzzle: puzzle.name, instance });
  const made = { instance, kind, svg };
  write(key, JSON.stringify(made), inTab);
  return made;
}

// starter makes a board of the size that people know. A calendar has the board of today.
export async function starter({ name, generates, daily, example, size, sizes }, seed) {
  if (!generates) return { kind: daily ? "today" : "", instance: daily ? (await ask("daily", { puzzle: name, date: today() })).instance : example };
  const { instance } = await ask("generate", { puzzle: name, size: "", seed, difficulty: "" });
  return { kind: sizes.find(({ first }) => first)?.name ?? size, instance };
}
