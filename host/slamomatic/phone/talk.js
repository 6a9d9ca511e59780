// Speaks with the table: sits down, stays connected, comes back. The last of the scripts: it starts the page.
"use strict";

const REMOVED = 4001;
const SAYS = JSON.parse(document.body.dataset.says); // by the code that a socket is closed with
const RETRY_MS = [250, 500, 1000, 2000, 4000];
const LOOK_MS = 1500; // how often free chairs are asked for
const KEPT = "slam-o-matic"; // where this phone keeps its token
let socket = null;
let tries = 0;
let timer = 0;
let chairsShown = "";

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
  byId("shape").textContent = byId("colour").textContent = "";  // of the chair that it had
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
  offerColours(room);
  byId("join").hidden = room.chairs.length === 0;
  byId("chairs").onchange = () => {
    const item = offerColours(room);
    const own = byId("colours").querySelector(`[value="${item.colour}"]`);
    if (own) own.checked = true;
    if (item.name) byId("name").value = item.name;
  };
}

// A chair where somebody sits comes with its colour and name. What is hidden must not be asked for either.
function offerColours(room) {
  const item = room.chairs.find((one) => String(one.chair) === chosen("chair"));
  const box = byId("colours").parentElement;
  box.hidden = box.disabled = !room.colours.some((one) => !item || one.colour === item.colour);
  return item;
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
