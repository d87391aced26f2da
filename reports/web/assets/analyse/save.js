// The panel with downloads: formulas for other solvers, the picture, the sheet, and the certificate.
import { element } from "../shared/dom.js";
import { bytesOf, download, nameOf, savePDF, sheetOf } from "../shared/download.js";
import { command, Job, large } from "./job.js";

const formats = {
  dimacs: { title: "CNF (DIMACS)", ext: "cnf", note: "clauses for SAT solvers" },
  icnf: { title: "CNF with cubes (iCNF)", ext: "icnf", note: "split into parts for many computers; finding the parts takes a while" },
  opb: { title: "OPB", ext: "opb", note: "pseudo-Boolean constraints" },
  dlx: { title: "DLX", ext: "dlx", note: "exact cover, as Knuth writes it" },
};

// certificateView makes the section that writes the certificate of a board.
function certificateView({ data, about }) {
  const job = new Job(),
    line = command(),
    done = element("p", { role: "status" });
  line.update("certify", "-o", "certificate", data.puzzle, data.instance);
  const make = async () => {
    done.textContent = "";
    const answer = await job.run("Proving the number of solutions", "certificate", about);
    if (!answer) return;
    download(`${answer.name}.zip`, "application/zip", bytesOf(answer.zip));
    done.replaceChildren(
      `The certificate proves ${large(answer.count)} solution${answer.count === "1" ? "" : "s"}. Unpack the archive, and check it with `,
      element("code", {}, `counterproof verify ${answer.name}`),
      ".",
    );
  };
  return {
    element: element(
      "section#certificate",
      {},
      element("h3", {}, "As a certificate"),
      element(
        "p",
        {},
        "A certificate proves the number of solutions to somebody who does not trust this program. It is an archive with the formula, all solutions, and a proof that there are no others. The SAT solver makes it. This can take long if there are many solutions.",
      ),
      element("div.bar", {}, element("button#certify", { type: "button", onclick: make }, "Certificate (ZIP)")),
      job.element,
      done,
      line.element,
    ),
    stop: () => job.stop(),
  };
}

// paperView makes the sections for the picture and for the sheet.
function paperView({ data, about }, name) {
  const [drawing, writing] = [new Job(), new Job()],
    image = command(),
    line = command();
  image.update("show", "--pdf", `${name}.pdf`, "--svg", `${name}.svg`, data.puzzle, data.instance);
  line.update("sheet", "-o", `${sheetOf(data)}.pdf`, data.puzzle, data.instance);
  const make = async (job, doing, sheet) => {
    const answer = await job.run(doing, "pdf", { ...about, sheet });
    if (answer) savePDF(sheet ? sheetOf(data) : name, answer);
  };
  const button = (id, text, onclick) => element(`button#${id}`, { type: "button", onclick }, text);
  const print = element("button", { type: "button", onclick: () => window.print() }, "Print this page");
  if (!data.svg) return { element: element("div.bar", {}, print), stop() {} };
  return {
    element: element(
      "div",
      {},
      element("h3", {}, "As a picture"),
      element(
        "div.bar",
        {},
        button("save-svg", "SVG picture of the board", () => download(`${name}.svg`, "image/svg+xml", data.svg)),
        button("save-pdf", "PDF picture of the board", () => make(drawing, "Drawing the picture", false)),
        print,
      ),
      drawing.element,
      image.element,
      element("h3", {}, "As a sheet of paper"),
      element("p", {}, "The board with the rules. The answer is on the last page.", largeEngine && ` ${largeEngine}`),
      element(
        "div.bar",
        {},
        button("save-sheet", "Sheet (PDF)", () => make(writing, "Making the sheet", true)),
      ),
      writing.element,
      line.element,
    ),
    stop() {
      drawing.stop();
      writing.stop();
    },
  };
}

// On a static site, PDF documents need an engine that is larger than the other one.
const largeEngine =
  document.documentElement.dataset.form === "site" && "For the first PDF document, the page loads a part of the program that only PDF documents need.";

export function savePanel({ data, about }) {
  const job = new Job(),
    proof = certificateView({ data, about });
  const buttons = element("ul.analyse-saves");
  const style = element("select");
  const styled = element("label", { hidden: true }, "Style of the clauses ", style);
  const line = command();
  const name = nameOf(data),
    paper = paperView({ data, about }, name);
  style.addEventListener("change", () => line.update("encode", "--style", style.value, data.puzzle, data.instance));
  line.update("encode", data.puzzle, data.instance);

  async function save(format) {
    const { ext, title } = formats[format] ?? { ext: format, title: format };
    const clauses = format === "dimacs" || format === "icnf";
    line.update("encode", "--format", format, ...(clauses ? ["--style", style.value] : []), data.puzzle, data.instance);
    const answer = await job.run(`Writing ${title}`, "formula", { ...about, format, style: clauses ? style.value : "" });
    if (answer) download(`${name}.${ext}`, "text/plain", answer.text);
  }

  let begun = false;
  async function show() {
    if (begun) return;
    begun = true;
    const answer = await job.run("Finding the formats", "formula", { ...about, format: "" });
    if (!answer) {
      begun = false;
      return;
    }
    style.replaceChildren(...answer.styles.map(s => element("option", { value: s }, s)));
    styled.hidden = answer.styles.length < 2;
    buttons.replaceChildren(
      ...answer.formats.map(format =>
        element(
          "li",
          {},
          element("button", { type: "button", onclick: () => save(format) }, formats[format]?.title ?? format.toUpperCase()),
          " ",
          element("span.quiet", {}, formats[format]?.note ?? ""),
        ),
      ),
    );
  }

  return {
    element: element("div", {}, element("h3", {}, "As a formula for other solvers"), styled, buttons, job.element, line.element, paper.element, proof.element),
    show,
    stop() {
      for (const part of [job, paper, proof]) part.stop();
    },
  };
}
