// The list of games in progress, and the warning that the browser has no room for an entry.

import { isRecord, links, longDate } from "../daily/store.js";
import { ask } from "../shared/ask.js";
import { element, find } from "../shared/dom.js";
import { again, readText, remove, unkept, write } from "../shared/storage.js";
import { timeText } from "./clock.js";
import { games, isGame } from "./game.js";

// list fills the panel of games in progress whenever it is opened, and shows the warning. The function current() must return
// the game that is shown.
export function list(current) {
  const panel = find("games-panel");
  panel.addEventListener("toggle", () => {
    if (panel.open) fill(current);
  });
  find("unkept-list").addEventListener("click", () => {
    panel.open = true;
    panel.querySelector("summary").focus();
    panel.scrollIntoView({ block: "nearest" });
  });
  addEventListener("kept", warn);
  addEventListener("storage", ({ newValue }) => {
    if (newValue === null) again();
  }); // another tab has made room
  again();
}

// warn says whether the device lacks something that was played.
function warn() {
  const { keys, lost } = unkept();
  const text = lost
    ? "The browser does not keep your entries, so you lose them when you leave this board."
    : "The browser has no more room on this device for your latest entries. Only this tab has them, so you lose them when you close it. To make room, remove games. Their list has a button that removes all solved ones.";
  if (find("unkept-text").textContent !== text) find("unkept-text").textContent = text;
  find("unkept").hidden = !keys.some(key => isGame(key) || isRecord(key));
}

async function fill(current) {
  current()?.save();
  const { puzzles } = await ask("puzzles", {}).catch(() => ({ puzzles: [] })),
    days = links();
  const rows = games().map(game => row(game, current, puzzles, days)),
    solved = rows.filter(({ done }) => done);
  find("games").replaceChildren(...rows.map(({ item }) => item));
  find("games-none").hidden = rows.length > 0;
  const button = find("games-solved");
  button.hidden = solved.length === 0;
  button.textContent = `Remove the solved games (${solved.length})`;
  button.onclick = () => {
    button.hidden = true;
    for (const { take } of solved) take();
    solved[0].item.querySelector("button").focus();
  };
}

// described returns the name of a game, and how far it is.
function described({ puzzle, instance, saved: { entries, size, given = 0, seconds, done } }, puzzles, days) {
  const day = days.get(`${puzzle}.${instance}`);
  const name = [
    puzzles.find(other => other.name === puzzle)?.title ?? puzzle,
    size ?? `with ${entries.length} places`,
    day && `of ${longDate(day.split("/")[0])}`,
  ]
    .filter(Boolean)
    .join(" ");
  const filled = entries.filter(value => value >= 0).length - given;
  const far = done ? `solved in ${timeText(seconds)}` : `${filled} of ${entries.length - given} filled, ${timeText(seconds)}`;
  return { name, far, href: day ? `daily.html#${day}` : `play.html#${new URLSearchParams({ puzzle, board: instance })}` };
}

// gameLink returns a card that leads back to a game.
export function gameLink(kept, puzzles) {
  const { name, far, href } = described(kept, puzzles, links());
  return element("a", { href }, element("strong", {}, name), far);
}

// row returns the item of a game in the list, whether the game is solved, and the function take, which removes the
// game. Its owner can put the game back while the list is open.
function row(kept, current, puzzles, days) {
  const { key, instance } = kept,
    { done, played } = kept.saved;
  const { name, far, href } = described(kept, puzzles, days);
  const when = played ? new Date(played).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" }) : "played some time ago";
  const link = element("a", { href, "aria-current": current()?.key === key ? "true" : null }, name);
  const item = element("li"),
    focus = () => item.querySelector("button").focus();
  let text;
  const put = () =>
    item.replaceChildren(
      link,
      element("span.quiet", {}, `${far} · ${when}`),
      element("code.quiet", {}, instance.length > 40 ? `${instance.slice(0, 39)}…` : instance),
      element(
        "button",
        {
          type: "button",
          "aria-label": `Remove ${name}, ${far}`,
          onclick: () => {
            take();
            focus();
          },
        },
        "Remove",
      ),
    );
  const back = () => {
    if (readText(key) === null) write(key, text);
    put();
    focus();
  };
  const take = () => {
    if (current()?.key === key) current().save();
    text = readText(key) ?? text;
    remove(key);
    item.replaceChildren(
      element("span.quiet", {}, `Removed: ${name}`),
      element("button", { type: "button", "aria-label": `Undo: put back ${name}, ${far}`, onclick: back }, "Undo"),
    );
  };
  put();
  return { item, done, take };
}
