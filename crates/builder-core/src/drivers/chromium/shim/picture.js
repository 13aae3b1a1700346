// --- what is drawn -------------------------------------------------------------------------------
let hash = 0;           // rolling hash of everything drawn so far
let task = 0;
let detailed = false;   // whether shapes are kept with their boxes
const beginTask = () => { task += 1; };
const floats = new Float64Array(1), bits = new Uint32Array(floats.buffer);
const mixWord = (word) => { hash = Math.imul(hash ^ word, 0x01000193) + 0x9e3779b9 | 0; };
const mix = (value) => {
  if (typeof value === 'number') { floats[0] = value; mixWord(bits[0] ^ bits[1]); }
  else if (typeof value === 'string') mixWord(hashText(value));
  else if (value !== undefined && value !== null && typeof value !== 'object') mixWord(value ? 1 : 2);
};
const hashOf = (text) => {
  let found = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) found = Math.imul(found ^ text.charCodeAt(i), 0x01000193);
  return found;
};
const textHashes = new Map();
const hashText = (text) => {
  let known = textHashes.get(text);
  if (known === undefined) {
    known = hashOf(text);
    if (textHashes.size < 5000) textHashes.set(text, known);
  }
  return known;
};
const pictures = new Map();   // canvas -> what was drawn on it
const pictureOf = (context2d) => {
  const canvas = context2d.canvas;
  let picture = pictures.get(canvas);
  if (!picture) pictures.set(canvas, (picture = { draws: 0, texts: [], shapes: [], nan: 0 }));
  return picture;
};
const C2D = CanvasRenderingContext2D.prototype;
const nativeImageData = C2D.getImageData, nativeDrawImage = C2D.drawImage, nativeMeasure = C2D.measureText;

// A pen is what a context would say of itself. Reading it from the browser would cost more than drawing, and where
// nothing is painted the browser is not asked at all.
const painted = world.paint;
const scratch = D.createElement('canvas').getContext('2d');
const styleGet = { fillStyle: descriptorOf(C2D, 'fillStyle').get, font: descriptorOf(C2D, 'font').get };
const styleSet = { fillStyle: descriptorOf(C2D, 'fillStyle').set, font: descriptorOf(C2D, 'font').set };
const normals = { fillStyle: new Map(), font: new Map() };
// How the browser writes a colour or font, or null if it is none: an invalid one leaves two different ones as they are.
const normal = (property, raw) => {
  const known = normals[property];
  let found = known.get(raw);
  if (found === undefined) {
    const [one, other] = property === 'font' ? ['10px serif', '11px serif'] : ['#010203', '#040506'];
    const [first, second] = [one, other].map((before) => {
      apply(styleSet[property], scratch, [before]);
      apply(styleSet[property], scratch, [raw]);
      return apply(styleGet[property], scratch, []);
    });
    found = first === second ? first : null;
    if (known.size < 5000) known.set(raw, found);
  }
  return found;
};
const freshPen = () => ({ values: { fillStyle: '#000000', strokeStyle: '#000000', font: '10px sans-serif', textAlign: 'start', globalAlpha: 1 }, a: 1, b: 0, c: 0, d: 1, e: 0, f: 0, stack: [] });
const pens = new WeakMap();
const penOf = (context2d) => {
  let pen = pens.get(context2d);
  if (!pen) pens.set(context2d, (pen = freshPen()));
  return pen;
};
const setPen = (pen, name, value) => {
  if (name === 'fillStyle' || name === 'strokeStyle') {
    if (typeof value === 'string') value = normal('fillStyle', value);
    if (value !== null && value !== undefined) pen.values[name] = value;
  } else if (name === 'font') {
    value = normal('font', String(value));
    if (value !== null) pen.values.font = value;
  } else if (name === 'globalAlpha') {
    if (value >= 0 && value <= 1) pen.values[name] = +value;
  } else if (value === value) pen.values[name] = value;
};
const turnPen = (pen, a, b, c, d, e, f) => {
  if (!isFiniteNumber(a + b + c + d + e + f)) return;
  [pen.a, pen.b, pen.c, pen.d, pen.e, pen.f] = [
    pen.a * a + pen.c * b, pen.b * a + pen.d * b, pen.a * c + pen.c * d, pen.b * c + pen.d * d,
    pen.a * e + pen.c * f + pen.e, pen.b * e + pen.d * f + pen.f,
  ];
};
const penMoves = {
  save(pen) { if (pen.stack.length < 500) pen.stack.push({ ...pen, values: { ...pen.values }, stack: null }); },
  restore(pen) { const kept = pen.stack.pop(); if (kept) { const { stack } = pen; Object.assign(pen, kept); pen.stack = stack; } },
  translate(pen, x, y) { turnPen(pen, 1, 0, 0, 1, +x, +y); },
  scale(pen, x, y) { turnPen(pen, +x, 0, 0, +y, 0, 0); },
  rotate(pen, angle) { turnPen(pen, cosine(angle), sine(angle), -sine(angle), cosine(angle), 0, 0); },
  transform(pen, a, b, c, d, e, f) { turnPen(pen, +a, +b, +c, +d, +e, +f); },
  setTransform(pen, a, b, c, d, e, f) {
    if (a === undefined) a = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
    const all = typeof a === 'object' && a ? [a.a ?? a.m11 ?? 1, a.b ?? a.m12 ?? 0, a.c ?? a.m21 ?? 0, a.d ?? a.m22 ?? 1, a.e ?? a.m41 ?? 0, a.f ?? a.m42 ?? 0] : [+a, +b, +c, +d, +e, +f];
    if (all.every(isFiniteNumber)) [pen.a, pen.b, pen.c, pen.d, pen.e, pen.f] = all;
  },
  resetTransform(pen) { pen.a = pen.d = 1; pen.b = pen.c = pen.e = pen.f = 0; },
  reset(pen) { Object.assign(pen, freshPen()); },
};
for (const side of ['width', 'height']) {
  const { get, set } = descriptorOf(HTMLCanvasElement.prototype, side);
  // Giving a canvas a size resets its contexts.
  define(HTMLCanvasElement.prototype, side, { get, set(value) { const mine = contextsOf.get(this); if (mine) penMoves.reset(penOf(mine)); apply(set, this, [value]); }, configurable: true, enumerable: true });
}
const contextsOf = new WeakMap();
const widths = new Map();
const widthOf = (context2d, font, text) => {
  const key = font + '|' + text;
  let width = widths.get(key);
  if (width === undefined) {
    apply(styleSet.font, scratch, [font]);
    width = apply(nativeMeasure, scratch, [text]).width;
    if (widths.size < 5000) widths.set(key, width);
  }
  return width;
};
const styleText = (style) => (typeof style === 'string' ? style : '');
const tenth = (value) => floor(value * 10) / 10;
const place = (context2d, x, y, w, h) => {
  const t = penOf(context2d);
  const x1 = t.a * x, x2 = t.a * (x + w), x3 = t.c * y, x4 = t.c * (y + h);
  const y1 = t.b * x, y2 = t.b * (x + w), y3 = t.d * y, y4 = t.d * (y + h);
  const left = min(x1, x2) + min(x3, x4) + t.e, right = max(x1, x2) + max(x3, x4) + t.e;
  const top = min(y1, y2) + min(y3, y4) + t.f, bottom = max(y1, y2) + max(y3, y4) + t.f;
  return [tenth(left), tenth(top), tenth(right - left), tenth(bottom - top)];
};
const covers = (context2d, x, y, w, h) => {
  const [left, top, width, height] = place(context2d, x, y, w, h);
  const canvas = context2d.canvas;
  return left <= 1 && top <= 1 && left + width >= canvas.width - 1 && top + height >= canvas.height - 1;
};
const shape = (context2d, picture, kind, x, y, w, h, style) => {
  if (!detailed || picture.shapes.length >= 1500) return;
  const box = place(context2d, x, y, w, h);
  // What is kept is the last frame that drew: not every frame does.
  if (picture.shapesOf !== frame) { picture.shapes.length = 0; picture.shapesOf = frame; }
  if (box.every(isFiniteNumber)) picture.shapes.push({ kind, box, style: styleText(style), alpha: penOf(context2d).values.globalAlpha });
};
// By what it shows, so that one picture is told from another, and from play to play the same.
const imageStyle = (image) => {
  const source = pictures.get(image);
  if (source) return source.texts.length > 3 ? 'image' : `image ${source.texts.map((one) => one.text).join('')}${source.tint || ''}`;
  // The address of a blob is another one in each play.
  const named = typeof image.src === 'string' && !image.src.startsWith('blob:');
  return named ? `image ${image.src.split('/').pop().slice(-40)}` : 'image';
};
const drawn = (context2d, name, args) => {
  const picture = pictureOf(context2d), { values } = penOf(context2d);
  picture.draws += 1;
  counts.draw += 1;
  if (name === 'clearRect' || name === 'fillRect') {
    const [x, y, w, h] = args;
    if (picture.texts.length + picture.shapes.length > 0 && w * h > 400 && covers(context2d, x, y, w, h) && values.globalAlpha > 0.9) {
      const style = name === 'clearRect' ? '' : styleText(values.fillStyle);
      if (name === 'clearRect' || !style.startsWith('rgba')) { picture.texts.length = 0; picture.shapes.length = 0; }
    }
    if (name === 'fillRect') {
      picture.tint ??= styleText(values.fillStyle);
      shape(context2d, picture, 'rect', x, y, w, h, values.fillStyle);
    }
  } else if (name === 'fillText' || name === 'strokeText') {
    const [text, x, y] = args;
    const said = String(text);
    const { font, textAlign: align } = values;
    const size = parseFloat((/(\d+(?:\.\d+)?)px/.exec(font) || [0, 10])[1]);
    const width = widthOf(context2d, font, said);
    const left = align === 'center' ? x - width / 2 : align === 'right' || align === 'end' ? x - width : x;
    const box = place(context2d, left, y - size, width, size);
    if (!box.every(isFiniteNumber)) { picture.nan += 1; return; }
    if (picture.texts.length > 300) picture.texts.length = 0;
    picture.texts.push({ text: said, box, size: floor(box[3] * 10) / 10, color: styleText(name === 'fillText' ? values.fillStyle : values.strokeStyle), alpha: values.globalAlpha });
  } else if (name === 'drawImage') {
    const [image] = args;
    const n = args.length;
    const style = detailed ? imageStyle(image) : 'image';
    if (n === 3) shape(context2d, picture, 'image', args[1], args[2], image.width || 0, image.height || 0, style);
    else if (n === 5) shape(context2d, picture, 'image', args[1], args[2], args[3], args[4], style);
    else shape(context2d, picture, 'image', args[5], args[6], args[7], args[8], style);
    // A picture of another canvas carries that canvas's texts along, roughly where they were.
    const source = pictures.get(image);
    if (detailed && source && source.shapes.length && picture !== source) {
      const [sx, sy, sw, sh, dx, dy, dw, dh] = n === 3 ? [0, 0, image.width, image.height, args[1], args[2], image.width, image.height] : n === 5 ? [0, 0, image.width, image.height, ...args.slice(1)] : args.slice(1);
      if (picture.shapesOf !== frame) { picture.shapes.length = 0; picture.shapesOf = frame; }
      const kx = dw / sw, ky = dh / sh;
      for (const one of source.shapes.slice(0, 300)) {
        const box = place(context2d, dx + (one.box[0] - sx) * kx, dy + (one.box[1] - sy) * ky, one.box[2] * kx, one.box[3] * ky);
        if (box.every(isFiniteNumber) && picture.shapes.length < 1500) picture.shapes.push({ ...one, box });
      }
    }
    if (source && source.texts.length && picture.texts.length + source.texts.length <= 300) picture.texts.push(...source.texts);
  } else if (name === 'strokeRect') {
    shape(context2d, picture, 'rect', args[0], args[1], args[2], args[3], values.strokeStyle);
  } else if (name === 'fill' || name === 'stroke') {
    const path = paths.get(context2d);
    if (name === 'fill') picture.tint ??= styleText(values.fillStyle);
    if (detailed && path && path[0] <= path[2]) shape(context2d, picture, 'path', path[0], path[1], path[2] - path[0], path[3] - path[1], name === 'fill' ? values.fillStyle : values.strokeStyle);
  }
  for (let i = 0; i < args.length; i++) if (args[i] !== args[i]) { picture.nan += 1; break; }
};
const paths = new WeakMap();
const reach = (context2d, x, y, r) => {
  const path = paths.get(context2d);
  if (!path) { paths.set(context2d, [x - r, y - r, x + r, y + r]); return; }
  path[0] = min(path[0], x - r); path[1] = min(path[1], y - r); path[2] = max(path[2], x + r); path[3] = max(path[3], y + r);
};
const draws = new Set(['fillRect', 'clearRect', 'strokeRect', 'fillText', 'strokeText', 'drawImage', 'putImageData', 'fill', 'stroke']);
const silent = new Set(['getImageData', 'createImageData', 'measureText', 'getTransform', 'isPointInPath', 'isPointInStroke', 'getContextAttributes', 'getLineDash', 'createLinearGradient', 'createRadialGradient', 'createConicGradient', 'createPattern', 'isContextLost']);
const quiet = new Set(['save', 'restore']);   // what changes nothing to see
const wrapContext = (proto) => {
  for (const name of Object.getOwnPropertyNames(proto)) {
    const descriptor = descriptorOf(proto, name);
    if (!descriptor || name === 'constructor') continue;
    if (typeof descriptor.value === 'function' && !silent.has(name)) {
      const native = descriptor.value, code = hashText(name), isDraw = draws.has(name), move = penMoves[name], seen = !quiet.has(name);
      const wrapped = { [name](...args) {
        if (seen) {
          mixWord(code);
          for (let i = 0; i < args.length; i++) mix(args[i]);
        }
        if (move) move(penOf(this), ...args);
        else if (isDraw) drawn(this, name, args);
        else if (detailed) {
          if (name === 'beginPath') paths.delete(this);
          else if (name === 'moveTo' || name === 'lineTo') reach(this, args[0], args[1], 0);
          else if (name === 'arc') reach(this, args[0], args[1], args[2]);
          else if (name === 'ellipse') reach(this, args[0], args[1], max(args[2], args[3]));
          else if (name === 'rect' || name === 'roundRect') { reach(this, args[0], args[1], 0); reach(this, args[0] + args[2], args[1] + args[3], 0); }
          else if (name === 'quadraticCurveTo') reach(this, args[2], args[3], 0);
          else if (name === 'bezierCurveTo') reach(this, args[4], args[5], 0);
        }
        if (!painted) return undefined;
        return apply(native, this, args);
      } }[name];
      define(proto, name, { ...descriptor, value: wrapped });
    } else if (descriptor.set) {
      const { get, set } = descriptor, code = hashText(name);
      define(proto, name, {
        ...descriptor,
        get() { return !painted && pens.has(this) && name in penOf(this).values ? penOf(this).values[name] : apply(get, this, []); },
        set(value) { mixWord(code); mix(value); setPen(penOf(this), name, value); if (painted) apply(set, this, [value]); },
      });
    }
  }
};
wrapContext(C2D);
if (!painted) {
  method(C2D, 'getTransform', function getTransform() { const { a, b, c, d, e, f } = penOf(this); return new DOMMatrix([a, b, c, d, e, f]); });
  method(C2D, 'measureText', function measureText(text) { apply(styleSet.font, scratch, [penOf(this).values.font]); return apply(nativeMeasure, scratch, [text]); });
}
const nativeGetContext = HTMLCanvasElement.prototype.getContext;
const otherContexts = new WeakMap();
method(HTMLCanvasElement.prototype, 'getContext', function getContext(kind, ...rest) {
  const got = apply(nativeGetContext, this, [kind, ...rest]);
  if (got && kind !== '2d') otherContexts.set(this, String(kind));
  else if (got) contextsOf.set(this, got);
  return got;
});
for (const name of ['WebGLRenderingContext', 'WebGL2RenderingContext']) {
  const proto = W[name] && W[name].prototype;
  for (const call of proto ? ['drawArrays', 'drawElements', 'clear', 'drawArraysInstanced', 'drawElementsInstanced'] : []) {
    const native = proto[call];
    if (native) method(proto, call, function (...args) { counts.draw += 1; mixWord(hashText(call)); for (const arg of args) mix(arg); pictureOf(this).draws += 1; return apply(native, this, args); });
  }
}

// --- what the page shows -------------------------------------------------------------------------
const rectOf = Element.prototype.getBoundingClientRect;
const boxOf = (element) => { const r = apply(rectOf, element, []); return [r.x, r.y, r.width, r.height].map((value) => floor(value * 10) / 10); };
const styleOf = W.getComputedStyle.bind(W);
const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
const colors = (element) => {
  const style = styleOf(element);
  let behind = '', at = element, image = false;
  for (; at && at.nodeType === 1; at = at.parentElement) {
    const own = styleOf(at);
    if (own.backgroundImage !== 'none') { image = true; break; }
    if (own.opacity !== '1') image = true;
    if (own.backgroundColor && !/^rgba\(.*, 0\)$/.test(own.backgroundColor)) { behind = own.backgroundColor; break; }
  }
  return { color: style.color, behind: image ? '' : behind || 'rgb(255, 255, 255)', size: parseFloat(style.fontSize) || 0 };
};
const look = () => {
  const found = [];
  const body = D.body;
  if (!body) return found;
  for (const element of body.querySelectorAll('*')) {
    if (found.length >= 250) break;
    const tag = element.tagName.toLowerCase();
    if (tag === 'script' || tag === 'style' || tag === 'noscript' || tag === 'option') continue;
    let own = '';
    for (const child of element.childNodes) if (child.nodeType === 3) own += child.data;
    own = own.replace(/\s+/g, ' ').trim();
    const acts = tag === 'button' || tag === 'a' || tag === 'input' || tag === 'select' || element.getAttribute('role') === 'button' || element.onclick !== null || element.onpointerdown !== null || (acting.has(element) && tag !== 'canvas' && tag !== 'body' && element.children.length < 4);
    if (!own && !acts && tag !== 'canvas' && !element.id) continue;
    if (!shown(element)) continue;
    const box = boxOf(element);
    if (box[2] <= 0 || box[3] <= 0) continue;
    const entry = { tag, id: element.id || '', text: own.slice(0, 300), box, acts };
    if (acts) { entry.disabled = Boolean(element.disabled); if (!own) entry.text = (element.textContent || element.value || element.getAttribute('aria-label') || '').replace(/\s+/g, ' ').trim().slice(0, 200); }
    if (acts || tag === 'canvas') { const on = D.elementFromPoint(box[0] + box[2] / 2, box[1] + box[3] / 2); entry.covered = Boolean(on && on !== element && !element.contains(on) && !on.contains(element)); if (entry.covered) entry.cover = nameOf(on); }
    if (own) Object.assign(entry, colors(element));
    found.push(entry);
  }
  return found;
};
const canvasFacts = () => {
  const list = [];
  for (const canvas of D.querySelectorAll('canvas')) {
    const picture = pictures.get(canvas);
    list.push({ id: canvas.id || '', width: canvas.width, height: canvas.height, box: boxOf(canvas), shown: shown(canvas), draws: picture ? picture.draws : 0, nan: picture ? picture.nan : 0, kind: otherContexts.get(canvas) || '2d', pixelated: /pixelated|crisp/.test(styleOf(canvas).imageRendering), texts: picture ? picture.texts.slice(0, 120) : [], shapes: picture ? picture.shapes.slice(0, 600) : [] });
  }
  return list;
};
// How many different colours a canvas has, of 24 by 24 samples; 0 when it cannot be read.
const coloursOn = (canvas) => {
  try {
    const small = D.createElement('canvas');
    small.width = small.height = 24;
    const pen = apply(nativeGetContext, small, ['2d']);
    apply(nativeDrawImage, pen, [canvas, 0, 0, 24, 24]);
    const data = apply(nativeImageData, pen, [0, 0, 24, 24]).data;
    const seen = new Set();
    for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 0) seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
    return seen.size;
  } catch { return 0; }
};
