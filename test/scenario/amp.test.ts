import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enable, prov } from '../helpers/agent.ts';
import { TestAmp } from '../helpers/amp.ts';
import { judge, notesOf } from '../helpers/judge.ts';
import { withRepo } from '../helpers/repo.ts';

test('the plug-in records Amp and its sub-agents, and leaves the answers to Amp unchanged', () =>
  withRepo({ files: { 'a.txt': 'one @human\n' } }, async (repo) => {
    enable(repo);
    const amp = await TestAmp.load(repo);
    await amp.start('T-1');
    await amp.prompt('T-1', 'Write it');
    await amp.create('T-1', 'new.txt', 'new @amp\n');
    writeFileSync(join(repo.dir, 'new.txt'), 'new @amp\nmore @human\n');
    await amp.bash('T-1', 'echo "two @amp" >> a.txt');
    await amp.bash('T-1', 'exit 2');
    await amp.start('T-2', 'T-1');
    await amp.prompt('T-2', 'Help');
    await amp.create('T-2', 'sub.txt', 'sub @amp\n');
    await amp.stop('T-2');
    await amp.stop('T-1');
    amp.dispose();
    repo.commit('made');
    const owners = ['a.txt', 'new.txt', 'sub.txt'].flatMap((path) =>
      judge(repo, path).map(({ text, owner, evidence }) => `${text}: ${owner} ${evidence}`.trim()),
    );
    expect(owners).toEqual([
      'one @human: no note',
      'two @amp: T-1 exact',
      'new @amp: T-1 exact',
      'more @human: human',
      'sub @amp: T-1/T-2 exact',
    ]);
    const calls = Array.from({ length: 4 }, () => [{ action: 'allow' }, undefined]).flat();
    expect(amp.answers).toEqual(calls);
    const [note] = [...notesOf(repo).values()];
    expect(note!.graphs.map(({ session }) => [session.id, session.agent, session.parent])).toEqual(
      expect.arrayContaining([
        ['T-1', 'amp', undefined],
        ['T-1/T-2', 'amp', 'T-1'],
      ]),
    );
    expect(prov(repo, 'show', 'HEAD')).toMatch(/Goal: "Write it"[\s\S]*Error: exit 2/);
  }));

test('when the script fails, Amp still gets its answers', () =>
  withRepo({ files: { 'a.txt': 'one\n' } }, async (repo) => {
    const dir = mkdtempSync(join(tmpdir(), 'git-prov-amp-'));
    try {
      writeFileSync(join(dir, 'agent'), 'exit 1\n');
      const amp = await TestAmp.load(repo, join(dir, 'agent'));
      await amp.create('T-1', 'new.txt', 'new\n');
      await amp.call('T-1', 'odd', null as unknown as object, () => undefined);
      expect(amp.answers).toEqual([{ action: 'allow' }, undefined, { action: 'allow' }, undefined]);
      amp.dispose();
    } finally {
      rmSync(dir, { recursive: true });
    }
  }));
