// The plot of an experiment: a point for each record, which is a link to its board. The boards are in
// the order of their numbers of solutions, and the height is a measure on a logarithmic scale.
import { element, shape } from "../shared/dom.js";

// The palette of Okabe and Ito. The shapes differ, too, for readers who do not see the colours.
const colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#1a1a1a", "#777777"];
const outlines = [
  "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
  "M-4-4h8v8h-8z",
  "M0-5L5 4H-5z",
  "M0-5L5 0L0 5L-5 0z",
  "M0 5L5-4H-5z",
  "M-5-2h3v-3h4v3h3v4h-3v3h-4v-3h-3z",
];
// On a phone the drawing has fewer units, so that its letters are as large as on a desktop.
const width = matchMedia("(max-width: 40rem)").matches ? 380 : 800,
  height = width === 800 ? 360 : 300,
  left = 70,
  right = 15,
  top = 15,
  bottom = 40;

const mark = (i, more = {}) => shape("path", { d: outlines[i % outlines.length], fill: colours[i % colours.length], "fill-opacity": ".75", ...more });

// plot returns the elements of the plot: the picture, and the key with the names of the methods.
// The parameter measure is {key, name, say}. The function link(i) returns the address of the board
// of record i. The function choose(i) is called before the browser opens this address. The
// parameter only is the name of the one method to show, or "". The parameter here is the number of the record to mark, or -1.
export function plot(records, measure, { link, choose, here, only }) {
  const measured = records.map((record, i) => ({ record, i })).filter(({ record }) => record[measure.key] > 0);
  const methods = methodsOf(measured.map(({ record }) => record)); // of all records, so that a method keeps its colour
  const drawn = measured.filter(({ record }) => !only || record.method === only);
  if (drawn.length === 0) return [element("p.quiet", {}, `No record here has a ${measure.name} above 0.`)];
  const places = new Map(boards(drawn).map((board, i) => [board, i]));
  const values = drawn.map(({ record }) => record[measure.key]);
  const low = Math.floor(Math.log10(Math.min(...values))),
    high = Math.max(Math.ceil(Math.log10(Math.max(...values))), low + 1);
  const x = record => left + ((Number(places.get(board(record))) + 0.5) / places.size) * (width - left - right);
  const y = value => height - bottom - ((Math.log10(value) - low) / (high - low)) * (height - top - bottom);
  const picture = shape("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": true });
  const every = Math.ceil((high - low) / 8);
  for (let power = low; power <= high; power += every) {
    picture.append(
      shape("line", { x1: left, x2: width - right, y1: y(10 ** power), y2: y(10 ** power), stroke: "#d9d9d9" }),
      shape("text", { x: left - 8, y: y(10 ** power) + 4, "text-anchor": "end" }, measure.say(10 ** power)),
    );
  }
  picture.append(
    shape(
      "text",
      { x: (left + width - right) / 2, y: height - 12, "text-anchor": "middle" },
      `${places.size.toLocaleString("en")} ${places.size === 1 ? "board" : "boards"}, from the fewest solutions to the most`,
    ),
  );
  for (const { record, i } of drawn) {
    const method = methods.indexOf(record.method);
    picture.append(
      shape(
        "a",
        { href: link(i), tabindex: -1, onclick: () => choose(i), transform: `translate(${x(record)} ${y(record[measure.key])})` },
        mark(method, { class: i === here ? "here" : null }),
        shape(
          "title",
          {},
          `${record.instance}${record.given ? ` with ${record.given}` : ""}\n${record.method}: ${measure.say(record[measure.key])}, ${solutions(record)}`,
        ),
      ),
    );
  }
  const key = element(
    "ul.key",
    {},
    methods.map((name, i) => (!only || name === only) && element("li", {}, shape("svg", { viewBox: "-6 -6 12 12", "aria-hidden": true }, mark(i)), ` ${name}`)),
  );
  return [element("div.picture", {}, picture), key];
}

// methodsOf lists the methods of records, each once.
export const methodsOf = records => [...new Set(records.map(({ method }) => method))];

function solutions({ status, count }) {
  if (count === undefined || count === "") return "number of solutions unknown";
  return `${status === "exact" ? "" : "at least "}${count} ${count === "1" ? "solution" : "solutions"}`;
}

const board = record => `${record.puzzle} ${record.instance} ${record.given ?? ""}`;

// boards lists the boards of the records in the order of their numbers of solutions. Boards whose
// number is unknown come last.
function boards(drawn) {
  const counts = new Map();
  for (const { record } of drawn) {
    const count = record.status === "exact" ? Number(record.count) : Infinity;
    counts.set(board(record), Math.min(counts.get(board(record)) ?? Infinity, count));
  }
  return [...counts].sort((a, b) => (a[1] === b[1] ? 0 : a[1] - b[1])).map(([name]) => name);
}
