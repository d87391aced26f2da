// A month: its days as bars, and how it compares with the other months.
import { element } from "../shared/dom.js";
import { at, decimal, format, grouped, mean, months, ordinal, titleOf, yearOf } from "./state.js";

// ranked says how a month compares with the others, per day.
export function ranked(all, month) {
  const means = months.map((_, i) => mean(all.filter(x => x.month === i + 1)));
  const own = means[month - 1],
    below = means.filter(x => x < own).length;
  const rank = below < 6 ? `${ordinal(below + 1)}lowest` : `${ordinal(12 - below)}highest`;
  return `${months[month - 1]} has ${decimal(own)} solutions per day on average, the ${rank} of the twelve months. The average of the year is ${decimal(mean(all))}.`;
}

// monthView makes the view of a month.
export function monthView(counts, state) {
  const all = yearOf(counts, state),
    days = all.filter(x => x.month === state.month);
  const total = days.reduce((sum, x) => sum + x.count, 0);
  return element(
    "div",
    {},
    element("h2", {}, titleOf(state)),
    element("p", {}, `${ranked(all, state.month)} Its ${days.length} days have ${grouped(total)} solutions in all.`),
    element(
      "div.columns",
      {},
      element(
        "section",
        { "aria-label": "Days" },
        element("h3", {}, "Solutions of each day"),
        bars(
          days.map(x => ({
            name: String(x.day),
            rest: ` ${months[x.month - 1]}`,
            value: x.count,
            text: grouped(x.count),
            href: format(at(state, x.month, x.day)),
          })),
        ),
      ),
      element(
        "section",
        { "aria-label": "Months" },
        element("h3", {}, "Solutions per day, by month"),
        bars(
          months.map((name, i) => {
            const value = mean(all.filter(x => x.month === i + 1));
            return { name: name.slice(0, 3), rest: name.slice(3), value, text: decimal(value), href: format(at(state, i + 1)), current: i + 1 === state.month };
          }),
        ),
      ),
    ),
  );
}

// dayOfMonthsView makes the view of a day without a month.
export function dayOfMonthsView(counts, state) {
  const days = yearOf(counts, state).filter(x => x.day === state.day);
  const total = days.reduce((sum, x) => sum + x.count, 0);
  return element(
    "div",
    {},
    element("h2", {}, titleOf(state)),
    element("p", {}, `Day ${state.day} of the ${days.length} months that have it has ${grouped(total)} solutions in all.`),
    element(
      "section",
      { "aria-label": "Months" },
      element("h3", {}, "Solutions of the day, by month"),
      bars(
        days.map(x => ({
          name: months[x.month - 1].slice(0, 3),
          rest: months[x.month - 1].slice(3),
          value: x.count,
          text: grouped(x.count),
          href: format(at(state, x.month, x.day)),
        })),
      ),
    ),
  );
}

// bars makes a list of links with bars.
function bars(items) {
  const most = Math.max(...items.map(x => x.value));
  return element(
    "ol.bars",
    {},
    items.map(({ name, rest, value, text, href, current }) => {
      const fill = element("span.fill");
      fill.style.width = `${(100 * value) / most}%`;
      return element(
        "li",
        {},
        element(
          "a",
          { href, "aria-current": current ? "true" : null },
          element("span.name", {}, name, element("span.unseen", {}, `${rest}: `)),
          element("span.room", {}, fill),
          element("span.value", {}, text, element("span.unseen", {}, " solutions")),
        ),
      );
    }),
  );
}
