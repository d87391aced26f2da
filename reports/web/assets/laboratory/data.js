// Where the experiments of the laboratory come from: on a server, from the ledgers and the folders of
// reports that its owner named; on a static site, from the atlas that was copied into it.
import { ask, Problem } from "../shared/ask.js";

// askServer asks a question that only the server answers, so that its type is not known.
const askServer = /** @type {any} */ (ask);

const live = document.documentElement.dataset.form === "live";

// perPage is the number of records that the page shows at once.
const perPage = 500;

// read returns the groups of experiments: [{title, problem, experiments: [{key, title, text, picture,
// report}]}]. An experiment without a key has no records to show, only a report.
export const read = () => (live ? readServer() : readAtlas());

// records returns {total, from, records} of the experiment with a key. from is the number of the
// first record in the result.
export async function records(key, from) {
  if (live) {
    const [ledger, experiment] = key.split("/");
    return askServer("experiment", { ledger, experiment, from });
  }
  const path = `atlas/${encodeURIComponent(key)}/records.json`;
  if (!files.has(path)) files.set(path, await json(path));
  const all = files.get(path);
  const first = Math.min(Math.max(from, 0), Math.max(all.length - 1, 0));
  return { total: all.length, from: first, records: all.slice(first, first + perPage) };
}

// mostDrawn is the largest number of records that the plot shows.
const mostDrawn = 10000;

// drawn returns the records for the plot: all records, or the first mostDrawn. The parameter part is a
// result of records, which is not read again.
export async function drawn(key, part) {
  const all = part.from === 0 ? [...part.records] : [];
  while (all.length < Math.min(part.total, mostDrawn)) {
    const next = all.length === part.from ? part : await records(key, all.length);
    if (next.records.length === 0) break;
    all.push(...next.records);
  }
  return all;
}

// The files of a static site, so that a page loads each file once.
const files = new Map();

async function readServer() {
  const overview = await askServer("laboratory", {});
  const groups = overview.ledgers.map(ledger => ({
    title: `Ledger ${ledger.name}`,
    problem: ledger.error,
    experiments: ledger.experiments.map(x => ({ key: `${ledger.key}/${x.key}`, title: x.title || x.name || "Single commands", text: sumUp(x) })).reverse(),
  }));
  for (const folder of overview.reports) {
    groups.push({
      title: `Reports in ${folder.name}`,
      problem: folder.error,
      experiments: folder.pages.map(page => ({ title: page.title, text: page.name, picture: page.picture, report: page.link })),
    });
  }
  return groups;
}

// sumUp says in a sentence what an experiment of a ledger has done.
function sumUp(x) {
  const open = x.unknown + x.at_least;
  const parts = [`${x.done.toLocaleString("en")} of ${x.jobs.toLocaleString("en")} jobs are done`];
  if (open > 0) parts.push(`${open.toLocaleString("en")} without an exact answer`);
  if (x.wrong > 0) parts.push(`${x.wrong.toLocaleString("en")} wrong`);
  return `${parts.join(", ")}. Puzzles: ${x.puzzles.join(", ")}. Methods: ${x.methods.join(", ")}.`;
}

async function readAtlas() {
  const experiments = await json("atlas/experiments.json");
  if (experiments.length === 0) return [];
  return [{ title: "The atlas", experiments: experiments.map(x => ({ ...x, key: x.records > 0 ? x.name : undefined })) }];
}

async function json(path) {
  let response;
  try {
    response = await fetch(path);
  } catch {
    throw new Problem({ error: "the records could not be loaded: check the network, and try again" });
  }
  if (!response.ok) throw new Problem({ error: `the site has no file ${path}: write it again with counterproof site` });
  return response.json();
}
