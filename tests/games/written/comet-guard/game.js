const TUNABLES = { speed: 350, bolt: 520, reload: 0.28, comet: 90, faster: 2.2, every: 1.0, lives: 3 };

const W = 640;
const H = 480;
const canvas = document.getElementById('game');
const ctx = canvas.getContext('2d');
const KEYS = ['ArrowLeft', 'ArrowRight', 'Space', 'Enter'];
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
  game = { phase: 'playing', score: 0, lives: TUNABLES.lives, time: 0, ship: { x: W / 2, y: H - 40 }, bolts: [], comets: [], next: 0.3, ready: 0 };
}

function act(code) {
  if (code === 'Space') fire();
}

function tap(at) {
  held.add(at.x < game.ship.x ? 'ArrowLeft' : 'ArrowRight');
  fire();
}

function fire() {
  if (game.ready > 0) return;
  game.ready = TUNABLES.reload;
  game.bolts.push({ x: game.ship.x, y: game.ship.y - 18 });
}

function update(dt) {
  const { ship } = game;
  game.time += dt;
  game.ready = Math.max(0, game.ready - dt);
  const axis = (held.has('ArrowRight') ? 1 : 0) - (held.has('ArrowLeft') ? 1 : 0);
  ship.x = clamp(ship.x + axis * TUNABLES.speed * dt, 18, W - 18);
  if (held.has('Space')) fire();
  game.next -= dt;
  if (game.next <= 0) {
    game.comets.push({ x: between(30, W - 30), y: -20, r: between(14, 22) });
    game.next = Math.max(0.35, TUNABLES.every - game.time * 0.012);
  }
  for (const bolt of game.bolts) bolt.y -= TUNABLES.bolt * dt;
  for (const comet of game.comets) comet.y += (TUNABLES.comet + game.time * TUNABLES.faster) * dt;
  for (const comet of game.comets) {
    const bolt = game.bolts.find((one) => Math.hypot(one.x - comet.x, one.y - comet.y) < comet.r + 5);
    if (!bolt) continue;
    game.bolts = game.bolts.filter((one) => one !== bolt);
    comet.gone = true;
    game.score += 5;
  }
  for (const comet of game.comets) {
    const strikes = Math.hypot(comet.x - ship.x, comet.y - ship.y) < comet.r + 14;
    if (comet.gone || (!strikes && comet.y < H + 10)) continue;
    comet.gone = true;
    game.lives -= 1;
  }
  game.comets = game.comets.filter((comet) => !comet.gone);
  game.bolts = game.bolts.filter((bolt) => bolt.y > -20);
  if (game.lives <= 0) end('over');
}

function scene() {
  for (const comet of game.comets) {
    ctx.fillStyle = '#ff8f6b';
    ctx.beginPath();
    ctx.arc(comet.x, comet.y, comet.r, 0, Math.PI * 2);
    ctx.fill();
  }
  ctx.fillStyle = '#fff27a';
  for (const bolt of game.bolts) ctx.fillRect(bolt.x - 2, bolt.y - 8, 4, 16);
  const { ship } = game;
  ctx.fillStyle = '#6fe3ff';
  ctx.beginPath();
  ctx.moveTo(ship.x, ship.y - 16);
  ctx.lineTo(ship.x + 16, ship.y + 14);
  ctx.lineTo(ship.x - 16, ship.y + 14);
  ctx.closePath();
  ctx.fill();
  text(`Lives ${game.lives}`, W - 12, 28, 20, '#dfe7ff', 'right');
}


function text(words, x, y, size, color, align) {
  ctx.font = `${size}px Verdana, sans-serif`;
  ctx.textAlign = align || 'center';
  ctx.fillStyle = color;
  ctx.fillText(words, x, y);
}

function draw() {
  ctx.fillStyle = '#0b0f24';
  ctx.fillRect(0, 0, W, H);
  if (game.phase !== 'menu') {
    scene();
    text(`Score ${game.score}`, 12, 28, 20, '#dfe7ff', 'left');
  }
  if (game.phase === 'playing') return;
  ctx.fillStyle = 'rgba(0, 0, 0, 0.72)';
  ctx.fillRect(60, 130, W - 120, 220);
  const titles = { menu: 'Comet Guard', over: 'Game over', won: 'You win!' };
  text(titles[game.phase], W / 2, 190, 36, '#ffffff');
  text('Arrow Left and Arrow Right steer, Space fires', W / 2, 235, 18, '#ffffff');
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
