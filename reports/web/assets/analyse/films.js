// The two films of a deduction. The usual film makes the easiest move first. In the other film, a
// person chooses the order of the moves. A film has the list moves, and the function picture(i),
// which returns a promise of the picture before move i. If i is the number of moves, it is the
// picture after the last move. numbers has the index of each move in the whole deduction, and at the end the
// number of all its moves.
import { ask } from "../shared/ask.js";

const mostPictures = 200; // that are kept

// kept returns a function that calls another function once for each argument, and remembers the
// promises.
function kept(make) {
  const all = new Map();
  return key => {
    if (!all.has(key)) {
      if (all.size >= mostPictures) all.delete(all.keys().next().value);
      const promise = make(key);
      promise.catch(() => all.delete(key));
      all.set(key, promise);
    }
    return all.get(key);
  };
}

// usualFilm makes the film of an answer to the question moves, without the moves that only read clues. While a picture waits for a free place,
// it calls onWait, as the function ask does.
export function usualFilm(about, answer, onWait) {
  const all = answer.moves;
  const numbers = [...all.keys()].filter(i => !all[i].given).concat(all.length);
  const picture = kept(async i => (await ask("deduce", { ...about, picture: numbers[i] }, { onWait })).svg);
  return { moves: all.filter(move => !move.given), numbers, picture, verdict: answer.verdict, state: answer.state };
}

const end = 1_000_000; // asks for the picture of a state without a move

// An OwnFilm begins without moves. Its method choose adds one of the possible moves.
export class OwnFilm {
  // run(doing, question, onPart, name) asks the question with the given name, or the question place
  // without a name. It returns null if the question was stopped or failed. onWait is the same as
  // for usualFilm.
  constructor(about, run, onWait) {
    this.about = about;
    this.run = run;
    this.moves = [];
    this.chosen = []; // the number of each move in the list of the moves that were possible at that time
    this.states = []; // before each move, and after the last one
    this.possible = null; // the answer to the last question
    this.pictures = kept(async key => {
      const [state, choice] = key.split(" ");
      return (await ask("place", { ...about, state, picture: +choice }, { onWait })).svg;
    });
  }

  async start() {
    const answer = await this.run("Looking for moves", { ...this.about });
    if (!answer) return false;
    this.possible = answer;
    this.states = [answer.state];
    return true;
  }

  get numbers() {
    return [...Array(this.moves.length + 1).keys()];
  }

  get state() {
    return this.states.at(-1);
  }

  get verdict() {
    return this.possible?.verdict ?? "";
  }

  picture(i) {
    return this.pictures(`${this.states[Math.min(i, this.states.length - 1)]} ${this.chosen[i] ?? end}`);
  }

  // choose makes the possible move with the given number.
  async choose(number, doing = "Making the move") {
    const answer = await this.run(doing, { ...this.about, state: this.state, choose: number });
    if (!answer) return false;
    this.chosen.push(number);
    this.moves.push(answer.made);
    this.states.push(answer.state);
    this.possible = answer;
    return true;
  }

  // back takes moves back until the given number of moves is left.
  async back(length) {
    const answer = await this.run("Taking a move back", { ...this.about, state: this.states[length] });
    if (!answer) return false;
    this.chosen.length = this.moves.length = length;
    this.states.length = length + 1;
    this.possible = answer;
    return true;
  }

  // follow makes the moves with the given numbers. Without numbers, it makes the first possible
  // move again and again until no move is possible.
  async follow(numbers) {
    const steps = [];
    const question = { ...this.about, state: this.state, choose: numbers ?? [], rest: !numbers };
    const answer = await this.run("Making the moves", question, part => steps.push(part), "path");
    const made = steps.filter(step => step.made);
    for (const [i, { made: move, state }] of made.entries()) {
      this.chosen.push(numbers ? numbers[i] : 0);
      this.moves.push(move);
      this.states.push(state);
    }
    // If the reader stops the question or a problem occurs, the film keeps the moves that were made
    // before.
    this.possible = answer ?? (await this.run("Looking for moves", { ...this.about, state: this.state })) ?? this.possible;
    return Boolean(answer);
  }
}
