// What the browser keeps for the pages. If a browser blocks this, the names localStorage and sessionStorage
// already throw an error. The functions of this file never do: then they find nothing and keep nothing.

const onDevice = () => localStorage;

// inTab is a place that lasts until its tab is closed. Without a place, the functions use the storage that
// all tabs share.
export const inTab = () => sessionStorage;

// attempt returns the result of a function, or the given other value if the function throws an error.
function attempt(run, other) {
  try {
    return run();
  } catch {
    return other;
  }
}

// readText returns a text that is kept in the browser, or null.
export function readText(key, place = onDevice) { return attempt(() => place().getItem(key), null); }

// read returns a value that is kept in the browser, or the given other value if nothing is kept.
export function read(key, other = null) { return attempt(() => JSON.parse(localStorage.getItem(key)), null) ?? other; }

// write keeps a text in the browser. It returns false if there is no room for it.
export function write(key, text, place = onDevice) {
  return attempt(() => {
    place().setItem(key, text);
    return true;
  }, false);
}

// remove deletes what is kept under a key.
export function remove(key, place = onDevice) { attempt(() => place().removeItem(key)); }

// keys lists the keys of everything that all tabs share.
export function keys() { return attempt(() => Object.keys(localStorage), []); }
