import { expect, test } from 'vitest';
import { prov } from '../../helpers/agent.ts';
import { withRepo } from '../../helpers/repo.ts';
import { by, run, where } from './site.ts';
import { Claude } from './transcripts/claude.ts';

const PASSED = 'Tests  3 passed (3)\n';
const FAILED = 'Tests  1 failed | 2 passed (3)\n';

test.each<[string, readonly (readonly [command: string, output: string])[], string]>([
  [
    'of other tests leaves the failure',
    [
      ['npx vitest run src/b.test.ts', FAILED],
      ['npx vitest run src/c.test.ts', PASSED],
    ],
    'failed',
  ],
  [
    'of the same tests replaces it',
    [
      ['npx vitest run src/b.test.ts', FAILED],
      ['npx vitest run src/c.test.ts', PASSED],
      ['npx vitest run ./src/b.test.ts -t adds', PASSED],
      ['npx vitest run ./src/b.test.ts', PASSED],
    ],
    'passed',
  ],
  [
    'of all tests replaces it',
    [
      ['npx vitest run src/b.test.ts', FAILED],
      ['npx vitest run src/c.test.ts', PASSED],
      ['npm test', PASSED],
    ],
    'passed',
  ],
])('in an imported session, a pass %s', (_name, runs, state) =>
  withRepo({ files: { 'src/a.ts': by('human', 'base') } }, async (repo) => {
    const story = new Claude(where(repo));
    story.prompt('Add a file');
    story.write('src/b.ts', by('agent', 'one', 'two'), null);
    for (const [command, output] of runs) story.bash(command, output);
    repo.write('src/b.ts', by('agent', 'one', 'two'));
    repo.commit('b');
    story.save();
    await run(repo);
    expect(/"state": "([\w-]+)"/.exec(prov(repo, 'why', '--json', 'src/b.ts:1'))![1]).toBe(state);
  }),
);
