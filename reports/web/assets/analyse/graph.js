// The graph of the moves of a deduction. It shows in layers which earlier moves each move needed,
// and marks the longest chain.
import { element, shape } from "../shared/dom.js";

// needs lists, for each move, the earlier moves that removed the values whose removal the move
// relies on.
export function needs(moves) {
  const owner = new Map(); // for a removed value, the move that removed it
  return moves.map((move, i) => {
    const found = new Set();
    for (const fact of move.facts ?? []) {
      const by = owner.get(fact.join());
      if (by !== undefined) found.add(by);
    }
    for (const gone of move.removed) if (!owner.has(gone.join())) owner.set(gone.join(), i);
    return [...found].sort((a, b) => a - b);
  });
}

// layers returns the layer of each move, from 0, and the longest chain of moves that need each other.
export function layers(before) {
  const layer = [],
    from = [];
  before.forEach((list, i) => {
    layer[i] = 0;
    for (const j of list) {
      if (layer[j] + 1 > layer[i]) {
        layer[i] = layer[j] + 1;
        from[i] = j;
      }
    }
  });
  const chain = [];
  let last = layer.reduce((best, l, i) => (best < 0 || l > layer[best] ? i : best), -1);
  for (; last !== undefined && last >= 0; last = from[last]) chain.unshift(last);
  return { layer, chain };
}

// direct leaves out indirect needs: the moves that a move needs only because another move, which it
// needs, needs them.
function direct(before) {
  const reach = []; // for each move, all moves that it needs, directly or indirectly
  return before.map((list, i) => {
    const all = new Set(list);
    for (const j of list) for (const k of reach[j]) all.add(k);
    reach[i] = all;
    return list.filter(j => !list.some(k => k !== j && reach[k].has(j)));
  });
}

const room = 34,
  high = 52,
  radius = 13,
  mostInLine = 13;
const fills = ["#ffffff", "#bfe3f5", "#f7dfa5", "#e8bcd3"]; // the colours of the levels, which are light tints of the palette

// place returns the coordinates of each move. Moves are below the moves that they need. A layer
// with many moves takes several lines.
function place(before, layer) {
  const rows = [];
  layer.forEach((l, i) => (rows[l] ??= []).push(i));
  const at = [];
  const widest = Math.min(mostInLine, Math.max(...rows.map(row => row.length)));
  let y = radius + 4;
  rows.forEach((row, l) => {
    const wish = i => (before[i].length ? before[i].reduce((sum, j) => sum + at[j].x, 0) / before[i].length : 0);
    if (l > 0) row.sort((a, b) => wish(a) - wish(b) || a - b);
    const lines = Math.ceil(row.length / mostInLine),
      each = Math.ceil(row.length / lines);
    row.forEach((i, n) => {
      const line = Math.floor(n / each),
        here = Math.min(each, row.length - line * each);
      at[i] = { x: ((n % each) + 0.5 + (widest - here) / 2) * room, y: y + line * (2 * radius + 4) };
    });
    y += (lines - 1) * (2 * radius + 4) + high;
  });
  return { at, width: widest * room, height: y - high + radius + 4 };
}

// graph draws the moves. choose(i) is called when a move is clicked. show(i) marks a move.
export function graph(moves, levels, choose) {
  if (moves.length === 0) return { element: element("p", {}, "There are no moves."), show() {} };
  const all = needs(moves),
    before = direct(all),
    { layer, chain } = layers(all);
  const { at, width, height } = place(before, layer);
  const critical = new Set(chain.slice(1).map((i, n) => `${chain[n]} ${i}`));
  const svg = shape("svg", {
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: "img",
    "aria-label": `What each of the ${moves.length} moves needs. ${sentence(chain, moves)}`,
  });
  const edge = (j, i) =>
    shape("line", {
      x1: at[j].x,
      y1: at[j].y + radius,
      x2: at[i].x,
      y2: at[i].y - radius,
      stroke: critical.has(`${j} ${i}`) ? "#d55e00" : "#888888",
      "stroke-width": critical.has(`${j} ${i}`) ? 3 : 1,
    });
  const plain = [],
    bold = [],
    into = moves.map(() => []);
  before.forEach((list, i) =>
    list.forEach(j => {
      into[i].push(edge(j, i));
      (critical.has(`${j} ${i}`) ? bold : plain).push(into[i].at(-1));
    }),
  );
  svg.append(...plain, ...bold);
  const nodes = moves.map((move, i) => {
    const circle = shape("circle", {
      cx: at[i].x,
      cy: at[i].y,
      r: radius,
      class: "on-colour",
      fill: fills[Math.max(0, levels.indexOf(move.level)) % fills.length],
      stroke: chain.includes(i) ? "#d55e00" : "#444444",
      "stroke-width": chain.includes(i) ? 3 : 1,
    });
    const node = shape(
      "g",
      { class: "analyse-node", "data-move": i, onclick: () => choose(i) },
      shape("title", {}, `${i + 1} (${move.level}): ${move.text}`),
      circle,
      shape("text", { class: "on-colour", x: at[i].x, y: at[i].y + 4, "text-anchor": "middle", "font-size": 12, fill: "#000000" }, String(i + 1)),
    );
    svg.append(node);
    return node;
  });
  const box = element("div.picture.analyse-graph", { tabindex: "0", role: "region", "aria-label": "Graph of the moves" }, svg);
  const used = levels.filter(level => moves.some(move => move.level === level));
  const key = element(
    "p.quiet",
    {},
    "Each move stands below the moves that it needs. Click a move to see it. Levels: ",
    used.flatMap(level => [swatch(fills[levels.indexOf(level) % fills.length]), ` ${level} `]),
    swatch("#d55e00"),
    " longest chain, ",
    swatch("#0072b2"),
    " the move that is shown, and what it needs",
  );
  let marked,
    edges = [];
  return {
    element: element("div", {}, key, element("p", { id: "analyse-chain" }, sentence(chain, moves)), box),
    show(i) {
      marked?.classList.remove("analyse-here");
      for (const line of edges) line.classList.remove("analyse-needed");
      marked = nodes[i];
      edges = into[i] ?? [];
      for (const line of edges) line.classList.add("analyse-needed");
      marked?.classList.add("analyse-here");
      if (!marked || box.clientHeight === 0) return;
      box.scrollTop = at[i].y - box.clientHeight / 2;
      box.scrollLeft = at[i].x - box.clientWidth / 2;
    },
  };
}

function swatch(colour) {
  return shape("svg", { width: 12, height: 12, "aria-hidden": "true" }, shape("rect", { width: 12, height: 12, fill: colour, stroke: "#444444" }));
}

// sentence describes the longest chain.
function sentence(chain, moves) {
  if (chain.length < 2) return "No move needs another one.";
  return `The longest chain has ${chain.length} of ${moves.length} moves: ${chain.map(i => i + 1).join(" → ")}.`;
}
