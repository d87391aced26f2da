// Links to boards: #PUZZLE:INSTANCE&panel=NAME&KEY=VALUE... The instance is encoded as in a URL. The page also
// reads the links of the page Play: #puzzle=PUZZLE&board=INSTANCE

/** @typedef {Record<string, string>} State the values of a link by key, such as panel, methods and given */

// mostLink is the largest number of characters of a board in a link.
export const mostLink = 8000;

/**
 * readLink reads a link. If the link has no board, instance is empty, and puzzle is what stands in place of a
 * puzzle. If the browser cannot decode the board, puzzle is empty and broken is true.
 * @returns {{ puzzle: string, instance: string, state: State, broken?: boolean }}
 */
export function readLink(hash = location.hash) {
  const [board, ...rest] = hash.replace(/^#/, "").split("&");
  const colon = board.indexOf(":");
  const /** @type {State} */ state = Object.fromEntries(new URLSearchParams(rest.join("&")));
  if (board.startsWith("puzzle=")) {
    const { board: instance = "", ...others } = state;
    return { puzzle: new URLSearchParams(board).get("puzzle") ?? "", instance, state: others };
  }
  if (colon < 0) return { puzzle: board, instance: "", state };
  try {
    return { puzzle: board.slice(0, colon), instance: decodeURIComponent(board.slice(colon + 1)), state };
  } catch {
    // an incomplete escape sequence, such as % at the end
    return { puzzle: "", instance: "", state, broken: true };
  }
}

/**
 * repair takes the values out of a state that name no panel, no method, or something that only the page Play
 * shows. It returns sentences about these values.
 * @param {State} state
 * @param {{ title: string, methods: string[] }} puzzle
 * @param {string[]} panels
 */
export function repair(state, { title, methods }, panels) {
  const notes = [];
  if (state.panel === "heat") state.panel = "theory"; // links from before the heat map became a part of it
  if (state.panel && !panels.includes(state.panel)) {
    notes.push(`There is no panel "${state.panel}", so this is the panel Count.`);
    delete state.panel;
  }
  const names = (state.methods ?? "").split(",").filter(Boolean),
    known = names.filter(name => methods.includes(name));
  if (known.length < names.length) {
    const missing = names
      .filter(name => !known.includes(name))
      .map(name => `"${name}"`)
      .join(", ");
    notes.push(`For ${title}, this page has no method ${missing}. Choose methods in the panel Count.`);
    state.methods = known.join(",");
  }
  if (state.filled) notes.push("The link also contains entries. This page shows the board without them.");
  delete state.filled;
  return notes;
}

/**
 * writeLink puts a board and a state into the address of the page. It reports whether the board is
 * short enough for a link. If fresh is true, the button Back leads to the address before.
 * @param {string} puzzle
 * @param {string} instance
 * @param {State} state
 * @param {boolean} fresh
 */
export function writeLink(puzzle, instance, state, fresh) {
  const text = encodeURIComponent(instance);
  const short = text.length <= mostLink;
  const values = new URLSearchParams(Object.entries(state).filter(([, value]) => value !== "" && value !== undefined && value !== null));
  const rest = values.size ? `&${values}` : "";
  history[fresh ? "pushState" : "replaceState"](null, "", short ? `#${puzzle}:${text}${rest}` : location.pathname);
  return short;
}
