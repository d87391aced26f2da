// Which keys enter which values.

/**
 * keysOf returns the key of each value of a site: a letter or a number. The keys are the names of
 * the values if the names are short. Otherwise they are the texts with which the values are drawn,
 * or numbers from 1.
 * @param {{ data: { values: number[] }, keys?: Map<number, string[]>, valueNames(site: number): string[], look(site: number, value: number): { text?: string } }} board
 * @param {number} site
 */
export function keysOf(board, site) {
  const list = board.data.values[site];
  board.keys ??= new Map();
  let found = board.keys.get(list);
  if (!found) {
    const names = board.valueNames(site);
    const looks = names.map((_, value) => board.look(site, value).text ?? "");
    const usable = (/** @type {string[]} */ texts) => texts.every(text => /^(-?\d+|[A-Za-z])$/.test(text)) && new Set(texts).size === texts.length;
    found = [names, looks].find(usable) ?? names.map((_, value) => String(value + 1));
    board.keys.set(list, found);
  }
  return found;
}

/**
 * typed returns the value that a key names, and the text to which further keys add letters. If no
 * value has such a name, value is undefined.
 * @param {string[]} keys
 * @param {string} buffer
 * @param {{ key: string, code: string }} event
 */
export function typed(keys, buffer, { key, code }) {
  const letter = /^Digit\d$/.test(code) ? code[5] : key;
  const both = letter !== letter.toUpperCase() || letter !== letter.toLowerCase();
  for (const text of buffer ? [buffer + letter, letter] : [letter]) {
    let value = keys.indexOf(text);
    if (value < 0 && both) value = keys.findIndex(name => name.toLowerCase() === text.toLowerCase());
    if (value >= 0) return { value, buffer: text };
  }
  return keys.some(name => name.startsWith(letter) && name.length > 1) ? { value: undefined, buffer: letter } : { buffer };
}
