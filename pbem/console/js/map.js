// The picture: zoom and pan, what a thing is when one points at it, and which things are marked.

import { about, drawn, element } from "./drawing.js";
import { make } from "./parts.js";

const CLOSEST = 12; // times as large as the whole
const STEP = 1.3;
const MANY = 16; // marks, beside which each has to be quiet
const DRAG = 6; // pixels that a finger trembles

export class MapView {
  #host; #tip; #svg = null; #scene = null; #overlay = null; #view = null;
  #things = new Map(); #pointers = new Map(); #moved = 0; #pinch = 0; #marks = [[], [], []]; #pressed = "";

  /** `onPick(ref)` hears which thing was pressed. */
  constructor(host, tip, onPick) {
    this.#host = host;
    this.#tip = tip;
    this.onPick = onPick;
    host.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    host.addEventListener("pointerdown", (event) => this.#down(event));
    host.addEventListener("pointermove", (event) => this.#move(event));
    host.addEventListener("pointerup", (event) => this.#up(event));
    host.addEventListener("pointercancel", (event) => this.#forget(event));
    host.addEventListener("pointerleave", () => this.#hideTip());
    host.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Show a scene: all of it, or the same part of it where one is looking at a part of one alike. */
  show(scene, label) {
    const isAlike = this.#scene && this.#scene.width === scene.width
      && Math.abs(this.#scene.height - scene.height) < scene.height / 4
      && this.#view.width < scene.width;
    this.#scene = scene;
    this.#svg = drawn(scene, label);
    this.#overlay = element("g", { class: "marks", "pointer-events": "none" });
    this.#svg.append(this.#overlay);
    this.#host.replaceChildren(this.#svg);
    this.#host.style.background = scene.ground;
    this.#host.style.minHeight = "";
    this.#things = new Map();
    for (const one of this.#svg.querySelectorAll("*")) {
      const { ref } = about.get(one) ?? {};
      if (ref) this.#things.set(ref, [...(this.#things.get(ref) ?? []), one]);
    }
    if (!isAlike) this.reset();
    else this.#look(this.#view);
    this.mark(...this.#marks);
  }

  /** Show none, and say why; what lies below stays where it is. */
  clear(why) {
    this.#host.style.minHeight = `${this.#host.offsetHeight}px`;
    this.#host.replaceChildren(make("p", { class: "soft" }, why));
    this.#svg = this.#scene = null;
    this.#things = new Map();
  }

  /** All things that bear a ref, with what is said of each. */
  get tips() {
    return new Map([...this.#things.keys()].map((ref) => [ref, this.tipsOf(ref).join("\n")]));
  }

  tipsOf(ref) {
    const said = (this.#things.get(ref) ?? []).map((one) => about.get(one).tip).filter(Boolean);
    return [...new Set(said)];
  }

  has(ref) {
    return this.#things.has(ref) || this.#square(ref) !== null;
  }

  /** Mark what can be chosen, what is `planned` already, and most of all what is `chosen` now. */
  mark(refs, chosen = [], planned = []) {
    this.#marks = [refs, chosen, planned];
    if (!this.#svg) return;
    this.#overlay.replaceChildren();
    this.#overlay.classList.toggle("many", refs.length > MANY);
    const kinds = [[refs, "may"], [planned, "plan"], [chosen, "is"]];
    for (const [ref, kind] of kinds.flatMap(([found, kind]) => found.map((one) => [one, kind]))) {
      const outline = this.#outline(ref);
      if (!outline) continue;
      for (const kinds of [`under ${kind}`, kind]) {
        const one = outline.cloneNode(true);
        one.setAttribute("class", kinds);
        this.#overlay.append(one);
      }
    }
  }

  /** Bring a thing into sight. */
  seek(ref) {
    const outline = this.#outline(ref);
    if (!outline) return;
    this.#overlay.append(outline);
    const box = outline.getBBox();
    outline.remove();
    const width = Math.min(this.#view.width, this.#scene.width / 1.6);
    const height = width * this.#view.height / this.#view.width;
    this.#look({
      x: box.x + box.width / 2 - width / 2, y: box.y + box.height / 2 - height / 2, width, height,
    });
  }

  reset() {
    if (this.#scene) this.#look({ x: 0, y: 0, width: this.#scene.width, height: this.#scene.height });
  }

  zoom(times, at = null) {
    if (!this.#view) return;
    const { x, y, width, height } = this.#view;
    const wide = Math.min(this.#scene.width, Math.max(this.#scene.width / CLOSEST, width / times));
    const high = height * wide / width;
    const [u, v] = at ?? [x + width / 2, y + height / 2];
    this.#look({ x: u - (u - x) * wide / width, y: v - (v - y) * wide / width, width: wide, height: high });
  }

  #look({ x, y, width, height }) {
    const { width: most, height: tall } = this.#scene;
    this.#view = {
      x: Math.min(Math.max(x, 0), Math.max(0, most - width)),
      y: Math.min(Math.max(y, 0), Math.max(0, tall - height)),
      width, height,
    };
    const view = this.#view;
    this.#host.classList.toggle("zoomed", view.width < most);
    this.#svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
  }

  // Where things are -----------------------------------------------------------------------

  #square(ref) {
    const squares = this.#scene?.squares;
    const found = /^square:([a-z]{1,2})(\d{1,3})$/.exec(ref);
    if (!squares || !found) return null;
    const column = [...found[1]].reduce((sum, sign) => sum * 26 + sign.charCodeAt(0) - 96, 0) - 1;
    const [across, down] = [column - squares.first[0], Number(found[2]) - 1 - squares.first[1]];
    if (across < 0 || down < 0 || across >= squares.columns || down >= squares.rows) return null;
    return [squares.corner[0] + across * squares.size, squares.corner[1] + down * squares.size];
  }

  #squareAt([x, y]) {
    const squares = this.#scene?.squares;
    if (!squares) return "";
    const across = Math.floor((x - squares.corner[0]) / squares.size);
    const down = Math.floor((y - squares.corner[1]) / squares.size);
    if (across < 0 || down < 0 || across >= squares.columns || down >= squares.rows) return "";
    const column = across + squares.first[0];
    const letters = (column >= 26 ? String.fromCharCode(96 + Math.floor(column / 26)) : "")
      + String.fromCharCode(97 + column % 26);
    return `square:${letters}${down + squares.first[1] + 1}`;
  }

  #outline(ref) {
    const corner = this.#square(ref);
    if (corner) {
      const { size } = this.#scene.squares;
      return element("rect", { x: corner[0] + 1, y: corner[1] + 1, width: size - 2, height: size - 2, rx: 3 });
    }
    const things = this.#things.get(ref) ?? [];
    const area = things.find((one) => ["polygon", "path"].includes(one.localName)
      || (one.localName === "g" && one.querySelector("polygon,path")));
    if (area && area.localName !== "g") {
      return element(area.localName, area.localName === "path"
        ? { d: area.getAttribute("d") } : { points: area.getAttribute("points") });
    }
    if (!things.length) return null;
    const boxes = things.map((one) => [one, one.getBBox()]);
    const [thing, box] = boxes[boxes.length - 1];
    const made = element("rect", {
      x: box.x - 3, y: box.y - 3, width: box.width + 6, height: box.height + 6, rx: 4,
    });
    const moved = thing.getAttribute("transform");
    if (moved) made.setAttribute("transform", moved);
    return made;
  }

  #point(event) {
    const matrix = this.#svg?.getScreenCTM();
    if (!matrix) return [0, 0];
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [x, y];
  }

  #refAt(event) {
    for (let one = event.target; one && one !== this.#host; one = one.parentNode) {
      const { ref } = about.get(one) ?? {};
      if (ref) return ref;
    }
    return this.#squareAt(this.#point(event));
  }

  // Pointing -------------------------------------------------------------------------------

  #wheel(event) {
    if (!this.#svg || !(event.ctrlKey || event.metaKey || this.#host.matches(":focus-within"))) return;
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? STEP : 1 / STEP, this.#point(event));
  }

  #down(event) {
    if (!this.#svg) return;
    this.#pointers.set(event.pointerId, event);
    if (this.#pointers.size === 1) this.#moved = 0;
    this.#pinch = 0;
  }

  #move(event) {
    if (!this.#svg) return;
    const before = this.#pointers.get(event.pointerId);
    if (!before) {
      this.#showTip(event);
      return;
    }
    this.#pointers.set(event.pointerId, event);
    if (this.#pointers.size === 2) {
      const [one, other] = [...this.#pointers.values()];
      const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      if (this.#pinch) this.zoom(apart / this.#pinch);
      this.#pinch = apart;
      this.#moved = DRAG + 1;
      return;
    }
    this.#moved += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
    if (this.#moved <= DRAG) return;
    this.#hideTip();
    const [x0, y0] = this.#point(before);
    const [x1, y1] = this.#point(event);
    this.#look({ ...this.#view, x: this.#view.x + x0 - x1, y: this.#view.y + y0 - y1 });
  }

  #up(event) {
    const isPress = this.#pointers.size === 1 && this.#moved <= DRAG;
    this.#forget(event);
    if (!isPress || !this.#svg || event.button !== 0) return;
    const ref = this.#pressed = this.#refAt(event);
    this.#hideTip(); // what it says stands in the orders now
    if (ref) this.onPick(ref);
  }

  #forget(event) {
    this.#pointers.delete(event.pointerId);
  }

  #key(event) {
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (!this.#view || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") this.zoom(STEP);
    else if (event.key === "-") this.zoom(1 / STEP);
    else if (event.key === "0") this.reset();
    else if (moves[event.key]) {
      const [dx, dy] = moves[event.key];
      const { x, y, width, height } = this.#view;
      this.#look({ ...this.#view, x: x + dx * width / 6, y: y + dy * height / 6 });
    } else return;
    event.preventDefault();
  }

  #showTip(event) {
    let tip = "";
    for (let one = event.target; !tip && one && one !== this.#host; one = one.parentNode) {
      tip = about.get(one)?.tip ?? "";
    }
    const ref = this.#refAt(event);
    if (ref && ref === this.#pressed) return this.#hideTip();
    this.#pressed = "";
    if (!tip && ref) tip = this.tipsOf(ref).join("\n") || nameOf(ref);
    if (!tip) return this.#hideTip();
    this.#tip.replaceChildren(...tip.split("\n").map((row) => make("p", {}, row)));
    this.#tip.hidden = false;
    const { width, height } = this.#tip.getBoundingClientRect();
    const { left, right, top, bottom } = this.#host.getBoundingClientRect();
    const low = Math.min(bottom, innerHeight) - height - 8, below = event.clientY + 18;
    const isChoosing = this.#marks[0].length > 0; // what can be chosen next to the pointer stays in sight
    const beside = below > low ? event.clientY - height - 12 : below;
    const head = document.querySelector("header").getBoundingClientRect().bottom;
    const apart = event.clientY > (top + bottom) / 2 ? Math.max(top, head) + 8 : low;
    this.#tip.style.left = `${Math.max(left + 8, Math.min(event.clientX + 14, right - width - 8))}px`;
    this.#tip.style.top = `${isChoosing ? apart : beside}px`;
  }

  #hideTip() {
    this.#tip.hidden = true;
  }
}

/** What is said of a ref, row by row: its name stands in the first, and only there. */
export function titled(ref, tip) {
  const name = nameOf(ref), rows = tip.split("\n").filter(Boolean);
  return rows[0]?.toLowerCase().startsWith(name) ? rows : [name, ...rows];
}

/** What a ref is called: "f5" of "square:f5", "sector 34" of "sector:34". */
export function nameOf(ref) {
  const [kind, name] = ref.split(":");
  return kind === "square" ? name : `${kind} ${name ?? ""}`.trim();
}
