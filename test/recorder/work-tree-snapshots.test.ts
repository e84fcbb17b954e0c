import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { clearSnapshotIndexes } from '../../src/recorder/worktree/snapshots.ts';
import type { TestRepo } from '../helpers/repo.ts';
import { withMonitor, withUntrackedCache } from './many-files.ts';
import { hook, HOOK, payload, settled, SILENT, treesSeen, withSite } from './site.ts';

const SHELLS = [['dash'], ['bash', '--posix']].filter(([shell]) => spawnSync(shell!, ['-c', ':']).status === 0);

let calls = 0;
const before = (): string =>
  payload('PreToolUse', { tool_name: 'Bash', tool_use_id: `t${++calls}`, tool_input: { command: 'make' } });

/** The tree of all files that git would add, made independently of the hook. */
function treeNow(repo: TestRepo): string {
  const index = join(repo.home, 'other-index');
  rmSync(index, { force: true });
  const env = { ...repo.env, GIT_INDEX_FILE: index };
  const git = (...args: string[]): string => spawnSync('git', args, { cwd: repo.dir, env, encoding: 'utf8' }).stdout;
  git('add', '-A');
  return git('write-tree').trim();
}

/** Puts a program with this name first in the search path. */
function shadow(repo: TestRepo, name: string, script: string): () => void {
  const bin = join(repo.home, 'shadow');
  const path = repo.env['PATH'];
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, name), `#!/bin/sh\nPATH='${path}'\n${script}\n`);
  chmodSync(join(bin, name), 0o755);
  repo.env['PATH'] = `${bin}${delimiter}${path}`;
  return () => void (repo.env['PATH'] = path);
}

/** What a person or a program may do between two snapshots. */
const CHANGES: readonly (readonly [string, (dir: string) => void])[] = [
  ['nothing', () => undefined],
  ['a changed file', (dir) => writeFileSync(join(dir, 'f.txt'), 'changed\n')],
  ['a name that looks like an option', (dir) => writeFileSync(join(dir, '--all'), 'x\n')],
  [
    'an ignored file',
    (dir) => (writeFileSync(join(dir, '.gitignore'), 'skip\n'), writeFileSync(join(dir, 'skip'), 'x')),
  ],
  [
    'names that a shell would expand',
    (dir) => ['*', '?', '[f].txt'].forEach((name) => writeFileSync(join(dir, name), name)),
  ],
  ['names outside of ASCII', (dir) => writeFileSync(join(dir, 'größe'), 'x\n')],
  ['a link that leads nowhere', (dir) => symlinkSync('nowhere', join(dir, 'link'))],
  ['a file that may be run', (dir) => chmodSync(join(dir, 'f.txt'), 0o755)],
  ['a file that is gone', (dir) => rmSync(join(dir, '--all'))],
  [
    'a folder in place of a file',
    (dir) => {
      rmSync(join(dir, 'f.txt'));
      mkdirSync(join(dir, 'f.txt'));
      writeFileSync(join(dir, 'f.txt/inside'), 'x\n');
    },
  ],
  [
    'a file in place of a folder',
    (dir) => {
      rmSync(join(dir, 'f.txt'), { recursive: true });
      writeFileSync(join(dir, 'f.txt'), 'a file again\n');
    },
  ],
  // From here on git quotes a name, so all files are compared.
  [
    'names with blanks and quotes',
    (dir) => [' a  b ', 'a b', '"a b"'].forEach((name) => writeFileSync(join(dir, name), 'x\n')),
  ],
  ['a changed file, beside one with its name in quotes', (dir) => writeFileSync(join(dir, 'a b'), 'changed\n')],
  ['a name with a line break and quotes', (dir) => writeFileSync(join(dir, 'a\nb"c\\'), 'x\n')],
  ['many new files', (dir) => void Array.from({ length: 900 }, (_, i) => writeFileSync(join(dir, `n${i}`), `${i}\n`))],
  [
    'many changed files',
    (dir) => void Array.from({ length: 900 }, (_, i) => writeFileSync(join(dir, `n${i}`), `${-i}\n`)),
  ],
];

const REPOSITORIES: readonly (readonly [string, (repo: TestRepo) => void])[] = [
  ['few files', () => undefined],
  ['many files and an untracked cache', withUntrackedCache],
  ['a monitor of files, too', withMonitor],
];
// The larger ones in one shell: what differs between shells is in the first.
const CASES = SHELLS.flatMap((shell, i) =>
  REPOSITORIES.slice(0, i === 0 ? undefined : 1).map(
    ([what, prepare]) => [shell.join(' '), what, shell, prepare] as const,
  ),
);

test.each(CASES)(
  '%s, %s: a snapshot holds what git would add, for any change and any file name',
  (...[, , shell, prepare]) =>
    withSite(async ({ repo, prov }) => {
      prepare(repo);
      const wanted: string[] = [];
      for (const [, change] of CHANGES) {
        change(repo.dir);
        expect(hook(repo, before(), shell)).toEqual(SILENT);
        wanted.push(treeNow(repo));
      }
      const seen = await treesSeen(repo, prov);
      expect(CHANGES.map(([name], i) => [name, seen[i]])).toEqual(CHANGES.map(([name], i) => [name, wanted[i]]));
    }),
);

test('changes after the hook has ended are not in its snapshot', () =>
  withSite(async ({ repo, prov }) => {
    const wanted: string[] = [];
    for (let i = 0; i < 10; i++) {
      writeFileSync(join(repo.dir, 'f.txt'), `look ${i}\n`);
      expect(hook(repo, before())).toEqual(SILENT);
      writeFileSync(join(repo.dir, 'f.txt'), `later ${i}\n`);
      repo.git('checkout', '-q', '--', '.');
      writeFileSync(join(repo.dir, 'f.txt'), `look ${i}\n`);
      wanted.push(treeNow(repo));
    }
    expect(await treesSeen(repo, prov)).toEqual(wanted);
  }));

test('large files and nested repositories are left out, and the files beside them are included', () =>
  withSite(async ({ repo, prov }) => {
    hook(repo, before());
    writeFileSync(join(repo.dir, 'large'), '');
    truncateSync(join(repo.dir, 'large'), 17 << 20);
    repo.git('init', '-q', 'inner');
    writeFileSync(join(repo.dir, 'inner/x'), 'x');
    writeFileSync(join(repo.dir, 'new.txt'), 'x\n');
    for (let i = 0; i < 2; i++) hook(repo, before());
    const [, second, third] = await treesSeen(repo, prov);
    const env = { ...repo.env, GIT_ALTERNATE_OBJECT_DIRECTORIES: join(prov, 'objects') };
    const listed = spawnSync('git', ['ls-tree', '-r', '--name-only', second!], {
      cwd: repo.dir,
      env,
      encoding: 'utf8',
    });
    expect(listed.stdout).toBe('f.txt\nnew.txt\n');
    expect(third).toBe(second);
  }));

test('without changes, snapshots share one index and no process writes a tree', () =>
  withSite(async ({ repo, prov }) => {
    hook(repo, before());
    settled(prov);
    spawnSync('sleep', ['1.1']); // git looks again into files that are as young as its index
    hook(repo, before());
    settled(prov);
    const names = readdirSync(join(prov, 'looks')).filter((name) => !name.endsWith('.tree'));
    expect(names).toHaveLength(1);
    const done = shadow(repo, 'git', 'case "$*" in *write-tree*) exit 1 ;; esac; exec git "$@"');
    for (let i = 0; i < 5; i++) hook(repo, before());
    done();
    expect(readdirSync(join(prov, 'looks')).filter((name) => !name.endsWith('.tree'))).toEqual(names);
    expect(new Set((await treesSeen(repo, prov)).slice(1))).toEqual(new Set([treeNow(repo)]));
  }));

test('hooks that were killed before they wrote their trees lose no snapshot', () =>
  withSite(async ({ repo, prov }) => {
    const done = shadow(repo, 'git', 'case "$*" in *write-tree*) exit 1 ;; esac; exec git "$@"');
    const wanted: string[] = [];
    for (let i = 0; i < 6; i++) {
      writeFileSync(join(repo.dir, 'f.txt'), `${i}\n`);
      hook(repo, before());
      const path = repo.env['PATH'];
      repo.env['PATH'] = path!.slice(path!.indexOf(delimiter) + 1);
      wanted.push(treeNow(repo));
      repo.env['PATH'] = path!;
    }
    done();
    expect(await treesSeen(repo, prov)).toEqual(wanted);
  }));

test('indexes do not accumulate when hooks are killed right after they recorded their event', () =>
  withSite(async ({ repo, prov }) => {
    const wanted: string[] = [];
    for (let i = 0; i < 12; i++) {
      writeFileSync(join(repo.dir, 'f.txt'), `${i}\n`);
      hook(repo, before());
      settled(prov);
      const [latest] = readFileSync(join(prov, 'wt/main/look'), 'utf8').split('\n');
      rmSync(join(prov, 'looks', `${latest}.tree`)); // as if the hook had been killed before
      wanted.push(treeNow(repo));
    }
    expect(readdirSync(join(prov, 'looks')).filter((name) => !name.endsWith('.tree')).length).toBeLessThan(4);
    expect(await treesSeen(repo, prov)).toEqual(wanted);
  }));

test('thirty hooks at once: every snapshot is a state that existed, and the next one is right', () =>
  withSite(async ({ repo, prov }) => {
    hook(repo, before());
    const texts = new Set(['one @human\ntwo @human\n']);
    const running = Array.from({ length: 30 }, (_, i) => {
      writeFileSync(join(repo.home, 'next'), `state ${i}\n`);
      renameSync(join(repo.home, 'next'), join(repo.dir, 'f.txt'));
      texts.add(`state ${i}\n`);
      const child = spawn('sh', [HOOK], { cwd: repo.dir, env: repo.env, stdio: ['pipe', 'ignore', 'ignore'] });
      child.stdin.end(before());
      return new Promise((resolve) => child.once('close', resolve));
    });
    await Promise.all(running);
    writeFileSync(join(repo.dir, 'f.txt'), 'last\n');
    hook(repo, before());
    const seen = await treesSeen(repo, prov);
    expect(seen).toHaveLength(32);
    expect(seen).not.toContain(undefined);
    expect(seen.at(-1)).toBe(treeNow(repo));
    const env = { ...repo.env, GIT_ALTERNATE_OBJECT_DIRECTORIES: join(prov, 'objects') };
    for (const tree of new Set(seen.slice(0, -1))) {
      const shown = spawnSync('git', ['cat-file', 'blob', `${tree}:f.txt`], { cwd: repo.dir, env, encoding: 'utf8' });
      expect(texts).toContain(shown.stdout);
    }
  }));

test('where hard links are impossible, every snapshot is still right', () =>
  withSite(async ({ repo, prov }) => {
    const done = shadow(repo, 'ln', 'exit 1');
    const wanted: string[] = [];
    for (let i = 0; i < 4; i++) {
      if (i !== 2) writeFileSync(join(repo.dir, 'f.txt'), `${i}\n`);
      expect(hook(repo, before())).toEqual(SILENT);
      wanted.push(treeNow(repo));
    }
    done();
    expect(await treesSeen(repo, prov)).toEqual(wanted);
  }));

test('old snapshots are removed when no event waits; the latest and young ones stay', () =>
  withSite(async ({ repo, prov }) => {
    for (let i = 0; i < 3; i++) {
      writeFileSync(join(repo.dir, 'f.txt'), `${i}\n`);
      hook(repo, before());
      settled(prov);
    }
    const looks = join(prov, 'looks');
    const now = Date.now();
    const [latest] = readFileSync(join(prov, 'wt/main/look'), 'utf8').split('\n');
    for (const name of readdirSync(looks)) utimesSync(join(looks, name), now / 1000 - 3600, now / 1000 - 3600);
    writeFileSync(join(looks, '000000099.1.tree'), `${'0'.repeat(40)}\n`);
    const all = readdirSync(looks);
    clearSnapshotIndexes(prov, now);
    expect(readdirSync(looks)).toEqual(all);
    for (const name of readdirSync(join(prov, 'spool/new'))) rmSync(join(prov, 'spool/new', name));
    clearSnapshotIndexes(prov, now);
    expect(readdirSync(looks).toSorted()).toEqual([latest, `${latest}.tree`, '000000099.1.tree'].toSorted());
    expect(existsSync(join(looks, latest!))).toBe(true);
    expect(statSync(join(looks, latest!)).ino).toBe(statSync(join(prov, 'wt/main/index')).ino);
  }));

test('in a folder with blanks, no user file is mistaken for a file of the hook', () =>
  withSite(async ({ repo, prov }) => {
    const dir = join(repo.home, 'my 50% repo');
    repo.git('worktree', 'add', '-q', '--detach', dir);
    const names = ['repo', 'my', '50%', '.git.lock'];
    for (const name of names) writeFileSync(join(dir, name), 'x\n');
    for (let i = 0; i < 3; i++) {
      writeFileSync(join(dir, 'changed.txt'), `${i}\n`);
      expect(hook(repo, before(), ['sh'], dir)).toEqual(SILENT);
    }
    settled(prov);
    spawnSync('sleep', ['0.2']);
    expect(readdirSync(dir)).toEqual(expect.arrayContaining(names));
    expect((await treesSeen(repo, prov)).every((tree) => tree !== undefined)).toBe(true);
  }));

test('where git trusts the times of folders, one git finds the changes, until the user takes that back', () =>
  withSite(({ repo, prov }) => {
    withUntrackedCache(repo);
    const log = join(repo.home, 'git-calls');
    hook(repo, before());
    settled(prov);
    const words = (): string[] => {
      rmSync(log, { force: true });
      const done = shadow(repo, 'git', `echo "$*" >>'${log}'; exec git "$@"`);
      hook(repo, before());
      settled(prov);
      done();
      return readFileSync(log, 'utf8').match(/(?<= )(?:status|ls-files|add)(?= )/g) ?? [];
    };
    spawnSync('sleep', ['1.1']); // some shells compare times in seconds
    expect(words()).toEqual(['status']);
    writeFileSync(join(repo.dir, 'f.txt'), 'changed\n');
    expect(words()).toEqual(['status', 'add']);
    repo.git('config', 'core.untrackedCache', 'false');
    expect(words().toSorted()).toEqual(['add', 'ls-files']);
  }));
