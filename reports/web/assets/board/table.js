// A board that is played in a table, with a row for each site and a column for each value. A tick
// gives the site the value. A cross is a note, and says that the site has another value.
import { element, set } from "../shared/dom.js";
import { Board, none } from "./base.js";

let tables = 0; // for the ids of cells

export class TableBoard extends Board {
  constructor(data, { label = data.title } = {}) {
    super(data);
    this.prefix = `table${tables++}-`;
    this.cells = []; // for each site, a cell for each value
    this.rows = data.table.groups.flatMap(group => group.rows.map(row => row.site));
    // On a binary board, the only column is for the value 1.
    this.columns = this.binary ? [1] : [...data.value_names[data.values[this.rows[0]]].keys()];
    this.undrawn = new Set(); // the sites to draw again
    // If all groups have titles, they have a row with the names of the columns each, and stand next to each other.
    this.titled = !this.binary && data.table.groups.every(group => group.title);
    this.ticked = new Set(); // the clues that the player has ticked off
    this.selected = this.rows.find(site => !this.fixed(site)) ?? this.rows[0];
    this.column = 0;
    this.table = element(
      "table.board-table",
      { role: "grid", tabindex: 0, "aria-label": label, "data-titled": this.titled },
      this.titled ? null : this.head(),
      data.table.groups.map(group => this.body(group)),
    );
    const letters = Math.max(...[...this.table.querySelectorAll(".board-name, .board-group")].map(name => name.textContent.length));
    for (const [name, value] of Object.entries({ columns: this.columns.length, letters: Math.min(letters, 16) }))
      this.table.style.setProperty(`--${name}`, String(value));
    this.controls = this.beside();
    this.element = element("div.board.scroll", {}, this.table);
    this.table.addEventListener("keydown", event => this.key(event));
    this.table.addEventListener("pointerdown", event => this.press(event));
    this.table.addEventListener("contextmenu", event => {
      if (event.target.closest("[data-site]")) event.preventDefault();
    });
    for (const group of data.table.groups) for (const { site } of group.rows) this.show(site, group);
    this.addEventListener("change", () => {
      if (this.entered === 0 && this.notes.every(list => !list.length)) this.recall({});
    });
    this.count();
    this.select(this.selected, 0);
  }

  focus() {
    this.table.focus();
  }

  // next returns the value that a site gets after a click on the column of the value 1.
  next(site) {
    return this.entries[site] === 1 ? 0 : this.entries[site] === 0 ? none : 1;
  }

  columnNames() {
    const names = this.binary ? ["chosen"] : this.valueNames(this.rows[0]);
    return names.map(name =>
      element(this.titled ? "th.board-group" : "th", { role: "columnheader", scope: "col", "aria-label": name }, name.replace(/^column /, "")),
    );
  }

  head() {
    return element(
      "thead",
      {},
      element("tr", { role: "row" }, element("th", { role: "columnheader", scope: "col" }, this.binary ? "Option" : "Column"), this.columnNames()),
    );
  }

  body(group) {
    const title =
      group.title &&
      element(
        "tr.board-title",
        { role: "row" },
        element("th.board-group", { role: "rowheader", scope: "rowgroup", colspan: this.titled ? null : this.columns.length + 1 }, group.title),
        this.titled ? this.columnNames() : null,
      );
    return element(
      "tbody",
      { role: "rowgroup" },
      title || null,
      group.rows.map(row => this.row(row)),
    );
  }

  row({ site, parts }) {
    this.cells[site] = this.columns.map(value =>
      element("td.board-toggle", { role: "gridcell", id: `${this.prefix}${site}-${value}`, "data-site": site, "data-column": value }),
    );
    const items = parts.map(({ cover, colour }) => this.data.table.covers[cover].name + (colour ? `:${colour}` : "")).join(" ");
    return element("tr", { role: "row" }, element("th.board-name", { role: "rowheader", scope: "row" }, items || this.siteName(site)), this.cells[site]);
  }

  // beside lists the clues, or how often each item is covered.
  beside() {
    const { notes, covers } = this.data.table;
    this.chips = covers.map(() => element("li.chip"));
    return element(
      "div.board-clues",
      {},
      notes.length
        ? element(
            "ol.clue-list",
            {},
            notes.map((note, i) =>
              element(
                "li",
                {},
                element("button.clue", { type: "button", "aria-pressed": false, title: "Tick this clue off", onclick: () => this.tick(i) }, note),
              ),
            ),
          )
        : null,
      covers.length ? element("ul.chips", { "aria-label": "Items, and how many chosen options have them" }, this.chips) : null,
    );
  }

  // tick ticks a clue off, or takes the tick back.
  tick(clue) {
    if (!this.ticked.delete(clue)) this.ticked.add(clue);
    this.recall({ ticked: [...this.ticked] });
    this.emit("tick");
  }

  keeps() {
    return this.ticked.size ? { ticked: [...this.ticked] } : {};
  }

  /** @param {{ corners?: [number, number[]][], ticked?: number[] }} saved */
  recall({ ticked = [] }) {
    this.ticked = new Set(ticked);
    this.controls.querySelectorAll(".clue").forEach((clue, i) => clue.setAttribute("aria-pressed", String(this.ticked.has(i))));
  }

  // draw shows a site before the next frame. If the values of a group are distinct, draw shows the whole group.
  draw(site) {
    if (!this.cells[site]) return;
    if (this.undrawn.size === 0) queueMicrotask(() => this.flush());
    this.undrawn.add(site);
  }

  flush() {
    for (const group of this.data.table.groups) {
      const changed = group.rows.filter(row => this.undrawn.has(row.site));
      for (const row of group.distinct && changed.length ? group.rows : changed) this.show(row.site, group);
    }
    this.undrawn.clear();
    this.count();
  }

  // state returns how a cell of the table looks: yes, no, implied (no, because of a tick elsewhere), or
  // open.
  state(site, value, group) {
    const entry = this.entries[site];
    if (this.binary) return entry === 1 ? "yes" : entry === 0 ? "no" : "open";
    if (entry === value) return "yes";
    if (entry !== none) return "implied";
    if (this.notes[site].includes(value)) return "no";
    return group.distinct && group.rows.some(row => this.entries[row.site] === value) ? "implied" : "open";
  }

  show(site, group) {
    this.columns.forEach((value, i) => {
      const state = this.state(site, value, group);
      const cell = this.cells[site][i];
      cell.textContent = { yes: "✓", no: "✗", implied: "·", open: "" }[state];
      const words = { yes: "yes", no: "no", implied: "no, because of a tick", open: "open" }[state];
      const row = cell.parentElement?.firstChild.textContent ?? this.siteName(site);
      set(cell, {
        "data-state": state,
        "aria-selected": state === "yes",
        "aria-readonly": this.fixed(site) ? "true" : null,
        "aria-label": `${row}, ${this.valueNames(site)[value]}: ${words}${this.fixed(site) ? ", given" : ""}`,
      });
    });
  }

  // count shows, for each item, how many chosen options contain it.
  count() {
    const { covers, groups } = this.data.table;
    if (!covers.length) return;
    const counts = covers.map(() => 0);
    for (const { site, parts } of groups.flatMap(group => group.rows)) {
      if (this.entries[site] === 1) for (const { cover } of parts) counts[cover]++;
    }
    covers.forEach(({ name, lo, hi, shared }, i) => {
      const state = counts[i] > hi && !shared ? "over" : counts[i] >= lo ? "full" : "short";
      const wanted = shared ? "optional" : `${counts[i]} of ${lo === hi ? lo : `${lo} to ${hi}`}`;
      this.chips[i].textContent = `${name}: ${wanted}`;
      this.chips[i].dataset.state = state;
    });
  }

  select(site, column = this.column) {
    this.cells[this.selected][this.column].classList.remove("board-current");
    this.selected = site;
    this.column = column;
    const cell = this.cells[site][column];
    cell.classList.add("board-current");
    this.table.setAttribute("aria-activedescendant", cell.id);
    if (document.activeElement === this.table) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.emit("select", { site });
  }

  // turn changes an open cell to a tick, a tick to a cross, and a cross to an open cell. If second
  // is true, it skips the tick.
  turn(second = false) {
    const site = this.selected,
      value = this.columns[this.column],
      entry = this.entries[site];
    if (this.binary) return this.put([[site, second ? (entry === 0 ? none : 0) : this.next(site)]]);
    const crossed = this.notes[site].includes(value);
    const others = this.notes[site].filter(note => note !== value);
    const cross = [...others, value].sort((a, b) => a - b);
    if (entry === value) return this.put([[site, none, cross]]);
    if (second || crossed) return this.put([[site, entry, crossed ? others : cross]]);
    this.put([[site, value, this.notes[site]]]);
  }

  press(event) {
    const cell = event.target.closest("[data-site]");
    if (!cell) return;
    event.preventDefault();
    this.table.focus({ preventScroll: true });
    this.select(Number(cell.dataset.site), this.columns.indexOf(Number(cell.dataset.column)));
    this.turn(event.button === 2);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = this.rows.indexOf(this.selected),
      last = this.columns.length - 1;
    const at = {
      ArrowUp: [row - 1, this.column],
      ArrowDown: [row + 1, this.column],
      ArrowLeft: [row, this.column - 1],
      ArrowRight: [row, this.column + 1],
      Home: [row, 0],
      End: [row, last],
    }[event.key];
    if (at) this.select(this.rows[Math.min(this.rows.length - 1, Math.max(0, at[0]))], Math.min(last, Math.max(0, at[1])));
    else if (event.key === " " || event.key === "Enter") this.turn(event.shiftKey);
    else if (event.key.toLowerCase() === "x") this.turn(true);
    else if (event.key === "Backspace" || event.key === "Delete") this.put([[this.selected, none]]);
    else return;
    event.preventDefault();
  }

  // without adds a cross.
  without(notes, value) {
    return [...notes.filter(other => other !== value), value].sort((a, b) => a - b);
  }

  // allowed returns the values without a cross, because the notes of a table are crosses.
  allowed() {
    return this.notes.map(crosses => (crosses.length ? this.columns.filter(value => !crosses.includes(value)) : null));
  }

  // flag marks sites and clues in a calm way, for the feedback while playing.
  flag(sites = [], clues = []) {
    this.controls.querySelectorAll(".clue-list li").forEach((note, i) =>
      note.classList.toggle(
        "board-flag",
        clues.some(clue => clue.note === i),
      ),
    );
    this.cells.forEach((row, site) => row[0].parentElement.classList.toggle("board-flag", sites.includes(site)));
  }

  mark(kind = "", sites = [], clues = []) {
    for (const cell of this.cells.flat()) delete cell.dataset.hint;
    this.controls
      .querySelectorAll(".clue-list li")
      .forEach((note, i) => note.classList.toggle("board-bad", kind === "bad" && clues.some(clue => clue.note === i)));
    this.cells.forEach((row, site) => row[0].parentElement.classList.toggle("board-bad", kind === "bad" && sites.includes(site)));
    this.cells.forEach((row, site) => row[0].parentElement.classList.toggle("board-look", kind === "look" && sites.includes(site)));
  }
}
