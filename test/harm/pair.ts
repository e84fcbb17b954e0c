import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestAgent } from '../helpers/agent.ts';
import { SHELL } from '../helpers/program/starters.ts';
import { withProcesses } from '../helpers/program/with-processes.ts';
import { adoptRepo, FIRST_DATE, makeRepo, testEnv, type TestRepo } from '../helpers/repo.ts';
import { copyFolder } from './prepared-site.ts';
import { type Known, snapshot, type Snapshot } from './snapshot.ts';
import { type Difference, IN_FILES } from './unavoidable.ts';
import { removeFolder } from '../helpers/remove-folder.ts';

/** One of two equal folders: `repo`, its remote `origin.git`, `mate`, another clone of that, `lib.git` and `home`. */
interface Side {
  readonly name: 'with' | 'bare';
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly repo: TestRepo;
  readonly agent: TestAgent;
}

/** The result of one line of a story on one side. */
interface Told {
  readonly line: string;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The snapshot, empty where none was taken. */
  readonly state: string;
}

/** What both sides of a story showed, before what is allowed is left out. */
interface Played {
  readonly text: string;
  readonly ours: { readonly told: readonly Told[]; readonly last: Snapshot };
  readonly theirs: { readonly told: readonly Told[]; readonly last: Snapshot };
}

export interface Options {
  /** Additional lines of the table that are allowed; those in files always are. */
  readonly allow?: readonly Difference[];
  /** Lines of the table that are not allowed after all. */
  readonly without?: Difference;
  /** Nothing can be recorded. */
  readonly unrecorded?: boolean;
  /** Compares the states only at the end, where nothing of interest is expected in between. */
  readonly atEnd?: boolean;
  /** Each start of git prov is a process. The story has to install it again. */
  readonly processes?: boolean;
}

let base = '';

/** Creates the two folders that all stories of a file start with. */
export function preparePair(): void {
  beforeAll(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'git-prov-harm-')));
    const plain = makeRepo();
    spawnSync('sh', ['-euc', SETUP], { cwd: join(plain.home, '..'), env: plain.env, stdio: 'inherit' });
    for (const name of ['with', 'bare']) copyFolder(join(plain.home, '..'), join(base, name));
    plain.cleanup();
    const { root, env } = side(base, 'with');
    for (const dir of ['repo', 'mate']) run(root, env, `cd ${dir} && $PROV init`);
  });
  afterAll(() => removeFolder(base));
}

/** A test that compares; see `compare`. */
export function story(name: string, lines: string, options: Options = {}): void {
  test(name, async () => {
    expect.hasAssertions();
    await (options.processes ? withProcesses(() => compare(lines, options)) : compare(lines, options));
  });
}

/** Plays a story, and compares; see `playPair` and `comparePair`. */
async function compare(text: string, options: Options = {}): Promise<void> {
  comparePair(await playPair(text, options), options);
}

/**
 * Plays the lines of a story, each in a shell of its own in `repo`, in a repository with git prov and in one without. A line that begins
 * with `agent:` is a command of an agent, which hooks report on the one side only; one with `ours:` is run on that side only.
 */
export async function playPair(text: string, { atEnd = false }: Pick<Options, 'atEnd'> = {}): Promise<Played> {
  const here = mkdtempSync(join(base, 'story-'));
  const lines = text.split('\n').flatMap((line) => (line.trim() ? [line.trim()] : []));
  try {
    const sides = (['with', 'bare'] as const).map((name) => play(here, name, lines, atEnd));
    await Promise.allSettled(sides); // nothing may be under way when the folder is removed
    const [ours, theirs] = await Promise.all(sides);
    return { text, ours: ours!, theirs: theirs! };
  } finally {
    removeFolder(here);
  }
}

/** Compares what both sides printed, the exit codes and everything that is the user's after each line. */
export function comparePair({ text, ours, theirs }: Played, { allow = [], without, unrecorded }: Options): void {
  const allowed = [...IN_FILES, ...allow].filter((row) => row !== without);
  const known = (text: string): string => allowed.reduce((left, { lines }) => left.replaceAll(lines, ''), text);
  for (const [i, told] of theirs.told.entries()) {
    const { stdout, stderr, state, ...same } = ours.told[i]!;
    const mine = { ...same, stdout: known(stdout), stderr: known(stderr), state: known(state).split('\n') };
    expect(mine).toEqual({ ...told, state: told.state.split('\n') });
  }
  // Otherwise the comparison would be between two repositories without git prov.
  const isRecorded = ours.last.objects.get('repo/.git')!.ours.size > 0;
  expect(isRecorded || unrecorded || !text.includes('agent:')).toBe(true);
  // A local clone takes all objects, also unreachable ones.
  const mine = new Set([...ours.last.objects.values()].flatMap((one) => [...one.ours]));
  for (const [dir, { all }] of theirs.last.objects) {
    const found = ours.last.objects.get(dir)?.all ?? new Set();
    expect([dir, [...all].filter((id) => !found.has(id))]).toEqual([dir, []]);
    expect([dir, [...found].filter((id) => !all.has(id) && !mine.has(id))]).toEqual([dir, []]);
  }
}

async function play(
  here: string,
  name: Side['name'],
  lines: readonly string[],
  atEnd: boolean,
): Promise<{ told: Told[]; last: Snapshot }> {
  copyFolder(join(base, name), join(here, name));
  const { root, env, repo, agent } = side(here, name);
  const told: Told[] = [];
  const known: Known = new Map();
  let last: Snapshot = { lines: [], objects: new Map() };
  for (const [i, line] of lines.entries()) {
    const at = `${FIRST_DATE + 86_400 + 60 * i} +0000`;
    Object.assign(env, { GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at });
    const plain = (text: string): string =>
      text
        .replaceAll(root, '<root>')
        .replaceAll(/\b\d+ (bytes|KiB)( \| [\d.]+ \w+\/s)?/g, '<size>')
        .replaceAll(/\b\d+ seconds passed, remaining \d+ predicted/g, '<time>'); // of filter-branch
    const [, who, command = line] = /^(agent|ours): (.*)/.exec(line) ?? [];
    const done = who === undefined ? await shell(repo.dir, env, command) : NOTHING;
    if (who === 'agent' && name === 'with') agent.bash(command);
    else if (who === 'agent' || (who === 'ours' && name === 'with')) run(repo.dir, env, command);
    const isLast = i === lines.length - 1;
    if (isLast || !atEnd) last = snapshot(root, env, { known, withObjects: isLast });
    const state = isLast || !atEnd ? plain(last.lines.join('\n')) : '';
    told.push({ line, code: done.code, stdout: plain(done.stdout), stderr: plain(done.stderr), state });
  }
  return { told, last };
}

function side(parent: string, name: Side['name']): Side {
  const root = join(parent, name);
  const home = join(root, 'home');
  const env = testEnv(home);
  for (const key of ['XDG_DATA_HOME', 'CLAUDE_CONFIG_DIR']) delete env[key];
  Object.assign(env, { GIT_CONFIG_SYSTEM: '/dev/null', GIT_ALLOW_PROTOCOL: 'file' });
  env['PROV'] = `${process.execPath} ${PROGRAM}`;
  const repo = { ...adoptRepo({ home, env } as TestRepo, join(root, 'repo')), env };
  return { name, root, env, repo, agent: new TestAgent(repo, 'a1b2c3d4-0000-4000-8000-000000000001').start() };
}

function shell(
  cwd: string,
  env: NodeJS.ProcessEnv,
  line: string,
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve, failed) => {
    const child = spawn(SHELL, ['-c', line], { cwd, env });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.stdin.on('error', () => undefined).end();
    child.on('error', failed);
    child.on('close', (code) =>
      resolve({ code: code ?? 255, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    );
  });
}

function run(cwd: string, env: NodeJS.ProcessEnv, line: string): void {
  const done = spawnSync('sh', ['-c', line], { cwd, env });
  if (done.status !== 0) throw new Error(`${line}: ${done.stderr.toString()}`);
}

const NOTHING = { code: 0, stdout: '', stderr: '' };
const PROGRAM = join(import.meta.dirname, '../../dist/git-prov.js');

// Branches that merge with main, that clash with it, and that are ahead of it; a remote, another clone, a module.
const SETUP = `
cd repo
seq 1 30 >a.txt; seq 40 60 >b.txt; mkdir dir; seq 70 80 >dir/c.txt; echo '*.log' >.gitignore
git add -A; git commit -qm first; git tag v1; git tag -a -m 'a tag' v1.1
sed 's/^2$/two/' a.txt >t; mv t a.txt; git commit -qam second
git branch clash; git branch topic; git branch ahead
sed 's/^15$/fifteen/' a.txt >t; mv t a.txt; git commit -qam third
git checkout -q topic
seq 1 5 >new.txt; git add new.txt; git commit -qm 'topic one'
sed 's/^45$/x45/' b.txt >t; mv t b.txt; git commit -qam 'topic two'
echo 6 >>new.txt; git commit -qam 'topic three'
git checkout -q clash; sed 's/^15$/clash/' a.txt >t; mv t a.txt; git commit -qam 'clash one'
echo more >>dir/c.txt; git commit -qam 'clash two'
git checkout -q main; git checkout -q -B ahead main; echo ahead >ahead.txt; git add -A; git commit -qm 'ahead one'
git checkout -q main
cd ..
git clone -q --bare repo origin.git; git init -q --bare -b main lib.git
git clone -q lib.git lib 2>/dev/null; cd lib; git checkout -q -B main; echo lib >lib.txt; git add -A; git commit -qm lib; git push -q origin main; cd ..; rm -rf lib
cd repo; git remote add origin ../origin.git; git fetch -q; git branch -q -u origin/main main; cd ..
for k in gc maintenance; do git -C repo config $k.autoDetach false; done
git clone -q origin.git mate; git -C mate remote set-url origin ../origin.git
`;
