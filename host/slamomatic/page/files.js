// What outlives the page: its files, in the browser's storage, by their path.
"use strict";

const files = (() => {
  const OURS = "slam-o-matic ";
  let held = null;

  return {
    // Only one page may write: two tabs would write into one game.
    hold() {
      if (!navigator.locks) return true;
      return new Promise((answer) => {
        navigator.locks.request("slam-o-matic", { ifAvailable: true }, (lock) => {
          answer(Boolean(lock));
          return lock ? new Promise((end) => { held = end; }) : null;
        });
      });
    },
    names() {
      const names = [];
      for (let i = 0; i < localStorage.length; i++) {
        if (localStorage.key(i).startsWith(OURS)) names.push(localStorage.key(i).slice(OURS.length));
      }
      return names;
    },
    has: (name) => localStorage.getItem(OURS + name) !== null,
    get: (name) => localStorage.getItem(OURS + name),
    set: (name, text) => localStorage.setItem(OURS + name, text),
    drop: (name) => localStorage.removeItem(OURS + name),
    // Give a file to the player, as a download.
    give(name, bytes) {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([bytes.slice()], { type: "application/octet-stream" }));
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    },
  };
})();
