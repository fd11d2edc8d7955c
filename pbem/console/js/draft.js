// The lines of the mail: changed, sorted, removed, typed, taken over; and the mail that is made of them.

import { gameOf } from "./checking.js";
import { handedOver, handOver, wayOf } from "./keeping.js";
import { ASKING, body, copied, DONE, link } from "./mailing.js";
import { behind, completions, joined, Ledger, notes, oddsOf, plain, stockOf, takesOf } from "./menus.js";
import { button, byId, make, say } from "./parts.js";
import { _ } from "./words.js";

const MOST = 10; // of what there is, told before anything is taken of it

/** Whether all that a line takes is known. */
const isCounted = (found) => found !== null && (found.number !== null || !found.path.at(-1).choice);

/** The same order in every turn, whatever is offered first; what stands in numbered places comes last. */
const inOrder = (one, other) => /\d/.test(one) - /\d/.test(other) || one.localeCompare(other, undefined, { numeric: true });

export class Draft {
  #lines = []; #report = null; #completed = []; #confirmed = "";

  /** `onChange(lines)` hears every change, `onGoOn(path, item, line)` that a line is to go on. */
  constructor({ onChange, onGoOn }) {
    Object.assign(this, { onChange, onGoOn });
    const box = byId("typed");
    box.addEventListener("input", () => this.#complete());
    box.addEventListener("keydown", (event) => this.#typedKey(event));
    box.addEventListener("blur", () => setTimeout(() => this.#close(), 150));
    byId("add").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#addTyped();
    });
    byId("copy").addEventListener("click", () => this.copy());
    byId("mail").addEventListener("click", (event) => this.#mail(event));
    byId("ask").addEventListener("click", (event) => this.#ask(event));
    for (const id of ["mail", "ask"]) {
      byId(id).addEventListener("keydown", (event) => {
        if (event.key !== " ") return;
        event.preventDefault(); // or else the page would scroll: to a link the key is nothing
        byId(id).click();
      });
    }
    byId("done").addEventListener("change", () => this.#tellMail());
    byId("clear").addEventListener("click", () => this.#clear());
  }

  start(report, lines) {
    this.#report = report;
    this.#lines = lines;
    this.#confirmed = "";
    byId("done").checked = false;
    say("");
    this.render();
    this.#offer(report);
  }

  get lines() {
    return this.#lines.filter((line) => line.trim());
  }

  has(beginning) {
    const wanted = beginning.toLowerCase();
    return this.#menuLines.some((line) => `${line.toLowerCase()} `.startsWith(`${wanted} `));
  }

  /** The lines as the menu spells them: what is proposed or held may be written otherwise. */
  get #menuLines() {
    const { spelled } = this.#report ?? {}, often = new Map();
    return this.#lines.map((line) => {
      const said = spelled?.get(line) ?? [line], nth = often.get(line) ?? 0;
      often.set(line, nth + 1);
      return said[Math.min(nth, said.length - 1)];
    });
  }

  /** What on the map the lines concern. */
  get refs() {
    return this.ledger().lines.flatMap(({ found }) => found?.path ?? []).flatMap((item) => item.refs);
  }

  /** What the lines share, but for one of them that is to go on, if any. */
  ledger(without = "") {
    const at = without ? this.#lines.indexOf(without) : -1;
    return new Ledger(this.#report?.menu ?? [], this.#menuLines.filter((_line, n) => n !== at));
  }

  /** A line in the place of one that stands there. */
  replace(before, line) {
    const at = this.#lines.indexOf(before);
    if (at < 0) return this.add(line);
    this.#change(this.#lines.map((one, n) => (n === at ? line : one)));
    say(_("Written: {line}", { line }));
  }

  add(...lines) {
    const there = new Set([...this.#lines, ...this.#menuLines].map(plain)), { spelled } = this.#report;
    const fresh = lines.filter((line) => ![line, spelled.get(line)?.[0] ?? line].some((one) => there.has(plain(one))));
    this.#change([...this.#lines, ...fresh]);
    say(!fresh.length ? _("That line stands there already.")
      : fresh.length === 1 ? _("Written: {line}", { line: fresh[0] })
        : _("Written: {n} lines", { n: fresh.length }));
  }

  #change(lines) {
    this.#lines = lines;
    say("");
    this.onChange(lines);
    this.render();
  }

  #clear() {
    const before = this.#lines;
    this.#change([]);
    say(_("All lines removed."), { more: button(_("Undo"), () => this.#change(before)) });
  }

  render() {
    const rows = this.#lines.map((line, n) => this.#row(line, n));
    byId("lines").replaceChildren(...rows);
    byId("none").hidden = rows.length > 0;
    byId("clear").hidden = !rows.length;
    for (const id of ["to-orders", "mail"]) {
      if (rows.length) byId(id).dataset.lines = rows.length;
      else delete byId(id).dataset.lines;
    }
    this.#tellMail();
  }

  /** What can be said of each line, and what they leave. */
  #judge() {
    const ledger = this.ledger();
    [...byId("lines").children].forEach((row, n) => {
      const { text, kind, further } = this.#judgement(this.#lines[n], n, ledger.lines[n]);
      const judged = row.querySelector(".judged");
      judged.replaceChildren(text, ...(further ? [" ", further] : []));
      judged.dataset.kind = kind;
    });
    const known = ledger.balance.sort((one, other) => inOrder(one.of, other.of)), stock = stockOf(this.#report?.menu ?? []);
    const others = ledger.lines.filter(({ found }, n) => this.#lines[n].trim() && !isCounted(found)).length;
    byId("balance").replaceChildren(...known.map(({ of, has, taken, left, lapses }) =>
      make("li", { class: left < 0 ? "short" : lapses && left ? "lapses" : null },
        make("span", { class: "of" }, of), ` ${has} ${taken < 0 ? "+" : "−"} ${Math.abs(taken)} = `,
        make("strong", {}, String(left).replace("-", "−")),
        left < 0 ? ` ${_("too little")}` : lapses && left ? ` ${_("is lost if no line takes it")}` : "")),
      known.length && others ? make("li", { class: "soft" }, _("lines whose price only the receipt will tell: {n}", { n: others })) : "");
    const left = new Map(known.map((one) => [one.of, one.left]));
    byId("stock").replaceChildren(...[...stock].filter(([, has]) => has).sort(([one], [other]) => inOrder(one, other)).slice(0, MOST).map(([of, has]) =>
      make("li", {}, make("span", { class: "of" }, of), ` ${String(left.get(of) ?? has).replace("-", "−")}`)));
  }

  /** Whether the service holds the lines, or a mail had them. */
  #tellHeld() {
    const { holding = [] } = this.#report ?? {};
    const lines = this.lines.join("\n");
    const way = lines && wayOf(this.#report.key, this.#mailed);
    byId("holds").textContent = lines === holding.join("\n") ? lines && _("The service holds these lines.")
      : way === "mailed" ? _("Your mail program had these lines. Have you sent them there? Then a receipt answers.")
        : way === "copied" ? _("These lines are copied. Paste them into a reply to your report and send it; then a receipt answers.")
          : holding.length ? _("The service still holds other lines, until you mail these.")
            : _("Not mailed yet: the service does not know these lines.");
  }

  #row(line, n) {
    const last = this.#lines.length - 1;
    const box = make("textarea", {
      value: line, rows: 1, spellcheck: false, autocomplete: "off", autocapitalize: "off",
      "aria-label": _("Line {n}", { n: n + 1 }),
      oninput: () => {
        if (box.value.includes("\n")) box.value = box.value.replace(/\s*\n\s*/g, " "); // pasted: it stays one line
        this.#lines[n] = grows.dataset.text = box.value;
        this.onChange(this.#lines);
        this.#tellMail();
      },
      onkeydown: (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        (byId("lines").children[n + 1]?.querySelector("textarea") ?? byId("typed")).focus();
      },
    });
    const grows = make("div", { class: "grows", "data-text": line }, box);
    const move = (to) => {
      const lines = [...this.#lines];
      lines.splice(to, 0, ...lines.splice(n, 1));
      this.#change(lines);
      byId("lines").children[to].querySelector(to > n ? ".down" : ".up")?.focus();
    };
    return make("li", {}, make("div", { class: "line" }, grows,
      button("↑", () => move(n - 1), { class: "icon up", disabled: n === 0, "aria-label": _("Up: {line}", { line }) }),
      button("↓", () => move(n + 1), { class: "icon down", disabled: n === last, "aria-label": _("Down: {line}", { line }) }),
      button("✕", () => {
        this.#change(this.#lines.filter((_one, at) => at !== n));
        (byId("lines").children[Math.min(n, last - 1)]?.querySelector("textarea") ?? byId("typed")).focus();
      }, { class: "icon", "aria-label": _("Remove: {line}", { line }) })), make("p", { class: "judged" }));
  }

  /** What can be said of a line before the receipt says it, behind those before it. */
  #judgement(line, n, { found, lacking, limit }) {
    const held = this.#report.verdicts.find((one) => one.text === line && one.said);
    const { text, kind } = held ? { text: held.said, kind: held.level } : this.#expected(line, n, found);
    const short = lacking ? _("Too little is left: {left} {of}, {short} short.", lacking) : "";
    return {
      text: [text, held ? "" : limit?.beyond, short].filter(Boolean).join(" · "),
      kind: short || limit?.isRefused ? "refused" : limit && !held ? "warned" : kind,
      further: this.#further(line, found),
    };
  }

  #expected(line, n, found) {
    if (found?.isWhole && !this.#report.spelled.has(line)) return { text: this.#price(found), kind: "menu" };
    const earlier = this.#lines.slice(0, n).filter((one) => one === line).length;
    const alike = this.#report.proposals.filter((one) => one.line === line);
    const proposed = alike[earlier] ?? alike[0]; // the second of two alike has a price of its own
    if (proposed) return { text: proposed.why, kind: "menu" };
    if (found?.isWhole) return { text: this.#price(found), kind: "menu" };
    if (found?.rest === "") {
      const { choice } = found.path.at(-1), then = behind(found.path), words = joined(then).slice(0, 3).map((item) => item.words);
      return { text: _("not finished: it goes on with {words}", { words: [...words, ...(choice ? [`${choice.low}–${choice.high}`] : [])].join(", ") + (then.length > 3 ? " …" : "") }), kind: "warned" };
    }
    return { text: line.trim() ? _("this page cannot check it; the receipt will") : "", kind: "typed" };
  }

  /** What a line costs in all, where the menu tells it in figures, or else its notes. */
  #price(found) {
    const taken = takesOf(found).filter((one) => !one.isNeeded);
    if (found.number === null || !taken.length) return notes(found.path);
    const paid = taken.map(({ of, amount }) => `${amount < 0 ? "+" : ""}${Math.abs(amount)} ${of}`).join(", ");
    return [paid, oddsOf(found.path, found.number)].filter(Boolean).join(" · ");
  }

  /** What leads on from a line that may end where it does, or with one thing more. */
  #further(line, found) {
    const path = found?.isWhole && found.number === null ? found.path : [];
    const [item, ...others] = path.length ? joined(behind(path)) : [];
    if (!item || others.length) return null;
    const words = `+ ${item.words}${item.ends ? "" : " …"}`;
    return button(words, () => this.onGoOn(path, item, line), { class: "further", "aria-label": `${line} ${words}` });
  }

  // Taking over ----------------------------------------------------------------------------

  /** What the house bot would order, and what left this page in the turn before. */
  #offer({ key, turn, proposals }) {
    const rows = proposals.map(({ line, why }) => (line
      ? make("li", {}, button([make("span", { class: "words" }, line),
        why ? make("span", { class: "note" }, why) : null], () => this.add(line), { class: "option" }))
      : make("li", { class: "soft" }, why)));
    const first = proposals.findIndex((one) => !one.line);
    const many = first < 0 ? rows.length : first; // others are said to stand in the place of these
    const together = proposals.slice(0, many).map((one) => one.line);
    byId("proposed").hidden = !proposals.some((one) => one.line);
    byId("proposed").querySelector("div").replaceChildren(
      make("ul", { class: "options" }, rows.slice(0, many)),
      together.length > 1 ? button(_("Take all of them"), () => this.add(...together), { class: "together" }) : "",
      many < rows.length ? make("ul", { class: "options" }, rows.slice(many)) : "",
    );
    const last = handedOver(gameOf(key) + (turn - 1)).filter((line) => line !== DONE);
    byId("again").replaceChildren(last.length ? button(_("As last turn"), () => this.add(...last)) : "");
  }

  // Typing ---------------------------------------------------------------------------------

  #complete() {
    const box = byId("typed");
    this.#completed = completions(this.#report?.menu ?? [], box.value, this.ledger());
    const list = byId("completions");
    list.replaceChildren(...this.#completed.map((one, n) => make("li", {
      role: "option", id: `completion-${n}`, "aria-selected": "false",
      onmousedown: (event) => { event.preventDefault(); this.#take(n); },
    }, one.line, one.note ? make("span", { class: "note" }, one.note) : null)));
    list.hidden = !this.#completed.length || !box.value;
    box.setAttribute("aria-expanded", String(!list.hidden));
    box.removeAttribute("aria-activedescendant");
  }

  #typedKey(event) {
    const list = byId("completions");
    if (list.hidden) return;
    const options = [...list.children];
    const at = options.findIndex((one) => one.getAttribute("aria-selected") === "true");
    if (event.key === "Escape") return this.#close();
    if (event.key === "Enter" && at >= 0 || event.key === "Tab" && !event.shiftKey && at >= 0) {
      event.preventDefault();
      return this.#take(at);
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const step = event.key === "ArrowDown" ? 1 : -1;
    const next = (at + step + options.length) % options.length;
    const last = options.length - 1;
    options.forEach((one, n) => one.setAttribute("aria-selected", String(n === (at < 0 && step < 0 ? last : next))));
    const chosen = options.find((one) => one.getAttribute("aria-selected") === "true");
    byId("typed").setAttribute("aria-activedescendant", chosen.id);
  }

  #take(n) {
    const { line, more } = this.#completed[n];
    byId("typed").value = more ? `${line} ` : line;
    byId("typed").focus();
    this.#complete();
    if (!more) this.#close();
  }

  #close() {
    byId("completions").hidden = true;
    byId("typed").setAttribute("aria-expanded", "false");
  }

  #addTyped() {
    const line = byId("typed").value.replace(/\s+/g, " ").trim();
    if (!line) return;
    byId("typed").value = "";
    this.#close();
    this.add(line);
  }

  // Mailing --------------------------------------------------------------------------------

  #tellMail() {
    this.#judge();
    this.#tellHeld();
    const { reply } = this.#report ?? {};
    const isReady = reply && this.lines.length > 0;
    byId("copy").disabled = !this.lines.length;
    for (const [id, lines] of [["mail", this.#mailed], ["ask", this.#asking]]) {
      if (isReady) byId(id).href = link(reply, lines).href;
      else byId(id).removeAttribute("href");
      byId(id).setAttribute("aria-disabled", String(!isReady));
    }
    byId("asks").hidden = !reply;
    byId("goes").textContent = reply
      ? _("Mail opens your mail program with a reply to {address}. Nothing counts before you send it there; the receipt tells what became of it.", { address: reply.to })
      : _("This report came without its reply address: copy the lines, and reply to your own report.");
  }

  #handOver(how) {
    handOver(this.#report.key, how, this.#mailed);
    this.#tellHeld();
  }

  /** Lines for which something is too little, or of which there is one too many, are mailed when it is pressed for a second time. */
  #isConfirmed() {
    const [before, lines] = [this.#confirmed, this.lines.join("\n")];
    this.#confirmed = lines;
    return before === lines || this.ledger().lines.every(({ lacking, limit }) => !lacking && !limit?.isRefused);
  }

  /** The lines as they leave the page, with the word behind them that they are meant so. */
  get #mailed() {
    return byId("done").checked && this.#report?.isAsked ? [...this.lines, DONE] : this.lines;
  }

  get #asking() {
    return [ASKING, ...this.lines];
  }

  /** Whether there is nothing to open a mail with, which is said then. */
  #isEmpty(event) {
    if (this.#report?.reply && this.lines.length) return false;
    event.preventDefault();
    say(_("There is no line to be mailed yet."));
    return true;
  }

  async #mail(event) {
    if (this.#isEmpty(event)) return;
    if (!this.#isConfirmed()) {
      event.preventDefault();
      return say(_("Not all of these lines can count: above, in red, is why. Press Mail once more to send them all the same."), { tone: "warning" });
    }
    this.#handOver(link(this.#report.reply, this.#mailed).fits ? "mailed" : "copied");
    await this.#tellOpened(this.#mailed);
  }

  /** The same lines to be answered only: that leaves open whether they will be mailed. */
  async #ask(event) {
    if (this.#isEmpty(event)) return;
    await this.#tellOpened(this.#asking);
  }

  /** Say what the mail that opens has in it: what does not fit is copied. */
  async #tellOpened(lines) {
    if (link(this.#report.reply, lines).fits) return say(_("Your mail program opens with the lines in it. Send the mail there."));
    say(await copied(body(lines))
      ? _("These lines are too long for a link. They are copied: paste them into the mail that opens.")
      : _("These lines are too long for a link. Copy them by hand into the mail that opens."), { tone: "warning" });
  }

  async copy() {
    const done = await copied(body(this.#mailed));
    if (done) this.#handOver("copied");
    say(done ? _("Copied. Paste the lines into a reply to the report.")
      : _("Your browser does not let this page copy: mark the lines and copy them by hand."), { tone: done ? "plain" : "warning" });
  }
}
