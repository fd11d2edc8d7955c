// Runs the pictures of a game's turns in one place. Without it they stand in a list.
"use strict";

const film = document.getElementById("film");
const picture = film.querySelector("img");
const caption = film.querySelector("figcaption");
const frames = [...document.querySelectorAll(".frames li")].reverse().flatMap((item) => {
  const drawn = item.querySelector("img");
  return drawn ? [{ item, drawn, ...item.dataset }] : [];
});
const EVERY = 1200; // milliseconds that a picture stays

let at = frames.length - 1;
let running = 0;

const SIGNS = {
  first: "M3 5h2v14H3zM13 5v14l-7-7zM21 5v14l-7-7z",
  back: "M5 5h2v14H5zM18 5v14L8 12z",
  play: "M7 4v16l12-8z",
  pause: "M6 5h4v14H6zM14 5h4v14h-4z",
  on: "M19 5h-2v14h2zM6 5v14l10-7z",
  last: "M21 5h-2v14h2zM11 5v14l7-7zM3 5v14l7-7z",
};

function button(sign, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.addEventListener("click", act);
  const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.setAttribute("aria-hidden", "true");
  icon.append(document.createElementNS("http://www.w3.org/2000/svg", "path"));
  made.append(icon);
  return mark(made, sign);
}

function mark(made, sign) {
  made.querySelector("path").setAttribute("d", SIGNS[sign]);
  made.setAttribute("aria-label", film.dataset[sign]);
  made.title = film.dataset[sign];
  return made;
}

function show(number) {
  at = Math.min(Math.max(number, 0), frames.length - 1);
  const frame = frames[at];
  picture.src = frame.drawn.src;
  picture.width = frame.drawn.getAttribute("width");
  picture.height = frame.drawn.getAttribute("height");
  picture.alt = frame.alt;
  caption.textContent = frame.told;
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", frame.turn);
  frames.forEach(({ item }, other) => {
    const link = item.querySelector("a");
    if (other === at) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  });
}

function stop() {
  clearInterval(running);
  running = 0;
  mark(play, "play");
  caption.setAttribute("aria-live", "polite");
}

function start() {
  caption.setAttribute("aria-live", "off"); // nobody can listen to a film
  if (at === frames.length - 1) show(0);
  running = setInterval(() => {
    show(at + 1);
    if (at === frames.length - 1) stop();
  }, EVERY);
  mark(play, "pause");
}

const go = (where) => () => {
  stop();
  show(where());
};

const slider = document.createElement("input");
slider.type = "range";
slider.max = String(frames.length - 1);
slider.setAttribute("aria-label", film.dataset.slider);
slider.addEventListener("input", go(() => Number(slider.value)));

const play = button("play", () => (running ? stop() : start()));
const controls = document.createElement("div");
controls.className = "controls";
controls.append(
  button("first", go(() => 0)),
  button("back", go(() => at - 1)),
  play,
  button("on", go(() => at + 1)),
  button("last", go(() => frames.length - 1)),
  slider,
);
picture.after(controls);
stop();
show(at);
