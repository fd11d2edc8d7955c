// A report as whoever made it wrote it becomes one whose every value has the type and size that the
// page relies on. Nothing else of it gets any further: whatever is strange is left out.

import { _ } from "./words.js";

export const LARGEST = 8_000_000; // characters of a file
const UNPACKED = 40_000_000; // octets of what is packed in a report
const MOST = 20_000; // of anything in one list
const NODES = 300_000; // of a menu, and of shapes
const DEEP = 40; // groups within groups, words behind words

/** A file that is no report of ours; the message says so to the reader. */
export class Strange extends Error {}

const text = (value, most = 20_000) =>
  typeof value === "string" ? value.slice(0, most) : "";
const number = (value, other = 0) =>
  typeof value === "number" && Number.isFinite(value) && Math.abs(value) < 1e7 ? value : other;
const whole = (value, low, high, other = low) =>
  Number.isInteger(value) && value >= low && value <= high ? value : other;
const list = (value, each, most = MOST) =>
  Array.isArray(value) ? value.slice(0, most).map(each).filter((one) => one !== null) : [];
const texts = (value) => list(value, (one) => text(one));
const object = (value) =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};

/** The reports in a file: one, or those of an export. Throws Strange. */
export function reportsIn(file) {
  if (file.length > LARGEST) throw new Strange(_("This file is too large to be a report."));
  let found;
  try {
    found = JSON.parse(file);
  } catch {
    throw new Strange(_("This is no report.json: it cannot be read as JSON."));
  }
  const several = object(found).console_export === 1 ? found.reports : [found];
  const reports = list(several, (one) => (isReport(one) ? one : null), 1000);
  if (!reports.length) {
    throw new Strange(_("This is no report.json of a game by mail: game, turn or seat are missing."));
  }
  return reports;
}

function isReport(one) {
  const { game, turn, seat, schema } = object(one);
  if (typeof schema === "number" && schema > 1) {
    throw new Strange(_("This report is newer than this page: ask for a new one with CONSOLE."));
  }
  return typeof game === "string" && /^[a-z0-9][a-z0-9-]{0,30}$/.test(game)
    && whole(turn, 0, 999_999, -1) >= 0 && whole(seat, 0, 9_999, -1) >= 0;
}

/** A report checked and unpacked. */
export async function checked(raw) {
  const told = object(raw.report);
  const bulk = object(await unpacked(raw.packed));
  const catalogue = list(await unpacked(raw.catalogue), (row) => row);
  const shapes = shapesOf(bulk.shapes);
  return {
    key: keyOf(raw),
    game: raw.game,
    turn: raw.turn,
    seat: raw.seat,
    gameTitle: text(raw.game_title, 200) || raw.game,
    rulesetTitle: text(raw.ruleset_title, 200) || text(raw.ruleset, 200),
    player: text(raw.player, 200),
    language: text(raw.language, 20) || "en",
    zone: zoneOf(raw.zone),
    deadline: dateOf(raw.deadline),
    reply: replyOf(raw.reply),
    isOver: typeof raw.secret === "string", // told when the game is over, and not before
    get isIdle() { return !this.isAsked && !this.menu.length; }, // nothing is asked, as in a game that is over
    isAsked: raw.ask !== null && typeof raw.ask === "object",
    title: text(told.title, 500),
    headline: text(told.headline, 2000),
    whereabouts: texts(told.whereabouts),
    withoutOrders: text(told.without_orders),
    played: texts(told.played),
    notices: texts(told.notices),
    sections: list(bulk.sections, sectionOf, 200),
    proposals: list(raw.proposals, proposalOf, 500),
    holding: texts(raw.holding),
    verdicts: list(raw.verdicts, verdictOf, 1000),
    spelled: new Map(Object.entries(object(raw.spelled)).slice(0, MOST).map(([line, said]) => [line, texts(said)])),
    menu: menuOf(bulk.menu, [...catalogue, ...list(bulk.branches, (row) => row)], raw.turn),
    scenes: list(bulk.scenes, (one) => sceneOf(one, shapes), 50),
    frames: list(bulk.frames, (one) => frameOf(one, shapes), 100),
  };
}

/** Where a report is kept: two services may have games of the same name. */
export function keyOf(raw) {
  const host = replyOf(raw.reply)?.to.split("@")[1] ?? "";
  return `${raw.game}@${host}/${raw.seat}/${raw.turn}`;
}

/** What the keys of all turns of a game and seat begin with. */
export const gameOf = (key) => key.slice(0, key.lastIndexOf("/") + 1);

export const turnOf = (key) => Number(key.slice(key.lastIndexOf("/") + 1));

/** The one of these keys whose turn is the latest. */
export const latestOf = (keys) => [...keys].sort((one, other) => turnOf(other) - turnOf(one))[0];

async function unpacked(packed) {
  if (typeof packed !== "string" || !packed) return {};
  try {
    const octets = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
    const stream = new Blob([octets]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const decoder = new TextDecoder();
    const reader = stream.getReader();
    let read = 0, found = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      read += value.length;
      if (read > UNPACKED) {
        await reader.cancel();
        throw new Strange(_("This file is too large to be a report."));
      }
      found += decoder.decode(value, { stream: true });
    }
    return JSON.parse(found + decoder.decode());
  } catch (trouble) {
    if (trouble instanceof Strange) throw trouble;
    throw new Strange(_("The menu and the pictures of this report are damaged."));
  }
}

function zoneOf(value) {
  try {
    new Intl.DateTimeFormat("en", { timeZone: text(value, 60) });
    return text(value, 60) || undefined;
  } catch {
    return undefined;
  }
}

function dateOf(value) {
  const found = new Date(text(value, 40) || NaN);
  return Number.isNaN(found.getTime()) ? null : found;
}

function replyOf(value) {
  const to = text(object(value).to, 320);
  if (!/^[\w.+-]+@[\w.-]+$/.test(to)) return null;
  return { to, subject: text(value.subject, 300).replace(/[\p{Cc}\p{Cf}]/gu, " ") };
}

const proposalOf = (one) => ({ line: text(object(one).line, 300), why: text(object(one).why, 500) });

const verdictOf = (one) => ({
  text: text(object(one).text, 400),
  level: ["warned", "refused"].includes(object(one).level) ? one.level : "accepted",
  said: [text(object(one).message, 1000), text(object(one).note, 1000)].filter(Boolean).join(" · "),
});

const sectionOf = (one) => ({
  heading: text(object(one).heading, 300),
  ranks: object(one).ranks === true,
  blocks: list(object(one).blocks, blockOf, 500),
});

function blockOf(one) {
  const block = object(one);
  switch (block.type) {
    case "Paragraph":
      return { type: block.type, text: text(block.text), tone: text(block.tone, 10) };
    case "Bullets":
      return { type: block.type, items: texts(block.items) };
    case "Table":
      return {
        type: block.type,
        caption: text(block.caption, 500),
        columns: list(block.columns, (column) => ({
          heading: text(object(column).heading, 200),
          align: ["right", "centre"].includes(object(column).align) ? column.align : "left",
        }), 60),
        rows: list(block.rows, (row) => list(row, (cell) => text(cell, 2000), 60), 2000),
        mark: list(block.mark, (row) => whole(row, 0, 2000, null), 2000),
      };
    case "Forms":
      return {
        type: block.type,
        forms: list(block.forms, (form) => ({
          line: text(object(form).line, 300),
          says: text(object(form).says, 500),
          pattern: text(object(form).pattern, 300),
        }), 200),
      };
    case "Picture":
      return {
        type: block.type,
        alt: text(block.alt),
        caption: text(block.caption, 500),
        scene: whole(block.scene, 0, 49, null),
      };
    default:
      return null;
  }
}

// The menu ---------------------------------------------------------------------------------

function menuOf(value, shared, turn) {
  let left = NODES, tallest = 0;
  const branches = []; // each with how many items may stand behind each other in it
  const items = (found, depth) => list(found, (one) => {
    const item = object(one);
    const words = text(item.words, 300).replace(/\s+/g, " ").trim();
    if (!words || depth > DEEP || left-- <= 0) return null;
    const branch = branches[whole(item.behind, 0, branches.length - 1, -1)];
    const behind = branch && depth + branch.height <= DEEP ? branch : { then: [], height: 0 };
    const team = depth < DEEP / 2 ? branches[whole(item.together, 0, branches.length - 1, -1)] : null;
    tallest = Math.max(tallest, depth + 1 + behind.height + (team ? team.height + 1 : 0));
    const then = Array.isArray(item.then) ? items(item.then, depth + 1) : behind.then;
    return {
      words,
      label: text(item.label, 200),
      note: noteOf(item, turn),
      takes: list(item.takes, takeOf, 20),
      limits: list(item.limits, limitOf, 20),
      refs: list(item.refs, (ref) => text(ref, 60) || null, 50),
      odds: list(item.odds, (one) => whole(one, 0, 100), 10_000),
      but: texts(item.but),
      then: team ? teamOf(then, team) : then,
      together: team?.then ?? [],
      choice: choiceOf(item.then),
    };
  });
  const teamOf = (picks, { then }) => {
    const team = { then, all: (left -= picks.length) > 0 ? picks.map((one) => ({ ...one })) : [] };
    for (const one of team.all) one.team = team;
    return team.all;
  };
  list(shared, (row) => {
    tallest = 0;
    const then = items(row, 0);
    branches.push({ then, height: tallest });
    return null;
  });
  return items(value, 0);
}

function noteOf({ note, lasts }, turn) {
  const told = text(note, 300), turns = whole(lasts, 0, 9_999);
  return turns ? _("{turns}: turn {turn}", { turns: told, turn: turn + turns }) : told;
}

function takeOf(value) {
  const { of, has, amounts, ...how } = object(value);
  const taken = list(amounts, (one) => number(one, null), 10_000);
  const [isNeeded, isSaid, lapses, rises] = [how.needed, how.said, how.lapses, how.rises].map((one) => one === true);
  return text(of, 60) && taken.length ? { of: text(of, 60), has: number(has), amounts: taken, rises, isNeeded, isSaid, lapses } : null;
}

function limitOf(value) {
  const { of, most, beyond, refused, alone } = object(value);
  return text(of, 60) ? { of: text(of, 60), most: whole(most, 0, 1000), beyond: text(beyond, 300), isRefused: refused === true, isAlone: alone === true } : null;
}

function choiceOf(value) {
  const { low, high, default: usual } = object(value);
  if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high) || low > high) return null;
  return { low, high, usual: whole(usual, low, high) };
}

// Pictures ---------------------------------------------------------------------------------

const PATH = /^[MmZzLlHhVvCcSsQqTtAa0-9eE+\-.,\s]*$/;
const COLOUR = /^#[0-9a-f]{6}$/i;
const colour = (value) => (COLOUR.test(text(value, 8)) ? value : null);
const point = (value) => [number(value?.[0]), number(value?.[1])];
const points = (value) => list(value, point);

function sceneOf(one, shapes) {
  const scene = object(one);
  return {
    width: whole(scene.width, 1, 10_000, 720),
    height: whole(scene.height, 1, 10_000, 720),
    title: text(scene.title, 300),
    ground: colour(scene.ground) ?? "#ffffff",
    squares: squaresOf(scene.squares),
    narrow: scene.narrow ? sceneOf({ ...scene.narrow, narrow: null }, shapes) : null,
    colours: list(scene.colours, (pair) => (colour(pair?.[1]) ? [text(pair[0], 200), pair[1]] : null), 200),
    items: list(scene.items, (item) => shapes[whole(item, 0, shapes.length - 1, -1)] ?? null, NODES),
  };
}

function squaresOf(value) {
  const { corner, size, columns, rows, first } = object(value);
  if (!Array.isArray(corner) || !(number(size) > 0)) return null;
  return {
    corner: point(corner),
    size: number(size),
    columns: whole(columns, 1, 200),
    rows: whole(rows, 1, 200),
    first: [whole(first?.[0], 0, 700), whole(first?.[1], 0, 700)],
  };
}

const frameOf = (one, shapes) => ({
  turn: whole(object(one).turn, 0, 999_999),
  title: text(object(one).title, 500),
  scene: sceneOf(object(one).scene, shapes),
});

function shapesOf(value) {
  let left = NODES;
  const shape = (one, depth) => {
    const found = object(one);
    if (depth > DEEP || left-- <= 0) return null;
    const style = object(found.style);
    const known = {
      type: text(found.type, 20),
      fill: colour(style.fill),
      stroke: colour(style.stroke),
      width: Math.max(0, number(style.width, 1)),
      opacity: Math.min(1, Math.max(0, number(style.opacity, 1))),
      dash: list(style.dash, (part) => Math.max(0, number(part)), 20),
      ref: text(found.ref, 60),
      tip: text(found.tip, 2000),
    };
    switch (known.type) {
      case "Circle":
        return { ...known, centre: point(found.centre), radius: Math.max(0, number(found.radius)) };
      case "Rect":
        return {
          ...known,
          corner: point(found.corner),
          size: point(found.size).map((side) => Math.max(0, side)),
          round: Math.max(0, number(found.round)),
        };
      case "Polygon":
        return { ...known, points: points(found.points) };
      case "Polyline":
        return { ...known, points: points(found.points), arrow: found.arrow === true };
      case "Path": {
        const data = text(found.data, 2_000_000);
        return PATH.test(data) ? { ...known, data } : null;
      }
      case "Text":
        return {
          ...known,
          at: point(found.at),
          text: text(found.text, 500),
          size: Math.max(1, number(found.size, 14)),
          bold: found.bold === true,
          anchor: ["middle", "end"].includes(found.anchor) ? found.anchor : "start",
          halo: colour(found.halo),
        };
      case "Group":
        return {
          ...known,
          items: list(found.items, (item) => shape(item, depth + 1), NODES),
          move: point(found.move),
          turn: number(found.turn),
          scale: number(found.scale, 1),
        };
      default:
        return null;
    }
  };
  // The places in the table are the shapes' numbers: one that is strange leaves its own empty.
  return Array.isArray(value) ? value.slice(0, NODES).map((one) => shape(one, 0)) : [];
}
