import { afterEach, expect, test } from 'vitest';
import { chooseAbbreviation, shortOid } from '../../src/git/repository/abbreviation.ts';
import { keepAnswers } from '../../src/git/process/ask-once.ts';
import { openRepo } from '../../src/git/repository/repo.ts';
import { readSettings } from '../../src/git/repository/git-settings.ts';
import { withRepo } from '../helpers/repo.ts';

afterEach(() => chooseAbbreviation('/nowhere', undefined));

test('messages shorten ids as git does: by its setting, or by the number of objects', () =>
  withRepo({ files: { 'a.txt': 'a\n' } }, async (repo) => {
    const both = async (): Promise<[string, string]> => {
      const env = keepAnswers(repo.env);
      await openRepo(repo.dir, env);
      await readSettings(['core'], { cwd: repo.dir, env });
      return [shortOid(repo.oid('HEAD')), repo.git('rev-parse', '--short', 'HEAD')];
    };
    const lengths = new Set<number>();
    const same = async (): Promise<void> => {
      const [ours, gits] = await both();
      expect(ours).toBe(gits);
      lengths.add(ours.length);
    };
    await same();
    const blobs = Array.from({ length: 20_000 }, (_, i) => `blob\ndata ${`${i}\n`.length}\n${i}\n\n`);
    repo.gitRaw(['fast-import', '--quiet'], blobs.join(''));
    await same();
    for (const value of ['4', '12', 'auto', 'no']) {
      repo.git('config', 'core.abbrev', value);
      await same();
    }
    expect([...lengths].toSorted((a, b) => a - b)).toEqual([4, 7, 8, 12, 40]);
  }));
