// The panel that counts the solutions by several methods, side by side.
import { ask, waitingText } from "../shared/ask.js";
import { element } from "../shared/dom.js";
import { givenFlag } from "./given.js";
import { advice, command, duration, large, table } from "./job.js";

// quickOf lists the methods that are chosen at first. With cubes, 10-06 takes 74 ms instead of 670 ms. But
// a hard nonogram, Sierpinski of the survey of solvers, takes 6.4 s instead of 1.2 s.
const quickOf = puzzle => (puzzle.methods.includes("hybrid") ? ["hybrid", "native", "sat"] : ["native", "sat/cubes"]);
const mostSeconds = 2_000_000; // 23 days: a timer of a browser takes little more

const notes = {
  native: "an algorithm made for the puzzle",
  hybrid: "an algorithm made for the puzzle, and SAT if it stalls",
  "sat/cubes": "solves a formula that is split into parts",
  sat: "solves a formula in one piece",
  brute: "only for small boards",
  "gophersat/countmodels": "its own counter, known to be wrong",
};

// words says in plain words how a method counts.
function words(method) {
  if (method === "brute") return "All values tried";
  const [family, part] = method.split("/");
  if (family === "native") return "Search";
  if (family === "hybrid") return "Search, then SAT";
  if (family === "sat") return method.endsWith("/cubes") ? "SAT solver, in parts" : "SAT solver";
  return `SAT solver ${family === "extern" ? part : family}`;
}

// nameOf shows the words for a method, followed by its exact name and its note.
const nameOf = method => [words(method), " ", element("code.quiet", {}, `(${method})`), notes[method] && element("small.quiet", {}, notes[method])];

export function countPanel({ data, puzzle, state, about, changed }) {
  const quick = quickOf(puzzle);
  const chosen = () => [...boxes.querySelectorAll("input:checked")].map(box => box.value);
  const wanted = state.methods ? state.methods.split(",") : quick;
  const box = method =>
    element(
      "label.analyse-method",
      {},
      element("input", { type: "checkbox", value: method, checked: wanted.includes(method), onchange: update }),
      element("span", {}, nameOf(method)),
    );
  const many = puzzle.methods.filter(method => !quick.includes(method));
  const boxes = element(
    "div",
    {},
    element("div.analyse-methods", {}, quick.map(box)),
    element(
      "details",
      { open: many.some(method => wanted.includes(method)) },
      element("summary", {}, "All methods"),
      element("div.analyse-methods", {}, many.map(box)),
    ),
  );
  const limit = element("input", {
    type: "number",
    min: "0",
    max: Number.MAX_SAFE_INTEGER,
    step: "1",
    value: state.limit ?? "",
    placeholder: "none",
    onchange: update,
  });
  const seconds = element("input", { type: "number", min: "0", max: mostSeconds, step: "1", value: state.seconds ?? "60", onchange: update });
  const verdict = element("div", { role: "status" });
  const alarm = element("div", { role: "alert" });
  const body = element("tbody");
  const counts = table("Counts", ["Method", "Solutions", "Search steps", "Time", "Digest of the set", ""], body);
  counts.hidden = true;
  const line = command();
  const go = element("button.main", { type: "submit" }, "Count");
  const form = element(
    "form",
    {
      onsubmit: event => {
        event.preventDefault();
        run();
      },
    },
    element("fieldset.analyse-set", {}, element("legend", {}, "Count the solutions by"), boxes),
    element("div.bar", {}, element("label", {}, "At most ", limit, " solutions"), element("label", {}, "for ", seconds, " seconds"), go),
  );
  let rows = [],
    round = 0;

  function update() {
    state.methods = chosen().join(",");
    state.limit = limit.value;
    state.seconds = seconds.value === "60" ? "" : seconds.value;
    go.disabled = chosen().length === 0;
    const limits = [...(+limit.value ? ["--limit", limit.value] : []), ...(+seconds.value ? ["--timeout", `${seconds.value}s`] : [])];
    line.update("count", "--method", state.methods || quick[0], ...limits, ...givenFlag(state), data.puzzle, data.instance);
    changed();
  }

  async function run() {
    stop();
    const own = ++round;
    alarm.replaceChildren();
    verdict.replaceChildren(element("p", {}, "Counting."));
    counts.hidden = false;
    rows = chosen().map(method =>
      countRow(method, { ...about, given: state.given, method, limit: +limit.value || 0, seconds: +seconds.value || 0, sets: true }),
    );
    body.replaceChildren(...rows.map(row => row.element));
    const records = (await Promise.all(rows.map(row => row.done))).filter(record => record);
    if (own === round) await compare(records);
  }

  async function compare(records) {
    if (records.length === 0) return verdict.replaceChildren(element("p", {}, "No method gave an answer."));
    try {
      const { compared, disagree, problems } = await ask("compare", { records });
      verdict.replaceChildren();
      if (disagree) {
        alarm.replaceChildren(
          element(
            "div.analyse-alarm",
            {},
            element("strong", {}, "The methods disagree. At least one of them is wrong."),
            element(
              "ul",
              {},
              problems.map(text => element("li", {}, text)),
            ),
            element("p", {}, "The command crosscheck finds the smallest board on which they disagree."),
          ),
        );
      } else {
        verdict.replaceChildren(agreement(compared, records), ...problems.filter(() => records.length > 1).map(text => element("p.problem", {}, text)));
      }
    } catch (error) {
      verdict.replaceChildren(element("p.problem", {}, advice(error)));
    }
  }

  function stop() {
    for (const row of rows) row.stop();
  }
  update();
  return { element: element("div", {}, form, alarm, verdict, counts, line.element), stop };
}

// agreement says what was compared if no answers contradict each other.
function agreement(compared, records) {
  if (records.length < 2) return element("p.quiet", {}, "Choose a second method to compare the answer with.");
  if (compared === "sets") return element("p.analyse-good", {}, "✓ The methods agree: they found the same set of solutions.");
  if (compared === "counts") return element("p.analyse-good", {}, "✓ The methods agree on the number of solutions. The sets were not compared.");
  return element("p", {}, "Fewer than two methods gave an answer, so nothing was compared.");
}

// countRow counts by one method. The promise done resolves to the record, or to null if there is
// none.
function countRow(method, question) {
  const controller = new AbortController();
  const cells = Object.fromEntries(["count", "nodes", "time", "digest"].map(name => [name, element("td")]));
  const button = element("button", { type: "button", "aria-label": `Stop ${method}`, onclick: () => controller.abort() }, "Stop");
  const last = element("td", {}, button);
  const row = element(
    "tr",
    {},
    element("th", { scope: "row" }, words(method), element("small.quiet", {}, method)),
    cells.count,
    cells.nodes,
    cells.time,
    cells.digest,
    last,
  );
  let since = performance.now(),
    waits = false;
  const clock = setInterval(() => {
    if (!waits) cells.time.textContent = duration((performance.now() - since) / 1000);
  }, 200);
  const onPart = ({ solutions, nodes, conflicts = 0 }) => {
    cells.count.textContent = `${large(solutions)} so far`;
    if (nodes || conflicts) cells.nodes.textContent = large(nodes || conflicts);
  };
  const onWait = before => {
    waits = before !== undefined;
    since = performance.now();
    cells.nodes.textContent = cells.time.textContent = "";
    cells.count.textContent = waits ? waitingText(before) : "";
  };
  const ended = text => {
    cells.count.textContent = text;
    return null;
  };
  const done = ask("count", question, { stop: controller.signal, onPart, onWait })
    .then(
      record => {
        fill(cells, record);
        return record;
      },
      error => ended(controller.signal.aborted ? "stopped" : advice(error)),
    )
    .finally(() => {
      clearInterval(clock);
      button.remove();
    });
  return { element: row, done, stop: () => controller.abort() };
}

const reasons = { timeout: "the time is over", memory: "the memory is used up", error: "an error", limit: "the limit is reached" };

function fill(cells, record) {
  const number = record.count !== undefined ? large(record.count) : "?";
  cells.count.textContent = { exact: number, "at-least": `at least ${number}` }[record.status] ?? "unknown";
  if (record.reason !== "done") cells.count.textContent += ` (${record.error || reasons[record.reason] || record.reason})`;
  const nodes = record.nodes ?? record.conflicts;
  cells.nodes.textContent = nodes === undefined ? "" : large(nodes);
  cells.nodes.title = record.nodes === undefined && nodes !== undefined ? "conflicts of the SAT solver" : "";
  if (record.wall_seconds !== undefined) cells.time.textContent = duration(record.wall_seconds);
  cells.digest.replaceChildren(record.digest ? element("code", { title: record.digest }, record.digest.slice(0, 12)) : "");
}
