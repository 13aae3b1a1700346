const TUNABLES = { width: 220, height: 26, speed: 190, faster: 9, goal: 30 };

const W = 640;
const H = 480;
const canvas = document.getElementById('game');
const ctx = canvas.getContext('2d');
const KEYS = ['Space', 'Enter'];
const held = new Set();
let game = { phase: 'menu', score: 0 };
let best = 0;
let last = 0;

function fit() {
  const scale = window.devicePixelRatio || 1;
  canvas.width = W * scale;
  canvas.height = H * scale;
  ctx.setTransform(scale, 0, 0, scale, 0, 0);
}

function between(low, high) {
  return low + Math.random() * (high - low);
}

function clamp(value, low, high) {
  return Math.max(low, Math.min(high, value));
}

function end(phase) {
  game.phase = phase;
  best = Math.max(best, game.score);
}

function press(code) {
  if (code === 'Enter' && game.phase !== 'playing') {
    start();
    return;
  }
  if (game.phase === 'playing') act(code);
}

function start() {
  held.clear();
  const base = { x: W / 2 - TUNABLES.width / 2, w: TUNABLES.width };
  game = { phase: 'playing', score: 0, tower: [base], plank: { x: 0, w: TUNABLES.width, way: 1 }, shown: 0 };
}

function act(code) {
  if (code === 'Space') drop();
}

function tap() {
  drop();
}

function drop() {
  const { plank, tower } = game;
  const top = tower[tower.length - 1];
  const left = Math.max(plank.x, top.x);
  const right = Math.min(plank.x + plank.w, top.x + top.w);
  if (right <= left) {
    end('over');
    return;
  }
  tower.push({ x: left, w: right - left });
  if (tower.length > 12) tower.shift();
  game.score += 1;
  game.plank = { x: game.score % 2 ? W - (right - left) : 0, w: right - left, way: game.score % 2 ? -1 : 1 };
  if (game.score >= TUNABLES.goal) end('won');
}

function update(dt) {
  const { plank } = game;
  plank.x += plank.way * (TUNABLES.speed + game.score * TUNABLES.faster) * dt;
  if (plank.x <= 0 || plank.x + plank.w >= W) {
    plank.x = clamp(plank.x, 0, W - plank.w);
    plank.way = plank.x <= 0 ? 1 : -1;
  }
}

function scene() {
  game.tower.forEach((part, at) => {
    ctx.fillStyle = at % 2 ? '#e0a458' : '#c97b3d';
    ctx.fillRect(part.x, H - (at + 1) * TUNABLES.height, part.w, TUNABLES.height - 2);
  });
  ctx.fillStyle = '#ffdf91';
  const y = H - (game.tower.length + 2) * TUNABLES.height;
  ctx.fillRect(game.plank.x, Math.max(40, y), game.plank.w, TUNABLES.height - 2);
}


function text(words, x, y, size, color, align) {
  ctx.font = `${size}px Verdana, sans-serif`;
  ctx.textAlign = align || 'center';
  ctx.fillStyle = color;
  ctx.fillText(words, x, y);
}

function draw() {
  ctx.fillStyle = '#203a43';
  ctx.fillRect(0, 0, W, H);
  if (game.phase !== 'menu') {
    scene();
    text(`Score ${game.score}`, 12, 28, 20, '#f7f3e3', 'left');
  }
  if (game.phase === 'playing') return;
  ctx.fillStyle = 'rgba(0, 0, 0, 0.72)';
  ctx.fillRect(60, 130, W - 120, 220);
  const titles = { menu: 'Plank Tower', over: 'Game over', won: 'You win!' };
  text(titles[game.phase], W / 2, 190, 36, '#ffffff');
  text('Space drops the swinging plank; what hangs over falls off', W / 2, 235, 18, '#ffffff');
  if (game.phase !== 'menu') text(`Score ${game.score}   Best ${best}`, W / 2, 270, 18, '#ffffff');
  text(game.phase === 'menu' ? 'Press Enter or tap to start' : 'Press Enter or tap to play again', W / 2, 310, 18, '#ffe08a');
}

function frame(now) {
  const dt = Math.min((now - last) / 1000, 0.1);
  last = now;
  if (game.phase === 'playing') update(dt);
  draw();
  requestAnimationFrame(frame);
}

function pointer(event) {
  const box = canvas.getBoundingClientRect();
  return { x: (event.clientX - box.left) * W / box.width, y: (event.clientY - box.top) * H / box.height };
}

addEventListener('keydown', (event) => {
  if (!KEYS.includes(event.code)) return;
  event.preventDefault();
  if (event.repeat) return;
  held.add(event.code);
  press(event.code);
});
addEventListener('keyup', (event) => held.delete(event.code));
addEventListener('blur', () => held.clear());
document.addEventListener('visibilitychange', () => {
  held.clear();
  last = performance.now();
});
canvas.addEventListener('pointerdown', (event) => {
  event.preventDefault();
  if (game.phase !== 'playing') start();
  else tap(pointer(event));
});
addEventListener('pointerup', () => held.clear());
addEventListener('resize', fit);
fit();
requestAnimationFrame((now) => {
  last = now;
  requestAnimationFrame(frame);
});
