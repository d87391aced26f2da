// Checks and hints of the play page.
import { drawStep } from "../board/step.js";
import { element, find, set } from "../shared/dom.js";
import { work } from "./work.js";

const hints = ["Hint", "More of the hint", "Show the step", "Show the step"]; // the name of the button, by what was told

// help connects the buttons for checks and hints with their functions. The function current() must
// return the game.
export function help(current) {
  for (const [id, run] of Object.entries({ check, hint })) {
    find(id).addEventListener("click", () => {
      const game = current();
      if (game) run(game);
    });
  }
}

// showMoves enables the buttons that the history allows, and names the button for the next hint.
export function showMoves(game) {
  find("undo").disabled = !game.canUndo;
  find("redo").disabled = !game.canRedo;
  find("hint").textContent = hints[game.told];
}

// boardFocus returns the part of the board that can have the focus.
export function boardFocus() {
  return document.querySelector(/** @type {"div"} */ ("#board .board[tabindex], #board .board [tabindex]"));
}

// message shows a text next to the board, or a list of texts and elements. A keyboard can scroll a message that is too
// long. message may also show buttons. If a button of the last message had the focus, the first new button gets it, or
// the board without a new button.
/**
 * @param {string | (string | Node)[]} text
 * @param {{buttons?: Node[], good?: boolean}} [options]
 */
export function message(text, { buttons = [], good } = {}) {
  const shown = find("message");
  shown.replaceChildren(...[text].flat());
  shown.dataset.kind = good === undefined ? "" : good ? "good" : "bad";
  const after = find("after"),
    focused = after.contains(document.activeElement);
  after.hidden = !buttons.length;
  after.replaceChildren(...buttons);
  set(shown, { tabindex: shown.scrollHeight > shown.clientHeight ? 0 : null });
  if (focused) (after.querySelector("a, button") ?? boardFocus())?.focus();
}

function playing({ board }) {
  const { puzzle, instance } = board.data;
  return { puzzle, instance, entries: board.entries };
}

// noting returns the question about the entries and the notes of a game.
function noting(game) {
  return { ...playing(game), left: game.board.allowed() };
}

// sayChanged says that an answer came too late for the board. If the player has solved the board since, nobody
// needs the answer.
function sayChanged(board) {
  if (!board.solved) message("The board has changed in the meantime. Ask again.");
}

// stale returns a function that reports whether the entries have changed, or the notes if noted is true. If so,
// the function also tells the player, because an answer about the old board would be misleading.
function stale({ board }, noted = false) {
  const now = () => JSON.stringify([board.entries, noted && board.notes]),
    before = now();
  return () => {
    if (now() === before) return false;
    sayChanged(board);
    return true;
  };
}

// check marks entries that break a rule together, or together with the clues. If there are none, it says whether some
// solution has all the entries.
async function check(game) {
  const { board } = game,
    late = stale(game),
    kept = "No rule is broken so far";
  board.mark();
  const checked = await work("Checking the rules.", "check", playing(game));
  if (!checked || late()) return;
  if (checked.sites.length || checked.rule) {
    board.mark("bad", checked.sites, checked.clues);
    return message(brokenText(board, checked), { good: false, buttons: [mistake(game)] });
  }
  // On a binary board, a player need not enter the value 0.
  const whole = board.complete() ? await work("Checking the rules.", "check", { ...playing(game), entries: board.filled(), brief: true }) : checked;
  if (!whole || late()) return;
  if (whole.solved) return message("Solved: the board is complete, and every rule is kept.", { good: true });
  message(`${kept}.`, { good: true });
  const found = await work("Looking for a solution with your entries.", "correct", playing(game));
  if (!found || late()) return;
  if (found.limited) return message(`${kept}, but the search for a solution with all your entries took too long.`);
  if (!found.correct) return message(`${kept}, but no solution has all your entries.`, { good: false, buttons: [mistake(game)] });
  const noted = board.notes.some(list => list.length);
  message(`${kept}, and a solution has all your entries.`, { good: true, buttons: noted ? [mistake(game, "Check my notes too")] : [] });
}

// mistake returns a button that looks for a mistake.
function mistake(game, text = "Where did I go wrong?") {
  return element("button", { type: "button", onclick: () => wrong(game) }, text);
}

const mostNames = 4; // clues that a message names

// brokenText says which entries and clues cannot all hold. All of them are marked, as far as they have a
// place on the board.
/** @param {any} board @param {import("../../types/questions").Checked} checked */
export function brokenText(board, { rule, entries, clues }) {
  if (rule) return `A rule is broken: ${rule}.`;
  const names = clues.map(clue => clue.name);
  const these = names.length > mostNames ? `${names.length} clues` : names.join(" and ");
  if (!entries.length) return `The board has no solution, because not all of these clues can hold: ${these}.`;
  const one = entries.length === 1,
    places = placesText(board, entries);
  if (!clues.length) return one ? `The entry at ${places} breaks a rule.` : `The entries at ${places} break a rule together.`;
  return one ? `The entry at ${places} contradicts ${these}.` : `The entries at ${places} contradict ${these}.`;
}

// wrong marks entries that cannot all be right, and finds the first mistake.
async function wrong(game) {
  const { board } = game,
    late = stale(game, true);
  board.mark();
  const found = await work("Looking for the mistake.", "hint", noting(game));
  if (!found || late()) return;
  if (!found.wrong) return nowhere(board, found);
  const first = await work("Looking for the first mistake.", "first", { ...playing(game), order: game.order() });
  if (late()) return;
  board.mark("bad", found.sites);
  const text = `${capital(found.text)}.`;
  if (!first || first.site < 0) return message(first?.limited ? `${text} The search for the first mistake took too long.` : text, { good: false });
  board.select(first.site);
  const order = game.order(),
    wrongs = [order.slice(0, order.indexOf(first.site) + 1).map(site => [site, board.entries[site]])];
  message(`${text} Your first mistake is at ${board.siteName(first.site)}.`, {
    good: false,
    buttons: [element("button", { type: "button", onclick: () => rewind(game, wrongs) }, "Go back to before the mistake")],
  });
}

// nowhere says that no entry is wrong, and whether notes are.
/** @param {any} board @param {import("../../types/questions").Hint} hint */
function nowhere(board, { limited, notes }) {
  if (notes?.sites.length) {
    board.mark("bad", notes.sites);
    return message(`A solution has all your entries, but your notes are wrong: ${notes.text}.`, { good: false });
  }
  if (limited) return message("The search took too long to find out.");
  if (notes) return message(`A solution has all your entries. But ${notes.text}.`);
  message("All is right: a solution has all your entries and agrees with your notes.", { good: true });
}

// rewind goes back to the latest position whose entries are all right. An earlier position may have a
// mistake that the player has erased since, so rewind asks about each position. The parameter wrongs
// lists sets of entries that no solution has. A position with all entries of such a set is skipped.
async function rewind(game, wrongs) {
  const {
    board,
    at: from,
    steps: { [game.at - 1]: last },
  } = game;
  board.mark();
  for (const { at, entries } of game.earlier()) {
    if (wrongs.some(wrong => wrong.every(([site, value]) => entries[site] === value))) continue;
    const found = await work("Looking for a position without a mistake.", "correct", { ...playing(game), entries });
    if (!found) return undefined;
    if (game.at !== from || game.steps[from - 1] !== last) return sayChanged(board);
    if (found.limited) return message("The search for a position without a mistake took too long.");
    if (found.correct) {
      game.go(at);
      return message("You are back at the latest position that some solution fits.", { good: true });
    }
    wrongs.push(entries.flatMap((value, site) => (value >= 0 && !board.fixed(site) ? [[site, value]] : [])));
  }
  return message("No earlier position is without a mistake.", { good: false });
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const doing = ["", "Looking for a hint.", "Looking for a technique.", "Looking for the next step."];

// hint gives a hint. The first one at a position says where to look, the second one names the technique, and
// further ones show the whole step.
async function hint(game) {
  const { board } = game,
    late = stale(game, true),
    strength = Math.min(game.told + 1, 3);
  board.mark();
  if (board.solved) return message("The board is solved, so no step is left.", { good: true });
  const found = await work(doing[strength], "hint", noting(game));
  if (!found || late()) return;
  if (found.wrong) return message("Something is wrong already: no solution has all your entries.", { good: false, buttons: [mistake(game)] });
  const { sites } = found,
    any = sites.length || found.placed.length;
  game.hinted(any ? strength : 0);
  showMoves(game);
  const aside = leftOut(board, found.notes, strength);
  if (!any) return message(`${capital(found.text)}.${aside}`);
  if (strength === 3) drawStep(board, found);
  else board.mark("look", sites);
  if (strength < 3) return message((strength === 1 ? `Look at ${placesText(board, sites)}.` : howText(found)) + aside);
  const buttons =
    found.placed.length || found.removed.length
      ? [
          element(
            "button.main",
            {
              type: "button",
              onclick: () => {
                if (!late()) carry(game, found);
              },
            },
            "Do this step",
          ),
        ]
      : [];
  const [text, ...why] = parted(found.text);
  message([`${capital(text)}.${aside}`, ...why], { buttons });
}

const longest = 160; // the largest number of characters of a hint that shows its reason at once

// parted returns a sentence. If it is long, its last conclusion comes first, and then an element with the reasons.
function parted(text) {
  const [, name = "", so] = /^(?:.*; then )?([^:;]*: )?.*, so (.*)$/.exec(text) ?? [];
  if (text.length <= longest || !so || /, so .*; (?!then |this )/.test(text)) return [text]; // or there are several conclusions
  return [name + so, element("details", {}, element("summary", {}, "Because …"), `${capital(text.slice(0, text.lastIndexOf(", so ")))}.`)];
}

// leftOut says which notes a hint leaves out because they are wrong, or why no search could find out. Only the
// whole step says which values they lack.
function leftOut(board, notes, strength) {
  if (!notes) return "";
  if (!notes.sites.length) return ` But ${notes.text}.`;
  if (strength === 3) return ` The hint leaves out wrong notes: ${notes.text}.`;
  return ` The hint leaves out your notes at ${placesText(board, notes.sites, "")}, because no solution agrees with them.`;
}

// placesText names places. If there are many, it gives only their number.
function placesText(board, sites, kind = "marked ") {
  if (sites.length > 4) return `the ${sites.length} ${kind}places`;
  return sites.map(site => board.siteName(site)).join(" and ");
}

// sources has the names of moves that are not techniques: each names the place from which the move follows.
export const sources = { clue: "a value that is already on the board", hint: "a cell that the board gives" };

function howText(found) {
  if (found.searched) return "No technique of this puzzle finds the next step here. Only a search finds it.";
  if (Object.hasOwn(sources, found.rule)) return `The step needs no technique, because it follows from ${sources[found.rule]}. Its level is ${found.level}.`;
  return `The technique is called “${found.rule}”. Its level is ${found.level}.`;
}

// carry enters the values that a hint has found. If the player has made notes, carry also removes
// the values that the hint excludes from the notes.
function carry(game, found) {
  const { board } = game;
  const changes = new Map();
  for (const [site, value] of found.removed) {
    if (board.entries[site] < 0) changes.set(site, [site, -1, board.without(changes.get(site)?.[2] ?? board.notes[site], value, site)]);
  }
  for (const [site, value] of found.placed) changes.set(site, [site, value]);
  board.mark();
  board.put([...changes.values()]);
  message("Done.");
  board.focus();
}
