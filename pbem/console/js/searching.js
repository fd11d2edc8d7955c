// Finding words: on the map, and in all that the reports of a game have told.

import { nameOf } from "./map.js";
import { button, byId, make } from "./parts.js";
import { sentences } from "./telling.js";
import { _ } from "./words.js";

const SHOWN = 60; // of what is found

/** Look for what is `wanted` among the things of a `map` and in a `history`; what is found leads
 * to its place (`onPlace(ref)`), or to where it was told (`onTold(turn, section)`). */
export async function search(wanted, { map, history, onPlace, onTold }) {
  const place = byId("found");
  const said = wanted.trim().toLowerCase();
  place.hidden = said.length < 2;
  if (place.hidden) return;
  await history.readAll();
  if (byId("search").value !== wanted) return; // something else was typed meanwhile
  const hits = [];
  const offer = (name, text, follow) => hits.push(button([make("strong", {}, name), ` ${text}`], () => {
    place.hidden = true;
    follow();
  }));
  for (const [ref, tip] of map.tips) {
    if (`${nameOf(ref)} ${tip}`.toLowerCase().includes(said)) offer(nameOf(ref), tip, () => onPlace(ref));
  }
  for (let at = history.turns.length - 1; at >= 0; at--) {
    const { report, turn } = history.turns[at];
    for (const { text, section } of report ? sentences(report) : []) {
      if (text.toLowerCase().includes(said)) offer(_("Turn {turn}", { turn }), text, () => onTold(at, section));
    }
  }
  place.replaceChildren(
    make("p", { class: "soft" }, _("Found: {n}", { n: hits.length })),
    make("ul", {}, hits.slice(0, SHOWN).map((hit) => make("li", {}, hit))),
    hits.length > SHOWN ? make("p", { class: "soft" }, _("{n} more are not shown: type more of it.", { n: hits.length - SHOWN })) : "",
  );
}
