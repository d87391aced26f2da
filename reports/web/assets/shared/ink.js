// The texts, discs and black shapes of pictures that lie on lively colours. Dark screens change the colours of paper
// and ink (assets/board/dark.css), but these parts have to stay as they are.

const changed = new Set(
  "#ffffff #fff #000000 #000 #1b1d21 #1a1a1a #eeeeee #e4e4e4 #dddddd #cccccc #a9b4c2 #d5ecfb #d4ebf7 #fff7c2 #fbe0d0 none transparent".split(" "),
);

// lively reports whether an area of this colour looks the same on dark screens.
export function lively(fill) {
  return Boolean(fill) && !changed.has(fill);
}

// inked gives the class on-colour to the parts of a picture from the engine that lie on lively colours. Battleships
// can lie partly on the cells of hints, so these cells have the class sea, and dark screens make them dark.
export function inked(svg) {
  const areas = /** @type {any[]} */ ([]);
  const ships = /fleet |no ships/.test(svg.textContent);
  let any = false;
  for (const part of svg.querySelectorAll("rect, circle, path, text")) {
    const number = name => Number(part.getAttribute(name));
    const fill = part.getAttribute("fill"),
      tag = part.nodeName;
    const sea = ships && fill === "#56b4e9";
    let stays = lively(fill) && !sea;
    if (sea) part.classList.add("sea");
    if (tag === "text" || tag === "circle" || fill === "#000000") {
      const at = middleOf(tag, number, part);
      if (any && areas.findLast(area => area.covers(...at))?.stays) {
        part.classList.add("on-colour");
        stays = true;
      }
    }
    if (tag === "text" || !fill || fill === "none") continue;
    any ||= stays;
    areas.push({ stays, covers: coverOf(tag, number, part) });
  }
  return svg;
}

// middleOf returns a point of a text or a shape, which for a path is the mean of the corners.
function middleOf(tag, number, part) {
  if (tag === "text") return [number("x"), number("y") - number("font-size") * 0.35];
  if (tag === "circle") return [number("cx"), number("cy")];
  if (tag === "rect") return [number("x") + number("width") / 2, number("y") + number("height") / 2];
  const all = part
    .getAttribute("d")
    .match(/-?[\d.]+/g)
    .map(Number);
  return [0, 1].map(k => (2 * all.filter((_, i) => i % 2 === k).reduce((sum, x) => sum + x, 0)) / all.length);
}

// coverOf returns a function that reports whether a shape contains a point.
function coverOf(tag, number, part) {
  if (tag === "circle") {
    const [cx, cy, r] = ["cx", "cy", "r"].map(number);
    return (x, y) => Math.hypot(x - cx, y - cy) <= r;
  }
  if (tag === "rect") {
    const [left, top, width, height] = ["x", "y", "width", "height"].map(number);
    return (x, y) => x >= left && x <= left + width && y >= top && y <= top + height;
  }
  const lines = part
    .getAttribute("d")
    .split("M")
    .slice(1)
    .map(line => line.match(/-?[\d.]+/g)?.map(Number) ?? []);
  return (x, y) => lines.reduce((inside, line) => inside !== crossed(line, x, y), false);
}

// crossed reports whether a ray from a point to the right crosses a closed line an odd number of times.
function crossed(line, x, y) {
  let odd = false;
  for (let i = 0, j = line.length - 2; i < line.length; j = i, i += 2) {
    const [x1, y1, x2, y2] = [line[i], line[i + 1], line[j], line[j + 1]];
    if (y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)) odd = !odd;
  }
  return odd;
}
