// One seat's page: a socket that brings whole pages, and their drawing. It keeps nothing between two pages.
"use strict";

const WRONG_TOKEN = 4001;
const RETRY_MS = [250, 500, 1000, 2000, 4000];
const SVG = "http://www.w3.org/2000/svg";

const byId = (id) => document.getElementById(id);
let socket = null;
let tries = 0;
let timer = 0;

function say(text, lost) {
  byId("state").textContent = text;
  byId("state").classList.toggle("lost", lost);
}

function svg(name, attributes, text) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

function rgb(colour) {
  return `rgb(${colour.join(",")})`;
}

// Shapes are drawn as points on a circle of radius 1: [x, y] pairs from the table's own shapes.
function shape(mark, x, y, size) {
  if (mark.points.length === 0) return svg("circle", { cx: x, cy: y, r: size, fill: rgb(mark.rgb) });
  const points = mark.points.map(([px, py]) => `${x + px * size},${y + py * size}`).join(" ");
  return svg("polygon", { points, fill: rgb(mark.rgb) });
}

function drawCard(card) {
  const picture = svg("svg", { viewBox: "0 0 100 140", role: "img", "aria-label": card.name });
  const paper = card.hidden ? "#2c5f8a" : "#fbf8ef";
  picture.append(svg("rect", { x: 2, y: 2, width: 96, height: 136, rx: 10, fill: paper, stroke: "#20302a" }));
  if (card.mark) picture.append(shape(card.mark, 50, 100, 20));
  if (!card.hidden) {
    const size = card.short.length > 3 ? 20 : 40;
    picture.append(
      svg("text", {
        x: 50, y: 58, "text-anchor": "middle", "font-size": size, "font-weight": 700, fill: "#1b1b1b",
        "font-family": "system-ui, sans-serif",
      }, card.short),
    );
  }
  return picture;
}

function draw(page) {
  document.title = page.who;
  byId("who").textContent = page.who;
  const mark = svg("svg", { viewBox: "-1.2 -1.2 2.4 2.4" });
  if (page.mark) mark.append(shape(page.mark, 0, 0, 1));
  byId("shape").replaceChildren(mark);
  say(page.state, false);
  byId("cards").className = page.grid ? "grid" : "";
  byId("cards").replaceChildren(...page.cards.map(drawCard));
  byId("facts").replaceChildren(
    ...page.facts.map((fact) => Object.assign(document.createElement("li"), { textContent: fact })),
  );
}

// A phone that can't hear the table shows no old hand: it may be somebody else's by now.
function hide(text) {
  byId("cards").replaceChildren();
  byId("facts").replaceChildren();
  say(text, true);
}

function connect() {
  clearTimeout(timer);
  const token = location.hash.slice(1);
  if (!token) {
    hide("Scan the code of your seat on the game's screen.");
    return;
  }
  if (socket && socket.readyState <= WebSocket.OPEN) return;
  const mine = new WebSocket(`ws://${location.host}/seat`);
  socket = mine;
  mine.onopen = () => mine.send(token);
  mine.onmessage = (message) => {
    tries = 0;
    draw(JSON.parse(message.data));
  };
  mine.onclose = (event) => {
    if (socket !== mine) return;
    if (event.code === WRONG_TOKEN) {
      hide("This code is not valid now: scan your seat's code on the game's screen again.");
      return;
    }
    hide("Connection lost, trying again …");
    timer = setTimeout(connect, RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)]);
  };
}

// A phone that wakes up may hold a socket that died in its sleep: a new one brings the current hand.
function wake() {
  if (document.visibilityState !== "visible") return;
  if (socket) {
    const old = socket;
    socket = null;
    old.close();
  }
  tries = 0;
  connect();
}

document.addEventListener("visibilitychange", wake);
addEventListener("pageshow", (event) => event.persisted && wake());
addEventListener("online", wake);
addEventListener("hashchange", wake);
connect();
