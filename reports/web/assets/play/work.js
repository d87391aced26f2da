// Questions of the page Play. The page shows that a question is being answered, has a button to
// stop it, and shows its error.
import { ask, waitingText } from "../shared/ask.js";
import { find } from "../shared/dom.js";

let running = null; // an AbortController

// problem shows an error, or hides it. On a phone, the page may have to scroll to the error.
export function problem(error) {
  const shown = find("problem");
  shown.hidden = !error;
  shown.textContent = error ? advice(error) : "";
  if (error) shown.scrollIntoView({ block: "nearest" });
}

function advice(error) {
  const where = error.line && !/\bcolumn \d/.test(error.message) ? ` (line ${error.line}, column ${error.column})` : "";
  const text = error.message.charAt(0).toUpperCase() + error.message.slice(1);
  return `${text}${where}.${error.misuse || text.includes("try again") ? "" : " Try it again, or open another board."}`;
}

// work asks a question. It stops an earlier question that is still being answered. It returns null
// if the question was stopped or failed. Progress appears if the answer takes more than a moment.
/**
 * @import {Answers, Questions} from "../../types/questions"
 * @template {keyof Questions} N
 * @param {string} doing
 * @param {N} name
 * @param {Questions[N]} question
 * @returns {Promise<Answers[N] | null>}
 */
export async function work(doing, name, question) {
  stop();
  const own = (running = new AbortController());
  const bar = find("working"),
    progress = find("progress");
  const timer = setTimeout(() => {
    bar.hidden = false;
  }, 300);
  progress.textContent = doing;
  problem(null);
  try {
    const answer = await ask(name, question, {
      stop: own.signal,
      onPart: part => {
        progress.textContent = doing + amount(part);
      },
      onWait: before => {
        progress.textContent = before === undefined ? doing : `${doing.replace(/\.$/, "")}: ${waitingText(before)}`;
      },
    });
    return own.signal.aborted ? null : answer; // the answer can be complete when a newer question stops it
  } catch (error) {
    if (!own.signal.aborted) problem(error);
    return null;
  } finally {
    clearTimeout(timer);
    if (running === own) {
      running = null;
      bar.hidden = true;
    }
  }
}

// amount says how much work an object of progress reports.
/** @param {any} part */
function amount({ boards, nodes }) {
  if (boards) return ` ${boards} board${boards === 1 ? "" : "s"} tried.`;
  return nodes ? ` ${nodes} steps.` : "";
}

// stop ends the question that is being answered.
export function stop() {
  running?.abort();
}
