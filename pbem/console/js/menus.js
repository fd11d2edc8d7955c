// What can be ordered, as a tree of words: every path from its root spells one line.

const NUMBERS = 10_000; // for which a menu can tell what each takes

/** Items with the same words as one, so that a reader chooses between words: it `ends` a line, a
 * number may stand behind it (`choice`), or further items (`then`). */
export function joined(items) {
  const found = new Map();
  for (const item of items) {
    const key = item.words.toLowerCase();
    const known = found.get(key);
    const ends = !item.then.length && !item.choice;
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

/** What a whole line takes, as the menu has it: how much of what there is. */
export function takesOf(menu, line) {
  const found = pathOf(menu, line);
  return found ? takesAlong(found.path, found.number) : [];
}

const takesAlong = (path, number) => path.flatMap((item) => item.takes.map(({ of, has, amounts, rises }) => ({
  of, has, amount: amounts[amounts.length > 1 && number !== null ? number - item.choice?.low : 0] ?? 0,
  risen: rises ? `${spelled(path)} ${of}` : "",
})));

/** What lines take of everything that they share, and what they leave for one more. */
export class Ledger {
  #accounts = new Map(); #reached = new Map();

  constructor(menu, lines) {
    for (const take of lines.flatMap((line) => takesOf(menu, line))) {
      const { of, has, amount, risen } = take;
      const taken = this.#taken(of) + this.#more(take);
      this.#accounts.set(of, { of, has, taken, left: has - taken });
      if (risen) this.#reached.set(risen, Math.max(this.#reached.get(risen) ?? 0, amount));
    }
  }

  get balance() {
    return [...this.#accounts.values()];
  }

  #taken(of) {
    return this.#accounts.get(of)?.taken ?? 0;
  }

  /** What a take adds: of what rises, only what lines before it have not paid of the same rise. */
  #more({ amount, risen }) {
    return risen ? Math.max(0, amount - (this.#reached.get(risen) ?? 0)) : amount;
  }

  /** What is too little for one more line along `path` (with a `number` behind it): `{of, left,
   * short}`, `short` by how much; null where there is enough of everything. */
  lacking(path, number = null) {
    for (const take of takesAlong(path, number)) {
      const left = take.has - this.#taken(take.of), more = this.#more(take);
      if (more > 0 && more > left) return { of: take.of, left: Math.max(0, left), short: more - left };
    }
    return null;
  }

  /** The highest number behind `path` for which there is enough, less than the lowest where there is
   * for none, and what is `lacking` for the next. */
  most(path) {
    const { low, high } = path[path.length - 1].choice;
    for (let number = low; number <= high; number++) {
      const lacking = this.lacking(path, number);
      if (lacking) return { most: number - 1, lacking };
      if (number - low > NUMBERS) break;
    }
    return { most: high, lacking: null };
  }
}

/** All places of the menu that concern a thing on the map, as paths of items: first those which it
 * begins, then those in which it is a goal. Where a line goes on with more of the same, as a row of
 * squares does, the thing is at its beginning only. */
export function concerning(menu, ref, most = 300) {
  const found = [];
  const look = (items, path) => {
    const row = joined(items);
    for (const item of row) {
      if (found.length >= most) return;
      const here = [...path, item];
      if (item.refs.includes(ref)) found.push(here);
      else if (refsOf(item.then).has(ref) && !item.then.every((one) => row.some(({ words }) => words === one.words))) look(item.then, here);
    }
  };
  look(menu, []);
  const begins = (path) => path.slice(0, -1).every((item) => !item.refs.length);
  return [...found.filter(begins), ...found.filter((path) => !begins(path))];
}

const concerned = new WeakMap(); // a branch may stand at very many places

/** All refs that any item of the menu concerns. */
export function refsOf(menu) {
  let found = concerned.get(menu);
  if (!found) {
    found = new Set(menu.flatMap((item) => [...item.refs, ...refsOf(item.then)]));
    concerned.set(menu, found);
  }
  return found;
}

const plain = (line) => line.replace(/\s+/g, " ").trim().toLowerCase();

/** The paths that a beginning of a line leads along, each with what of the line is still to read. */
function* readings(items, rest, path = []) {
  for (const item of joined(items)) {
    const words = item.words.toLowerCase();
    const here = [...path, item];
    if (rest === words) yield { path: here, rest: "" };
    else if (rest.startsWith(`${words} `)) {
      const behind = rest.slice(words.length + 1);
      yield { path: here, rest: behind };
      yield* readings(item.then, behind, here);
    }
  }
}

/** The path of a line that the menu has as it stands (with `number`, where one ends it), or null. */
export function pathOf(menu, line) {
  for (const { path, rest } of readings(menu, plain(line))) {
    const last = path[path.length - 1];
    if (!rest && last.ends) return { path, number: null };
    if (last.choice && /^-?\d+$/.test(rest)) {
      const number = Number(rest);
      if (number >= last.choice.low && number <= last.choice.high) return { path, number };
    }
  }
  return null;
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
    if (rest || open) offer(path, path[path.length - 1].then, rest);
    const { choice } = path[path.length - 1];
    const high = choice && !rest ? ledger.most(path).most : -Infinity;
    if (high >= choice?.low) {
      const line = `${spelled(path)} ${Math.min(choice.usual, high)}`;
      found.set(line, { line, note: `${choice.low}–${high}`, more: false });
    }
    if (found.size >= most) break;
  }
  return [...found.values()].slice(0, most);
}
