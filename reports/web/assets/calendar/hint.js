// Hints for a board: each lays one more piece.
import { ask, waitingText } from "../shared/ask.js";
import { element, set } from "../shared/dom.js";
import { describe, drawSolution } from "./draw.js";

// hintView makes the section. It calls onHints with the number of hints that were given, because
// the link states this number.
export function hintView(plan, about, hints, onHints, stop) {
  let entries = plan.cell.map(() => -1),
    given = 0,
    last = [],
    running = new AbortController();
  stop?.addEventListener("abort", () => running.abort());
  const figure = element("div.picture.small"),
    text = element("p", { role: "status" });
  const more = element("button.main", { type: "button", onclick: () => give(1) }, "Place one piece");
  const restart = element("button", { type: "button", onclick: () => begin() }, "Start over");
  const draw = () => {
    figure.replaceChildren(set(drawSolution(plan, entries, true), { role: "img", "aria-label": `The board: ${describe(plan, entries)}` }));
    more.disabled = !entries.includes(-1);
    restart.disabled = given === 0;
  };
  const begin = () => {
    running.abort(); // a hint that comes later would be about other entries
    running = new AbortController();
    entries = plan.cell.map(() => -1);
    given = 0;
    last = [];
    text.textContent = "Solve it yourself, and take a hint when you are stuck.";
    onHints(0);
    draw();
  };
  const give = async number => {
    const own = running;
    more.disabled = true;
    try {
      for (; number > 0 && entries.includes(-1); number--) {
        const onWait = before => {
          text.textContent = before === undefined ? "Looking for a hint." : `Looking for a hint: ${waitingText(before)}`;
        };
        const hint = await ask("hint", { ...about, entries }, { onWait, stop: own.signal });
        if (own.signal.aborted) return;
        if (hint.placed.length === 0) {
          text.textContent = sentence(hint.text);
          break;
        }
        last = hint.placed;
        for (const [site, value] of last) entries[site] = value;
        given++;
        text.textContent = explain(plan, hint);
      }
    } catch (reason) {
      if (own.signal.aborted) return;
      text.textContent = `${sentence(reason.message)} Try again.`;
    }
    onHints(given);
    draw();
  };
  if (hints > 0) give(hints);
  else text.textContent = "Solve it yourself, and take a hint when you are stuck.";
  draw();
  return element("section#hint", {}, element("h3", {}, "A hint"), figure, text, element("div.bar", {}, more, restart));
}

// explain says which piece was laid and why.
function explain(plan, { text, placed, forced, limited }) {
  const piece = plan.pieces[placed[0][1]],
    cells = placed.map(([site]) => plan.name(site)).join(", ");
  const why = forced
    ? limited
      ? ""
      : " All solutions that fit the board so far have it there."
    : " This is one of several ways to go on; no piece is forced.";
  return `Piece ${piece} covers ${cells}.${why || ` ${sentence(text)}`}`;
}

const sentence = text => `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
