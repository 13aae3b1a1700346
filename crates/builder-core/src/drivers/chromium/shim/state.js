// --- the game's own variables, as the readers in the instrumented copy give them -------------------
const readers = new Map();
const register = (site, reader) => { readers.set(site, reader); };
const skipKinds = [W.Node, W.CanvasRenderingContext2D, W.WebGLRenderingContext, W.Event, W.BaseAudioContext, W.AudioNode, W.CanvasGradient, W.CanvasPattern, W.StyleSheet, W.DOMTokenList].filter(Boolean);
const skipped = (value) => value === W || skipKinds.some((kind) => value instanceof kind);
const snapshot = (limit) => {
  const out = {};
  const seen = new Set();
  let queue = [];
  let left = limit;
  const put = (path, value) => {
    if (left <= 0) return;
    switch (typeof value) {
      case 'number': out[path] = isFiniteNumber(value) ? value : String(value); left--; break;
      case 'string': out[path] = '"' + value.slice(0, 80); left--; break;
      case 'boolean': out[path] = value; left--; break;
      case 'undefined': out[path] = null; left--; break;
      case 'object':
        if (value === null) { out[path] = null; left--; } else if (!seen.has(value)) { seen.add(value); queue.push([path, value]); }
        break;
      default:
    }
  };
  for (const [site, reader] of readers) {
    let entries;
    try { entries = reader(); } catch { continue; }
    for (const [name, read] of entries) {
      let value;
      try { value = read(); } catch { continue; }
      put(site + ':' + name, value);
    }
  }
  for (let depth = 0; depth < 6 && queue.length && left > 0; depth++) {
    const level = queue;
    queue = [];
    for (const [path, value] of level) {
      if (left <= 0) break;
      try {
        if (skipped(value)) { if (value instanceof Element) { out[path + '#'] = nameOf(value); } continue; }
        if (isArray(value)) {
          out[path + '.length'] = value.length;
          left--;
          for (let i = 0; i < value.length && i < 40; i++) put(path + '[' + i + ']', value[i]);
        } else if (ArrayBuffer.isView(value)) {
          out[path + '.length'] = value.length;
          let sum = 0;
          for (let i = 0; i < value.length; i++) sum = (Math.imul(sum, 31) + (value[i] * 16 | 0)) | 0;
          out[path + '.sum'] = sum;
          left -= 2;
        } else if (value instanceof Map || value instanceof Set) {
          out[path + '.size'] = value.size;
          left--;
          let i = 0;
          for (const entry of value) { if (i++ >= 20) break; if (value instanceof Map) { if (typeof entry[0] !== 'object') put(path + '.' + String(entry[0]), entry[1]); else put(path + '[' + i + ']', entry[1]); } else put(path + '[' + i + ']', entry); }
        } else if (typeof value.then === 'function') {
          continue;
        } else {
          for (const key of objectKeys(value)) {
            const descriptor = descriptorOf(value, key);
            if (descriptor && 'value' in descriptor) put(path + '.' + key, descriptor.value);
          }
        }
      } catch { /* an object that refuses to be read stays unread */ }
    }
  }
  return out;
};

// --- the handle the judge holds ------------------------------------------------------------------
let pageText = '', page = 0;
const trace = () => {
  const root = D.documentElement;
  const text = root ? root.outerHTML.slice(0, 60000) : '';
  if (text !== pageText) { pageText = text; page = hashOf(text); }
  return (hash ^ Math.imul(page, 31) ^ Math.imul(counts.sound, 0x85ebca6b) ^ Math.imul(counts.dialog + 7, 0xc2b2ae35)) >>> 0;
};
let drained = 0;
const drain = () => { const fresh = incidents.slice(drained); drained = incidents.length; return fresh; };
const moment = (full) => {
  const out = { ms: floor(now * 1000) / 1000, frame, picture: hash >>> 0, trace: trace(), frames_booked: frames.size, timers_booked: timers.size, counts: { ...counts }, incidents: drain(), scroll: floor(W.scrollY) };
  if (full) {
    if (full !== 2) out.state = snapshot(2500);
    out.canvases = canvasFacts();
    out.page = look();
    out.title = D.title;
    out.ready = D.readyState;
    out.extent = [D.documentElement ? D.documentElement.scrollWidth : 0, D.documentElement ? D.documentElement.scrollHeight : 0, W.innerWidth, W.innerHeight];
  }
  return out;
};
const settle = world.drain
  ? () => new NativePromise((done) => { channel.port1.onmessage = () => done(); channel.port2.postMessage(0); })
  : () => NativePromise.resolve();
// Texts are cut to length: half of a character is no text, and would not be read outside.
const nativeReplace = String.prototype.replace;
const say = (value) => apply(nativeReplace, stringify(value), [/\\ud[89a-f][0-9a-f]{2}/g, '\\ufffd']);
const handle = {
  reg: register,
  // Runs `count` frames at `hz`; notes the trace every `every` frames.
  async step(count, hz, every, full, watch) {
    const length = 1000 / hz;
    const traces = [], watched = [];
    for (let i = 0; i < count; i++) {
      detailed = full && i >= count - 30;
      runFrame(length, hidden);
      await settle();
      if (every && (i + 1) % every === 0) {
        traces.push(trace());
        if (watch) watched.push(snapshot(watch));
      }
    }
    const out = moment(full);
    detailed = false;
    frameBegan = 0;
    out.traces = traces;
    out.watched = watched;
    return say(out);
  },
  look(full) { return say(moment(full)); },
  // How long the frame that runs now has been running, in wall milliseconds.
  stuck() { return frameBegan ? nativeNow() - frameBegan : 0; },
  listeners() { return say(listeners); },
  colours() { return stringify([...D.querySelectorAll('canvas')].map(coloursOn)); },
  focus: setFocus,
  hide: setHidden,
  skip,
  unfocus() { const on = D.activeElement; if (on && on !== D.body && on.blur) on.blur(); },
  dropDoubles,
  point(selector) { const element = D.querySelector(selector); return element ? stringify(boxOf(element)) : 'null'; },
};
return Object.freeze(handle);
