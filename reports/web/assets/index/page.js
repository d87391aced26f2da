// The home page: the calendar's board of today, the puzzles of the day, and all puzzles.
import "../shared/frame.js";
import { longDate, record, today } from "../daily/store.js";
import { embed } from "../play/embed.js";
import { ask } from "../shared/ask.js";
import { element, find } from "../shared/dom.js";
import { gallery } from "../shared/gallery.js";

const puzzle = "calendar";

async function start() {
  const date = today();
  find("today").textContent = longDate(date);
  const { instance } = await ask("daily", { puzzle, date });
  const ways = element("a.button", { href: `calendar.html#${instance}/1` }, "All its solutions");
  find("today-board").replaceChildren(await embed(puzzle, instance, { lead: "Cover all but today’s date with the pieces.", more: [ways] }));
  find("today-board").removeAttribute("aria-busy");
  const [{ puzzles }, day] = [await ask("puzzles", {}), await ask("day", { date })];
  find("daily").replaceChildren(...day.puzzles.map(entry => element("li", {}, card(date, entry))));
  find("every").textContent = `All ${puzzles.filter(({ plays }) => plays).length} puzzles`;
  await gallery(find("gallery"), puzzles);
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
