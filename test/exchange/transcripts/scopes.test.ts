import { expect, test } from 'vitest';
import { prov } from '../../helpers/agent.ts';
import { withRepo, type TestRepo } from '../../helpers/repo.ts';
import { checkFolders } from '../../../src/exchange/transcripts/check-scopes.ts';
import { WorkTrees } from '../../../src/exchange/transcripts/work-trees.ts';
import type { Check } from '../../../src/model/checks/kind.ts';
import { by, run, where } from './site.ts';
import { Claude } from './transcripts/claude.ts';

const PASSED = 'Tests  3 passed (3)\n';
const FAILED = 'Tests  1 failed | 2 passed (3)\n';
const FILES = {
  'package.json': '{"name":"all"}',
  'apps/web/package.json': '{"name":"web"}',
  'apps/api/package.json': '{"name":"@all/api"}',
};
const [WEB, API, TOP] = ['apps/web/src/a.ts', 'apps/api/src/b.ts', 'c.ts'];

const stateOf = (repo: TestRepo, path: string): string =>
  /"state": "([\w-]+)"/.exec(prov(repo, 'why', '--json', `${path}:1`))![1]!;

test.each<[what: string, checks: [command: string, output: string][], states: [web: string, api: string, top: string]]>(
  [
    ['the whole project', [['npx vitest run', FAILED]], ['failed', 'failed', 'failed']],
    ['a part, after cd', [['cd apps/api && npx vitest run', FAILED]], ['none', 'failed', 'none']],
    ['a folder of a part', [['cd apps/api/src && npx vitest run', FAILED]], ['none', 'failed', 'none']],
    ['a part, by its whole path', [['cd TOP/apps/web && npx vitest run', PASSED]], ['passed', 'none', 'none']],
    [
      'parts by their names',
      [
        ['pnpm --filter web test', PASSED],
        ['pnpm --filter @all/api test', FAILED],
      ],
      ['passed', 'failed', 'none'],
    ],
    ['a folder that is no part', [['cd docs && npx vitest run', FAILED]], ['failed', 'failed', 'failed']],
  ],
)('a check of a transcript covers the parts of the project that it ran in: %s', (_, checks, states) =>
  withRepo({ files: FILES }, async (repo) => {
    const story = new Claude(where(repo));
    story.prompt('Add three files');
    for (const path of [WEB, API, TOP]) story.write(path, by('agent', `${path} one`, `${path} two`), null);
    for (const [command, output] of checks) story.bash(command.replace('TOP', repo.dir), output);
    for (const path of [WEB, API, TOP]) repo.write(path, by('agent', `${path} one`, `${path} two`));
    repo.commit('work');
    story.save();
    await run(repo);
    expect([WEB, API, TOP].map((path) => stateOf(repo, path))).toEqual(states);
    await run(repo);
    expect([WEB, API, TOP].map((path) => stateOf(repo, path))).toEqual(states);
  }),
);

test('the folder of a check is found from the top of its work tree', () => {
  const check = (folder?: string | null): Check =>
    ({ kind: 'test', label: 'npm test', decisive: true, ...(folder !== undefined && { folder }) }) as Check;
  const trees = new WorkTrees(['/w/repo']);
  const at = (cwd: string | undefined, folder?: string | null): unknown => checkFolders([check(folder)], cwd, trees)[0];
  expect([at('/w/repo'), at('/w/repo', 'a/b'), at('/w/repo/a', '../c'), at('/w/repo/a')]).toEqual([
    '.',
    'a/b',
    'c',
    'a',
  ]);
  expect([at('/w/repo', '/w/repo/a'), at(undefined, '/w/repo/a')]).toEqual(['a', 'a']);
  expect([at('/w/repo', null), at('/w/other'), at('/w/repo', '/elsewhere')]).toEqual([null, null, null]);
});
