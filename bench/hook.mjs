// The agent's hook: for an event that needs no snapshot, and around a shell step.
import { existsSync, readdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent } from './agent.mjs';
import { execute, measure } from './measure.mjs';
import { makePlace } from './place.mjs';
import { makeWide } from './wide-repo.mjs';
import { over, ratio, spread } from './table.mjs';

/** An event without a snapshot. */
export function hook({ quick }) {
  const place = makePlace();
  try {
    place.git('init', '-q');
    place.write('a.txt', 'one\n');
    commitAll(place);
    const agent = registered(place);
    const call = { tool_name: 'Read', tool_input: { file_path: join(place.repo, 'a.txt') }, tool_use_id: 'toolu_1' };
    const where = { cwd: place.repo, env: place.env };
    const input = agent.payload('PreToolUse', call);
    const times = measure(
      {
        sh: { run: () => execute('sh', ['-c', 'true'], { ...where, input }) },
        node: { run: () => execute(process.execPath, ['-e', '0'], { ...where, input }) },
        hook: { run: () => execute('sh', ['-c', agent.commandFor('PreToolUse')], { ...where, input }) },
      },
      { rounds: quick ? 15 : 101 },
    );
    return [
      {
        what: 'agent hook, an event that needs no snapshot',
        measured: spread(times.hook),
        against: `sh -c true: ${spread(times.sh)}`,
        result: ratio(times.hook.median / times.sh.median),
        value: times.hook.median,
        limit: 10,
        budget: '≤ 10 ms',
      },
      {
        what: '… against an empty Node process',
        measured: spread(times.hook),
        against: `node -e 0: ${spread(times.node)}`,
        result: ratio(times.hook.median / times.node.median),
      },
    ];
  } finally {
    place.remove();
  }
}

/** Each of the two calls around a shell step, in repositories of two sizes. */
export function* snapshot({ quick }) {
  for (const files of quick ? [200, 2000] : [2000, 100_000]) {
    const place = makePlace();
    try {
      makeWide(place, files);
      yield* around(place, files, quick ? 7 : files > 10_000 ? 15 : 41);
    } finally {
      place.remove();
    }
  }
}

function* around(place, files, rounds) {
  const agent = registered(place);
  const where = { cwd: place.repo, env: place.env };
  const tool = {
    tool_name: 'Bash',
    tool_input: { command: 'npm test', description: 'Run the tests' },
    tool_use_id: 'toolu_1',
  };
  const inputs = {
    before: agent.payload('PreToolUse', tool),
    after: agent.payload('PostToolUse', { ...tool, tool_response: { stdout: 'ok', stderr: '', interrupted: false } }),
  };
  const tell = (input) => execute('sh', ['-c', agent.commandFor('PreToolUse')], { ...where, input });
  const status = () => execute('git', ['status', '--porcelain'], where);
  let version = 0;
  const change = () => {
    rest();
    writeFileSync(join(place.repo, 'd0/f0.txt'), `version ${++version}\n`);
  };
  const size = files.toLocaleString('en');

  // Background work of a hook must not affect the next measurement. Git reads files again that are as young as its index.
  const rest = () => settle(place);
  tell(inputs.before);
  rest();
  place.run('sleep', '1.1');
  const still = measure(
    { status: { before: rest, run: status }, hook: { before: rest, run: () => tell(inputs.before) } },
    { rounds, warmup: 3 },
  );
  yield row(`agent hook, a call around a shell step, ${size} files, none changed`, files, still);

  const one = measure(
    { status: { before: change, run: status }, hook: { before: change, run: () => tell(inputs.after) } },
    { rounds, warmup: 2 },
  );
  yield row(`… ${size} files, one changed`, files, one);
  emptySpool(place);
}

// The budget of docs/decisions/0008: a ratio, or a number of milliseconds where git itself takes only a few.
const RATIO = 1.5;
const MORE_MS = 5;

const row = (what, files, { hook, status }) => {
  const [times, more] = [hook.median / status.median, hook.median - status.median];
  return {
    what,
    measured: spread(hook),
    against: `git status: ${spread(status)}`,
    result: `${ratio(times)}, ${over(more)}`,
    value: Math.min(times / RATIO, more / MORE_MS),
    ...(files < 2000 ? {} : { limit: 1, budget: `≤ ${RATIO} ×, or +${MORE_MS} ms` }),
  };
};

/** Commits everything in a place. */
export function commitAll(place, message = 'Change') {
  place.git('add', '-A');
  place.git('commit', '-qm', message);
}

/** Sets git prov up in a place and returns an agent in it. */
export function registered(place, session = 'bench') {
  place.git('prov', 'init', '--agent', 'claude-code');
  return new Agent(place, session);
}

/** Waits until the latest snapshot has its tree, and no older index is left. */
export function settle(place) {
  const dir = join(place.repo, '.git/prov/looks');
  for (const end = Date.now() + 20_000; Date.now() < end; place.run('sleep', '0.01')) {
    const names = existsSync(dir) ? readdirSync(dir) : [];
    const indexes = names.filter((name) => !name.endsWith('.tree'));
    if (indexes.length <= 1 && indexes.every((name) => names.includes(`${name}.tree`))) return;
  }
}

/** Waits until the background process at the end of a turn has recorded all events. */
export function drained(place) {
  const dir = join(place.repo, '.git/prov/spool/new');
  for (const end = Date.now() + 10_000; Date.now() < end; place.run('sleep', '0.05'))
    if (readdirSync(dir).length === 0 && !existsSync(join(place.repo, '.git/prov/lock'))) return;
  throw new Error('The events of the turn were not recorded in the background.');
}

function emptySpool(place) {
  const dir = join(place.repo, '.git/prov/spool/new');
  for (const name of readdirSync(dir)) unlinkSync(join(dir, name));
}
