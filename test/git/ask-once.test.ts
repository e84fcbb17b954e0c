import { describe, expect, test } from 'vitest';
import { askOnce, forgetAnswers, keepAnswers } from '../../src/git/process/ask-once.ts';
import { openRepo } from '../../src/git/repository/repo.ts';
import { readSettings } from '../../src/git/repository/git-settings.ts';
import { withRepo } from '../helpers/repo.ts';

describe('within a command', () => {
  test('the settings are read once, also from a folder below the top, until they are forgotten', () =>
    withRepo({}, async (repo) => {
      repo.write('dir/a.txt', 'a\n');
      repo.git('config', 'prov.capture', 'full');
      const env = keepAnswers(repo.env);
      const { cwd } = await openRepo(`${repo.dir}/dir`, env);
      const capture = async (at: string, by = env): Promise<string | undefined> =>
        (await readSettings(['prov'], { cwd: at, env: by })).get('prov.capture');
      repo.git('config', 'prov.capture', 'hashes');
      expect([await capture(cwd), await capture(`${repo.dir}/dir`)]).toEqual(['full', 'full']);
      expect(await capture(cwd, repo.env)).toBe('hashes');
      forgetAnswers();
      expect(await capture(cwd)).toBe('hashes');
    }));

  test('a setting of another section is not among the answers', () =>
    withRepo({}, async (repo) => {
      repo.git('config', 'core.pager', 'less');
      const env = keepAnswers(repo.env);
      expect([...(await readSettings(['prov'], { cwd: repo.dir, env })).keys()]).toEqual([]);
      expect((await readSettings(['core'], { cwd: repo.dir, env })).get('core.pager')).toBe('less');
    }));

  test('a failed answer is asked again, and another environment keeps nothing', async () => {
    let asked = 0;
    const ask = async (): Promise<number> => {
      asked += 1;
      if (asked === 1) throw new Error('not yet');
      return asked;
    };
    const env = keepAnswers({});
    await expect(askOnce(env, 'q', ask)).rejects.toThrow('not yet');
    expect([await askOnce(env, 'q', ask), await askOnce(env, 'q', ask)]).toEqual([2, 2]);
    expect([await askOnce({}, 'q', ask), await askOnce({}, 'q', ask)]).toEqual([3, 4]);
  });
});
