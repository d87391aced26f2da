// Puzzles for pages of your own, with the same calls as the Python file counterproof.py. The engine is
// the folder engine of the static site, next to the folder assets, or the server that shows the page.
import { ask, Problem } from "./ask.js";

export { ask, Problem };

// A Puzzle is a kind of puzzle, such as new Puzzle("sudoku").
export class Puzzle {
  constructor(name) {
    this.name = name;
  }

  // board returns a Board from its text, in any notation that Counterproof reads.
  board(text) {
    return new Board(this, text);
  }

  // generate makes a board. The same seed gives the same board everywhere.
  async generate({ level = "", size = "", seed = 1, minimal = false } = {}) {
    const { instance } = await ask("generate", { puzzle: this.name, difficulty: level, size, seed, minimal });
    return this.board(instance);
  }

  // daily returns the board of a day, such as "2026-11-22".
  async daily(date) {
    return this.board((await ask("daily", { puzzle: this.name, date })).instance);
  }
}

// A Board is a board of a puzzle, and text is its notation. The argument more of its methods holds further
// fields of the question.
export class Board {
  constructor(puzzle, text) {
    this.puzzle = puzzle;
    this.text = text;
  }

  // ask asks any question about the board. For the options, see ask in ask.js.
  ask(question, more = {}, options = {}) {
    return ask(/** @type {any} */ (question), { puzzle: this.puzzle.name, instance: this.text, ...more }, options);
  }

  // check judges a solution or, with { partial }, some entries. The verdict is in the result.
  check(solution, more = {}) {
    return this.ask("check", { solution, ...more });
  }

  // count returns the number of solutions as a BigInt, or limit if there are at least so many.
  async count(limit = 0, more = {}) {
    const { status, reason, count, error = "" } = await this.ask("count", { limit, ...more });
    if (status === "exact" || (limit > 0 && reason === "limit")) return BigInt(count);
    throw new Problem({ error: `the solutions are not counted: ${reason} ${error}`.trim() });
  }

  // solve returns the given number of solutions, or all with number 0, as values of the sites.
  async solve(number = 1, more = {}) {
    const found = [];
    const onPart = part => {
      if (Array.isArray(part.solutions)) found.push(...part.solutions);
    };
    await this.ask("solve", { number, ...more }, { onPart });
    return found;
  }

  // hint returns the next step for a person. entries has the value of each site, or -1.
  async hint(entries, more = {}) {
    return this.ask("hint", { entries: entries ?? (await this.ask("board")).fixed, ...more });
  }

  // moves returns the moves with which human techniques work on the board.
  async moves(more = {}) {
    return (await this.ask("deduce", more)).moves;
  }

  // explain returns what is known about the board: the values of the facts by name.
  async explain(more = {}) {
    return Object.fromEntries((await this.ask("explain", more)).facts.map(({ name, value }) => [name, value]));
  }

  // rate returns solutions, level, hardest technique, moves, search nodes and unnecessary clues.
  rate(more = {}) {
    return this.ask("rate", more);
  }

  // repair returns the fewest values that leave one solution.
  repair(more = {}) {
    return this.ask("repair", more);
  }

  // marginals returns the number of solutions for each site and value.
  marginals(more = {}) {
    return this.ask("marginals", more);
  }

  // svg returns a picture of the board, or of a solution.
  async svg(solution) {
    return (await this.ask("picture", { solution })).svg;
  }
}
