// Choosing a line word by word, from the menu or from a thing on the map.

import { nameOf } from "./map.js";
import { concerning, joined, notes, spelled } from "./menus.js";
import { button, byId, make } from "./parts.js";
import { _ } from "./words.js";

const FEW = 12; // options that need no filter

const tooLittle = (lacking) => make("p", { class: "short" }, _("Too little is left: {left} {of}, {short} short.", lacking));

export class Composer {
  #host; #menu = []; #path = []; #about = null; #only = ""; #typed = "";

  /** `given` has `onLine(line)` for a line that is whole, `onMarks(refs, chosen, planned)` for what is to
   * be marked on the map, `tipsOf(ref)`, `has(beginning)`: whether a line begins so already,
   * `drafted()`: what on the map the lines concern,
   * and `ledger()`: what the lines leave. */
  constructor(host, given) {
    this.#host = host;
    this.given = given;
  }

  start(menu) {
    this.#menu = menu;
    this.#restart();
    this.render();
  }

  /** A thing on the map was pressed: it is chosen, where it can be, or what concerns it is shown. */
  pick(ref) {
    const fitting = this.#options().filter((item) => item.refs.includes(ref));
    if (this.#path.length && fitting.length === 1) return this.#choose(fitting[0]);
    if (this.#path.length && fitting.length) {
      this.#only = ref;
      return this.render(true);
    }
    const entries = concerning(this.#menu, ref);
    if (entries.length) this.#restart(); // or else the line is gone on with
    this.#about = { ref, entries };
    this.render(true);
  }

  #restart() {
    this.#path = [];
    this.#step();
  }

  #step() {
    this.#about = null;
    this.#only = "";
    this.#typed = "";
  }

  #options() {
    const last = this.#path[this.#path.length - 1];
    const found = joined(last ? last.then : this.#menu);
    return this.#only ? found.filter((item) => item.refs.includes(this.#only)) : found;
  }

  #choose(item) {
    this.#path = [...this.#path, item];
    this.#step();
    const { ends, then, choice } = item;
    if (ends && !then.length && !choice && !this.#lacking()) return this.#finish();
    if (!ends && !then.length && choice && this.#most().most === choice.low) return this.#finish(choice.low);
    this.render(true);
  }

  /** The highest number that may stand here: what the lines leave is enough for it. */
  #most() {
    return this.given.ledger().most(this.#path);
  }

  /** What is too little for the line so far. */
  #lacking() {
    return this.given.ledger().lacking(this.#path);
  }

  #finish(number = null) {
    const line = spelled(this.#path) + (number === null ? "" : ` ${number}`);
    this.#restart();
    this.given.onLine(line);
    this.render(true);
  }

  /** The lines have changed, and with them what they leave. */
  refresh() {
    if (this.#path.length) this.render();
    else this.remark();
  }

  #back(length) {
    this.#path = this.#path.slice(0, length);
    this.#step();
    this.render(true);
  }

  /** Show where the choice stands; `focus` goes to the next thing to choose. */
  render(focus = false) {
    const last = this.#path[this.#path.length - 1];
    const parts = [this.#crumbs(), this.#explanation()];
    if (this.#about) parts.push(...this.#listing());
    else {
      if (last?.ends) {
        const lacking = this.#lacking();
        parts.push(lacking ? tooLittle(lacking) : null);
        parts.push(button(_("Write this line"), () => this.#finish(), { class: lacking ? "whole" : "primary whole" }));
      }
      if (last?.choice) parts.push(this.#number(last));
      const options = this.#options();
      if (options.length) parts.push(...this.#choices(options));
    }
    this.#host.replaceChildren(...parts.filter(Boolean));
    this.remark();
    const first = this.#host.querySelector("[data-first]");
    if (byId("explained")) first?.setAttribute("aria-describedby", "explained");
    if (focus) first?.focus({ preventScroll: true });
  }

  /** Mark on the map what can be chosen, what is, or what the lines concern. */
  remark() {
    const chosen = this.#about ? [this.#about.ref]
      : this.#path.flatMap((item) => item.refs);
    const goals = this.#path.length ? this.#options().flatMap((item) => item.refs) : [];
    this.given.onMarks(goals, chosen, this.given.drafted());
  }

  /** What an order that begins so does, and what was chosen last. */
  #explanation() {
    const said = new Set([this.#path[0], this.#path[this.#path.length - 1]].map((item) => item?.label).filter(Boolean));
    return said.size ? make("p", { id: "explained", class: "soft" }, [...said].join(" · ")) : null;
  }

  #crumbs() {
    if (!this.#path.length && !this.#about) return null;
    const steps = this.#path.map((item, n) => button(item.words, () => this.#back(n), {
      class: "crumb", "aria-label": _("{words}: choose another", { words: item.words }),
    }));
    const all = button("←", () => this.#back(Math.max(0, this.#path.length - 1)), {
      class: "crumb back", "aria-label": _("One step back"),
    });
    return make("nav", { class: "crumbs", "aria-label": _("The line so far") }, all, steps);
  }

  /** What concerns a thing on the map: what it may do, and who may do something to it. */
  #listing() {
    const { ref, entries } = this.#about, ledger = this.given.ledger();
    const told = this.given.tipsOf(ref);
    return [
      make("div", { class: "thing" },
        make("h3", {}, nameOf(ref)),
        told.flatMap((tip) => tip.split("\n")).map((row) => make("p", {}, row)),
        entries.length ? null : make("p", { class: "soft" }, this.#why())),
      entries.length ? this.#filtered(entries.map((path) => ({
        words: spelled(path), label: path[path.length - 1].label, note: notes(path), lacking: ledger.lacking(path),
        choose: () => {
          this.#path = path.slice(0, -1);
          this.#choose(path[path.length - 1]);
        },
      }))) : button(this.#path.length ? _("Go on with {words}", { words: spelled(this.#path) }) : _("Back to all orders"),
        () => this.#back(this.#path.length), { "data-first": true }),
    ];
  }

  /** Why nothing can be ordered at the thing that was pressed, as far as the menu tells. */
  #why() {
    if (this.#path.length) return _("No line that begins with {words} leads here.", { words: spelled(this.#path) });
    const verbs = joined(this.#menu).map((item) => item.words).join(", ");
    const none = verbs ? _("None of the orders that you can give now concerns it: {verbs}.", { verbs }) : "";
    return [_("Nothing can be ordered here."), none].join(" ");
  }

  #choices(options) {
    const before = spelled(this.#path), ledger = this.given.ledger();
    const shown = options.map((item) => ({
      words: item.words, label: item.label, note: item.note,
      isGiven: this.given.has(`${before} ${item.words}`.trim()) && item.then.length > 0
        && this.#path.length > 0,
      lacking: ledger.lacking([...this.#path, item]),
      choose: () => this.#choose(item),
    }));
    const isShort = options.every((item) => !item.note && !item.label && item.words.length < 24);
    const anyRef = this.#path.length && options.some((item) => item.refs.length);
    return [
      anyRef ? make("p", { class: "soft hint" }, _("Choose here or on the map, where they are marked.")) : null,
      this.#filtered(shown, isShort ? "places" : ""),
    ];
  }

  #filtered(rows, kind = "") {
    const listed = make("ul", { class: `options ${kind}` });
    const fill = () => {
      const wanted = this.#typed.toLowerCase();
      const fit = rows.filter((row) => `${row.words} ${row.label} ${row.note}`.toLowerCase().includes(wanted));
      listed.replaceChildren(...fit.slice(0, 300).map((row, n) => make("li", {}, this.#row(row, n))));
      return fit;
    };
    if (rows.length <= FEW) {
      fill();
      return listed;
    }
    const box = make("input", {
      type: "search", class: "filter", placeholder: _("Type to find"), "aria-label": _("Find among the choices"),
      "data-first": true, autocomplete: "off", value: this.#typed,
      oninput: (event) => { this.#typed = event.target.value; fill(); },
      onkeydown: (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault(); // or else what is in focus next would be pressed as well
        const fit = fill();
        if (this.#typed && fit.length) fit[0].choose();
      },
    });
    fill();
    return make("div", {}, box, listed);
  }

  #row(row, n) {
    return make("button", { type: "button", class: row.lacking ? "option unpaid" : "option", onclick: row.choose, "data-first": n === 0 },
      make("span", { class: "words" }, row.words),
      row.label && !row.words.toLowerCase().startsWith(row.label.toLowerCase())
        ? make("span", { class: "label" }, row.label) : null,
      row.isGiven ? make("span", { class: "given" }, _("has an order")) : null,
      row.note ? make("span", { class: "note" }, row.note) : null,
      row.lacking ? make("span", { class: "short" }, _("{short} {of} short", row.lacking)) : null);
  }

  #number({ choice: { low, usual }, takes }) {
    const { most: high, lacking } = this.#most();
    if (high < low) return tooLittle(lacking);
    const box = make("input", {
      type: "number", min: low, max: high, step: 1, value: Math.min(usual, high), "data-first": true, required: true,
      "aria-label": _("A number from {low} to {high}", { low, high }),
    });
    const slider = high > low && high - low <= 1000 ? make("input", {
      type: "range", min: low, max: high, value: box.value, tabIndex: -1, "aria-hidden": "true",
      oninput: () => { box.value = slider.value; },
    }) : null;
    box.addEventListener("input", () => { if (slider) slider.value = box.value; });
    return make("form", {
      class: "number",
      onsubmit: (event) => {
        event.preventDefault();
        if (box.reportValidity()) this.#finish(Number(box.value));
      },
    },
      make("label", {}, make("span", { class: "soft" }, takes.some((one) => one.rises)
        ? _("To which level? {low} to {high}", { low, high }) : _("How many? {low} to {high}", { low, high })), box),
      slider,
      lacking ? make("p", { class: "soft" }, _("Left for it: {left} {of}.", lacking)) : null,
      make("button", { type: "submit", class: "primary" }, _("Write this line")));
  }
}
