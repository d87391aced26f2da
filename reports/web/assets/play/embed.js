// A board that is played within another page, such as the home page. The browser keeps the game, as on the page Play.
import { makeBoard } from "../board/make.js";
import { element } from "../shared/dom.js";
import { timeText } from "./clock.js";
import { boardOf } from "./dated.js";
import { Game } from "./game.js";

// embed returns an element with a board and links. The lead says what to do, aside is shown beside the
// board, and more has further links. The function solved gets the time in seconds when the player solves the board.
// The game ends with the AbortSignal stop.
export async function embed(
  puzzle,
  instance,
  {
    lead,
    aside = /** @type {Node[]} */ ([]),
    more = /** @type {Node[]} */ ([]),
    stop = /** @type {AbortSignal | undefined} */ (undefined),
    solved = /** @type {(seconds: number) => void} */ (() => {}),
  },
) {
  const made = makeBoard(await boardOf(puzzle, instance, stop));
  if (!made) throw new Error("this board cannot be played");
  const { board, controls } = made,
    game = new Game(board),
    said = element("p", { role: "status" }, lead),
    say = text => {
      said.textContent = text;
    };
  const finished = () => say(`Solved${game.seconds >= 1 ? ` in ${timeText(game.seconds)}` : ""}. Well done!`);
  if (game.done) finished();
  board.addEventListener("solved", () => {
    finished();
    solved(game.seconds);
  });
  board.addEventListener("say", ({ detail }) => say(detail.text));
  board.addEventListener("problem", ({ detail }) => say(`${detail.error.message}.`));
  const timer = setInterval(() => {
    if (game.at > 0 && !game.done && document.visibilityState === "visible") game.seconds++;
  }, 1000);
  const save = () => game.save();
  addEventListener("pagehide", save);
  stop?.addEventListener("abort", () => {
    clearInterval(timer);
    removeEventListener("pagehide", save);
    save();
  });
  const link = element("a.button", { href: `play.html#${new URLSearchParams({ puzzle, board: instance })}` }, "Play with hints");
  return element("div.embed", {}, said, element("div.embed-game", {}, board.element, element("div", {}, controls, element("p.bar", {}, link, more), aside)));
}
