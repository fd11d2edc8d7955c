// Scenes as SVG, made element by element: no text of a report is ever read as markup.

const SVG = "http://www.w3.org/2000/svg";
const INK = "#1b1f24";

/** What an element stands for: its ref and its tip. */
export const about = new WeakMap();

export function element(name, attributes = {}) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** Whether a scene has things or squares that can be pressed. */
export const isMap = (scene) => scene.squares !== null || scene.items.some((item) => item.ref);

export const NARROW = matchMedia("(max-width: 560px)");

/** The form of a scene for this window: some have one of larger words for narrow ones. */
export const fitting = (scene) => (NARROW.matches && scene.narrow) || scene;

/** The picture: an svg element whose shapes are known to `about`. One on white that is no map has a
 * class, for who reads in the dark. */
export function drawn(scene, label) {
  const made = element("svg", {
    class: scene.ground === "#ffffff" && !isMap(scene) ? "bright" : "",
    viewBox: `0 0 ${scene.width} ${scene.height}`,
    role: "img",
    "aria-label": label || scene.title,
    "font-family": '"DejaVu Sans", Verdana, sans-serif',
  });
  made.append(
    element("rect", { width: scene.width, height: scene.height, fill: scene.ground }),
    ...scene.items.map(shape),
  );
  return made;
}

function shape(one) {
  const made = MAKERS[one.type](one);
  if (one.ref || one.tip) about.set(made, { ref: one.ref, tip: one.tip });
  return made;
}

const joinedPoints = (points) => points.map(([x, y]) => `${x},${y}`).join(" ");

function paint(one) {
  const found = { fill: one.fill ?? "none" };
  if (one.stroke) {
    found.stroke = one.stroke;
    found["stroke-width"] = one.width;
    if (one.dash.length) found["stroke-dasharray"] = one.dash.join(" ");
  }
  if (one.opacity !== 1) found.opacity = one.opacity;
  return found;
}

const MAKERS = {
  Circle: (one) =>
    element("circle", { cx: one.centre[0], cy: one.centre[1], r: one.radius, ...paint(one) }),
  Rect: (one) =>
    element("rect", {
      x: one.corner[0], y: one.corner[1], width: one.size[0], height: one.size[1],
      rx: one.round, ...paint(one),
    }),
  Polygon: (one) =>
    element("polygon", {
      points: joinedPoints(one.points), "stroke-linejoin": "round", ...paint(one),
    }),
  Polyline: (one) => (one.arrow && one.stroke ? arrow(one) : line(one.points, paint(one))),
  Path: (one) => element("path", { d: one.data, ...paint(one) }),
  Text: words,
  Group: (one) => {
    const moves = [
      `translate(${one.move[0]} ${one.move[1]})`,
      one.turn ? `rotate(${one.turn})` : "",
      one.scale !== 1 ? `scale(${one.scale})` : "",
    ].join(" ");
    const made = element("g", { transform: moves });
    if (one.opacity !== 1) made.setAttribute("opacity", one.opacity);
    made.append(...one.items.map(shape));
    return made;
  },
};

const line = (points, painted) =>
  element("polyline", { points: joinedPoints(points), "stroke-linejoin": "round", ...painted });

/** The line up to the head's base, and the head, as one, so that opacity is even. */
function arrow(one) {
  const bent = one.points.filter(([x, y], n) =>
    n === 0 || x !== one.points[n - 1][0] || y !== one.points[n - 1][1]);
  if (bent.length < 2) return line(one.points, paint(one));
  const [[x0, y0], [x1, y1]] = bent.slice(-2);
  const run = Math.hypot(x1 - x0, y1 - y0);
  const [dx, dy] = [(x1 - x0) / run, (y1 - y0) / run];
  const long = Math.min(Math.max(7, 3.5 * one.width), 0.9 * run);
  const half = long * 0.42;
  const base = [x1 - dx * long, y1 - dy * long];
  const head = [
    [x1, y1],
    [base[0] - dy * half, base[1] + dx * half],
    [base[0] + dy * half, base[1] - dx * half],
  ];
  const made = element("g", one.opacity === 1 ? {} : { opacity: one.opacity });
  made.append(
    line([...bent.slice(0, -1), base], paint({ ...one, opacity: 1 })),
    element("polygon", { points: joinedPoints(head), fill: one.stroke }),
  );
  return made;
}

function words(one) {
  const made = element("text", {
    x: one.at[0], y: one.at[1], "font-size": one.size, ...paint(one), fill: one.fill ?? INK,
  });
  if (one.bold) made.setAttribute("font-weight", "bold");
  if (one.anchor !== "start") made.setAttribute("text-anchor", one.anchor);
  if (one.halo) {
    made.setAttribute("stroke", one.halo);
    made.setAttribute("stroke-width", Math.max(2.5, one.size / 4));
    made.setAttribute("stroke-linejoin", "round");
    made.setAttribute("paint-order", "stroke");
  }
  made.textContent = one.text;
  return made;
}
