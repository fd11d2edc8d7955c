// The figures of tables that stand in several reports, turn by turn: as lines, and as a table.

import { element } from "./drawing.js";
import { make } from "./parts.js";
import { table } from "./telling.js";
import { _ } from "./words.js";

const MOST = 8; // lines that one can still tell apart
const OTHERS = ["#0a6fb8", "#c85200", "#008060", "#b23a8e", "#8a6d00", "#6a4fc9", "#c62b2b", "#5c6670"]; // where no picture has a line's colour
const [WIDE, HIGH] = [640, 300];
const [LEFT, RIGHT, TOP, BOTTOM] = [46, 150, 14, 34];
const APART = 16; // names of lines, one below the other

/** The number that a cell begins with, "12" of "12 (+1)", null for none and NaN for other words. */
function figure(cell) {
  if (!cell.trim() || /^[–—-]$/.test(cell.trim())) return null;
  const found = /^([-−+]?\d+(?:[.,]\d+)?)(?:\s*%)?(?:\s*\([^)]*\))?$/.exec(cell.trim());
  return found ? Number(found[1].replace("−", "-").replace(",", ".")) : NaN;
}

/** Every column of figures whose table stands in two reports or more, with its rows' lines:
 * `{table, name, rows: [{name, isOwn, points: Map of turn to figure, colour}], turns, ranks, said}`;
 * those by which players are ranked stand first. A line's colour is that which the pictures have for
 * its name. `said`: how often the reader's own is in a report's headline. */
export function courses(reports) {
  const found = new Map();
  for (const report of [...reports].sort((one, other) => one.turn - other.turn)) {
    for (const section of report.sections) {
      for (const block of section.blocks) if (block.type === "Table") gather(found, report, section, block);
    }
  }
  const painted = new Map(reports.flatMap(({ scenes }) => scenes).flatMap(({ colours }) => colours));
  return [...found.values()].filter(({ isFigure, arePlaces, rows, turns }) => isFigure && !arePlaces && turns.size > 1
    && [...rows.values()].some(({ points }) => new Set(points.values()).size > 1))
    .map((one) => ({
      ...one, turns: [...one.turns],
      rows: [...one.rows.values()].map((row, n) => ({ ...row, colour: painted.get(row.name) ?? OTHERS[n % OTHERS.length] })),
    }))
    .sort((one, other) => other.ranks - one.ranks);
}

function gather(found, { turn, headline }, { heading, ranks }, { caption, columns, rows, mark }) {
  const figures = rows.map((row) => columns.map((_one, n) => figure(row[n] ?? "")));
  const named = columns.findIndex((_one, n) => figures.some((row) => Number.isNaN(row[n])));
  const names = rows.map((row) => row[named]);
  if (named < 0 || new Set(names).size < names.length) return;
  const told = new Set(headline.match(/\d+(?:[.,]\d+)?/g));
  const kind = columns.map((one) => one.heading).join("|");
  columns.forEach((column, n) => {
    const values = figures.map((row) => row[n]);
    if (n === named || !column.heading) return;
    const key = `${kind}|${n}`;
    if (!found.has(key)) {
      found.set(key, {
        name: column.heading, ranks, rows: new Map(), turns: new Set(), said: 0, isFigure: true, arePlaces: true,
      });
    }
    const one = found.get(key);
    one.table = heading || caption;
    one.turns.add(turn);
    one.isFigure &&= !values.some(Number.isNaN);
    one.arePlaces &&= isPlaces(values);
    one.said += mark.filter((at) => told.has(rows[at][n]?.split(" ")[0])).length;
    values.forEach((value, at) => {
      const row = one.rows.get(names[at]) ?? { name: names[at], points: new Map() };
      row.isOwn = mark.includes(at);
      if (value !== null) row.points.set(turn, value);
      one.rows.set(names[at], row);
    });
  });
}

/** Whether these are 1, 2, 3 …, which rank the rows and say nothing else. */
const isPlaces = (values) => values.length > 1 && values[0] === 1
  && values.every((value, n) => !n || value >= values[n - 1] && value <= n + 1);

/** The one that is looked at first: the score, which a headline tells the reader. */
export const foremost = (found) =>
  Math.max(0, found.findIndex((one) => one.said === Math.max(...found.map(({ said }) => said))));

/** A column's lines as a picture, with the turn that the map shows. */
export function chart({ table: heading, name, rows, turns }, shown) {
  const last = (row) => [...row.points.values()].pop() ?? 0;
  const lines = [...rows].sort((one, other) => other.isOwn - one.isOwn || last(other) - last(one)).slice(0, MOST);
  const values = lines.flatMap(({ points }) => [...points.values()]);
  const step = stepOf(Math.max(0, ...values) - Math.min(0, ...values));
  const [low, high] = [Math.floor(Math.min(0, ...values) / step) * step, Math.ceil(Math.max(step, ...values) / step) * step];
  const [first, final] = [turns[0], turns[turns.length - 1]];
  const across = (turn) => LEFT + (WIDE - LEFT - RIGHT) * (turn - first) / (final - first);
  const up = (value) => HIGH - BOTTOM - (HIGH - TOP - BOTTOM) * (value - low) / (high - low);
  const made = element("svg", {
    viewBox: `0 0 ${WIDE} ${HIGH}`, class: "chart", role: "img", "aria-label": `${heading}: ${name}`,
  });
  for (let value = low; value <= high + step / 2; value += step) {
    made.append(
      element("line", { class: "grid", x1: LEFT, x2: WIDE - RIGHT, y1: up(value), y2: up(value) }),
      written(String(Number(value.toFixed(6))), LEFT - 8, up(value) + 4, "end"));
  }
  for (const turn of new Set([first, turns[turns.length >> 1], final])) {
    made.append(written(_("Turn {turn}", { turn }), across(turn), HIGH - 10, turn === first ? "start" : "middle"));
  }
  if (shown >= first && shown <= final) {
    made.append(element("line", { class: "now", x1: across(shown), x2: across(shown), y1: TOP, y2: HIGH - BOTTOM }));
  }
  for (const { points, isOwn, colour } of lines) {
    const places = [...points].map(([turn, value]) => `${across(turn)},${up(value)}`);
    made.append(element("polyline", { class: `course${isOwn ? " own" : ""}`, stroke: colour, points: places.join(" ") }));
  }
  made.append(...names(lines.map((row) => ({ row, at: up(last(row)) }))));
  return made;
}

/** The lines' names at their ends, none upon another. */
function names(ends) {
  const found = [];
  let lowest = TOP - APART;
  for (const { row, at } of ends.sort((one, other) => one.at - other.at)) {
    lowest = Math.max(at, lowest + APART);
    const name = written(row.name.length > 18 ? `${row.name.slice(0, 17)}…` : row.name, WIDE - RIGHT + 22, lowest + 4, "start");
    if (row.isOwn) name.setAttribute("class", "own");
    found.push(element("circle", { fill: row.colour, cx: WIDE - RIGHT + 12, cy: lowest, r: 5 }), name);
  }
  return found;
}

function written(text, x, y, anchor) {
  const made = element("text", { x, y, "text-anchor": anchor });
  made.textContent = text;
  return made;
}

/** Between two lines of the ground, so that there are up to five. */
function stepOf(range) {
  const tens = 10 ** Math.floor(Math.log10(Math.max(range, 1e-6) / 5));
  return [1, 2, 5, 10].map((times) => times * tens).find((step) => range / step <= 5) ?? 10 * tens;
}

/** The same figures for those who read them: a row each, a column for every turn. */
export const figures = ({ table: heading, name, rows, turns }) => make("details", {},
  make("summary", {}, _("The figures as a table")),
  table({
    caption: `${heading}: ${name}`,
    columns: [{ heading: "" }, ...turns.map((turn) => ({ heading: String(turn), align: "right" }))],
    rows: rows.map((row) => [row.name, ...turns.map((turn) => String(row.points.get(turn) ?? "–"))]),
    mark: rows.flatMap((row, n) => (row.isOwn ? [n] : [])),
  }));
