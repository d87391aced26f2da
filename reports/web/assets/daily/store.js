// The data about daily puzzles that the browser keeps on this device, and the text of a result.
import { timeText } from "../play/clock.js";
import { keys, read, readText, write } from "../shared/storage.js";

const prefix = "counterproof.daily.";
const squares = 10;

/**
 * A Kept is the record of a date and a puzzle. The field seconds is the time since the first entry. The
 * field hints has, for each hint, the share of the board that was filled when the hint was taken,
 * from 0 to 1. The field instance is the board, after the board was made. The field reason says why a
 * person has picked the board, or is empty. The field of is the number of puzzles of the date. The field late says
 * that the board was solved on another day than its own.
 * @typedef {{ seconds: number, hints: number[], started: boolean, done: boolean, instance: string | null, reason: string, of: number, late: boolean }} Kept
 */

/** record returns the record of a date and a puzzle. @param {string} date @param {string} puzzle @returns {Kept} */
export function record(date, puzzle) {
  return { seconds: 0, hints: [], started: false, done: false, instance: null, reason: "", of: 6, late: false, ...read(recordKey(date, puzzle), {}) };
}

/** recordKey returns the key of a record. @param {string} date @param {string} puzzle */
export function recordKey(date, puzzle) {
  return `${prefix}${date}/${puzzle}`;
}

/** isRecord reports whether a key belongs to a record. @param {string | null} key */
export function isRecord(key) {
  return key?.startsWith(prefix) ?? false;
}

/** recordText returns a record as it is kept in the browser, or null. @param {string} date @param {string} puzzle */
export function recordText(date, puzzle) {
  return readText(recordKey(date, puzzle));
}

/** keep writes a record and returns its text. @param {string} date @param {string} puzzle @param {Kept} kept */
export function keep(date, puzzle, kept) {
  const text = JSON.stringify(kept);
  write(recordKey(date, puzzle), text);
  return text;
}

/** records goes through all records of this device. */
export function* records() {
  for (const key of keys().filter(isRecord)) {
    const [date, puzzle] = key.slice(prefix.length).split("/");
    if (puzzle) yield { date, puzzle, kept: record(date, puzzle) };
  }
}

// dones counts the solved puzzles of each date.
export function dones() {
  const count = new Map();
  for (const { date, kept } of records()) if (kept.done) count.set(date, (count.get(date) ?? 0) + 1);
  return count;
}

// links maps each board that was made for a day, written PUZZLE.BOARD, to the rest of its link: DATE/PUZZLE.
export function links() {
  return new Map(
    keys()
      .filter(isRecord)
      .map(key => {
        const place = key.slice(prefix.length);
        return [`${place.split("/")[1]}.${read(key)?.instance}`, place];
      }),
  );
}

// today returns the date of this device at a time, such as 2026-11-22.
export function today(now = new Date()) {
  return dateText(now.getFullYear(), now.getMonth(), now.getDate());
}

/** dateText writes a date. Months count from 0, and days may lie outside of the month. @param {number} year @param {number} month @param {number} day */
export function dateText(year, month, day) {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}

/** parts returns the year, the month and the day of a date, in the form that dateText takes. @param {string} date */
export function parts(date) {
  return date.split("-").map((text, i) => Number(text) - (i === 1 ? 1 : 0));
}

/**
 * longDate writes a date in words, such as 22 November 2026.
 * @param {string} date
 * @param {Intl.DateTimeFormatOptions} [options]
 */
export function longDate(date, options = { day: "numeric", month: "long", year: "numeric" }) {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString("en-GB", { ...options, timeZone: "UTC" });
}

/**
 * resultText says how a puzzle was solved, without a word about its solution. Each of the ten squares
 * stands for a tenth of the board; it is empty if a hint was taken there. A board that is not of a day has an empty date.
 * @param {string} title
 * @param {string} date
 * @param {Pick<Kept, "seconds" | "hints">} kept
 * @param {string} link
 */
export function resultText(title, date, { seconds, hints }, link) {
  const helped = Array(squares).fill(false);
  for (const part of hints) helped[Math.min(squares - 1, Math.floor(part * squares))] = true;
  return [
    `Counterproof: ${title}${date && `, ${longDate(date)}`}`,
    `Time ${timeText(seconds)}, ${hintsText(hints)}`,
    helped.map(yes => (yes ? "□" : "■")).join(""),
    link,
  ]
    .filter(Boolean)
    .join("\n");
}

/** hintsText says how many hints were taken. @param {number[]} hints */
export function hintsText(hints) {
  return hints.length === 0 ? "no hints" : hints.length === 1 ? "1 hint" : `${hints.length} hints`;
}
