// The panel about the theory of a board: facts that can be computed for this kind of puzzle, and how many
// solutions have each value.
import { element } from "../shared/dom.js";
import { special } from "./facts.js";
import { givenFlag } from "./given.js";
import { command, Job, large, named, table } from "./job.js";

const titles = {
  solvable: "Is there a solution?",
  solutions: "Number of solutions",
  configurations: "Number of ways to place the mines",
  unique: "Is the solution unique?",
  rank: "Rank: how many buttons or clues are independent",
  nullity: "Nullity: the dimension of the kernel",
  determinant: "Determinant",
  kernel: "The kernel: what can be added to a solution",
  inverse: "The inverse matrix",
  matrix: "The matrix: which cells each clue adds up",
  min_presses: "Fewest presses or pushes",
  fewest: "A solution with the fewest presses",
  in_range: "Are all unknowns in their range?",
  solution: "A solution",
  second_solution: "A second solution",
  totals: "Totals",
  partial_sums: "The test of Gale and Ryser",
  chain: "A cycle that changes one solution into another",
  forced: "Cells that are the same in all solutions",
  backbone: "The backbone: what all solutions share",
  impossible: "Values that no solution has",
  marginals: "Share of the solutions with each value",
  conflict: "Clues or values that contradict each other",
  conflict_witnesses: "Solutions if one of these clues or values is left out",
  obstacle: "Why there is no solution",
  consistent: "Do the clues agree?",
  probabilities: "Chance of a mine, in per cent",
  safe: "Safe cells",
  mines: "Cells with a mine in all solutions",
  pieces: "The pieces",
  cells: "Number of cells",
  area: "Cells and pieces",
  symmetries: "Symmetries of the board",
  given: "Given values",
  unplaced: "Pieces that have no place",
};

function title(name) {
  return titles[name] ?? `${name[0].toUpperCase()}${name.slice(1).replaceAll("_", " ")}`;
}

// factOf shows a fact. Long texts are folded. The hint at a flag of the command line is left out.
function factOf(fact, data, facts) {
  const own = special(fact, data, facts);
  const text = (fact.text || plain(fact.value)).replace(/\n+$/, "").replace(/^(\s*and \d+ more); --json lists all$/gm, "$1");
  const long = text.split("\n").length > 14;
  const body = text.includes("\n") ? element("pre", { tabindex: "0", "aria-label": title(fact.name) }, text) : element("p", {}, text);
  const alarm = fact.name === "conflict" || fact.name === "obstacle" ? ".problem" : "";
  if (alarm) body.classList.add("problem");
  return element(
    "section.analyse-fact",
    { "data-fact": fact.name },
    element("h3", {}, title(fact.name)),
    own ?? (long ? element("details", {}, element("summary", {}, "Show"), body) : body),
  );
}

function plain(value) {
  if (value === true) return "yes";
  if (value === false) return "no";
  if (value === null || value === undefined) return "";
  if (typeof value === "string" && /^\d+$/.test(value)) return large(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

// theoryPanel shows the facts and, unless the board has one solution or none, how many solutions have each value.
export function theoryPanel({ data, about, state }) {
  const line = command();
  line.update("explain", "--marginals", ...givenFlag(state), data.puzzle, data.instance);
  const asked = { ...about, given: state.given };
  const theory = explained("Computing", { ...asked, limit: 10_000, seconds: 30 }, ({ facts, svg }) => {
    const has = (name, ...values) => facts.some(fact => fact.name === name && (values.length === 0 || values.includes(String(fact.value))));
    heat.element.hidden = has("solutions", "0", "1") || has("unique", "true") || has("solvable", "false") || has("conflict") || has("obstacle");
    if (!heat.element.hidden) heat.show({ names: facts.map(fact => fact.name), svg });
    const one = has("solutions", "1"); // then the heat map and these two facts only repeat the solution
    return [
      svg &&
        !svg.includes(">values in 1 solution<") &&
        element("div.picture.analyse-picture", {}, named(svg, "Picture of the theory, which the texts below describe")),
      ...facts.filter(fact => !one || !["backbone", "impossible"].includes(fact.name)).map(fact => factOf(fact, data, facts)),
      one && element("p", {}, "The panel Solutions shows the only solution."),
    ];
  });
  const heat = explained("Listing the solutions", { ...asked, marginals: true, limit: 100_000, seconds: 60 }, ({ facts, svg }, known) => {
    const marginals = facts.find(fact => fact.name === "marginals");
    const kept = facts.filter(
      fact =>
        (["solutions", "configurations", "backbone", "impossible"].includes(fact.name) && !known.names.includes(fact.name)) ||
        (fact.name === "marginals" && !fact.value),
    );
    return [
      element("h3", {}, "Heat map"),
      element("p.quiet", {}, "How many of the solutions have each value. Dark means: nearly all of them."),
      svg && svg !== known.svg && marginals?.value && element("div.picture.analyse-picture", {}, named(svg, "Heat map: the numbers are in the table below")),
      ...kept.map(fact => factOf(fact, data, facts)),
      marginals?.value && numbers(marginals.value, data),
    ];
  });
  heat.element.hidden = true;
  return {
    element: element(
      "div",
      {},
      element("p.quiet", {}, "What can be computed about this board without trying all solutions, and what all solutions share."),
      theory.element,
      heat.element,
      line.element,
    ),
    show: theory.show,
    stop: () => {
      theory.stop();
      heat.stop();
    },
  };
}

// explained asks the question explain once, when show is called for the first time. It passes the argument of
// show on to the function parts.
function explained(doing, question, parts) {
  const job = new Job();
  const body = element("div", { "aria-live": "polite" });
  const again = element("button", { type: "button", hidden: true, onclick: run }, "Try again");
  let begun = false,
    passed;
  async function run() {
    again.hidden = true;
    body.replaceChildren(element("p", {}, "Computing."));
    const answer = await job.run(doing, "explain", question);
    body.replaceChildren(...(answer ? parts(answer, passed).filter(Boolean) : []));
    again.hidden = Boolean(answer);
  }
  return {
    element: element("div", {}, job.element, again, body),
    stop: () => job.stop(),
    show: what => {
      if (!begun) {
        begun = true;
        passed = what;
        run();
      }
    },
  };
}

const mostRows = 400;

// numbers is a table of the number of solutions with each value.
function numbers(value, data) {
  const rows = value.slice(0, mostRows).map((counts, site) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, data.names[site]),
      element(
        "td",
        {},
        counts
          .map((n, v) => (n === "0" ? "" : `${data.value_names[data.values[site]][v]}: ${large(n)}`))
          .filter(Boolean)
          .join(", "),
      ),
    ),
  );
  const more = value.length > mostRows ? element("p", {}, `Only the first ${mostRows} of ${value.length} rows are shown; the command prints all.`) : "";
  return element(
    "details",
    {},
    element("summary", {}, "All numbers"),
    table("Solutions with each value", ["Site", "Number of solutions with each value"], element("tbody", {}, rows)),
    more,
  );
}
