// Web Serial: the port of a Pico that the player has chosen, and what it says, with the time of each piece.
"use strict";

const ports = (() => {
  const PICO = { usbVendorId: 0x2e8a };
  const heard = []; // [bytes, time] in the order they came
  let port = null, writer = null, granted = false;

  async function listen() {
    try {
      while (port && port.readable) {
        const reader = port.readable.getReader();
        try {
          for (;;) {
            const { value, done } = await reader.read();
            if (done) break;
            heard.push([value, performance.now()]);
            browser.hurry();
          }
        } finally {
          reader.releaseLock();
        }
      }
    } catch (error) {
      console.warn(error); // unplugged: it comes back by itself
    }
    lose();
  }

  function lose() {
    if (!port) return;
    port = writer = null;
    browser.tell("unplugged");
  }

  async function use(chosen) {
    if (port) return;
    await chosen.open({ baudRate: 115200, bufferSize: 16384 });
    port = chosen;
    writer = port.writable.getWriter();
    granted = true;
    heard.length = 0;
    listen();
    browser.tell("plugged");
  }

  return {
    able: () => "serial" in navigator,

    granted: () => granted,

    // Ports that were chosen on another evening need not be chosen again.
    async load() {
      if (!("serial" in navigator)) return;
      const known = await navigator.serial.getPorts();
      granted = known.length > 0;
      navigator.serial.addEventListener("connect", (event) => { use(event.target).catch(console.warn); });
    },

    // Open the port that was chosen before, or let the player choose one.
    async open() {
      try {
        const [known] = await navigator.serial.getPorts();
        await use(known || (await navigator.serial.requestPort({ filters: [PICO] })));
      } catch (error) {
        browser.tell("refused", error.name, String(error.message));
      }
    },

    take: () => heard.splice(0),

    write(bytes) {
      if (writer) writer.write(bytes.slice()).catch(() => lose());
    },

    async close() {
      const closing = port;
      port = null;
      if (!closing) return;
      writer.releaseLock();
      writer = null;
      await closing.close().catch(() => {});
    },
  };
})();
