// The tutorial of Pair Place. Its link is #NUMBER, the number of a step from 1.
import "../shared/frame.js";
import { makeBoard } from "../board/make.js";
import { graphOf, onlyTable } from "../pairplace/table.js";
import { ask } from "../shared/ask.js";
import { element, find } from "../shared/dom.js";
import { read, write } from "../shared/storage.js";
import { steps } from "./steps.js";

const doneKey = "counterproof.tutorial.done"; // the numbers of the steps that were done, from 0
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

let at = 0;
let board = null;
let turn = 0; // numbers the steps that were opened
let checks = 0; // numbers the checks of entries

async function fromLink() {
  const number = Number(location.hash.slice(1));
  at = Number.isInteger(number) && number >= 1 && number <= steps.length ? number - 1 : 0;
  await open();
}

// open shows a step from its beginning.
async function open() {
  const own = ++turn,
    step = steps[at];
  board = null;
  find("title").textContent = `${at + 1}. ${step.title}`;
  find("text").textContent = step.text;
  find("task").textContent = step.task;
  find("back").disabled = at === 0;
  find("next").textContent = at === steps.length - 1 ? "To the daily puzzles ›" : "Next ›";
  say("");
  problem(null);
  showSteps();
  let data;
  try {
    data = await ask("board", { puzzle: "pairplace", instance: step.board });
  } catch (error) {
    if (own === turn) problem(error);
    return;
  }
  if (own !== turn) return;
  const made = makeBoard(onlyTable(data), { label: `The table of step ${at + 1}` });
  if (!made) return;
  board = made.board;
  const graph = graphOf(board);
  find("board").replaceChildren(board.element);
  find("board").removeAttribute("aria-busy");
  find("controls").replaceChildren(made.controls);
  find("graph").replaceChildren(graph.card);
  board.addEventListener("change", changed);
  board.addEventListener("solved", () => {
    if (own === turn && !step.goal) done();
  });
  board.addEventListener("problem", ({ detail }) => problem(detail.error));
}

// changed shows whether the goal is reached, or whether entries break a rule.
async function changed() {
  const { goal } = steps[at],
    own = ++checks,
    shown = board;
  const { puzzle, instance } = shown.data;
  shown.mark();
  say("");
  try {
    const { sites, solved } = await ask("check", { puzzle, instance, entries: shown.entries });
    if (own !== checks || shown !== board) return;
    if (sites.length) {
      shown.mark("bad", sites);
      say(
        "The marked letters break a rule together. In a row, each letter stands only once and pairs both ways. In the whole table, two people meet at most once.",
        "clash",
      );
    } else if (goal?.every(([site, value]) => shown.entries[site] === value)) {
      done();
    } else if (goal && solved) {
      say("That is also right. But the task asks for another pair first: press Start over.");
    }
  } catch (error) {
    problem(error);
  }
}

function done() {
  const all = new Set(read(doneKey, []));
  all.add(at);
  write(doneKey, JSON.stringify([...all]));
  say(`✓ ${steps[at].done}`, "fine");
  showSteps();
}

function say(text, kind = "") {
  find("said").textContent = text;
  find("said").className = `said ${kind}`;
  document.documentElement.dataset.done = String(kind === "fine");
}

function problem(error) {
  find("problem").hidden = !error;
  find("problem").textContent = error ? `${error.message}. Press Start over to try again.` : "";
}

function showSteps() {
  const all = new Set(read(doneKey, []));
  find("steps").replaceChildren(
    ...steps.map(({ title }, i) =>
      element(
        "li",
        {},
        element(
          "a",
          {
            href: `#${i + 1}`,
            title,
            "aria-label": `Step ${i + 1}: ${title}${all.has(i) ? ", done" : ""}`,
            "aria-current": i === at ? "step" : null,
            "data-done": all.has(i),
          },
          all.has(i) && i !== at ? "✓" : i + 1,
        ),
      ),
    ),
  );
}

// showNext makes the next right entry, or corrects a wrong one.
function showNext() {
  if (!board) return;
  const { goal, solution } = steps[at];
  const wanted = goal ?? [...solution].map((letter, site) => [site, letters.indexOf(letter)]);
  const next = wanted.find(([site, value]) => board.entries[site] !== value && !board.fixed(site));
  if (!next) return;
  const [site, value] = next;
  const { w } = board.data.layout,
    column = site % w;
  board.select(site);
  board.put([[site, value], ...(value === column ? [] : [[site - column + value, column]])]);
}

function go(step) {
  location.hash = String(step + 1);
}

find("back").addEventListener("click", () => go(at - 1));
find("next").addEventListener("click", () => {
  if (at < steps.length - 1) go(at + 1);
  else location.href = "daily.html";
});
find("again").addEventListener("click", open);
find("show").addEventListener("click", showNext);
addEventListener("hashchange", fromLink);
fromLink();
