// The loudspeaker: sounds that were made with the page, by their names.
"use strict";

const speaker = (() => {
  const buffers = new Map(); // name -> AudioBuffer
  const channels = new Map(); // number -> { gain, source }
  let context = null, waves = null;

  // Sixteen bits a sample, one channel.
  function decoded(bytes, rate) {
    const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2);
    const buffer = context.createBuffer(1, samples.length, rate);
    const into = buffer.getChannelData(0);
    for (let i = 0, value = 0; i < samples.length; i++) {
      value = (value + samples[i]) << 16 >> 16; // each is told by its step from the one before
      into[i] = value / 32768;
    }
    return buffer;
  }

  function sound(name) {
    if (!buffers.has(name) && waves && waves.about[name]) {
      const { at, bytes, rate } = waves.about[name];
      buffers.set(name, decoded(waves.all.slice(at, at + bytes), rate));
    }
    return buffers.get(name);
  }

  function channel(number) {
    if (!channels.has(number)) {
      const gain = context.createGain();
      gain.gain.value = 0;
      gain.connect(context.destination);
      channels.set(number, { gain, source: null, volume: 0 });
    }
    return channels.get(number);
  }

  return {
    async load(part) {
      waves = { about: JSON.parse(document.getElementById("sounds-about").textContent), all: await part("sounds") };
    },
    names: () => Object.keys(waves.about),
    // Browsers let nothing sound before somebody has pressed something.
    wake() {
      if (!window.AudioContext || (navigator.userActivation && !navigator.userActivation.hasBeenActive)) return;
      if (!context) context = new AudioContext({ latencyHint: "interactive" });
      if (context.state === "suspended") context.resume();
    },
    play(name, volume) {
      const buffer = context && sound(name);
      if (!buffer) return;
      const source = context.createBufferSource(), gain = context.createGain();
      gain.gain.value = volume;
      source.buffer = buffer;
      source.connect(gain).connect(context.destination);
      source.start();
    },
    loop(number, name) {
      const buffer = context && sound(name);
      if (!buffer) return;
      const one = channel(number);
      one.source = context.createBufferSource();
      one.source.buffer = buffer;
      one.source.loop = true;
      one.source.connect(one.gain);
      one.source.start();
    },
    stop(number) {
      if (!context) return;
      const one = channel(number);
      if (one.source) one.source.stop();
      one.source = null;
    },
    volume(number, volume) {
      if (!context) return;
      const one = channel(number);
      one.volume = volume;
      one.gain.gain.setTargetAtTime(volume, context.currentTime, 0.02);
    },
    volumeOf: (number) => (context ? channel(number).volume : 0),
  };
})();
