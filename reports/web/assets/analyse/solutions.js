// The panel that lists the solutions and draws one of them at a time.

import { ask } from "../shared/ask.js";
import { element } from "../shared/dom.js";
import { givenFlag } from "./given.js";
import { advice, command, Job, large, named } from "./job.js";

const most = 10_000; // solutions that are listed
const mostPictures = 200; // that are kept

export function solutionsPanel({ data, state, about, changed }) {
  const job = new Job();
  const shown = element("div.picture.analyse-picture", {
    tabindex: "0",
    role: "group",
    "aria-label": "The solution. The arrow keys show the next and the previous one.",
  });
  const text = element("p", { role: "status" });
  const values = element("code.analyse-values");
  const number = element("input", { type: "number", min: "1", value: "1", "aria-label": "Number of the solution", onchange: () => go(+number.value - 1) });
  const slider = element("input.analyse-slider", {
    type: "range",
    min: "1",
    value: "1",
    "aria-label": "Choose a solution",
    oninput: () => go(+slider.value - 1),
  });
  const button = (name, label, to) => element("button", { type: "button", "aria-label": label, onclick: () => go(to()) }, name);
  const bar = element(
    "div.bar",
    { hidden: true },
    button("|◀", "First solution", () => 0),
    button("◀", "Previous solution", () => at - 1),
    number,
    button("▶", "Next solution", () => at + 1),
    button("▶|", "Last solution", () => found.length - 1),
  );
  const line = command();
  line.update("solve", "--number", "0", ...givenFlag(state), data.puzzle, data.instance);
  const pictures = new Map();
  const again = element("button", { type: "button", hidden: true, onclick: () => list() }, "Look again");
  let found = [],
    received = 0,
    at = 0,
    begun = false;
  const wanted = Math.max(0, (+state.solution || 1) - 1);
  let going = 0;

  shown.addEventListener("keydown", event => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: found.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  });

  async function list() {
    text.textContent = "Looking for solutions.";
    again.hidden = true;
    received = 0;
    const end = await job.run(
      "Looking for solutions",
      "solve",
      { ...about, given: state.given, number: most },
      part => {
        if (!part.solutions) return;
        const first = found.length === 0;
        for (const solution of part.solutions) found[received++] = solution; // a second search finds them in the same order
        describe("so far");
        if (first || (at < wanted && wanted < found.length)) go(first ? Math.min(wanted, found.length - 1) : wanted);
      },
      () => {
        received = 0;
      },
    );
    again.hidden = Boolean(end);
    if (!end) return found.length ? describe("found before the end") : text.replaceChildren("No solution was found before the end.");
    found.length = received;
    if (found.length === 0) {
      text.textContent = "This board has no solution. The panel Theory says which clues contradict each other.";
    } else {
      describe(end.all ? "" : "listed; there are more");
    }
  }

  let origin; // the last argument of describe

  function describe(how) {
    bar.hidden = found.length === 0;
    slider.hidden = found.length < 2;
    number.max = slider.max = found.length;
    text.textContent = `Solution ${large(at + 1)} of ${large(found.length)}${how ? ` ${how}` : ""}`;
    origin = how;
  }

  async function go(i) {
    if (found.length === 0) return;
    at = Math.min(Math.max(Number.isFinite(i) ? Math.floor(i) : 0, 0), found.length - 1);
    number.value = slider.value = String(at + 1);
    describe(origin);
    const turn = ++going,
      solution = found[at];
    values.textContent = solution;
    state.solution = at === 0 ? "" : String(at + 1);
    changed();
    try {
      const drawn = await drawing(solution);
      if (turn !== going) return;
      shown.replaceChildren(drawn.svg ? named(drawn.svg, `Solution ${at + 1}`) : element("pre", {}, drawn.text));
      if (at + 1 < found.length)
        drawing(found[at + 1]).catch(() => {
          /* reported when it is shown */
        });
    } catch (error) {
      if (turn === going) job.fail(advice(error));
    }
  }

  // drawing returns the promise of a picture, and keeps the promise for the next call.
  function drawing(solution) {
    if (!pictures.has(solution)) {
      if (pictures.size >= mostPictures) pictures.delete(pictures.keys().next().value);
      const promise = ask("picture", { ...about, solution });
      promise.catch(() => pictures.delete(solution));
      pictures.set(solution, promise);
    }
    return pictures.get(solution);
  }

  return {
    element: element(
      "div",
      {},
      text,
      again,
      bar,
      slider,
      shown,
      element("details", {}, element("summary", {}, "The solution as text"), values),
      job.element,
      line.element,
    ),
    show() {
      if (begun) return;
      begun = true;
      slider.hidden = true;
      list();
    },
    stop: () => job.stop(),
  };
}
