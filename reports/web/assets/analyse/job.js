// Parts that every panel uses: a question with its progress and a stop button, error messages, and
// commands to copy.
import { ask, waitingText } from "../shared/ask.js";
import { element, picture } from "../shared/dom.js";

// advice says what is wrong and what to do about it.
export function advice(error) {
  const text = error.message.charAt(0).toUpperCase() + error.message.slice(1);
  return error.misuse || text.includes("try again") ? `${text}.` : `${text}. Try again, or try a smaller board.`;
}

// duration writes seconds for people.
export function duration(seconds) {
  if (seconds < 1) return `${Math.max(1, Math.round(seconds * 1000))} ms`;
  return seconds < 100 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}

// large writes a decimal number, which may be a text, with commas between groups of three digits.
export function large(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

// named makes a picture from an SVG document, and gives it a name for screen readers.
export function named(svg, name) {
  const made = picture(svg);
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", name);
  return made;
}

// A Job asks one question at a time. If the work takes more than a moment, the Job's element shows
// what is being done, or that the question waits for a free place, and a stop button. If the work
// fails, the element shows the problem.
export class Job {
  constructor() {
    this.status = element("span", { role: "status" });
    this.button = element("button", { type: "button", onclick: () => this.stop() }, "Stop");
    this.bar = element("div.bar", { hidden: true }, this.status, this.button);
    this.problem = element("p.problem", { role: "alert", hidden: true });
    this.element = element("div", {}, this.bar, this.problem);
  }

  stop() {
    this.running?.abort();
  }

  fail(text) {
    this.problem.textContent = text;
    this.problem.hidden = !text;
  }

  // run resolves to the answer, or to null if the question was stopped or failed. If an earlier
  // question is still being answered, run stops it first.
  async run(doing, name, question, onPart = _part => {}, onAgain = () => {}) {
    this.stop();
    const own = (this.running = new AbortController());
    let since = performance.now(),
      work = "",
      waits; // waits is an argument of onWait
    const show = () => {
      this.status.textContent = `${doing}: ${waits === undefined ? duration((performance.now() - since) / 1000) + work : waitingText(waits)}`;
    };
    this.fail("");
    const clock = setInterval(() => {
      this.bar.hidden = false;
      show();
    }, 200);
    try {
      return await ask(name, question, {
        stop: own.signal,
        onAgain,
        onWait: before => {
          waits = before;
          since = performance.now();
          work = "";
        },
        onPart: part => {
          if (part.nodes) work = `, ${large(part.nodes)} search steps`;
          else if (part.progress && part.solutions > 0) work = `, ${large(part.solutions)} solutions`;
          onPart(part);
        },
      });
    } catch (error) {
      if (own.signal.aborted) {
        if (this.running === own) this.fail("Stopped.");
      } else {
        this.fail(advice(error));
      }
      return null;
    } finally {
      clearInterval(clock);
      if (this.running === own) {
        this.running = null;
        this.bar.hidden = true;
      }
    }
  }
}

// table makes a table that scrolls, with a head of the given texts. A column without a text has an empty cell.
export function table(label, heads, body) {
  const cells = heads.map(text => (text ? element("th", { scope: "col" }, text) : element("td")));
  const head = element("thead", {}, element("tr", {}, cells));
  return element("div.scroll", { tabindex: "0", role: "region", "aria-label": label }, element("table", {}, head, body));
}

// quoted writes an argument for a shell.
export function quoted(text) {
  return /^[\w.,:=/+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

// command shows a command line that does the same as a panel. update(words) changes it.
export function command() {
  const code = element("code");
  const button = element("button", { type: "button", onclick: () => copy(code.textContent, button) }, "Copy");
  const shown = element("div.analyse-command", {}, element("p.quiet", {}, "The same on the command line"), element("pre", { tabindex: "0" }, code), button);
  return {
    element: shown,
    // Each word is an element, so that a line does not end within the name of a flag.
    update: (...words) => {
      code.replaceChildren(...["counterproof", ...words.map(quoted)].flatMap(word => [" ", element("span", {}, word)]).slice(1));
    },
  };
}

// copy puts a text into the clipboard. Then the button says that the text was copied.
export async function copy(text, button) {
  const before = (button.dataset.text ??= button.textContent);
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "The browser does not allow it";
  }
  setTimeout(() => {
    button.textContent = before;
  }, 2000);
}
