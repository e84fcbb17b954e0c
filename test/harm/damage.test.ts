import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TestAgent } from '../helpers/agent.ts';
import type { TestRepo } from '../helpers/repo.ts';
import type { Oid } from '../../src/model/ids.ts';
import { NOTES, type Site as Clone, withWorld } from '../sharing/world.ts';
import { judge } from '../helpers/judge.ts';
import { makeSite, type Site, withSite } from '../recorder/site.ts';
import { beginWork, commitAll, readEverything, tell, wrongIn, wrongOutput } from './damage.ts';
import { preparedSite } from './prepared-site.ts';

// Damage to the private folder and to refs. No command prints a stack trace, git is not disturbed, and `doctor` names a remedy.

function exchange(path: string): void {
  const isFolder = statSync(path).isDirectory();
  rmSync(path, { recursive: true });
  if (isFolder) writeFileSync(path, 'x\n');
  else mkdirSync(join(path, 'x'), { recursive: true });
}

const owners = ({ repo }: Site, path: string): string[] => judge(repo, path).map(({ owner }) => owner);

const withWork = preparedSite(beginWork);

describe('in the private folder, a file in place of a folder or the reverse', () => {
  test.each([
    'state.json.new',
    'owners.jsonl',
    'recorded',
    'faults.log',
    'spool/new',
    'spool',
    'sessions',
    'sessions/*',
    'graphs',
    'looks',
    'contents',
    'index',
  ])('%s', (name) =>
    withWork((site) => {
      const dir = join(site.prov, name.replace('/*', ''));
      if (name.endsWith('/*')) for (const one of readdirSync(dir)) exchange(join(dir, one));
      else if (existsSync(dir)) exchange(dir);
      else mkdirSync(dir);
      expect(wrongOutput(site)).toEqual([]);
      site.agent.write('p.txt', 'later @a\n');
      expect(commitAll(site, 'two')).toEqual([0, '']);
      tell(site, ['doctor', '--fix']);
      expect(tell(site, ['doctor'])).toMatchObject({ code: 0 });
      site.agent.write('q.txt', 'last @a\n');
      expect(commitAll(site, 'three')).toEqual([0, '']);
      expect(owners(site, 'q.txt')).toEqual(['a']);
    }),
  );
});

test('the private folder of a SHA-1 repository in a SHA-256 repository does not disturb recording', async () => {
  const old = await makeSite({ files: { 'f.txt': 'one\n' }, hash: 'sha1' });
  try {
    await withSite(
      (site) => {
        beginWork(old);
        rmSync(site.prov, { recursive: true });
        cpSync(old.prov, site.prov, { recursive: true });
        const agent = new TestAgent(site.repo, 'b').start().prompt('go');
        agent.write('n.txt', 'by the agent @b\n').bash("printf 'more @b\\n' >> n.txt");
        expect(wrongOutput(site)).toEqual([]);
        expect(commitAll(site, 'one')).toEqual([0, '']);
        expect(owners(site, 'n.txt')).toEqual(['b', 'b']);
      },
      { files: { 'f.txt': 'one\n' }, hash: 'sha256' },
    );
  } finally {
    old.repo.cleanup();
  }
});

describe.each(['blob', 'tree', 'annotated tag'])('a notes ref that is a %s', (kind) => {
  const object = (site: TestRepo): string => {
    if (kind === 'blob') return site.gitRaw(['hash-object', '-w', '--stdin'], 'no note\n').toString().trim();
    if (kind === 'tree') return site.git('rev-parse', 'HEAD^{tree}');
    site.git('tag', '-a', '-m', 'x', 'odd');
    return site.git('rev-parse', 'odd');
  };

  test('on a remote: its notes are left alone, and status and doctor name it', () =>
    withWorld(async ({ clone, server }) => {
      const ada = await clone('ada');
      await ada.work('honest');
      server.git('update-ref', NOTES, object(server.repo));
      ada.git('fetch', '-q');
      expect(wrongOutput(ada)).toEqual([]);
      for (const command of ['status', 'doctor']) expect(tell(ada, [command]).text).toContain('origin');
      const pushed = ada.try('push', 'origin', 'main');
      expect(pushed.code).toBe(0);
      expect(pushed.stderr).not.toMatch(/\n\s+at |internal error/);
    }));

  test('in the clone: status and doctor report it, and doctor --fix restores the notes', () =>
    withWorld(async ({ clone }) => {
      const ada = await clone('ada');
      const commit = await ada.work('honest');
      ada.git('update-ref', NOTES, object(ada.repo));
      expect(wrongOutput(ada)).toEqual([]);
      expect(tell(ada, ['doctor'])).toMatchObject({ code: 1 });
      tell(ada, ['doctor', '--fix']);
      expect(tell(ada, ['doctor'])).toMatchObject({ code: 0 });
      expect(await ada.says(commit)).toContain('honest');
    }));
});

describe('a notes ref that is a symbolic ref to a branch', () => {
  const write = (site: Clone, name: string): Oid => {
    new TestAgent(site.repo, `5e551017-aaaa-4bbb-8ccc-0000000000${name}`)
      .start()
      .prompt('Write')
      .write(`${name}.txt`, 'by the agent\n');
    site.repo.write('own.txt', `${name}\n`);
    return site.repo.commit(name);
  };

  test.each([true, false])(
    'in the clone, with earlier notes: %s: the branch stays, and doctor --fix removes it',
    (isLater) =>
      withWorld(async ({ clone }) => {
        const ada = await clone('ada');
        const first = isLater ? write(ada, '10') : undefined;
        ada.git('symbolic-ref', NOTES, 'refs/heads/main');
        const commit = write(ada, '11');
        expect(ada.repo.oid('refs/heads/main')).toBe(commit);
        expect(wrongOutput(ada)).toEqual([]);
        expect(tell(ada, ['status']).text).toContain('doctor');
        expect(tell(ada, ['doctor'])).toMatchObject({
          code: 1,
          text: expect.stringContaining('symbolic ref') as string,
        });
        tell(ada, ['doctor', '--fix']);
        expect(tell(ada, ['doctor'])).toMatchObject({ code: 0 });
        expect(ada.try('symbolic-ref', '-q', NOTES).code).toBe(1);
        tell(ada, ['status']);
        expect(ada.noted().toSorted()).toEqual([...(first ? [first] : []), commit].toSorted());
        expect(ada.repo.oid('refs/heads/main')).toBe(commit);
      }),
  );

  test('on a remote: a push moves no branch with it, and says why the notes stay', () =>
    withWorld(async ({ clone, server }) => {
      const ada = await clone('ada');
      server.git('symbolic-ref', NOTES, 'refs/heads/main');
      for (const name of ['12', '13']) {
        const commit = write(ada, name);
        const pushed = ada.try('push', 'origin', 'main');
        expect(pushed).toMatchObject({ code: 0 });
        expect(server.repo.oid('refs/heads/main')).toBe(commit);
      }
      expect(tell(ada, ['status']).text).toContain('symbolic ref to refs/heads/main');
    }));
});

describe('a ref below the notes ref', () => {
  test('on a remote: git fetch and git pull continue, and the notes arrive once it is deleted', () =>
    withWorld(async ({ clone, server }) => {
      const ada = await clone('ada');
      const commit = await ada.work('honest');
      ada.git('push', '-q', 'origin', 'main');
      const bob = await clone('bob');
      bob.git('fetch', '-q');
      const notes = server.repo.oid(NOTES);
      server.git('update-ref', '-d', NOTES);
      server.git('update-ref', `${NOTES}/x`, notes);
      const carl = await clone('carl');
      for (const site of [ada, bob, carl]) {
        expect(site.try('fetch')).toMatchObject({ code: 0 });
        expect(site.try('pull')).toMatchObject({ code: 0 });
        expect(site.try('push', 'origin', 'main')).toMatchObject({ code: 0 });
      }
      server.git('update-ref', '-d', `${NOTES}/x`);
      server.git('update-ref', NOTES, notes);
      expect(carl.try('fetch')).toMatchObject({ code: 0, stderr: expect.not.stringContaining('error') as string });
      expect(carl.prov('status').code).toBe(0);
      expect(await carl.says(commit)).toContain('honest');
    }));

  test('in the clone: what agents did waits, and status and doctor say how to remove it', () =>
    withWorld(async ({ clone }) => {
      const ada = await clone('ada');
      ada.git('update-ref', `${NOTES}/x`, 'HEAD');
      new TestAgent(ada.repo, '5e551017-aaaa-4bbb-8ccc-000000000020')
        .start()
        .prompt('Write')
        .write('n.txt', 'by the agent\n');
      const commit = ada.repo.commit('n');
      for (let i = 0; i < 2; i++) expect(wrongOutput(ada)).toEqual([]);
      expect(tell(ada, ['doctor'])).toMatchObject({
        code: 1,
        text: expect.stringContaining(`git update-ref -d ${NOTES}/x`) as string,
      });
      const { code, text } = tell(ada, ['decide', 'Use it']);
      expect([code, text.includes(`${NOTES} cannot be written, because ${NOTES}/x exists.`)]).toEqual([1, true]);
      ada.git('update-ref', '-d', `${NOTES}/x`);
      expect(tell(ada, ['status']).code).toBe(0);
      expect(ada.noted()).toEqual([commit]);
    }));
});

/** Another user, who may read this repository and not write it. */
const READER = 65_534;

test.runIf(process.geteuid?.() === 0)(
  'a .git that this user may not write: status and doctor say so, and reading works',
  () =>
    withWork((site) => {
      tell(site, ['status']);
      const open = (path: string): void => {
        if (lstatSync(path).isSymbolicLink()) return;
        chownSync(path, READER, READER);
        chmodSync(path, lstatSync(path).isDirectory() ? 0o555 : 0o444);
        if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) open(join(path, name));
      };
      site.agent.write('w.txt', 'waits @a\n');
      chmodSync(join(site.repo.dir, '..'), 0o755);
      open(join(site.repo.dir, '..'));
      const told = readEverything(site, READER);
      expect(wrongIn(told)).toEqual([]);
      for (const command of ['status', 'doctor'])
        expect(told.find((one) => one.command === command)?.text).toMatch(/chmod|may not|not allowed/i);
      spawnSync('chmod', ['-R', 'u+w', join(site.repo.dir, '..')]);
    }),
);

test('a state that is missing is a problem for doctor, which mends it', () =>
  withWork((site) => {
    rmSync(join(site.prov, 'state.json'));
    const found = tell(site, ['doctor']);
    expect(found.code).toBe(1);
    expect(found.text).toMatch(/state\.json is missing, although sessions were recorded here/);
    tell(site, ['doctor', '--fix']);
    expect(tell(site, ['doctor']).text).not.toMatch(/is missing/);
  }));
