// What the calendar page shows, as the hash of its address, and the counts of all dates.

export const months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
export const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

// loadCounts loads the counts of all dates, which were found by the native engine in advance.
export async function loadCounts() {
  const response = await fetch(new URL("counts.json", import.meta.url));
  if (!response.ok) throw new Error(`the counts could not be loaded (${response.status}): reload the page`);
  return response.json();
}

/**
 * A State has the board, the year (on the weekday board), the month and the day (0 for all), the number
 * of the solution (0 while the solutions are hidden), the filter (cells by the letter of a piece), and the number of hints.
 * @typedef {{ board: string, year: number, month: number, day: number, number: number, filter: Record<string, string[]>, hints: number }} State
 */

/** @typedef {{ month: number, day: number, count: number }} Day with its number of solutions */

/** @typedef {Record<string, { counts: any[][] }>} Counts by board, month and day: a number, or on the weekday board a list by day of the week */

const /** @type {State} */ blank = { board: "dragonfjord", year: 0, month: 0, day: 0, number: 0, filter: {}, hints: 0 };

// today returns the state that shows the date of this device.
export function today(board = "dragonfjord") {
  const now = new Date();
  return { ...blank, board, year: board === "weekday" ? now.getFullYear() : 0, month: now.getMonth() + 1, day: now.getDate() };
}

/** at returns the state of a month or a day, or of the whole year, on the same board. @param {State} state */
export const at = (state, month = 0, day = 0) => ({ ...blank, board: state.board, year: state.year, month, day });

/**
 * parse reads a hash such as #10-06/3 or #weekday:2026-11. It returns null if the hash names no date.
 * @param {string} hash
 */
export function parse(hash) {
  let text;
  try {
    text = decodeURIComponent(hash.replace(/^#/, ""));
  } catch {
    // such as #%zz
    return null;
  }
  if (text === "") return today();
  const [place, query = ""] = text.split("?");
  if (place === "year") return { ...blank };
  const match = /^(?:(weekday):(\d{4})(?:-(?=\d))?)?(?:(\d\d|any(?=-))(?:-(\d\d))?(?:\/(\d+))?)?$/.exec(place);
  if (!match) return null;
  const [, board = "dragonfjord", year = 0, month = 0, day = 0, number = 0] = match,
    any = month === "any";
  const state = { ...blank, board, year: +year, month: any ? 0 : +month, day: +day, number: +number };
  if (match[3] !== undefined && !any && (state.month < 1 || state.month > 12)) return null;
  if (any && board === "weekday") return null;
  if (match[4] !== undefined && (state.day < 1 || state.day > daysOf(state, state.month))) return null;
  if (board === "weekday" && state.year < 1) return null;
  readQuery(state, query);
  if (state.hints > 0 || Object.keys(state.filter).length > 0) state.number ||= 1;
  return state;
}

/** @param {State} state @param {string} query */
function readQuery(state, query) {
  state.filter = {};
  for (const [name, value] of new URLSearchParams(query)) {
    if (name === "hints") state.hints = Math.min(10, Math.max(0, parseInt(value, 10) || 0));
    else if (name.length === 1 && value !== "") state.filter[name] = value.split(".");
  }
}

/** format returns the hash of a state. @param {State} state */
export function format(state) {
  const parts = [];
  if (state.board === "weekday") parts.push(String(state.year).padStart(4, "0"));
  if (state.month || state.day) parts.push(state.month ? two(state.month) : "any");
  if (state.day) parts.push(two(state.day));
  if (parts.length === 0) return "#year";
  let text = (state.board === "weekday" ? "#weekday:" : "#") + parts.join("-");
  const query = Object.entries(state.filter)
    .filter(([, cells]) => cells.length > 0)
    .map(([piece, cells]) => `${piece}=${cells.join(".")}`);
  if (state.hints > 0) query.push(`hints=${state.hints}`);
  if (hasSolutions(state) && state.number > (query.length > 0 ? 1 : 0)) text += `/${state.number}`;
  return query.length > 0 ? `${text}?${query.join("&")}` : text;
}

const two = (/** @type {number} */ number) => String(number).padStart(2, "0");

/**
 * hasSolutions reports whether the solutions of a state are those of one board: of a day, of a month without a day, or
 * of a day without a month. On the weekday board, the days of a month have different boards.
 * @param {State} state
 */
export const hasSolutions = state => state.day > 0 || (state.month > 0 && state.board !== "weekday");

// instance returns the notation of the board of a state that has solutions.
export const instance = (/** @type {State} */ state) => format({ ...at(state, state.month, state.day) }).slice(1) + (state.day ? "" : "-any");

/**
 * linkOf returns the link to a board on the page Calendar, or null if the board is not a date.
 * @param {{ puzzle: string, instance: string, given?: string }} board
 */
export const linkOf = ({ puzzle, instance, given }) => (puzzle === "calendar" && !given && /^\d\d-\d\d$/.test(instance) ? `calendar.html#${instance}/1` : null);

/** daysOf returns the number of days of a month, or of the longest month if the month is 0. Without a year, February has 29. @param {{ year: number }} state @param {number} month */
export function daysOf({ year }, month) {
  if (!month) return 31;
  return month === 2 && year > 0 && !leap(year) ? 28 : lengths[month - 1];
}

const leap = (/** @type {number} */ year) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** weekdayOf returns the day of the week, 0 for Sunday. @param {number} year @param {number} month @param {number} day */
export function weekdayOf(year, month, day) {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCDay();
}

/** countOf returns the number of solutions of a day. @param {Counts} counts @param {State} state @param {number} month @param {number} day */
export function countOf(counts, state, month, day) {
  const count = counts[state.board].counts[month - 1][day - 1];
  return state.board === "weekday" ? count[weekdayOf(state.year, month, day)] : count;
}

/** yearOf lists the days of the year with their counts. @param {Counts} counts @param {State} state @returns {Day[]} */
export function yearOf(counts, state) {
  const days = [];
  for (let month = 1; month <= 12; month++) {
    for (let day = 1; day <= daysOf(state, month); day++) days.push({ month, day, count: countOf(counts, state, month, day) });
  }
  return days;
}

export const mean = (/** @type {Day[]} */ days) => days.reduce((sum, { count }) => sum + count, 0) / days.length;

/** titleOf names the date, the month or the year of a state. @param {State} state */
export function titleOf({ board, year, month, day }) {
  if (!month && day) return `Day ${day} of every month`;
  if (!month) return board === "weekday" ? `The year ${year}` : "The year";
  if (!day) return months[month - 1] + (year ? ` ${year}` : "");
  return `${year ? `${weekdays[weekdayOf(year, month, day)]}, ` : ""}${day} ${months[month - 1]}${year ? ` ${year}` : ""}`;
}

// grouped writes a number with commas, and decimal with one digit after the point.
export const grouped = (/** @type {number} */ number) => number.toLocaleString("en");
export const decimal = (/** @type {number} */ number) => number.toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/**
 * ordinal returns a text that goes before a superlative: "" for 1, "second-" for 2, and for example
 * "4th-" for 4.
 * @param {number} number
 */
export function ordinal(number) {
  if (number <= 3) return ["", "second-", "third-"][number - 1];
  const end = number % 100 > 10 && number % 100 < 14 ? "th" : ({ 1: "st", 2: "nd", 3: "rd" }[number % 10] ?? "th");
  return `${number}${end}-`;
}
