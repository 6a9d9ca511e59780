// The phone as a paddle: stamps touches, answers pings, and finds out how often the screen looks for fingers.
"use strict";

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

function drawPaddle(paddle, change, tries) {
  document.body.classList.toggle("slaps", paddle !== null);
  byId("slap").hidden = paddle === null;
  byId("change").hidden = change === null;
  if (change) {
    byId("change").textContent = change.words;
    byId("change").onclick = () => send({ do: "slap", here: change.here });
  }
  if (paddle) {
    byId("slap-sign").textContent = paddle.sign;
    byId("slap-words").textContent = samples ? tries?.how ?? "" : paddle.words;
    byId("slap").style.setProperty("--paddle", `rgb(${paddle.rgb.join(",")})`);
    byId("slap").classList.toggle("live", paddle.live);
    drawRing(paddle);
  }
  byId("test").hidden = !tries;
  if (tries) {
    byId("test").textContent = tries.words;
    byId("test").onclick = () => testTouch(tries.how);
  }
  if (paddle && !slapping) send({ do: "paddle", grain: grain() });
  if (!paddle && slapping) sleep();
  slapping = paddle !== null;
}

// It fills until slaps count again: once for each moment that they will.
let ringUntil = null;

function drawRing(paddle) {
  const fills = paddle.rest > 0;
  if (fills && paddle.until !== ringUntil) {
    const ring = byId("ring").firstElementChild;
    ring.style.animation = "none";
    ring.getBoundingClientRect(); // else the browser would go on with the old one
    ring.style.animation = `fill ${paddle.rest}ms linear both`;
  }
  ringUntil = fills ? paddle.until : null;
  byId("slap").classList.toggle("rests", fills);
}

// How often does the screen look for a finger? It is drawn about for a while; the longer gaps are what counts.
const TEST_MS = 3000;
const FEW = 20; // samples
let samples = null; // while that is found out

function testTouch(how) {
  const words = byId("slap-words").textContent;
  samples = [];
  byId("slap-words").textContent = how;
  setTimeout(() => {
    const gaps = samples.map((at, index) => at - samples[index - 1]).filter((gap) => gap > 0 && gap < 200);
    gaps.sort((a, b) => a - b);
    samples = null;
    byId("slap-words").textContent = words;
    send({ do: "tested", repeat: gaps.length < FEW ? 0 : gaps[Math.floor(gaps.length * 0.9)] });
  }, TEST_MS);
}

function moved(event) {
  const all = event.getCoalescedEvents?.() ?? [];
  for (const each of all.length ? all : [event]) samples?.push(each.timeStamp);
}

function sleep() {
  fingers.clear();
  byId("slap").classList.remove("down");
  if (slapping) send({ do: "away" });
  slapping = false;
}

// A touch that waits in the browser's queue is handled before the answer: the table counts on it.
const queue = new MessageChannel();
const answers = [];
queue.port1.onmessage = () => {
  const { n, at } = answers.shift();
  send({ do: "pong", n, at });
};

function answerPing(n) {
  answers.push({ n, at: performance.now() });
  queue.port2.postMessage(0);
}

// Two fingers, or a hand that rests, are one slap; a gesture of the system lifts the hand.
function down(event) {
  event.preventDefault();
  if (event.button > 0 || samples) return;
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
byId("slap").addEventListener("pointermove", moved);
byId("slap").addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
byId("slap").addEventListener("contextmenu", (event) => event.preventDefault());
byId("slap").addEventListener("click", (event) => {
  if (event.detail || samples) return; // a finger: its touch was sent
  send({ do: "down", at: event.timeStamp });
  send({ do: "up", at: event.timeStamp });
});
