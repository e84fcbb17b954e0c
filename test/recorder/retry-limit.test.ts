import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RetryLimit, isTemporary } from '../../src/recorder/spool/retry-limit.ts';
import { ProvError } from '../../src/errors.ts';
import { prov } from '../helpers/agent.ts';
import { judge } from '../helpers/judge.ts';
import { commit, left, SILENT, type Site, withoutReplacing, withSite } from './site.ts';

const full = Object.assign(new Error('no room'), { code: 'ENOSPC' });

describe('what a drain fails over', () => {
  test.each<[string, unknown, boolean]>([
    ['a full disk', full, true],
    ['a file over the limit of the shell', Object.assign(new Error('too large'), { code: 'EFBIG' }), true],
    ['a disk in the network that is away', Object.assign(new Error('stale'), { code: 'ESTALE' }), true],
    ['a git that ended', new ProvError('git', 'killed'), true],
    ['bytes that are wrong', new ProvError('data', 'not canonical'), false],
    ['a fault of ours', new TypeError('x is undefined'), false],
  ])('may pass or not: %s', (_, cause, expected) => expect(isTemporary(cause)).toBe(expected));

  test('is retried twice, then abandoned; each event and commit by itself, until a drain succeeds', () =>
    withSite(({ prov: dir }) => {
      const again = (what: string): boolean => new RetryLimit(dir).again(what, full);
      expect([again('a'), again('a'), again('b'), again('a'), again('b')]).toEqual([true, true, true, false, true]);
      new RetryLimit(dir).forget();
      expect(again('a')).toBe(true);
      expect(new RetryLimit(dir).again('a', new TypeError('ours'))).toBe(false);
    }));
});

/** Makes git fail in the hooks for every requested object. */
function withFailingGit({ repo }: Site, work: () => void): void {
  const runtime = join(repo.home, '.local/share/git-prov/runtime');
  const [node = '', bundle = ''] = readFileSync(runtime, 'utf8').split('\n');
  const found = spawnSync('sh', ['-c', 'command -v git']).stdout.toString().trim();
  const program = (path: string, ...lines: string[]): void =>
    writeFileSync(join(repo.home, path), `#!/bin/sh\n${lines.join('\n')}\n`, { mode: 0o755 });
  mkdirSync(join(repo.home, 'path'), { recursive: true });
  program('path/git', 'case "$*" in *cat-file*) exit 255 ;; esac', `exec '${found}' "$@"`);
  program('node', `PATH='${repo.home}/path':$PATH exec '${node}' "$@"`);
  writeFileSync(runtime, `${join(repo.home, 'node')}\n${bundle}\n`);
  work();
  writeFileSync(runtime, `${node}\n${bundle}\n`);
}

const began = ({ repo, agent }: Site): void => {
  agent.start().prompt('go').write('n.txt', 'one @a\n');
  repo.write('f.txt', 'one @human\ntwo @human\nthree @human\n');
  agent.edit('f.txt', 'two @human', 'deux @a');
};

test('a first drain that was killed before it saved its state runs again, and records no step twice', () =>
  withSite((site) => {
    const { repo, prov: dir } = site;
    began(site);
    withoutReplacing(site, 'state.json', () => expect(commit(repo)).toEqual(SILENT));
    expect(left(dir).waiting.length).toBeGreaterThan(0);
    prov(repo, 'status');
    const { steps, waiting, bad } = left(dir);
    expect([new Set(steps).size, waiting, bad]).toEqual([steps.length, [], []]);
    expect(readdirSync(join(dir, 'sessions'))).toEqual(['a.jsonl']);
    expect(judge(repo, 'n.txt')[0]!.owner).toBe('a');
  }));

test('events that cannot be listed for a moment are not ignored: the commit waits for them', () =>
  withSite((site) => {
    const { repo, prov: dir } = site;
    began(site);
    prov(repo, 'status');
    site.agent.write('m.txt', 'm @a\n');
    const spool = join(dir, 'spool/new');
    renameSync(spool, `${spool}.away`);
    writeFileSync(spool, ''); // a file: it cannot be listed
    expect(commit(repo)).toEqual(SILENT);
    rmSync(spool);
    renameSync(`${spool}.away`, spool);
    prov(repo, 'status');
    expect(judge(repo, 'm.txt')[0]!.owner).toBe('a');
  }));

test('an event that fails for a while because of the machine stays in the spool', () =>
  withSite((site) => {
    const { repo, prov: dir } = site;
    began(site);
    withFailingGit(site, () => expect(commit(repo)).toEqual(SILENT));
    expect(left(dir)).toMatchObject({ steps: [], bad: [] });
    expect(left(dir).waiting.length).toBeGreaterThan(0);
    prov(repo, 'status');
    expect(left(dir)).toMatchObject({ waiting: [], bad: [] });
    expect(existsSync(join(dir, 'attempts.json'))).toBe(false);
    expect(judge(repo, 'n.txt')[0]!.owner).toBe('a');
    expect(
      judge(repo, 'f.txt')
        .slice(1)
        .map(({ owner }) => owner),
    ).toEqual(['a', 'human']);
  }));

test("a step's change to a file without its former text is unsure", () =>
  withSite(({ repo, prov: dir, agent }) => {
    agent.start().prompt('go').bash('true');
    repo.write('f.txt', 'one @human\ntwo @human\nthree of a person @human\n');
    agent.bash('true').bash(`printf 'four @a\\n' >> f.txt`);
    const blob = repo
      .gitRaw(['hash-object', '--stdin'], 'one @human\ntwo @human\nthree of a person @human\n')
      .toString()
      .trim();
    const file = join(dir, 'objects', blob.slice(0, 2), blob.slice(2));
    chmodSync(file, 0o644);
    rmSync(file);
    commit(repo);
    const owners = judge(repo, 'f.txt').map(({ owner }) => owner);
    expect(owners[2]).not.toBe('a');
    expect(owners[3]).not.toBe('human');
  }));
