const TUNABLES = { speed: 230, gull: 120, gulls: 2, seconds: 40, shells: 12 };

const W = 640;
const H = 480;
const canvas = document.getElementById('game');
const ctx = canvas.getContext('2d');
const KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Enter'];
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
  const gulls = [];
  for (let at = 0; at < TUNABLES.gulls; at += 1) {
    gulls.push({ x: at ? W - 60 : 60, y: 80, r: 16, vx: at ? -TUNABLES.gull : TUNABLES.gull, vy: TUNABLES.gull * 0.7 });
  }
  game = { phase: 'playing', score: 0, left: TUNABLES.seconds, crab: { x: W / 2, y: H - 60, r: 16 }, gulls, shell: { x: 160, y: 200, r: 12 }, goal: null };
}

function act() {
  game.goal = null;
}

function tap(at) {
  game.goal = at;
}

function touches(one, two) {
  return Math.hypot(one.x - two.x, one.y - two.y) < one.r + two.r;
}

function walk(dt) {
  const { crab, goal } = game;
  let dx = (held.has('ArrowRight') ? 1 : 0) - (held.has('ArrowLeft') ? 1 : 0);
  let dy = (held.has('ArrowDown') ? 1 : 0) - (held.has('ArrowUp') ? 1 : 0);
  if (goal) {
    dx = goal.x - crab.x;
    dy = goal.y - crab.y;
    if (Math.hypot(dx, dy) < 4) game.goal = null;
  }
  const far = Math.hypot(dx, dy);
  if (far === 0) return;
  crab.x = clamp(crab.x + dx / far * TUNABLES.speed * dt, crab.r, W - crab.r);
  crab.y = clamp(crab.y + dy / far * TUNABLES.speed * dt, 40 + crab.r, H - crab.r);
}

function update(dt) {
  walk(dt);
  game.left -= dt;
  for (const gull of game.gulls) {
    gull.x += gull.vx * dt;
    gull.y += gull.vy * dt;
    if (gull.x < gull.r) gull.vx = Math.abs(gull.vx);
    if (gull.x > W - gull.r) gull.vx = -Math.abs(gull.vx);
    if (gull.y < 40 + gull.r) gull.vy = Math.abs(gull.vy);
    if (gull.y > H - gull.r) gull.vy = -Math.abs(gull.vy);
  }
  if (touches(game.shell, game.crab)) {
    game.score += 1;
    game.shell = { x: between(30, W - 30), y: between(70, H - 30), r: 12 };
    if (game.score >= TUNABLES.shells) end('won');
  }
  if (game.left <= 0 || game.gulls.some((gull) => touches(gull, game.crab))) {
    if (game.phase === 'playing') end('over');
  }
}

function scene() {
  ctx.fillStyle = '#ffd7e8';
  ctx.fillRect(game.shell.x - 9, game.shell.y - 9, 18, 18);
  ctx.fillStyle = '#f4f4f4';
  for (const gull of game.gulls) {
    ctx.beginPath();
    ctx.arc(gull.x, gull.y, gull.r, 0, Math.PI * 2);
    ctx.fill();
  }
  ctx.fillStyle = '#ff6f4e';
  ctx.beginPath();
  ctx.arc(game.crab.x, game.crab.y, game.crab.r, 0, Math.PI * 2);
  ctx.fill();
  text(`Tide ${Math.max(0, Math.ceil(game.left))} s`, W - 12, 28, 20, '#e8fbff', 'right');
}


function text(words, x, y, size, color, align) {
  ctx.font = `${size}px Verdana, sans-serif`;
  ctx.textAlign = align || 'center';
  ctx.fillStyle = color;
  ctx.fillText(words, x, y);
}

function draw() {
  ctx.fillStyle = '#0e3b43';
  ctx.fillRect(0, 0, W, H);
  if (game.phase !== 'menu') {
    scene();
    text(`Score ${game.score}`, 12, 28, 20, '#e8fbff', 'left');
  }
  if (game.phase === 'playing') return;
  ctx.fillStyle = 'rgba(0, 0, 0, 0.72)';
  ctx.fillRect(60, 130, W - 120, 220);
  const titles = { menu: 'Tide Pools', over: 'Game over', won: 'You win!' };
  text(titles[game.phase], W / 2, 190, 36, '#ffffff');
  text('Arrow keys walk; gather twelve shells before the tide is in', W / 2, 235, 18, '#ffffff');
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
