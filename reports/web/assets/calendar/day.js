// The view of a day. It shows all solutions as pictures, one of them large, and what is known about
// them.
import { embed } from "../play/embed.js";
import { ask, waitingText } from "../shared/ask.js";
import { element, find, set } from "../shared/dom.js";
import { describe, drawSolution, plan, toPNG } from "./draw.js";
import { duration, enginesView } from "./engines.js";
import { filtered, filterView } from "./filter.js";
import { hintView } from "./hint.js";
import { dayOfMonthsView, monthView, ranked } from "./month.js";
import { at, format, grouped, instance, months, ordinal, titleOf, yearOf } from "./state.js";

const chunk = 60; // pictures that are added at once
const mostAtOnce = 240; // pictures that scrolling adds; without a limit, nobody gets to the parts below them

// dayView shows a day in the box, or a month without a day, or a day without a month. The solutions are below it. The
// view calls the function change with changes of the state, such as {number: 2}. The result is the function
// update(state), which shows another state of the same day.
export function dayView(counts, first, box, change, stop) {
  let state = first,
    shown = null,
    asked = false;
  const status = element("p#status", { role: "status" }),
    about = { puzzle: "calendar", instance: instance(state) };
  const show = element("button#show", { type: "button", onclick: () => change({ number: 1 }) }, "Show the solutions");
  box.replaceChildren(...heading(counts, state, about, show, stop), status);
  const reveal = () => {
    show.hidden = state.number > 0;
    if (asked || !show.hidden) return;
    asked = true;
    status.textContent = "Looking for all solutions …";
    solve(about, counts[state.board].rows, status, stop)
      .then(found => {
        shown = parts(found, about, counts, () => state, change, stop);
        status.textContent = "";
        find("found").replaceChildren(...shown.boxes);
        shown.update(state, true);
      })
      .catch(reason => {
        if (reason.name !== "AbortError") status.replaceChildren(element("span.problem", {}, reason.message), " Check the date, or reload the page.");
      });
  };
  reveal();
  return next => {
    const other = format({ ...state, number: 1 }) !== format({ ...next, number: 1 });
    state = next;
    reveal();
    shown?.update(state, other);
  };
}

// heading returns what is above the solutions. A day has its board, to be played.
function heading(counts, state, { puzzle, instance: board }, show, stop) {
  if (!state.day) return [monthView(counts, state), show];
  if (!state.month) return [dayOfMonthsView(counts, state), show];
  const game = element("div", { "aria-busy": "true" });
  embed(puzzle, board, { lead: "Cover every cell except the date.", aside: [rank(counts, state)], more: [show], stop })
    .then(made => game.replaceChildren(made))
    .catch(reason => {
      if (reason.name !== "AbortError") game.replaceChildren(element("p.problem", {}, `${reason.message}.`), show);
    })
    .finally(() => game.removeAttribute("aria-busy"));
  return [element("h2", {}, titleOf(state)), game];
}

// rank says how the day compares with the others.
function rank(counts, state) {
  const all = yearOf(counts, state),
    own = all.find(x => x.month === state.month && x.day === state.day)?.count ?? 0;
  const fewer = all.filter(x => x.count < own).length,
    more = all.filter(x => x.count > own).length;
  const place = fewer <= more ? `${ordinal(fewer + 1)}fewest` : `${ordinal(more + 1)}most`;
  return element(
    "p#rank",
    {},
    element("strong", {}, `${grouped(own)} solutions`),
    `, the ${place} of the ${all.length} days of the year. `,
    `${ranked(all, state.month)} `,
    element("a", { href: format(at(state, state.month)) }, `All days of ${months[state.month - 1]}`),
  );
}

// solve returns the plan of the board and all solutions, in alphabetical order, so that a number in a
// link always means the same solution.
async function solve(about, labels, status, stop) {
  const board = await ask("board", about, { stop });
  const solutions = [];
  const say = before => {
    status.textContent = before === undefined ? `${grouped(solutions.length)} solutions so far …` : `Looking for all solutions: ${waitingText(before)}`;
  };
  const onPart = part => {
    solutions.push(...(part.solutions ?? []));
    say();
  };
  await ask(
    "solve",
    { ...about, number: 0 },
    {
      onPart,
      onWait: say,
      onAgain: () => {
        solutions.length = 0;
      },
      stop,
    },
  );
  return { plan: plan(board, labels), solutions: solutions.sort() };
}

// parts makes the parts of the view that need the solutions.
function parts({ plan: p, solutions }, about, _counts, current, change, stop) {
  const large = largeView(p, solutions, current, change);
  const filter = filterView(p, solutions, chosen => change({ filter: chosen }));
  const gallery = galleryView(p, solutions, number => {
    change({ number });
    large.box.scrollIntoView({ block: "nearest" });
  });
  const hints = hintView(p, about, current().hints, number => change({ hints: number }), stop);
  const keys = event => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    large.step(step);
    gallery.box.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  };
  for (const part of [large.box, gallery.box]) part.addEventListener("keydown", keys);
  const tooLarge = number => {
    // the link names a solution that the day lacks
    const said = find("problem").textContent;
    change({ number: solutions.length });
    find("problem").textContent =
      `${said} The link names solution ${grouped(number)}, but there are ${grouped(solutions.length)}. This is the last one.`.trim();
  };
  return {
    boxes: [
      element("div.columns", {}, element("div", {}, large.box), element("div", {}, hints)),
      filter.box,
      gallery.box,
      effort(about, stop),
      enginesView(about, stop),
    ],
    update(state, filterChanged) {
      if (filterChanged) {
        const unknown = unknownIn(state.filter, p);
        if (unknown.length > 0)
          find("problem").textContent = `The link names ${unknown.join(", ")}, but the board has no such piece or cell. Choose one below.`;
        const kept = filtered(p, solutions, state.filter);
        filter.update(state.filter, kept);
        large.keep(kept);
        gallery.update(state, kept);
      }
      if (state.number > solutions.length && solutions.length > 0) return tooLarge(state.number);
      large.update(state);
      gallery.mark(state);
    },
  };
}

// unknownIn lists the names in a filter that name neither a piece nor a cell of the board.
function unknownIn(filter, { pieces, labels }) {
  return Object.entries(filter).flatMap(([piece, cells]) => (pieces.includes(piece) ? cells.filter(cell => !labels.includes(cell)) : [piece]));
}

// largeView makes the large picture of one solution, with buttons.
function largeView(p, solutions, current, change) {
  let kept = [];
  const figure = element("div.picture#large", { tabindex: "0" }),
    text = element("p#which", { "aria-live": "polite" });
  const step = by => {
    if (kept.length === 0) return;
    const place = kept.indexOf(current().number - 1);
    change({ number: kept[place < 0 ? 0 : (place + by + kept.length) % kept.length] + 1 });
  };
  const save = async () => {
    try {
      const { number } = current(),
        title = `${titleOf(current())}: solution ${number} of ${solutions.length}`;
      const link = element("a", {
        href: URL.createObjectURL(await toPNG(figure.firstChild, title)),
        download: `calendar-${instance(current()).replace(":", "-")}-${number}.png`,
      });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      find("said").textContent = "The picture was saved.";
    } catch (reason) {
      find("said").textContent = `The picture could not be made: ${reason.message}. Take a screenshot instead.`;
    }
  };
  const button = (text, onclick, label) => element("button", { type: "button", onclick, "aria-label": label }, text);
  const box = element(
    "section#solution",
    { "aria-label": "One solution" },
    text,
    figure,
    element(
      "div.bar",
      {},
      button("‹ Previous", () => step(-1), "Previous solution"),
      button("Next ›", () => step(1), "Next solution"),
      button("Save as PNG", save),
    ),
  );
  return {
    box,
    step,
    keep(numbers) {
      kept = numbers;
    },
    update({ number }) {
      const values = solutions[number - 1];
      if (!values) {
        text.textContent = `There is no solution ${number}: there are ${grouped(solutions.length)}.`;
        figure.replaceChildren();
        return;
      }
      const place = kept.indexOf(number - 1);
      text.textContent = `Solution ${grouped(number)} of ${grouped(solutions.length)}${place < 0 ? ", which the filter leaves out" : ""}`;
      const cells = [...values].map(Number);
      figure.dataset.solution = values;
      figure.replaceChildren(set(drawSolution(p, cells, true), { role: "img", "aria-label": `${text.textContent}, row by row: ${describe(p, cells)}` }));
    },
  };
}

// galleryView makes the pictures of all solutions that the filter keeps. Pictures further down are
// added when they come into view, or with a button if there are many. The gallery calls onPick with
// the number of a picture that is clicked.
function galleryView(p, solutions, onPick) {
  let kept = [],
    state = null,
    drawn = 0;
  const list = element("ol.gallery"),
    heading = element("h3");
  const onMore = () => {
    // the button moves away or disappears, so the first new picture takes the focus
    const first = drawn;
    add();
    list.children[first]?.querySelector("a").focus();
  };
  const more = element("button", { type: "button", onclick: onMore }, "Show more");
  const picture = i =>
    element(
      "li",
      {},
      element(
        "a",
        {
          href: format({ ...state, number: i + 1 }),
          "data-solution": solutions[i],
          "data-number": i + 1,
        },
        set(drawSolution(p, [...solutions[i]].map(Number)), { "aria-hidden": "true" }),
        element("span.unseen", {}, "Solution "),
        String(i + 1),
      ),
    );
  const observer = new IntersectionObserver(
    seen => {
      if (seen.at(-1)?.isIntersecting && !more.hidden && drawn < mostAtOnce) add();
    },
    { rootMargin: "400px" },
  );
  const add = () => {
    observer.unobserve(more); // a button that is still in view is reported again
    observer.observe(more);
    list.append(...kept.slice(drawn, drawn + chunk).map(picture));
    drawn = Math.min(kept.length, drawn + chunk);
    more.hidden = drawn >= kept.length;
    mark();
  };
  const mark = () => {
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    list.querySelector(`[data-number="${state.number}"]`)?.setAttribute("aria-current", "true");
  };
  list.addEventListener("click", event => {
    const link = event.target.closest("[data-number]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return; // which open another window
    event.preventDefault();
    onPick(Number(link.dataset.number));
  });
  return {
    box: element("section#gallery", {}, heading, list, more),
    update(next, numbers) {
      state = next;
      kept = numbers;
      drawn = 0;
      list.replaceChildren();
      heading.textContent =
        kept.length === solutions.length ? `All ${grouped(kept.length)} solutions` : `${grouped(kept.length)} of ${grouped(solutions.length)} solutions`;
      add();
    },
    mark(next) {
      state = next;
      mark();
    },
  };
}

// effort says how much work the native engine needs.
function effort(about, stop) {
  const text = element("p", {}, "…");
  ask("count", { ...about, method: "native" }, { stop })
    .then(({ nodes = 0, wall_seconds: seconds = 0 }) => {
      text.textContent = `To find all solutions, the native engine tries ${grouped(nodes)} partial coverings (search nodes). Here it took ${duration(seconds)}.`;
    })
    .catch(reason => {
      if (reason.name !== "AbortError") text.textContent = `${reason.message}.`;
    });
  return element("section#effort", {}, element("h3", {}, "How hard it is"), text);
}
