import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { enable, TestAgent } from '../../helpers/agent.ts';
import { NODE } from '../../helpers/program/node.ts';
import { withRepo, type TestRepo } from '../../helpers/repo.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../dist/git-prov.js');
/** Nothing is read-only to root, so root runs the program as this user. */
const OTHER = 65_534;

function run(repo: TestRepo, args: readonly string[], config: string) {
  writeFileSync(join(repo.home, 'config'), config);
  const as = process.getuid?.() === 0 ? { uid: OTHER, gid: OTHER } : {};
  const env = { ...repo.env, GIT_CONFIG_GLOBAL: join(repo.home, 'config') };
  const { status, stdout, stderr } = spawnSync(NODE, [PROGRAM, ...args], {
    cwd: repo.dir,
    env,
    encoding: 'utf8',
    ...as,
  });
  return { status, stdout, stderr };
}

/** A recorded repository that cannot be written, with hooks that look displaced. */
async function readOnly(story: (repo: TestRepo) => void): Promise<void> {
  await withRepo({ files: { 'a.txt': 'one\n' } }, (repo) => {
    enable(repo);
    new TestAgent(repo, 'b1').start().prompt('write').write('b.txt', 'two\n').stop();
    repo.commit('Write b');
    const prov = join(repo.dir, '.git/prov');
    writeFileSync(join(prov, 'installed.json'), '{"changes":[],"agents":[]}');
    writeFileSync(join(prov, 'checked'), '');
    utimesSync(join(prov, 'checked'), 1, 1);
    mkdirSync(join(prov, 'spool/new'), { recursive: true });
    chmodSync(join(repo.dir, '..'), 0o755);
    spawnSync('chmod', ['-R', 'a+rX,a-w', repo.dir]);
    try {
      story(repo);
    } finally {
      spawnSync('chmod', ['-R', 'u+w', repo.dir]);
    }
  });
}

const TRUSTED = '[safe]\n\tdirectory = *\n';

test('a read-only repository can be read, and a decision is refused with the reason', () =>
  readOnly((repo) => {
    for (const args of [
      ['blame', 'b.txt'],
      ['why', 'b.txt:1'],
      ['log'],
      ['status'],
      ['behaviours'],
      ['sessions'],
      ['search', 'write'],
    ]) {
      const { status, stdout, stderr } = run(repo, args, TRUSTED);
      expect([args, status, stderr]).toEqual([args, 0, expect.any(String)]);
      expect(stdout).not.toBe('');
    }
    const { status, stdout, stderr } = run(repo, ['decide', 'Keep it'], TRUSTED);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /Not allowed to use .*\n {2}why: EACCES.*\n {2}hint: After sudo git commit: .* If it is read-only: /,
    );
    expect(stderr).not.toMatch(/^ {4}at /m);
  }));

test.runIf(process.getuid?.() === 0)('a repository of another user gets git’s own words and its remedy', () =>
  readOnly((repo) => {
    for (const args of [['status'], ['blame', 'b.txt'], ['decide', 'x']]) {
      const { status, stderr } = run(repo, args, '');
      expect(status).toBe(1);
      expect(stderr).toContain('belongs to another user, so git does not use it.');
      expect(stderr).toContain(`hint: If you trust its owner: git config --global --add safe.directory ${repo.dir}`);
    }
  }),
);
