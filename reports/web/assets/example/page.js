// An example for pages of your own: the page makes boards, and asks questions about them.
import "../shared/frame.js";
import { ask, Puzzle } from "../shared/counterproof.js";
import { element, find, picture } from "../shared/dom.js";

async function list() {
  const { puzzles } = await ask("puzzles", {});
  const made = puzzles.filter(({ generates }) => generates);
  find("puzzle").replaceChildren(...made.map(({ name, title }) => element("option", { value: name, selected: name === "sudoku" }, title)));
}

async function make() {
  find("new").disabled = true;
  try {
    const board = await new Puzzle(find("puzzle").value).generate({ seed: Number(find("seed").value) });
    find("board").replaceChildren(picture(await board.svg()));
    find("text").textContent = board.text;
    find("count").textContent = `${await board.count(1000)}`;
    find("hint").textContent = (await board.hint()).text;
    find("seed").value = String(Number(find("seed").value) + 1);
  } catch (problem) {
    find("hint").textContent = `${problem.message}.`;
  }
  find("new").disabled = false;
}

find("new").addEventListener("click", make);
list().then(make);
