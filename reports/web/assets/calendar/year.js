// The year as a heat map: a table whose cells are links to the days.
import { element, set } from "../shared/dom.js";
import { at, countOf, daysOf, decimal, format, grouped, mean, months, titleOf, yearOf } from "./state.js";

// The colours of a heat map from few to many. Their home is encode/draw, and a test of the command checks that
// both agree.
const ramp = [
  [255, 250, 205],
  [199, 226, 140],
  [98, 186, 150],
  [46, 117, 148],
  [58, 21, 88],
];

// shade gives an element the colour of a share from 0 to 1, and black or white text.
export function shade(target, share) {
  const [colour, ink] = coloursOf(share);
  target.style.backgroundColor = colour;
  target.style.color = ink;
}

// coloursOf returns the colour of a share and the ink that can be read on it.
export function coloursOf(share) {
  const place = Math.min(1, Math.max(0, share)) * (ramp.length - 1);
  const i = Math.min(Math.floor(place), ramp.length - 2);
  const rgb = ramp[i].map((from, k) => Math.round(from + (place - i) * (ramp[i + 1][k] - from)));
  const [r, g, b] = rgb.map(x => (x / 255 <= 0.03928 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4));
  return [`rgb(${rgb.join(" ")})`, 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000" : "#fff"];
}

// heatMap makes the table of the year of a state. Transposed, it has a column for each month, which suits a
// narrow window. The function mark(state) of the result marks the month and the day of a state.
export function heatMap(counts, state, transposed) {
  const all = yearOf(counts, state);
  const most = Math.max(...all.map(x => x.count)),
    fewest = Math.min(...all.map(x => x.count));
  const /** @type {Element[][]} */ cells = []; // [month][day]: elements, where 0 is a heading and 32 a mean
  for (let month = 0; month <= 12; month++) {
    cells.push([]);
    for (let day = 0; day <= 32; day++) cells[month].push(cell(counts, state, month, day, { all, fewest, most, transposed }));
  }
  const rows = transposed ? cells[0].map((_, day) => cells.map(row => row[day])) : cells;
  const table = element(
    "table.heat",
    { role: "grid", "aria-label": `${titleOf(at(state))}: the solutions of each day` },
    element("thead", {}, element("tr", {}, rows[0])),
    element(
      "tbody",
      {},
      rows.slice(1).map(row => element("tr", {}, row)),
    ),
  );
  if (transposed) table.classList.add("tall");
  if (state.board === "weekday") table.classList.add("large");
  const links = rows.map(row => row.map(x => x.querySelector("a"))),
    rove = roving(table, links);
  const mark = ({ month, day }) => {
    const current = { [format(at(state, month, day))]: "date", [format(at(state, month))]: "true" };
    for (const link of links.flat()) if (link) set(link, { "aria-current": current[link.hash] });
    rove();
  };
  return { box: element("div", {}, element("div.scroll", {}, table), legend(fewest, most)), mark };
}

// cell makes one cell: a heading, a day, a mean, or nothing.
function cell(counts, state, month, day, { all, fewest, most, transposed }) {
  if (!month && !day) return element("td", {}, element("span.unseen", {}, "Month and day"));
  if (!month) {
    const link = () => element("a", { href: format(at(state, 0, day)), title: `Day ${day} of every month` }, String(day));
    return element("th", { scope: transposed ? "row" : "col" }, day === 32 ? "mean" : state.board === "weekday" ? String(day) : link());
  }
  const name = months[month - 1];
  if (!day) {
    const link = element(
      "a",
      { href: format(at(state, month)), title: `${name}, day by day` },
      element("span", { "aria-hidden": "true" }, name.slice(0, transposed && state.board !== "weekday" ? 1 : 3)),
      element("span.unseen", {}, name),
    );
    return element("th", { scope: transposed ? "col" : "row" }, link);
  }
  if (day === 32) return element("td.mean", {}, grouped(Math.round(mean(all.filter(x => x.month === month)))));
  if (day > daysOf(state, month)) return element("td");
  const count = countOf(counts, state, month, day);
  const mark = count === fewest ? ", the fewest of the year" : count === most ? ", the most of the year" : "";
  const label = `${titleOf(at(state, month, day))}: ${count} solutions${mark}`;
  const link = element("a", { href: format(at(state, month, day)), title: label, "aria-label": label }, String(count));
  shade(link, (count - fewest) / (most - fewest));
  return element("td", {}, link);
}

function legend(fewest, most) {
  const steps = [0, 0.25, 0.5, 0.75, 1].map(share => {
    const box = element("span", {}, grouped(Math.round(fewest + share * (most - fewest))));
    shade(box, share);
    return box;
  });
  return element("p.legend", {}, "Solutions: ", steps);
}

// roving makes the arrow keys move between the elements of a grid. Rows may have gaps. The key Tab reaches
// only one of these elements: the one with the focus, or else the current one. Its result is a function to
// call after another element has become the current one.
export function roving(box, rows) {
  const all = rows.flat().filter(Boolean);
  const choose = target =>
    all.forEach(x => {
      x.tabIndex = x === target ? 0 : -1;
    });
  const reset = () =>
    choose(
      all.find(x => x === document.activeElement) ??
        all.find(x => x.getAttribute("aria-current") === "date") ??
        all.find(x => x.hasAttribute("aria-current")) ??
        all[0],
    );
  reset();
  box.addEventListener("focusin", ({ target }) => {
    if (all.includes(target)) choose(target);
  });
  box.addEventListener("keydown", event => {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    let r = rows.findIndex(row => row.includes(event.target));
    if (!step || r < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    let c = rows[r].indexOf(event.target);
    do {
      r += step[0];
      c += step[1];
    } while (rows[r] && c >= 0 && c < rows[r].length && !rows[r][c]);
    rows[r]?.[c]?.focus();
  });
  return reset;
}

// describeYear says in words how many solutions the days have.
export function describeYear(counts, state) {
  const all = yearOf(counts, state);
  const fewest = all.reduce((a, b) => (b.count < a.count ? b : a)),
    most = all.reduce((a, b) => (b.count > a.count ? b : a));
  const name = x => element("a", { href: format(at(state, x.month, x.day)) }, `${x.day} ${months[x.month - 1]}`);
  return element(
    "p",
    {},
    `The ${all.length} days have ${grouped(all.reduce((sum, x) => sum + x.count, 0))} solutions in all, ${decimal(mean(all))} on average. `,
    "The fewest are on ",
    name(fewest),
    ` (${grouped(fewest.count)}), the most on `,
    name(most),
    ` (${grouped(most.count)}).`,
  );
}
