import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { localFiles } from '../../src/git/repository/local-files.ts';
import { stage } from '../../src/recorder/state/atomic-files.ts';
import { drain } from '../../src/recorder/drain.ts';
import { useOwnServer } from '../helpers/program/own-server.ts';
import { HOOK, payload, ROOT, settled, SILENT, type Site, told, withSite } from '../recorder/site.ts';
import { beginWork, tell } from './damage.ts';
import { copyFolder, preparedSite } from './prepared-site.ts';

// Every place below .git/prov, replaced by a named pipe, a device, or a folder where a file belongs and the reverse.

/** A hook or a commit may take this long on a busy machine, in milliseconds. A process that opens a pipe waits for ever. */
const MAX_MS = 20_000;
/** The exit code of `timeout` for a program that it killed. */
const KILLED = 137;
const PROGRAM = join(ROOT, 'dist/git-prov.js');
const restartServer = useOwnServer();
const SHELLS = ['dash', 'bash'].filter((shell) => spawnSync(shell, ['-c', ':']).status === 0);

/** Places that only the hooks' shells use, and those that exist at certain moments only. */
const MORE = ['wt/main/said', 'wt/main/crowded', 'wt/main/index.lock', 'staged/plan.json'];

/** Folders that git prov makes once it needs them. */
const LATER_FOLDERS =
  /prov\/(?:behaviours|code|configured|contents|hooks|resting|rewritten|runs|staged|staged\.new|start|spool\/tmp|wt\/linked)$/;
/** Places that matter to a push. */
const IN_A_PUSH = /^(?:state\.json|sent|hook-failed|held\.json|waiting\.json|places\.json|lock|turn|recorded)$/;
/** The places that are always tried: read by shells, read by the program, written by each. `npm run stress:places` tries all. */
const SOME =
  /^(?:state\.json|owners\.jsonl|sessions\/.*|lock|hook-failed|sent|key|index\/index\.db|runs|start\/codex|spool\/seq|wt\/main\/(?:said|look|index))$/;
const isTried = (place: string): boolean => process.env['PLACES'] === 'all' || SOME.test(place);

type Kind = 'named pipe' | 'device' | 'other kind';

function put(kind: Kind, path: string): void {
  const isFolder = lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? LATER_FOLDERS.test(path);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  if (kind === 'named pipe') spawnSync('mkfifo', [path]);
  else if (kind === 'device') spawnSync('mknod', [path, 'c', '1', '5']);
  else if (isFolder) writeFileSync(path, 'x\n');
  else mkdirSync(join(path, 'x'), { recursive: true });
}

/** Whether this test may make devices: only root may, and not everywhere. */
const CAN_MAKE_DEVICES = ((): boolean => {
  const path = join('/tmp', `git-prov-device-${process.pid}`);
  const isMade = spawnSync('mknod', [path, 'c', '1', '5']).status === 0;
  const isReadable = isMade && spawnSync('head', ['-c', '1', path]).status === 0;
  rmSync(path, { force: true });
  return isReadable;
})();

/** Runs a program, and ends it after a while. Status null: it was killed. */
function run(
  { repo }: Site,
  words: readonly string[],
  input = '',
): ReturnType<typeof told> & { status?: number | null } {
  const [program = '', ...args] = words;
  const limited = ['-s', 'KILL', String(MAX_MS / 1000), program, ...args];
  const done = spawnSync('timeout', limited, { cwd: repo.dir, env: repo.env, input });
  if (done.status !== null && done.status !== KILLED) return told(done);
  restartServer();
  return { ...told(done), status: null };
}

/** A repository with most of the files that git prov makes, a server, and a copy of the private folder. */
const withMostFiles = preparedSite((site) => {
  const { repo, prov, agent } = site;
  beginWork(site);
  repo.git('init', '-q', '--bare', join(repo.home, 'server'));
  repo.git('remote', 'add', 'origin', join(repo.home, 'server'));
  for (const words of [['decide', 'one'], ['log'], ['status']]) tell(site, words);
  agent.prompt('again').bash('echo x > q.txt');
  settled(prov);
  copyFolder(prov, savedOf(site));
});

const savedOf = ({ repo }: Site): string => join(repo.home, 'saved');

function placesIn(site: Site): string[] {
  const found = readdirSync(savedOf(site), { recursive: true, encoding: 'utf8' });
  // Git's own objects, and hooks, which git runs.
  const own = found.filter((path) => !/^(?:objects\/..|(?:hooks|configured)\/.)/.test(path));
  const named = Object.values(localFiles('')).map((path) => path.replace(/^\//, ''));
  return [...new Set([...own, ...named, ...MORE])];
}

const STEP = { tool_name: 'Bash', tool_input: { command: 'make' }, tool_use_id: 't1' };

/** What is wrong with the hooks and commands after a place was replaced: they hang, disturb git, or do not name the damage. */
function wrongWith(site: Site, kind: Kind, place: string): string[] {
  const { repo, prov } = site;
  const wrong: string[] = [];
  const silent = (what: string, words: readonly string[], input?: string): void => {
    const done = run(site, words, input);
    if (JSON.stringify(done) !== JSON.stringify(SILENT)) wrong.push(`${what} ${place}: ${JSON.stringify(done)}`);
  };
  put(kind, join(prov, place));
  const before = lstatSync(join(prov, place));
  repo.write('n.txt', `${place}\n`);
  for (const shell of kind === 'named pipe' ? SHELLS : ['sh'])
    for (const event of ['PreToolUse', 'PostToolUse'])
      silent(`${shell} ${event}`, [shell, HOOK], payload(event, { ...STEP, cwd: repo.dir }));
  repo.git('add', 'n.txt');
  silent('commit', ['git', 'commit', '-q', '--allow-empty', '-m', 'x']);
  if (IN_A_PUSH.test(place) && run(site, ['git', 'push', '-q', 'origin', 'HEAD']).status !== 0)
    wrong.push(`push ${place}`);
  // A hook replaces or removes some of these files without opening them.
  const after = lstatSync(join(prov, place), { throwIfNoEntry: false });
  const isThere = after?.ino === before.ino && after.mode === before.mode;
  for (const command of ['status', 'doctor']) {
    const { status, stdout, stderr } = run(site, [process.execPath, PROGRAM, command]) as {
      status: number | null;
      stdout: string;
      stderr: string;
    };
    const names = `${stdout}${stderr}`.includes(basename(place));
    const isNamed = command === 'doctor' ? names : names || /event|doctor/.test(`${stdout}${stderr}`);
    if (status === null || (isThere && !isNamed)) wrong.push(`${command} ${place}: ${status} ${stdout}${stderr}`);
  }
  return wrong;
}

/** What is wrong after each place was replaced, one after another. */
async function wrongAfter(kind: Kind): Promise<string[]> {
  const wrong: string[] = [];
  await withMostFiles((site) => {
    for (const place of placesIn(site).filter(isTried)) {
      if (place === 'disabled' && kind === 'other kind') continue; // it is there or not, whatever it is
      rmSync(site.prov, { recursive: true });
      copyFolder(savedOf(site), site.prov);
      wrong.push(...wrongWith(site, kind, place));
    }
  });
  return wrong;
}

describe(
  'in the private folder, no hook and no command waits or disturbs git, and doctor names',
  { timeout: 600_000 },
  () => {
    test('a named pipe in any place', async () => expect(await wrongAfter('named pipe')).toEqual([]));

    test.runIf(CAN_MAKE_DEVICES)('a device in any place', async () => expect(await wrongAfter('device')).toEqual([]));

    test('a folder in the place of any file, and a file in the place of any folder', async () =>
      expect(await wrongAfter('other kind')).toEqual([]));
  },
);

describe.each(SHELLS)('the hook in %s', (shell) => {
  test.each(['link to a file', 'link to nothing', 'named pipe', 'file'])(
    'never writes into a %s that has the name of its next event',
    (kind) =>
      withSite((site) => {
        const { repo, prov } = site;
        const mine = join(repo.home, 'mine');
        const fresh = join(repo.home, 'fresh');
        writeFileSync(mine, 'mine\n');
        writeFileSync(join(prov, 'spool/seq'), '000000041\n');
        const plant = {
          'link to a file': `ln -s '${mine}' "$place"`,
          'link to nothing': `ln -s '${fresh}' "$place"`,
          'named pipe': 'mkfifo "$place"',
          file: 'echo mine >"$place"',
        }[kind]!;
        // The hook keeps the number of this process, which its event has in its name.
        const script = `place='${join(prov, 'spool/new')}'/000000042.$$; ${plant}; exec '${shell}' '${HOOK}'`;
        expect(run(site, ['sh', '-c', script], payload('UserPromptSubmit', { prompt: 'p', cwd: repo.dir }))).toEqual(
          SILENT,
        );
        expect(readFileSync(mine, 'utf8')).toBe('mine\n');
        expect(existsSync(fresh)).toBe(false);
        const names = readdirSync(join(prov, 'spool/new')).toSorted();
        expect(names).toEqual([expect.stringMatching(/^000000042\.[0-9]+$/), `${names[0]!}0`]);
        expect(readFileSync(join(prov, 'spool/new', names[1]!), 'utf8')).toMatch(/"prompt":"p".*\nprov2 event/);
        const planted = join(prov, 'spool/new', names[0]!);
        expect(lstatSync(planted).isFile() ? readFileSync(planted, 'utf8') : 'mine\n').toBe('mine\n');
      }),
  );
});

test('a plan of staged files cannot name files outside of the private folder', () =>
  withSite(async ({ repo, prov }) => {
    const mine = join(repo.home, 'mine');
    for (const name of [mine, '../../../mine']) {
      writeFileSync(mine, 'mine\n');
      stage(prov, { writes: new Map([[name, 'theirs\n']]), removals: [name] });
      await drain(await repo.open(), { patience: 5000 });
      expect(readFileSync(mine, 'utf8')).toBe('mine\n');
    }
  }));
