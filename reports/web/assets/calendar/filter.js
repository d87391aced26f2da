// Where the pieces lie: a heat map for each piece, and a filter by the cells that a piece covers.
import { element, shape } from "../shared/dom.js";
import { grouped } from "./state.js";
import { coloursOf, roving, shade } from "./year.js";

// filtered lists the numbers of the solutions, from 0, that have the wanted pieces on the wanted cells.
export function filtered(plan, solutions, filter) {
  const wanted = []; // pairs of a site and the character of its value
  for (const [piece, cells] of Object.entries(filter)) {
    for (const cell of cells) wanted.push([plan.site[plan.labels.indexOf(cell)] ?? -1, String(plan.pieces.indexOf(piece))]);
  }
  const kept = [];
  solutions.forEach((s, i) => {
    if (wanted.every(([site, value]) => s[site] === value)) kept.push(i);
  });
  return kept;
}

// marginals counts, for each piece and site, the solutions in which the piece covers the site.
export function marginals(plan, solutions, kept) {
  const counts = plan.pieces.map(() => new Array(plan.cell.length).fill(0));
  for (const i of kept) {
    const s = solutions[i];
    for (let k = 0; k < s.length; k++) counts[s.charCodeAt(k) - 48][k]++;
  }
  return counts;
}

// filterView makes the chooser of a piece and the board whose cells can be clicked. It calls
// onFilter with each new filter. The function update(filter, kept) of the result draws both again.
export function filterView(plan, solutions, onFilter) {
  let chosen = Math.max(0, plan.pieces.indexOf("L")),
    filter = {},
    counts = [],
    kept = [];
  const choose = v => {
    chosen = v;
    draw();
  };
  const toggle = cell => {
    const piece = plan.pieces[chosen],
      cells = filter[piece] ?? [];
    onFilter({ ...filter, [piece]: cells.includes(cell) ? cells.filter(x => x !== cell) : [...cells, cell] });
  };
  const chooser = pieceButtons(plan, choose),
    grid = cellButtons(plan, toggle);
  const wanted = element("p", { "aria-live": "polite" }),
    hint = element("p.quiet");
  const onClear = () => {
    onFilter({});
    chooser.box.querySelector("[aria-pressed=true]").focus(); // the button is disabled now
  };
  const clear = element("button", { type: "button", onclick: onClear }, "Clear the filter");
  const draw = () => {
    chooser.update(chosen, counts, kept.length);
    grid.update(plan.pieces[chosen], counts[chosen], kept.length, filter);
    hint.textContent = `The number in a cell says how many of the ${grouped(kept.length)} shown solutions cover it with piece ${plan.pieces[chosen]}. Click a cell to keep only these solutions.`;
    const parts = Object.entries(filter)
      .filter(([, cells]) => cells.length > 0)
      .map(([piece, cells]) => `piece ${piece} covers ${cells.join(" and ")}`);
    wanted.textContent =
      parts.length === 0
        ? `All ${grouped(solutions.length)} solutions are shown.`
        : `${grouped(kept.length)} of ${grouped(solutions.length)} solutions: ${parts.join(", ")}.`;
    clear.disabled = parts.length === 0;
  };
  return {
    box: element(
      "section#filter",
      {},
      element("h3", {}, "Where the pieces lie"),
      element("p", {}, "Choose a piece. The darker a cell is, the more solutions cover it with this piece."),
      chooser.box,
      element("div.filter", {}, grid.box, element("div", {}, hint, wanted, clear)),
    ),
    update(newFilter, newKept) {
      filter = newFilter;
      kept = newKept;
      counts = marginals(plan, solutions, kept);
      draw();
    },
  };
}

// pieceButtons makes a button for each piece, with a small heat map.
function pieceButtons(plan, choose) {
  const maps = plan.pieces.map(() =>
    plan.cell.map(at => shape("rect", { x: at % plan.w, y: Math.floor(at / plan.w), width: 1, height: 1, stroke: "#999", "stroke-width": 0.05 })),
  );
  const buttons = plan.pieces.map((piece, v) =>
    element(
      "button.piece",
      { type: "button", onclick: () => choose(v), "aria-label": `Piece ${piece}` },
      shape("svg", { viewBox: `0 0 ${plan.w} ${plan.h}`, "aria-hidden": "true" }, ...maps[v]),
      element("span", {}, piece),
    ),
  );
  return {
    box: element("div.pieces", { role: "group", "aria-label": "Piece" }, buttons),
    update(chosen, counts, total) {
      buttons.forEach((b, v) => b.setAttribute("aria-pressed", String(v === chosen)));
      maps.forEach((rects, v) => rects.forEach((rect, i) => rect.setAttribute("fill", total ? coloursOf(counts[v][i] / total)[0] : "#fff")));
    },
  };
}

// cellButtons makes the board with a button for each cell.
function cellButtons(plan, toggle) {
  const buttons = plan.labels.map((label, at) => {
    if (plan.site[at] < 0) return label === "#" ? element("span") : element("span.open", {}, label);
    return element(
      "button",
      { type: "button", onclick: () => toggle(label), "data-cell": label },
      element("small", {}, label),
      " ",
      element("span"),
      element("span.unseen"),
    );
  });
  const box = element("div.cells", { role: "group", "aria-label": "Cells of the calendar" }, buttons);
  const rows = Array.from({ length: plan.h }, (_, r) => buttons.slice(r * plan.w, (r + 1) * plan.w).map(b => (b.tagName === "BUTTON" ? b : null)));
  roving(box, rows);
  return {
    box,
    update(piece, counts, total, filter) {
      plan.cell.forEach((at, i) => {
        const b = buttons[at],
          on = (filter[piece] ?? []).includes(plan.labels[at]);
        shade(b, total ? counts[i] / total : 0);
        b.querySelector("span").textContent = counts[i];
        b.lastChild.textContent = ` of ${total} solutions have piece ${piece} here`;
        b.setAttribute("aria-pressed", String(on));
        b.setAttribute("aria-disabled", String(counts[i] === 0 && !on));
        b.title = `${plan.labels[at]}: ${counts[i]} of ${total} solutions have piece ${piece} here`;
      });
    },
  };
}
