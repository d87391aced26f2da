import assert from "node:assert/strict";
import test from "node:test";
import { typed } from "../../assets/board/keys.js";
import { neighbours } from "../../assets/board/moves.js";
import { repeated, sunk, ticked, usedUp } from "../../assets/board/progress.js";
import { grip, mirrored, same, turned } from "../../assets/board/shapes.js";

const pieces = {
  F: [
    [0, 1],
    [0, 2],
    [1, 0],
    [1, 1],
    [2, 1],
  ],
  I: [
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 0],
    [4, 0],
  ],
  L: [
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 0],
    [3, 1],
  ],
  N: [
    [0, 1],
    [1, 1],
    [2, 0],
    [2, 1],
    [3, 0],
  ],
  P: [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
    [2, 0],
  ],
  T: [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 1],
    [2, 1],
  ],
  U: [
    [0, 0],
    [0, 2],
    [1, 0],
    [1, 1],
    [1, 2],
  ],
  V: [
    [0, 0],
    [1, 0],
    [2, 0],
    [2, 1],
    [2, 2],
  ],
  W: [
    [0, 0],
    [1, 0],
    [1, 1],
    [2, 1],
    [2, 2],
  ],
  X: [
    [0, 1],
    [1, 0],
    [1, 1],
    [1, 2],
    [2, 1],
  ],
  Y: [
    [0, 1],
    [1, 0],
    [1, 1],
    [2, 1],
    [3, 1],
  ],
  Z: [
    [0, 0],
    [0, 1],
    [1, 1],
    [2, 1],
    [2, 2],
  ],
};

test("orientations of the pentominoes", () => {
  // The numbers are well known: 63 orientations together.
  const known = { F: 8, I: 2, L: 8, N: 8, P: 8, T: 4, U: 4, V: 4, W: 4, X: 1, Y: 8, Z: 4 };
  for (const [name, shape] of Object.entries(pieces)) {
    const seen = [];
    for (let i = 0, at = shape; i < 8; i++, at = i === 4 ? mirrored(at) : turned(at)) {
      if (!seen.some(other => same(other, at))) seen.push(at);
    }
    assert.equal(seen.length, known[name], name);
    assert.ok(same(shape, turned(turned(turned(turned(shape))))), name);
    assert.ok(same(shape, mirrored(mirrored(shape))), name);
    assert.ok(shape.includes(grip(shape)), name);
  }
  assert.deepEqual(grip(pieces.X), [1, 1]);
});

test("arrow keys on a board with a hole", () => {
  // The sites 0 to 7 are the cells of 3x3 around a hole in the middle.
  const layout = { h: 3, w: 3, cell: [0, 1, 2, 3, 5, 6, 7, 8] };
  const next = neighbours(layout, Array(8));
  const to = {
    "0 ArrowRight": 1,
    "0 ArrowLeft": 0,
    "1 ArrowDown": 6,
    "3 ArrowRight": 4,
    "4 ArrowUp": 2,
    "7 ArrowRight": 7,
    "5 End": 7,
    "4 Home": 3,
    "0 PageDown": 1,
    "0 PageUp": 0,
    "7 PageDown": 7,
  };
  for (const [move, want] of Object.entries(to)) {
    const [site, key] = move.split(" ");
    assert.equal(next(Number(site), key), want, move);
  }
  assert.equal(next(0, "Enter"), undefined);
});

test("arrow keys between places without rows", () => {
  const next = neighbours(undefined, [
    { x: 0, y: 0 },
    { x: 10, y: 1 },
    { x: 1, y: 10 },
  ]);
  assert.equal(next(0, "ArrowRight"), 1);
  assert.equal(next(0, "ArrowDown"), 2);
  assert.equal(next(0, "ArrowUp"), 0);
  assert.equal(next(0, "End"), 2);
});

test("values of several letters", () => {
  const keys = ["1", "10", "-3", "A"];
  assert.deepEqual(typed(keys, "", { key: "1", code: "Digit1" }), { value: 0, buffer: "1" });
  assert.deepEqual(typed(keys, "1", { key: "0", code: "Digit0" }), { value: 1, buffer: "10" });
  assert.deepEqual(typed(keys, "", { key: "-", code: "Minus" }), { value: undefined, buffer: "-" });
  assert.deepEqual(typed(keys, "-", { key: "3", code: "Digit3" }), { value: 2, buffer: "-3" });
  assert.equal(typed(keys, "", { key: "a", code: "KeyA" }).value, 3);
  assert.equal(typed(keys, "", { key: "!", code: "Digit1" }).value, 0); // Shift and 1, or a keyboard with other digits
  assert.equal(typed(keys, "", { key: "q", code: "KeyQ" }).value, undefined);
});

// The lengths of runs are ticked off as far as the entries settle them.
test("ticked", () => {
  const line = text => [...text].map(sign => "x#".indexOf(sign)); // x white, # black, . without an entry
  for (const [text, clue, want] of [
    [".....", [], ""],
    ["##.#.", [2, 1], "11"], // the black cells agree with the clue
    ["##...", [2, 1], "00"], // the run could get longer
    ["##x..", [2, 1], "10"],
    [".#x##", [2, 2], "01"],
    ["x#x#x", [1, 2], "00"], // the line is full and wrong
    ["x#x#.", [1, 2], "10"],
    ["#x#.x#x#", [1, 1, 1], "000"], // too many
    [".....", [0], "0"],
  ])
    assert.equal(
      ticked(line(text), clue)
        .map(done => Number(done))
        .join(""),
      want,
      `${text} ${clue}`,
    );
});

test("sunk", () => {
  const at = rows => (r, c) => (rows[r]?.[c] === undefined ? 0 : "x#".indexOf(rows[r][c]));
  for (const [rows, want] of [
    [["###", "...", "..."], "3"], // the edges end it
    [["##.", "...", "..."], ""],
    [["##x", "...", "..#"], "2"],
    [["x#x", "x#x", "xxx"], "2"],
    [["#x#", "xxx", "#.#"], "1,1"],
    [["##x", "#xx", "xxx"], ""], // no ship
  ])
    assert.equal(sunk(3, 3, at(rows)).join(), want, rows.join("/"));
});

test("used-up and repeated values", () => {
  const layout = { h: 4, w: 4, cell: [...Array(16).keys()], box: [2, 2] };
  const entries = text => [...text].map(sign => (sign === "." ? -1 : Number(sign) - 1));
  assert.deepEqual(usedUp(layout, entries("1.....1..1.....1")), [0]);
  assert.deepEqual(usedUp(layout, entries("1....1..1......1")), []); // twice in a column
  assert.deepEqual(usedUp(layout, entries("1....1....1....1")), []); // twice in a box
  assert.deepEqual(usedUp({ ...layout, box: undefined }, entries("1....1....1....1")), [0]);
  assert.deepEqual(repeated(layout, entries("1....1....1....1")), [5, 0, 15, 10]);
  assert.deepEqual(repeated({ ...layout, box: undefined }, entries("1....1..1......1")), [8, 0]);
});
