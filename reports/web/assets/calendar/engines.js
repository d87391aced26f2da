// Both engines on one board: their times, their work, and whether they find the same solutions.
import { ask, waitingText } from "../shared/ask.js";
import { element } from "../shared/dom.js";
import { decimal, grouped } from "./state.js";

const engines = [
  { method: "native", name: "Native search", work: r => `${grouped(r.nodes ?? 0)} search nodes` },
  { method: "sat/cubes", name: "SAT solver", work: r => `${grouped(r.conflicts ?? 0)} conflicts` },
];

// enginesView makes the section. It asks its questions when its button is pressed, and stops when
// the signal is raised.
export function enginesView(about, ended) {
  let stop = null;
  const rows = engines.map(({ name }) => element("tr", {}, element("th", { scope: "row" }, name), element("td"), element("td"), element("td"), element("td")));
  const verdict = element("p#verdict", { role: "status" });
  const table = element(
    "div.scroll",
    { hidden: true },
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          ["Engine", "Solutions", "Time", "Work", "Digest"].map(x => element("th", { scope: "col" }, x)),
        ),
      ),
      element("tbody", {}, rows),
    ),
  );
  const start = element("button.main", { type: "button", onclick: () => run() }, "Time both engines");
  const halt = element("button", { type: "button", disabled: true, onclick: () => stop?.abort() }, "Stop");
  ended.addEventListener("abort", () => stop?.abort());
  const run = async () => {
    stop = new AbortController();
    start.disabled = true;
    halt.disabled = false;
    table.hidden = false;
    for (const row of rows)
      [...row.cells].slice(1).forEach(cell => {
        cell.textContent = "";
      });
    try {
      const records = [];
      for (let i = 0; i < engines.length; i++) records.push(await time(about, engines[i], rows[i].cells, verdict, stop.signal));
      verdict.textContent = compare(...records);
    } catch (reason) {
      verdict.textContent = reason.name === "AbortError" ? "Stopped. Press the button to start again." : `${reason.message}. Try again.`;
    }
    start.disabled = false;
    halt.disabled = true;
  };
  return element(
    "section#engines",
    {},
    element("h3", {}, "Two engines, one answer"),
    element(
      "p",
      {},
      "The native engine searches for places of the pieces. The SAT solver gets the puzzle as a logic formula and knows nothing about pieces. A mistake in only one of them would make their solutions differ.",
    ),
    element("div.bar", {}, start, halt),
    table,
    verdict,
  );
}

// time runs one engine and fills in its row.
async function time(about, engine, [, count, seconds, work, digest], verdict, stop) {
  verdict.textContent = `${engine.name}: working …`;
  count.textContent = "…";
  const onPart = ({ solutions }) => {
    verdict.textContent = `${engine.name}: ${grouped(solutions)} solutions so far`;
  };
  const onWait = before => {
    verdict.textContent = before === undefined ? `${engine.name}: working …` : `${engine.name}: ${waitingText(before)}`;
  };
  const record = await ask("count", { ...about, method: engine.method, sets: true }, { onPart, onWait, stop });
  count.textContent = grouped(Number(record.count));
  seconds.textContent = duration(record.wall_seconds);
  work.textContent = engine.work(record);
  digest.textContent = record.digest?.slice(0, 12) ?? "none";
  digest.title = record.digest ?? "";
  return record;
}

function compare(native, sat) {
  if (native.count !== sat.count) return `The engines disagree: ${native.count} and ${sat.count} solutions. Please report this.`;
  if (native.digest !== sat.digest) return "The engines find different solutions. Please report this.";
  const ratio = sat.wall_seconds / native.wall_seconds;
  const faster = ratio >= 1 ? `The native engine was ${decimal(ratio)} times as fast.` : `The SAT solver was ${decimal(1 / ratio)} times as fast.`;
  return `Both engines find the same ${grouped(Number(native.count))} solutions: the digests, which are checksums of all solutions, are equal. ${faster}`;
}

export const duration = seconds => (seconds < 1 ? `${decimal(seconds * 1000)} ms` : `${decimal(seconds)} s`);
