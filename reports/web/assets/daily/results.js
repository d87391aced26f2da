// The section with the results of this device.
import { timeText } from "../play/clock.js";
import { ask } from "../shared/ask.js";
import { element, find } from "../shared/dom.js";
import { median, statistics } from "./statistics.js";
import { records, today } from "./store.js";

const daysText = count => (count === 1 ? "1 day" : `${count} days`);

// rowText says how many days in a row have a solved puzzle, if there are several.
export function rowText() {
  const { any } = statistics(today(), records());
  return any > 1 ? ` You have solved a puzzle of the day ${any} days in a row.` : "";
}

let titles = /** @type {Promise<Map<string, string>> | null} */ (null);

// showStatistics fills the section with the results of this device.
export async function showStatistics() {
  const { solved, any, whole, times } = statistics(today(), records());
  find("statistics").hidden = solved === 0;
  find("streaks").textContent = solved
    ? `You have solved ${solved === 1 ? "1 puzzle" : `${solved} puzzles`}. In a row: ${daysText(any)} with at least one puzzle, ${daysText(whole)} with all puzzles. Only puzzles that you solve on their own day count for these days in a row.`
    : "On this device, you have not solved a puzzle of the day yet.";
  titles ??= ask("puzzles", {}).then(({ puzzles }) => new Map(puzzles.map(({ name, title }) => [name, title])));
  const known = await titles.catch(() => (titles = null));
  find("times").replaceChildren(
    ...[...times].sort().map(([puzzle, list]) => {
      const cells = [list.length, timeText(list[0]), timeText(median(list))];
      return element("tr", {}, element("th", { scope: "row" }, known?.get(puzzle) ?? puzzle), ...cells.map(cell => element("td", {}, cell)));
    }),
  );
}
