// Choosing a line word by word, from the menu or from a thing on the map.

import { titled } from "./map.js";
import { behind, concerning, joined, notes, oddsOf, restOf, sought, spelled } from "./menus.js";
import { button, byId, make } from "./parts.js";
import { _ } from "./words.js";

const FEW = 12; // options that need no filter

const tooLittle = (lacking) => make("p", { class: "short" }, _("Too little is left: {left} {of}, {short} short.", lacking));

const START = { path: [], about: null, only: "", replaces: "" };

export class Composer {
  #host; #menu = []; #at = START; #past = []; #typed = "";

  /** `given` has `onLine(line, replaces)` for a line that is whole, in the place of one that stands
   * there already where that is not empty, `onMarks(refs, chosen, planned)` for what is to be marked
   * on the map, `tipsOf(ref)`, `isOnMap(ref)`, `has(beginning)`: whether a line begins so already, `drafted()`: what
   * on the map the lines concern, and `ledger(without)`: what the lines leave, but for one of them. */
  constructor(host, given) {
    this.#host = host;
    this.given = given;
    host.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key], rows = step ? [...host.querySelectorAll(".filter, .option")] : [];
      const next = rows[rows.indexOf(document.activeElement) + step];
      if (rows.includes(document.activeElement) && next) {
        event.preventDefault();
        return next.focus();
      }
      if (event.key !== "Escape" || this.#typed || this.#at === START) return;
      event.stopPropagation();
      this.#back();
    });
  }

  start(menu) {
    this.#menu = menu;
    this.#restart();
    this.render();
  }

  /** A thing on the map was pressed: it is chosen, where it can be, or what concerns it is shown; the
   * line so far stays, to be gone on with. */
  pick(ref) {
    const fitting = this.#options().filter((item) => item.refs.includes(ref));
    if (this.#path.length && fitting.length === 1) return this.#choose(fitting[0]);
    if (this.#path.length && fitting.length) return this.#go({ only: ref, about: null });
    const led = this.#path.length ? this.#options().filter((item) => !item.refs.length).flatMap((item) =>
      joined(item.then).filter((one) => one.refs.includes(ref)).map((one) => [item, one])) : [];
    if (led.length === 1) return this.#choose(led[0][1], [...this.#path, led[0][0]]);
    this.#go({ about: { ref, entries: concerning(this.#menu, ref) } });
  }

  /** A line that stands there already goes on. */
  goOn(path, item, line) {
    this.#past.push(this.#at);
    this.#at = { ...START, path, replaces: line };
    this.#choose(item);
  }

  get #path() {
    return this.#at.path;
  }

  #go(next) {
    this.#past.push(this.#at);
    this.#at = { ...this.#at, ...next };
    this.#typed = "";
    this.render(true);
  }

  #back() {
    this.#at = this.#past.pop() ?? START;
    this.#typed = "";
    this.render(true);
  }

  #restart() {
    this.#at = START;
    this.#past = [];
    this.#typed = "";
  }

  #options() {
    const { path, only } = this.#at;
    const found = joined(path.length ? behind(path) : this.#menu);
    const rest = restOf(found, this.#ledger).map((one) => ({ ...one, label: _("all that is left") }));
    return only ? found.filter((item) => item.refs.includes(only)) : [...rest, ...found];
  }

  /** Go on with an item; what a line may end with is not asked for where it is one thing only: that is
   * offered at the line. */
  #choose(item, before = this.#path) {
    this.#go({ path: [...before, item], about: null, only: "" });
    const { ends, choice } = item, then = joined(behind(this.#path));
    if (ends && then.length < 2 && !choice && !this.#lacking()) return this.#finish();
    if (!ends && !then.length && choice && this.#most().most === choice.low) return this.#finish(choice.low);
  }

  get #ledger() {
    return this.given.ledger(this.#at.replaces);
  }

  /** The highest number that may stand here: what the lines leave is enough for it. */
  #most() {
    return this.#ledger.most(this.#path);
  }

  /** What is too little for the line so far. */
  #lacking() {
    return this.#ledger.lacking(this.#path);
  }

  #finish(number = null) {
    const line = spelled(this.#path) + (number === null ? "" : ` ${number}`), { replaces } = this.#at;
    this.#restart();
    this.given.onLine(line, replaces);
    this.render(true);
  }

  /** The lines have changed, and with them what they leave. */
  refresh() {
    this.render();
  }

  /** Show where the choice stands; `focus` goes to the next thing to choose. */
  render(focus = false) {
    const last = this.#path[this.#path.length - 1];
    const parts = [this.#crumbs(), this.#explanation(), this.#warning()];
    if (this.#at.about) parts.push(...this.#listing());
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
    if (!focus) return;
    first?.focus({ preventScroll: true });
    for (const id of ["choosing", "orders"]) { // which of them scrolls, that is as far as what was to be chosen before
      byId(id).scrollTop += this.#host.getBoundingClientRect().top - byId(id).getBoundingClientRect().top - 8;
    }
  }

  /** Mark on the map what can be chosen, what is, or what the lines concern. */
  remark() {
    const { about } = this.#at;
    const chosen = [...this.#path.flatMap((item) => item.refs), ...(about ? [about.ref] : [])];
    const goals = this.#path.length ? this.#options().flatMap((item) => item.refs) : [];
    this.given.onMarks(goals, chosen, this.given.drafted());
  }

  /** What an order that begins so does, what was chosen last, and what was noted on the way. */
  #explanation() {
    const said = new Set([...[this.#path[0], this.#path[this.#path.length - 1]].map((item) => item?.label), notes(this.#path)].filter(Boolean));
    return said.size ? make("p", { id: "explained", class: "soft" }, [...said].join(" · ")) : null;
  }

  /** That the line so far is one too many, and what then becomes of it. */
  #warning() {
    const ledger = this.#ledger, limit = this.#path.map((item) => ledger.limitOf(item)).find(Boolean);
    return limit ? make("p", { class: "tone-warning" }, limit.beyond) : null;
  }

  #crumbs() {
    if (this.#at === START) return null;
    const steps = this.#path.map((item, n) => button(item.words, () => this.#go({ path: this.#path.slice(0, n), about: null, only: "" }), {
      class: "crumb", "aria-label": _("{words}: choose another", { words: item.words }),
    }));
    const all = button("←", () => this.#back(), {
      class: "crumb back", "aria-label": _("One step back"),
    });
    return make("nav", { class: "crumbs", "aria-label": _("The line so far") }, all, steps);
  }

  /** What concerns a thing on the map: what it may do, and who may do something to it. */
  #listing() {
    const { about: { ref, entries }, path: before } = this.#at, ledger = this.#ledger;
    const goOn = before.length ? _("Go on with {words}", { words: spelled(before) }) : _("Back to all orders");
    const [heading, ...told] = titled(ref, this.given.tipsOf(ref).join("\n"));
    return [
      make("div", { class: "thing" },
        make("h3", {}, heading),
        told.map((row) => make("p", {}, row)),
        entries.length ? null : make("p", { class: "soft" }, this.#why())),
      before.length || !entries.length ? button(goOn, () => this.#go({ about: null }), { class: "whole", "data-first": !entries.length }) : null,
      entries.length ? this.#filtered(entries.map((path) => this.#told(path, [], ledger))) : null,
    ];
  }

  /** A row of what may be chosen: a path, behind another where it is one of a few steps further on. */
  #told(path, before, ledger) {
    const [last, whole] = [path[path.length - 1], [...before, ...path]];
    return {
      words: `${last.isMore ? "+ " : ""}${spelled(path)}`, label: last.label, note: path.length > 1 ? notes(path) : last.note,
      limit: ledger.limitOf(path[0]),
      lacking: ledger.limitOf(path[0])?.isRefused ? null : ledger.lackingBehind(whole),
      isOpen: last.choice && !last.ends,
      choose: () => this.#choose(last, whole.slice(0, -1)),
    };
  }

  /** Why nothing can be ordered at the thing that was pressed, as far as the menu tells. */
  #why() {
    if (this.#path.length) return _("No line that begins with {words} leads here.", { words: spelled(this.#path) });
    const verbs = joined(this.#menu).map((item) => item.words).join(", ");
    const none = verbs ? _("None of the orders that you can give now concerns it: {verbs}.", { verbs }) : "";
    return [_("Nothing can be ordered here."), none].join(" ");
  }

  #choices(options) {
    const path = this.#path, before = spelled(path), ledger = this.#ledger;
    const shown = options.map((item) => ({
      ...this.#told([item], path, ledger),
      isGiven: this.given.has(`${before} ${item.words}`.trim()) && item.then.length > 0 && path.length > 0,
    }));
    const isShort = options.every((item) => !item.note && !item.label && item.words.length < 24);
    const anyRef = path.length && options.some((item) => item.refs.some(this.given.isOnMap));
    const further = (typed) => sought(options, typed, path).filter((one) => one.length > 1).map((one) => this.#told(one, path, ledger));
    return [
      anyRef ? make("p", { class: "soft hint" }, _("Choose here or on the map, where they are marked.")) : null,
      anyRef && ledger.lines.some(({ found }) => found) && options.some(({ note }) => note)
        ? make("p", { class: "soft hint" }, _("What stands beside them is told without your other lines.")) : null,
      this.#filtered(shown, isShort ? "places" : "", further),
    ];
  }

  /** Rows to choose from; of many one can type to find some, and what stands `further` behind them. */
  #filtered(rows, kind = "", further = () => []) {
    const listed = make("ul", { class: `options ${kind}` });
    const fill = () => {
      const wanted = this.#typed.trim().toLowerCase();
      const fit = rows.filter((row) => `${row.words} ${row.label} ${row.note}`.toLowerCase().includes(wanted));
      if (wanted) fit.push(...further(wanted));
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
    return make("button", { type: "button", class: `option${row.lacking || row.limit?.isRefused ? " unpaid" : ""}${row.isOpen ? " open" : ""}`, onclick: row.choose, "data-first": n === 0 },
      make("span", { class: "words" }, row.words),
      row.label && !row.words.toLowerCase().startsWith(row.label.toLowerCase())
        ? make("span", { class: "label" }, row.label) : null,
      row.limit ? make("span", { class: "beyond" }, row.limit.beyond) : row.isGiven ? make("span", { class: "given" }, _("has an order")) : null,
      row.note ? make("span", { class: "note" }, row.note) : null,
      row.lacking ? make("span", { class: "short" }, row.lacking.name ? _("{name}: {short} {of} short", row.lacking) : _("{short} {of} short", row.lacking)) : null);
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
      oninput: () => { box.value = slider.value; price(); },
    }) : null;
    const told = make("output", { class: "soft" });
    const price = () => {
      const all = box.validity.valid ? this.#ledger.after(this.#path, Number(box.value)) : [];
      const paid = all.filter(({ amount }) => amount > 0);
      const got = all.filter(({ amount }) => amount < 0).map(({ of, amount }) => `+${-amount} ${of}`);
      told.textContent = [...paid.map(({ of, amount, left }) => _("{amount} {of}, leaves {left}", { of, amount, left })), ...got,
        oddsOf(this.#path, Number(box.value))].filter(Boolean).join(" · ");
    };
    price();
    box.addEventListener("input", () => { if (slider) slider.value = box.value; price(); });
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
      told,
      make("button", { type: "submit", class: "primary" }, _("Write this line")));
  }
}
