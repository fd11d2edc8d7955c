// The pieces of the page, made without any markup: text goes in as text.

/** An element with properties, `data-` and `aria-` attributes, and what it holds. */
export function make(name, given = {}, ...inner) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "aria-label" && /\bicon\b/.test(given.class)) made.title = value;
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key in made && !key.includes("-")) made[key] = value;
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...inner.flat().filter((one) => one !== null && one !== undefined && one !== ""));
  return made;
}

export const button = (said, onclick, given = {}) =>
  make("button", { type: "button", onclick, ...given }, said);

export const byId = (id) => document.getElementById(id);

/** Say something that a screen reader reads at once, in a place of its own that lies over nothing:
 * `said` below the lines, or `trouble` above all panes. What is plain goes after a while; a warning, or
 * what one can still press (`more`), stays until something else is said. */
export function say(message, { place = "said", tone = "plain", more = null } = {}) {
  const shown = byId(place);
  clearTimeout(shown.ending);
  shown.replaceChildren(message, ...(more ? [" ", more] : []));
  shown.dataset.tone = tone;
  shown.ending = tone === "plain" && !more ? setTimeout(() => shown.replaceChildren(), 6000) : 0;
}

/** What is plain was said of one press, and goes with the next: what stayed would seem to be of that.
 * What can still be pressed goes as an order `isBegun`. */
export function hush(isBegun) {
  const { ending, dataset } = byId("said");
  if (ending || isBegun && dataset.tone === "plain") say("");
}

/** Say what is wrong with a file, or with what the browser keeps; nothing ends it. */
export function complain(message) {
  say(message, { place: "trouble", tone: "warning" });
  if (message) byId("trouble").scrollIntoView({ block: "nearest" });
}
