// The turns of a game, back and forth: what the map showed, what was told, and its figures as lines.

import { turnOf } from "./checking.js";
import { chart, courses, figures, foremost } from "./course.js";
import { isMap } from "./drawing.js";
import { button, byId, make } from "./parts.js";
import { _ } from "./words.js";

const PLAYING = 1200; // milliseconds a turn

export class History {
  at = 0; #playing = 0; #courses = [];

  /** `given` has `stored(key)`, which reads a report that is kept, and `onShow(turn, isNow)` for the
   * turn to be shown: its `title`, its `scene` and its `report`, null where there is none. */
  constructor(given) {
    this.turns = []; // oldest first
    this.given = given;
    byId("turns").addEventListener("input", (event) => { this.stop(); this.show(Number(event.target.value)); });
    byId("earlier").addEventListener("click", () => { this.stop(); this.show(this.at - 1); });
    byId("later").addEventListener("click", () => { this.stop(); this.show(this.at + 1); });
    byId("play").addEventListener("click", () => this.#play());
    byId("course").addEventListener("toggle", () => this.#tellCourse());
    byId("figure").addEventListener("change", () => this.#draw());
  }

  /** What a turn is called: by the orders it asked for, if any, and by what was over then. */
  nameOf({ turn, title, report }) {
    if (report?.isIdle) return title;
    const name = _("Turn {turn}", { turn });
    return title && title !== name ? `${name} · ${title}` : name;
  }

  get isNow() {
    return this.at === this.turns.length - 1;
  }

  /** Back to the open turn. */
  async toNow() {
    this.stop();
    if (!this.isNow) await this.show(this.turns.length - 1);
  }

  /** What can be shown of a report's game: kept reports (their `keys`) are read when they are asked
   * for. */
  async start(report, keys) {
    this.stop();
    const found = new Map();
    const shown = (turn, title, scene) => ({ turn, title, scene, report: null, key: "" });
    for (const { turn, title, scene } of report.frames) found.set(turn + 1, shown(turn + 1, title, scene));
    for (const key of keys) {
      const turn = turnOf(key);
      if (turn >= report.turn) continue;
      found.set(turn, { ...shown(turn, found.get(turn)?.title ?? "", found.get(turn)?.scene ?? null), key });
    }
    found.set(report.turn, { ...shown(report.turn, report.title, mainScene(report)), report });
    this.turns = [...found.values()].sort((one, other) => one.turn - other.turn);
    byId("history").hidden = this.turns.length < 2;
    byId("turns").max = this.turns.length - 1;
    byId("course").hidden = this.turns.filter((one) => one.key || one.report).length < 2;
    this.#courses = [];
    await this.show(this.turns.length - 1);
    if (byId("course").open) await this.#tellCourse();
  }

  /** Read the report of every turn that has one, for whatever looks through all of them. */
  async readAll() {
    for (const one of this.turns) await this.#read(one);
  }

  async #read(one) {
    if (!one.key || one.report) return one;
    const report = await this.given.stored(one.key).catch(() => null);
    one.key = "";
    if (report) Object.assign(one, { report, title: report.title, scene: mainScene(report) });
    return one;
  }

  async show(at) {
    if (!this.turns[at]) return;
    this.at = at;
    const one = await this.#read(this.turns[at]);
    if (this.at !== at || !this.turns.includes(one)) return; // another was asked for meanwhile
    byId("turns").value = at;
    byId("turns").setAttribute("aria-valuetext", this.nameOf(one));
    byId("when").textContent = byId("when").title = this.nameOf(one);
    byId("earlier").disabled = at === 0;
    byId("later").disabled = this.isNow;
    this.given.onShow(one, this.isNow);
    this.#draw();
    this.#tellAge(one);
  }

  /** That another turn than the open one is read, which stays in sight, and the way back. */
  #tellAge({ turn }) {
    const newest = this.turns[this.turns.length - 1], place = byId("older");
    place.hidden = this.isNow;
    place.replaceChildren(
      make("strong", {}, _("You read an older report: {turn}", { turn: _("Turn {turn}", { turn }) })),
      button(_("To the newest: {turn}", { turn: newest.report.isIdle ? newest.title : _("Turn {turn}", newest) }), () => this.toNow()),
    );
  }

  #play() {
    if (this.#playing) return this.stop();
    if (this.isNow) this.show(0);
    byId("play").textContent = "■";
    this.#playing = setInterval(() => (this.isNow ? this.stop() : this.show(this.at + 1)), PLAYING);
  }

  stop() {
    clearInterval(this.#playing);
    this.#playing = 0;
    byId("play").textContent = "▶";
  }

  // Figures --------------------------------------------------------------------------------

  async #tellCourse() {
    const { turns } = this;
    if (!byId("course").open || this.#courses.length) return;
    await this.readAll();
    if (this.turns !== turns) return; // another game was opened meanwhile
    this.#courses = courses(turns.map((one) => one.report).filter(Boolean));
    byId("figure").replaceChildren(...this.#courses.map(({ table, name }, n) => make("option", { value: n }, `${table}: ${name}`)));
    byId("figure").value = foremost(this.#courses);
    byId("figure").parentNode.hidden = !this.#courses.length;
    this.#draw();
  }

  #draw() {
    const chosen = this.#courses[Number(byId("figure").value)];
    byId("lines-of").replaceChildren(...(chosen
      ? [chart(chosen, this.turns[this.at].turn), figures(chosen)]
      : [make("p", { class: "soft" }, _("No figure stands in two of these reports."))]));
  }
}

/** The picture whose things orders name, or else the first. */
const mainScene = ({ scenes }) => scenes.find(isMap) ?? scenes[0] ?? null;
