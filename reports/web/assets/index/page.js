// The home page: the calendar's board of today, the puzzles of the day, and all puzzles.
import "../shared/frame.js";
import { makeBoard } from "../board/make.js";
import { longDate, record, today } from "../daily/store.js";
import { Game } from "../play/game.js";
import { ask } from "../shared/ask.js";
import { element, find } from "../shared/dom.js";
import { gallery } from "../shared/gallery.js";

const puzzle = "calendar";

async function start() {
  const date = today();
  find("today").textContent = longDate(date);
  const { instance } = await ask("daily", { puzzle, date });
  await play(instance);
  const [{ puzzles }, day] = [await ask("puzzles", {}), await ask("day", { date })];
  find("daily").replaceChildren(...day.puzzles.map(entry => element("li", {}, card(date, entry))));
  await gallery(find("gallery"), puzzles);
}

// play shows the board. The browser keeps the game, as on the page Play.
async function play(instance) {
  const made = makeBoard(await ask("board", { puzzle, instance }));
  if (!made) throw new Error("the board of today cannot be played");
  const { board, controls } = made,
    game = new Game(board),
    said = find("said");
  find("help").href = `play.html#${new URLSearchParams({ puzzle, board: instance })}`;
  find("ways").href = `calendar.html#${instance}`;
  board.addEventListener("solved", () => {
    said.textContent = "Solved. Well done!";
  });
  board.addEventListener("say", ({ detail }) => {
    said.textContent = detail.text;
  });
  board.addEventListener("problem", ({ detail }) => fail(detail.error));
  find("board").replaceChildren(board.element);
  find("board").removeAttribute("aria-busy");
  find("controls").replaceChildren(controls);
  addEventListener("pagehide", () => game.save());
}

/** @param {string} date @param {import("../../types/questions").MenuEntry} entry */
function card(date, { puzzle: name, title, size, level }) {
  const kept = record(date, name);
  const state = kept.done ? "✓ solved" : kept.started ? "begun" : [size, level].filter(Boolean).join(" ");
  return element("a", { href: `daily.html#${date}/${name}` }, element("strong", {}, title), element("span.quiet", {}, state));
}

function fail(error) {
  find("problem").hidden = false;
  find("problem").textContent = `${error.message}.`;
}

start().catch(fail);
