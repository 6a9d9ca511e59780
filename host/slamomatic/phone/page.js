// Draws the pages that the table sends, and sends back what was touched. It decides nothing.
"use strict";

const REMOVED = 4001;
const SAYS = JSON.parse(document.body.dataset.says); // by the code that a socket is closed with
const RETRY_MS = [250, 500, 1000, 2000, 4000];
const LOOK_MS = 1500; // how often free chairs are asked for
const KEPT = "slam-o-matic"; // where this phone keeps its token
const byId = (id) => document.getElementById(id);
const watches = location.pathname === "/watch"; // the room's view: it has no chair
let socket = null;
let tries = 0;
let timer = 0;
let chairsShown = "";

function say(text, lost) {
  if (byId("state").textContent !== text) byId("state").textContent = text;
  byId("state").classList.toggle("lost", lost);
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function tint(node, rgb) {
  node.style.color = `rgb(${rgb.join(",")})`;
  return node;
}

// --- a page of the table ---------------------------------------------------------------------------

// Replaces what a box holds; whoever had the focus keeps it, by the name that its things have.
function fill(box, things) {
  const held = box.contains(document.activeElement) ? document.activeElement.dataset.name : "";
  box.replaceChildren(...things);
  if (held) box.querySelector(`[data-name="${held}"]`)?.focus();
}

function show(id, text) {
  const node = byId(id);
  if (node.textContent !== text) node.textContent = text;
  node.hidden = !text;
}

// Pictures that are there stay: nothing flickers, nothing is loaded twice.
function picture(card, pool) {
  const there = pool[card.picture]?.pop();
  if (there) return there;
  const src = `/card/${card.picture}.png`;
  return element("img", { alt: card.name, src, width: 250, height: 350, draggable: false });
}

// A card is a picture of the deck, a button where it can be touched; a hole in a grid keeps its place.
function drawCard(card, moment, pool) {
  if (card === null) return element("div", { className: "hole" });
  if (card.pick === undefined) return picture(card, pool);
  const touch = () => send({ do: "pick", moment, pick: card.pick });
  const button = element("button", { type: "button", className: "card", onclick: touch }, picture(card, pool));
  button.dataset.name = `card ${card.pick}`;
  button.setAttribute("aria-pressed", card.marked);
  return button;
}

function drawRow(row, moment, pool) {
  const cards = row.cards.map((card) => drawCard(card, moment, pool));
  const box = element("div", { className: row.grid ? "cards grid" : "cards" }, ...cards);
  return element("section", {}, element("h2", { textContent: row.words }), box);
}

function drawChoice(choice, moment) {
  const press = () => send({ do: "choose", moment, choice: choice.at });
  const button = element("button", { type: "button", textContent: choice.words, onclick: press });
  button.dataset.name = `choice ${choice.words}`;
  button.disabled = !choice.ready;
  button.classList.toggle("lit", choice.lit);
  return button;
}

function drawFake(page) {
  const press = () => send({ do: "feint", moment: page.moment });
  const button = element("button", { type: "button", className: "fake", textContent: page.fake, onclick: press });
  button.dataset.name = "fake";
  return button;
}

function drawSeat(seat) {
  const sign = tint(element("span", { textContent: seat.sign, ariaHidden: "true" }), seat.rgb);
  const name = element("strong", { textContent: seat.name });
  const item = element("li", {}, sign, name, element("span", { textContent: seat.words }));
  for (const state of ["on", "live", "down", "gone"]) item.classList.toggle(state, seat[state]);
  item.style.setProperty("--paddle", `rgb(${seat.rgb.join(",")})`);
  return item;
}

function draw(page) {
  const pool = {};
  for (const image of document.querySelectorAll(".cards img")) {
    (pool[image.src.match(/([0-9a-f]+)\.png$/)[1]] ??= []).push(image);
  }
  document.title = page.who;
  byId("who").textContent = page.who;
  tint(byId("shape"), page.rgb ?? [0, 0, 0]).textContent = page.sign ?? "";
  byId("colour").textContent = page.colour ?? "";
  byId("seats").replaceChildren(...(page.seats ?? []).map(drawSeat));
  say(page.state, false);
  byId("state").classList.toggle("mine", page.mine === true);
  show("news", page.news ?? "");
  show("hint", page.hint ?? "");
  show("answer", page.answer ?? "");
  byId("cards").className = page.grid ? "cards grid" : "cards";
  fill(byId("cards"), (page.cards ?? []).map((card) => drawCard(card, page.moment, pool)));
  fill(byId("rows"), (page.rows ?? []).map((row) => drawRow(row, page.moment, pool)));
  const choices = (page.choices ?? []).map((choice) => drawChoice(choice, page.moment));
  fill(byId("choices"), page.fake ? [...choices, drawFake(page)] : choices);
  byId("facts").replaceChildren(...(page.facts ?? []).map((fact) => element("li", { textContent: fact })));
  byId("leave").hidden = !page.leave;
  byId("leave").textContent = page.leave ?? "";
  drawPaddle(page.paddle ?? null, page.slap ?? null);
}

// A phone that can't hear the table shows no old hand: it may be somebody else's by now.
function hide(text) {
  for (const id of ["cards", "rows", "choices", "facts", "seats"]) byId(id).replaceChildren();
  for (const id of ["news", "hint", "answer"]) show(id, "");
  byId("leave").hidden = true;
  drawPaddle(null, null);
  byId("state").classList.remove("mine");
  say(text, true);
}

// --- the paddle ------------------------------------------------------------------------------------

let slapping = false; // whether this page is a paddle
const fingers = new Set();

// How coarse this browser makes its clock, in milliseconds.
function grain() {
  let least = Infinity;
  let last = performance.now();
  for (let tries = 0; tries < 20000 && performance.now() - last < 300; tries++) {
    const now = performance.now();
    if (now > last) {
      least = Math.min(least, now - last);
      last = now;
      if (tries > 2000) break;
    }
  }
  return Number.isFinite(least) ? least : 100;
}

function drawPaddle(paddle, change) {
  document.body.classList.toggle("slaps", paddle !== null);
  byId("slap").hidden = paddle === null;
  byId("change").hidden = change === null;
  if (change) {
    byId("change").textContent = change.words;
    byId("change").onclick = () => send({ do: "slap", here: change.here });
  }
  if (paddle) {
    byId("slap-sign").textContent = paddle.sign;
    byId("slap-words").textContent = paddle.words;
    byId("slap").style.setProperty("--paddle", `rgb(${paddle.rgb.join(",")})`);
    byId("slap").classList.toggle("live", paddle.live);
  }
  if (paddle && !slapping) send({ do: "paddle", grain: grain() });
  if (!paddle && slapping) sleep();
  slapping = paddle !== null;
}

function sleep() {
  fingers.clear();
  byId("slap").classList.remove("down");
  if (slapping) send({ do: "away" });
  slapping = false;
}

// A touch that waits in the browser's queue is handled before the answer: what it says is known is known.
const MARGIN_MS = 30; // from the glass to that queue
const queue = new MessageChannel();
const answers = [];
queue.port1.onmessage = () => {
  const { n, at } = answers.shift();
  send({ do: "pong", n, at, known: Math.max(0, at - MARGIN_MS) });
};

function answerPing(n) {
  answers.push({ n, at: performance.now() });
  queue.port2.postMessage(0);
}

// Two fingers, or a hand that rests, are one slap; a gesture of the system lifts the hand.
function down(event) {
  event.preventDefault();
  if (event.button > 0) return;
  if (!fingers.size) send({ do: "down", at: event.timeStamp });
  fingers.add(event.pointerId);
  byId("slap").classList.add("down");
}

function up(event) {
  if (!fingers.delete(event.pointerId) || fingers.size) return;
  send({ do: "up", at: event.timeStamp });
  byId("slap").classList.remove("down");
}

byId("slap").addEventListener("pointerdown", down);
for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) byId("slap").addEventListener(end, up);
byId("slap").addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
byId("slap").addEventListener("contextmenu", (event) => event.preventDefault());
byId("slap").addEventListener("click", (event) => {
  if (event.detail) return; // a finger: its touch was sent
  send({ do: "down", at: event.timeStamp });
  send({ do: "up", at: event.timeStamp });
});

// --- the socket ------------------------------------------------------------------------------------

function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function connect() {
  clearTimeout(timer);
  const token = watches ? "" : localStorage.getItem(KEPT);
  if (!token && !watches) {
    showChairs();
    return;
  }
  byId("join").hidden = true;
  if (socket && socket.readyState <= WebSocket.OPEN) return;
  const mine = new WebSocket(`ws://${location.host}/${watches ? "watching" : "seat"}?lang=${document.documentElement.lang}`);
  socket = mine;
  if (!watches) mine.onopen = () => mine.send(token);
  slapping = false;
  mine.onmessage = (message) => {
    tries = 0;
    const said = JSON.parse(message.data);
    if (said.ping) answerPing(said.ping);
    else draw(said);
  };
  mine.onclose = (event) => {
    if (socket !== mine) return;
    socket = null;
    hide(SAYS[event.code] ?? SAYS.lost);
    if (event.code === REMOVED) {
      localStorage.removeItem(KEPT);
      timer = setTimeout(connect, RETRY_MS[4]);
    } else if (!(event.code in SAYS)) {
      timer = setTimeout(connect, RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)]);
    }
  };
}

// --- sitting down ----------------------------------------------------------------------------------

function radio(group, value, item, chosen) {
  const input = element("input", { type: "radio", name: group, value, required: true, checked: chosen });
  const sign = tint(element("span", { textContent: item.sign, ariaHidden: "true" }), item.rgb);
  return element("label", {}, input, sign, element("span", { textContent: item.words }));
}

const chosen = (group) => new FormData(byId("join")).get(group);

function drawChairs(room) {
  byId("who").textContent = room.says.title;
  byId("join-chair").textContent = room.says.chair;
  byId("join-colour").textContent = room.says.colour;
  byId("join-name").textContent = room.says.name;
  byId("sit").textContent = room.says.sit;
  byId("name").maxLength = room.longest;
  const was = { chair: chosen("chair"), colour: chosen("colour") };
  byId("chairs").replaceChildren(
    ...room.chairs.map((item) => radio("chair", item.chair, item, String(item.chair) === was.chair)),
  );
  byId("colours").replaceChildren(
    ...room.colours.map((item) => radio("colour", item.colour, item, String(item.colour) === was.colour)),
  );
  byId("colours").parentElement.hidden = room.colours.length === 0;
  byId("join").hidden = room.chairs.length === 0;
  // A chair comes with its colour and, where somebody sits, the name.
  byId("chairs").onchange = (event) => {
    const item = room.chairs.find((one) => String(one.chair) === event.target.value);
    const own = byId("colours").querySelector(`[value="${item.colour}"]`);
    if (own) own.checked = true;
    byId("colours").parentElement.hidden = !own;
    if (item.name) byId("name").value = item.name;
  };
}

async function showChairs() {
  clearTimeout(timer);
  if (document.visibilityState !== "visible" || localStorage.getItem(KEPT)) return;
  try {
    const text = await (await fetch("/room")).text();
    const room = JSON.parse(text);
    if (text !== chairsShown) drawChairs(room);
    if (text !== chairsShown || room.words) say(room.words, false);
    chairsShown = text;
  } catch {
    chairsShown = "";
    byId("join").hidden = true;
    say(SAYS.lost, true);
  }
  timer = setTimeout(showChairs, LOOK_MS);
}

async function sitDown(event) {
  event.preventDefault();
  const chair = Number(chosen("chair"));
  const row = JSON.parse(chairsShown).chairs.find((one) => one.chair === chair);
  const colour = byId("colours").parentElement.hidden ? row.colour : Number(chosen("colour"));
  try {
    const body = JSON.stringify({ do: "join", chair, colour, name: byId("name").value });
    const answer = await (await fetch("/join", { method: "POST", body })).json();
    if (answer.token) {
      localStorage.setItem(KEPT, answer.token);
      connect();
    } else {
      chairsShown = "";
      say(answer.words, true);
    }
  } catch {
    say(SAYS.lost, true);
  }
}

// --- coming and going ------------------------------------------------------------------------------

// A phone that wakes up may hold a socket that died in its sleep: a new one brings the current hand.
function wake() {
  if (document.visibilityState !== "visible") {
    sleep();
    return;
  }
  if (socket) {
    const old = socket;
    socket = null;
    old.close();
  }
  tries = 0;
  connect();
}

// A seat's own code holds its token: it is kept here, and gone from the address and the history.
function takeToken() {
  const token = location.hash.slice(1);
  if (token && !watches) {
    localStorage.setItem(KEPT, token);
    history.replaceState(null, "", location.pathname);
  }
}

document.addEventListener("visibilitychange", wake);
addEventListener("pageshow", (event) => event.persisted && wake());
addEventListener("online", wake);
addEventListener("hashchange", () => {
  takeToken();
  wake();
});
byId("join").addEventListener("submit", sitDown);
byId("leave").addEventListener("click", () => send({ do: "leave" }));
document.body.classList.toggle("watches", watches);
document.body.classList.toggle("overlay", new URLSearchParams(location.search).has("overlay"));
takeToken();
connect();
