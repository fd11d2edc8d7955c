// The pieces of the page, made without any markup: text goes in as text.

/** An element with properties, `data-` and `aria-` attributes, and what it holds. */
export function make(name, given = {}, ...inner) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
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

/** Say something that a screen reader reads at once, and everybody sees for a while. */
export function say(message, tone = "plain") {
  const place = byId("said");
  place.textContent = message;
  place.dataset.tone = tone;
  place.classList.add("shown");
  clearTimeout(say.timer);
  say.timer = setTimeout(() => place.classList.remove("shown"), 6000);
}
