// Values that are given in addition to the clues of a board, in a link as &given=SITE=VALUE,... Such links
// come from the records of experiments and of the flag --given.
import { element } from "../shared/dom.js";

const mostNamed = 8;

// givenNote says which values are given. The function drop() must open the board without them. Without
// given values, givenNote returns null.
export function givenNote(given, data, drop) {
  if (!given) return null;
  const all = given.split(",").map(pair => pair.split("=").map(Number));
  const names = all.map(([site, value]) => {
    const name = data.value_names[data.values[site]]?.[value];
    return name === undefined ? `${site}=${value}, which this board does not have` : `${data.names[site]}: ${name}`;
  });
  const more = names.length > mostNamed ? `; and ${names.length - mostNamed} more` : "";
  return element(
    "p",
    { id: "given" },
    `Given values: ${names.slice(0, mostNamed).join("; ")}${more}. The panels Count, Solutions and Theory take them as clues; the other panels do not. `,
    element("button", { type: "button", onclick: drop }, "Leave them out"),
  );
}

// givenFlag returns the flag of the command line for given values.
export const givenFlag = ({ given }) => (given ? ["--given", given] : []);
