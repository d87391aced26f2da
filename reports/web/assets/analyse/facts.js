// Facts that are not shown as plain text: the test of Gale and Ryser step by step, vectors as
// pictures, and the derivation of an unknown from the clues.
import { element, shape } from "../shared/dom.js";
import { table } from "./job.js";

// special shows a fact, or returns null if the fact is shown as text.
export function special(fact, data, facts) {
  if (!Array.isArray(fact.value) || fact.value.length === 0) return null;
  if (fact.name === "partial_sums") return partialSums(fact.value);
  if (fact.name === "kernel" && Array.isArray(fact.value[0]?.[0])) return vectors(fact.value);
  if (fact.name === "inverse") return derivation(fact.value, data, facts);
  return null;
}

// partialSums shows the table of the test one row after the other.
function partialSums(rows) {
  let shown = 1;
  const body = element("tbody");
  const words = element("p", { role: "status" });
  const step = by => element("button", { type: "button", onclick: () => show(shown + by) }, by < 0 ? "◀ Back" : "Next ▶");
  const back = step(-1),
    next = step(1);
  const all = element("button", { type: "button", onclick: () => show(rows.length) }, "All steps");
  function show(n) {
    shown = Math.min(Math.max(n, 1), rows.length);
    body.replaceChildren(
      ...rows
        .slice(0, shown)
        .map(({ k, columns, conjugate, holds }, i) =>
          element(
            "tr",
            { class: i === shown - 1 ? "analyse-now" : null },
            element("th", { scope: "row" }, k),
            element("td", {}, columns),
            element("td", {}, holds ? "≤" : ">"),
            element("td", {}, conjugate),
            element("td", {}, holds ? "✓ holds" : "✗ fails"),
          ),
        ),
    );
    const { k, columns, conjugate, holds } = rows[shown - 1];
    const what = k === 1 ? "The largest column needs" : `The ${k} largest columns together need`;
    words.textContent = `Step ${shown} of ${rows.length}: ${what} ${columns}. The rows can give ${k === 1 ? "one column" : `${k} columns`} at most ${conjugate}. ${holds ? "So this step holds." : "So there is no solution."}`;
    back.disabled = shown === 1;
    next.disabled = all.disabled = shown === rows.length;
  }
  show(1);
  return element(
    "div",
    {},
    element(
      "p",
      {},
      "Take the columns with the largest sums. A row with sum r gives at most min(r, k) to k columns. There is a solution if and only if every step holds and the totals are equal.",
    ),
    element("div.bar", {}, back, next, all),
    words,
    table("The test of Gale and Ryser", ["Columns", "They need", "", "The rows give", ""], body),
  );
}

const colours = { 0: "#ffffff", 1: "#e69f00", "-1": "#56b4e9" }; // of Okabe and Ito

// vectors draws each vector of a kernel as a board.
function vectors(list) {
  const most = 24;
  return element(
    "div",
    {},
    element(
      "p",
      {},
      "If you add one of these boards to a solution, the lights or clues stay the same. Any two solutions differ by a sum of these boards. Zeros are left blank.",
    ),
    element(
      "div.analyse-vectors",
      {},
      list.slice(0, most).map((rows, i) => element("div.picture", {}, gridPicture(rows, `Vector ${i + 1} of ${list.length}`))),
    ),
    list.length > most && element("p", {}, `${list.length - most} more vectors are not drawn; the command prints them.`),
  );
}

// gridPicture draws a board of numbers.
function gridPicture(rows, name) {
  const side = 24,
    h = rows.length,
    w = Math.max(...rows.map(row => row.length));
  const svg = shape("svg", {
    viewBox: `0 0 ${w * side + 2} ${h * side + 2}`,
    width: w * side + 2,
    height: h * side + 2,
    role: "img",
    "aria-label": `${name}: ${rows.map(row => row.join(" ")).join("; ")}`,
  });
  rows.forEach((row, r) =>
    row.forEach((value, c) => {
      svg.append(
        shape("rect", {
          x: c * side + 1,
          y: r * side + 1,
          width: side,
          height: side,
          fill: colours[value] ?? (value > 0 ? colours[1] : colours[-1]),
          stroke: "#888888",
        }),
      );
      if (value)
        svg.append(
          shape(
            "text",
            { class: "on-colour", x: c * side + 1 + side / 2, y: r * side + 17 + 1, "text-anchor": "middle", "font-size": 13, fill: "#000000" },
            String(value).replace("-", "−"),
          ),
        );
    }),
  );
  return svg;
}

// derivation shows how an unknown follows from the clues. The unknown is a sum of the clues, each
// multiplied by a factor. The factors are the unknown's row of the inverse matrix. Without the facts matrix and
// solution, derivation returns null.
function derivation(inverse, data, facts) {
  const matrix = facts.find(fact => fact.name === "matrix")?.value;
  const solution = facts.find(fact => fact.name === "solution")?.value?.flat();
  if (!matrix || !solution) return null;
  const clues = matrix.map(row => row.reduce((sum, factor, i) => sum + factor * solution[i], 0));
  const out = element("div.analyse-derivation", { role: "status" });
  const choose = element(
    "select",
    { onchange: () => show(+choose.value) },
    data.names.map((name, i) => element("option", { value: i }, name)),
  );
  function show(i) {
    const terms = inverse[i].map((factor, k) => ({ factor, k })).filter(({ factor }) => factor !== 0);
    const plus = terms.filter(t => t.factor > 0),
      minus = terms.filter(t => t.factor < 0);
    const words = list =>
      list.map(({ factor, k }) => `${Math.abs(factor) === 1 ? "" : `${Math.abs(factor)} × `}the clue ${clues[k]} (${data.names[k]})`).join(", ");
    const sum = terms
      .map(({ factor, k }, n) => `${factor < 0 ? "− " : n ? "+ " : ""}${Math.abs(factor) === 1 ? "" : `${Math.abs(factor)}·`}${clues[k]}`)
      .join(" ");
    const size = data.layout;
    out.replaceChildren(
      element("p", {}, `Add ${words(plus) || "nothing"}.`),
      minus.length > 0 && element("p", {}, `Subtract ${words(minus)}.`),
      element("p", {}, element("strong", {}, `${sum} = ${solution[i]}`)),
      size ? element("div.picture.analyse-small", {}, gridPicture(folded(inverse[i], size), `The factors of the clues for ${data.names[i]}`)) : "",
    );
  }
  show(0);
  return element(
    "div",
    {},
    element(
      "p",
      {},
      "Every unknown is a sum of the clues, each multiplied by a fixed factor. In this sum, all other unknowns cancel out. The picture shows the factor of each clue.",
    ),
    element("label", {}, "Derive ", choose),
    out,
  );
}

function folded(row, { h, w }) {
  return Array.from({ length: h }, (_, r) => row.slice(r * w, (r + 1) * w));
}
