// The state of a board that somebody plays: entries, notes and events. The classes of spots.js, pieces.js
// and table.js show it.
import { ask } from "../shared/ask.js";
import { painted } from "../shared/dom.js";

// none is the value of a site without an entry.
export const none = -1;

const noNotes = /** @type {number[]} */ (Object.freeze(/** @type {any} */ ([])));

// written returns what a site has, as saved games write it. Corners are left out if there are none.
function written(value, notes, corners) {
  return corners.length ? [value, notes, corners] : [value, notes];
}

// A Board has an entry for each site: a value, or none. The field notes has, for each site, a list
// of values that the player has written down. The field corners has a second kind of notes, which nothing
// but the player reads. The field element is the element that a page shows.
//
// A Board has these events. "change" with detail.step comes after the player has changed something.
// "select" comes after the player has gone to another site. "solved" comes when no rule is broken
// and no entry is missing. "problem" with detail.error comes when the check failed. "say" with
// detail.text is for a screen reader. "tick" comes when a clue was ticked off.
export class Board extends EventTarget {
  constructor(data) {
    super();
    this.data = data;
    this.entries = data.fixed.slice();
    this.notes = data.sites.map(() => noNotes);
    this.corners = data.sites.map(() => noNotes);
    this.noting = /** @type {boolean | "corner"} */ (false); // whether the player writes notes, or marks in corners
    this.locked = false;
    this.solved = false;
    // On a binary board, a site without an entry has the value 0 when the board is checked.
    this.binary = !data.pieces && data.sites.every(count => count <= 2);
    this.group = null;
    this.element = null;
  }

  fixed(site) {
    return this.data.fixed[site] !== none;
  }

  siteName(site) {
    return this.data.names[site];
  }

  valueNames(site) {
    return this.data.value_names[this.data.values[site]];
  }

  look(site, value) {
    return this.data.looks?.[this.data.values[site]]?.[value] ?? {};
  }

  emit(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  // put makes a list of changes as one step. A change has a site, its value, its notes and its corners. A
  // site loses its notes and corners when it gets a value.
  put(changes) {
    const step = [];
    for (const [site, value, notes = noNotes, corners = notes.length ? this.corners[site] : noNotes] of changes) {
      if (this.locked || this.fixed(site)) continue;
      const before = written(this.entries[site], this.notes[site], this.corners[site]),
        after = written(value, notes, corners);
      if (JSON.stringify(before) === JSON.stringify(after)) continue;
      step.push([site, before, after]);
      this.write(site, value, notes, corners);
    }
    if (step.length === 0) return;
    if (this.group) this.group.push(...step);
    else this.announce(step);
  }

  // Between begin and end, everything that the player changes is one step.
  begin() {
    this.group = [];
  }

  end() {
    const step = this.group;
    this.group = null;
    if (step?.length) this.announce(step);
  }

  announce(step) {
    this.emit("change", { step });
    this.settle();
  }

  // together lists the sites that the player changes together with a site.
  together(site) {
    return [site];
  }

  // note adds a note, or a mark in a corner, to the sites that change together with a site. If all of them
  // have it, note removes it. A site with an entry takes no notes.
  note(site, value, corner = false) {
    const sites = this.together(site).filter(at => this.entries[at] === none && this.data.values[at] === this.data.values[site]);
    const lists = corner ? this.corners : this.notes,
      add = sites.some(at => !lists[at].includes(value));
    this.put(
      sites.map(at => {
        const others = lists[at].filter(other => other !== value),
          list = add ? [...others, value].sort((a, b) => a - b) : others;
        return corner ? [at, none, this.notes[at], list] : [at, none, list, this.corners[at]];
      }),
    );
  }

  // erase clears the sites that change together with a site.
  erase(site) {
    this.put(this.together(site).map(at => [at, none]));
  }

  // turnTo begins to write a kind of notes, or values if the player already writes this kind.
  turnTo(kind) {
    this.noting = this.noting === kind ? false : kind;
    this.emit("noting");
  }

  // without returns the notes of a site after a value was ruled out. A site without notes gets notes of
  // all other values.
  without(notes, value, site) {
    return (notes.length ? notes : [...Array(this.data.sites[site]).keys()]).filter(other => other !== value);
  }

  // allowed lists, for each site, the values that its notes permit, or null if the site has no
  // notes.
  allowed() {
    return this.notes.map(notes => (notes.length ? notes : null));
  }

  // enter gives a site a value, or a note while the player writes notes. If the site already has
  // this value, enter removes the value.
  enter(site, value, noting = this.noting) {
    if (noting && !this.binary) this.note(site, value, noting === "corner");
    else this.put([[site, this.entries[site] === value ? none : value], ...this.follow(site, value)]);
  }

  // follow lists the changes that an entry causes at other sites. On a board of pairs, a value is a column, and an
  // entry in one column also fills the column of its partner.
  follow(site, value) {
    const { paired, layout } = this.data;
    if (!paired) return [];
    const at = layout.cell[site],
      column = at % layout.w;
    const partner = layout.cell.indexOf(at - column + value);
    if (partner < 0 || partner === site) return [];
    if (this.entries[site] === value) return this.entries[partner] === column ? [[partner, none]] : [];
    return this.entries[partner] === none ? [[partner, column]] : [];
  }

  // redo makes a step again, and undo takes a step back. Neither causes the event "change".
  redo(step) {
    for (const [site, , after] of step) this.write(site, ...after);
    this.settle();
  }

  undo(step) {
    for (const [site, before] of step.toReversed()) this.write(site, ...before);
    this.settle();
  }

  // load replaces all entries and notes. It does not ask whether the board is solved.
  load(entries, notes = []) {
    for (let site = 0; site < this.entries.length; site++) {
      if (!this.fixed(site)) this.write(site, entries[site] ?? none, notes[site] ?? noNotes);
    }
  }

  // keeps returns what a saved game has beyond entries and notes. recall takes it back from a saved game.
  /** @returns {{ corners?: [number, number[]][], ticked?: number[] }} */
  keeps() {
    const corners = /** @type {[number, number[]][]} */ (this.corners.map((list, site) => [site, list])).filter(([, list]) => list.length);
    return corners.length ? { corners } : {};
  }

  /** @param {{ corners?: [number, number[]][], ticked?: number[] }} saved */
  recall({ corners = [] }) {
    for (const [site, list] of corners) this.write(site, this.entries[site], this.notes[site], list);
  }

  // write changes one site and draws it.
  write(site, value, notes, corners = noNotes) {
    this.entries[site] = value;
    this.notes[site] = notes;
    this.corners[site] = corners;
    this.draw(site);
  }

  draw(_site) {}

  mark() {}

  focus() {
    this.element.focus();
  }

  // filled returns the entries in the form in which the rules are checked. On a binary board, a
  // site without an entry counts as the value 0.
  filled() {
    return this.binary ? this.entries.map(value => Math.max(value, 0)) : this.entries;
  }

  // entered counts the sites that the player has filled. open counts the sites without an entry.
  get entered() {
    return this.entries.reduce((n, value, site) => n + (value !== none && !this.fixed(site)), 0);
  }

  get open() {
    return this.entries.reduce((n, value) => n + (value === none), 0);
  }

  // complete reports whether the entries may be a solution.
  complete() {
    const entries = this.filled();
    return !entries.includes(none) && (this.open === 0 || entries.some((value, site) => value > 0 && !this.fixed(site)));
  }

  // settle asks whether the board is solved, unless this is obviously not the case. It asks one
  // such question at a time, and not before the entry is visible.
  async settle() {
    this.solved = false;
    this.stale = this.asking ?? false;
    if (this.asking || !this.complete()) return;
    this.asking = true;
    try {
      await painted();
      this.stale = false;
      const { puzzle, instance } = this.data,
        entries = this.filled().slice();
      const { solved } = await ask("check", { puzzle, instance, entries, brief: true });
      if (solved && this.filled().every((value, site) => value === entries[site])) {
        this.solved = true;
        this.emit("solved");
      }
    } catch (error) {
      this.emit("problem", { error });
    } finally {
      this.asking = false;
    }
    if (this.stale) this.settle();
  }
}
