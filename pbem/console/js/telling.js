// The report in words and tables, as the mail has it.

import { drawn, fitting } from "./drawing.js";
import { byId, make } from "./parts.js";
import { _ } from "./words.js";

/** The sections of a report; the scene that the map shows (`shown`) is not drawn again. */
export function told(report, shown) {
  return report.sections.map((section, n) => make("section", { id: `section-${n}` },
    section.heading ? make("h2", {}, section.heading) : null,
    section.blocks.map((block) => laidOut(block, report, shown))));
}

function laidOut(block, report, shown) {
  switch (block.type) {
    case "Paragraph":
      return make("p", { class: `tone-${block.tone}` }, block.text);
    case "Bullets":
      return make("ul", {}, block.items.map((item) => make("li", {}, item)));
    case "Table":
      return table(block);
    case "Forms":
      return make("dl", {}, block.forms.map((form) => [
        make("dt", {}, make("code", {}, form.line || form.pattern)),
        make("dd", {}, [form.says, form.line ? form.pattern : ""].filter(Boolean).join(" ")),
      ]));
    case "Picture":
      return picture(block, report, shown);
    default:
      return null;
  }
}

/** A table of cells with a caption, the rows in `mark` set off. Its first column of words stays in
 * sight where it is wider than the page. */
export function table({ caption, columns, rows, mark }) {
  const names = columns.findIndex(({ align }) => align === "left");
  const side = (n) => `side-${columns[n]?.align ?? "left"}${n === names ? " names" : ""}`;
  return make("div", { class: "wide", tabIndex: 0, role: "group", "aria-label": caption || _("Table") }, make("table", {},
    caption ? make("caption", {}, caption) : null,
    make("thead", {}, make("tr", {}, columns.map((one, n) =>
      make("th", { scope: "col", class: side(n) }, one.heading)))),
    make("tbody", {}, rows.map((row, at) => make("tr", { class: mark.includes(at) ? "own" : null },
      row.map((cell, n) => make("td", { class: side(n) }, cell)))))));
}

function picture({ alt, caption, scene }, report, shown) {
  const found = report.scenes[scene];
  if (!found || found === shown) return make("p", { class: "soft" }, alt);
  return make("figure", {}, drawn(fitting(found), alt), caption ? make("figcaption", {}, caption) : null);
}

/** Where a sentence of a section stands on the page; the section itself where it is not found. */
export function placeOf(text, section) {
  const whole = byId(`section-${section}`);
  const said = (one) => (one.cells ? [...one.cells].map((cell) => cell.textContent).join(" · ") : one.textContent);
  return [...whole?.querySelectorAll("p, li, tr") ?? []].find((one) => said(one) === text) ?? whole ?? byId("told");
}

/** All that a report tells, sentence by sentence, with the number of the section it stands in. */
export function sentences(report) {
  const found = [report.headline, ...report.notices].map((text) => ({ text, section: -1 }));
  report.sections.forEach((section, n) => {
    for (const block of section.blocks) {
      const texts = {
        Paragraph: () => [block.text],
        Bullets: () => block.items,
        Table: () => block.rows.map((row) => row.join(" · ")),
        Forms: () => block.forms.map((form) => `${form.line} ${form.says}`),
        Picture: () => [block.alt],
      }[block.type]();
      found.push(...texts.map((text) => ({ text, section: n })));
    }
  });
  return found.filter((one) => one.text);
}
