import { expect, test } from 'vitest';
import { prov } from '../../helpers/agent.ts';
import { withRepo } from '../../helpers/repo.ts';
import { by, next, run, where } from './site.ts';
import { Codex } from './transcripts/codex.ts';

const stateOf = (text: string): string => /"state": "([\w-]+)"/.exec(text)![1]!;

test.each([
  [0, 'Tests  3 passed (3)\n', 'passed'],
  [1, 'Tests  1 failed (1)\n', 'failed'],
  [0, 'Tests  1 failed (1)\n', 'failed'],
])('a test run of Codex that ends with %i later and prints %j has %s', (exit, printed, expected) =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const story = new Codex(where(repo));
    story.prompt('Add a file');
    story.write('b.ts', by('agent', 'one', 'two'), null);
    story.runsOn('npx vitest run', exit, printed);
    story.save();
    repo.write('b.ts', by('agent', 'one', 'two'));
    repo.commit('b');
    expect(next(repo)).toBeGreaterThan(story.at);
    await run(repo);
    expect(stateOf(prov(repo, 'why', '--json', 'b.ts:1'))).toBe(expected);
    expect(prov(repo, 'show')).not.toContain('write_stdin');
  }),
);

test.each([
  [30_000, true],
  [90_000, false],
])('a session owns a short line if its command made the commit (begun %i ms before: %s)', (before, isIts) =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const story = new Codex({ ...where(repo), at: next(repo) - 200_000 });
    story.prompt('Add a file');
    story.write('b.ts', 'const shortOne = load();\n', null);
    story.at = next(repo) - before;
    story.runsOn('git add -A && git commit -qm b', 0, '', 60);
    story.save();
    repo.write('b.ts', 'const shortOne = load();\n');
    repo.commit('b');
    const { written } = await run(repo);
    expect(written).toBe(isIts ? 1 : 0);
  }),
);
