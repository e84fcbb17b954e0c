import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../../helpers/agent.ts';
import { withRepo } from '../../helpers/repo.ts';

test.each([['log'], ['show', 'HEAD'], ['report', 'HEAD~1..HEAD'], ['stats', 'HEAD~1..HEAD']])(
  'git prov %s starts one process that reads objects',
  (...words) =>
    withRepo({ files: { 'a.txt': 'one\n' } }, (repo) => {
      enable(repo);
      new TestAgent(repo, 'session').start().prompt('two').write('a.txt', 'one\ntwo\n').stop();
      repo.commit('second');
      prov(repo, 'status'); // the rest is recorded
      const trace = join(repo.home, 'trace');
      repo.env['GIT_TRACE'] = trace;
      expect(prov(repo, ...words)).toContain('claude-code');
      expect(readFileSync(trace, 'utf8').match(/git cat-file --batch/g)).toHaveLength(1);
    }),
);
