// Draws the pages that the table sends, and sends back what was touched. It decides nothing.
"use strict";

const byId = (id) => document.getElementById(id);
const watches = location.pathname === "/watch"; // the room's view: it has no chair
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
  if (there) return Object.assign(there, { alt: card.name });
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

// A table that is heard is felt as well: the own turn twice, slaps that count from now on once. A phone
// without a motor, or a browser that has none for pages, does nothing. Nor may a page that nobody has touched.
let felt = { mine: false, live: false };

function feel(page) {
  const now = { mine: page.mine === true, live: page.paddle?.live === true };
  const motor = navigator.userActivation?.hasBeenActive ? navigator : {};
  if (now.mine && !felt.mine) motor.vibrate?.([60, 80, 60]);
  else if (now.live && !felt.live) motor.vibrate?.(40);
  felt = now;
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
  if (byId("heard").textContent !== (page.heard ?? "")) byId("heard").textContent = page.heard ?? "";
  show("answer", page.answer ?? "");
  byId("cards").className = page.grid ? "cards grid" : "cards";
  fill(byId("cards"), (page.cards ?? []).map((card) => drawCard(card, page.moment, pool)));
  fill(byId("rows"), (page.rows ?? []).map((row) => drawRow(row, page.moment, pool)));
  const choices = (page.choices ?? []).map((choice) => drawChoice(choice, page.moment));
  fill(byId("choices"), page.fake ? [...choices, drawFake(page)] : choices);
  byId("facts").replaceChildren(...(page.facts ?? []).map((fact) => element("li", { textContent: fact })));
  byId("leave").hidden = !page.leave;
  byId("leave").textContent = page.leave ?? "";
  drawPaddle(page.paddle ?? null, page.slap ?? null, page.test ?? null);
  if (!watches) feel(page);
}

// A phone that can't hear the table shows no old hand: it may be somebody else's by now.
function hide(text) {
  for (const id of ["cards", "rows", "choices", "facts", "seats"]) byId(id).replaceChildren();
  for (const id of ["news", "hint", "answer"]) show(id, "");
  byId("heard").textContent = "";
  byId("leave").hidden = true;
  drawPaddle(null, null, null);
  byId("state").classList.remove("mine");
  say(text, true);
}
