// Web Serial: the port of a Pico that the player has chosen, and what it says, with the time of each piece.
"use strict";

const ports = (() => {
  const PICO = { usbVendorId: 0x2e8a };
  const AGAIN_MS = 250; // until the next try, as for a port of the program
  const heard = []; // [bytes, time] in the order they came
  let port = null, reader = null, writer = null, granted = false, wanted = true;
  let turn = Promise.resolve(); // opening and closing take their time: one after the other

  function inTurn(does) {
    turn = turn.then(does, does);
    return turn;
  }

  // After an error such as too many bytes at once, the port goes on with a new stream.
  async function listen(used) {
    while (port === used && used.readable) {
      const from = reader = used.readable.getReader();
      try {
        for (;;) {
          const { value, done } = await from.read();
          if (done) break;
          heard.push([value, performance.now()]);
          browser.hurry();
        }
      } catch (error) {
        console.warn(error);
      }
      from.releaseLock();
      await breath(); // an error that comes at once again must not stop the page
    }
    lose(used);
  }

  async function lose(used) {
    if (port !== used) return;
    await inTurn(() => release(used));
    browser.tell("unplugged");
    again();
  }

  // Only a port that nobody reads or writes can be closed, and only a closed one opened again.
  async function release(used) {
    if (!used || port !== used) return;
    port = null;
    await reader.cancel().catch(() => {});
    reader.releaseLock();
    writer.releaseLock();
    await used.close().catch(() => {}); // unplugged: it is closed already
  }

  async function use(chosen) {
    if (port) return;
    await chosen.open({ baudRate: 115200, bufferSize: 16384 });
    port = chosen;
    writer = port.writable.getWriter();
    granted = true;
    listen(port);
    browser.tell("plugged");
  }

  // Open the chosen port as soon as it can be; say why it can't only once.
  async function again(told = false) {
    await new Promise((go) => setTimeout(go, AGAIN_MS));
    if (!wanted || port) return;
    const [known] = await navigator.serial.getPorts();
    if (!known) return; // it says so when it is plugged in
    try {
      await inTurn(() => use(known));
    } catch (error) {
      if (!told) refuse(error);
      again(true);
    }
  }

  const refuse = (error) => browser.tell("refused", error.name, String(error.message));

  return {
    able: () => "serial" in navigator,

    granted: () => granted,

    // Ports that were chosen on another evening need not be chosen again.
    async load() {
      if (!("serial" in navigator)) return;
      const known = await navigator.serial.getPorts();
      granted = known.length > 0;
      navigator.serial.addEventListener("connect", () => again());
    },

    // Open the port that was chosen before, or let the player choose one.
    async open() {
      wanted = true;
      try {
        const [known] = await navigator.serial.getPorts();
        const chosen = known || (await navigator.serial.requestPort({ filters: [PICO] }));
        await inTurn(() => use(chosen));
      } catch (error) {
        refuse(error);
      }
    },

    take: () => heard.splice(0),

    write(bytes) {
      const used = port;
      if (used) writer.write(bytes.slice()).catch(() => lose(used));
    },

    close() {
      wanted = false;
      inTurn(() => release(port));
    },
  };
})();
