// Parses and walks a script again and again in one process, and prints the milliseconds of the median.
import { readFileSync } from 'node:fs';
import { parse } from 'acorn';
import { full } from 'acorn-walk';

const text = readFileSync(process.argv[2], 'utf8');
const times = [];
const until = performance.now() + 2000;
let nodes = 0;
while (times.length < 20 || performance.now() < until) {
  const began = performance.now();
  full(parse(text, { ecmaVersion: 'latest', locations: true }), () => { nodes += 1; });
  times.push(performance.now() - began);
}
times.sort((a, b) => a - b);
console.log(times[times.length >> 1]);
