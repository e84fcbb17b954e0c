import { expect, test } from 'vitest';
import { runLog, type LogOptions } from '../../../src/faces/cli/commands/ask/log.ts';
import { painter } from '../../../src/faces/cli/render/color.ts';
import type { TextStyle } from '../../../src/faces/cli/render/fields.ts';
import { renderEntry } from '../../../src/faces/cli/render/ask/log.ts';
import { signsFor } from '../../../src/faces/cli/render/blame/blame-words.ts';
import type { Oid } from '../../../src/model/ids.ts';
import { made, noteOf, run, writeNotes } from '../../ask/setup.ts';
import { type TestRepo, withRepo } from '../../helpers/repo.ts';

const LOOK = { signs: signsFor({}), paint: painter(false), columns: undefined, unicode: false };

const log = async (repo: TestRepo, options: LogOptions): Promise<string> =>
  (await run(repo, runLog, options, { env: { NO_COLOR: '1' } })).text;
const subjectsIn = (json: string): string[] =>
  (JSON.parse(json) as { commits: { subject: string; author: string; time: string }[] }).commits.map(
    ({ subject, author, time }) => `${subject} ${author} ${time.slice(0, 4)}`,
  );

test('a commit without a note has the same columns as others, in each width and with colours', () => {
  const commit = { oid: 'a'.repeat(40) as Oid, short: 'abcdef1', author: '', email: '', time: null };
  const nothing = { lines: null, writers: [], changers: [], decisions: [], asked: [], verification: null };
  const paints: TextStyle['paint'][] = [LOOK.paint, (tone, text) => `<${tone} ${text}>`];
  for (const subject of ['', 'Add a test', 'Ein größeres Wort 漢字 '.repeat(8)])
    for (const columns of [undefined, 1, 20, 59, 60, 80, 200])
      for (const paint of paints) {
        const style = { ...LOOK, columns, paint };
        const entry = { ...commit, ...nothing, subject, known: false };
        // With everything that is recorded, nothing is added here, and the columns are not made in advance.
        const whole = renderEntry(entry, style, { decisions: false, verbose: true });
        expect(renderEntry(entry, style)).toBe(whole);
        expect(renderEntry(entry, style)).toBe(whole);
      }
});

test('a long history without notes is whole, and a note in the middle of it is found', () =>
  withRepo({ files: { 'a.txt': 'a\n' } }, async (repo) => {
    const commits = Array.from(
      { length: 5000 },
      (_, n) => `commit refs/heads/long\ncommitter M <m@x> ${1767225600 + n} +0000\ndata ${`c${n}`.length}\nc${n}\n`,
    );
    repo.gitRaw(['fast-import', '--quiet'], commits.join(''));
    const noted = repo.git('rev-parse', 'long~3000') as Oid;
    await writeNotes(repo, [[noted, noteOf([made('s', [{ n: 1, kind: 'goal', summary: 'go' }], [])], [])]]);
    const all = subjectsIn(await log(repo, { revisions: ['long'], json: true }));
    expect(all).toEqual(Array.from({ length: 5000 }, (_, n) => `c${4999 - n} M 2026`));
    const text = (await log(repo, { revisions: ['long'] })).trimEnd().split('\n');
    expect(text).toHaveLength(5000);
    expect(text.filter((line) => !line.includes('no note')).map((line) => line.trim().split(/ +/).at(-1))).toEqual([
      'c1999',
    ]);
  }));
