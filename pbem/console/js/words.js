// Sentences in the reader's language, from the catalogues that Python has put into the page.

let catalogue = {};

/** Whether there are sentences in a language. */
export function speaks(catalogues, language) {
  return language === "en" || Object.hasOwn(catalogues, language);
}

/** Speak a language ("de", "de-AT"), English where there is none, and return its code. */
export function speak(catalogues, language) {
  const code = String(language).toLowerCase().split("-")[0];
  catalogue = Object.hasOwn(catalogues, code) ? catalogues[code] : {};
  return speaks(catalogues, code) ? code : "en";
}

/** The sentence in the language spoken, `{names}` in it filled in. */
export function _(message, values = {}) {
  const said = Object.hasOwn(catalogue, message) ? catalogue[message] : message;
  return said.replace(/\{(\w+)\}/g, (whole, name) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole);
}
