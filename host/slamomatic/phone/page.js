// One seat's page: a socket that brings whole pages, and their drawing. It keeps nothing between two pages.
"use strict";

const WRONG_TOKEN = 4001;
const TOO_MANY = 4002;
const RETRY_MS = [250, 500, 1000, 2000, 4000];
const byId = (id) => document.getElementById(id);
let socket = null;
let tries = 0;
let timer = 0;

function say(text, lost) {
  byId("state").textContent = text;
  byId("state").classList.toggle("lost", lost);
}

function element(name, properties) {
  return Object.assign(document.createElement(name), properties);
}

// A card is a picture of the deck; a hole in a grid keeps its place.
function drawCard(card) {
  if (card === null) return element("div", { className: "hole" });
  return element("img", { alt: card.name, src: `/card/${card.picture}.png`, width: 250, height: 350 });
}

function draw(page) {
  document.title = page.who;
  byId("who").textContent = page.who;
  byId("shape").textContent = page.sign;
  byId("shape").style.color = `rgb(${page.rgb.join(",")})`;
  byId("colour").textContent = page.colour;
  say(page.state, false);
  byId("cards").className = page.grid ? "grid" : "";
  byId("cards").replaceChildren(...page.cards.map(drawCard));
  byId("facts").replaceChildren(...page.facts.map((fact) => element("li", { textContent: fact })));
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
    if (event.code === TOO_MANY) {
      hide("This hand is open on too many other phones. Close it there, then reload this page.");
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
