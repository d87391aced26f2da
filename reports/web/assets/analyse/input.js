// The form of the page, which makes a board from a text or a file. It marks mistakes in the text.
import { ask, waitingText } from "../shared/ask.js";
import { element, find } from "../shared/dom.js";
import { advice } from "./job.js";

const mostFile = 900_000; // bytes, because a question may be up to a megabyte long

let running = null; // the AbortController of the text that is being read

// drop stops reading a text, because another board is wanted.
export function drop() {
  running?.abort();
}

function begin() {
  drop();
  running = new AbortController();
  return running.signal;
}

// input connects the form with its functions. The function open(puzzle, instance) must show a
// board.
export function input(puzzles, open) {
  const text = find("text");
  find("puzzle").append(...puzzles.map(puzzle => element("option", { value: puzzle.name }, puzzle.title)));
  find("input").addEventListener("submit", event => {
    event.preventDefault();
    guess(open);
  });
  find("pick").addEventListener("click", () => find("file").click());
  find("file").addEventListener("change", () => {
    take(find("file").files[0], open);
    find("file").value = "";
  });
  find("example").addEventListener("click", () => {
    const puzzle = puzzles.find(p => p.name === (find("puzzle").value || find("puzzle").dataset.first));
    text.value = puzzle.example;
    open(puzzle.name, puzzle.example);
    say();
  });
  for (const name of ["dragover", "drop"]) {
    // anywhere in the window, because otherwise the browser leaves the page and shows the file
    addEventListener(name, event => {
      if (!event.dataTransfer.types.includes("Files")) return; // the browser itself drops a text into the field
      event.preventDefault();
      if (name === "drop") take(event.dataTransfer.files[0], open);
    });
  }
}

// take reads a file.
async function take(file, open) {
  if (!file) return;
  if (file.size > mostFile)
    return say(`The file is too large: ${file.size} bytes. The page reads at most ${mostFile} bytes. The command line reads larger files.`);
  const stop = begin(),
    text = await file.text();
  if (stop.aborted) return;
  find("text").value = text;
  guess(open);
}

// guess finds out which boards the text has, and opens the first one.
async function guess(open) {
  const text = find("text").value;
  if (text.trim() === "") return say("Paste a board into the field, or press Example.");
  say();
  const stop = begin();
  let answer;
  try {
    const onWait = before => say(...(before === undefined ? [] : [element("p.quiet", { role: "status" }, `Finding out the puzzle: ${waitingText(before)}`)]));
    answer = await ask("guess", { text, puzzle: find("puzzle").value }, { onWait, stop });
  } catch (error) {
    if (!stop.aborted) say(advice(error));
    return;
  }
  if (stop.aborted) return;
  if (answer.readings.length === 0) return mistakes(text, answer.problems);
  const [first] = answer.readings,
    [problem] = answer.problems;
  choices(answer.readings, open);
  open(first.puzzle, first.number === 1 ? text : first.boards[0]); // the text may have names, which the canonical notation lacks
  if (problem && !text.trim().startsWith(first.boards[0]) && ((problem.line ?? 0) > 1 || (problem.column ?? 0) > 1)) doubt(text, first, problem);
}

// choices lists the other boards of a text, and the other puzzles that can read it. It shows the
// warnings of the puzzle that was chosen.
function choices(readings, open) {
  const options = readings.map(({ puzzle, title, boards, number }) =>
    element(
      "optgroup",
      { label: `${title}: ${number} board${number === 1 ? "" : "s"}` },
      boards.map((board, i) =>
        element("option", { value: JSON.stringify([puzzle, board]) }, `${i + 1}: ${board.length > 60 ? `${board.slice(0, 59)}…` : board}`),
      ),
    ),
  );
  const several = readings.length > 1 || readings[0].boards.length > 1;
  const warnings = element("div");
  const warn = puzzle =>
    warnings.replaceChildren(...(readings.find(r => r.puzzle === puzzle).warnings ?? []).map(text => element("p.quiet", {}, `Warning: ${text}`)));
  const list = element(
    "select",
    {
      onchange: () => {
        const [puzzle, board] = JSON.parse(list.value);
        warn(puzzle);
        open(puzzle, board);
      },
    },
    options,
  );
  warn(readings[0].puzzle);
  const note = readings.length > 1 ? `${readings.length} puzzles can read this text. ` : "";
  const cut = readings.some(r => r.number > r.boards.length) ? " Only the first 1000 boards are listed." : "";
  find("readings").replaceChildren(several ? element("label", {}, `${note}Board `, list) : "", cut, warnings);
  find("readings").hidden = !several && !readings[0].warnings;
}

// mistakes shows, for each puzzle, where the puzzle could not read on. The puzzle that read
// furthest is first.
function mistakes(text, problems) {
  const [first, ...others] = problems;
  const shown = [element("p.problem", {}, `${first.title}: ${advice({ misuse: true, message: first.error })}`), marked(text, first)];
  if (others.length > 0) {
    shown.unshift(element("p.problem", {}, "No puzzle can read this text. The nearest is:"));
    shown.push(
      element(
        "details",
        {},
        element("summary", {}, "What the other puzzles say"),
        element(
          "ul",
          {},
          others.map(p => element("li", {}, `${p.title}: ${p.error}`)),
        ),
      ),
    );
  }
  say(...shown);
}

// doubt says that a text in an unusual notation may be meant for another puzzle.
function doubt(text, { title }, problem) {
  find("problem").replaceChildren(
    element(
      "details",
      { open: true },
      element("summary", {}, `Read as ${title}. Did you mean ${problem.title}?`),
      element("p.problem", {}, `${problem.title}: ${problem.error}`),
      marked(text, problem),
    ),
  );
}

// marked shows the line of a mistake with the mark at its column, and puts the cursor there.
function marked(text, { line, column }) {
  const lines = text.replace(/^\ufeff/, "").split("\n");
  if (!line || lines[line - 1] === undefined) return "";
  const letters = [...lines[line - 1]];
  const at = Math.min(Math.max(column - 1, 0), letters.length);
  const before = letters.slice(0, at).join(""),
    after = letters.slice(at + 1).join("");
  const from = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0) + before.length;
  find("text").setSelectionRange(from, from + (letters[at] ?? "").length);
  return element(
    "pre.analyse-mistake",
    { tabindex: "0", "aria-label": `Line ${line}, column ${column}` },
    `${line}: `,
    before.length > 200 ? `…${before.slice(-60)}` : before,
    element("mark", {}, letters[at] ?? " "),
    after.length > 200 ? `${after.slice(0, 60)}…` : after,
  );
}

// say shows what is wrong with the input, or nothing.
export function say(...what) {
  find("problem").replaceChildren(...what.map(x => (typeof x === "string" && x ? element("p.problem", {}, x) : x)));
  if (what.length > 0) find("readings").hidden = true;
}
