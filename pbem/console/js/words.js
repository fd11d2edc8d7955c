// Sentences in the reader's language, from the catalogues that Python has put into the page; it has
// put its number there, too, in the place of each sentence of these sources.

let catalogue = [];

/** Speak a language ("de", "de-AT"), English where there is none, and return its code. */
export function speak(catalogues, language) {
  const asked = String(language).toLowerCase().split("-")[0];
  const code = Object.hasOwn(catalogues, asked) ? asked : "en";
  catalogue = catalogues[code];
  return code;
}

/** How long it is until then, in words. */
export function remaining(moment) {
  const hours = (moment - Date.now()) / 3_600_000;
  const spoken = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "always" });
  if (hours < 0) return _("the deadline has passed");
  if (hours < 2) return spoken.format(Math.round(hours * 60), "minute");
  return hours < 48 ? spoken.format(Math.round(hours), "hour") : spoken.format(Math.round(hours / 24), "day");
}

/** The sentence in the language spoken, `{names}` in it filled in. */
export function _(message, values = {}) {
  return catalogue[message].replace(/\{(\w+)\}/g, (whole, name) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole);
}
