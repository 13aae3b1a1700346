// A process that parses a script once and visits every node, as a checker started for each game does.
const { readFileSync } = require('node:fs');
const { parseScript } = require('esprima');

const text = readFileSync(process.argv[2], 'utf8');
let nodes = 0;
parseScript(text, { loc: true }, () => { nodes += 1; });
console.log(nodes);
