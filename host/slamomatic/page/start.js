// Opens the page: unpacks what lies in it, starts Python and hands it keys, clicks and time.
"use strict";

const opening = (() => {
  const at = (id) => document.getElementById(id);
  return {
    // `share` of the way, from 0 to 1.
    shows(share) { at("progress").value = 100 * share; },
    // Say why the page can't go on, and what to do.
    fails(words) {
      at("opening").hidden = false;
      at("progress").hidden = true;
      at("words").textContent = words;
    },
    says(words) { at("words").textContent = words; },
    ends() { at("opening").hidden = true; at("table").hidden = false; at("table").focus(); },
  };
})();

const sentences = (() => {
  const all = JSON.parse(document.getElementById("sentences").textContent);
  const spoken = navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in all) || "en";
  document.documentElement.lang = spoken;
  return all[spoken];
})();

// The bytes of a part of the page. Its text is dropped: it would take the memory twice.
async function part(name) {
  const element = document.getElementById(name);
  const packed = element.textContent;
  element.remove();
  const text = atob(packed), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const breath = () => new Promise((go) => setTimeout(go));

async function module(name) {
  const address = URL.createObjectURL(new Blob([await part(name)], { type: "text/javascript" }));
  try {
    return await import(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

// Python's own loader asks for its files by name: it gets those that lie in the page, and nothing else.
function serving(files) {
  const types = { wasm: "application/wasm", zip: "application/zip" };
  return async (address) => {
    const name = String(address).split("/").pop();
    if (!(name in files)) throw new TypeError(`nothing is fetched: ${name}`);
    return new Response(files[name], { headers: { "Content-Type": types[name.split(".").pop()] } });
  };
}

async function openPython() {
  const files = {};
  files["pyodide.asm.wasm"] = await part("python-wasm");
  opening.shows(0.15);
  files["python_stdlib.zip"] = await part("python-library");
  opening.shows(0.25);
  const loader = await module("python-loader");
  const { default: createPyodideModule } = await module("python-module");
  opening.shows(0.35);
  window.fetch = serving(files);
  const python = await loader.loadPyodide({
    indexURL: "https://in.this.page/",
    lockFileContents: document.getElementById("python-lock").textContent,
    createPyodideModule,
    packages: [],
    env: { HOME: "/home", SLAMOMATIC_HOME: "/home/slam-o-matic", LANGUAGE: document.documentElement.lang },
    stdout: (words) => console.log(words),
    stderr: (words) => console.warn(words),
  });
  files["pyodide.asm.wasm"] = null;
  opening.shows(0.65);
  return python;
}

async function open() {
  const python = await openPython();
  python.unpackArchive(await part("game"), "zip", { extractDir: "/game" });
  opening.shows(0.7);
  for (const [family, path] of Object.entries(JSON.parse(document.getElementById("fonts").textContent))) {
    await letters.load(family, python.FS.readFile(path));
  }
  await speaker.load(part);
  await ports.load();
  opening.shows(0.75);
  await breath();
  python.registerJsModule("slamomatic_page", { surfaces, letters, speaker, files, ports, browser });
  python.runPython("import sys; sys.path[:0] = ['/game', '/game/slamomatic/page/inside']");
  python.pyimport("slamomatic.page.inside.storage").use();
  const inside = python.pyimport("slamomatic.page.inside.main");
  opening.shows(0.9);
  await breath();
  browser.run(inside.PageTable(location.hash));
}

async function begin() {
  opening.says(sentences.opening);
  const missing = !window.WebAssembly || !window.DecompressionStream || !window.OffscreenCanvas;
  if (missing) return opening.fails(sentences.old);
  if (!(await files.hold())) return opening.fails(sentences.twice);
  try {
    await open();
  } catch (error) {
    console.error(error);
    opening.fails(sentences.failed.replace("{error}", String(error.message || error).trim().split("\n").pop()));
  }
}

begin();
