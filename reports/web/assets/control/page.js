// The page about reversible control flow: a graph whose edges can be coloured, and the jump table that
// the colours make.
import "../shared/frame.js";
import { graphCard, onCircle, rowColour } from "../pairplace/graph.js";
import { ask } from "../shared/ask.js";
import { element, find } from "../shared/dom.js";

const mostBranches = 8;
let control = null; // the answer to the question control
let colours = []; // of the jumps: indices of values
let asked = 0; // numbers the questions

const about = {
  while:
    "A loop. At A, the program checks the condition. If it is true, the program jumps to B, the start of the block. If it is false, the program skips the block and jumps to D. At C, the end of the block, the program checks the condition again. If it is false, the program jumps back to B. If it is true, the program leaves the loop and jumps to D. So at the end of the block of a reversible loop, the condition is false only if the block runs again.",
  if: "An if statement. Its graph is the same as the graph of the loop. But an if statement must not repeat its block, so the jump from C to B is an error.",
  chain:
    "The condition chooses one of the blocks. At the end of a block, the condition must still have the value that led into this block. Any other value is an error.",
  program:
    "Larger structures are built out of smaller ones. Each structure has a condition of its own, and its own small graph. Between the graphs are plain steps, which need no condition and no colour: the dotted lines. So if each small graph is properly coloured, the whole program can run backwards.",
  graph:
    "Any graph: each line of the list is an edge, such as A B, and may end with a label. An edge with the label error is dashed. The colours found by search are the fewest possible.",
};
// The kinds with a text, and a text for the beginning.
const samples = { program: "while {\n  if {\n  } else {\n    while { }\n  }\n}", graph: "A B\nB C\nC D\nD A\nA C error\n" };

// fromLink reads the hash, such as #kind=chain&branches=5&colours=000111.
function fromLink() {
  const link = new URLSearchParams(location.hash.slice(1));
  const kind = Object.hasOwn(about, link.get("kind") ?? "") ? link.get("kind") : "while";
  const number = Number(link.get("branches"));
  const branches = Number.isInteger(number) && number >= 2 && number <= mostBranches ? number : 2;
  find("kind").value = kind;
  find("branches").value = String(branches);
  find("text").value = link.get("text") ?? samples[kind] ?? "";
  open(kind, branches, link.get("colours"));
  if (link.has("kind") && link.get("kind") !== kind) warn(`There is no structure "${link.get("kind")}". Choose one from the list.`);
  else if (kind === "chain" && link.has("branches") && number !== branches)
    warn(`A chain has 2 to ${mostBranches} branches, not ${link.get("branches")}. The page shows ${branches}.`);
}

// warn says what the page could not read in a link.
function warn(text) {
  find("problem").hidden = false;
  find("problem").textContent = text;
}

async function open(kind, branches, wanted) {
  const turn = ++asked;
  find("branches-label").hidden = kind !== "chain";
  find("own").hidden = !samples[kind];
  find("insert").hidden = kind !== "program";
  problem(null);
  let answer;
  try {
    answer = await ask("control", { kind, branches: kind === "chain" ? branches : 1, text: samples[kind] ? find("text").value : "" });
  } catch (error) {
    if (turn === asked) problem(error);
    return;
  }
  if (turn !== asked) return;
  control = answer;
  colours = readColours(wanted) ?? control.jumps.map(jump => jump.plain);
  showProgram(kind);
  card = null;
  show();
}

function problem(error) {
  find("problem").hidden = !error;
  find("problem").textContent = error ? `${error.message}.${error.misuse ? "" : " Reload the page to try again."}` : "";
}

function readColours(text) {
  const list = [...(text ?? "")].map(Number);
  return list.length === control.jumps.length && list.every(colour => control.values[colour] !== undefined) ? list : null;
}

function showProgram(kind) {
  find("about").textContent = about[kind];
  find("code").replaceChildren(
    ...control.code.flatMap(line => [
      line.at < 0 ? line.text : element("b", {}, `${"  ".repeat(depth(line.at))}// Position ${control.positions[line.at]}`),
      "\n",
    ]),
  );
  find("code").closest("section").hidden = !control.code.length;
  find("list").textContent = control.edge_list;
  find("graph").removeAttribute("aria-busy");
}

// depth counts the blocks with a position.
function depth(at) {
  return structures().filter(({ blocks }) => blocks.some(([start, end]) => start <= at && at <= end)).length;
}

function structures() {
  return control.structures ?? [];
}

const gap = 40; // between a block and a structure in it
const pad = 30;

// inside lists the structures between two positions, without those that are in their blocks.
function inside([start, end]) {
  const list = [];
  let at = start;
  for (const structure of structures()) {
    if (structure.before <= at || structure.after >= end) continue;
    list.push(structure);
    at = structure.after;
  }
  return list;
}

// sizes returns the width and height of a structure and of its blocks. The blocks are between the
// position before the structure and the one after it, one below the other. The structures in a block
// are below the line from its start to its end.
function sizes({ blocks }) {
  const inner = blocks.map(block => {
    const all = inside(block).map(sizes);
    return {
      w: Math.max(
        160,
        all.reduce((sum, { w }) => sum + w + gap, gap),
      ),
      h: Math.max(80, ...all.map(({ h }) => h + 60)),
    };
  });
  const low = blocks.length === 1 ? 70 : 0; // the line that passes an only block
  return { w: 220 + Math.max(...inner.map(({ w }) => w)), h: low + inner.reduce((sum, { h }) => sum + h, 0), inner };
}

// lay puts structures beside one another. The first begins at x, and y is their middle.
function lay(list, points, x, y) {
  for (const structure of list) {
    const { w, h, inner } = sizes(structure);
    const middle = inner.length === 1 ? y + h / 2 - 15 : y;
    points[structure.before] = [x, middle];
    points[structure.after] = [x + w, middle];
    let top = y - h / 2;
    for (const [i, block] of structure.blocks.entries()) {
      const all = inside(block);
      const at = top + (all.length ? 30 : inner[i].h / 2);
      points[block[0]] = [x + 110, at];
      points[block[1]] = [x + w - 110, at];
      lay(all, points, x + 110 + gap, top + 30 + inner[i].h / 2);
      top += inner[i].h;
    }
    x += w + gap;
  }
}

// places returns the points of the positions, and the size of the picture. The vertices of a graph
// without structures are on a circle.
function places() {
  const n = control.positions.length;
  const all = inside([-1, n]);
  if (!all.length) {
    const radius = Math.max(120, 14 * n);
    const middle = radius + pad;
    return { points: onCircle(n, middle, middle, radius), width: 2 * middle, height: 2 * middle };
  }
  const size = all.map(sizes);
  const height = Math.max(...size.map(({ h }) => h)) + pad;
  const points = control.positions.map(() => [0, 0]);
  lay(all, points, pad, height / 2);
  return { points, width: size.reduce((sum, { w }) => sum + w + gap, 2 * pad - gap), height };
}

// clashes lists the positions with two jumps for the same value: [position, value, jumps].
function clashes() {
  return control.positions.flatMap((_, at) =>
    control.values.flatMap((_, value) => {
      const both = control.jumps.filter((jump, i) => colours[i] === value && (jump.from === at || jump.to === at));
      return both.length > 1 ? [[at, value, both]] : [];
    }),
  );
}

let card = null;

function show() {
  const { points, width, height } = places();
  const wrong = clashes();
  if (!card) {
    card = graphCard(width, height, "The graph. Each line is a button that changes its colour");
    // A wide picture can be scrolled, because its texts would be too small.
    card.card.style.overflowX = "auto";
    card.card.style.maxWidth = width > 500 ? "none" : "";
    card.drawing.style.minWidth = width > 800 ? `${0.7 * width}px` : "";
    find("graph").replaceChildren(card.card);
  }
  const focused = [...card.drawing.querySelectorAll(".edge")].indexOf(document.activeElement);
  card.show({ points, names: control.positions, edges: [...control.jumps.map(edgeOf), ...(control.steps ?? []).map(stepOf)], bad: wrong.map(([at]) => at) });
  if (focused >= 0) card.drawing.querySelectorAll(".edge")[focused].focus();
  showVerdict(wrong);
  showJumps();
  showOrigins();
  showPairs();
  keep();
}

function stepOf([a, b]) {
  return { a, b, colour: "#6b7480", dash: "2 6" };
}

function edgeOf(jump, i) {
  const value = control.values[colours[i]];
  const name = `From ${letter(jump.from)} to ${letter(jump.to)}: ${value}${jump.error ? ", an error" : ""}. Change the colour`;
  // The texts of edges that cross are at different places, because in the middle they would cover
  // each other.
  const at = structures().some(({ before }) => before === jump.from) ? 0.62 : structures().some(({ after }) => after === jump.to) ? 0.38 : 0.5;
  return {
    a: jump.from,
    b: jump.to,
    row: colours[i],
    dash: jump.error ? "8 6" : "",
    text: jump.error ? `error: ${value}` : value,
    at,
    above: jump.error ? 15 : 0,
    name,
    press: () => press(i),
  };
}

function letter(at) {
  return control.positions[at];
}

function press(i) {
  colours[i] = (colours[i] + 1) % control.values.length;
  show();
}

// spoil gives the last possible jump the colour of another jump that has the same destination or origin.
function spoil() {
  for (let i = control.jumps.length - 1; i > 0; i--) {
    const { from, to } = control.jumps[i];
    const k = control.jumps.findIndex((jump, k) => colours[k] !== colours[i] && (jump.to === to || jump.from === from));
    if (k < 0) continue;
    colours[i] = colours[k];
    break;
  }
  show();
}

function showVerdict(wrong) {
  const text = wrong.length
    ? `These colours do not work. ${wrong.map(explain).join(" ")}`
    : `The colours are proper: no two lines with the same colour meet. So the program can run forwards and backwards.${changing()}`;
  find("verdict").className = wrong.length ? "clash" : "fine";
  if (find("verdict").textContent !== text) find("verdict").textContent = text;
}

// changing names a block for which the value that leads out of the block differs from the value
// that leads into it.
function changing() {
  for (const { before, after, blocks } of structures()) {
    for (const [start, end] of blocks) {
      const [into, out] = [colourOf(before, start), colourOf(end, after)];
      if (into === out) continue;
      return ` But with these colours, the block from ${letter(start)} to ${letter(end)} is entered with ${control.values[into]} and left with ${control.values[out]}, so the block itself has to change the value.`;
    }
  }
  return "";
}

function colourOf(from, to) {
  return colours[control.jumps.findIndex(jump => jump.from === from && jump.to === to)];
}

function explain([at, value, both]) {
  const shown = control.values[value];
  if (both.some(jump => jump.to === at) && both.some(jump => jump.from === at)) {
    return `With the value ${shown}, ${letter(at)} has jumps to and from other positions. In a table, it would have two partners.`;
  }
  if (both[0].to === at) {
    return `With the value ${shown}, both ${both.map(jump => letter(jump.from)).join(" and ")} jump to ${letter(at)}. A program that runs backwards could not know where ${letter(at)} was reached from.`;
  }
  return `With the value ${shown}, ${letter(at)} has jumps to both ${both.map(jump => letter(jump.to)).join(" and ")}. The program would not know where to go.`;
}

function swatch(value) {
  const made = element("span.swatch", { "aria-hidden": "true" });
  made.style.background = rowColour(value);
  return made;
}

function heads(first) {
  return element(
    "thead",
    {},
    element(
      "tr",
      {},
      element("th", { scope: "col" }, first),
      control.values.map((name, value) => element("th", { scope: "col" }, swatch(value), ` ${name}`)),
    ),
  );
}

// jumpsOf returns the jumps with the given value that have the given position as their end "from"
// or "to".
function jumpsOf(end, at, value) {
  return control.jumps.filter((jump, i) => jump[end] === at && colours[i] === value);
}

function showJumps() {
  const origins = control.positions.map((_, at) => at).filter(at => control.jumps.some(jump => jump.from === at));
  const cell = (at, value) => {
    const all = jumpsOf("from", at, value);
    const text = all.map(jump => (jump.error ? `error (to ${letter(jump.to)})` : letter(jump.to))).join(" and ");
    return element("td", { class: all.length > 1 ? "clash" : null }, text || "–");
  };
  const rows = origins.map(at =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, letter(at)),
      control.values.map((_, value) => cell(at, value)),
    ),
  );
  find("jumps").replaceChildren(heads("From"), element("tbody", {}, rows));
  find("plain").hidden = !structures().length;
  find("dash").hidden = control.values.length < 3 || !structures().length;
}

// showOrigins lists the destinations. For each of them, it says that each value has at most one
// origin, or names a value with two origins.
function showOrigins() {
  const goals = control.positions.map((_, at) => at).filter(at => control.jumps.some(jump => jump.to === at));
  find("origins").replaceChildren(
    ...goals.map(at => {
      const parts = control.values.flatMap((name, value) => {
        const all = jumpsOf("to", at, value);
        return all.length ? [`with ${name} from ${all.map(jump => letter(jump.from) + (jump.error ? " (the error)" : "")).join(" and ")}`] : [];
      });
      const twice = control.values.some((_, value) => jumpsOf("to", at, value).length > 1);
      const end = twice ? "One value has two origins, so the way back is not known." : "Each value has one origin, so the way back is known.";
      return element("li", {}, `${letter(at)} is reached ${parts.join(", ")}. `, element(twice ? "span.clash" : "span", {}, end));
    }),
  );
}

function showPairs() {
  const head = element(
    "thead",
    {},
    element(
      "tr",
      {},
      element("td"),
      control.positions.map(name => element("th", { scope: "col" }, name)),
    ),
  );
  const rows = control.values.map((name, value) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, swatch(value), ` ${name}`),
      control.positions.map((_, at) => {
        const mates = control.jumps.flatMap((jump, i) => (colours[i] !== value ? [] : jump.from === at ? [jump.to] : jump.to === at ? [jump.from] : []));
        return element("td", { class: mates.length > 1 ? "clash" : null }, mates.map(letter).join(" ") || "·");
      }),
    ),
  );
  find("pairs").replaceChildren(head, element("tbody", {}, rows));
  find("pairs-text").textContent = tableText(
    rows.some(row => row.querySelector(".clash")),
    rows.some(row => row.textContent.includes("·")),
  );
}

function tableText(clash, gap) {
  if (clash) return "A cell with two letters breaks the rules of Pair Place: in each row, a column has only one partner.";
  if (!gap) return "Every column has a partner in every row, so this is a Pair Place table without blanks.";
  return "A dot marks a column without a partner. In a puzzle, such a column is left over: it holds its own letter, which is given.";
}

// keep writes the state into the link.
function keep() {
  const link = new URLSearchParams({ kind: find("kind").value });
  if (find("kind").value === "chain") link.set("branches", find("branches").value);
  if (samples[find("kind").value]) link.set("text", find("text").value);
  if (colours.some((colour, i) => colour !== control.jumps[i].plain)) link.set("colours", colours.join(""));
  history.replaceState(null, "", `#${link}`);
  find("plain").setAttribute("aria-pressed", same("plain"));
  find("found").setAttribute("aria-pressed", same("found"));
}

function same(colouring) {
  return control.jumps.every((jump, i) => jump[colouring] === colours[i]);
}

function choose(colouring) {
  if (!control) return;
  colours = control.jumps.map(jump => jump[colouring]);
  show();
}

for (let n = 2; n <= mostBranches; n++) find("branches").append(element("option", { value: n }, String(n)));
// insert puts a structure around the selected part of the program.
function insert(structure) {
  const text = find("text");
  const chosen = text.value.slice(text.selectionStart, text.selectionEnd).trim();
  text.setRangeText(structure.replace("…", chosen || " "), text.selectionStart, text.selectionEnd, "end");
  draw();
}

function draw() {
  open(find("kind").value, Number(find("branches").value));
}

find("kind").addEventListener("change", () => {
  find("text").value = samples[find("kind").value] ?? "";
  draw();
});
find("branches").addEventListener("change", draw);
find("draw").addEventListener("click", draw);
for (const button of find("insert").querySelectorAll("button")) button.addEventListener("click", () => insert(button.dataset.text));
find("plain").addEventListener("click", () => choose("plain"));
find("found").addEventListener("click", () => choose("found"));
find("spoil").addEventListener("click", () => {
  if (control) spoil();
});
addEventListener("hashchange", fromLink);
fromLink();
