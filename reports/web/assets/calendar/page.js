// The page of the calendar: it shows the state that the hash of its address describes.
import "../shared/frame.js";
import { element, find } from "../shared/dom.js";
import { dayView } from "./day.js";
import { monthView } from "./month.js";
import { at, daysOf, format, hasSolutions, loadCounts, months, parse, titleOf, today } from "./state.js";
import { describeYear, heatMap } from "./year.js";

let counts,
  state,
  update = null,
  leave = new AbortController();
let showChoice,
  map = null; // the bar with the date, and the map that is shown
const lastYear = 9999; // the last year that a link can name
const narrow = matchMedia("(max-width: 44rem)"),
  middle = matchMedia("(max-width: 70rem)");

// show shows the state of the address. If only the solution or the filter has changed, the rest stays.
function show() {
  const next = parse(location.hash),
    right = location.hash.replace(/\/0+(?=\?|$)/, "");
  if (next && right !== location.hash) history.replaceState(null, "", right); // the numbers of solutions begin at 1
  find("problem").textContent = "";
  if (!next) {
    find("problem").textContent = `The link ${location.hash} names no date: it should end like #10-06, #10 or #weekday:2026-11-22. Choose a date below.`;
  }
  const same =
    state && next && hasSolutions(state) && state.hints === next.hints && format(at(state, state.month, state.day)) === format(at(next, next.month, next.day));
  state = next ?? at(today());
  if (same) {
    update?.(state);
    return;
  }
  leave.abort();
  leave = new AbortController();
  const { signal } = leave;
  update = null;
  document.title = `${titleOf(state)} · A-Puzzle-A-Day`;
  showChoice();
  year();
  const box = find("view"),
    found = find("found"),
    days = find("year");
  if (state.day > 0 !== (found.nextElementSibling === days)) {
    const focused = /** @type {any} */ (document.activeElement); // an element that moves loses the focus
    if (state.day) found.after(days);
    else box.before(days);
    if (days.contains(focused)) focused.focus();
  }
  const inside = [box, found].some(part => part.contains(document.activeElement));
  found.replaceChildren();
  if (hasSolutions(state))
    update = dayView(
      counts,
      state,
      box,
      part => {
        if (!signal.aborted) change(part);
      },
      signal,
    );
  else if (state.month) box.replaceChildren(monthView(counts, state));
  else box.replaceChildren(describeYear(counts, state));
  if (!inside) return;
  const heading = box.querySelector("h2") ?? find("year").firstChild; // the link with the focus has gone
  if (heading.localName === "h2") heading.tabIndex = -1;
  heading.focus();
}

// change changes the state within a day, and also the link.
function change(part) {
  find("problem").textContent = "";
  state = { ...state, ...part };
  history.replaceState(null, "", format(state));
  update?.(state);
}

const go = next => {
  location.hash = format(next);
};

// makeChoice makes the bar with which a date is chosen. Its result is a function that shows the state in the bar.
// The controls stay the same, so that they keep the focus.
function makeChoice() {
  const select = (label, options, onchange) => element("select", { "aria-label": label, onchange: ({ target }) => onchange(target.value) }, options);
  const option = (text, key) => element("option", { value: key }, text);
  const button = (text, onclick, label) => element("button", { type: "button", onclick, "aria-label": label }, text);
  const board = select("Board", [option("Month and day", "dragonfjord"), option("With day of the week", "weekday")], value =>
    go(dateOn(value, value === "weekday" ? new Date().getFullYear() : 0)),
  );
  const year = element("input", {
    type: "number",
    min: 1,
    max: lastYear,
    "aria-label": "Year",
    onchange: ({ target }) => {
      if (target.checkValidity() && target.value) go(dateOn(state.board, +target.value));
    },
  });
  const month = select("Month", ["Whole year", ...months].map(option), value => go(at(state, +value)));
  const day = select("Day", [], value => go(at(state, state.month, +value)));
  const before = button("‹", () => go(neighbour(-1)), "Previous day"),
    after = button("›", () => go(neighbour(1)), "Next day");
  find("choice").replaceChildren(
    month,
    day,
    before,
    after,
    button("Today", () => go(today(state.board))),
  );
  find("other").replaceChildren(board, year, button("Copy link", copy));
  return () => {
    const days = state.month || state.board !== "weekday" ? daysOf(state, state.month) : 0,
      focused = document.activeElement;
    if (day.options.length !== days + 1) day.replaceChildren(...["All", ...Array.from({ length: days }, (_, i) => i + 1)].map(option));
    [board.value, year.value, month.value, day.value] = [state.board, state.year, state.month, state.day];
    year.hidden = state.board !== "weekday";
    day.disabled = days === 0;
    before.hidden = after.hidden = !(state.day && state.month);
    before.disabled = !neighbour(-1);
    after.disabled = !neighbour(1);
    if (focused === before && before.disabled) after.focus();
    if (focused === after && after.disabled) before.focus();
  };
}

// dateOn returns the present date on another board or in another year. The 29th of February becomes the 28th in a
// common year.
function dateOn(board, year) {
  const { month, day } = state;
  return { ...at(state, month, month && Math.min(day, daysOf({ year }, month))), board, year };
}

// neighbour returns the day before or after, or null if there is none.
function neighbour(by) {
  let { year, month, day } = state;
  if (!day || !month) return null;
  day += by;
  if (day < 1) {
    month--;
    if (month < 1) {
      month = 12;
      year -= year ? 1 : 0;
    }
    day = daysOf({ year }, month);
  } else if (day > daysOf(state, month)) {
    [month, day] = [month + 1, 1];
    if (month > 12) {
      month = 1;
      year += year ? 1 : 0;
    }
  }
  if (state.year && (year < 1 || year > lastYear)) return null;
  return at({ ...state, year }, month, day);
}

// copy copies the link to the present view. If the browser forbids copying, the page shows the
// link.
async function copy() {
  const link = new URL(format(state), location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    find("said").textContent = "The link was copied.";
  } catch {
    find("said").replaceChildren("The link: ", element("a", { href: link }, link));
  }
}

// year shows the map of the year. A map of the same year stays, so that it keeps the focus and its scrolling.
function year() {
  const transposed = (state.board === "weekday" ? middle : narrow).matches;
  const shown = [state.board, state.year, transposed].join(" ");
  if (map?.shown !== shown) {
    const box = find("map"),
      had = box.contains(document.activeElement) ? document.activeElement?.hash : null;
    map = { shown, ...heatMap(counts, state, transposed) };
    box.replaceChildren(map.box);
    if (had) [...box.querySelectorAll("a")].find(link => link.hash === had)?.focus();
  }
  map.mark(state);
}

loadCounts()
  .then(loaded => {
    counts = loaded;
    showChoice = makeChoice();
    show();
    if (narrow.matches && state.month) find("year").open = false;
    addEventListener("hashchange", show);
    for (const width of [narrow, middle]) width.addEventListener("change", year);
  })
  .catch(reason => {
    find("problem").textContent = `${reason.message}.`;
    find("view").replaceChildren();
  });
