// A board that is played on its picture: sites are areas that can be selected, painted and filled.
import { element, picture, set, shape } from "../shared/dom.js";
import { Board, none } from "./base.js";
import { drawCorners, drawLook, drawNotes, spotOf } from "./draw.js";
import { keysOf, typed } from "./keys.js";
import { neighbours } from "./moves.js";
import { drawNames, withNames } from "./step.js";

let boards = 0; // for the ids of cells, which differ between the boards of a page

export class SpotBoard extends Board {
  togglers; // by light, the buttons that toggle it
  areas = /** @type {any[]} */ ([]);
  cornered = /** @type {any[]} */ ([]); // by site: the marks in corners
  groups = /** @type {any[]} */ ([]); // by site: the area, and the element around it

  constructor(data, { label = data.title } = {}) {
    super(data);
    this.spots = data.spots.map(spotOf);
    this.prefix = `board${boards++}-`;
    this.selected = Math.max(0, data.fixed.indexOf(none));
    this.moves = neighbours(data.layout, this.spots);
    this.many = !this.binary && !data.pieces; // whether the player can select several sites
    this.digits = this.many && (data.looks ?? []).flat().every(look => look.text && !look.fill); // whether there are marks in corners
    this.chosen = new Set(); // the selected sites, if there are several
    this.brush = null; // the value that a pointer paints on a binary board; null: the next one
    this.buffer = "";
    this.undrawn = new Set(); // the sites to draw again
    const root = picture(data.svg);
    for (const name of ["role", "width", "height"]) root.removeAttribute(name);
    set(root, { "aria-hidden": "true", class: "board-under" });
    root.querySelector("title")?.remove(); // browsers show it at the pointer
    const visible = this.visible(root.getAttribute("viewBox")),
      { viewBox, names } = withNames(visible, this);
    for (const text of root.querySelectorAll("text")) if (Number(text.getAttribute("y")) < Number(visible.split(" ")[1])) text.remove(); // they would appear in the room for names
    this.names = names; // where the names of rows and columns are, if the board shows them
    root.setAttribute("viewBox", viewBox);
    this.cells = shape("svg", { viewBox, class: "board-cells", role: "presentation" });
    this.over = shape("svg", { viewBox, class: "board-over", "aria-hidden": "true" });
    this.flags = shape("g", { class: "board-flags" });
    this.marked = shape("g");
    this.several = shape("g");
    this.ring = shape("path", { class: "board-ring" });
    this.over.append(this.several, this.flags, this.marked, this.ring);
    this.element = element(
      "div.board.picture",
      { tabindex: 0, "aria-label": label, "data-paint": this.binary || Boolean(data.pieces) },
      root,
      this.cells,
      this.over,
    );
    const [left, top, width, height] = viewBox.split(" ").map(Number);
    this.size = { left, top, width, height }; // in the unit of the picture
    this.element.style.setProperty("--aspect", String(width / height));
    this.fill();
    this.listen();
    this.select(this.selected);
  }

  // visible returns the part of the picture that is shown, as the attribute viewBox. It leaves out the pieces next to
  // the board, because the tray shows them, and the number of mines above it, because the counter shows it.
  visible(viewBox) {
    if (!this.data.pieces && !this.data.reveals) return viewBox;
    const { h, w, cell } = this.data.layout,
      [{ x, y, room }] = this.spots;
    const left = x - ((cell[0] % w) + 0.5) * room,
      top = y - (Math.floor(cell[0] / w) + 0.5) * room,
      margin = left - Number(viewBox.split(" ")[0]);
    return [left - margin, top - margin, w * room + 2 * margin, h * room + 2 * margin].join(" ");
  }

  // fill makes the areas. They are the cells of a grid, or the options of a list if the board has
  // no rows.
  fill() {
    const { layout } = this.data;
    if (this.many) set(this.element, { "aria-multiselectable": true });
    set(this.element, layout ? { role: "grid", "aria-rowcount": layout.h, "aria-colcount": layout.w } : { role: "listbox" });
    const rows = new Map();
    this.spots.forEach((spot, site) => {
      const area = shape("path", { d: spot.d, "fill-rule": "evenodd", class: "board-area", "data-site": site });
      const made = shape("g", { id: this.prefix + site, role: layout ? "gridcell" : "option" }, area);
      if (this.fixed(site)) set(made, layout ? { "aria-readonly": "true" } : { "aria-disabled": "true" });
      this.areas[site] = area;
      this.groups[site] = made;
      if (!layout) return this.cells.append(made);
      const r = Math.floor(layout.cell[site] / layout.w);
      set(made, { "aria-colindex": (layout.cell[site] % layout.w) + 1 });
      if (!rows.has(r)) rows.set(r, shape("g", { role: "row", "aria-rowindex": r + 1 }));
      rows.get(r).append(made);
    });
    this.cells.append(...rows.values());
    this.areas.forEach((_, site) => this.show(site));
  }

  // draw shows the value and the notes of one site, and the lights that its button toggles, before the next
  // frame. A step that changes many sites draws each site once.
  draw(site) {
    if (this.undrawn.size === 0) {
      queueMicrotask(() => {
        for (const changed of this.undrawn) this.show(changed);
        this.undrawn.clear();
      });
    }
    const others = this.data.neighbours ? this.spots.keys() : (this.data.toggles?.flips[site] ?? Object.values(this.beside(site))); // an entry can anchor any chain
    for (const changed of [site, ...others]) this.undrawn.add(changed);
  }

  // beside returns the sites next to a site, by their directions. Only a board with ships needs them.
  beside(site) {
    if (this.look(site, 1).mark !== "ship") return {};
    const to = key => this.moves(site, key) ?? site;
    const found = { up: to("ArrowUp"), down: to("ArrowDown"), left: to("ArrowLeft"), right: to("ArrowRight") };
    return Object.fromEntries(Object.entries(found).filter(([, other]) => other !== site));
  }

  // joined lists the directions in which the ship at a site has further parts.
  joined(site) {
    return Object.entries(this.beside(site)).flatMap(([side, other]) => (this.entries[other] === 1 ? side : []));
  }

  // lit reports whether a light is on.
  lit(light) {
    const { flips, lit } = this.data.toggles;
    this.togglers ??= lit.map((_, i) => flips.flatMap((all, button) => (all.includes(i) ? [button] : [])));
    return this.togglers[light].reduce((on, button) => on !== (this.entries[button] === 1), lit[light]);
  }

  // anchored reports whether all Kempe chains of a site with an entry contain a given site. The chain of two
  // colours joins the sites that only have these colours, as entries or as notes.
  anchored(site) {
    const { fixed, neighbours: near, sites } = this.data,
      own = this.entries[site];
    if (!near || fixed[site] !== none) return true;
    const values = at => (this.entries[at] === none ? this.notes[at] : [this.entries[at]]);
    for (let other = 0; other < sites[site]; other++) {
      if (other === own) continue;
      const chain = new Set([site]);
      for (const at of chain) // also the sites that are added on the way
        for (const next of near[at]) if (values(next).length && values(next).every(v => v === own || v === other)) chain.add(next);
      if (![...chain].some(at => fixed[at] !== none)) return false;
    }
    return true;
  }

  // appearance returns how a site with its entry looks.
  appearance(site) {
    const value = this.entries[site],
      { reveals, toggles } = this.data;
    let look = value === none || this.fixed(site) ? {} : this.look(site, value);
    if (value === 0 && reveals?.[site]) look = { fill: "#ffffff", ...reveals[site].look };
    if (toggles) look = { ...look, fill: this.lit(site) ? toggles.on.fill : "#ffffff" };
    return look;
  }

  show(site) {
    const value = this.entries[site],
      spot = this.spots[site],
      area = this.areas[site],
      group = this.groups[site];
    const dotted = value !== none && !this.anchored(site); // one dot, as for a note
    const look = dotted ? {} : this.appearance(site);
    const notes = dotted ? [value] : this.notes[site];
    while (group.lastChild !== area) group.lastChild.remove();
    set(area, { fill: look.fill || "transparent", class: look.fill ? "board-area board-filled" : "board-area" });
    group.append(
      ...drawLook(look, spot, this.joined(site)),
      ...drawNotes(notes, this.data.sites[site], v => this.look(site, v), spot, this.corners[site].length > 0),
    );
    this.cornered[site]?.remove();
    // Not in the group, because the label of the group has another order.
    this.cornered[site] = shape("g", {}, ...drawCorners(this.corners[site], v => this.look(site, v), spot));
    if (this.corners[site].length) this.over.prepend(this.cornered[site]);
    set(group, { "aria-label": this.describe(site), ...(value === none ? { "data-value": null } : { "data-value": value }) });
  }

  // describe names a site and its entry for screen readers.
  describe(site) {
    const value = this.entries[site];
    const names = this.valueNames(site);
    const notes = this.notes[site].map(v => names[v]);
    let text = `${this.siteName(site)}: ${value === none ? "empty" : names[value]}`;
    if (this.fixed(site)) text += ", given";
    else if (value !== none && !this.anchored(site)) text += ", dotted, because a Kempe chain has no given region";
    if (notes.length) text += `, notes ${notes.join(" ")}`;
    if (this.corners[site].length) text += `, corner notes ${this.corners[site].map(v => names[v]).join(" ")}`;
    if (this.data.toggles) text += this.lit(site) ? ", light on" : ", light off";
    if (value === 0 && this.data.reveals?.[site]?.look.text) text += `, number ${this.data.reveals[site].look.text}`;
    return text;
  }

  // select goes to a site.
  select(site) {
    const before = this.selected;
    this.selected = site;
    if (site !== before) this.buffer = "";
    if (!this.areas.length) return;
    this.element.setAttribute("aria-activedescendant", this.prefix + site);
    if (!this.data.layout) {
      this.groups[before].removeAttribute("aria-selected");
      this.groups[site].setAttribute("aria-selected", "true");
    }
    this.ring.setAttribute("d", this.spots[site].d);
    this.choose([]);
    this.emit("select", { site });
  }

  // flag marks sites and clues in a calm way, for the feedback while playing.
  flag(sites = [], clues = []) {
    const spots = [...sites.map(site => this.spots[site]), ...clues.flatMap(clue => clue.areas.map(spotOf))];
    this.flags.replaceChildren(...spots.map(({ d }) => shape("path", { d, "fill-rule": "evenodd", class: "board-flag" })));
    if (this.data.layout) this.groups.forEach((group, site) => set(group, { "aria-invalid": sites.includes(site) ? "true" : null }));
  }

  // choose selects several sites, or none beside the selected one.
  choose(sites) {
    if (this.chosen.size + sites.length === 0) return;
    for (const site of this.chosen) this.groups[site].removeAttribute("aria-selected");
    this.chosen = new Set(sites.length > 1 ? sites : []);
    for (const site of [...this.chosen, ...(this.data.layout ? [] : [this.selected])]) this.groups[site].setAttribute("aria-selected", "true");
    this.several.replaceChildren(...[...this.chosen].map(site => shape("path", { d: this.spots[site].d, "fill-rule": "evenodd", class: "board-chosen" })));
  }

  // extend goes to a site and keeps the other sites selected. If toggled is true and the site was among several
  // selected sites, extend leaves it out.
  extend(site, toggled = false) {
    const all = new Set([...this.chosen, this.selected]);
    if (!toggled || !all.delete(site)) all.add(site);
    this.select(all.has(site) ? site : ([...all].at(-1) ?? site));
    this.choose([...all]);
  }

  together(site) {
    return this.chosen.has(site) ? [...this.chosen] : [site];
  }

  enter(site, value, noting = this.noting) {
    super.enter(site, value, noting || this.chosen.has(site)); // in several sites, only a note makes sense
  }

  // mark marks sites in one of the ways "bad", "look" and "new", or removes the marks. It also marks the
  // areas of clues. While a board has marks, it shows how sentences name its rows and columns.
  mark(kind = "", sites = [], clues = []) {
    const spots = [...sites.map(site => this.spots[site]), ...clues.flatMap(clue => clue.areas.map(spotOf))];
    this.marked.replaceChildren(...spots.map(({ d }) => shape("path", { d, "fill-rule": "evenodd", class: `board-mark board-${kind}` })));
    if (kind && this.names) this.marked.append(...drawNames(this));
  }

  // listen also shows the cursor: once somebody uses the keyboard, or goes to a cell to enter a value there. The
  // key Tab that leads to the board is released there.
  listen() {
    const cursor = on => this.element.toggleAttribute("data-cursor", on);
    for (const name of ["keydown", "keyup"]) this.element.addEventListener(name, () => cursor(true));
    this.element.addEventListener("focus", () => this.many && cursor(true));
    this.element.addEventListener("keydown", event => this.key(event));
    this.cells.addEventListener("pointerdown", () => cursor(this.many));
    this.addEventListener("noting", () => this.element.toggleAttribute("data-noting", Boolean(this.noting)));
    this.cells.addEventListener("pointerdown", event => this.press(event));
    this.cells.addEventListener("pointermove", event => this.drag(event));
    for (const name of ["pointerup", "pointercancel"]) this.cells.addEventListener(name, event => this.release(event));
    this.cells.addEventListener("contextmenu", event => {
      if (this.binary) event.preventDefault();
    });
  }

  // siteAt returns the site at a point of the window, or undefined.
  siteAt(x, y) {
    const site = document.elementFromPoint(x, y)?.closest?.("[data-site]");
    return site && this.cells.contains(site) ? Number(site.dataset.site) : undefined;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.command(event) && !this.type(event)) return;
    event.preventDefault();
  }

  // command carries out a key that is not the name of a value. It reports whether the key has a
  // meaning.
  command(event) {
    const to = this.moves(this.selected, event.key);
    if (to !== undefined) {
      if (event.shiftKey && this.many) this.extend(to);
      else this.select(to);
      return true;
    }
    switch (event.key) {
      case " ":
        this.step(event.shiftKey ? -1 : 1);
        return true;
      case "Enter":
        if (this.binary) this.step(1);
        else this.emit("pick");
        return true;
      case "Backspace":
      case "Delete":
        this.erase(this.selected);
        return true;
      case ".":
      case ",":
        if (this.binary || (event.key === "," && !this.digits)) return false;
        this.turnTo(event.key === "," ? "corner" : true);
        return true;
    }
    return false;
  }

  // step gives the selected site the next value, or the previous one.
  step(by) {
    this.put([[this.selected, this.next(this.selected, by)]]);
  }

  // next returns the value that follows the value of a site. On a binary board, 1 comes before 0,
  // because 0 usually means that something is absent. If a 0 looks like a site without an entry,
  // next leaves out the 0.
  next(site, step = 1) {
    let order = [none, ...Array(this.data.sites[site]).keys()];
    if (this.binary) {
      const { fill, text, mark } = this.look(site, 0);
      order = fill || text || mark ? [none, 1, 0] : [none, 1];
    }
    const i = order.indexOf(this.entries[site]);
    return order[(i + step + order.length) % order.length];
  }

  // type enters the value that a key names. Several digits in a row name a larger number.
  type(event) {
    if (event.key.length !== 1) return false;
    const keys = keysOf(this, this.selected);
    const { value, buffer } = typed(keys, this.buffer, event);
    if (value === undefined) return false;
    const again = this.buffer !== "" && buffer.length > 1;
    this.buffer = buffer;
    const shifted = event.shiftKey && /^Digit/.test(event.code) && (this.digits ? "corner" : true);
    if (again && !this.noting && !this.chosen.size) this.put([[this.selected, value]]);
    else this.enter(this.selected, value, this.noting || shifted);
    return true;
  }

  press(event) {
    const site = this.siteAt(event.clientX, event.clientY);
    if (site === undefined) return;
    this.element.focus({ preventScroll: true });
    event.preventDefault();
    if (this.many && (event.ctrlKey || event.metaKey || event.shiftKey)) this.extend(site, true);
    else this.select(site);
    if (this.many && event.button === 0 && (event.pointerType === "mouse" || this.noting)) {
      this.stroke = { chooses: true, x: event.clientX, y: event.clientY };
      this.cells.setPointerCapture(event.pointerId);
    }
    if (!this.binary || this.locked) return;
    const second = event.button === 2 && this.next(site) !== none ? 0 : null;
    let value = second ?? this.brush ?? this.next(site);
    if (value === this.entries[site]) value = none;
    this.stroke = { value, from: this.entries[site], x: event.clientX, y: event.clientY };
    this.cells.setPointerCapture(event.pointerId);
    this.begin();
    this.put([[site, value]]);
  }

  // drag paints the sites between two points with the new value of the first site. It paints only
  // sites that had the same value as the first site. On a board that is not painted, drag selects the sites.
  drag(event) {
    if (!this.stroke) return;
    const { value, from, x, y, chooses } = this.stroke;
    const steps = Math.max(1, Math.ceil(Math.hypot(event.clientX - x, event.clientY - y) / 6));
    for (let i = 1; i <= steps; i++) {
      const site = this.siteAt(x + ((event.clientX - x) * i) / steps, y + ((event.clientY - y) * i) / steps);
      if (chooses && site !== undefined && site !== this.selected) this.extend(site);
      if (chooses || site === undefined || this.entries[site] !== from) continue;
      this.put([[site, value]]);
      this.select(site);
    }
    Object.assign(this.stroke, { x: event.clientX, y: event.clientY });
  }

  release(_event) {
    const { stroke } = this;
    this.stroke = null;
    if (stroke && !stroke.chooses) this.end();
  }
}
