import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { withRepo } from '../helpers/repo.ts';

test.each([0, 0.5])(
  "after a power cut left %d of owners.jsonl, an agent's lines may be unknown, but are never a person’s",
  (part) =>
    withRepo({ files: { 'a.txt': 'one\n', 'b.txt': 'one\n' } }, (repo) => {
      enable(repo);
      const agent = new TestAgent(repo, 'claude');
      agent.prompt('Count').write('a.txt', 'one\ntwo by the agent\n').write('b.txt', 'one\ntwo by the agent too\n');
      prov(repo, 'status');
      const file = join(repo.dir, '.git/prov/owners.jsonl');
      truncateSync(file, Math.floor(readFileSync(file).length * part));
      expect(prov(repo, 'status')).toContain('owners.jsonl');
      expect(() => prov(repo, 'doctor')).toThrow('exited with 1');
      repo.write('a.txt', 'one\ntwo by the agent\nthree by hand\n');
      repo.commit('a person commits');
      const owners = (path: string): string[] =>
        (JSON.parse(prov(repo, 'blame', '--json', path)) as { lines: { owner: string }[] }).lines.map(
          ({ owner }) => owner,
        );
      // Half of the file still has the owners of a.txt, which was written first.
      expect([owners('a.txt')[1], owners('a.txt')[2]]).toEqual([part === 0 ? 'unknown' : 'agent', 'human']);
      expect(owners('b.txt')[1]).toBe('unknown');
    }),
);
