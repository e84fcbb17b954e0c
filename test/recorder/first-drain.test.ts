import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judge, wrongLines } from '../helpers/judge.ts';
import { commit, SILENT, withSite } from './site.ts';

test('the first commit of a repository that an agent’s hook enabled, without reflogs: lines of a command are the agent’s', () =>
  withSite(({ repo, prov, agent }) => {
    repo.git('config', 'core.logAllRefUpdates', 'false');
    rmSync(join(repo.dir, '.git/logs'), { recursive: true, force: true });
    rmSync(join(prov, 'state.json'));
    agent.start().prompt('go').edit('f.txt', 'two @human', 'deux @a');
    agent.bash("printf 'b @a\\n' > b.txt");
    expect(commit(repo)).toEqual(SILENT);
    expect(wrongLines(['f.txt', 'b.txt'].flatMap((path) => judge(repo, path)))).toEqual([]);
  }));
