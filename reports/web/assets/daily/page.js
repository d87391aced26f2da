// The page of daily puzzles. Its link is #DATE or #DATE/PUZZLE.
import "../shared/frame.js";
import { makeBoard } from "../board/make.js";
import { zoomed } from "../board/zoom.js";
import { graphOf, onlyTable } from "../pairplace/table.js";
import { timeText } from "../play/clock.js";
import { feedback } from "../play/feedback.js";
import { finish } from "../play/finish.js";
import { follow, Game } from "../play/game.js";
import { help, message, showMoves } from "../play/help.js";
import { showKeys } from "../play/keys.js";
import { list } from "../play/list.js";
import { problem, stop, work } from "../play/work.js";
import { ask } from "../shared/ask.js";
import { element, find, set } from "../shared/dom.js";
import { download } from "../shared/download.js";
import { dayCards, drawCards, showStates } from "./cards.js";
import { showMonth } from "./month.js";
import { rowText, showStatistics } from "./results.js";
import { dateText, isRecord, keep, longDate, parts, record, recordText, resultText, today } from "./store.js";

let menu = null; // the answer to the question day
let month = today(); // a date in the month that the archive shows
let device = today(); // the date of this device when the links to other days were made
// The board that is shown: { date, puzzle, title, game, kept, text, graph }. The field kept is the
// record, and text is the saved record that this tab has read or written last.
let open = null;
let turn = 0; // numbers the links that were followed
let toNext = false; // whether the next board gets the focus
let busy = false; // whether the last of these links is still being followed
const giveFeedback = feedback(() => open?.game);

// wanted reads the date and the puzzle of the hash. Without a date, the page shows today.
function wanted() {
  const [date = "", puzzle = ""] = location.hash.slice(1).split("/");
  return { date: date || today(), puzzle };
}

// fromLink shows the date and the puzzle of the hash. A field in which the date is being typed stays as it is.
async function fromLink({ typed = false } = {}) {
  const own = ++turn;
  busy = true;
  try {
    await showLink(own, typed);
  } finally {
    if (own === turn) busy = false;
  }
}

async function showLink(own, typed) {
  const { date, puzzle } = wanted();
  stop();
  leave();
  problem(null);
  if (menu?.date !== date) {
    let answer;
    try {
      answer = await ask("day", { date });
    } catch (error) {
      if (own === turn) problem(error);
      return;
    }
    if (own !== turn) return;
    menu = answer;
    month = menu.date;
  }
  if (!typed || document.activeElement !== find("date")) find("date").value = date;
  showDay(puzzle);
  if (puzzle) return show(puzzle, own);
  close();
  drawCards(find("cards"), menu, () => own === turn);
}

// again follows a link to the present hash once more, for which there is no event hashchange. The page shows
// something else if its last question failed or was stopped, or if another day has begun.
function again() {
  const { date, puzzle } = wanted();
  const shown = menu?.date === date && (!puzzle || (open?.date === date && open.puzzle === puzzle));
  if (!busy && !shown) fromLink();
}

function showDay(puzzle) {
  const { date, weekday, first } = menu;
  find("heading").textContent = `${weekday}, ${longDate(date)}`;
  if (find("date").min !== first) find("date").min = first; // setting it again would reset what is being typed
  showCards(puzzle);
  showLinks();
  showStatistics();
}

// showLinks shows what depends on the date of this device: which days have links.
function showLinks() {
  const { date, first } = menu;
  device = today();
  const [year, monthOf, day] = parts(date);
  neighbour("before", dateText(year, monthOf, day - 1));
  neighbour("after-day", dateText(year, monthOf, day + 1));
  const note =
    date > today()
      ? "This day is in the future. Its boards will not change."
      : date < first
        ? `The archive begins on ${longDate(first)}. Earlier dates also have boards.`
        : "";
  find("note").textContent = note;
  find("note").hidden = !note;
  showMonth(month, first, date);
}

// neighbour sets the link to another day. The days before the archive and after today have no link. Then the
// element still takes the focus, so that a reader at the keyboard stays there.
function neighbour(id, date) {
  const outside = date < menu.first || date > today();
  if (outside) set(find(id), { tabindex: 0, role: "link", href: null });
  else set(find(id), { href: `#${date}`, role: null, tabindex: null });
  set(find(id), { "aria-disabled": outside });
}

// showCards shows the puzzles of the day. The cards of the same day stay in their places, because one of them may
// have the focus.
function showCards(puzzle) {
  const cards = find("cards");
  if (cards.dataset.date !== menu.date) dayCards(cards, menu);
  showStates(cards, menu, puzzle);
}

// close leaves the board. If a button of its last message leads to the next board, that board gets the focus.
function close() {
  leave();
  toNext = find("after").contains(document.activeElement);
  open = null;
  find("game").hidden = true;
}

// show makes the board of the day, or takes the board that the browser has kept.
async function show(puzzle, own) {
  if (open?.date === menu.date && open.puzzle === puzzle) return;
  close();
  const { date, puzzles } = menu;
  const entry = puzzles.find(other => other.puzzle === puzzle);
  if (!entry) return problem(Object.assign(new Error(`${longDate(date)} has no puzzle "${puzzle}". Choose one from the cards`), { misuse: true }));
  const kept = record(date, puzzle);
  if (!kept.instance) {
    const made = await work(`Making the board: ${entry.title}.`, "daily", { puzzle, date });
    if (own !== turn || !made) return;
    Object.assign(kept, record(date, puzzle)); // another tab may have begun in the meantime
    if (!kept.instance) [kept.instance, kept.reason] = [made.instance, made.reason ?? ""];
    keep(date, puzzle, kept);
  }
  const data = await work("Opening the board.", "board", { puzzle, instance: kept.instance });
  if (own !== turn || !data) return;
  const made = makeBoard(data.paired ? onlyTable(data) : data);
  if (!made) return problem(new Error("This board cannot be played here"));
  open = {
    date,
    puzzle,
    title: entry.title,
    game: new Game(made.board),
    kept,
    text: recordText(date, puzzle),
    graph: data.paired ? graphOf(made.board) : null,
  };
  showBoard(made);
  await showRules(puzzle);
}

function showBoard({ board, controls }) {
  find("title").textContent = open.title;
  find("reason").textContent = open.kept.reason ? `Picked by hand. ${open.kept.reason}` : "";
  find("reason").hidden = !open.kept.reason;
  find("board").replaceChildren(zoomed(board));
  find("controls").replaceChildren(controls);
  find("graph").replaceChildren(
    ...(open.graph
      ? [open.graph.card, element("p.quiet", {}, "Each letter is a column, and each line is a pair. The number on a line is the row of the pair.")]
      : []),
  );
  find("game").hidden = false;
  find("cards").querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  if (turn > 1) find("game").scrollIntoView(); // after a click on a card
  showKeys(board);
  message("");
  listen(open);
  giveFeedback();
  sameTime(open);
  update();
  tick();
  if (toNext) board.focus();
}

async function showRules(puzzle) {
  find("rules").textContent = "";
  try {
    const { puzzles } = await ask("puzzles", {});
    if (open?.puzzle === puzzle) find("rules").textContent = puzzles.find(({ name }) => name === puzzle)?.rules ?? "";
  } catch (error) {
    problem(error);
  }
}

function listen(own) {
  const { board } = own.game;
  own.game.addEventListener("change", () => {
    if (own === open) update();
  });
  own.game.addEventListener("hint", ({ detail }) => {
    if (own === open) hinted(detail);
  });
  board.addEventListener("change", () => {
    board.mark();
    if (!own.kept.started && !own.kept.done) save(kept => begin(kept, own.game));
  });
  board.addEventListener("say", ({ detail }) => {
    find("message").textContent = detail.text;
  });
  board.addEventListener("problem", ({ detail }) => problem(detail.error));
  board.addEventListener("solved", () => {
    if (own !== open) return;
    board.mark();
    if (!own.kept.done) {
      save(kept => {
        if (!kept.started && !kept.done) kept.seconds = own.game.seconds; // the board was solved on the page Play
        if (!kept.done) kept.late = own.date !== today(new Date(own.game.played ?? Date.now())); // it may have been solved on another page
        kept.done = true;
        kept.of = menu.puzzles.length;
      });
      finish(own.game, { ...own.kept, more: rowText(), buttons: nextPuzzle() });
      showStatistics();
    }
    update();
  });
}

// nextPuzzle returns a link to the first puzzle of the day that is not solved, in a list that is empty without such a
// puzzle.
function nextPuzzle() {
  const { date, puzzles } = menu,
    next = puzzles.find(({ puzzle }) => !record(date, puzzle).done);
  return next ? [element("a.button.main", { href: `#${date}/${next.puzzle}` }, `Next: ${next.title}`)] : [];
}

// begin starts the time with the first entry. If the board was begun on the page Play, the time so far counts.
function begin(kept, game) {
  if (kept.started || kept.done) return;
  kept.started = true;
  kept.seconds = game.steps.length > 1 ? game.seconds : 0;
  game.seconds = kept.seconds;
}

// sameTime gives the record and the game the same time, because the board can be played on the page Play, too.
function sameTime({ kept, game }) {
  if (kept.started && !kept.done) kept.seconds = Math.max(kept.seconds, game.seconds);
  if (kept.started || kept.done) game.seconds = Math.floor(kept.seconds);
}

// update enables the buttons that the history allows, and shows the result.
function update() {
  const { game, kept, graph, title, date } = open;
  showMoves(game);
  graph?.update();
  document.documentElement.dataset.solved = String(kept.done);
  find("result").hidden = !kept.done;
  if (kept.done) find("result-text").textContent = resultText(title, date, kept, publicLink());
}

// publicLink returns the link to the puzzle. A link to this machine is of no use to others.
function publicLink() {
  const own = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return own ? "" : `${location.href.split("#")[0]}#${open.date}/${open.puzzle}`;
}

// The time counts from the first entry to the last one, while the page is visible.
let last = performance.now();

function tick() {
  const now = performance.now();
  const passed = Math.min(2, (now - last) / 1000);
  last = now;
  if (menu && device !== today()) showLinks();
  if (!open) return;
  const { kept } = open;
  if (kept.started && !kept.done && document.visibilityState === "visible") {
    const before = Math.floor(kept.seconds / 5);
    kept.seconds += passed;
    sameTime(open);
    if (Math.floor(kept.seconds / 5) !== before) save();
  }
  find("clock").textContent = timeText(kept.seconds);
  find("clock").classList.toggle("quiet", !kept.started && !kept.done);
}

// save makes a change of this tab to the newest record, and keeps the record.
function save(change = _kept => {}) {
  if (!open) return;
  take();
  change(open.kept);
  if (open.kept.started || open.kept.done) open.game.save();
  open.text = keep(open.date, open.puzzle, open.kept);
  showDone();
}

// take replaces the record by a newer one that another tab has written. A solved puzzle stays solved, even if the
// other tab has written before it noticed.
function take() {
  const { date, puzzle, kept } = open;
  const text = recordText(date, puzzle);
  if (text === null || text === open.text) return;
  open.text = text;
  const stored = record(date, puzzle);
  if (stored.done || !kept.done) Object.assign(kept, stored);
  else open.text = keep(date, puzzle, kept);
}

// leave keeps the time, unless another tab has written a newer record.
function leave() {
  if (!open) return;
  const { date, puzzle, game, kept, text } = open;
  game.save();
  if (kept.started && !kept.done && recordText(date, puzzle) === text) open.text = keep(date, puzzle, kept);
}

// comeBack shows what has changed while the page was hidden. Without a date in its address, the page shows
// today.
function comeBack() {
  refresh();
  if (menu && location.hash.length < 2) again();
}

// refresh shows what other tabs have written.
function refresh() {
  if (open) {
    take();
    update();
  }
  showDone();
}

// showDone shows on the cards and in the archive which puzzles are solved.
function showDone() {
  if (!menu || (open && open.date !== menu.date)) return;
  showCards(open?.puzzle);
  showMonth(month, menu.first, menu.date);
}

// hinted remembers a hint: the part of the board that was filled when it was taken.
function hinted(part) {
  save(kept => {
    if (!kept.done) kept.hints.push(part);
  });
}

async function copyResult() {
  const text = find("result-text").textContent;
  try {
    await navigator.clipboard.writeText(text);
    message("The result is copied.", { good: true });
  } catch {
    getSelection()?.selectAllChildren(find("result-text"));
    message("The browser does not allow copying. The result is selected: copy it yourself.");
  }
}

async function events() {
  const file = await work("Making the calendar file.", "events", { from: today(), page: location.href.split("#")[0] });
  if (file) download("counterproof-daily.ics", "text/calendar", file.text);
}

function turnMonth(by) {
  const [year, monthOf] = parts(month);
  month = dateText(year, monthOf + by, 1);
  showMonth(month, menu.first, menu.date);
}

// wireDate follows the field of the date. A date that is being typed passes through other dates, such as days
// of the year 2. So a visit of the field makes at most one entry of the history.
function wireDate() {
  const field = find("date");
  let visited = false; // whether this visit of the field has made an entry
  field.addEventListener("change", () => {
    const hash = `#${field.value}`;
    if (!field.value || hash === location.hash) return;
    history[visited ? "replaceState" : "pushState"](null, "", hash);
    visited = true;
    fromLink({ typed: true });
  });
  field.addEventListener("blur", () => {
    visited = false;
    if (!field.value && menu) field.value = menu.date;
  });
  addEventListener("hashchange", () => {
    visited = false;
    fromLink();
  });
}

function wire() {
  const buttons = {
    undo: () => open?.game.undo(),
    redo: () => open?.game.redo(),
    stop,
    share: copyResult,
    events,
    clear: () => open?.game.board.put(open.game.board.entries.map((_, site) => [site, -1])),
    earlier: () => turnMonth(-1),
    later: () => turnMonth(1),
  };
  for (const [id, run] of Object.entries(buttons))
    find(id).addEventListener("click", () => {
      if (menu || id === "events") run();
    });
  wireDate();
  addEventListener("click", ({ target }) => {
    const link = target?.closest?.('a[href^="#"]');
    if (link?.hash === location.hash) again();
  });
  addEventListener("keydown", event => {
    if (!open || !(event.ctrlKey || event.metaKey) || event.altKey || event.target?.matches?.("input, textarea")) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) open.game.undo();
    else if (key === "y" || (key === "z" && event.shiftKey)) open.game.redo();
    else return;
    event.preventDefault();
  });
  addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") return leave();
    last = performance.now(); // the time while the page is hidden does not count
    comeBack();
  });
  follow(() => open?.game);
  addEventListener("storage", ({ key }) => {
    if (isRecord(key)) refresh();
  });
  addEventListener("pageshow", comeBack);
  addEventListener("pagehide", () => {
    tick();
    leave();
  });
}

wire();
help(() => open?.game);
list(() => open?.game);
setInterval(tick, 1000);
fromLink();
