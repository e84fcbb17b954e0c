import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prov } from '../helpers/agent.ts';
import { judge } from '../helpers/judge.ts';
import { commit, SILENT, withSite } from './site.ts';

test.each([
  ['"tool_input"', '"tool\xe8input"'],
  ['"file_path"', '"file\xe8path"'],
  ['g.txt"', 'g.tXt"'],
])(
  'a damaged event of a file tool, with %s damaged: the lines are unknown or the agent’s, and no person’s',
  (text, damaged) =>
    withSite(({ repo, agent, prov: dir }) => {
      agent.start().prompt('go').write('g.txt', 'line 1 @a\n');
      const folder = join(dir, 'spool/new');
      const last = join(folder, readdirSync(folder).toSorted().at(-1)!);
      const bytes = readFileSync(last, 'latin1');
      expect(bytes).toContain('PostToolUse');
      writeFileSync(last, bytes.replace(text, damaged), 'latin1');
      expect(commit(repo)).toEqual(SILENT);
      expect(['a', 'unsure']).toContain(judge(repo, 'g.txt')[0]!.owner);
      expect(prov(repo, 'verify')).toContain('Valid');
    }),
);
