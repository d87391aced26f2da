// The page that analyses a board: it opens boards and shows one panel at a time.
import "../shared/frame.js";
import { ask } from "../shared/ask.js";
import { element, find } from "../shared/dom.js";
import { countPanel } from "./count.js";
import { deducePanel } from "./deduce.js";
import { givenNote } from "./given.js";
import { drop, input, say } from "./input.js";
import { advice, copy, named } from "./job.js";
import { mostLink, readLink, repair, writeLink } from "./link.js";
import { savePanel } from "./save.js";
import { solutionsPanel } from "./solutions.js";
import { theoryPanel } from "./theory.js";
import { giveVerdict } from "./verdict.js";

// A panel is made for each board by make(context). It returns an element, a function show, which is
// called whenever the panel appears, and a function stop, which ends its work.
const kinds = [
  { name: "count", title: "Count", make: countPanel },
  { name: "solutions", title: "Solutions", make: solutionsPanel },
  { name: "theory", title: "Theory", make: theoryPanel },
  { name: "deduce", title: "Deduce", make: deducePanel },
  { name: "save", title: "Save", make: savePanel },
];

let puzzles = [];
let current = null; // {puzzle, data, state, panels, fresh}; fresh says that the board needs a new address
let opened = 0; // the number of boards that were asked for
let endVerdict = () => {};

async function start() {
  try {
    ({ puzzles } = await ask("puzzles", {}));
  } catch (error) {
    return say(advice(error));
  }
  input(puzzles, (puzzle, instance) => open(puzzle, instance, { panel: current?.state.panel }, true));
  find("tabs").append(...kinds.map(tab));
  find("tabs").addEventListener("keydown", moveTab);
  find("link").addEventListener("click", () => copy(location.href, find("link")));
  addEventListener("hashchange", fromLink);
  await fromLink();
  if (!current && !matchMedia("(pointer: coarse)").matches) find("text").focus(); // on a phone, the keyboard would cover the page
}

async function fromLink() {
  const { puzzle, instance, state, broken } = readLink();
  if (broken) return say("The board in this link is cut off or damaged. Copy the link again, or paste the board here.");
  if (!puzzle) return;
  const known = puzzles.find(p => p.name === puzzle);
  if (!known && !instance)
    return say(
      `The link #${puzzle} names no board. It should begin with a puzzle and a colon, such as #sudoku: and a board. Paste a board into the field, or press Example.`,
    );
  if (!known) return say(`There is no puzzle "${puzzle}". Choose one from the list.`);
  if (!instance) find("puzzle").value = puzzle;
  say();
  find("text").value = instance || known.example;
  const notes = repair(
    state,
    known,
    kinds.map(kind => kind.name),
  );
  if ((await open(puzzle, instance || known.example, state)) && notes.length > 0) say(notes.join(" "));
}

// open shows a board. If the requested board does not exist, the page keeps the present board.
// If fresh is true and another board was shown, the button Back leads to that board. The function returns
// whether the board is shown.
async function open(name, instance, state, fresh = false) {
  const turn = ++opened;
  drop();
  let data;
  try {
    data = await ask("board", { puzzle: name, instance });
  } catch (error) {
    if (turn === opened) say(advice(error));
    return false;
  }
  if (turn !== opened) return false;
  for (const panel of Object.values(current?.panels ?? {})) panel.stop?.();
  const other = current && (current.data.puzzle !== data.puzzle || current.data.instance !== data.instance || current.state.given !== state.given);
  current = { fresh: fresh && other, puzzle: puzzles.find(p => p.name === name), data, state: { panel: "count", ...clean(state) }, panels: {} };
  find("panels").replaceChildren();
  find("analysis").hidden = false;
  showBoard(data);
  endVerdict();
  endVerdict = giveVerdict({ data, about: { puzzle: data.puzzle, instance: data.instance }, given: state.given });
  choose(kinds.some(kind => kind.name === current.state.panel) ? current.state.panel : "count");
  return true;
}

// clean leaves out the empty values of a state.
function clean(state) {
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value));
}

function showBoard(data) {
  find("title").textContent = data.label ? `${data.title}: ${data.label}` : data.title;
  find("board").replaceChildren(data.svg ? named(data.svg, `The board: ${data.title}`) : element("pre", {}, data.text));
  find("instance").textContent = data.instance;
  const notes = data.warnings.map(warning => element("p.quiet", {}, `Warning: ${warning}`));
  if (data.obstacle) notes.unshift(element("p.problem", { role: "status" }, `This board has no solution: ${data.obstacle}.`));
  const given = givenNote(current.state.given, data, () => open(data.puzzle, data.instance, { panel: current.state.panel }, true));
  find("notes").replaceChildren(...(given ? [given] : []), ...notes);
  find("play").href = `play.html#${new URLSearchParams({ puzzle: data.puzzle, board: data.instance })}`;
  find("play").hidden = !current.puzzle.plays;
}

function tab({ name, title }) {
  return element("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick: () => choose(name) }, title);
}

// choose shows a panel.
function choose(name) {
  current.state.panel = name;
  for (const kind of kinds) {
    const button = find(`tab-${kind.name}`),
      on = kind.name === name;
    button.setAttribute("aria-selected", String(on));
    button.tabIndex = on ? 0 : -1;
  }
  if (!current.panels[name]) {
    const { data, puzzle, state } = current;
    const kind = kinds.find(kind => kind.name === name) ?? kinds[0];
    const panel = (current.panels[name] = kind.make({ data, puzzle, state, about: { puzzle: data.puzzle, instance: data.instance }, changed: link }));
    find("panels").append(element("div.analyse-panel", { id: `panel-${name}`, role: "tabpanel", "aria-labelledby": `tab-${name}` }, panel.element));
  }
  for (const panel of find("panels").children) panel.hidden = panel.id !== `panel-${name}`;
  for (const kind of kinds) {
    // without its panel, a tab would name an element that does not exist
    if (current.panels[kind.name]) find(`tab-${kind.name}`).setAttribute("aria-controls", `panel-${kind.name}`);
    else find(`tab-${kind.name}`).removeAttribute("aria-controls");
  }
  current.panels[name].show?.();
  link();
}

// link writes the state into the address.
function link() {
  const short = writeLink(current.data.puzzle, current.data.instance, current.state, current.fresh);
  current.fresh = false;
  find("link").disabled = !short;
  find("link").title = short ? "" : `The board has more than ${mostLink} characters, which is too long for a link. Save it as a file.`;
}

function moveTab(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const i = kinds.findIndex(kind => kind.name === current.state.panel);
  const { name } = kinds[(i + step + kinds.length) % kinds.length];
  choose(name);
  find(`tab-${name}`).focus();
}

start();
