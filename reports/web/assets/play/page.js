// The page on which people play.
import "../shared/frame.js";
import { makeBoard } from "../board/make.js";
import { zoomed } from "../board/zoom.js";
import { resultText } from "../daily/store.js";
import { ask } from "../shared/ask.js";
import { element, find } from "../shared/dom.js";
import { savePDF, sheetOf } from "../shared/download.js";
import { address, gallery, starter } from "../shared/gallery.js";
import { read, write } from "../shared/storage.js";
import { clock, timeText } from "./clock.js";
import { feedback } from "./feedback.js";
import { copyButton, finish } from "./finish.js";
import { filledText, follow, Game, games, readFilled } from "./game.js";
import { help, message, showMoves } from "./help.js";
import { showKeys } from "./keys.js";
import { gameLink, list } from "./list.js";
import { fresh, showPuzzle } from "./new.js";
import { problem, stop, work } from "./work.js";

const lastKey = "counterproof.play.last"; // the last board of each puzzle, and the last puzzle

let puzzles = [];
let game = null;
let opened = 0; // the number of boards that were asked for

const showTime = clock(() => game);
const giveFeedback = feedback(() => game);

async function start() {
  try {
    ({ puzzles } = await ask("puzzles", {}));
  } catch (error) {
    return problem(error);
  }
  const choices = puzzles.filter(puzzle => puzzle.plays);
  find("puzzle").append(...choices.map(puzzle => element("option", { value: puzzle.name }, puzzle.title)));
  find("puzzle").addEventListener("change", () => {
    const name = find("puzzle").value;
    location.hash = new URLSearchParams({ puzzle: name }).toString();
  });
  fresh(() => puzzleOf(find("puzzle").value), open);
  help(() => game);
  list(() => game);
  wire();
  addEventListener("hashchange", fromLink);
  await fromLink();
}

function puzzleOf(name) {
  return puzzles.find(puzzle => puzzle.name === name);
}

// fromLink opens the board of the link. If the link names only a puzzle, it opens the last board of the puzzle, or else
// a new one. Without a puzzle, the page shows all puzzles.
async function fromLink() {
  const turn = ++opened;
  const link = new URLSearchParams(location.hash.slice(1));
  const last = read(lastKey, {});
  const name = link.get("puzzle"),
    puzzle = puzzleOf(name);
  if (!puzzle) {
    choose();
    if (name) warn(`There is no puzzle "${name}". Choose one of these.`);
    return;
  }
  const linked = link.get("board"),
    kept = last[puzzle.name] && { instance: last[puzzle.name], level: last.levels?.[puzzle.name] };
  const { instance, level } = linked !== null ? { instance: linked, level: link.get("level") } : (kept ?? (await first(puzzle)));
  if (turn !== opened) return; // the player has opened something else since
  await open(puzzle.name, instance, { filled: link.get("filled"), level: puzzle.levels.find(known => known === level), linked: true });
  const wrong = find("problem").textContent;
  if (game || !wrong) return;
  await open(puzzle.name, puzzle.example, { linked: true });
  warn(`${wrong} This is the example instead.`);
}

// first makes the board with which a puzzle begins.
async function first(puzzle) {
  find("game").hidden = false;
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  return starter(puzzle, seed).catch(() => ({ instance: puzzle.example, level: "" }));
}

// choose shows the last games and all puzzles.
function choose() {
  opened++;
  stop();
  problem(null);
  game?.save();
  game = null;
  find("game").hidden = true;
  find("choice").hidden = false;
  const recent = games()
    .filter(({ saved }) => !saved.done)
    .slice(0, 3);
  find("recent").hidden = recent.length === 0;
  find("recent").replaceChildren(...recent.map(kept => element("li", {}, gameLink(kept, puzzles))));
  gallery(find("gallery"), puzzles);
}

// warn says what is wrong with a link while the page shows another board.
function warn(text) {
  find("problem").textContent = text;
  find("problem").hidden = false;
}

// open shows a board. If this fails, the page keeps the present board. The option filled has the entries
// of a link, level is the level of the board if this is known, and linked says that the address of the page already
// stands for the board. Otherwise the board gets an address of its own, so that the button Back leads to the board before.
async function open(name, instance, { filled = /** @type {string | null} */ (null), level = "", linked = false } = {}) {
  const turn = ++opened;
  const data = await work("Opening the board.", "board", { puzzle: name, instance });
  if (turn !== opened) return;
  const made = data && makeBoard(data);
  if (!made) {
    if (data) problem(unplayable(data));
    find("board").removeAttribute("aria-busy");
    if (game) find("puzzle").value = game.board.data.puzzle;
    else find("puzzle").value = name;
    return showPuzzle(puzzleOf(find("puzzle").value));
  }
  game?.save();
  game = new Game(made.board, level);
  find("choice").hidden = true;
  find("game").hidden = false;
  show(made, data);
  enterFilled(filled, data);
  const last = read(lastKey, {});
  write(lastKey, JSON.stringify({ ...last, puzzle: name, [name]: data.instance, levels: { ...last.levels, [name]: game.level } }));
  const hash = `#${address({ ...data, level: game.level })}`;
  history[linked || hash === location.hash ? "replaceState" : "pushState"](null, "", hash);
}

// unplayable returns the error for a board that can only be looked at.
/** @param {import("../../types/questions").Board} data */
function unplayable({ sites, table }) {
  const why = sites.length > 0 ? "on its picture" : `because it has ${table ? "no options" : "nothing to enter"}`;
  return Object.assign(new Error(`This board cannot be played ${why}. Open another one`), { misuse: true });
}

// enterFilled enters the values that a link states, as one step that can be undone.
function enterFilled(filled, data) {
  if (!filled) return;
  const entries = readFilled(filled, data);
  if (!entries) return problem(new Error("The entries in the link do not fit the board, so they are left out"));
  game.board.put(entries.map((value, site) => [site, value]));
}

function show({ board, controls }, data) {
  const puzzle = puzzleOf(data.puzzle);
  find("puzzle").value = data.puzzle;
  find("title").textContent = data.title;
  const about = [data.label, ...data.warnings, data.obstacle && `This board has no solution: ${data.obstacle}`].filter(Boolean).join(". ");
  find("about").textContent = about;
  find("about").hidden = !about;
  find("board").replaceChildren(zoomed(board));
  find("board").removeAttribute("aria-busy");
  find("controls").replaceChildren(controls);
  find("text").value = data.instance;
  showPuzzle(puzzle, data, game.level);
  showKeys(board);
  message(game.done ? `You have solved this board in ${timeText(game.seconds)}.` : "", game.done ? { buttons: further(game) } : {});
  listen(board);
  giveFeedback();
  update();
  showTime();
}

function listen(board) {
  const own = game;
  own.addEventListener("change", () => {
    if (own === game) update();
  });
  board.addEventListener("change", () => board.mark());
  board.addEventListener("say", ({ detail }) => {
    find("message").textContent = detail.text;
  });
  board.addEventListener("problem", ({ detail }) => problem(detail.error));
  board.addEventListener("solved", () => {
    if (own !== game) return;
    board.mark();
    finish(own, { ...own, buttons: further(own) });
  });
}

// further returns the buttons of a solved board: the next board, and the result as a text. A link to this machine
// is of no use to others.
function further(own) {
  const { data } = own.board,
    here = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname) ? "" : `${location.href.split("#")[0]}#${address({ ...data, level: own.level })}`;
  const next = puzzleOf(data.puzzle).generates && element("button.main", { type: "button", onclick: () => find("fresh").click() }, "Next board");
  return [next, copyButton(resultText(data.title, "", own, here))].filter(Boolean);
}

// update enables the buttons that the history allows.
function update() {
  showMoves(game);
  find("back").disabled = game.points.length === 0;
  find("back").textContent = game.points.length > 1 ? `Back to save point ${game.points.length}` : "Back to save point";
  document.documentElement.dataset.solved = String(game.done);
}

function wire() {
  const buttons = {
    undo: () => game.undo(),
    redo: () => game.redo(),
    keep: () => game.keep(),
    back: () => game.back(),
    clear: () => game.board.put(game.board.entries.map((_, site) => [site, -1])),
    stop,
    print: () => print(),
    sheet,
    link: () => copy(address({ ...game.board.data, level: game.level })),
    "link-filled": () => copy(`${address({ ...game.board.data, level: game.level })}&${new URLSearchParams({ filled: filledText(game.board.entries) })}`),
  };
  for (const [id, run] of Object.entries(buttons)) {
    find(id).addEventListener("click", event => {
      if (!game && id !== "stop") return;
      if (["undo", "redo", "back", "clear"].includes(id)) game.board.mark();
      run();
      if (["undo", "redo", "keep", "back", "clear"].includes(id) && event.detail > 0) game.board.focus(); // a pointer was used; with the keyboard, the focus stays on the button, or goes to More
    });
  }
  addEventListener("keydown", event => {
    if (!game || !(event.ctrlKey || event.metaKey) || event.altKey || event.target?.matches?.("input, textarea")) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) game.undo();
    else if (key === "y" || (key === "z" && event.shiftKey)) game.redo();
    else return;
    event.preventDefault();
  });
  follow(() => game);
  addEventListener("pagehide", () => game?.save());
  addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") game?.save();
  });
}

// sheet saves the sheet that the command sheet writes about the board.
async function sheet() {
  const { data } = game.board,
    name = sheetOf(data);
  const answer = await work("Making the sheet.", "pdf", { puzzle: data.puzzle, instance: data.instance, sheet: true });
  if (!answer) return;
  savePDF(name, answer);
  message(`The browser saves the sheet as ${name}.pdf. Its last page has the answer.`);
}

// copy copies a link to this page.
async function copy(hash) {
  const link = `${location.href.split("#")[0]}#${hash}`;
  try {
    await navigator.clipboard.writeText(link);
    message("The link is copied.");
  } catch {
    message(`Copy this link: ${link}`);
  }
}

start();
