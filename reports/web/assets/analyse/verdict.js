// The verdict on a board, which is asked for in the background: whether it has one solution, and how hard
// it is for people. A headline is followed by at most three short facts.
import { ask } from "../shared/ask.js";
import { element, find } from "../shared/dom.js";
import { large } from "./job.js";

const seconds = 8; // for each question

// giveVerdict shows the verdict on a board in the element #verdict. The result ends the work.
export function giveVerdict({ data, about, given }) {
  const controller = new AbortController();
  run(data, { ...about, given }, controller.signal);
  return () => controller.abort();
}

async function run(data, about, stop) {
  const known = { levels: data.levels.length > 0 && !about.given, moves: null, least: 0, all: false, seconds: 0 };
  const show = () => {
    if (!stop.aborted) find("verdict").replaceChildren(...verdictOf(known));
  };
  find("verdict").replaceChildren(element("p.analyse-headline.quiet", {}, "Looking for the verdict."));
  if (known.levels) known.moves = await limited("deduce", { ...about, picture: -1 }, stop);
  if (known.moves) show();
  // Two solutions are found fast, also on boards whose solutions cannot be counted.
  const end = await limited("solve", { ...about, number: 2 }, stop, part => {
    known.least = Math.max(known.least, part.solutions?.length ?? 0);
  });
  known.all = Boolean(end?.all);
  if (end) known.least = end.number;
  known.seconds = seconds;
  show();
  if (known.all || known.least < 2) return;
  const record = await limited("count", { ...about, seconds }, stop, part => {
    known.least = Math.max(known.least, part.solutions ?? 0);
  });
  known.all = record?.status === "exact";
  known.least = record?.count ?? known.least;
  show();
}

// limited asks a question and resolves to its answer, or to null if the answer is late or is a problem. The time
// begins again when the question gets a free place.
async function limited(name, question, stop, onPart = _part => {}) {
  if (stop.aborted) return null;
  const late = new AbortController();
  const end = () => late.abort();
  stop.addEventListener("abort", end);
  let timer;
  const onWait = before => {
    clearTimeout(timer);
    if (before === undefined) timer = setTimeout(end, 1000 * (seconds + 1));
  };
  onWait();
  try {
    return await ask(name, question, { stop: late.signal, onPart, onWait });
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    stop.removeEventListener("abort", end);
  }
}

// verdictOf returns the headline and the facts. While seconds is 0, nothing is known about the solutions.
export function verdictOf({ levels, moves, least, all, seconds }) {
  const solutions = seconds === 0 ? "Looking for solutions" : solutionsOf(least, all, seconds);
  const made = moves?.moves?.filter(move => !move.given).length;
  const number = `${made} move${made === 1 ? "" : "s"}`;
  const hardest = moves?.technique && `hardest technique: ${moves.technique}`;
  let headline = solutions,
    facts = [levels && "level not known: the techniques took too long"];
  if (moves?.verdict === "stuck") {
    headline = "Stuck: the techniques do not finish this board";
    facts = [solutions.toLowerCase(), made === 0 ? "no move is possible" : `${number} until then`, hardest];
  } else if (moves?.verdict === "solved") {
    facts = [moves.level ? `level: ${moves.level}` : "the clues settle every value", hardest, moves.level && number];
  } else if (moves?.verdict === "contradiction") {
    facts = ["the clues contradict each other"];
  } else if (moves) {
    facts = ["the techniques prove that there is not exactly one solution"];
  }
  return [
    element("p.analyse-headline", {}, headline),
    element(
      "ul.analyse-short",
      {},
      facts.filter(Boolean).map(fact => element("li", {}, fact)),
    ),
  ];
}

// solutionsOf says how many solutions there are, as far as this is known.
function solutionsOf(least, all, seconds) {
  const found = `${large(least)} solution${+least === 1 ? "" : "s"}`;
  if (all) return ["No solution", "One solution"][least] ?? found;
  if (+least > 0) return `At least ${found}`;
  return `No solution found in ${seconds} seconds: there may be some`;
}
