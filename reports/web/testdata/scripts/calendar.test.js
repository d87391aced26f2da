import assert from "node:assert/strict";
import test from "node:test";
import { filtered, marginals } from "../../assets/calendar/filter.js";
import { daysOf, format, instance, ordinal, parse, titleOf, weekdayOf, yearOf } from "../../assets/calendar/state.js";

test("days of the week of known dates", () => {
  // 1 January of year 1 is a Monday (proleptic Gregorian calendar), the first moon landing was on a Sunday.
  for (const [date, day] of [
    [[1, 1, 1], 1],
    [[1969, 7, 20], 0],
    [[1970, 1, 1], 4],
    [[2000, 2, 29], 2],
    [[9999, 12, 31], 5],
  ]) {
    assert.equal(weekdayOf(...date), day, date.join("-"));
  }
});

test("the length of February", () => {
  for (const [year, days] of [
    [0, 29],
    [1900, 28],
    [2000, 29],
    [2026, 28],
    [2028, 29],
  ])
    assert.equal(daysOf({ year }, 2), days, String(year));
  const counts = { weekday: { counts: Array(12).fill(Array(31).fill(Array(7).fill(1))) } };
  assert.equal(yearOf(counts, { board: "weekday", year: 2028 }).length, 366);
  assert.equal(yearOf(counts, { board: "weekday", year: 2026 }).length, 365);
});

test("every address of a date names this date", () => {
  for (const place of ["", "weekday:0001-", "weekday:2000-", "weekday:9999-"]) {
    const year = Number(/\d{4}/.exec(place)?.[0] ?? 0);
    for (let month = 1; month <= 12; month++) {
      for (let day = 1; day <= daysOf({ year }, month); day++) {
        const hash = `#${place}${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
        const state = parse(hash);
        assert.deepEqual([state.year, state.month, state.day], [year, month, day], hash);
        assert.equal(format(state), hash);
      }
    }
  }
  for (const hash of ["#year", "#10", "#10-06/3", "#10/3", "#any-06", "#any-31/2?*=Jan", "#weekday:2026", "#weekday:2026-11", "#10-06/2?L=Jan.7&hints=3"])
    assert.equal(format(parse(hash)), hash);
});

test("addresses that name no date", () => {
  for (const hash of [
    "#13",
    "#00-01",
    "#10-32",
    "#04-31",
    "#weekday:2026-02-29",
    "#weekday:0000-01-01",
    "#10-6",
    "#any",
    "#any-32",
    "#weekday:2026-any-06",
    "#%zz",
    "#puzzle",
  ]) {
    assert.equal(parse(hash), null, hash);
  }
});

test("texts for people", () => {
  const title = hash => titleOf(parse(hash));
  assert.equal(title("#year"), "The year");
  assert.equal(title("#10-06"), "6 October");
  assert.equal(title("#any-06"), "Day 6 of every month");
  assert.deepEqual(
    ["#10/3", "#any-06", "#10-06"].map(x => instance(parse(x))),
    ["10-any", "any-06", "10-06"],
  );
  assert.equal(title("#weekday:2026-11-27"), "Friday, 27 November 2026");
  assert.deepEqual([1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 111, 121].map(ordinal), [
    "",
    "second-",
    "third-",
    "4th-",
    "11th-",
    "12th-",
    "13th-",
    "21st-",
    "22nd-",
    "23rd-",
    "111th-",
    "121st-",
  ]);
});

test("the filter keeps the solutions with a piece on a cell", () => {
  const plan = { pieces: ["L", "I"], labels: ["Jan", "", "1"], site: [0, -1, 1], cell: [0, 2] };
  const solutions = ["01", "10", "00"];
  assert.deepEqual(filtered(plan, solutions, {}), [0, 1, 2]);
  assert.deepEqual(filtered(plan, solutions, { L: ["Jan"] }), [0, 2]);
  assert.deepEqual(filtered(plan, solutions, { L: ["Jan"], I: ["1"] }), [0]);
  assert.deepEqual(filtered(plan, solutions, { L: ["Feb"] }), []);
  assert.deepEqual(marginals(plan, solutions, [0, 2]), [
    [2, 1],
    [0, 1],
  ]);
});
