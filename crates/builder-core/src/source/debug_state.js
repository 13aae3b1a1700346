(() => {
  const readers = new Map();
  const names = { score: /^(score|points?|pts|tally|eaten|purse|coins|kills|total)$/i, lives: /^(lives?|hearts?|hp|health|hull|balls)$/i, over: /^(is_?)?(game_?over|over|dead|lost|ended|finished)$/i, phase: /^(phase|mode|state|scene|status|screen)$/i };
  const start = { entities: null };
  const walk = (visit) => {
    const seen = new Set();
    const go = (name, value, depth) => {
      visit(name, value);
      if (value && typeof value === 'object' && depth < 4 && !seen.has(value) && !(value instanceof Node)) {
        seen.add(value);
        for (const key of Object.keys(value).slice(0, 60)) { const own = Object.getOwnPropertyDescriptor(value, key); if (own && 'value' in own) go(key, own.value, depth + 1); }
      }
    };
    for (const reader of readers.values()) { for (const [name, read] of reader()) { try { go(name, read(), 0); } catch { continue; } } }
  };
  const look = () => {
    const found = { player: null, score: null, lives: null, gameOver: null, entityCount: 0, growth: 0, phase: null };
    walk((name, value) => {
      if (typeof value === 'number' && found.score === null && names.score.test(name)) found.score = value;
      if (typeof value === 'number' && found.lives === null && names.lives.test(name)) found.lives = value;
      if (typeof value === 'boolean' && names.over.test(name)) found.gameOver = found.gameOver || value;
      if (typeof value === 'string' && found.phase === null && names.phase.test(name)) found.phase = value;
      if (Array.isArray(value) && value.length && typeof value[0] === 'object') found.entityCount += value.length;
      if (value && typeof value === 'object' && typeof value.x === 'number' && typeof value.y === 'number' && (found.player === null || /^(player|hero|ship|bat|paddle|fox|hopper|snake|car|bird)$/i.test(name))) found.player = { x: value.x, y: value.y };
    });
    if (found.phase !== null && found.gameOver === null) found.gameOver = /over|lost|dead|won|end|down/i.test(found.phase);
    if (start.entities === null) start.entities = found.entityCount;
    found.growth = found.entityCount - start.entities;
    return found;
  };
  const debug = { reg: (site, reader) => { readers.set(site, reader); } };
  Object.defineProperty(window, '__gamebuilderDebug', { value: debug });
  Object.defineProperty(window, '__debug_state', { get: look, configurable: true });
})();
