// Curves over the number of notes: everything that reads, verifies, sends or brings many of them.
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fillGitAi } from '../import.mjs';
import { makePlace } from '../place.mjs';
import { fillNotes } from '../verify.mjs';
import { costOf, inTurns, roundsAt } from './cost.mjs';

const PROGRAM = resolve(import.meta.dirname, '../../dist/git-prov.js');
const prov = (...args) => [process.execPath, PROGRAM, ...args];

/** Questions about a repository where each commit has a note of twenty steps. */
export async function* notes(size) {
  const place = makePlace();
  try {
    place.git('init', '-q');
    await fillNotes(place, size);
    place.git('reset', '-q', '--hard');
    const where = { cwd: place.repo, env: place.env };
    const index = join(place.repo, '.git/prov/index');
    const forget = () => rmSync(index, { recursive: true, force: true });
    const range = `HEAD~${size - 1}..HEAD`;
    const at = { ...where, rounds: roundsAt(size) };
    const first = inTurns({ build: { before: forget, words: prov('search', 'change') } }, at);
    yield ['the first index', first.build];
    const rows = inTurns(
      {
        'an empty Node': { words: [process.execPath, '-e', '0'] },
        '`git log --oneline`': { words: ['git', 'log', '--oneline'] },
        '`log --oneline`': { words: prov('log', '--oneline') },
        '`log -n 20`': { words: prov('log', '-n', '20') },
        '`show HEAD`': { words: prov('show', 'HEAD') },
        '`why FILE:LINE`': { words: prov('why', 'src/part0.ts:1') },
        '`blame` of a file': { words: prov('blame', 'src/part0.ts') },
        '`status`': { words: prov('status') },
        '`sessions`': { words: prov('sessions') },
        '`search`, a rare word': { words: prov('search', `change ${size - 1}`) },
        '`search`, a common word': { words: prov('search', 'others') },
        '`trace HEAD`': { words: prov('trace', 'HEAD') },
        '`list goal --limit 50`': { words: prov('list', 'goal', '--limit', '50') },
      },
      at,
    );
    yield* Object.entries(rows);
    const bulk = inTurns(
      {
        verify: { words: prov('verify') },
        gitDiffs: { words: ['git', 'log', '-p', '--format=%H', range] },
        report: { words: prov('report', range) },
        check: { words: prov('check', range) },
        stats: { words: prov('stats') },
        reconcile: { words: prov('reconcile') },
        gc: { words: prov('gc') },
      },
      { ...at, rounds: Math.min(at.rounds, 3) },
    );
    yield ['`verify`', bulk.verify];
    yield ['`git log -p` of all', bulk.gitDiffs];
    yield ['`report` of all', bulk.report];
    yield ['`check` of all', bulk.check];
    yield ['`stats`', bulk.stats];
    yield ['`reconcile`', bulk.reconcile];
    yield ['`gc`', bulk.gc];
    yield* exchange(place, where);
  } finally {
    place.remove();
  }
}

/** Notes of commits that a remote gets, and then of those that a clone brings. */
function* exchange(place, where) {
  const remote = join(place.root, 'remote.git');
  const clone = join(place.root, 'clone');
  place.git('init', '-q', '--bare', remote);
  place.git('remote', 'add', 'origin', remote);
  yield ['plain `git push` of the commits', costOf(['git', 'push', '-q', 'origin', 'main'], where)];
  yield ['`git prov push` of all notes', costOf(prov('push', 'origin'), where)];
  yield ['… nothing to send', costOf(prov('push', 'origin'), where)];
  place.git('clone', '-q', remote, clone);
  const there = { ...where, cwd: clone };
  yield ['`fetch` of all notes, with joining', costOf(prov('fetch', 'origin'), there)];
  yield ['`fetch`, nothing new', costOf(prov('fetch', 'origin'), there)];
}

/** Notes of another tool. */
export function* imports(size) {
  const place = makePlace();
  try {
    place.git('init', '-q');
    fillGitAi(place, size);
    const where = { cwd: place.repo, env: place.env };
    yield ['`import git-ai`', costOf(prov('import', 'git-ai'), where)];
    yield ['… again, nothing new', costOf(prov('import', 'git-ai'), where)];
    yield ['`report` of imported notes', costOf(prov('report', `HEAD~${size - 1}..HEAD`), where)];
  } finally {
    place.remove();
  }
}
