import assert from "node:assert/strict";
import test from "node:test";
import { layers, needs } from "../../assets/analyse/graph.js";
import { readLink, repair } from "../../assets/analyse/link.js";
import { grouped } from "../../assets/calendar/state.js";
import { dateText, longDate, parts, resultText } from "../../assets/daily/store.js";
import { timeText } from "../../assets/play/clock.js";
import { filledText, readFilled } from "../../assets/play/game.js";

test("links of the page Analyse", () => {
  assert.deepEqual(readLink("#sudoku:..1%2F%23&panel=count&given=0%3D1"), { puzzle: "sudoku", instance: "..1/#", state: { panel: "count", given: "0=1" } });
  assert.deepEqual(readLink("#puzzle=map&board=a%2Bb&filled=0"), { puzzle: "map", instance: "a+b", state: { filled: "0" } });
  assert.equal(readLink("#sudoku:%E0%A4").broken, true);
  assert.deepEqual(readLink("#sudoku"), { puzzle: "sudoku", instance: "", state: {} });
  const state = { panel: "nosuch", methods: "foo,brute", filled: "1" };
  assert.equal(repair(state, { title: "Sudoku", methods: ["brute"] }, ["count"]).length, 3);
  assert.deepEqual(state, { methods: "brute" });
});

test("dates and times", () => {
  assert.equal(dateText(2026, 0, 0), "2025-12-31");
  assert.equal(dateText(2024, 1, 29), "2024-02-29");
  assert.deepEqual(parts("2026-11-27"), [2026, 10, 27]);
  assert.equal(longDate("2026-11-27"), "27 November 2026");
  assert.deepEqual([0, 59.9, 60, 3599, 3600, 36061].map(timeText), ["0:00", "0:59", "1:00", "59:59", "1:00:00", "10:01:01"]);
  assert.equal(grouped(4864096), "4,864,096");
});

test("the text of a result shows where hints were taken", () => {
  const lines = resultText("Sudoku", "2026-11-27", { seconds: 65, hints: [0, 0.55, 1] }, "https://example.org").split("\n");
  assert.deepEqual(lines.slice(1), ["Time 1:05, 3 hints", "□■■■■□■■■□", "https://example.org"]);
});

test("the entries in a link", () => {
  const data = { sites: [2, 2, 2, 2], fixed: [-1, -1, -1, -1] };
  const entries = [0, -1, 1, -1];
  assert.deepEqual(readFilled(filledText(entries), data), entries);
  assert.ok(!readFilled("0", data));
  assert.ok(!readFilled("0.2.", data)); // no site takes the value 2
});

test("which moves a move needs", () => {
  const moves = [
    { removed: [[0, 1]] },
    { removed: [[1, 1]], facts: [[0, 1]] },
    {
      removed: [[2, 1]],
      facts: [
        [0, 1],
        [1, 1],
      ],
    },
    { removed: [[3, 1]] },
  ];
  assert.deepEqual(needs(moves), [[], [0], [0, 1], []]);
  assert.deepEqual(layers(needs(moves)), { layer: [0, 1, 2, 0], chain: [0, 1, 2] });
});
