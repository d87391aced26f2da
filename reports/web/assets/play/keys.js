// The list of keys, for the kind of board that is shown.
import { element, find } from "../shared/dom.js";
import { boardFocus } from "./help.js";

export function showKeys(board) {
  const common = [
    ["Arrow keys", "go to another cell"],
    ["Backspace", board.data.pieces ? "take the piece off the board" : "clear the cell"],
    ["Ctrl+Z, Ctrl+Y", "undo, redo"],
    ["?", "show or hide this list"],
  ];
  find("message").dataset.lead = lead(board);
  const own = board.data.pieces ? pieces : board.data.table ? table : board.data.reveals ? mines : board.binary ? binary : values(board.digits);
  const all = [...own, ...(board.spots ? picture : []), ...common];
  find("keys").replaceChildren(...all.map(([key, what]) => element("li", {}, element("kbd", {}, key), ` ${what}`)));
}

// On the board, the key ? opens the list. In the list, it closes the list and goes back to the board.
addEventListener("keydown", ({ key, target }) => {
  const panel = find("keys").closest("details");
  if (key !== "?" || !(panel.contains(target) || /** @type {Element} */ (target).closest(".board"))) return;
  panel.open = !panel.open;
  if (!panel.open) panel.closest(".play-side").scrollTop = 0;
  (panel.open ? panel.querySelector("summary") : boardFocus())?.focus();
});

const picture = [
  ["Page Up, Page Down", "the cell before, the cell after"],
  ["+ and −", "larger and smaller cells, if the board has more cells than fit"],
];

const click = matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";

// lead says how a game begins, in the place of its first message.
function lead({ data, binary, digits, selected }) {
  if (data.pieces) return "Begin where few pieces fit, such as in a corner.";
  if (data.reveals) return `${click} a cell to open it. ${click === "Tap" ? "Hold it longer" : "Right-click it"} to flag a mine.`;
  if (data.table) return `${click} a box for a tick, and again for a cross.`;
  if (data.toggles) return `${click} a cell to press it.`;
  const names = data.value_names[data.values[selected]];
  if (binary) return `${click} a cell to mark it as ${names[1]}, or drag over several.`;
  if (data.neighbours) return `${click} a region, then choose its colour.`;
  return `${click} a cell, then ${click === "Tap" || !digits ? "choose its value" : `press ${names[0]} to ${names.at(-1)}`}.`;
}

const pieces = [
  [", and .", "take the previous or the next piece"],
  ["R, or the wheel", "rotate it"],
  ["F, or a right click", "turn it over"],
  ["Enter", "put it down, or take up the piece under the cursor"],
  ["Escape", "put it back"],
];
const table = [
  ["Space", "tick, cross, nothing"],
  ["X", "cross"],
];
const mines = [
  ["Space", "open the cell; on a number that has all its flags, open the cells around it"],
  ["C", "for each number next to the cell that has all its flags, open the cells around that number"],
  ["F", "put a flag, or remove it"],
  ["Escape", "go on after an open mine"],
];
const binary = [
  ["Space", "the next value"],
  ["Shift+Space", "the previous value"],
  ["Drag", "paint several cells"],
];
const values = digits => [
  ["Letters and digits", "enter a value"],
  ["Shift+digit", digits ? "write a corner note" : "write a note"],
  [".", digits ? "switch centre notes on or off" : "switch notes on or off"],
  ...(digits ? [[",", "switch corner notes on or off"]] : []),
  ["Shift+Arrow keys, Ctrl+click, drag", "select several cells: a value becomes a note in each of them"],
  ["Space", "the next value"],
  ["Enter", "go to the buttons of the values"],
];
