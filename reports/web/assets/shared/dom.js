// Small functions for the elements of a page. Texts from boards become text nodes, never HTML.
import { inked } from "./ink.js";

// element("p.note#x", {title: "t", onclick: f}, "text", child, ...) makes an element. A property that
// begins with "on" is a listener, and a value of false, null or undefined leaves the attribute out.
/** @returns {any} */
export function element(what, properties = {}, ...children) {
  const [, tag, rest] = /** @type {string[]} */ (/^([a-z0-9]+)(.*)$/.exec(what));
  const made = document.createElement(tag);
  for (const [, sign, name] of rest.matchAll(/([.#])([\w-]+)/g)) {
    if (sign === ".") made.classList.add(name);
    else made.id = name;
  }
  set(made, properties);
  made.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return made;
}

// set changes attributes and adds listeners, as element does. Attributes of ARIA have the values "true"
// and "false".
export function set(target, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) target.addEventListener(name.slice(2), value);
    else if (typeof value === "boolean" && name.startsWith("aria-")) target.setAttribute(name, String(value));
    else if (value === false || value === null || value === undefined) target.removeAttribute(name);
    else target.setAttribute(name, value === true ? "" : String(value));
  }
  return target;
}

const svgSpace = "http://www.w3.org/2000/svg";

// shape makes an SVG element.
export function shape(tag, properties = {}, ...children) {
  const made = document.createElementNS(svgSpace, tag);
  set(made, properties);
  made.append(...children);
  return made;
}

// picture turns the text of an SVG document into an element. This is safe, because scripts in the
// document do not run, and all documents come from our own engine.
export function picture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") throw new Error("the engine sent a picture that is no SVG document");
  return inked(document.importNode(parsed, true));
}

// painted returns a promise that is kept after the next frame, or after 100 ms in a tab without frames.
export function painted() {
  return new Promise(resolve => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 100);
  });
}

// find returns the element with an id, which must exist.
/** @returns {any} */
export function find(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
}
