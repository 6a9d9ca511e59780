// The browser as the window's desktop: its canvas, keys, hands and time.
"use strict";

const browser = (() => {
  // What a larger canvas shows more costs more than it gives: it is scaled up instead.
  const MOST_PIXELS = 1280 * 720;
  const canvas = document.getElementById("table");
  const events = [];
  let table = null, timer = 0, frame = 0, soon = false;
  const channel = new MessageChannel();
  channel.port1.onmessage = () => { soon = false; turn(); };

  function desktop() {
    const shrunk = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / (innerWidth * innerHeight)));
    return [Math.max(320, Math.round(innerWidth * shrunk)), Math.max(240, Math.round(innerHeight * shrunk))];
  }

  function fit(w, h) {
    const share = Math.min(innerWidth / w, innerHeight / h);
    canvas.width = w;
    canvas.height = h;
    canvas.style.width = `${Math.round(w * share)}px`;
    canvas.style.height = `${Math.round(h * share)}px`;
    return canvas;
  }

  function turn() {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    if (!table) return;
    let wait;
    try {
      wait = table.turn(events.splice(0));
    } catch (error) {
      console.error(error);
      table = null;
      opening.fails(sentences.stopped.replace("{error}", String(error.message).trim().split("\n").pop()));
      return;
    }
    if (wait < 0) frame = requestAnimationFrame(turn);
    else if (wait === 0) hurry();
    else timer = setTimeout(turn, wait);
  }

  // At once, but after all keys and touches that wait already.
  function hurry() {
    if (!soon) {
      soon = true;
      channel.port2.postMessage(0);
    }
  }

  function tell(...event) {
    events.push(event);
    hurry();
  }

  function place(event) {
    const box = canvas.getBoundingClientRect();
    return [
      Math.round((event.clientX - box.left) * canvas.width / box.width),
      Math.round((event.clientY - box.top) * canvas.height / box.height),
    ];
  }

  // Keys that a browser would scroll or leave the page with are the game's, but for those with Ctrl or Alt,
  // and those that reload the page, lead to its address and open the developer's tools.
  const free = (event) => event.ctrlKey || event.altKey || event.metaKey || /^F(5|6|12)$/.test(event.key);

  function listen() {
    addEventListener("keydown", (event) => {
      speaker.wake();
      if (free(event)) return;
      event.preventDefault();
      if (!event.repeat || event.key === "Backspace") tell("keydown", event.code, event.key, event.timeStamp);
    });
    addEventListener("keyup", (event) => {
      tell("keyup", event.code, event.key, event.timeStamp);
    });
    canvas.addEventListener("pointerdown", (event) => {
      speaker.wake();
      event.preventDefault();
      canvas.focus();
      if (event.button === 0) tell("down", ...place(event), event.timeStamp);
    });
    addEventListener("pointerup", (event) => {
      if (event.button === 0) tell("up", ...place(event), event.timeStamp);
    });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    addEventListener("blur", () => tell("away"));
    document.addEventListener("visibilitychange", () => { if (document.hidden) tell("hidden"); });
    addEventListener("resize", () => tell("size", ...desktop()));
    document.addEventListener("fullscreenchange", tellFullscreen); // Esc leaves it without a key that is heard
    addEventListener("pagehide", () => tell("away"));
  }

  const tellFullscreen = () => tell("fullscreen", Boolean(document.fullscreenElement));

  return {
    desktop,
    fit,
    hurry,
    tell,
    run(inside) {
      table = inside;
      listen();
      opening.ends();
      turn();
    },
    async fullscreen(on) {
      try {
        if (on && !document.fullscreenElement) await document.documentElement.requestFullscreen();
        if (!on && document.fullscreenElement) await document.exitFullscreen();
      } catch (error) {
        console.warn(error); // some browsers have no full screen, some give it only to a click
        tellFullscreen();
      }
    },
    close() {
      table = null;
      opening.fails(sentences.closed);
    },
    now: () => performance.now(),
  };
})();
