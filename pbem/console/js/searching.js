// Finding words: on the map, and in all that the reports of a game have told.

import { nameOf } from "./map.js";
import { button, byId, make } from "./parts.js";
import { sentences } from "./telling.js";
import { _ } from "./words.js";

const SHOWN = 60; // of what is found at a time

/** Look for what is `wanted` among the things of a `map` and in a `history`; what is found leads
 * to its place (`onPlace(ref)`), or to where it was told (`onTold(turn, section, text)`). */
export async function search(wanted, { map, history, onPlace, onTold }) {
  const place = byId("found");
  const said = wanted.trim().toLowerCase();
  place.hidden = said.length < 2;
  if (place.hidden) return;
  await history.readAll();
  if (byId("search").value !== wanted) return; // something else was typed meanwhile
  const hits = [];
  const offer = (name, text, follow) => hits.push(button([make("strong", {}, name), " ", ...marked(text, said)], () => {
    place.hidden = true;
    follow();
  }));
  for (const [ref, tip] of map.tips) {
    const name = nameOf(ref), text = tip.replaceAll(`${name}: `, "");
    if (`${name} ${text}`.toLowerCase().includes(said)) offer(name, text, () => onPlace(ref));
  }
  for (let at = history.turns.length - 1; at >= 0; at--) {
    const { report, turn } = history.turns[at];
    for (const { text, section } of report ? sentences(report) : []) {
      if (text.toLowerCase().includes(said)) offer(_("Turn {turn}", { turn }), text, () => onTold(at, section, text));
    }
  }
  const told = make("p", { class: "soft" }), listed = make("ul");
  const more = button(_("Show more"), () => show());
  const show = () => {
    const { length } = listed.children, next = hits.slice(length, length + SHOWN);
    listed.append(...next.map((hit) => make("li", {}, hit)));
    const shown = length + next.length;
    more.hidden = shown === hits.length;
    told.textContent = more.hidden ? _("Found: {n}", { n: shown }) : _("Found: {n}, of which {shown} are shown", { n: hits.length, shown });
    if (length) next[0].focus();
  };
  place.replaceChildren(told, listed, more);
  place.scrollTop = 0;
  show();
}

/** A text with what was looked for set off in it. */
function marked(text, said) {
  const at = text.toLowerCase().indexOf(said), end = at + said.length;
  return at < 0 ? [text] : [text.slice(0, at), make("mark", {}, text.slice(at, end)), text.slice(end)];
}
