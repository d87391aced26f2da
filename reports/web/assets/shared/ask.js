// ask sends a question to the engine, which is the server, or a Web Worker on a static site. The Go
// package ask describes all questions and the objects of their answers.

const live = document.documentElement.dataset.form === "live";

// A Problem is the error of a question without an answer. misuse says that the question is wrong,
// for example because the text of a board has a mistake. If the place of the mistake is known, line
// and column give it, counted from 1.
export class Problem extends Error {
  constructor({ error, misuse = false, line = 0, column = 0 }) {
    super(error);
    Object.assign(this, { misuse, line, column });
  }
}

// ask(name, question) returns a promise of the last object of the answer. onPart is called with
// each earlier object. When the AbortSignal stop is raised, the work ends and the promise is
// rejected with an AbortError. If the question fails, the promise is rejected with a Problem.
// onWait is called with the number of questions that come first while the question waits for a free
// place, and with undefined when the question has got its place. An unknown number is null. A question that takes
// long may have to wait again. Then, onAgain is called before its answer starts again from the first
// object.
/**
 * @import {Answers, Parts, Questions} from "../../types/questions"
 * @template {keyof Questions} N
 * @param {N} name
 * @param {Questions[N]} question
 * @param {{onPart?: (part: N extends keyof Parts ? Parts[N] : never) => void, onWait?: (before?: number) => void, onAgain?: () => void, stop?: AbortSignal}} options
 * @returns {Promise<Answers[N]>}
 */
export async function ask(name, question, { onPart = () => {}, onWait = () => {}, onAgain = () => {}, stop } = {}) {
  stop?.throwIfAborted();
  let last = /** @type {any} */ (undefined);
  const take = object => {
    if (object.again) {
      last = undefined;
      onAgain();
    }
    if (object.waiting !== undefined) return onWait(object.waiting ? object.before : undefined);
    if (last !== undefined) onPart(last);
    last = object;
  };
  await (live ? overNetwork : inWorker)(name, question, take, stop);
  if (last === undefined) throw new Problem({ error: "the engine gave no answer" });
  if (last.error !== undefined && last.misuse !== undefined) throw new Problem(last);
  return last;
}

// waitingText says that a question waits, for the argument of onWait.
export function waitingText(before) {
  return `waiting for a free place${before === null ? "" : ` (${before === 0 ? "next in turn" : `${before} before you`})`}`;
}

// On a static site, another engine, which is larger and ends after its answer, answers these questions.
const larger = ["pdf", "certificate", "marginals", "orbit", "rate", "repair"];

// Browsers open at most six connections to a server, over all tabs. These questions can take any time.
// They use at most four connections, so that pages and other questions get through.
const slow = ["count", "solve", "certificate"];
const mostSlow = 4;

// connection waits for one of these connections, which are locks that all tabs share. The result gives
// the connection back. Browsers have no locks for servers on other machines without encryption, and deny
// locks if they block site data. Then a question does not wait.
async function connection(take, stop) {
  if (!navigator.locks) return () => {};
  const waiting = new AbortController();
  let told = false;
  const timer = setTimeout(() => {
    take({ waiting: (told = true), before: null });
  }, 300);
  const aborted = () => waiting.abort(stop.reason);
  stop?.addEventListener("abort", aborted);
  try {
    return await new Promise((resolve, reject) => {
      let taken = false;
      const lock = () => {
        if (taken) return undefined; // two locks became free at the same time
        taken = true;
        waiting.abort(); // leave the queues of the other locks
        return new Promise(free => {
          resolve(free);
        });
      };
      const failed = reason => {
        if (waiting.signal.aborted) reject(reason);
        else lock();
      };
      for (let i = 0; i < mostSlow; i++) navigator.locks.request(`counterproof.slow.${i}`, { signal: waiting.signal }, lock).catch(failed);
    });
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener("abort", aborted);
    if (told && !stop?.aborted) take({ waiting: false });
  }
}

// overNetwork posts the question. Each line of the answer is an object. The tools of Chromium list some of
// these requests as ERR_ABORTED although their answers are complete: Chromium cancels a request if the
// script has read the end of the answer before the network reports it. On a busy machine, that happened
// to 31 of 80 answers that were read in parts, and to none of 100 that were read as one text, which
// shows no progress.
async function overNetwork(name, question, take, signal) {
  const free = slow.includes(name) ? await connection(take, signal) : () => {};
  try {
    await post(name, question, take, signal);
  } finally {
    free();
  }
}

async function post(name, question, take, signal) {
  let response;
  try {
    response = await fetch(`ask/${name}`, {
      method: "POST",
      signal,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(question),
    });
  } catch (reason) {
    if (reason.name === "AbortError") throw reason;
    throw new Problem({ error: "the server does not answer: is counterproof serve still running?" });
  }
  const reader = /** @type {ReadableStream} */ (response.body).pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) take(JSON.parse(line));
  }
  if (rest !== "") throw new Problem({ error: "the answer of the server was cut off" });
}

// These workers have no question and wait to be used again. Starting a worker takes a moment,
// because the engine is large.
const idle = [];
const mostIdle = 2;
const mostBytes = 128 * 2 ** 20; // the largest memory of an idle worker

// inWorker lets a worker answer the question. To stop a question, its worker is ended, because the
// engine cannot be interrupted.
function inWorker(name, question, take, stop) {
  const prints = larger.includes(name);
  return new Promise((resolve, reject) => {
    const worker = (prints ? null : idle.pop()) ?? newWorker(prints);
    let timer;
    const end = (settle, value, keep) => {
      clearTimeout(timer);
      stop?.removeEventListener("abort", aborted);
      worker.onmessage = worker.onerror = null;
      if (keep && !prints && idle.length < mostIdle) idle.push(worker);
      else worker.terminate();
      settle(value);
    };
    const fail = error => end(reject, new Problem({ error }), false);
    const seconds = question.seconds > 0 ? question.seconds : mostSeconds[name];
    const overdue = () => {
      take(late(name, question, seconds));
      end(resolve, undefined, false);
    };
    const aborted = () => end(reject, stop.reason, false);
    stop?.addEventListener("abort", aborted);
    worker.onerror = event => {
      event.preventDefault(); // the page shows the problem
      fail(event.message ? crashed(event.message) : unloaded("a file is missing"));
    };
    worker.onmessage = ({ data }) => {
      if (data.started) {
        if (seconds > 0) timer = setTimeout(overdue, Math.min(1000 * (seconds + (graces[name] ?? grace)), longest));
        return undefined;
      }
      if (data.missing !== undefined) return fail(prints && data.network ? offline : unloaded(data.missing));
      if (data.fatal !== undefined) return fail(crashed(data.fatal));
      if (data.done) {
        dispatchEvent(new Event("answered"));
        return end(resolve, undefined, data.bytes <= mostBytes);
      }
      try {
        take(JSON.parse(data.object));
      } catch (reason) {
        end(reject, reason, false);
      }
    };
    worker.postMessage({ name, question: JSON.stringify(question) });
  });
}

// Some questions state a number of seconds. The engine ends its work after this time, except during a
// search of the SAT solver. In that case, the worker is ended after this many more seconds. The
// question explain gets more of them, because its time is only for the parts that need a search.
const grace = 1;
const graces = { explain: 15 };

// longest is the longest time of a timer in a browser, in milliseconds. A timer with a longer time rings at once.
const longest = 2 ** 31 - 1;

// mostSeconds limits questions that state no number of seconds. The engine itself limits correct and
// first to the same time.
const mostSeconds = { correct: 10, first: 10, hint: 60, pdf: 120 };

// late returns the answer to a question whose worker was ended after its time. It is the answer that
// the engine gives to such a question, or a problem.
function late(name, { puzzle, instance, given, method }, seconds) {
  if (name === "count") return { puzzle, instance, given: sorted(given), method, status: "unknown", reason: "timeout" };
  if (name === "correct") return { correct: false, limited: true };
  if (name === "first") return { site: -1, limited: true };
  return { error: `the engine found no answer in ${seconds} seconds`, misuse: false };
}

// sorted returns given values as the engine writes them in a record: each once, in the order of their sites.
function sorted(given) {
  return given && [...new Set(given.split(","))].sort((a, b) => parseInt(a, 10) - parseInt(b, 10)).join();
}

function newWorker(prints) {
  try {
    return new Worker(new URL(prints ? "worker.js?printer" : "worker.js", import.meta.url), { type: "module" });
  } catch (reason) {
    // for example a browser that forbids workers
    throw new Problem({ error: unloaded(reason.message) });
  }
}

const unloaded = why => `the engine could not be loaded (${why}): check the network, and try again`;
const offline = "the first PDF document needs a network, because the page loads a part of the program for it: connect to a network, and try again";
const crashed = why => `the engine ended early (${why}): try again, or try a smaller board`;

// A page that asks at once names this script in its head. Then the engine starts before the other scripts are there.
// If the engine cannot be loaded, the first question reports it, and the next one tries again.
if (!live && document.querySelector('script[src$="/ask.js"]')) {
  try {
    const worker = newWorker(false);
    worker.onerror = () => idle.splice(0);
    idle.push(worker);
  } catch {}
}
