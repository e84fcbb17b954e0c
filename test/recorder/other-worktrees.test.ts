import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { takeRound } from '../../src/recorder/spool/take-round.ts';
import { withTrees } from '../../src/recorder/worktree/snapshot-trees.ts';
import { Spool } from '../../src/recorder/spool/spool.ts';
import type { TestRepo } from '../helpers/repo.ts';
import { hook, payload, settled, SILENT, withSite } from './site.ts';

const SHELLS = [['dash'], ['bash', '--posix'], ['busybox', 'sh']].filter(
  ([shell, ...args]) => spawnSync(shell!, [...args, '-c', ':']).status === 0,
);

const call = (command: string, fields: object = {}): string =>
  payload('PreToolUse', { tool_name: 'Bash', tool_use_id: 't', tool_input: { command }, ...fields });

/** The work trees in the last event, by name, its own first, and whether each snapshot has become a tree. */
async function told(repo: TestRepo, prov: string): Promise<{ names: string[]; whole: boolean }> {
  const { events } = await takeRound(new Spool(prov), []);
  const { observation } = (await withTrees(await repo.open(), prov, events)).at(-1)!;
  const all = [observation!, ...observation!.beside];
  return { names: all.map(({ workTree }) => basename(workTree)), whole: all.every(({ tree }) => tree !== undefined) };
}

describe.each(SHELLS.map((shell) => ({ shell, name: shell.join(' ') })))('the hook in $name', ({ shell }) => {
  test('takes snapshots of other work trees that a command names, too', () =>
    withSite(async ({ repo, prov }) => {
      // The hook looks for "zquartz" in the command. A random folder name must not have it by chance.
      for (const name of ['wt', 'wt-2', 'zquartz é']) repo.git('worktree', 'add', '-q', '--detach', `../${name}`);
      const main = basename(repo.dir);
      const inside = join(repo.dir, '.claude/worktrees/inner');
      repo.git('worktree', 'add', '-q', inside);
      const linked = join(repo.dir, '../wt');
      for (const [from, command, names] of [
        [repo.dir, 'ls', [main]],
        [repo.dir, 'cd ../wt && make', [main, 'wt']],
        [repo.dir, `git -C ${linked} commit`, [main, 'wt']],
        [repo.dir, 'echo x >> "../wt-2/f"; cat wtf', [main, 'wt-2']],
        [repo.dir, "cd '../zquartz é' && make", [main, 'zquartz é']],
        [repo.dir, 'cd ../zquartz\\ é; cd ../wt; ls inner', [main, 'inner', 'wt', 'zquartz é']],
        [linked, `cd ../${main} && make`, ['wt', main]],
        [linked, 'cd ../wt-2 && make', ['wt', 'wt-2']],
        [linked, 'make', ['wt']],
        [inside, 'cd ../../.. && make', ['inner', main]],
        [inside, 'make', ['inner']],
      ] as const) {
        expect(hook(repo, call(command), shell, from)).toEqual(SILENT);
        expect({ command, ...(await told(repo, prov)) }).toEqual({ command, names, whole: true });
      }
      settled(prov);
      expect(existsSync(join(prov, 'wt/linked/wt/index'))).toBe(true);
    }));

  test("does not search a command's output for names, but all of a long command", () =>
    withSite(async ({ repo, prov }) => {
      repo.git('worktree', 'add', '-q', '../wt');
      const long = `cat > f <<E\n${'x\n'.repeat(5000)}E\ncd ../wt && make`;
      for (const [event, names] of [
        [call('pwd', { cwd: '/x/wt', tool_response: { stdout: '/x/wt/' } }), 1],
        [call('cd ../wt', { tool_response: { stdout: 'x'.repeat(9000) } }), 2],
        [call(long), 2],
      ] as const) {
        expect(hook(repo, event, shell)).toEqual(SILENT);
        expect((await told(repo, prov)).names.length).toBe(names);
      }
    }));

  test('a file tool’s event belongs to the work tree of the file', () =>
    withSite(async ({ repo, prov }) => {
      repo.git('worktree', 'add', '-q', '../wt');
      const linked = join(repo.dir, '../wt');
      for (const [from, to] of [
        [repo.dir, linked],
        [linked, repo.dir],
      ] as const) {
        const input = { file_path: join(to, 'f.txt'), content: '' };
        const event = payload('PreToolUse', { tool_name: 'Write', tool_use_id: 't', tool_input: input });
        const before = readdirSync(join(prov, 'spool/new')).length;
        expect(hook(repo, event, shell, from)).toEqual(SILENT);
        expect((await told(repo, prov)).names).toEqual([basename(to)]);
        expect(readdirSync(join(prov, 'spool/new')).length).toBe(before + 1);
      }
    }));

  test('incomplete work trees are skipped', () =>
    withSite(async ({ repo, prov }) => {
      for (const name of ['gone', 'torn', 'void']) repo.git('worktree', 'add', '-q', `../${name}`);
      rmSync(join(repo.dir, '../gone'), { recursive: true });
      rmSync(join(prov, '../worktrees/void/gitdir'));
      writeFileSync(join(prov, '../worktrees/torn/gitdir'), '');
      mkdirSync(join(prov, '../worktrees/made-by-hand'));
      expect(hook(repo, call('ls ../gone ../torn ../void made-by-hand'), shell)).toEqual(SILENT);
      expect(await told(repo, prov)).toEqual({ names: [basename(repo.dir)], whole: true });
    }));
});

test('the last line of an event is unchanged with one work tree, and lists several', () =>
  withSite(({ prov }) => {
    const id = 'a'.repeat(40);
    const read = (line: string): unknown => {
      const name = '000000001.1';
      writeFileSync(join(prov, 'spool/new', name), `${payload('Stop')}\n${line}\n`);
      const event = new Spool(prov).read(name, Date.now());
      return typeof event === 'string' ? event : event.observation;
    };
    const one = { gitDir: '/r/.git', workTree: '/r' };
    const two = { gitDir: '/r/.git/worktrees/w x', workTree: '/w x' };
    const linked = '/r/.git/worktrees/w%20x /w%20x';
    expect(read('prov1 event - - /r/.git /r')).toEqual({ phase: 'event', ...one, beside: [] });
    expect(read(`prov2 after ${id} lost /r/.git /r`)).toEqual({
      phase: 'after',
      tree: id,
      lost: true,
      ...one,
      beside: [],
    });
    expect(
      read(`prov2 before look:000000007.12 - /r/.git /r look:000000007.12.1 - ${linked} lost - ${linked}`),
    ).toEqual({
      phase: 'before',
      look: '000000007.12',
      ...one,
      beside: [
        { look: '000000007.12.1', ...two },
        { lost: true, ...two },
      ],
    });
    for (const torn of [`prov2 after ${id} - /r/.git`, `prov2 after ${id} - /r/.git /r ${id} -`, 'prov2 after'])
      expect(read(torn)).toBe('unfinished');
    expect(readFileSync(join(prov, 'spool/new/000000001.1'), 'utf8')).toContain('prov2 after');
  }));
