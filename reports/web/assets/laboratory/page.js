// The laboratory: a list of experiments, and the records of one of them as a plot and a table. The
// address names the experiment and the records: #KEY, or #KEY&from=500&record=17&measure=nodes.
import { linkOf } from "../calendar/state.js";
import { element, find } from "../shared/dom.js";
import { labKey } from "../shared/frame.js";
import { inTab, write } from "../shared/storage.js";
import { drawn, read, records } from "./data.js";
import { methodsOf, plot } from "./plot.js";

const live = document.documentElement.dataset.form === "live";
const whole = value => value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 2 : 0 });

// measures lists what the plot can show.
const measures = [
  { key: "wall_seconds", name: "wall time", say: sayTime },
  { key: "nodes", name: "number of search nodes", say: whole },
  { key: "conflicts", name: "number of conflicts", say: whole },
];

function sayTime(seconds) {
  if (seconds >= 1) return `${whole(seconds)} s`;
  if (seconds >= 1e-3) return `${whole(seconds * 1e3)} ms`;
  return `${whole(seconds * 1e6)} µs`;
}

let experiments = new Map(); // by their keys
let latest = 0; // counts the experiments that were opened, so that a slow answer does not replace a newer one

function readState() {
  const [key, ...rest] = location.hash.slice(1).split("&");
  const values = new URLSearchParams(rest.join("&"));
  let name = key;
  try {
    name = decodeURIComponent(key);
  } catch {
    /* a % that is cut off: there is no such experiment */
  }
  return {
    key: name,
    from: Number(values.get("from")) || 0,
    record: values.has("record") ? Number(values.get("record")) : -1,
    measure: values.get("measure") ?? "",
    method: values.get("method") ?? "",
  };
}

function address({ key, from = 0, record = -1, measure = "", method = "" }) {
  const values = new URLSearchParams();
  if (from > 0) values.set("from", String(from));
  if (record >= 0) values.set("record", String(record));
  if (measure) values.set("measure", measure);
  if (method) values.set("method", method);
  return `#${encodeURIComponent(key)}${values.size ? `&${values}` : ""}`;
}

function complain(problem) {
  find("problem").textContent = problem.message;
  find("problem").hidden = false;
}

// card shows an experiment in the list.
function card(x) {
  const title = x.key !== undefined ? element("a", { href: address({ key: x.key }) }, x.title) : element("a", { href: x.report }, x.title);
  return element(
    "li",
    {},
    x.picture &&
      element(
        "a",
        { href: x.report ?? address({ key: x.key }), tabindex: -1, "aria-hidden": true },
        element("img", { src: x.picture, alt: "", loading: "lazy" }),
      ),
    element("h3", {}, title),
    element("p", {}, x.text),
    x.key !== undefined && x.report && element("p", {}, element("a", { href: x.report, "aria-label": `Report: ${x.title}` }, "Report")),
  );
}

function showOverview(groups) {
  const overview = find("overview");
  overview.replaceChildren(
    ...groups.map(group =>
      element(
        "section",
        {},
        element("h2", {}, group.title),
        group.problem && element("p.problem", {}, group.problem),
        !group.problem && group.experiments.length === 0 && element("p.quiet", {}, "Nothing is here yet."),
        element("ul.experiments", {}, group.experiments.map(card)),
      ),
    ),
  );
  find("empty").hidden = groups.length > 0;
  find("leads").hidden = experiments.size === 0;
  overview.setAttribute("aria-busy", "false");
}

// link returns the address of the page about the board of a record.
const link = record =>
  `analyse.html#${record.puzzle}:${encodeURIComponent(record.instance)}${record.given ? `&given=${encodeURIComponent(record.given)}` : ""}`;

// remember stores where the reader was, so that the pages of the board can link back.
function remember(state, number) {
  const there = address({ ...state, record: number });
  history.replaceState(null, "", there);
  write(labKey, there, inTab);
}

function row(record, number, state) {
  const count = record.count === undefined || record.count === "" ? "" : (record.status === "exact" ? "" : "at least ") + record.count;
  const day = linkOf(record);
  const visit = { onclick: () => remember(state, number) };
  return element(
    "tr",
    { id: `record-${number}`, "aria-current": number === state.record ? "true" : null },
    element(
      "td",
      {},
      element("a", { href: link(record), title: record.instance, ...visit }, record.instance),
      record.given && ` with ${record.given}`,
      day && [" ", element("a", { href: day, "aria-label": `Calendar: ${record.instance}`, ...visit }, "calendar")],
    ),
    element("td", {}, record.puzzle),
    element("td", {}, record.method),
    element("td.number", {}, count || record.reason || record.status || ""),
    element("td.number", {}, record.wall_seconds > 0 ? sayTime(record.wall_seconds) : ""),
  );
}

function table(part, state) {
  const head = ["board", "puzzle", "method", "solutions", "wall time"];
  return element(
    "div.scroll#records",
    { tabindex: 0, role: "region", "aria-label": "Records" },
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          head.map((text, i) => element(i > 2 ? "th.number" : "th", { scope: "col" }, text)),
        ),
      ),
      element(
        "tbody",
        {},
        part.records.map((record, i) => row(record, part.from + i, state)),
      ),
    ),
  );
}

// pages returns the buttons that show the previous and the next records.
function pages(part, state) {
  const turn = (text, from) =>
    element("button", { type: "button", disabled: from < 0 || from >= part.total, onclick: () => go({ ...state, from, record: -1 }) }, text);
  return element(
    "p.bar",
    {},
    part.total > part.records.length && [turn("Earlier records", part.from > 0 ? Math.max(part.from - 500, 0) : -1), turn("Later records", part.from + 500)],
    element(
      "span.quiet",
      { role: "status" },
      part.total === 0 ? "No records yet." : `Records ${whole(part.from + 1)} to ${whole(part.from + part.records.length)} of ${whole(part.total)}`,
    ),
  );
}

// chart makes the plot of all records. Only the table is divided into pages.
function chart(all, part, state) {
  const possible = measures.filter(m => all.some(record => record[m.key] > 0));
  if (possible.length === 0) return [];
  const methods = methodsOf(all),
    box = element("div#plot");
  let measure = possible.find(m => m.key === state.measure) ?? possible[0];
  if (!methods.includes(state.method)) state.method = "";
  const draw = () =>
    box.replaceChildren(
      ...plot(all, measure, {
        link: i => link(all[i]),
        here: state.record,
        only: state.method,
        choose: i => remember({ ...state, from: Math.floor(i / 500) * 500 }, i),
      }),
    );
  const change = () => {
    history.replaceState(null, "", address(state));
    draw();
  };
  const heights = element(
    "select",
    {
      onchange: event => {
        state.measure = event.target.value;
        measure = possible.find(m => m.key === state.measure) ?? measure;
        change();
      },
    },
    possible.map(m => element("option", { value: m.key, selected: m === measure }, m.name)),
  );
  const choice = element(
    "select#method",
    {
      onchange: event => {
        state.method = event.target.value;
        change();
      },
    },
    element("option", { value: "" }, "all methods"),
    methods.map(name => element("option", { value: name, selected: name === state.method }, name)),
  );
  draw();
  const amount = all.length < part.total ? `The plot has the first ${whole(all.length)} of ${whole(part.total)} records.` : "The plot has all records.";
  return [
    element(
      "p.bar",
      {},
      element("label", {}, "Height: ", heights),
      methods.length > 1 && element("label", {}, "Method: ", choice),
      element("span.quiet", {}, `A point leads to its board. ${amount}`),
    ),
    box,
  ];
}

async function showExperiment(state) {
  const mine = ++latest,
    x = experiments.get(state.key),
    section = find("experiment");
  find("overview").hidden = true;
  section.hidden = false;
  const heading = element("h2#experiment-title", { tabindex: -1 }, x.title);
  const top = [element("p", {}, element("a", { href: "#" }, "← All experiments")), heading, element("p", {}, x.text)];
  if (x.report) top.push(element("p", {}, element("a", { href: x.report }, "The report with all pictures")));
  section.replaceChildren(...top, element("p.quiet", {}, "Reading the records…"));
  try {
    const part = await records(state.key, state.from),
      all = await drawn(state.key, part);
    if (mine !== latest) return;
    section.replaceChildren(...top, ...chart(all, part, state), pages(part, state), table(part, state));
    const here = document.getElementById(`record-${state.record}`);
    if (here) here.scrollIntoView({ block: "center" });
    (here?.querySelector("a") ?? heading).focus({ preventScroll: true });
  } catch (problem) {
    if (mine === latest) section.replaceChildren(...top);
    complain(problem);
  }
}

function go(state) {
  history.replaceState(null, "", address(state));
  show();
}

function show() {
  const state = readState();
  find("problem").hidden = true;
  if (state.key !== "" && experiments.has(state.key)) {
    showExperiment(state);
    return;
  }
  latest++;
  find("experiment").hidden = true;
  find("overview").hidden = false;
  if (live && /^\d+\.\d+$/.test(state.key))
    complain(new Error("This old link names an experiment by its place in the list, which may have changed. Choose the experiment from the list."));
  else if (state.key !== "") complain(new Error("There is no such experiment here. Choose one from the list."));
}

try {
  const groups = await read();
  experiments = new Map(
    groups
      .flatMap(group => group.experiments)
      .filter(x => x.key !== undefined)
      .map(x => [x.key, x]),
  );
  showOverview(groups);
  addEventListener("hashchange", show);
  show();
} catch (problem) {
  find("waiting").remove();
  find("overview").setAttribute("aria-busy", "false");
  complain(problem);
}
