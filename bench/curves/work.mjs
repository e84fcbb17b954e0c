// Curves over files, steps and lines: what an agent's hook, a commit and blame cost.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeBlameRepo } from '../blame-repo.mjs';
import { noteOf } from '../blame.mjs';
import { cycle, multiply } from '../drain.mjs';
import { commitAll, drained, registered, settle } from '../hook.mjs';
import { makePlace } from '../place.mjs';
import { loadSource } from '../source.mjs';
import { makeWide } from '../wide-repo.mjs';
import { costOf, inTurns, roundsAt } from './cost.mjs';

const PROGRAM = resolve(import.meta.dirname, '../../dist/git-prov.js');
const prov = (...args) => [process.execPath, PROGRAM, ...args];
// The script of git's hook does not wait for this process, so its time would not be counted there. Started by hand, it finds the commit too.
const HOOK = prov('hook', 'post-commit');
const PLAIN = ['git', '-c', 'core.hooksPath=/dev/null'];
const BASH = { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: 'toolu_1' };

/** The agent's hook in a repository of so many files. */
export function* files(size) {
  const place = makePlace();
  try {
    makeWide(place, size);
    const agent = registered(place);
    const rest = () => {
      settle(place);
      clear(place);
    };
    let version = 0;
    const change = () => {
      rest();
      writeFileSync(join(place.repo, 'd0/f0.txt'), `version ${++version}\n`);
    };
    const hook = {
      words: ['sh', '-c', agent.commandFor('PreToolUse')],
      input: agent.payload('PreToolUse', BASH),
    };
    const at = { cwd: place.repo, env: place.env, rounds: size < 50_000 ? 15 : 5 };
    costOf(hook.words, { ...at, input: hook.input });
    settle(place);
    place.run('sleep', '1.1');
    const status = ['git', 'status', '--porcelain'];
    const still = inTurns({ status: { before: rest, words: status }, hook: { before: rest, ...hook } }, at);
    yield ['`git status`, none changed', still.status];
    yield ['agent hook with a snapshot, none changed', still.hook];
    const one = inTurns({ status: { before: change, words: status }, hook: { before: change, ...hook } }, at);
    yield ['`git status`, one changed', one.status];
    yield ['agent hook with a snapshot, one changed', one.hook];
    place.git('checkout', '-q', '--', '.');
    const file = join(place.repo, 'd0/f1.txt');
    let round = 0;
    const edited = () => {
      const old = readFileSync(file, 'utf8').split('\n')[0];
      agent.call('Edit', { file_path: file, old_string: old, new_string: `change ${++round}` });
    };
    const person = () => {
      place.write('d0/f2.txt', `change ${++round}\n`);
      place.git('add', '-A');
    };
    const commits = inTurns(
      {
        plain: { before: person, words: [...PLAIN, 'commit', '-qm', 'Change'] },
        ours: {
          before: () => {
            edited();
            committed(place);
          },
          words: HOOK,
        },
      },
      { ...at, rounds: 5 },
    );
    yield ['plain `git commit` of one file', commits.plain];
    yield ['the hook after it, of a file that an agent edited', commits.ours];
  } finally {
    place.remove();
  }
}

/** Events that wait, and then a commit of a session with so many steps. */
export function* steps(size) {
  const place = makePlace();
  try {
    place.git('init', '-q');
    place.write('a.txt', 'one\ntwo\nthree\n');
    commitAll(place);
    const agent = registered(place).start().prompt('Keep two and zwei in step.');
    const where = { cwd: place.repo, env: place.env };
    costOf(HOOK, where);
    cycle(agent, join(place.repo, 'a.txt'));
    multiply(join(place.repo, '.git/prov/spool/new'), size * 2);
    yield ['recording so many steps', costOf(HOOK, where)];
    agent.call('Edit', { file_path: join(place.repo, 'a.txt'), old_string: 'three', new_string: 'four' });
    agent.stop();
    drained(place);
    committed(place);
    yield ["a commit's hook that draws their graph", costOf(HOOK, where)];
    const at = { ...where, rounds: roundsAt(size) };
    const rows = inTurns(
      {
        'an empty Node': { words: [process.execPath, '-e', '0'] },
        '`show HEAD`': { words: prov('show', 'HEAD') },
        '`sessions ID`': { words: prov('sessions', 'bench') },
        '`why FILE:LINE`': { words: prov('why', 'a.txt:3') },
        '`verify`': { words: prov('verify') },
      },
      at,
    );
    yield* Object.entries(rows);
  } finally {
    place.remove();
  }
}

/** A file of so many lines. */
export async function* lines(size) {
  const { encodeNote } = await loadSource('src/model/format/note.ts');
  const place = makePlace();
  try {
    rmSync(place.repo, { recursive: true });
    const note = (commit, file, ranges) => encodeNote(noteOf(commit, file, ranges));
    const path = await makeBlameRepo(place.repo, {
      commits: Math.min(80, size / 5),
      lines: size,
      env: place.env,
      note,
    });
    const at = { cwd: place.repo, env: place.env, rounds: roundsAt(size) };
    const rows = inTurns(
      {
        'an empty Node': { words: [process.execPath, '-e', '0'] },
        '`git blame`': { words: ['git', 'blame', path] },
        '`blame`': { words: prov('blame', path) },
        '`blame --json`': { words: prov('blame', '--json', path) },
        '`why FILE:LINE`': { words: prov('why', `${path}:1`) },
      },
      at,
    );
    yield* Object.entries(rows);
  } finally {
    place.remove();
  }
  yield* written(size);
}

// An agent writes a file of so many lines, and a commit attributes them; then all lines are indented by the agent.
function* written(size) {
  const place = makePlace();
  try {
    place.git('init', '-q');
    place.write('a.txt', 'one\n');
    commitAll(place);
    const agent = registered(place).start().prompt('Write the table.');
    const where = { cwd: place.repo, env: place.env };
    const text = (indent) =>
      Array.from({ length: size }, (_, i) => `${indent}row ${i} of the table is ${(i * 7919) % 10007}\n`).join('');
    const file_path = join(place.repo, 'table.txt');
    agent.call('Write', { file_path, content: text('') });
    agent.stop();
    drained(place);
    committed(place);
    yield ["a commit's hook, a file that an agent wrote", costOf(HOOK, where)];
    agent.call('Write', { file_path, content: text('  ') });
    agent.stop();
    drained(place);
    committed(place);
    yield ['… all lines of it changed', costOf(HOOK, where)];
  } finally {
    place.remove();
  }
}

// Without this the hook would begin to record after sixteen events.
function clear(place) {
  const dir = join(place.repo, '.git/prov/spool/new');
  for (const name of readdirSync(dir)) rmSync(join(dir, name));
}

function committed(place) {
  place.git('add', '-A');
  place.run(...PLAIN, 'commit', '-qm', 'Change');
}
