// The panel that shows a deduction as a film. The moves are in the usual order, or in an order that
// the reader chooses.

import { Zoom } from "../board/zoom.js";
import { waitingText } from "../shared/ask.js";
import { element } from "../shared/dom.js";
import { OwnFilm, usualFilm } from "./films.js";
import { graph } from "./graph.js";
import { advice, command, Job, named } from "./job.js";

const mostWidth = 632,
  mostHeight = 512; // of a picture in CSS pixels, from page.css

const verdicts = {
  solved: "The board is solved.",
  stuck: "No technique finds a further move, so the rest needs a search.",
  contradiction: "The clues contradict each other, so there is no solution.",
  "not unique": "A technique assumes exactly one solution, and ends in a contradiction. So there are several solutions or none.",
};

export function deducePanel(context) {
  if (context.data.levels.length === 0) {
    return {
      element: element("p", {}, `There are no techniques of deduction for ${context.data.title}. The panels Count and Solutions find its solutions by search.`),
    };
  }
  const panel = new DeducePanel(context);
  return { element: panel.element, show: () => panel.start(), stop: () => panel.job.stop() };
}

class DeducePanel {
  drawn = /** @type {any} */ (null); // the graph of the film that is shown
  usual = /** @type {any} */ (null); // the film of the usual order

  constructor({ data, state, about, changed }) {
    this.data = data;
    this.state = state;
    this.about = about;
    this.changed = changed;
    this.job = new Job();
    this.at = this.turn = 0;
    this.line = command();
    const button = (name, label, to) => element("button", { type: "button", "aria-label": label, onclick: () => this.go(to()) }, name);
    this.usualButton = element("button", { type: "button", onclick: () => this.useUsual() }, "Usual order");
    this.ownButton = element("button", { type: "button", onclick: () => this.useOwn([]) }, "My own order");
    this.slider = element("input.analyse-slider", { type: "range", min: "0", "aria-label": "Choose a move", oninput: () => this.go(+this.slider.value) });
    this.text = element("p.analyse-text", { role: "status" });
    this.picture = element("div.picture.analyse-picture", {});
    this.late = element("p.quiet", { role: "status" });
    this.onWait = before => {
      this.late.textContent = before === undefined ? "" : `The picture is ${waitingText(before)}.`;
    };
    this.zoom = new Zoom(this.picture, { puzzle: data.puzzle, drags: true, label: "The picture of the move" });
    this.skipped = element("p.quiet", { id: "deduce-skipped" });
    this.ending = element("p", { id: "deduce-end", role: "status" });
    this.choice = element("div", { id: "deduce-choice" });
    this.list = element("ol.analyse-moves", { tabindex: "0", role: "list", "aria-label": "All moves" });
    this.graph = element("div");
    this.bar = element(
      "div.bar",
      {},
      button("|◀", "Before the first move", () => 0),
      button("◀", "Previous move", () => this.at - 1),
      button("▶", "Next move", () => this.at + 1),
      button("▶|", "After the last move", () => this.film.moves.length),
      this.slider,
    );
    this.stage = element(
      "div.analyse-stage",
      { tabindex: "0", role: "group", "aria-label": "The deduction. The arrow keys step through it.", onkeydown: event => this.key(event) },
      this.text,
      this.zoom.element,
      this.late,
    );
    this.body = element(
      "div",
      { hidden: true },
      element("div.bar", { role: "group", "aria-label": "Order of the moves" }, this.usualButton, this.ownButton),
      this.skipped,
      this.bar,
      this.stage,
      this.ending,
      this.choice,
      element("h3", {}, "What each move needed"),
      this.graph,
      element("details", {}, element("summary", {}, "All moves as a list"), this.list),
    );
    this.element = element("div", {}, this.job.element, this.body, this.line.element);
    this.line.update("deduce", data.puzzle, data.instance);
  }

  async start() {
    if (this.begun) return;
    this.begun = true;
    const answer = await this.job.run("Deducing", "deduce", { ...this.about, picture: -1 });
    if (!answer) {
      this.begun = false;
      return;
    }
    this.usual = usualFilm(this.about, answer, this.onWait);
    const { path, move } = this.state;
    if (path === undefined || !(await this.useOwn(path ? path.split("-").map(Number) : []))) this.useUsual(+move || 0);
  }

  useUsual(at = 0) {
    this.job.stop();
    this.own = null;
    delete this.state.path;
    this.take(this.usual, at);
  }

  // useOwn begins an order that the reader chooses, with the moves of a link. It returns false if the order
  // cannot begin.
  async useOwn(numbers) {
    const film = new OwnFilm(this.about, (doing, question, onPart, name = "place") => this.job.run(doing, name, question, onPart), this.onWait);
    if (!(await film.start())) return false;
    this.own = film;
    const at = numbers.length ? +this.state.move || 0 : 0;
    const whole = numbers.length === 0 || (await film.follow(numbers));
    if (film !== this.own) return true; // the reader has chosen another order in the meantime
    if (!whole) this.job.fail("The link names a move that is not possible here. The moves before it are shown.");
    this.take(film, numbers.length && !this.state.move ? film.moves.length : at);
    return true;
  }

  // take shows a film. The film may have changed since it was last shown.
  take(film, at) {
    this.film = film;
    this.body.hidden = false;
    this.usualButton.setAttribute("aria-pressed", String(!this.own));
    this.ownButton.setAttribute("aria-pressed", String(Boolean(this.own)));
    this.slider.max = film.moves.length;
    this.list.replaceChildren(
      ...film.moves.map((move, i) => element("li", {}, element("button", { type: "button", onclick: () => this.go(i) }, `${move.level}: ${move.text}`))),
    );
    this.drawn = graph(film.moves, this.data.levels, i => this.go(i));
    this.graph.replaceChildren(this.drawn.element);
    const skipped = film.numbers[film.moves.length] - film.moves.length;
    this.skipped.textContent = skipped ? `The film skips ${skipped} move${skipped === 1 ? " that only reads a clue" : "s that only read clues"}.` : "";
    this.choices();
    this.go(film.numbers.findIndex(number => number >= Math.min(at, film.numbers[film.moves.length])));
  }

  // choices lists the moves that are possible now, so that the reader can choose one.
  choices() {
    if (!this.own) return this.choice.replaceChildren();
    const { moves, more } = this.own.possible;
    const groups = this.data.levels
      .map(level => [level, moves.map((move, i) => ({ move, i })).filter(({ move }) => move.level === level)])
      .filter(([, list]) => list.length > 0);
    this.choice.replaceChildren(
      (moves.length > 0 && element("h3", {}, `${moves.length}${more ? " or more" : ""} possible moves now: choose one`)) || "",
      element(
        "div.bar",
        {},
        element("button", { type: "button", disabled: this.own.moves.length === 0, onclick: () => this.back() }, "Take the last move back"),
        element("button", { type: "button", id: "deduce-finish", disabled: moves.length === 0, onclick: () => this.finish() }, "Finish with the easiest moves"),
      ),
      ...groups.map(([level, list]) =>
        element(
          "details.analyse-possible",
          { open: level === groups[0][0] },
          element("summary", {}, `${level}: ${list.length}`),
          element(
            "ul",
            {},
            list.map(({ move, i }) => element("li", {}, element("button", { type: "button", "data-choice": i, onclick: () => this.choose(i) }, move.text))),
          ),
        ),
      ),
    );
  }

  choose(i) {
    return this.change(film => film.choose(i));
  }

  back() {
    return this.change(film => film.back(film.moves.length - 1));
  }

  finish() {
    return this.change(film => film.follow(null).then(() => true));
  } // a part of the moves counts, too

  // change lets make change the reader's own order. If make returns true, and the reader has not chosen another
  // order in the meantime, change shows the new order.
  async change(make) {
    const film = this.own;
    if (film && (await make(film)) && film === this.own) this.take(film, film.moves.length);
  }

  key(event) {
    this.zoom.key(event);
    const to = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: this.film.moves.length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(to);
  }

  // go shows the board before a move, and what the move does.
  async go(i) {
    const film = this.film,
      { moves } = film;
    this.at = Math.min(Math.max(i, 0), moves.length);
    const move = moves[this.at],
      turn = ++this.turn;
    this.slider.value = String(this.at);
    this.text.textContent = move
      ? `Move ${this.at + 1} of ${moves.length}, ${move.level}: ${move.text}.`
      : this.own && !film.verdict
        ? `After ${moves.length} moves.`
        : `The end, after ${moves.length} moves.`;
    this.ending.replaceChildren(...(move ? [] : this.end()));
    this.drawn.show(this.at);
    this.state.move = this.at === 0 ? "" : String(film.numbers[this.at]); // links count all moves
    if (this.own) this.state.path = this.own.chosen.join("-");
    this.changed();
    this.line.update(
      "deduce",
      ...(move && !this.own ? ["--step", String(film.numbers[this.at] + 1), "--svg", "move.svg"] : []),
      this.data.puzzle,
      this.data.instance,
    );
    try {
      const svg = await film.picture(this.at);
      if (turn !== this.turn || film !== this.film) return;
      this.picture.replaceChildren(
        svg
          ? this.measured(svg, move ? `The board before move ${this.at + 1}` : "The board at the end")
          : element("p", {}, "There is no picture of this move."),
      );
      if (this.at < moves.length)
        film.picture(this.at + 1).catch(() => {
          /* reported when it is shown */
        });
    } catch (error) {
      if (turn === this.turn) this.job.fail(advice(error));
    }
  }

  // measured makes a picture. If its cells are small, the zoom shows its buttons.
  measured(svg, name) {
    const made = named(svg, name),
      [, , width, height] = String(made.getAttribute("viewBox")).split(" ").map(Number);
    const room = Math.min(...(this.data.spots?.map(spot => spot.room) ?? []));
    this.zoom.measure(room < Infinity ? room / width : 0, Math.min(mostWidth, (mostHeight * width) / height));
    return made;
  }

  // end says how the deduction ended, and whether the final state is the same as in the usual
  // order.
  end() {
    const { verdict, state } = this.film;
    if (!verdict) return [];
    const words = [element("strong", {}, verdicts[verdict] ?? `The end: ${verdict}.`)];
    if (this.own)
      words.push(
        state === this.usual.state
          ? element("span.analyse-good", { id: "deduce-same" }, " ✓ This is the same end as in the usual order.")
          : element("span.problem", {}, " This end differs from the end of the usual order. That is a mistake in the program: please report it."),
      );
    return words;
  }
}
