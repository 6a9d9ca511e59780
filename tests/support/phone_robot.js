// Press one random button or card that the page offers, as a finger would, and keep count.
const chance = (things) => things[Math.floor(Math.random() * things.length)];
window.chose = window.chose || 0;
clearInterval(window.robot);
window.robot = setInterval(() => {
  const buttons = [...document.querySelectorAll("#choices button:enabled:not(.fake)")];
  const cards = [...document.querySelectorAll("button.card")];
  const fakes = [...document.querySelectorAll("#choices .fake")];
  const things = Math.random() < 0.05 ? fakes : Math.random() < 0.6 && buttons.length ? buttons : cards;
  const state = document.getElementById("state");
  const mine = state.classList.contains("mine");
  const hand = [...document.querySelectorAll("#cards img")].map((card) => card.alt);
  const pair = SLAPS_PAIRS && mine && hand.length > new Set(hand).size;
  const one = chance(things.length ? things : buttons);
  if (one && !(pair && Math.random() < 0.9)) { one.click(); window.chose += 1; }
  const slap = document.getElementById("slap");
  // Who is asked slaps soon, and so does who holds a pair; in the own turn now and then, else hardly ever.
  const likely = state.textContent === SLAP_NOW || pair ? 0.2 : mine && !SLAPS_PAIRS ? 0.02 : 0.004;
  const wanted = !slap.hidden && slap.classList.contains("live") && !window.held;
  if (wanted && Math.random() < likely) {
    const touch = (kind) => slap.dispatchEvent(new PointerEvent(kind, { pointerId: 7, bubbles: true }));
    window.held = true;
    touch("pointerdown");
    setTimeout(() => { touch("pointerup"); window.held = false; }, 90);
  }
}, 60);
