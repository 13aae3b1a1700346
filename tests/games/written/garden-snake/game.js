const TUNABLES = { cell: 20, step: 0.13, quicker: 0.002, quickest: 0.06, length: 4 };

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

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const COLUMNS = W / TUNABLES.cell;
const ROWS = H / TUNABLES.cell;

function start() {
  held.clear();
  const snake = [];
  for (let at = 0; at < TUNABLES.length; at += 1) snake.push({ x: 10 - at, y: 12 });
  game = { phase: 'playing', score: 0, snake, way: [1, 0], turns: [], wait: 0, berry: { x: 20, y: 12 } };
}

function act(code) {
  const way = WAYS[code];
  if (!way) return;
  const now = game.turns.length ? game.turns[game.turns.length - 1] : game.way;
  if (way[0] === -now[0] && way[1] === -now[1]) return;
  if (game.turns.length < 2) game.turns.push(way);
}

function tap(at) {
  const head = game.snake[0];
  const dx = at.x - (head.x + 0.5) * TUNABLES.cell;
  const dy = at.y - (head.y + 0.5) * TUNABLES.cell;
  if (Math.abs(dx) > Math.abs(dy)) act(dx < 0 ? 'ArrowLeft' : 'ArrowRight');
  else act(dy < 0 ? 'ArrowUp' : 'ArrowDown');
}

function taken(x, y) {
  return game.snake.some((part) => part.x === x && part.y === y);
}

function plant() {
  let berry;
  do {
    berry = { x: Math.floor(between(0, COLUMNS)), y: Math.floor(between(2, ROWS)) };
  } while (taken(berry.x, berry.y));
  game.berry = berry;
}

function step() {
  if (game.turns.length) game.way = game.turns.shift();
  const head = { x: game.snake[0].x + game.way[0], y: game.snake[0].y + game.way[1] };
  const outside = head.x < 0 || head.y < 0 || head.x >= COLUMNS || head.y >= ROWS;
  const eats = head.x === game.berry.x && head.y === game.berry.y;
  const body = eats ? game.snake : game.snake.slice(0, -1);
  if (outside || body.some((part) => part.x === head.x && part.y === head.y)) {
    end('over');
    return;
  }
  game.snake.unshift(head);
  if (eats) {
    game.score += 10;
    plant();
  } else {
    game.snake.pop();
  }
}

function update(dt) {
  game.wait += dt;
  const pace = Math.max(TUNABLES.quickest, TUNABLES.step - game.score * TUNABLES.quicker / 10);
  while (game.wait >= pace && game.phase === 'playing') {
    game.wait -= pace;
    step();
  }
}

function scene() {
  const size = TUNABLES.cell;
  ctx.fillStyle = '#ff5d73';
  ctx.beginPath();
  ctx.arc((game.berry.x + 0.5) * size, (game.berry.y + 0.5) * size, size / 2 - 2, 0, Math.PI * 2);
  ctx.fill();
  game.snake.forEach((part, at) => {
    ctx.fillStyle = at ? '#7ed957' : '#c8f7a6';
    ctx.fillRect(part.x * size + 1, part.y * size + 1, size - 2, size - 2);
  });
}


function text(words, x, y, size, color, align) {
  ctx.font = `${size}px Verdana, sans-serif`;
  ctx.textAlign = align || 'center';
  ctx.fillStyle = color;
  ctx.fillText(words, x, y);
}

function draw() {
  ctx.fillStyle = '#12301c';
  ctx.fillRect(0, 0, W, H);
  if (game.phase !== 'menu') {
    scene();
    text(`Score ${game.score}`, 12, 28, 20, '#eaf7df', 'left');
  }
  if (game.phase === 'playing') return;
  ctx.fillStyle = 'rgba(0, 0, 0, 0.72)';
  ctx.fillRect(60, 130, W - 120, 220);
  const titles = { menu: 'Garden Snake', over: 'Game over', won: 'You win!' };
  text(titles[game.phase], W / 2, 190, 36, '#ffffff');
  text('Arrow keys turn; eat berries, do not bite yourself', W / 2, 235, 18, '#ffffff');
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
