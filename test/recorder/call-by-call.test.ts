import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drain } from '../../src/recorder/drain.ts';
import { notesOf } from '../helpers/judge.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';
import { settled } from './site.ts';
import { Story, transcriptOf } from './talking-story.ts';

const MESSAGE = 'Name the values, because the check needs them';

/** Records each waiting event in a drain of its own, with the transcript of that moment, and commits. */
async function callByCall(repo: TestRepo, lengths: ReadonlyMap<string, number>): Promise<string> {
  const [spooled, aside] = [join(repo.dir, '.git/prov/spool/new'), join(repo.home, 'aside')];
  const names = readdirSync(spooled).sort();
  const transcript = readFileSync(transcriptOf(repo));
  mkdirSync(aside);
  for (const name of names) renameSync(join(spooled, name), join(aside, name));
  for (const name of names) {
    renameSync(join(aside, name), join(spooled, name));
    writeFileSync(transcriptOf(repo), transcript.subarray(0, lengths.get(name) ?? transcript.length));
    await drain(await repo.open(), { patience: 0 });
    expect(readdirSync(spooled)).toEqual([]);
  }
  rmSync(aside, { recursive: true });
  return commit(repo);
}

function commit(repo: TestRepo): string {
  repo.git('commit', '-qm', MESSAGE);
  return repo.git('ls-tree', '-r', 'refs/notes/provenance');
}

test('a turn that was recorded call by call has the notes of one that its commit recorded, byte for byte', async () => {
  let narrated = 0;
  for (let seed = 11; seed <= 14; seed++)
    await withRepo({ files: { 'a.js': 'one\n', 'b.js': 'two\n' } }, async (repo) => {
      const story = new Story(repo, seed);
      if (seed % 2 === 0) story.turn();
      const lengths = new Map<string, number>();
      const [git, kept] = [join(repo.dir, '.git'), join(repo.home, 'kept')];
      const see = (): void => {
        const { size } = statSync(transcriptOf(repo));
        for (const name of readdirSync(join(git, 'prov/spool/new'))) if (!lengths.has(name)) lengths.set(name, size);
      };
      story.work(see);
      story.beforeCommit(MESSAGE);
      repo.git('add', '-A');
      settled(join(git, 'prov'));
      cpSync(git, kept, { recursive: true, preserveTimestamps: true });
      const atOnce = commit(repo);
      rmSync(git, { recursive: true });
      cpSync(kept, git, { recursive: true, preserveTimestamps: true });
      rmSync(kept, { recursive: true });
      const notes = await callByCall(repo, lengths);
      expect({ seed, notes }).toEqual({ seed, notes: atOnce });
      narrated += [...notesOf(repo).values()]
        .flatMap(({ graphs }) => graphs.flatMap(({ nodes }) => nodes))
        .filter(({ kind, detail }) => kind === 'decision' && detail?.['source'] === 'narrated').length;
    });
  expect(narrated).toBeGreaterThan(3); // else the test compares nothing
});
