// What can be ordered, as a tree of words: every path from its root spells one line.

import { _ } from "./words.js";

const NUMBERS = 10_000; // for which a menu can tell what each takes
const TOGETHER = 12; // are picked for one line

/** Items with the same words as one, so that a reader chooses between words: it `ends` a line, a
 * number may stand behind it (`choice`), or further items (`then`). */
export function joined(items) {
  const found = new Map();
  for (const item of items) {
    const key = item.words.toLowerCase();
    const known = found.get(key);
    const ends = !item.then.length && !item.choice && !item.team?.then.length;
    if (!known) {
      found.set(key, { ...item, ends });
    } else {
      known.ends ||= ends;
      known.choice ??= item.choice;
      known.then = known.then.length ? [...known.then, ...item.then] : item.then;
      known.note ||= item.note;
      known.refs = [...new Set([...known.refs, ...item.refs])];
    }
  }
  return [...found.values()];
}

export const spelled = (path) => path.map((item) => item.words).join(" ");

/** The price, odds and other notes along a path, each once: of those that differ in their figures
 * alone, as a sum that grows with every word, only the last. */
export const notes = (path) =>
  [...new Map(path.filter((item) => item.note).map(({ note }) => [note.replace(/\d+/g, "0"), note])).values()].join(" · ");

const lastOf = (path) => path[path.length - 1];

const without = (items, barred) => (!barred.size ? items : items.filter(({ words }) => !barred.has(words))
  .map((item) => (item.then.length ? { ...item, then: without(item.then, barred) } : item))
  .filter(({ then }, n) => then.length || !items[n].then.length));

/** What may stand behind a path: where things are picked that may be told the same, what is behind
 * one alone, what is behind all that are picked, and one more of them (`isMore`). */
export function behind(path) {
  const { team, then } = lastOf(path);
  if (!team) return then;
  const picked = path.filter((one) => one.team === team);
  return [
    ...(picked.length < 2 ? then : []),
    ...without(team.then, new Set(picked.flatMap(({ but }) => but))),
    ...(picked.length < TOGETHER ? team.all : []).filter(({ words }) => picked.every((one) => one.words !== words)).map((one) => ({ ...one, isMore: true })),
  ];
}

const behindAlone = (path) => behind(path).filter(({ isMore }) => !isMore);

/** How likely a line succeeds with this `number` behind it, where the menu tells it. */
export function oddsOf(path, number) {
  const { choice, odds } = lastOf(path), percent = odds[number - choice?.low];
  return percent === undefined ? "" : _("wins about {percent} times in 100", { percent });
}

/** What is taken along a path, with the `number` behind it. Without one, what hangs on it is left out. */
const takesAlong = (path, number) => path.flatMap((item) => item.takes
  .filter(({ amounts }) => amounts.length === 1 || number !== null)
  .map(({ amounts, rises, ...take }) => ({
    ...take, risen: rises ? `${spelled(path)} ${take.of}` : "",
    amount: amounts[amounts.length > 1 ? Math.min(Math.max(0, number - item.choice?.low), amounts.length - 1) : 0] || 0,
  })));

/** What a line takes, as far as the menu reads it. */
export const takesOf = ({ path, number }) => takesAlong(path, number);

/** What lines take of everything that they share, one behind the other, and what they leave for one
 * more. Of each of its `lines` it has how far the menu reads it (`found`), what was `lacking` for it
 * behind those before, and the `limit` that it went beyond. */
export class Ledger {
  #accounts = new Map(); #reached = new Map(); #counts = new Map(); #alone = null; #many = 0;

  constructor(menu, lines) {
    this.lines = lines.map((line) => this.#enter(readingOf(menu, line)));
  }

  #enter(found) {
    if (!found) return { found, lacking: null, limit: null };
    const { path, number } = found;
    const entered = { found, lacking: this.lacking(path, number), limit: path.map((item) => this.limitOf(item)).find(Boolean) ?? null };
    this.#alone ??= path[0].limits.find(({ isAlone }) => isAlone) ?? null;
    this.#many++;
    for (const take of takesAlong(path, number)) {
      const { of, has, amount, risen, lapses } = take;
      const taken = this.#taken(of) + this.#more(take);
      this.#accounts.set(of, { of, has, taken, left: exact(has - taken), lapses });
      if (risen) this.#reached.set(risen, larger(amount, this.#reached.get(risen) ?? 0));
    }
    for (const { of } of path.flatMap((item) => item.limits)) this.#counts.set(of, (this.#counts.get(of) ?? 0) + 1);
    return entered;
  }

  get balance() {
    return [...this.#accounts.values()].filter(({ taken }) => taken);
  }

  #taken(of) {
    return this.#accounts.get(of)?.taken ?? 0;
  }

  /** What a take adds: of what rises, only what lines before it have not paid, or brought, of the same rise. */
  #more({ amount, risen, isNeeded }) {
    if (isNeeded) return 0;
    const reached = this.#reached.get(risen) ?? 0;
    return risen ? larger(amount, reached) - reached : amount;
  }

  /** The limit beyond which one more line with this item would be, or null. */
  limitOf(item) {
    return this.#alone ?? item.limits.find(({ of, most, isAlone }) => (isAlone ? this.#many : this.#counts.get(of) ?? 0) >= most) ?? null;
  }

  /** What is too little for one more line along `path` (with a `number` behind it): `{of, left,
   * short}`, `short` by how much, and how `far` it is from enough; null where there is enough of
   * everything. What is only needed no line pays: it is farther than any price. */
  lacking(path, number = lastOf(path).choice?.low ?? null) {
    for (const take of takesAlong(path, number)) {
      const left = exact(take.has - this.#taken(take.of)), more = take.isNeeded ? take.amount : this.#more(take);
      if (more > 0 && more > left) {
        return { of: take.of, left: Math.max(0, left), short: exact(more - left), far: (more - left) / more + (take.isNeeded ? 99 : 0), name: "" };
      }
    }
    return null;
  }

  /** The same for a line that goes on behind `path`, however: that of the choice which is nearest to
   * being had, with its `name`. */
  lackingBehind(path, left = { looks: 500 }, name = "") {
    const own = this.lacking(path), { ends } = lastOf(path);
    if (own || ends) return own && { ...own, name };
    let least = null;
    for (const item of behindAlone(path)) {
      if (left.looks-- <= 0) return null;
      const found = this.lackingBehind([...path, item], left, `${name} ${item.words}`.trim());
      if (!found) return null;
      if (!least || found.far < least.far) least = found;
    }
    return least;
  }

  /** What one more line along `path` takes with this `number`, and what it leaves: `{of, amount, left}`. */
  after(path, number) {
    return takesAlong(path, number).filter(({ isNeeded }) => !isNeeded).map((take) => {
      const amount = exact(this.#more(take));
      return { of: take.of, amount, left: exact(take.has - this.#taken(take.of) - amount) };
    });
  }

  /** The highest number behind `path` for which there is enough, less than the lowest where there is
   * for none, and what is `lacking` for the next. */
  most(path) {
    const { low, high } = lastOf(path).choice;
    for (let number = low; number <= high; number++) {
      const lacking = this.lacking(path, number);
      if (lacking) return { most: number - 1, lacking };
      if (number - low > NUMBERS) break;
    }
    return { most: high, lacking: null };
  }
}

/** Without what sums of decimal fractions are beside their true value. */
const exact = (amount) => Number(amount.toFixed(6));

const larger = (one, other) => (Math.abs(one) > Math.abs(other) ? one : other);

/** What the menu's lines can take of everything, as it stands before the first. */
export function stockOf(menu, seen = new Set(), found = new Map()) {
  for (const item of seen.has(menu) ? [] : menu) {
    for (const { of, has, amounts, isNeeded } of item.takes) if (!isNeeded && amounts[0] > 0 && !found.has(of)) found.set(of, has);
    stockOf(item.then, seen.add(menu), found);
  }
  return found;
}

/** Whether but one thing may stand behind an item, and need not: it is put to lines that are whole. */
const isPutTo = ({ ends, then }) => ends && joined(then).length === 1;

/** All places of the menu that concern a thing on the map, as paths of items: first those which it
 * begins, then those in which it is a goal. Where a line goes on with more of the same, as a row of
 * squares does, the thing is at its beginning only; what is put to a whole line is left to that.
 * What takes more words stands farther back. */
export function concerning(menu, ref, most = 300) {
  const found = [];
  const look = (items, path, barred) => {
    const row = joined(items);
    for (const item of row.filter(({ words }) => !barred.includes(words))) {
      if (found.length >= most) return;
      const here = [...path, item];
      if (item.refs.includes(ref)) found.push(here);
      else for (const then of isPutTo(item) ? [] : [item.then, item.team?.then ?? []]) {
        if (refsOf(then).has(ref) && !then.every((one) => row.some(({ words }) => words === one.words))) look(then, here, [...barred, ...item.but]);
      }
    }
  };
  look(menu, [], []);
  const begins = (path) => path.slice(0, -1).every((item) => !item.refs.length);
  return [...found.filter(begins), ...found.filter((path) => !begins(path)).sort((one, other) => one.length - other.length)];
}

const concerned = new WeakMap(); // a branch may stand at very many places

/** All refs that any item of the menu concerns. */
export function refsOf(menu) {
  let found = concerned.get(menu);
  if (!found) {
    found = new Set(menu.flatMap((item) => [...item.refs, ...refsOf(item.then), ...refsOf(item.together)]));
    concerned.set(menu, found);
  }
  return found;
}

export const plain = (line) => line.replace(/\s+/g, " ").trim().toLowerCase();

/** The paths that a beginning of a line leads along, each with what of the line is still to read. */
function* readings(items, rest, path = []) {
  let isRead = false;
  const row = joined(items);
  for (const item of [...row, ...row.slice(0, 1).map((one) => saying(one, rest)).filter(Boolean)]) {
    const words = item.words.toLowerCase();
    const here = [...path, item];
    if (item.isSaid && isRead) continue;
    if (rest === words) yield { path: here, rest: "" };
    else if (rest.startsWith(`${words} `)) {
      const further = rest.slice(words.length + 1);
      yield { path: here, rest: further };
      yield* readings(behind(here), further, here);
    } else continue;
    isRead = true;
  }
}

const NUMERAL = /\d+(?:[.,]\d+)?/;

/** An item whose words say what it takes, with the number that a line has in them: "37%" for "50%". */
function saying(item, rest) {
  if (!item.takes.some((one) => one.isSaid)) return null;
  const number = NUMERAL.exec(rest)?.[0], words = item.words.toLowerCase().replace(NUMERAL, number);
  if (!number || !rest.startsWith(words)) return null;
  const amounts = [Number(number.replace(",", "."))];
  return { ...item, words, isSaid: true, takes: item.takes.map((one) => (one.isSaid ? { ...one, amounts } : one)) };
}

/** An item more for all that the lines of a `ledger` leave, where words say what they take and none of
 * those in a `row` says just that. */
export function restOf(row, ledger) {
  const wants = ({ takes }) => takes.find((one) => one.isSaid);
  const item = row.find(wants), left = ledger.balance.find(({ of }) => of === wants(item ?? { takes: [] })?.of)?.left;
  if (!(left > 0) || row.some((one) => wants(one)?.amounts[0] === left)) return [];
  return [saying(item, item.words.toLowerCase().replace(NUMERAL, String(left)))];
}

/** How far the menu reads a line: the `path` that leaves the least of it over, the `number` behind
 * that, whether it `isWhole`, a line of the menu, and what is left of it (`rest`); null where no line
 * of it begins so. */
export function readingOf(menu, line) {
  let found = null, least = Infinity;
  for (const { path, rest } of readings(menu, plain(line))) {
    const { ends, choice } = lastOf(path);
    const number = choice && /^-?\d+$/.test(rest) ? Number(rest) : null;
    if (!rest && ends || choice && number !== null && number >= choice.low && number <= choice.high) return { path, number, isWhole: true };
    if (rest.length >= least) continue;
    least = rest.length;
    found = { path, number, isWhole: false, rest };
  }
  return found;
}

/** The shortest beginnings behind some items, which stand `before` those, in whose words all that is typed begins words, in its
 * order: "a3 r3", or "p1" of "AT p1" a step further on. As paths; of all there are only so many, and
 * last those behind lines that are whole without. */
export function sought(items, typed, before, most = 60, looks = 8000) {
  const wanted = plain(typed).split(" ");
  const found = [], open = [{ row: items, path: [], at: 0 }], late = [];
  for (let one = open.shift(); one; one = open.shift() ?? late.shift()) {
    const { row, path, at } = one;
    for (const item of joined(row)) {
      if (found.length >= most || looks-- <= 0) return found;
      let met = at;
      for (const word of item.words.toLowerCase().split(" ")) if (word.startsWith(wanted[met])) met++;
      const here = [...path, item];
      if (met >= wanted.length) found.push(here);
      else (isPutTo(item) ? late : open).push({ row: behindAlone([...before, ...here]), path: here, at: met });
    }
  }
  return found;
}

/** What may be written on behind the lines of a `ledger`: whole beginnings, the shortest step each. */
export function completions(menu, typed, ledger, most = 8) {
  const said = plain(typed);
  const open = typed.endsWith(" ") || !said;
  const found = new Map();
  const offer = (path, items, rest) => {
    for (const item of joined(items)) {
      if (!item.words.toLowerCase().startsWith(rest)) continue;
      const whole = [...path, item];
      const number = item.choice ? Math.min(item.choice.usual, ledger.most(whole).most) : "";
      const line = `${spelled(whole)} ${number < item.choice?.low ? "" : number}`.trim();
      if (plain(line) !== said) found.set(line, { line, note: item.note || item.label, more: !item.ends });
      if (found.size >= most) return;
    }
  };
  offer([], menu, said);
  for (const { path, rest } of readings(menu, said)) {
    if (rest || open) offer(path, behind(path), rest);
    const { choice } = lastOf(path);
    const high = choice && !rest ? ledger.most(path).most : -Infinity;
    if (high >= choice?.low) {
      const line = `${spelled(path)} ${Math.min(choice.usual, high)}`;
      found.set(line, { line, note: `${choice.low}–${high}`, more: false });
    }
    if (found.size >= most) break;
  }
  return [...found.values()].slice(0, most);
}
