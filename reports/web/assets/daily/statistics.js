// What the records on this device say about the solved puzzles: days in a row, and times.
import { dateText, parts } from "./store.js";

/**
 * statistics returns the number of solved puzzles, the days in a row up to a date with at least one solved puzzle and
 * with all puzzles, and the times of each puzzle in seconds, the best first. The days in a row count only
 * puzzles that were solved on their own day. As long as the date itself has no result, a row of days ends the day before.
 * @param {string} date
 * @param {Iterable<{ date: string, puzzle: string, kept: import("./store").Kept }>} all
 */
export function statistics(date, all) {
  const times = new Map(),
    days = new Map();
  for (const { date: day, puzzle, kept } of all) {
    if (!kept.done) continue;
    times.set(puzzle, [...(times.get(puzzle) ?? []), kept.seconds]);
    if (kept.late) continue;
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
