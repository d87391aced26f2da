// The archive: a month with a link to each day.
import { element, find, set } from "../shared/dom.js";
import { dateText, dones, longDate, parts, today } from "./store.js";

const mostMarks = 7;

// showMonth shows the month of a date. first is the first date of the archive, and chosen is the date
// that the page shows. The links of the same month stay in their places, because one of them may have the focus.
export function showMonth(date, first, chosen) {
  const table = find("month"),
    shown = [date.slice(0, 7), first, today()].join(" ");
  if (table.dataset.shown !== shown) {
    const had = table.contains(document.activeElement) ? document.activeElement?.hash : null;
    table.dataset.shown = shown;
    makeMonth(table, date, first);
    if (had)
      linksOf(table)
        .find(link => link.hash === had)
        ?.focus();
  }
  const solved = dones();
  find("dots").hidden = ![...solved.keys()].some(day => day.startsWith(date.slice(0, 7)));
  for (const link of linksOf(table)) {
    const day = link.hash.slice(1),
      count = solved.get(day) ?? 0;
    set(link, { "aria-label": `${longDate(day)}, ${count} solved`, "aria-current": day === chosen ? "date" : null });
    link.lastChild.textContent = "•".repeat(Math.min(mostMarks, count));
  }
}

const linksOf = table => [...table.querySelectorAll("a")];

// makeMonth makes the table of a month, and the bar above the table.
function makeMonth(table, date, first) {
  const [year, month] = parts(date);
  const lead = (new Date(Date.UTC(year, month, 1)).getUTCDay() + 6) % 7;
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const cells = [...Array(lead).fill(null), ...Array.from({ length: days }, (_, i) => dateText(year, month, i + 1))];
  while (cells.length % 7) cells.push(null);
  const row = cells => element("tr", {}, cells);
  const weeks = Array.from({ length: cells.length / 7 }, (_, i) => cells.slice(7 * i, 7 * i + 7));
  const names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
  table.replaceChildren(
    element("thead", {}, row(names.map(name => element("th", { scope: "col", abbr: name }, name.slice(0, 2))))),
    element("tbody", {}, ...weeks.map(week => row(week.map(day => element("td", {}, day && dayLink(day, first)))))),
  );
  find("month-name").textContent = longDate(date, { month: "long", year: "numeric" });
  const earlier = find("earlier"),
    later = find("later"),
    focused = document.activeElement;
  earlier.disabled = dateText(year, month, 0) < first;
  later.disabled = dateText(year, month + 1, 1) > today();
  if (focused === earlier && earlier.disabled) later.focus();
  if (focused === later && later.disabled) earlier.focus();
}

// dayLink returns the link to a day, with room for a mark for each solved puzzle. A day outside of the archive has
// no link.
function dayLink(day, first) {
  const number = Number(day.slice(8));
  if (day < first || day > today()) return element("span.day", {}, number);
  return element("a.day", { href: `#${day}` }, element("span", {}, number), element("span.done-marks", { "aria-hidden": "true" }));
}
