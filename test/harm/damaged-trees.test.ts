import { chmodSync, copyFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judge, wrongLines } from '../helpers/judge.ts';
import { REF_FILES, type Site, withSite } from '../recorder/site.ts';
import { commitAll, tell } from './damage.ts';

// A disk fault damages a folder of the notes. Later commits are not at fault: their notes wait until it is repaired.

const HARM = ['missing', 'empty'] as const;

function work({ agent, repo }: Site, file: string): void {
  agent.prompt(file).write(file, `${file} @a\n`).stop();
  expect(commitAll({ repo }, file)).toEqual([0, '']);
}

/** Damages the tree of the notes. Returns what puts it back. */
function damageTree({ repo }: Site, how: (typeof HARM)[number]): () => void {
  const id = repo.git('rev-parse', 'refs/notes/provenance^{tree}');
  const file = join(repo.dir, '.git/objects', id.slice(0, 2), id.slice(2));
  const copy = join(repo.home, 'copy');
  copyFileSync(file, copy);
  chmodSync(file, 0o644);
  if (how === 'missing') rmSync(file);
  else writeFileSync(file, '');
  return () => copyFileSync(copy, file);
}

const wrong = ({ repo }: Site, ...files: string[]): string[] => wrongLines(files.flatMap((file) => judge(repo, file)));

test.each(HARM)('commits after a tree of the notes is %s get their notes once doctor --fix has repaired them', (how) =>
  withSite((site) => {
    site.agent.start();
    for (const file of ['zero.txt', 'one.txt']) work(site, file);
    damageTree(site, how);
    for (const file of ['two.txt', 'three.txt', 'four.txt', 'five.txt']) work(site, file);
    // A rewritten commit reads the notes of its source.
    site.repo.git('commit', '-q', '--amend', '-m', 'five again');
    expect(tell(site, ['status']).text).toMatch(/The notes cannot be read\. .*Run git prov doctor --fix/);
    expect(tell(site, ['blame', 'one.txt'])).toMatchObject({ code: 1, text: expect.stringContaining('doctor --fix') });
    expect(tell(site, ['doctor']).text).toContain('doctor --fix');
    tell(site, ['doctor', '--fix']);
    // The damaged folder alone named the note of one.txt.
    expect(wrong(site, 'zero.txt', 'two.txt', 'three.txt', 'four.txt', 'five.txt')).toEqual([]);
    expect(tell(site, ['doctor']).code).toBe(0);
    expect(tell(site, ['verify'])).toMatchObject({ code: 0 });
  }, REF_FILES),
);

test('once the tree is back, as after a disk was mounted again, no note is lost', () =>
  withSite((site) => {
    site.agent.start();
    work(site, 'one.txt');
    const putBack = damageTree(site, 'missing');
    for (const file of ['two.txt', 'three.txt', 'four.txt']) work(site, file);
    putBack();
    tell(site, ['status']);
    expect(wrong(site, 'one.txt', 'two.txt', 'three.txt', 'four.txt')).toEqual([]);
  }, REF_FILES));

test('where nothing of the notes is left, doctor shows how recording continues, and then no later note is lost', () =>
  withSite((site) => {
    site.agent.start();
    work(site, 'one.txt');
    damageTree(site, 'missing');
    for (const file of ['two.txt', 'three.txt']) work(site, file);
    const { code, text } = tell(site, ['doctor', '--fix']);
    expect(code).toBe(1);
    expect(text).toContain('git update-ref -d refs/notes/provenance');
    site.repo.git('update-ref', '-d', 'refs/notes/provenance');
    tell(site, ['status']);
    expect(wrong(site, 'two.txt', 'three.txt')).toEqual([]);
  }, REF_FILES));

test('after the notes ref was deleted, doctor names the commit that brings all notes back', () =>
  withSite((site) => {
    const { repo } = site;
    site.agent.start();
    for (const file of ['one.txt', 'two.txt']) work(site, file);
    tell(site, ['status']);
    const tip = repo.git('rev-parse', 'refs/notes/provenance');
    repo.git('update-ref', '-d', 'refs/notes/provenance');
    const { code, text } = tell(site, ['doctor']);
    const [, command = ''] = /mean to delete them: git (update-ref refs\/notes\/provenance [0-9a-f]+)/.exec(text) ?? [];
    expect({ code, command }).toEqual({ code: 0, command: `update-ref refs/notes/provenance ${tip}` });
    repo.git(...command.split(' '));
    expect(wrong(site, 'one.txt', 'two.txt')).toEqual([]);
    expect(tell(site, ['doctor']).text).not.toContain('is missing');
  }, REF_FILES));

test('where nothing was recorded, doctor misses no notes', () =>
  withSite((site) => {
    expect(tell(site, ['doctor']).text).toContain('There are no notes yet.');
  }, REF_FILES));

test('a lock of the notes ref from before the clock was set back is removed by doctor --fix, and no note is lost', () =>
  withSite((site) => {
    site.agent.start();
    work(site, 'one.txt');
    const lock = join(site.repo.dir, '.git/refs/notes/provenance.lock');
    writeFileSync(lock, '');
    const nextYear = Date.now() / 1000 + 365 * 86_400;
    utimesSync(lock, nextYear, nextYear);
    work(site, 'two.txt');
    expect(tell(site, ['doctor']).text).toContain('blocks writing and joining notes');
    tell(site, ['doctor', '--fix']);
    expect(wrong(site, 'one.txt', 'two.txt')).toEqual([]);
  }, REF_FILES));
