// The values of a board as buttons, for a pointer and for touch.
import { element, set } from "../shared/dom.js";
import { none } from "./base.js";
import { swatch } from "./draw.js";
import { keysOf } from "./keys.js";

// If there are more values than this, they are typed into a field.
const mostButtons = 36;

// pad returns an element with a button for each value of the selected site. On a binary board, the
// buttons choose what a pointer paints.
export function pad(board) {
  const made = element("div.pad", { role: "group", "aria-label": board.binary ? "What to paint" : "Values" });
  let list;
  const refill = () => {
    if (list === board.data.values[board.selected]) return;
    list = board.data.values[board.selected];
    made.replaceChildren(...(board.binary ? brushes(board) : values(board)));
  };
  board.addEventListener("select", refill);
  board.addEventListener("noting", () => {
    for (const toggle of made.querySelectorAll("[data-noting]")) toggle.setAttribute("aria-pressed", String(toggle.dataset.noting === String(board.noting)));
  });
  refill();
  board.addEventListener("pick", () => made.querySelector("button, input")?.focus());
  made.addEventListener("keydown", event => {
    if (event.key === "Escape") board.focus();
  });
  return made;
}

function values(board) {
  const names = board.valueNames(board.selected);
  const enter = value => {
    board.enter(board.selected, value);
    board.focus();
  };
  const erase = () => {
    board.erase(board.selected);
    board.focus();
  };
  const kinds = [
    board.digits && kind(board, false, "value", "Value", "Write values"),
    kind(board, true, "notes", board.digits ? "Centre notes" : "Notes", "Write notes instead of values (key: full stop)"),
    board.digits && kind(board, "corner", "corner", "Corner notes", "Write notes in the corners of cells, which only you read (key: comma)"),
    element("button", { type: "button", "aria-label": "Clear the selected cell", title: "Clear (Backspace)", onclick: erase }, "⌫"),
  ];
  return [
    names.length > mostButtons ? field(names, enter) : grid(names.map((name, value) => button(board, name, value, () => enter(value)))),
    element("div.pad-kinds", {}, kinds),
  ];
}

// grid arranges buttons in even rows: up to 9 in a row on a phone, up to 18 on a tablet, and a square beside the board.
function grid(buttons) {
  const made = element("div.pad-values", {}, buttons),
    { length } = buttons,
    even = most => Math.ceil(length / Math.ceil(length / most));
  for (const [name, columns] of Object.entries({ phone: even(9), tablet: even(18), beside: length < 6 ? length : Math.ceil(Math.sqrt(length)) }))
    made.style.setProperty(`--${name}`, String(columns));
  return made;
}

// kind returns the button for values, for notes or for corner notes.
function kind(board, noting, name, text, title) {
  const onclick = () => {
    board.turnTo(noting);
    board.focus();
  };
  return element(`button.pad-${name}`, { type: "button", "aria-pressed": board.noting === noting, "data-noting": String(noting), title, onclick }, text);
}

function button(board, name, value, onclick) {
  const look = board.look(board.selected, value);
  const plain = look.text && !look.fill && !look.mark;
  const key = keysOf(board, board.selected)[value];
  return element(
    "button",
    { type: "button", "aria-label": name, title: `${name} (key ${key})`, "data-value": value, onclick },
    plain ? look.text : swatch(look),
  );
}

// field returns a field for the name of a value. The key Enter enters the value.
function field(names, enter) {
  const input = element("input", {
    type: "text",
    size: 6,
    inputmode: "numeric",
    "aria-label": `Value, from ${names[0]} to ${names.at(-1)}`,
    placeholder: `${names[0]}…${names.at(-1)}`,
    onkeydown: event => {
      if (event.key !== "Enter") return;
      const value = names.indexOf(input.value.trim());
      set(input, { "aria-invalid": value < 0 });
      if (value < 0) return;
      input.value = "";
      enter(value);
    },
  });
  return input;
}

// brushes are the ways in which a pointer paints.
function brushes(board) {
  const names = board.valueNames(board.selected);
  const choices = [[null, "Cycle"], ...[...names.keys()].reverse().map(value => [value, names[value]]), [none, "Clear"]];
  const made = choices.map(([value, name]) =>
    element(
      "button",
      {
        type: "button",
        "aria-pressed": board.brush === value,
        title: value === null ? "Each click goes to the next value" : `Paint: ${name}`,
        onclick: () => {
          board.brush = value;
          made.forEach((other, i) => other.setAttribute("aria-pressed", choices[i][0] === value));
        },
      },
      value !== null && value !== none ? swatch(board.look(board.selected, value)) : null,
      name,
    ),
  );
  return made;
}
