// The cards of the puzzles of a day.
import { timeText } from "../play/clock.js";
import { ask } from "../shared/ask.js";
import { element, set } from "../shared/dom.js";
import { card, draw, drawing, kept } from "../shared/gallery.js";
import { record, today } from "./store.js";

// dayCards fills a list with the cards of a day, which is the answer to the question day. Their links lead to the page Daily.
export function dayCards(list, { date, puzzles }, page = "") {
  const made = puzzles.map(({ puzzle, title, kind }) => card(title, `${page}#${date}/${puzzle}`, kind, element("span.day-state")));
  list.dataset.date = date;
  list.replaceChildren(...made.map(link => element("li", {}, link)));
}

// showStates shows on the cards what this device knows about their puzzles. One of these puzzles is open, or none.
export function showStates(list, { date, puzzles }, open = "") {
  puzzles.forEach(({ puzzle }, i) => {
    const { done, started, seconds } = record(date, puzzle),
      link = list.children[i].firstChild;
    set(link, { "aria-current": puzzle === open ? "page" : null });
    set(link.lastChild, { class: done ? "day-state fine" : "day-state" });
    link.lastChild.textContent = done ? `Solved ${timeText(seconds)}` : started ? "Go on" : "Play";
  });
}

// drawCards draws the boards one after the other, as long as wanted() holds.
export async function drawCards(list, { date, puzzles }, wanted = () => true) {
  const links = [...list.children].map(item => item.firstChild);
  for (const [i, { puzzle }] of puzzles.entries()) {
    if (!wanted()) return;
    if (links[i].firstChild.hasChildNodes()) continue;
    const make = async () => drawing(puzzle, record(date, puzzle).instance ?? (await ask("daily", { puzzle, date })).instance);
    const made = date === today() ? kept(`daily.${puzzle}`, make) : make();
    await made.then(board => draw(links[i], board)).catch(() => {}); // a card without a picture still opens its board
  }
}
