// New boards of the play page: made, the board of the day, pasted, or the example.
import { today } from "../daily/store.js";
import { element, find } from "../shared/dom.js";
import { read, write } from "../shared/storage.js";
import { problem, work } from "./work.js";

const key = "counterproof.play.new"; // for each puzzle, the size of the last board that was made

const own = "own"; // the choice that stands for the size in the field

// fresh connects the panels for new boards with their functions. The function current() must return
// the puzzle, and open(puzzle, instance, { level }) must open a board.
export function fresh(current, open) {
  const make = async event => {
    event?.preventDefault();
    const puzzle = current();
    if (!puzzle.generates) {
      const made = puzzle.daily ? await work("Making a board.", "daily", { puzzle: puzzle.name, date: today() }) : { instance: puzzle.example };
      return made && open(puzzle.name, made.instance);
    }
    const seed = find("seed").value.trim() || String(crypto.getRandomValues(new Uint32Array(1))[0]);
    if (!/^\d{1,15}$/.test(seed)) return badNumber(seed);
    const size = find("size").value.trim(),
      difficulty = find("level").value;
    const made = await work("Making a board.", "generate", { puzzle: puzzle.name, size, seed: Number(seed), difficulty });
    find("new-panel").togglePopover?.(!made && !find("problem").hidden); // its fields may be wrong
    if (made) {
      write(key, JSON.stringify({ ...read(key, {}), [puzzle.name]: { size } }));
      open(puzzle.name, made.instance, { level: difficulty });
    }
  };
  find("sizes").addEventListener("input", () => {
    find("size").value = find("sizes").value;
  });
  for (const id of ["sizes", "size", "level"]) find(id).addEventListener("input", () => showKind(current()));
  find("seed").addEventListener("input", () => find("seed").removeAttribute("aria-invalid"));
  find("new").addEventListener("submit", make);
  find("fresh").addEventListener("click", make);
  find("paste").addEventListener("submit", event => {
    event.preventDefault();
    open(current().name, find("text").value);
  });
  find("example").addEventListener("click", () => open(current().name, current().example));
}

// badNumber says what is wrong with the number of a board, and goes to its field.
function badNumber(text) {
  find("new-panel").togglePopover?.(true);
  find("seed").setAttribute("aria-invalid", "true");
  find("seed").focus({ preventScroll: true });
  const shown = text.length > 40 ? `${text.slice(0, 39)}…` : text;
  problem({ misuse: true, message: `The field Number takes 1 to 15 digits, such as 7, but it has “${shown}”. Change the number, or leave the field empty` });
}

// sizeOf returns the size of a board, or undefined if this is not known.
const sizeOf = ({ size, instance, table, value_names: names }) =>
  size ?? /^\d+x\d+n\d+(?=:)/.exec(instance)?.[0] ?? (table && !table.covers.length ? `${names[0].length}x${table.groups.length}` : undefined);

// showPuzzle fills the panels for a puzzle. The next board has the size and the level of the given one.
export function showPuzzle(puzzle, board = null, level = "") {
  const last = read(key, {})[puzzle.name],
    here = board && sizeOf(board),
    same = size => size === here || size.startsWith(`${here}X`), // X is where the game begins
    size = here ? (puzzle.sizes.find(other => same(other.size))?.size ?? here) : (last?.size ?? "");
  find("size").value = size === puzzle.size ? "" : size;
  find("size").placeholder = puzzle.size ? `such as ${puzzle.size.split("X")[0]}` : "";
  find("sizes-label").hidden = puzzle.sizes.length === 0;
  find("sizes").replaceChildren(
    ...puzzle.sizes.map(({ name, size, first }) => element("option", { value: first ? "" : size }, name)),
    element("option", { value: own, hidden: true }, "own size"),
  );
  find("seed").value = "";
  find("seed").removeAttribute("aria-invalid");
  find("level-label").hidden = !puzzle.levels.length;
  find("level").replaceChildren(element("option", { value: "" }, "any"), ...puzzle.levels.map(value => element("option", { value }, levelText(puzzle, value))));
  if (puzzle.levels.includes(level)) find("level").value = level;
  showKind(puzzle);
  find("formats").replaceChildren(...puzzle.formats.map(format => element("li", {}, format)));
  find("rules").textContent = puzzle.rules;
}

// levelText names a level. If only our code knows its name, the text says in words what the level asks for.
const levelText = ({ level_words: words }, level) => (words[level] ? `${level} (${words[level]})` : level);

// showKind shows the size and the level of the next board, in few words, on the button that opens the panel.
function showKind(puzzle) {
  const size = find("size").value.trim(),
    named = puzzle.sizes.find(other => other.size === (size || puzzle.size));
  find("sizes").value = !size || named?.first ? "" : named ? size : own;
  const level = find("level").value,
    short = named?.name.split(/,| \d+x/)[0] ?? (size || puzzle.size);
  find("kind").textContent = [short, puzzle.level_words[level] ?? level].filter(Boolean).join(" · ");
  find("kind").hidden = !puzzle.generates;
}
