// A game: a board with its history, its save points and its time. It is kept in the browser until its owner
// removes it.
import { keys, read, readText, write } from "../shared/storage.js";

const prefix = "counterproof.game.";
const oldKey = "counterproof.games"; // an earlier version kept the keys of its games here, the newest first
const mostSteps = 3000;

// isGame reports whether a key belongs to a game. games lists all games, the game of the last entry first. It has to
// read all of them.
export function isGame(key) {
  return key.startsWith(prefix);
}

export function games() {
  const old = read(oldKey, []);
  const all = keys()
    .filter(isGame)
    .map(key => {
      const [, puzzle, instance] = /^([^.]*)\.(.*)$/s.exec(key.slice(prefix.length)) ?? [];
      return { key, puzzle, instance, saved: read(key) };
    });
  return all
    .filter(({ puzzle, saved }) => puzzle && Array.isArray(saved?.entries))
    .sort((a, b) => (b.saved.played ?? 0) - (a.saved.played ?? 0) || old.indexOf(a.key) - old.indexOf(b.key));
}

export class Game extends EventTarget {
  constructor(board, level = "") {
    super();
    this.board = board;
    this.level = level; // of the board, or empty if it is not known
    this.key = `${prefix}${board.data.puzzle}.${board.data.instance}`;
    this.steps = []; // each a list of [site, [value, notes] before, [value, notes] after]
    this.at = 0; // the number of steps that are in force
    this.points = []; // values of at
    this.seconds = 0;
    this.hints = /** @type {number[]} */ ([]); // for each hint, the part of the board that was filled, from 0 to 1
    this.hintAt = -1; // the number of steps in force at the last hint
    this.strength = 0; // of this hint: 1 where to look, 2 which technique, 3 the step
    this.done = false; // whether the board has been solved
    this.played = undefined; // the time of the last change, in milliseconds since 1970
    this.dirty = false; // whether there is a change that is not saved
    this.text = null; // the saved text that this tab has read or written last
    if (this.restore()) board.settle();
    board.addEventListener("change", ({ detail }) => this.add(detail.step));
    board.addEventListener("tick", () => this.changed());
    board.addEventListener("solved", () => {
      if (this.done) return this.dispatchEvent(new Event("change"));
      this.done = true;
      this.changed();
    });
  }

  add(step) {
    this.steps.length = this.at;
    this.steps.push(step);
    if (this.steps.length > mostSteps) {
      this.steps.shift();
      this.points = this.points.map(at => at - 1).filter(at => at >= 0);
    }
    this.at = this.steps.length;
    this.hintAt = -1;
    this.points = this.points.filter(at => at < this.at);
    this.changed();
  }

  // hinted counts a hint. Further hints at the same position count once.
  hinted(strength) {
    const { entered, open } = this.board;
    if (!this.done && this.hintAt !== this.at) {
      this.hints.push(entered + open ? entered / (entered + open) : 0);
      this.dispatchEvent(new CustomEvent("hint", { detail: this.hints.at(-1) }));
    }
    Object.assign(this, { hintAt: this.at, strength });
  }

  // told returns the strength of the hint at the present position, or 0 without a hint.
  get told() {
    return this.hintAt === this.at ? this.strength : 0;
  }

  // moves counts the steps in force that have changed an entry.
  get moves() {
    return this.steps.slice(0, this.at).filter(step => step.some(([, before, after]) => before[0] !== after[0])).length;
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at < this.steps.length;
  }

  undo() {
    if (this.canUndo) this.go(this.at - 1);
  }

  redo() {
    if (this.canRedo) this.go(this.at + 1);
  }

  // go takes steps back, or makes steps again, until the given number of steps is in force.
  go(at) {
    while (this.at > at) this.board.undo(this.steps[--this.at]);
    while (this.at < at) this.board.redo(this.steps[this.at++]);
    this.points = this.points.filter(point => point <= this.steps.length);
    this.changed();
  }

  // earlier goes through the positions before the present one, the latest first.
  *earlier() {
    const entries = this.board.entries.slice();
    for (let at = this.at - 1; at >= 0; at--) {
      for (const [site, [value]] of this.steps[at].toReversed()) entries[site] = value;
      yield { at, entries: entries.slice() };
    }
  }

  // keep makes a save point. back returns to the last save point and deletes it.
  keep() {
    if (this.points.at(-1) !== this.at) this.points.push(this.at);
    this.changed();
  }

  back() {
    const at = this.points.pop();
    if (at !== undefined) this.go(at);
  }

  // order lists the sites with entries in the order in which the player made the present entries.
  order() {
    const when = new Map();
    this.steps.slice(0, this.at).forEach((step, i) => {
      for (const [site, before, after] of step) if (before[0] !== after[0]) when.set(site, i);
    });
    const filled = this.board.entries.flatMap((value, site) => (value >= 0 && !this.board.fixed(site) ? [site] : []));
    return filled.sort((a, b) => (when.get(a) ?? -1) - (when.get(b) ?? -1) || a - b);
  }

  // changed tells the page that the game has changed, and saves the game after a short time, when the page
  // has nothing else to do.
  changed() {
    this.dirty = true;
    this.played = Date.now();
    this.dispatchEvent(new Event("change"));
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () =>
        whenIdle(() => {
          if (this.dirty) this.save();
        }),
      250,
    );
  }

  // save keeps the game in the browser. A tab without a change of its own must not replace what another
  // tab has saved.
  save() {
    clearTimeout(this.timer);
    const stored = readText(this.key);
    if (!this.dirty && (stored === null || stored !== this.text)) return;
    this.done ||= stored !== this.text && read(this.key)?.done === true;
    const {
      entries,
      notes,
      data: { fixed, layout },
    } = this.board;
    const written = notes.flatMap((list, site) => (list.length ? [[site, list]] : []));
    const about = { size: layout ? `${layout.h}x${layout.w}` : undefined, given: fixed.filter(value => value >= 0).length, played: this.played }; // for the list of games
    const text = JSON.stringify({
      entries,
      notes: written,
      steps: this.steps,
      at: this.at,
      points: this.points,
      seconds: Math.round(this.seconds),
      hints: this.hints,
      done: this.done,
      level: this.level,
      ...this.board.keeps(),
      ...about,
    });
    Object.assign(this, { text, dirty: !write(this.key, text) });
  }

  // take shows what another tab has saved, unless this tab has a change to save.
  take() {
    if (this.dirty || !this.restore()) return;
    this.board.mark();
    this.dispatchEvent(new Event("change"));
  }

  // restore reads the saved game. It returns false if there is nothing new.
  restore() {
    const text = readText(this.key),
      saved = read(this.key);
    if (text === this.text || saved?.entries?.length !== this.board.entries.length) return false;
    const notes = [];
    for (const [site, list] of saved.notes) notes[site] = list;
    this.board.load(saved.entries, notes);
    this.board.recall(saved);
    const { steps, at, points, seconds, hints = [], played, level } = saved;
    this.level ||= level ?? "";
    Object.assign(this, { steps, at, points, seconds, hints, hintAt: -1, played, text, done: this.done || saved.done });
    return true;
  }
}

// whenIdle calls a function when the page has nothing to do, at the latest after a second.
function whenIdle(run) {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(run, { timeout: 1000 });
  else run(); // Safari
}

// follow shows the changes that other tabs make to the game that current() returns. A tab that the
// browser has frozen gets no events, so follow also looks when the page appears again.
export function follow(current) {
  addEventListener("storage", ({ key }) => {
    if (key === current()?.key) current().take();
  });
  addEventListener("pageshow", () => current()?.take());
  addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") current()?.take();
  });
}

// filledText writes entries as a text for a link: a character for each site, and "." for a site
// without an entry. If there are values above 61, the text is a list of numbers.
export function filledText(entries) {
  if (Math.max(...entries) > 61) return entries.map(value => (value < 0 ? "." : value)).join(",");
  return entries.map(value => (value < 0 ? "." : digits[value])).join("");
}

// readFilled reads a text of filledText. It returns null if the text does not fit the board.
export function readFilled(text, data) {
  const parts = text.includes(",")
    ? text.split(",").map(part => (part === "." ? -1 : Number(part)))
    : [...text].map(char => (char === "." ? -1 : digits.indexOf(char)));
  const fits = parts.length === data.sites.length && parts.every((value, site) => Number.isInteger(value) && value >= -1 && value < data.sites[site]);
  return fits && ![...text].some(char => char !== "." && char !== "," && !digits.includes(char)) ? parts : null;
}

const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
