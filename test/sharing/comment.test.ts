import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesUrl } from '../../src/sharing/forge.ts';
import type { Oid, RepoPath } from '../../src/model/ids.ts';
import { enable, TestAgent } from '../helpers/agent.ts';
import { withRepo, type TestRepo } from '../helpers/repo.ts';
import { runs } from '../helpers/runs.ts';
import { PROGRAM, run } from './world.ts';

const MARK = '<!-- git-prov report -->';

/** Programs of forges that answer from files, and write each request into a file. */
function script(repo: TestRepo, name: 'gh' | 'glab', answers: Record<string, string>): () => string[] {
  const dir = join(repo.home, 'bin');
  mkdirSync(dir, { recursive: true });
  const log = join(dir, 'log');
  const cases = Object.entries(answers).map(([words, text], i) => {
    writeFileSync(join(dir, `answer${i}`), text);
    return `"${words}") cat '${dir}/answer${i}' ;;`;
  });
  writeFileSync(
    join(dir, name),
    `#!/bin/sh\nprintf '%s\\n' "$*" >>'${log}'\ncase "$*" in\n*"--input -") cat >'${dir}/body' ;;\n${cases.join('\n')}\n*) echo "no such request: $*" >&2; exit 4 ;;\nesac\n`,
  );
  chmodSync(join(dir, name), 0o755);
  repo.env['PATH'] = `${dir}:${repo.env['PATH'] ?? ''}`;
  return () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []);
}

// A PATH on which there is git, and no program of a forge.
function onlyGit(repo: TestRepo): string {
  const dir = join(repo.home, 'only-git');
  mkdirSync(dir);
  for (const name of ['git', 'sh', 'node']) {
    const found = (repo.env['PATH'] ?? '').split(':').find((one) => existsSync(join(one, name)));
    if (found) symlinkSync(join(found, name), join(dir, name));
  }
  return dir;
}

const bodyOf = (repo: TestRepo): string =>
  (JSON.parse(readFileSync(join(repo.home, 'bin/body'), 'utf8')) as { body: string }).body;

async function story(url: string, tell: (repo: TestRepo) => void): Promise<void> {
  await withRepo({ files: { 'a.txt': 'one\n' } }, (repo) => {
    repo.git('remote', 'add', 'origin', url);
    enable(repo);
    new TestAgent(repo, 'a1').start().prompt('write').write('src/b (1).js', 'two();\nthree();\n').stop();
    repo.commit('Write b');
    tell(repo);
  });
}

const post = (repo: TestRepo, ...more: string[]) =>
  run(repo, process.execPath, [PROGRAM, 'report', 'HEAD~1..HEAD', ...more]);
const headers = '--header Content-Type: application/json --input -';

test('report --post creates a comment with a checklist and links to the lines', () =>
  story('git@github.com:owner/name.git', (repo) => {
    const calls = script(repo, 'gh', {
      'pr view --json number': '{"number":7}',
      'api user': '{"login":"ada"}',
      'api --paginate repos/{owner}/{repo}/issues/7/comments': `[{"id":1,"user":{"login":"eve"},"body":"${MARK} mine"}]`,
    });
    const { code, stdout, stderr } = post(repo, '--post');
    expect([code, stdout, stderr]).toEqual([0, 'The comment on #7 was created.\n', '']);
    expect(calls().at(-1)).toBe(`api --method POST repos/{owner}/{repo}/issues/7/comments ${headers}`);
    const body = bodyOf(repo);
    expect(body.startsWith(`${MARK}\n`)).toBe(true);
    expect(body).toContain(
      `- [ ] **Run the checks** (never verified): \`src/b (1).js:1-2\` ([open](https://github.com/owner/name/blob/${repo.oid('HEAD')}/src/b%20%281%29.js#L1-L2)) (2 lines): no check followed`,
    );
  }));

test('a second run updates the comment of the same author, in a GitHub action too', () =>
  story('https://github.com/owner/name', (repo) => {
    repo.env['GITHUB_ACTIONS'] = 'true';
    const comments = `[{"id":1,"user":{"login":"eve"},"body":"${MARK}"}][{"id":5,"user":{"login":"github-actions[bot]"},"body":"${MARK} old"}]`;
    const calls = script(repo, 'gh', { 'api --paginate repos/{owner}/{repo}/issues/12/comments': comments });
    expect(post(repo, '--post=12')).toMatchObject({ code: 0, stdout: 'The comment on #12 was updated.\n' });
    expect(calls().at(-1)).toBe(`api --method PATCH repos/{owner}/{repo}/issues/comments/5 ${headers}`);
  }));

test('on GitLab, glab does it', () =>
  story('https://gitlab.example.com/group/sub/name.git', (repo) => {
    const calls = script(repo, 'glab', {
      'mr view --output json': '{"iid":3}',
      'api user': '{"username":"ada"}',
      'api --paginate projects/:id/merge_requests/3/notes': `[{"id":9,"author":{"username":"ada"},"body":"${MARK}"}]`,
    });
    expect(post(repo, '--post')).toMatchObject({ code: 0, stdout: 'The comment on #3 was updated.\n' });
    expect(calls().at(-1)).toBe(`api --method PUT projects/:id/merge_requests/3/notes/9 ${headers}`);
    expect(bodyOf(repo)).toContain('https://gitlab.example.com/group/sub/name/-/blob/');
    expect(bodyOf(repo)).toContain('#L1-2)');
  }));

test('a missing program, a refusal, and a remote that is a folder are explained', async () => {
  await story('https://github.com/owner/name', (repo) => {
    const path = repo.env['PATH'] ?? '';
    repo.env['PATH'] = onlyGit(repo);
    expect(post(repo, '--post=1').stderr).toMatch(/^git prov: gh is not installed\.\n {2}hint: Install gh and log in/);
    repo.env['PATH'] = path;
    script(repo, 'gh', { 'api user': '{"login":"ada"}' });
    const { code, stderr } = post(repo, '--post=1');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/gh api --paginate failed\.\n {2}why: no such request/)]);
    expect(post(repo, '--post=x')).toMatchObject({ code: 2 });
  });
  await story('/nowhere/name.git', (repo) => {
    expect(post(repo, '--post').stderr).toContain('The remote of this branch is not on a forge.');
    expect(post(repo, '--format', 'md').stdout).not.toContain('](');
  });
});

test('no path can end a link, or put anything beside it', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('github', 'gitlab'), (path, kind) => {
      const forge = { kind, host: 'example.com', project: 'a/b' } as const;
      const url = linesUrl(forge, 'f'.repeat(40) as Oid, path as RepoPath, [3, 2]);
      expect(url).toMatch(/^https:\/\/example\.com\/a\/b\/[-/\w.%]*#L3-L?4$/);
    }),
    { numRuns: runs(100) },
  ));
