// What the player reads when a board is solved.
import { hintsText } from "../daily/store.js";
import { ask } from "../shared/ask.js";
import { element, find } from "../shared/dom.js";
import { timeText } from "./clock.js";
import { message, sources } from "./help.js";

const patience = 5000; // how long to look for the easiest way, in milliseconds

/**
 * finish shows the time and the hints of a solved board, with buttons. Then it compares the moves of the player with
 * the easiest way, if the techniques of the puzzle solve the board. The focus goes from the board to the first button, so
 * that the key Enter leads to the next board.
 * @param {any} game @param {{ seconds: number, hints: number[], more?: string, buttons?: Node[] }} result
 */
export async function finish(game, { seconds, hints, more = "", buttons = [] }) {
  const { element: shown, data } = game.board;
  const text = `Solved in ${timeText(seconds)}. Well done! You took ${hintsText(hints)}.${more}`;
  message(text, { good: true, buttons });
  shown.classList.add("board-won");
  if (shown.contains(document.activeElement)) /** @type {HTMLElement} */ (buttons[0])?.focus({ preventScroll: true });
  if (!data.levels.length) return;
  const { moves } = game,
    least = await easiest(data).catch(() => 0);
  if (least && find("message").textContent === text) find("message").textContent += ` ${movesText(moves)}; the easiest way has ${least}.`;
}

// easiest counts the moves of the easiest way, without those that only read clues. It returns 0 if techniques do not
// solve the board.
async function easiest({ puzzle, instance }) {
  const way = await ask("deduce", { puzzle, instance, seed: 0, any_order: false, picture: -1 }, { stop: AbortSignal.timeout(patience) });
  return way.verdict === "solved" ? way.moves.filter(({ rule }) => !Object.hasOwn(sources, rule ?? "")).length : 0;
}

const movesText = moves => (moves === 1 ? "You made 1 move" : `You made ${moves} moves`);

// copyButton returns a button that copies a text.
export function copyButton(text) {
  const copied = async () => {
    await navigator.clipboard.writeText(text);
    made.textContent = "Copied";
  };
  const made = element("button", { type: "button", onclick: () => copied().catch(() => message(text)) }, "Copy the result");
  return made;
}
