// `git rebase` with and without git prov: the time, and the number of git processes that git prov starts.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitAll, registered } from './hook.mjs';
import { execute, measure } from './measure.mjs';
import { makePlace } from './place.mjs';
import { ms, over, spread } from './table.mjs';

const FILES = 10;
const LINES = 120;
const SHORT = 10;

/** Rebases a branch of an agent's commits onto a branch with new commits. */
export function* rebase({ quick }) {
  const commits = quick ? 20 : 100;
  const ours = makePlace();
  try {
    prepare(ours, commits);
    const theirs = join(ours.root, 'theirs');
    cpSync(ours.repo, theirs, { recursive: true });
    rmSync(join(theirs, '.git', 'hooks'), { recursive: true });
    const times = measure(
      {
        without: { before: back(ours, theirs), run: () => run(ours, theirs, 'topic') },
        with: { before: back(ours, ours.repo), run: () => run(ours, ours.repo, 'topic') },
      },
      { rounds: quick ? 3 : 9, warmup: 1 },
    );
    const added = times.with.median - times.without.median;
    yield {
      what: `git rebase of ${commits} commits on ${FILES} files`,
      measured: spread(times.with),
      against: `without: ${spread(times.without)}`,
      result: over(added),
      value: added,
      limit: 500,
      budget: '≤ +500 ms',
    };
    back(ours, ours.repo)();
    run(ours, ours.repo, 'topic');
    const began = Date.now();
    while (!isNoted(ours) && Date.now() - began < 20_000);
    yield {
      what: '… until their notes are there, after git has ended',
      measured: ms(Date.now() - began),
    };
    const notes = ours.git('notes', '--ref=provenance', 'list').trim().split('\n').length;
    if (notes < 2 * commits) throw new Error(`Only ${notes} notes: the rebased commits have none.`);
    const [few, many] = ['short', 'topic'].map(
      (branch) => processes(ours, ours.repo, branch) - processes(ours, theirs, branch),
    );
    yield {
      what: `git processes that this starts`,
      measured: `${many}`,
      against: `of ${SHORT} commits: ${few}`,
      result: `+${many - few}`,
      value: many - few,
      limit: 0,
      budget: 'the same',
    };
  } finally {
    ours.remove();
  }
}

const content = (i, n) => `export const value${i} = ${n} + ${i}; // ${n === 0 ? 'as it was' : `as of change ${n}`}\n`;
const path = (file) => `src/module${file}.js`;

function prepare(place, commits) {
  place.git('init', '-q');
  place.git('config', 'gc.auto', '0');
  for (let file = 0; file < FILES; file++)
    place.write(path(file), Array.from({ length: LINES }, (_, i) => content(i, 0)).join(''));
  commitAll(place);
  place.git('switch', '-qc', 'topic');
  const agent = registered(place);
  agent.start().prompt('Change the values one after the other.');
  for (let n = 1; n <= commits; n++) {
    for (let file = 0; file < FILES; file++)
      agent.call('Edit', {
        file_path: join(place.repo, path(file)),
        old_string: content(n, 0),
        new_string: content(n, n),
      });
    place.git('commit', '-qam', `Change ${n}`);
    if (n === SHORT) place.git('branch', 'short');
  }
  place.git('switch', '-q', 'main');
  for (let file = 0; file < FILES; file++) place.write(path(file), `// a new head\n${place.read(path(file))}`);
  place.git('commit', '-qam', 'A head for every file');
  for (const branch of ['topic', 'short']) place.git('branch', `${branch}-was`, branch);
}

// Waits for the background work of the hook.
function settle(place) {
  const dir = join(place.repo, '.git/prov');
  const waits = () =>
    existsSync(join(dir, 'lock')) ||
    (existsSync(join(dir, 'rewritten')) && readdirSync(join(dir, 'rewritten')).length > 0);
  for (const end = Date.now() + 20_000; Date.now() < end; place.run('sleep', '0.02')) if (!waits()) return;
}

const isNoted = (place) => {
  const list = place.git('notes', '--ref=provenance', 'list').split('\n');
  const noted = new Set(list.map((line) => line.split(' ')[1]));
  return place
    .git('rev-list', 'main..topic')
    .trim()
    .split('\n')
    .every((id) => noted.has(id));
};

const back = (place, repo) => () => {
  settle(place);
  for (const branch of ['topic', 'short']) {
    execute('git', ['switch', '-q', branch], { cwd: repo, env: place.env });
    execute('git', ['reset', '-q', '--hard', `${branch}-was`], { cwd: repo, env: place.env });
  }
  // Commit times are in seconds, so the same commit made twice in one second would have one id. The clock avoids that.
  const clock = `@${1_800_000_000 + ++ticks} +0000`;
  place.env.GIT_COMMITTER_DATE = clock;
};
let ticks = 0;

const run = (place, repo, branch) => execute('git', ['rebase', '-q', 'main', branch], { cwd: repo, env: place.env });

// Every git process writes a separate file here.
function processes(place, repo, branch) {
  const trace = mkdtempSync(join(tmpdir(), 'git-prov-trace-'));
  try {
    back(place, repo)();
    execute('git', ['rebase', '-q', 'main', branch], { cwd: repo, env: { ...place.env, GIT_TRACE2_EVENT: trace } });
    if (repo === place.repo && branch === 'topic') while (!isNoted(place));
    settle(place);
    return readdirSync(trace).filter((name) => readFileSync(join(trace, name), 'utf8').includes('"start"')).length;
  } finally {
    rmSync(trace, { recursive: true });
  }
}
