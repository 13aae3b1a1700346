// Runs before every script of the game. What is captured here cannot be replaced by the game later.
'use strict';
const W = window, D = document;
const { keys: objectKeys, getOwnPropertyDescriptor: descriptorOf, defineProperty: define, getPrototypeOf: protoOf } = Object;
const apply = Reflect.apply, construct = Reflect.construct;
const isArray = Array.isArray, stringify = JSON.stringify, floor = Math.floor, min = Math.min, max = Math.max, sine = Math.sin, cosine = Math.cos;
const isFiniteNumber = Number.isFinite, NativeDate = Date, NativePromise = Promise, NativeError = Error;
const nativeNow = apply.bind(null, performance.now, performance, []);
const addListener = EventTarget.prototype.addEventListener;
const nativeDispatch = EventTarget.prototype.dispatchEvent;
const channel = new MessageChannel();

W.name = '';
let now = 0;            // simulated milliseconds since load
let frame = 0;          // frames stepped so far
let reads = 0;          // clock reads within one task, so that a busy wait on the clock ends
let context = 'load';   // what runs now: load, frame, timer, input
let gestured = false;   // whether a real input event has arrived
let frameBegan = 0;     // wall time, for the watchdog outside
const counts = { frame: 0, timer: 0, draw: 0, sound: 0, listener: 0, error: 0, storage: 0, dialog: 0 };
const incidents = [];
const note = (kind, text, more) => {
  if (incidents.length < 200) incidents.push({ kind, text: String(text).slice(0, 400), ms: now, context, ...more });
};
const method = (owner, name, value) => define(owner, name, { value, writable: true, configurable: true, enumerable: true });

// --- clock ---------------------------------------------------------------------------------------
const clock = () => {
  if (++reads > 20000) now += 1;
  return now;
};
define(performance, 'now', { value: function now() { return clock(); }, configurable: true, writable: true });
const dateNow = () => floor(world.epoch_ms + clock());
const FakeDate = new Proxy(NativeDate, {
  construct: (target, args, newTarget) => construct(target, args.length ? args : [dateNow()], newTarget),
  apply: () => new NativeDate(dateNow()).toString(),
  get: (target, key) => (key === 'now' ? dateNow : target[key]),
});
define(W, 'Date', { value: FakeDate, configurable: true, writable: true });
NativeDate.prototype.constructor = FakeDate;
define(Event.prototype, 'timeStamp', { get: () => now, configurable: true });

// --- frames and timers ---------------------------------------------------------------------------
let nextId = 1;
let frames = new Map();
const timers = new Map();
let nesting = 0;
let running = null;     // the frame callbacks that are being run
method(W, 'requestAnimationFrame', function requestAnimationFrame(callback) {
  if (typeof callback !== 'function') throw new TypeError("Failed to execute 'requestAnimationFrame' on 'Window': parameter 1 is not of type 'Function'.");
  frames.set(nextId, callback);
  return nextId++;
});
const addTimer = (callback, delay, args, repeats) => {
  if (typeof callback !== 'function') {
    if (typeof callback === 'string' && callback !== '') note('code', 'a timer was given a string: ' + callback);
    return nextId++;
  }
  delay = Number(delay);
  if (!(delay >= 1)) delay = 1;
  if (nesting >= 5 && delay < 4) delay = 4;
  timers.set(nextId, { id: nextId, due: now + delay, delay, callback, args, repeats, level: nesting + 1 });
  return nextId++;
};
method(W, 'setTimeout', function setTimeout(callback, delay, ...args) { return addTimer(callback, delay, args, false); });
method(W, 'setInterval', function setInterval(callback, delay, ...args) { return addTimer(callback, delay, args, true); });
const dropTimer = (id) => { timers.delete(Number(id)); };
method(W, 'clearTimeout', function clearTimeout(id) { dropTimer(id); });
method(W, 'clearInterval', function clearInterval(id) { dropTimer(id); });
method(W, 'requestIdleCallback', function requestIdleCallback(callback) {
  return addTimer(() => callback({ didTimeout: false, timeRemaining: () => 8 }), 1, [], false);
});
method(W, 'cancelIdleCallback', function cancelIdleCallback(id) { dropTimer(id); });

const report = (error) => {
  counts.error += 1;
  const text = error instanceof NativeError ? String(error.stack || error) : 'Uncaught ' + String(error);
  note('error', text, { name: error && error.name ? String(error.name) : '' });
};
// Two errors are told from each other by where the shim caught them, so the page's own handlers see none of these.
const run = (callback, args, kind) => {
  context = kind;
  reads = 0;
  beginTask();
  try {
    apply(callback, W, args);
  } catch (error) {
    report(error);
  }
  context = 'idle';
};
const runTimers = (until) => {
  for (let ran = 0; ran < 2000; ran++) {
    let next = null;
    for (const timer of timers.values()) {
      if (timer.due <= until && (!next || timer.due < next.due || (timer.due === next.due && timer.id < next.id))) next = timer;
    }
    if (!next) return;
    now = max(now, next.due);
    nesting = next.level;
    if (next.repeats) next.due += max(next.delay, 1);
    else timers.delete(next.id);
    counts.timer += 1;
    run(next.callback, next.args, 'timer');
    nesting = 0;
  }
};
const runFrame = (length, hidden) => {
  frameBegan = nativeNow();
  const until = now + length;
  runTimers(until);
  now = until;
  frame += 1;
  if (hidden) return;
  // A frame cancelled by an earlier callback of the same frame does not run.
  const due = running = frames;
  frames = new Map();
  for (const [id, callback] of due) {
    if (!due.has(id)) continue;
    counts.frame += 1;
    run(callback, [now], 'frame');
  }
  running = null;
};
method(W, 'cancelAnimationFrame', function cancelAnimationFrame(id) {
  frames.delete(Number(id));
  if (running) running.delete(Number(id));
});

// --- chance --------------------------------------------------------------------------------------
let seed = world.seed >>> 0;
const random = () => {
  seed = (seed + 0x6d2b79f5) >>> 0;
  let t = seed;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
method(Math, 'random', function random_() { return random(); });
if (W.crypto) {
  define(W.crypto, 'getRandomValues', { value: (array) => { for (let i = 0; i < array.length; i++) array[i] = floor(random() * 4294967296); return array; } });
  define(W.crypto, 'randomUUID', { value: () => 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => floor(random() * 16).toString(16)) });
}

// --- what a sandbox refuses, and what nobody may do ----------------------------------------------
for (const [name, answer] of [['alert', undefined], ['confirm', false], ['prompt', null], ['print', undefined]]) {
  method(W, name, function (text) { counts.dialog += 1; note('dialog', name + '(' + (text === undefined ? '' : text) + ')'); return answer; });
}
method(W, 'open', function open(url) { note('navigation', 'window.open ' + (url || '')); return null; });
const memoryStorage = () => {
  const held = new Map();
  const api = {
    getItem: (key) => (held.has(String(key)) ? held.get(String(key)) : null),
    setItem: (key, value) => { held.set(String(key), String(value)); },
    removeItem: (key) => { held.delete(String(key)); },
    clear: () => held.clear(),
    key: (index) => [...held.keys()][index] ?? null,
  };
  return new Proxy(api, {
    get: (target, key) => (key === 'length' ? held.size : key in target ? target[key] : held.get(String(key))),
    set: (target, key, value) => { held.set(String(key), String(value)); return true; },
    has: (target, key) => key in target || held.has(String(key)),
    deleteProperty: (target, key) => { held.delete(String(key)); return true; },
    ownKeys: () => [...held.keys()],
    getOwnPropertyDescriptor: (target, key) => (held.has(key) ? { value: held.get(key), enumerable: true, configurable: true } : undefined),
  });
};
const refuse = (name) => {
  counts.storage += 1;
  note('storage', name);
  if (world.storage === 'refused') throw new DOMException("Failed to read the '" + name + "' property: The document is sandboxed.", 'SecurityError');
};
for (const name of ['localStorage', 'sessionStorage']) {
  const kept = memoryStorage();
  define(W, name, { get: () => { refuse(name); return kept; }, configurable: true });
}
for (const name of ['indexedDB', 'caches', 'cookieStore']) {
  if (name in W) define(W, name, { get: () => { refuse(name); return undefined; }, configurable: true });
}
define(Document.prototype, 'cookie', { get: () => { refuse('document.cookie'); return ''; }, set: () => { refuse('document.cookie'); }, configurable: true });

for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebSocket', 'WebSocketStream', 'WebTransport', 'EventSource']) {
  if (name in W) method(W, name, function (url) { note('network', name + ' ' + (url && typeof url !== 'object' ? url : '')); throw new DOMException('refused', 'SecurityError'); });
}
for (const name of ['Worker', 'SharedWorker']) {
  if (name in W) method(W, name, function () { note('background', name); throw new DOMException('refused', 'SecurityError'); });
}
const nativeFetch = W.fetch;
method(W, 'fetch', function fetch(input, init) {
  note('network', 'fetch ' + (typeof input === 'string' ? input : (input && input.url) || input));
  return apply(nativeFetch, W, [input, init]);
});
const nativeOpen = XMLHttpRequest.prototype.open;
method(XMLHttpRequest.prototype, 'open', function (verb, url, ...rest) { note('network', 'XMLHttpRequest ' + url); return apply(nativeOpen, this, [verb, url, ...rest]); });
method(Navigator.prototype, 'sendBeacon', function sendBeacon(url) { note('network', 'sendBeacon ' + url); return false; });
const refuseCode = (name) => function (...parts) {
  note('code', name + ' ' + parts.join(', '));
  throw new EvalError('Refused to evaluate a string as JavaScript');
};
const NativeFunction = Function;
for (const sample of [function () {}, async function () {}, function* () {}, async function* () {}]) {
  const proto = protoOf(sample);
  const fake = refuseCode('Function');
  define(fake, 'prototype', { value: proto });
  define(proto, 'constructor', { value: fake, configurable: true, writable: true });
  if (proto === NativeFunction.prototype) define(W, 'Function', { value: fake, configurable: true, writable: true });
}
define(W, 'eval', { value: refuseCode('eval'), configurable: true, writable: true });
for (const name of ['compile', 'instantiate', 'compileStreaming', 'instantiateStreaming']) {
  if (W.WebAssembly && W.WebAssembly[name]) method(W.WebAssembly, name, function () { note('background', 'WebAssembly.' + name); return NativePromise.reject(new EvalError('refused')); });
}
if (W.WebAssembly) method(W.WebAssembly, 'Module', function () { note('background', 'WebAssembly.Module'); throw new EvalError('refused'); });
for (const name of ['write', 'writeln']) {
  const native = Document.prototype[name];
  method(Document.prototype, name, function (...args) { note('injection', 'document.' + name); return apply(native, this, args); });
}
const outside = (anchor) => anchor && anchor.href && !String(anchor.getAttribute('href') || '').startsWith('#');
const nativeClick = HTMLElement.prototype.click;
method(HTMLElement.prototype, 'click', function click() {
  if (this instanceof HTMLAnchorElement && outside(this)) { note('navigation', 'a link to ' + this.href + ' clicked by the script'); return; }
  apply(nativeClick, this, []);
});
method(HTMLFormElement.prototype, 'submit', function submit() { note('navigation', 'form submitted to ' + this.action); });
apply(addListener, W, ['submit', (event) => { note('form', 'form submitted to ' + (event.target && event.target.action)); }, true]);

// --- listeners, gestures, errors -----------------------------------------------------------------
const listeners = [];
const acting = new WeakSet();   // elements that listen for what a player does
const acts = /^(click|pointer|mouse|touch)/;
const nameOf = (target) => (target === W ? 'window' : target === D ? 'document' : target instanceof Element ? target.tagName.toLowerCase() + (target.id ? '#' + target.id : '') : 'other');
method(EventTarget.prototype, 'addEventListener', function addEventListener(type, listener, options) {
  counts.listener += 1;
  if (this instanceof Element && acts.test(type)) acting.add(this);
  if (listeners.length < 300) listeners.push([String(type), nameOf(this || W)]);
  keepListener(this || W, String(type), listener, options);
  return apply(addListener, this || W, [type, listener, options]);
});
const removeListener = EventTarget.prototype.removeEventListener;
const captures = (options) => Boolean(options && typeof options === 'object' ? options.capture : options);
// Listeners for a player's acts that stay attached, as the browser sees them: the same function twice is one.
let attached = [];
const keepListener = (target, type, listener, options) => {
  if (!/^(key|pointer|mouse|touch|click)/.test(type) || !listener || attached.length >= 3000) return;
  if (options && typeof options === 'object' && (options.once || options.signal)) return;
  const capture = captures(options);
  if (attached.some((known) => known.listener === listener && known.target === target && known.type === type && known.capture === capture)) return;
  attached.push({ target, type, listener, capture, text: typeof listener === 'function' ? apply(functionText, listener, []) : '' });
};
const functionText = Function.prototype.toString;
method(EventTarget.prototype, 'removeEventListener', function removeEventListener(type, listener, options) {
  const target = this || W, capture = captures(options);
  attached = attached.filter((known) => known.listener !== listener || known.target !== target || known.type !== String(type) || known.capture !== capture);
  return apply(removeListener, target, [type, listener, options]);
});
// Listeners that were attached again as a new function of the same text on the same target: all but the last go.
const dropDoubles = () => {
  let dropped = 0;
  const kept = [];
  for (let i = 0; i < attached.length; i++) {
    const one = attached[i];
    const again = one.text && attached.some((other, j) => j > i && other.target === one.target && other.type === one.type && other.text === one.text && other.capture === one.capture);
    if (again) { apply(removeListener, one.target, [one.type, one.listener, one.capture]); dropped += 1; } else kept.push(one);
  }
  attached = kept;
  return dropped;
};
for (const type of ['keydown', 'pointerdown', 'mousedown', 'touchstart']) {
  apply(addListener, W, [type, (event) => { if (event.isTrusted) gestured = true; }, true]);
}
for (const type of ['keydown', 'keyup', 'pointerdown', 'pointermove', 'pointerup', 'mousedown', 'mousemove', 'mouseup', 'click', 'touchstart', 'touchmove', 'touchend']) {
  apply(addListener, W, [type, () => { context = 'input'; reads = 0; beginTask(); }, true]);
}
// Errors of listeners and of scripts at load: counted here, described by the debugger outside.
apply(addListener, W, ['error', (event) => { if (event.target === W || event instanceof ErrorEvent) counts.error += 1; }, true]);

// --- sound ---------------------------------------------------------------------------------------
for (const name of ['AudioContext', 'webkitAudioContext']) {
  const Native = W[name];
  if (Native) method(W, name, new Proxy(Native, { construct: (target, args, newTarget) => { note('audio', 'AudioContext', { gesture: gestured }); return construct(target, args, newTarget); } }));
}
if (W.BaseAudioContext) {
  define(BaseAudioContext.prototype, 'currentTime', { get: () => now / 1000, configurable: true });
  const start = AudioScheduledSourceNode.prototype.start;
  const counted = function (...args) { counts.sound += 1; if (!gestured) note('audio', 'start', { gesture: false }); return apply(start, this, args.length ? [0] : []); };
  method(AudioScheduledSourceNode.prototype, 'start', counted);
  method(AudioBufferSourceNode.prototype, 'start', function () { counts.sound += 1; return apply(start, this, []); });
}
method(HTMLMediaElement.prototype, 'play', function play() {
  counts.sound += 1;
  if (gestured) return NativePromise.resolve();
  note('audio', 'play', { gesture: false });
  return NativePromise.reject(new DOMException("play() failed because the user didn't interact with the document first.", 'NotAllowedError'));
});

// --- visibility and focus ------------------------------------------------------------------------
let hidden = false, focused = true;
define(Document.prototype, 'hidden', { get: () => hidden, configurable: true });
define(Document.prototype, 'visibilityState', { get: () => (hidden ? 'hidden' : 'visible'), configurable: true });
method(Document.prototype, 'hasFocus', function hasFocus() { return focused; });
const tell = (target, type, bubbles) => { context = 'input'; beginTask(); apply(nativeDispatch, target, [new Event(type, { bubbles })]); context = 'idle'; };
const setFocus = (value) => { focused = value; tell(W, value ? 'focus' : 'blur', false); };
const setHidden = (value) => { hidden = value; tell(D, 'visibilitychange', true); };
// The clock goes on while no frame is shown; timers of a hidden tab run once a second at most.
const skip = (ms) => {
  for (const end = now + ms; now < end;) {
    now = min(now + 1000, end);
    const due = [...timers.values()].filter((timer) => timer.due <= now).sort((a, b) => a.due - b.due || a.id - b.id);
    for (const timer of due) {
      if (!timers.has(timer.id)) continue;
      if (timer.repeats) timer.due = now + max(timer.delay, 1);
      else timers.delete(timer.id);
      counts.timer += 1;
      nesting = timer.level;
      run(timer.callback, timer.args, 'timer');
      nesting = 0;
    }
  }
};
