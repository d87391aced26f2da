// What every page needs. On a static site, it makes the site work offline.
import { inTab, readText, remove, write } from "./storage.js";

const { form } = document.documentElement.dataset;
if (form === "site" && "serviceWorker" in navigator) {
  // The copy of the site is made after the engine has answered, because making the copy keeps the network busy for
  // a while, and the first board needs the engine. Some pages ask nothing.
  const quiet = 10000; // ms
  const register = () =>
    navigator.serviceWorker.register("offline.js").catch(() => {
      /* for example a browser that keeps nothing: then the site needs a network */
    });
  addEventListener("answered", register, { once: true });
  setTimeout(register, quiet);
}

// Most pages read the hash of their address as their state. So the link to the content moves the focus, and the
// address stays the same.
const content = /** @type {HTMLElement} */ (document.getElementById("main"));
document.querySelector("a.skip")?.addEventListener("click", event => {
  event.preventDefault();
  content.tabIndex = -1;
  content.addEventListener("blur", () => content.removeAttribute("tabindex"), { once: true });
  content.focus({ preventScroll: true });
  content.scrollIntoView();
});
if (location.hash === "#main") history.replaceState(null, "", location.pathname + location.search); // followed before this script ran, or in a new tab

// The page of a board links back to the place from which the reader came: a record in the laboratory, or a
// report. The link of a report ends with from=report.
export const labKey = "counterproof.laboratory";
const reportKey = "counterproof.report";
const { page } = document.documentElement.dataset;
// place returns the number of this page among the pages that the button Back of the browser leads to.
const place = () => globalThis.navigation?.currentEntry?.index ?? history.length;
if (location.hash.endsWith("&from=report")) {
  remove(labKey, inTab);
  write(reportKey, place(), inTab);
  history.replaceState(null, "", location.hash.replace(/&from=report$/, "")); // a shared link has no report to go back to
}
const back = readText(labKey, inTab),
  report = readText(reportKey, inTab);
if (page === "laboratory") {
  remove(labKey, inTab);
  remove(reportKey, inTab);
} else if ((back || report) && (page === "analyse" || page === "calendar")) {
  const link = document.createElement("a");
  link.href = back ? `laboratory.html${back}` : "laboratory.html";
  link.textContent = back ? "← Back to the record in the laboratory" : "← Back to the report";
  if (!back) {
    link.addEventListener("click", event => {
      // the report knows where the reader was
      event.preventDefault();
      history.go(Number(report) - place() - 1);
    });
  }
  const line = document.createElement("p");
  line.append(link);
  content.prepend(line);
}
