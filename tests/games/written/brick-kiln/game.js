const TUNABLES = { paddle: 110, speed: 460, ball: 290, faster: 6, rows: 4, columns: 8 };

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
  const bricks = [];
  for (let row = 0; row < TUNABLES.rows; row += 1) {
    for (let column = 0; column < TUNABLES.columns; column += 1) {
      bricks.push({ x: 20 + column * 75.5, y: 50 + row * 30, w: 70, h: 24, row });
    }
  }
  const turn = between(-0.5, 0.5);
  game = {
    phase: 'playing', score: 0, bricks,
    paddle: { x: W / 2 - TUNABLES.paddle / 2, y: H - 30, w: TUNABLES.paddle, h: 14 },
    ball: { x: W / 2, y: 260, r: 8, vx: Math.sin(turn) * TUNABLES.ball, vy: Math.cos(turn) * TUNABLES.ball },
  };
}

function act() {}

function tap(at) {
  held.add(at.x < game.paddle.x + game.paddle.w / 2 ? 'ArrowLeft' : 'ArrowRight');
}

function hits(ball, box) {
  return ball.x + ball.r > box.x && ball.x - ball.r < box.x + box.w && ball.y + ball.r > box.y && ball.y - ball.r < box.y + box.h;
}

function fly(ball, dt) {
  const { paddle } = game;
  ball.x += ball.vx * dt;
  ball.y += ball.vy * dt;
  if (ball.x < ball.r) ball.vx = Math.abs(ball.vx);
  if (ball.x > W - ball.r) ball.vx = -Math.abs(ball.vx);
  if (ball.y < ball.r) ball.vy = Math.abs(ball.vy);
  if (ball.vy > 0 && hits(ball, paddle)) {
    const pace = Math.hypot(ball.vx, ball.vy) + TUNABLES.faster;
    const turn = clamp((ball.x - (paddle.x + paddle.w / 2)) / (paddle.w / 2), -0.9, 0.9);
    ball.vx = Math.sin(turn) * pace;
    ball.vy = -Math.cos(turn) * pace;
  }
  const brick = game.bricks.find((one) => hits(ball, one));
  if (brick) {
    game.bricks = game.bricks.filter((one) => one !== brick);
    game.score += 10;
    const side = ball.x < brick.x || ball.x > brick.x + brick.w;
    if (side) ball.vx = -ball.vx;
    else ball.vy = -ball.vy;
    if (!game.bricks.length) end('won');
  }
  if (ball.y > H + ball.r) end('over');
}

function update(dt) {
  const { paddle, ball } = game;
  const axis = (held.has('ArrowRight') ? 1 : 0) - (held.has('ArrowLeft') ? 1 : 0);
  paddle.x = clamp(paddle.x + axis * TUNABLES.speed * dt, 0, W - paddle.w);
  const parts = Math.max(1, Math.ceil(dt / 0.008));
  for (let part = 0; part < parts && game.phase === 'playing'; part += 1) fly(ball, dt / parts);
}

function scene() {
  const colors = ['#ff7b54', '#ffb26b', '#ffd56f', '#939b62'];
  for (const brick of game.bricks) {
    ctx.fillStyle = colors[brick.row % colors.length];
    ctx.fillRect(brick.x, brick.y, brick.w, brick.h);
  }
  ctx.fillStyle = '#ffe8d6';
  ctx.fillRect(game.paddle.x, game.paddle.y, game.paddle.w, game.paddle.h);
  ctx.beginPath();
  ctx.arc(game.ball.x, game.ball.y, game.ball.r, 0, Math.PI * 2);
  ctx.fill();
}


function text(words, x, y, size, color, align) {
  ctx.font = `${size}px Verdana, sans-serif`;
  ctx.textAlign = align || 'center';
  ctx.fillStyle = color;
  ctx.fillText(words, x, y);
}

function draw() {
  ctx.fillStyle = '#2b1b17';
  ctx.fillRect(0, 0, W, H);
  if (game.phase !== 'menu') {
    scene();
    text(`Score ${game.score}`, 12, 28, 20, '#ffe8d6', 'left');
  }
  if (game.phase === 'playing') return;
  ctx.fillStyle = 'rgba(0, 0, 0, 0.72)';
  ctx.fillRect(60, 130, W - 120, 220);
  const titles = { menu: 'Brick Kiln', over: 'Game over', won: 'You win!' };
  text(titles[game.phase], W / 2, 190, 36, '#ffffff');
  text('Arrow Left and Arrow Right move; keep the ember in play', W / 2, 235, 18, '#ffffff');
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
