import { expect, test } from 'vitest';
import type { ProvError } from '../../src/errors.ts';
import { git, gitFailure } from '../../src/git/process/process.ts';
import { withRepo } from '../helpers/repo.ts';

const FSCK =
  'An object of this repository is missing or damaged. git fsck names all of them, and git fetch may bring them back.';
const REVISION = 'Use a commit, a branch or a range such as main~5..main; git fetch may bring missing commits.';

test.each([
  ['fatal: unable to read 80e1aba8ccf4\n', ': unable to read 80e1aba8ccf4', FSCK],
  ['error: Could not read 80e1\nfatal: bad tree object 80e1\n', ': bad tree object 80e1', FSCK],
  ['fatal: loose object 80e1 (in x) is corrupt\nmore\n', ': loose object 80e1 (in x) is corrupt', FSCK],
  ["fatal: bad revision 'nosuch'\n", ": bad revision 'nosuch'", REVISION],
  ['fatal: something else\n', ': something else', undefined],
  ['usage: git diff-tree\n-p  a patch\n', ' ended with 128: -p  a patch', undefined],
  ['', ' ended with 128.', undefined],
])('the error of a git that failed has its reason and what to do: %j', (errorText, reason, next) => {
  const { message, hint } = gitFailure(['-c', 'a=b', 'diff-tree', '-p'], 128, errorText);
  expect(message).toBe(`git diff-tree${reason}`);
  expect(hint).toBe(next);
});

test('where an object is missing, the error says how to find out which', async () => {
  await withRepo({ files: { 'a.txt': 'one\n' } }, async (repo) => {
    const missing = '80e1aba8ccf4b633da1eaf40b8050c7b0da5280a';
    const tree = repo.gitRaw(['mktree', '--missing'], Buffer.from(`100644 blob ${missing}\ta.txt\n`));
    const asked = git(['diff-tree', '-p', 'HEAD', tree.toString().trim()], { cwd: repo.dir, env: repo.env });
    const { message, hint } = (await asked.catch((cause: unknown) => cause)) as ProvError;
    expect(message).toContain(missing);
    expect(hint).toBe(FSCK);
  });
});
