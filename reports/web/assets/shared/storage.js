// What the browser keeps for the pages. If a browser blocks this, the names localStorage and sessionStorage
// already throw an error. The functions of this file never do: then they find nothing and keep nothing.
//
// If the device has no room for a text, the tab keeps the text. Nothing is deleted to make room.

/** @typedef {() => Storage} Place throws an error if the browser blocks it */

const onDevice = () => localStorage;

// inTab is a place that lasts until its tab is closed. Without a place, the functions use the storage that
// all tabs share.
export const inTab = () => sessionStorage;

const spare = "unkept."; // begins the keys of texts that only the tab keeps
const /** @type {Set<string>} */ lost = new Set(); // the keys of texts that not even the tab keeps

/**
 * attempt returns the result of a function, or the given other value if the function throws an error.
 * @template T, U
 * @param {() => T} run
 * @param {U} [other]
 * @returns {T | U}
 */
function attempt(run, other) {
  try {
    return run();
  } catch {
    return /** @type {U} */ (other);
  }
}

/** @param {string} key @param {Place} place */
function get(key, place) {
  return attempt(() => place().getItem(key), null);
}

/** @param {string} key @param {string} text @param {Place} place */
function put(key, text, place) {
  return attempt(() => {
    place().setItem(key, text);
    return true;
  }, false);
}

/** readText returns a text that is kept in the browser, or null. @param {string} key @param {Place} [place] */
export function readText(key, place = onDevice) {
  return (place === onDevice ? get(spare + key, inTab) : null) ?? get(key, place);
}

/**
 * read returns a value that is kept in the browser, or the given other value if nothing is kept.
 * @param {string} key
 * @param {any} [other]
 */
export function read(key, other = null) {
  return attempt(() => JSON.parse(readText(key) ?? "null"), null) ?? other;
}

/**
 * write keeps a text in the browser. It returns false if the text is kept nowhere. The event "kept" of the window
 * comes after each change of what is on the device.
 * @param {string} key
 * @param {string} text
 * @param {Place} [place]
 */
export function write(key, text, place = onDevice) {
  const kept = put(key, text, place);
  if (place !== onDevice) return kept;
  if (kept) attempt(() => sessionStorage.removeItem(spare + key));
  if (kept || put(spare + key, text, inTab)) lost.delete(key);
  else lost.add(key);
  dispatchEvent(new Event("kept"));
  return !lost.has(key);
}

/** remove deletes what is kept under a key. The room that becomes free is used for what only the tab keeps. @param {string} key @param {Place} [place] */
export function remove(key, place = onDevice) {
  attempt(() => place().removeItem(key));
  if (place !== onDevice) return;
  attempt(() => sessionStorage.removeItem(spare + key));
  lost.delete(key);
  again();
}

// again tries to keep on the device what only the tab keeps.
export function again() {
  for (const key of spares()) write(key, readText(key) ?? "");
  dispatchEvent(new Event("kept"));
}

const spares = () => attempt(() => Object.keys(sessionStorage), []).flatMap(key => (key.startsWith(spare) ? [key.slice(spare.length)] : []));

// keys lists the keys of everything that this tab can read.
export function keys() {
  return [...new Set([...attempt(() => Object.keys(localStorage), []), ...spares()])];
}

// unkept returns the keys of all texts that are not on the device, and whether the tab lacks one, too.
export function unkept() {
  return { keys: [...spares(), ...lost], lost: lost.size > 0 };
}
