import assert from "node:assert/strict";
import test from "node:test";
import { median, statistics } from "../../assets/daily/statistics.js";

const solved = (date, puzzle, seconds, of = 2) => ({ date, puzzle, kept: { seconds, of, done: true } });

test("days in a row and times", () => {
  const all = [
    solved("2026-02-27", "sudoku", 90),
    solved("2026-02-28", "sudoku", 30),
    solved("2026-02-28", "map", 7),
    solved("2026-03-01", "sudoku", 60),
    solved("2026-03-01", "map", 5),
    { date: "2026-03-02", puzzle: "map", kept: { seconds: 1, of: 2, done: false } },
  ];
  const { any, whole, times, solved: count } = statistics("2026-03-02", all); // 2 March is not over
  assert.deepEqual([any, whole, count], [3, 2, 5]);
  assert.deepEqual(times.get("sudoku"), [30, 60, 90]);
  assert.equal(median([30, 60, 90]), 60);
  assert.equal(median([5, 7]), 6);
  assert.equal(statistics("2026-03-03", all).any, 0);
  assert.equal(statistics("2026-03-01", all).any, 3);
  assert.equal(statistics("2026-03-01", [...all, solved("2026-02-26", "map", 1, 1)]).whole, 2);
  assert.deepEqual([statistics("2026-03-01", []).any, statistics("2026-03-01", []).solved], [0, 0]);
});
