// git prov beside plain git, an empty Node and two other tools that record agents' work, in turns on the same work.
//   GIT_AI=/path/git-ai ENTIRE=/path/entire node bench/peers/run.mjs [--rounds=N]
// The programs are built by you from their public sources: this script fetches nothing, and a tool that is not given is left out.
// All of a run is in a network namespace that has only loopback, because these programs have services of their own.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent } from '../agent.mjs';
import { commitAll, drained } from '../hook.mjs';
import { execute, measure, median } from '../measure.mjs';
import { makePlace } from '../place.mjs';
import { machine, spread } from '../table.mjs';

const FILES = 10;
const STEPS = 20;
const arrivals = {};
const waited = {};
const rounds = Number(process.argv.find((word) => word.startsWith('--rounds='))?.slice('--rounds='.length) ?? 7);

const LINES = 80;
const path = (file) => `src/module${file}.js`;
const line = (i, n) => `export const value${i} = ${n} + ${i}; // ${n === 0 ? 'as it was' : `as of change ${n}`}`;
const content = (n) => Array.from({ length: LINES }, (_, i) => `${line(i, i < 2 * n ? n : 0)}\n`).join('');

// Some tools have no hook for each call.
const all = (hooks) => ({ PreToolUse: [], PostToolUse: [], ...hooks });
const userHooks = (place) => JSON.parse(readFileSync(join(place.home, '.claude/settings.json'), 'utf8')).hooks;
const ours = {
  set: (place) => void place.git('prov', 'init', '--agent', 'claude-code'),
  hooks: userHooks,
  wait: drained,
  ref: 'refs/notes/provenance',
  blame: ['git', 'prov', 'blame'],
};
const TOOLS = {
  'plain git': { blame: ['git', 'blame'] },
  'git prov': ours,
  'git prov, prov.push background': {
    ...ours,
    set: (place) => {
      ours.set(place);
      place.git('config', 'prov.push', 'background');
    },
  },
  'git-ai': {
    program: process.env.GIT_AI,
    set: (place) => {
      mkdirSync(join(place.home, '.claude'), { recursive: true });
      writeFileSync(join(place.home, '.claude/settings.json'), '{}');
      place.run('git-ai', 'install-hooks');
    },
    hooks: userHooks,
    wait: (place) => void place.run('git-ai', 'await'),
    end: (place) => void spawnSync('git-ai', ['bg', 'shutdown'], { cwd: place.repo, env: place.env }),
    ref: 'refs/notes/ai',
    blame: ['git-ai', 'blame'],
  },
  Entire: {
    program: process.env.ENTIRE,
    name: 'entire',
    set: (place) => {
      place.run('entire', 'enable', '--agent', 'claude-code', '--telemetry=false', '--local');
      commitAll(place, 'Settings');
    },
    hooks: (place) => JSON.parse(place.read('.claude/settings.json')).hooks,
    ref: 'refs/heads/entire/checkpoints/v1',
  },
};

if (!process.env.BENCH_ISOLATED) {
  const alone = ['-rn', '--pid', '--fork', '--mount-proc', 'sh', '-c', 'ip link set lo up && exec "$0" "$@"'];
  const env = { ...process.env, BENCH_ISOLATED: '1' };
  process.exit(
    spawnSync('unshare', [...alone, process.execPath, ...process.argv.slice(1)], { stdio: 'inherit', env }).status ?? 1,
  );
}

const tools = Object.entries(TOOLS)
  .filter(([name, { program }]) => !(name in { 'git-ai': 1, Entire: 1 }) || program)
  .map(([name, tool]) => ready(name, tool));
try {
  report();
} finally {
  for (const { tool, place } of tools) {
    tool.end?.(place);
    place.remove();
  }
}

/** A repository with one of the tools installed. */
function ready(name, tool) {
  const place = makePlace();
  if (tool.program) symlinkSync(tool.program, join(place.root, 'bin', tool.name ?? name));
  place.git('init', '-q');
  for (let file = 0; file < FILES; file++) place.write(path(file), content(0));
  commitAll(place);
  tool.set?.(place);
  const agent =
    tool.hooks &&
    new Agent(place, '0d9f6c3e-7d42-4c9e-8f16-000000000001', { hooks: all(tool.hooks(place)), mayPrint: true });
  agent?.start();
  return { name, tool, place, agent };
}

function report() {
  const rows = [];
  const add = (what, values) => rows.push([what, ...tools.map(({ name }) => values[name] ?? '–')]);
  const node = measure(
    {
      node: {
        run: () => execute(process.execPath, ['-e', '0'], { cwd: tools[0].place.repo, env: tools[0].place.env }),
      },
    },
    { rounds: 15 },
  );
  for (const [what, tool, input] of calls()) add(what, hookTimes(tool, input));
  add(`commit after a turn of ${STEPS} steps on ${FILES} files`, commits());
  add('… until the record of that commit is there', arrivals);
  add('bytes of that record, packed', sizes());
  add('blame of a small file', blames());
  add(`push of these ${rounds + 1} commits`, pushes());
  const head = ['', ...tools.map(({ name }) => name)];
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const text = [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
  process.stdout.write(`${machine()}; an empty Node: ${spread(node.node)}\n\n${text}\n`);
}

function calls() {
  const file = (place) => join(place.repo, path(0));
  return [
    ['agent hooks before a Read', 'Read', (place) => ({ file_path: file(place) })],
    [
      '… before an Edit',
      'Edit',
      (place) => ({ file_path: file(place), old_string: line(0, 0), new_string: line(0, 0) }),
    ],
    ['… before a shell command', 'Bash', () => ({ command: 'npm test', description: 'Run the tests' })],
  ];
}

function hookTimes(tool, input) {
  const cases = tools.filter(({ agent }) => agent && agent.commandsFor('PreToolUse', tool).length > 0);
  const times = measure(
    Object.fromEntries(
      cases.map(({ name, place, agent }) => {
        const payload = agent.payload('PreToolUse', {
          tool_name: tool,
          tool_input: input(place),
          tool_use_id: 'toolu_x',
        });
        const [command] = agent.commandsFor('PreToolUse', tool);
        return [
          name,
          { run: () => execute('sh', ['-c', command], { cwd: place.repo, env: place.env, input: payload }) },
        ];
      }),
    ),
    { rounds: 15 },
  );
  return Object.fromEntries(Object.entries(times).map(([name, time]) => [name, spread(time)]));
}

function commits() {
  const late = {};
  const cases = Object.fromEntries(
    tools.map(({ name, tool, place, agent }) => {
      let [started, done] = [0, 0];
      const before = () => {
        work(place, agent, ++done);
        if (agent) agent.stop();
        tool.wait?.(place);
        place.git('add', '-A');
        started = performance.now();
      };
      const run = () => {
        execute('git', ['commit', '-qm', `Change ${done}`], { cwd: place.repo, env: place.env });
        (late[name] ??= []).push(() => arrival(tool, place, started));
      };
      return [name, { before, run }];
    }),
  );
  // The arrival is read after the commit's own time was taken, before the next case begins.
  for (const one of Object.values(cases)) {
    const { before } = one;
    one.before = () => {
      flush(late);
      before();
    };
  }
  const times = measure(cases, { rounds, warmup: 1 });
  flush(late);
  return Object.fromEntries(Object.entries(times).map(([name, time]) => [name, spread(time)]));
}

function flush(late) {
  for (const [name, asks] of Object.entries(late))
    for (const ask of asks.splice(0)) {
      const ms = ask();
      if (ms === undefined) continue;
      (waited[name] ??= []).push(ms);
      arrivals[name] = `${Math.round(median(waited[name]))} ms`;
    }
}

// Milliseconds from the start of the commit to its record; undefined for plain git. A note names its commit; Entire's branch moves.
function arrival(tool, place, started) {
  if (!tool.ref) return undefined;
  const head = place.git('rev-parse', 'HEAD').trim();
  for (const end = performance.now() + 10_000; performance.now() < end;) {
    const found = spawnSync(
      'git',
      tool.ref.startsWith('refs/notes/')
        ? ['notes', `--ref=${tool.ref}`, 'list', head]
        : ['rev-parse', '-q', '--verify', tool.ref],
      { cwd: place.repo, env: place.env },
    );
    if (found.status === 0) return performance.now() - started;
  }
  throw new Error(`There is no record in ${tool.ref}.`);
}

function work(place, agent, n) {
  agent?.prompt(`Give every module a better name for its values, round ${n}.`);
  for (let step = 0; step < STEPS; step++) {
    const file = step % FILES;
    const at = 2 * n + (step < FILES ? 0 : 1);
    const input = { file_path: join(place.repo, path(file)), old_string: line(at, 0), new_string: line(at, n) };
    if (agent) agent.call('Edit', input, { say: `The value has to follow change ${n}, because the tests expect it.` });
    else
      writeFileSync(input.file_path, readFileSync(input.file_path, 'utf8').replace(input.old_string, input.new_string));
  }
}

// What the blobs of the record take in one pack, by the number of commits.
function sizes() {
  return Object.fromEntries(
    tools.flatMap(({ name, tool, place }) => {
      if (!tool.ref) return [];
      place.git('repack', '-adq');
      const objects = place
        .git('rev-list', '--objects', tool.ref)
        .split('\n')
        .map((row) => row.split(' ')[0])
        .filter(Boolean);
      const asked = spawnSync('git', ['cat-file', '--batch-check=%(objecttype) %(objectsize:disk)'], {
        cwd: place.repo,
        env: place.env,
        input: objects.join('\n'),
      });
      const bytes = asked.stdout
        .toString()
        .split('\n')
        .filter((row) => row.startsWith('blob '))
        .map((row) => Number(row.split(' ')[1]));
      return [[name, `${Math.round(bytes.reduce((a, b) => a + b, 0) / (rounds + 1))} B`]];
    }),
  );
}

function blames() {
  const cases = tools.filter(({ tool }) => tool.blame);
  const times = measure(
    Object.fromEntries(
      cases.map(({ name, tool: { blame }, place }) => [
        name,
        { run: () => execute(blame[0], [...blame.slice(1), path(0)], { cwd: place.repo, env: place.env }) },
      ]),
    ),
    { rounds: 2 * rounds },
  );
  return Object.fromEntries(Object.entries(times).map(([name, time]) => [name, spread(time)]));
}

function pushes() {
  const times = measure(
    Object.fromEntries(
      tools.map(({ name, tool, place }) => {
        const remote = join(place.root, 'remote.git');
        place.git('remote', 'add', 'origin', remote);
        const before = () => {
          tool.wait?.(place);
          place.run('sleep', '1'); // what an earlier push left behind
          rmSync(remote, { recursive: true, force: true });
          place.git('init', '-q', '--bare', remote);
          for (const file of ['sent', 'waiting.json']) rmSync(join(place.repo, '.git/prov', file), { force: true });
          for (const ref of place
            .git('for-each-ref', '--format=%(refname)', 'refs/prov/remotes', 'refs/remotes')
            .split('\n'))
            if (ref) place.git('update-ref', '-d', ref);
        };
        const run = () => execute('git', ['push', '-q', 'origin', 'main'], { cwd: place.repo, env: place.env });
        return [name, { before, run }];
      }),
    ),
    { rounds, warmup: 1 },
  );
  if (!existsSync(join(tools[0].place.root, 'remote.git'))) throw new Error('Nothing was pushed.');
  return Object.fromEntries(Object.entries(times).map(([name, time]) => [name, spread(time)]));
}
