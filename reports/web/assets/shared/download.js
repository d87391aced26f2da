// Files that a page gives to the browser.
import { element } from "./dom.js";

// download saves a text, or bytes, as a file.
export function download(name, type, content) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// bytesOf returns the bytes of a text in base64.
export function bytesOf(text) {
  return Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
}

// nameOf returns the name of files about a board, without an ending: the puzzle with the label or the size.
export function nameOf({ puzzle, label, layout }) {
  const part = label ? `-${label}` : layout ? `-${layout.h}x${layout.w}` : "";
  return `${puzzle}${part}`.replace(/[^\w.-]+/g, "-").slice(0, 40);
}

// sheetOf returns the name of the sheet about a board, without an ending. The picture has another name.
export function sheetOf(data) {
  return `${nameOf(data)}-sheet`;
}

// savePDF saves the answer to the question pdf.
export function savePDF(name, { pdf }) {
  download(`${name}.pdf`, "application/pdf", bytesOf(pdf));
}
