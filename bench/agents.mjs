// A session of 25 calls by real coding agents, with and without git prov, in turns.
//   node bench/agents.mjs --drivers=DIR [--rounds=N] [--files=N] [claude|codex|copilot …]
// DIR has a driver for each agent, run-NAME.mjs: it runs the agent on a scripted conversation (--repo DIR --scenario FILE
// --home DIR --out DIR --compact), without a model, and prints JSON with `runs: [{ code, wall_ms }]`. None is part of this package.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drained } from './hook.mjs';
import { median } from './measure.mjs';
import { makePlace } from './place.mjs';
import { machine, ratio, table } from './table.mjs';
import { makeWide } from './wide-repo.mjs';

const ALL = { claude: 'claude-code', codex: 'codex', copilot: 'copilot' };
const LIMIT = 1.05;
const words = process.argv.slice(2);
const option = (name, usual) => words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual;
const drivers = option('drivers');
const rounds = Number(option('rounds', '5'));
const files = Number(option('files', '200'));
const names = words.filter((word) => !word.startsWith('--'));
if (!drivers || names.some((name) => !ALL[name])) {
  process.stderr.write(
    `usage: node bench/agents.mjs --drivers=DIR [--rounds=N] [--files=N] [${Object.keys(ALL).join('|')} …]\n`,
  );
  process.exit(2);
}

const rows = [];
for (const name of names.length > 0 ? names : Object.keys(ALL)) {
  if (!existsSync(join(drivers, `run-${name}.mjs`))) throw new Error(`${drivers} has no run-${name}.mjs.`);
  const times = { without: [], with: [] };
  let notes = 0;
  for (let round = -1; round < rounds; round++)
    for (const kind of round % 2 ? ['without', 'with'] : ['with', 'without']) {
      const one = session(name, kind === 'with');
      process.stderr.write(`${name} ${kind} git prov: ${one.ms} ms, ${one.notes} notes\n`);
      if (round < 0) continue; // the first one fills caches
      times[kind].push(one.ms);
      notes += one.notes;
    }
  if (notes < rounds) throw new Error(`${name}: a session of ${name} left no note, so nothing was measured.`);
  const [ours, plain] = [median(times.with), median(times.without)];
  rows.push({
    what: `a session of 25 calls, ${name}, ${files} files`,
    measured: seconds(times.with),
    against: `without: ${seconds(times.without)}`,
    result: ratio(ours / plain),
    value: ours / plain,
    limit: LIMIT,
    budget: `≤ ${LIMIT} ×`,
  });
}
process.stdout.write(`${machine()}\n\n${table(rows)}\n`);

function seconds(times) {
  const [low, high] = [Math.min(...times), Math.max(...times)].map((ms) => (ms / 1000).toFixed(1));
  return `${(median(times) / 1000).toFixed(2)} s (${low} – ${high} s)`;
}

/** One session in a new repository with a new home. */
function session(name, records) {
  const place = makePlace();
  try {
    makeWide(place, files);
    if (records) place.git('prov', 'init', '--agent', ALL[name]);
    place.git('add', '-A');
    place.git('commit', '-qm', 'Set up', '--allow-empty');
    const [scenario, out] = [join(place.root, 'scenario.json'), join(place.root, 'out')];
    mkdirSync(out);
    writeFileSync(scenario, JSON.stringify(conversation()));
    const driver = [join(drivers, `run-${name}.mjs`), '--repo', place.repo, '--scenario', scenario];
    const args = [...driver, '--home', place.home, '--out', out, '--compact'];
    const done = spawnSync(process.execPath, args, {
      env: { ...process.env, PATH: place.env.PATH },
      maxBuffer: 1 << 28,
    });
    if (done.status !== 0)
      throw new Error(`the driver of ${name} ended with ${done.status}: ${done.stderr}${done.stdout}`);
    if (records) drained(place);
    const { runs } = JSON.parse(done.stdout.toString());
    const noted = records
      ? place.git('notes', '--ref=provenance', 'list').trim().split('\n').filter(Boolean).length
      : 0;
    return { ms: runs.reduce((sum, run) => sum + run.wall_ms, 0), notes: noted };
  } finally {
    place.remove();
  }
}

// Ten looks, ten edits, one new file, three commands and a commit.
function conversation() {
  const calls = [];
  for (let i = 0; i < 10; i++) {
    calls.push({ tool: 'read', path: `d0/f${i}.txt` });
    calls.push({ tool: 'edit', path: `d0/f${i}.txt`, old: 'line two', new: `line two of part ${i}` });
    if (i % 4 === 3)
      calls.push({ tool: 'bash', command: 'grep -c part d0/*.txt | tail -1', description: 'Count the parts' });
  }
  calls.push({ tool: 'write', path: 'PARTS.md', content: '# Parts\n\nTen files have a part.\n' });
  calls.push({ tool: 'bash', command: 'ls d0 | wc -l', description: 'Count the files' });
  calls.push({ tool: 'bash', command: 'git add -A && git commit -qm "Name the parts"', description: 'Commit' });
  const turns = calls.map((call, i) => ({ text: `Step ${i + 1}, because each part needs its name.`, calls: [call] }));
  return [{ prompt: 'Give every part its name, and commit.' }, ...turns, { text: 'Done.' }];
}
