const TUNABLES = { speed: 330, dropSpeed: 170, dropEvery: 0.55, sparkSpeed: 120, sparkEvery: 0.9, faster: 6 };

const W = 640;
const H = 480;
const canvas = document.getElementById('game');
const ctx = canvas.getContext('2d');
const KEYS = ['ArrowLeft', 'ArrowRight', 'Enter'];
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
  game = { phase: 'playing', score: 0, time: 0, moth: { x: W / 2, y: H - 50, r: 16 }, drops: [], sparks: [], nextDrop: 0.4, nextSpark: 0.2 };
}

function act() {}

function tap(at) {
  held.add(at.x < game.moth.x ? 'ArrowLeft' : 'ArrowRight');
}

function touches(one, two) {
  return Math.hypot(one.x - two.x, one.y - two.y) < one.r + two.r;
}

function update(dt) {
  const { moth } = game;
  game.time += dt;
  const axis = (held.has('ArrowRight') ? 1 : 0) - (held.has('ArrowLeft') ? 1 : 0);
  moth.x = clamp(moth.x + axis * TUNABLES.speed * dt, moth.r, W - moth.r);
  game.nextDrop -= dt;
  if (game.nextDrop <= 0) {
    game.drops.push({ x: between(20, W - 20), y: -20, r: 12 });
    game.nextDrop = Math.max(0.22, TUNABLES.dropEvery - game.score * 0.015);
  }
  game.nextSpark -= dt;
  if (game.nextSpark <= 0) {
    game.sparks.push({ x: between(40, W - 40), y: -20, r: 14 });
    game.nextSpark = TUNABLES.sparkEvery;
  }
  for (const drop of game.drops) drop.y += (TUNABLES.dropSpeed + game.time * TUNABLES.faster) * dt;
  for (const spark of game.sparks) spark.y += TUNABLES.sparkSpeed * dt;
  game.sparks = game.sparks.filter((spark) => {
    if (touches(spark, moth)) {
      game.score += 1;
      return false;
    }
    return spark.y < H + 30;
  });
  game.drops = game.drops.filter((drop) => drop.y < H + 30);
  if (game.drops.some((drop) => touches(drop, moth))) end('over');
}

function scene() {
  for (const drop of game.drops) {
    ctx.fillStyle = '#58a6ff';
    ctx.beginPath();
    ctx.arc(drop.x, drop.y, drop.r, 0, Math.PI * 2);
    ctx.fill();
  }
  for (const spark of game.sparks) {
    ctx.fillStyle = '#ffd24a';
    ctx.fillRect(spark.x - 9, spark.y - 9, 18, 18);
  }
  const { moth } = game;
  ctx.fillStyle = '#f2e6c8';
  ctx.beginPath();
  ctx.ellipse(moth.x - 9, moth.y, 12, 16, -0.5, 0, Math.PI * 2);
  ctx.ellipse(moth.x + 9, moth.y, 12, 16, 0.5, 0, Math.PI * 2);
  ctx.fill();
}


function text(words, x, y, size, color, align) {
  ctx.font = `${size}px Verdana, sans-serif`;
  ctx.textAlign = align || 'center';
  ctx.fillStyle = color;
  ctx.fillText(words, x, y);
}

function draw() {
  ctx.fillStyle = '#101830';
  ctx.fillRect(0, 0, W, H);
  if (game.phase !== 'menu') {
    scene();
    text(`Score ${game.score}`, 12, 28, 20, '#f4f0d8', 'left');
  }
  if (game.phase === 'playing') return;
  ctx.fillStyle = 'rgba(0, 0, 0, 0.72)';
  ctx.fillRect(60, 130, W - 120, 220);
  const titles = { menu: 'Lantern Moth', over: 'Game over', won: 'You win!' };
  text(titles[game.phase], W / 2, 190, 36, '#ffffff');
  text('Arrow Left and Arrow Right steer; catch sparks, mind the rain', W / 2, 235, 18, '#ffffff');
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
