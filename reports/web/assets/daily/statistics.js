// What the records on this device say about the solved puzzles: days in a row, and times.
import { timeText } from "../play/clock.js";
import { ask } from "../shared/ask.js";
import { element, find } from "../shared/dom.js";
import { dateText, parts, records, today } from "./store.js";

/**
 * statistics returns the number of solved puzzles, the days in a row up to a date with at least one solved puzzle and
 * with all puzzles, and the times of each puzzle in seconds, the best first. As long as the date itself has no
 * result, a row of days ends the day before.
 * @param {string} date
 * @param {Iterable<{ date: string, puzzle: string, kept: import("./store").Kept }>} all
 */
export function statistics(date, all) {
  const times = new Map(),
    days = new Map();
  for (const { date: day, puzzle, kept } of all) {
    if (!kept.done) continue;
    times.set(puzzle, [...(times.get(puzzle) ?? []), kept.seconds]);
    const { solved, of } = days.get(day) ?? { solved: 0, of: 0 };
    days.set(day, { solved: solved + 1, of: Math.max(of, kept.of) });
  }
  for (const list of times.values()) list.sort((a, b) => a - b);
  const before = day => {
    const [year, month, number] = parts(day);
    return dateText(year, month, number - 1);
  };
  const row = good => {
    let count = 0;
    for (let day = good(days.get(date)) ? date : before(date); good(days.get(day)); day = before(day)) count++;
    return count;
  };
  return {
    solved: [...times.values()].reduce((sum, list) => sum + list.length, 0),
    any: row(day => day !== undefined),
    whole: row(day => day !== undefined && day.solved >= day.of),
    times,
  };
}

/** median returns the middle of a sorted list, or the mean of the two in the middle. @param {number[]} list */
export function median(list) {
  return (list[(list.length - 1) >> 1] + list[list.length >> 1]) / 2;
}

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
    ? `You have solved ${solved === 1 ? "1 puzzle" : `${solved} puzzles`}. In a row: ${daysText(any)} with at least one puzzle, ${daysText(whole)} with all puzzles.`
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
