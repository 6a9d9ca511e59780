// Pictures, letters and sounds of the page, by number: what the Python in the page draws and plays with.
// Python holds numbers only, since a call with numbers is ten times as quick as one with objects.
"use strict";

const surfaces = (() => {
  const all = new Map(); // number -> context of a canvas
  let last = 0;

  function kept(context) {
    all.set(++last, context);
    return last;
  }

  function fresh(w, h, opaque) {
    const canvas = new OffscreenCanvas(Math.max(1, w), Math.max(1, h));
    // In the processor's memory: pictures are small, and read back to find their edges.
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (opaque) {
      context.fillStyle = "#000";
      context.fillRect(0, 0, w, h);
    }
    return context;
  }

  const css = (r, g, b, a) => `rgba(${r},${g},${b},${a / 255})`;

  // What is drawn replaces what was there, clear paint too, as SDL does it.
  function paint(context, r, g, b, a, shape) {
    context.beginPath();
    shape(context);
    if (a < 255) {
      context.globalCompositeOperation = "destination-out";
      context.fillStyle = "#000";
      context.fill("evenodd");
      context.globalCompositeOperation = "lighter";
    }
    context.fillStyle = css(r, g, b, a);
    context.fill("evenodd");
    context.globalCompositeOperation = "source-over";
  }

  function rounded(context, x, y, w, h, radius) {
    const most = Math.min(radius, w / 2, h / 2);
    if (most > 0) context.roundRect(x, y, w, h, most);
    else context.rect(x, y, w, h);
  }

  const BLENDS = {
    add: (a, b) => Math.min(255, a + b),
    max: Math.max,
    min: Math.min,
  };

  // `others(i)` is the value that byte i of the surface meets.
  function blended(context, x, y, w, h, blend, alphaToo, other) {
    const image = context.getImageData(x, y, w, h);
    const bytes = image.data;
    const meets = BLENDS[blend];
    for (let i = 0; i < bytes.length; i++) {
      if (alphaToo || i % 4 !== 3) bytes[i] = meets(bytes[i], other(i));
    }
    context.putImageData(image, x, y);
  }

  // The average of all pixels below each new one: what an even share of a larger picture looks like.
  function averaged(from, w, h) {
    const canvas = from.canvas, across = canvas.width / w, down = canvas.height / h;
    const source = from.getImageData(0, 0, canvas.width, canvas.height).data;
    const image = new ImageData(w, h), bytes = image.data;
    for (let y = 0, at = 0; y < h; y++) {
      for (let x = 0; x < w; x++, at += 4) {
        let r = 0, g = 0, b = 0, a = 0;
        for (let v = 0; v < down; v++) {
          let i = ((y * down + v) * canvas.width + x * across) * 4;
          for (let u = 0; u < across; u++, i += 4) {
            const alpha = source[i + 3];
            r += source[i] * alpha;
            g += source[i + 1] * alpha;
            b += source[i + 2] * alpha;
            a += alpha;
          }
        }
        if (a) {
          bytes[at] = r / a + 0.5;
          bytes[at + 1] = g / a + 0.5;
          bytes[at + 2] = b / a + 0.5;
          bytes[at + 3] = a / (across * down) + 0.5;
        }
      }
    }
    return image;
  }

  function scaled(from, into) {
    const { width: w, height: h } = into.canvas, { width, height } = from.canvas;
    if (width > w && width % w === 0 && height % h === 0) {
      into.putImageData(averaged(from, w, h), 0, 0);
      return;
    }
    into.globalCompositeOperation = "copy";
    into.imageSmoothingEnabled = true;
    into.imageSmoothingQuality = width > 2 * w ? "high" : "low";
    into.drawImage(from.canvas, 0, 0, width, height, 0, 0, w, h);
    into.globalCompositeOperation = "source-over";
  }

  return {
    make: (w, h, opaque) => kept(fresh(w, h, opaque)),

    adopt: (canvas) => kept(canvas.getContext("2d", { alpha: false, willReadFrequently: true })),

    drop: (id) => { all.delete(id); },

    clear(id, x, y, w, h, r, g, b, a) {
      const context = all.get(id);
      context.clearRect(x, y, w, h);
      context.fillStyle = css(r, g, b, a);
      context.fillRect(x, y, w, h);
    },

    blend(id, r, g, b, a, blend, alphaToo) {
      const context = all.get(id), { width, height } = context.canvas, by = [r, g, b, a];
      blended(context, 0, 0, width, height, blend, alphaToo, (i) => by[i % 4]);
    },

    blit(id, from, x, y) {
      all.get(id).drawImage(all.get(from).canvas, x, y);
    },

    blitPart(id, from, x, y, sx, sy, w, h) {
      all.get(id).drawImage(all.get(from).canvas, sx, sy, w, h, x, y, w, h);
    },

    blitBlended(id, from, x, y, blend, alphaToo) {
      const source = all.get(from), { width, height } = source.canvas;
      const bytes = source.getImageData(0, 0, width, height).data;
      blended(all.get(id), x, y, width, height, blend, alphaToo, (i) => bytes[i]);
    },

    clip(id, x, y, w, h) {
      const context = all.get(id);
      context.save();
      context.beginPath();
      context.rect(x, y, w, h);
      context.clip();
    },

    unclip: (id) => all.get(id).restore(),

    copy(id, x, y, w, h) {
      const made = fresh(w, h, false);
      made.drawImage(all.get(id).canvas, x, y, w, h, 0, 0, w, h);
      return kept(made);
    },

    // Where there is anything to be seen: x, y, w, h.
    seen(id) {
      const context = all.get(id), { width, height } = context.canvas;
      const dots = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
      let top = 0, bottom = height, left = width, right = 0;
      const alpha = 0xff000000;
      const empty = (y) => {
        for (let i = y * width; i < (y + 1) * width; i++) if (dots[i] & alpha) return false;
        return true;
      };
      while (top < bottom && empty(top)) top++;
      while (bottom > top && empty(bottom - 1)) bottom--;
      if (top === bottom) return [0, 0, 0, 0];
      for (let y = top; y < bottom; y++) {
        const row = y * width;
        for (let x = 0; x < left; x++) if (dots[row + x] & alpha) { left = x; break; }
        for (let x = width - 1; x >= right; x--) if (dots[row + x] & alpha) { right = x + 1; break; }
      }
      return [left, top, right - left, bottom - top];
    },

    bytes(id, data, w, h) {
      all.get(id).putImageData(new ImageData(new Uint8ClampedArray(data.slice()), w, h), 0, 0);
    },

    rect(id, x, y, w, h, r, g, b, a, line, radius) {
      paint(all.get(id), r, g, b, a, (context) => {
        rounded(context, x, y, w, h, radius);
        if (line && 2 * line < Math.min(w, h)) {
          rounded(context, x + line, y + line, w - 2 * line, h - 2 * line, Math.max(0, radius - line));
        }
      });
    },

    ellipse(id, x, y, rx, ry, r, g, b, a, line) {
      paint(all.get(id), r, g, b, a, (context) => {
        context.ellipse(x, y, rx, ry, 0, 0, 2 * Math.PI);
        if (line && line < rx) {
          context.moveTo(x + rx - line, y);
          context.ellipse(x, y, rx - line, ry - line, 0, 0, 2 * Math.PI);
        }
      });
    },

    polygon(id, points, r, g, b, a) {
      paint(all.get(id), r, g, b, a, (context) => {
        for (let i = 0; i < points.length; i += 2) context.lineTo(points[i] + 0.5, points[i + 1] + 0.5);
        context.closePath();
      });
    },

    scale(id, w, h) {
      const into = fresh(w, h, false);
      scaled(all.get(id), into);
      return kept(into);
    },

    scaleInto: (id, into) => scaled(all.get(id), all.get(into)),

    // Turned against the clock, in a canvas that has room for it.
    turn(id, degrees, grown, mirrored) {
      const { canvas } = all.get(id), angle = (-degrees * Math.PI) / 180;
      const cos = Math.abs(Math.cos(angle)), sin = Math.abs(Math.sin(angle));
      const w = Math.round((canvas.width * cos + canvas.height * sin) * grown);
      const h = Math.round((canvas.width * sin + canvas.height * cos) * grown);
      const into = fresh(w, h, false);
      into.translate(w / 2, h / 2);
      into.rotate(angle);
      into.scale(mirrored ? -grown : grown, grown);
      into.drawImage(canvas, -canvas.width / 2, -canvas.height / 2);
      into.setTransform(1, 0, 0, 1, 0, 0);
      return kept(into);
    },

    width: (id) => all.get(id).canvas.width,
    height: (id) => all.get(id).canvas.height,
    context: (id) => all.get(id),
    count: () => all.size,
  };
})();

const letters = (() => {
  const ruler = new OffscreenCanvas(1, 1).getContext("2d");
  const set = (context, family, px) => { context.font = `${px}px "${family}"`; };

  return {
    async load(family, bytes) {
      const face = new FontFace(family, bytes);
      await face.load();
      document.fonts.add(face);
    },

    width(family, px, words) {
      set(ruler, family, px);
      return Math.ceil(ruler.measureText(words).width - 0.01);
    },

    write(id, family, px, words, x, y, r, g, b) {
      const context = surfaces.context(id);
      set(context, family, px);
      context.fillStyle = `rgb(${r},${g},${b})`;
      context.fillText(words, x, y);
    },
  };
})();
