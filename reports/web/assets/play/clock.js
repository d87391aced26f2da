// The time of a game. It starts with the first entry, and runs while the page is visible and the board is not solved.
import { find } from "../shared/dom.js";
import { read, write } from "../shared/storage.js";

const hiddenKey = "counterproof.play.hideTime";

// clock shows the time of the game that current() returns.
export function clock(current) {
  const shown = find("clock"),
    toggle = find("clock-toggle");
  let hidden = read(hiddenKey, false),
    last = performance.now();
  const show = () => {
    const game = current();
    shown.textContent = game && !hidden ? timeText(game.seconds) : "";
    shown.classList.toggle("quiet", !game?.steps.length);
    toggle.checked = hidden;
  };
  toggle.addEventListener("change", () => {
    hidden = toggle.checked;
    write(hiddenKey, JSON.stringify(hidden));
    show();
  });
  setInterval(() => {
    const now = performance.now(),
      game = current();
    if (game?.steps.length && !game.done && !game.board.lost?.length && document.visibilityState === "visible")
      game.seconds += Math.min(5, (now - last) / 1000);
    last = now;
    show();
  }, 1000);
  show();
  return show;
}

// timeText writes seconds as minutes and seconds.
export function timeText(seconds) {
  const s = Math.floor(seconds),
    two = n => String(n).padStart(2, "0");
  return s < 3600 ? `${Math.floor(s / 60)}:${two(s % 60)}` : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}
