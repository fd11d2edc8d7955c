// Puts the page together: which report is open, what the map shows, where words are found.

import { checked, gameOf, latestOf, reportsIn, Strange, turnOf } from "./checking.js";
import { Composer } from "./composer.js";
import { Draft } from "./draft.js";
import { fitting, isMap, NARROW } from "./drawing.js";
import { History } from "./history.js";
import * as keeping from "./keeping.js";
import { save } from "./mailing.js";
import { MapView, titled } from "./map.js";
import { refsOf } from "./menus.js";
import { button, byId, complain, hush, make, say } from "./parts.js";
import { search } from "./searching.js";
import { placeOf, told } from "./telling.js";
import { _, remaining, speak } from "./words.js";

const WORDS = JSON.parse(byId("words").textContent);

const state = {
  report: null, // the open one
  newer: null, // one of a later turn of the same game that is here too
  raw: new Map(), // reports as they came, by key
};

const map = new MapView(byId("picture"), byId("tip"), (ref) => pick(ref));
const draft = new Draft({
  onChange: (lines) => {
    if (state.report) keeping.keepDraft(state.report.key, lines);
    composer.refresh();
  },
  onGoOn: (path, item, line) => composer.goOn(path, item, line),
});
const composer = new Composer(byId("composer"), {
  onLine: (line, replaces) => (replaces ? draft.replace(replaces, line) : draft.add(line)),
  onMarks: mark,
  tipsOf: (ref) => map.tipsOf(ref),
  isOnMap: (ref) => map.has(ref),
  has: (beginning) => draft.has(beginning),
  drafted: () => draft.refs,
  ledger: (without) => draft.ledger(without),
});

const history = new History({ stored, onShow: tellTurn });

/** Orders are for the newest board: it comes back when one is begun, and only there are marks. */
function mark(refs, chosen, planned) {
  if (history.isNow) map.mark(refs, chosen, planned);
  else if (refs.length || chosen.length) history.toNow();
}

// Reports -----------------------------------------------------------------------------------

/** Take a file in: keep its reports, and open the latest of them. */
async function take(text) {
  try {
    const found = [];
    for (const raw of reportsIn(text)) {
      const report = await checked(raw);
      state.raw.set(report.key, raw);
      await keeping.keepReport(report.key, JSON.stringify(raw));
      found.push(report);
    }
    found.sort((one, other) => one.turn - other.turn);
    await show(found.at(-1));
    byId("pasted").value = "";
    if (!(await keeping.keepsForGood())) {
      complain(_("This browser keeps nothing for this page: export the game before you close it."));
    }
  } catch (trouble) {
    if (!(trouble instanceof Strange)) throw trouble;
    complain(trouble.message);
  }
}

async function rawOf(key) {
  if (!state.raw.has(key)) {
    const text = await keeping.keptReport(key);
    if (text) state.raw.set(key, reportsIn(text)[0]);
  }
  return state.raw.get(key);
}

async function stored(key) {
  const raw = await rawOf(key);
  return raw ? checked(raw) : null;
}

const sameGame = (key, report) => key.startsWith(gameOf(report.key));

async function show(report) {
  const keys = (await keeping.keptKeys()).filter((key) => sameGame(key, report));
  state.report = report;
  state.newer = await newerThan(report, keys);
  complain("");
  speakTo(byId("language").dataset.chosen || report.language);
  delete document.body.dataset.open;
  document.title = `${report.gameTitle} · ${nameOfTurn(report)}`;
  byId("headline").textContent = report.headline;
  tellDeadline();
  tellAsked(report);
  const lines = await keeping.keptDraft(report.key);
  draft.start(report, lines.length ? lines : [...report.holding, ...refused(report)]);
  composer.start(report.menu);
  byId("empty").hidden = true;
  for (const id of ["main", "panes", "games", "search"]) byId(id).hidden = false;
  await history.start(report, keys);
  tellPlaces();
  await tellGames();
  turnTo(report.isIdle ? "report" : "orders");
  document.body.dataset.open = report.key;
}

/** The newest report of the same game, where that is one of a later turn. One whose deadline lies
 * before is of a turn that was taken back. */
async function newerThan(report, keys) {
  const latest = latestOf(keys);
  if (!latest || turnOf(latest) <= report.turn) return null;
  const found = await stored(latest).catch(() => null);
  return found?.deadline && found.deadline < report.deadline ? null : found;
}

/** The lines that a receipt refused, each to be mended or removed. */
const refused = ({ verdicts }) => verdicts.filter((one) => one.level === "refused").map((one) => one.text);

function tellDeadline() {
  const { deadline, zone } = state.report ?? {};
  const place = byId("deadline");
  place.hidden = !deadline || state.newer !== null;
  if (place.hidden) return;
  const moment = deadline.toLocaleString(document.documentElement.lang, {
    timeZone: zone, weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit",
  });
  place.replaceChildren(make("strong", {}, remaining(deadline)), ` ${moment}`);
  place.dataset.near = String(deadline - Date.now() < 12 * 3_600_000);
}

const nameOfTurn = (report) => (report.isIdle ? report.title : _("Turn {turn}", { turn: report.turn }));

function tellAsked(report) {
  for (const id of ["ordering", "writing"]) byId(id).hidden = report.isIdle;
  byId("sure").hidden = !report.isAsked;
  byId("mail").classList.toggle("primary", !state.newer);
  byId("asked").replaceChildren(...(state.newer ? olderThan(state.newer) : asked(report)));
}

/** What stands above an older report, in the place of what it asked for. */
const olderThan = (newer) => [
  make("p", { class: "tone-warning" }, _("This is an older report: orders in reply to it come too late.")),
  button(_("To the newest: {turn}", { turn: nameOfTurn(newer) }), () => show(newer), { id: "newest" }),
];

function asked(report) {
  const played = report.played.length ? [
    make("pre", {}, report.played.join("\n")),
    button(_("Take these lines"), () => draft.add(...report.played)),
  ] : [];
  const parts = [
    ...report.notices.map((one) => make("p", {}, one)),
    ...report.whereabouts.map((one) => make("p", {}, one)),
    ...urgent(report),
    report.withoutOrders ? make("p", {}, report.withoutOrders) : null,
    ...played,
    report.holding.length ? make("details", {}, make("summary", {}, _("Held now")),
      make("pre", {}, report.holding.join("\n"))) : null,
    !report.isIdle ? null : make("p", {}, report.isOver ? _("The game is over: {headline}", { headline: report.headline }) : _("Nothing is asked of you in this turn.")),
  ];
  return parts.filter(Boolean);
}

/** What a report warns of first, beside the orders that could mend it, and the way to the rest. */
function urgent({ sections }) {
  const warns = ({ tone }) => tone === "warning" || tone === "bad";
  const at = sections.findIndex(({ blocks }) => blocks.some(warns));
  if (at < 0) return [];
  const { heading, blocks } = sections[at];
  return [
    ...blocks.filter(warns).slice(0, 2).map(({ text, tone }) => make("p", { class: `tone-${tone}` }, text)),
    heading && blocks.length > 1 ? button(`${heading} …`, () => readAt(history.turns.length - 1, at), { class: "further" }) : null,
  ];
}

// The map and the report of a turn -----------------------------------------------------------

function tellTurn(one, isNow) {
  const { scene, report } = one, isPictured = history.turns.some((other) => other.scene);
  byId("map").hidden = !isPictured;
  document.body.classList.toggle("mapless", !isPictured);
  if (scene) tellKind(isMap(scene));
  if (scene) map.show(fitting(scene), altOf(one));
  else map.clear(_("There is no picture of this turn."));
  if (isNow) composer.refresh();
  else map.mark([]);
  byId("title").textContent = `${state.report.gameTitle} · ${isNow ? nameOfTurn(state.report) : history.nameOf(one)}`;
  byId("told").replaceChildren(
    make("h2", { class: "lead" }, history.nameOf(one)),
    report && !isNow ? make("p", { class: "lead" }, report.headline) : "",
    ...(report ? told(report, one.scene) : [make("p", { class: "soft" }, _("The report of this turn is not here, only its picture."))]),
  );
}

/** A picture in which nothing can be pressed is not called a map. */
function tellKind(isOfPlaces) {
  const name = isOfPlaces ? _("Map") : _("Charts");
  byId("to-map").textContent = name;
  byId("map").setAttribute("aria-label", name);
  byId("none").textContent = isOfPlaces ? _("None yet. Choose above, press something on the map, or type one.")
    : _("None yet. Choose above, or type one.");
}

function altOf({ report, scene, title }) {
  const at = report?.scenes.indexOf(scene) ?? -1;
  const block = report?.sections.flatMap((one) => one.blocks)
    .find((one) => one.type === "Picture" && one.scene === at);
  return block?.alt || title;
}

async function pick(ref) {
  await history.toNow();
  composer.pick(ref);
  turnTo("orders", "composer");
}

function tellPlaces() {
  const named = new Map([...map.tips]);
  for (const ref of refsOf(state.report.menu)) if (!named.has(ref) && map.has(ref)) named.set(ref, "");
  const options = [...named].sort(([one], [other]) => one.localeCompare(other, undefined, { numeric: true }))
    .map(([ref, tip]) => make("option", { value: ref }, titled(ref, tip.split("\n")[0]).join(": ").slice(0, 80)));
  byId("places").replaceChildren(make("option", { value: "" }, _("Go to a place …")), ...options);
  byId("places").parentNode.hidden = !options.length;
}

// Games, places, files ----------------------------------------------------------------------

/** The list of games, the turns of each below its title, the latest first; that which is open comes
 * before the others, whose turns are told with their titles. */
async function tellGames() {
  const keys = new Set((await keeping.keptKeys()).concat([...state.raw.keys()]));
  const groups = new Map(), titles = new Map();
  const isOpen = (key) => state.report !== null && sameGame(key, state.report);
  for (const key of [...keys].sort((a, b) => isOpen(b) - isOpen(a) || b.localeCompare(a, undefined, { numeric: true }))) {
    const game = gameOf(key);
    if (!groups.has(game)) {
      const { game_title: title, player } = await rawOf(key).catch(() => null) ?? {};
      titles.set(game, String(title ?? game).slice(0, 60));
      groups.set(game, make("optgroup", { label: `${titles.get(game)} · ${player ?? ""}`.slice(0, 120) }));
    }
    const name = key === state.report?.key ? nameOfTurn(state.report) : _("Turn {turn}", { turn: turnOf(key) });
    groups.get(game).append(make("option", { value: key }, isOpen(key) ? name : `${titles.get(game)} · ${name}`));
  }
  byId("games").replaceChildren(...groups.values());
  byId("games").value = state.report?.key ?? "";
}

function goTo(ref) {
  if (!ref) return;
  map.seek(ref);
  pick(ref);
}

/** Show where a turn's report says something, in one of its sections. */
async function readAt(at, section, text) {
  await history.show(at);
  turnTo("report");
  const place = placeOf(text, section);
  place.classList.add("hit");
  place.scrollIntoView({ block: place.localName === "section" ? "start" : "center" });
}

async function exported(isForOthers) {
  const { report } = state;
  if (!report) return;
  const keys = (await keeping.keptKeys()).concat([...state.raw.keys()]).filter((key) => sameGame(key, report));
  const reports = [];
  for (const key of new Set(keys)) {
    const { reply, confirmation, ...others } = await rawOf(key);
    reports.push(isForOthers ? others : { ...others, reply, confirmation });
  }
  const name = `${report.game}-${report.seat}${isForOthers ? "-for-others" : ""}.json`;
  save(name, JSON.stringify({ console_export: 1, reports }));
  say(_("Saved: {name}", { name }), { place: "trouble" });
}

async function forget() {
  const { report } = state;
  if (!report || !confirm(_("Forget all reports and drafts of {game} in this browser?", { game: report.gameTitle }))) return;
  const prefix = gameOf(report.key);
  await keeping.forget(prefix);
  for (const key of [...state.raw.keys()]) if (key.startsWith(prefix)) state.raw.delete(key);
  state.report = null;
  delete document.body.dataset.open;
  for (const id of ["main", "panes", "search", "deadline"]) byId(id).hidden = true;
  byId("title").textContent = document.title = "pbem";
  byId("headline").textContent = "";
  byId("empty").hidden = false;
  await tellGames();
}

/** Where there is room for one pane only, show it, from its top or from that of something in it. */
function turnTo(pane, at = pane) {
  const isNarrow = matchMedia("(max-width: 860px)").matches;
  document.body.dataset.pane = pane;
  if (isNarrow && state.report) byId(at).scrollIntoView({ block: "start" });
  for (const one of byId("panes").children) one.setAttribute("aria-pressed", String(one.dataset.to === pane));
}

function wire() {
  const files = async (list) => {
    for (const file of list) {
      if (file.size > 60_000_000) complain(_("This file is too large to be a report."));
      else await take(await file.text());
    }
  };
  byId("open").addEventListener("change", (event) => files(event.target.files));
  byId("open-label").addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); byId("open").click(); }
  });
  byId("choose").addEventListener("click", () => byId("open").click());
  for (const kind of ["input", "change"]) {
    byId("pasted").addEventListener(kind, ({ target: { value }, inputType }) => {
      const isDone = kind === "change" || inputType === "insertFromPaste" || value.trim().endsWith("}");
      if (value.trim() && isDone) take(value);
    });
  }
  addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text") ?? "";
    if (!/^\s*\{/.test(text) || event.target.id === "pasted") return;
    event.preventDefault();
    take(text);
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    files(event.dataTransfer.files);
  });
  byId("paste").addEventListener("click", async () => {
    try {
      await take(await navigator.clipboard.readText());
    } catch {
      byId("empty").hidden = false;
      byId("pasted").focus();
    }
  });
  addEventListener("click", ({ target }) => {
    if (!target.closest("#more summary, .tools .field, #search")) byId("more").open = false;
  });
  byId("export").addEventListener("click", () => exported(false));
  byId("share").addEventListener("click", () => exported(true));
  byId("forget").addEventListener("click", forget);
  byId("games").addEventListener("change", async (event) => {
    const report = await stored(event.target.value).catch(() => null);
    if (report) await show(report);
    else complain(_("What the browser kept of this report is damaged: open it again."));
  });
  byId("search").addEventListener("input", (event) => search(event.target.value, { map, history, onPlace: goTo, onTold: readAt }));
  byId("nearer").addEventListener("click", () => map.zoom(1.5));
  byId("farther").addEventListener("click", () => map.zoom(1 / 1.5));
  byId("whole").addEventListener("click", () => map.reset());
  byId("places").addEventListener("change", (event) => { goTo(event.target.value); event.target.value = ""; });
  for (const one of byId("panes").children) one.addEventListener("click", () => turnTo(one.dataset.to));
  byId("theme").addEventListener("click", () => {
    const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    keeping.remembered("theme", theme);
    document.documentElement.dataset.theme = theme;
  });
  byId("language").addEventListener("change", (event) => {
    event.target.dataset.chosen = event.target.value;
    if (state.report) show(state.report);
    else speakTo(event.target.value);
  });
  addEventListener("click", ({ target }) => hush(target.closest("#composer, #picture") !== null), true);
  document.querySelector(".send").addEventListener("click", ({ target }) => {
    if (!target.closest("a, button")) say(_("Nothing was written: this bar lay over what you pressed."));
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      byId("found").hidden = true;
      byId("more").open = false;
      if (state.report) byId("empty").hidden = true;
    }
    if (event.key === "Enter" && event.ctrlKey) byId("mail").focus();
    if (event.key === "/" && !/input|textarea|select/i.test(event.target.localName)) {
      event.preventDefault();
      byId("search").focus();
    }
  });
  NARROW.addEventListener("change", () => history.show(history.at));
  const head = document.querySelector("header"); // what sticks below it has to know its height
  new ResizeObserver(() => document.documentElement.style.setProperty("--head", `${head.offsetHeight}px`)).observe(head);
  setInterval(() => state.report && tellDeadline(), 30_000);
}

function speakTo(language) {
  document.documentElement.lang = speak(WORDS, language);
  byId("language").value = document.documentElement.lang;
  for (const one of document.querySelectorAll("[data-say]")) one.textContent = _(one.dataset.say);
  for (const one of document.querySelectorAll("[data-label]")) {
    one.setAttribute("aria-label", _(one.dataset.label));
    if (one.matches("button, summary")) one.title = _(one.dataset.label);
  }
  for (const one of document.querySelectorAll("[data-hint]")) one.placeholder = _(one.dataset.hint);
}

async function begin() {
  for (const [code, name] of Object.entries({ en: "English", de: "Deutsch", fr: "Français" })) {
    if (Object.hasOwn(WORDS, code)) byId("language").append(make("option", { value: code }, name));
  }
  const likesDark = matchMedia("(prefers-color-scheme: dark)");
  const paint = () => {
    document.documentElement.dataset.theme = keeping.remembered("theme") ?? (likesDark.matches ? "dark" : "light");
  };
  likesDark.addEventListener("change", paint);
  paint();
  speakTo(navigator.language);
  wire();
  turnTo("orders");
  const given = byId("given").textContent.trim();
  if (given) return take(given);
  const latest = latestOf(await keeping.keptKeys());
  const report = latest ? await stored(latest).catch(() => null) : null;
  if (report) await show(report);
  else byId("empty").hidden = false;
}

begin();
