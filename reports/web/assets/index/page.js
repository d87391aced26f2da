// The home page: the calendar's board of today, the puzzles of the day, and all puzzles.
import "../shared/frame.js";
import { dayCards, drawCards, showStates } from "../daily/cards.js";
import { keep, longDate, record, today } from "../daily/store.js";
import { embed } from "../play/embed.js";
import { ask } from "../shared/ask.js";
import { element, find } from "../shared/dom.js";
import { gallery } from "../shared/gallery.js";

const puzzle = "calendar";

async function start() {
  const date = today(),
    instance = date.slice(5), // month and day
    cards = find("daily");
  let day;
  const solved = seconds => {
    const kept = record(date, puzzle);
    if (!kept.done) keep(date, puzzle, { ...kept, instance, seconds, done: true, of: day?.puzzles.length ?? kept.of });
    if (day) showStates(cards, day);
  };
  find("today").textContent = longDate(date);
  const ways = element("a.button", { href: `calendar.html#${instance}/1` }, "All its solutions");
  find("today-board").replaceChildren(await embed(puzzle, instance, { lead: "Cover every cell except today’s date.", more: [ways], solved }));
  find("today-board").removeAttribute("aria-busy");
  const { puzzles } = await ask("puzzles", {});
  day = await ask("day", { date });
  dayCards(cards, day, "daily.html");
  showStates(cards, day);
  addEventListener("pageshow", () => showStates(cards, day)); // after the button Back
  find("every").textContent = `All ${puzzles.filter(({ plays }) => plays).length} puzzles`;
  await Promise.all([drawCards(cards, day), gallery(find("gallery"), puzzles)]);
}

function fail(error) {
  find("problem").hidden = false;
  find("problem").textContent = `${error.message}.`;
}

start().catch(fail);
