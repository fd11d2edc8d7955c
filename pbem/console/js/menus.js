// What can be ordered, as a tree of words: every path from its root spells one line.

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
      known.then = [...known.then, ...item.then];
      known.note ||= item.note;
      known.refs = [...new Set([...known.refs, ...item.refs])];
    }
  }
  return [...found.values()];
}

export const spelled = (path) => path.map((item) => item.words).join(" ");

/** The price, odds and other notes along a path, each once. */
export const notes = (path) => [...new Set(path.map((item) => item.note).filter(Boolean))].join(" · ");

/** What a whole line takes, as the menu has it: how much of what there is. */
export function takesOf(menu, line) {
  const found = pathOf(menu, line);
  if (!found) return [];
  return found.path.flatMap((item) => item.takes.map(({ of, has, amounts, rises }) => ({
    of, has, amount: amounts[amounts.length > 1 && found.number !== null ? found.number - item.choice.low : 0] ?? 0,
    risen: rises ? `${spelled(found.path)} ${of}` : "",
  })));
}

/** What is left behind these lines of everything that any of them takes. */
export function balance(menu, lines) {
  const found = new Map(), reached = new Map();
  for (const { of, has, amount, risen } of lines.flatMap((line) => takesOf(menu, line))) {
    const before = risen ? reached.get(risen) ?? 0 : 0; // what lines above have paid of the same rise
    if (risen) reached.set(risen, Math.max(before, amount));
    found.set(of, { of, has, taken: (found.get(of)?.taken ?? 0) + (risen ? Math.max(0, amount - before) : amount) });
  }
  return [...found.values()].map((one) => ({ ...one, left: one.has - one.taken }));
}

/** All places of the menu that concern a thing on the map, as paths of items: first those which it
 * begins, then those in which it is a goal. */
export function concerning(menu, ref, most = 300) {
  const found = [];
  const look = (items, path) => {
    for (const item of joined(items)) {
      if (found.length >= most) return;
      const here = [...path, item];
      if (item.refs.includes(ref)) found.push(here);
      else look(item.then, here);
    }
  };
  look(menu, []);
  const begins = (path) => path.slice(0, -1).every((item) => !item.refs.length);
  return [...found.filter(begins), ...found.filter((path) => !begins(path))];
}

/** All refs that any item of the menu concerns. */
export function refsOf(menu) {
  const found = new Set();
  const look = (items) => items.forEach((item) => {
    item.refs.forEach((ref) => found.add(ref));
    look(item.then);
  });
  look(menu);
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

/** What may be written on: whole beginnings of lines, the shortest step each. */
export function completions(menu, typed, most = 8) {
  const said = plain(typed);
  const open = typed.endsWith(" ") || !said;
  const found = new Map();
  const offer = (path, items, rest) => {
    for (const item of joined(items)) {
      if (!item.words.toLowerCase().startsWith(rest)) continue;
      const whole = [...path, item];
      const line = spelled(whole) + (item.choice ? ` ${item.choice.usual}` : "");
      if (plain(line) !== said) found.set(line, { line, note: item.note || item.label, more: !item.ends });
      if (found.size >= most) return;
    }
  };
  offer([], menu, said);
  for (const { path, rest } of readings(menu, said)) {
    if (rest || open) offer(path, path[path.length - 1].then, rest);
    const { choice } = path[path.length - 1];
    if (choice && !rest) {
      const line = `${spelled(path)} ${choice.usual}`;
      found.set(line, { line, note: `${choice.low}–${choice.high}`, more: false });
    }
    if (found.size >= most) break;
  }
  return [...found.values()].slice(0, most);
}
