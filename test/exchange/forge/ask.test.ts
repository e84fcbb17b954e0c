import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import type { ForgeImportReport } from '../../../src/faces/cli/render/tools/import-forge.ts';
import { enable } from '../../helpers/agent.ts';
import { type TestRepo, withRepo } from '../../helpers/repo.ts';
import { run } from '../../trust/signed.ts';
import { checkRuns, mergeRequest, pull, review, reviewComment } from './site.ts';

/** Puts a program on PATH that logs its arguments and its folder, and answers like a forge's program. */
function program(repo: TestRepo, name: string, body: string): { calls: () => string[] } {
  const bin = join(repo.home, 'bin');
  mkdirSync(bin, { recursive: true });
  const log = join(repo.home, `${name}.log`);
  writeFileSync(join(bin, name), `#!/bin/sh\nprintf '%s|' "$PWD" "$@" >> '${log}'\necho >> '${log}'\n${body}\n`);
  chmodSync(join(bin, name), 0o755);
  if (!repo.env['PATH']!.startsWith(bin)) repo.env['PATH'] = `${bin}${delimiter}${repo.env['PATH']}`;
  return { calls: () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []) };
}

/** A branch of a shell `case` that prints an answer. */
const answer = (pattern: string, ...pages: readonly unknown[]): string =>
  `'${pattern}') printf '%s' '${pages.map((page) => JSON.stringify(page).replaceAll("'", "'\\''")).join('')}';;`;

const report = (repo: TestRepo, ...args: string[]): ForgeImportReport => {
  const { code, out, err } = run(repo, 'import', ...args, '--json');
  if (code !== 0) throw new Error(`exit code ${code}: ${err}`);
  return JSON.parse(out) as ForgeImportReport;
};

test('without a dump the user’s own gh is asked, with arguments and no shell, and all of its pages are read', () =>
  withRepo({ files: { 'lamp.js': 'one\n' } }, (repo) => {
    enable(repo);
    const head = repo.oid('HEAD');
    const api = 'repos/{owner}/{repo}';
    const gh = program(
      repo,
      'gh',
      [
        'case "$3" in',
        answer(
          `${api}/pulls?state=all&sort=updated&direction=desc&per_page=100`,
          [pull(1, head, null)],
          [pull(2, 'e'.repeat(head.length), null)],
        ),
        answer(`${api}/pulls/comments?per_page=100`, [reviewComment(11, 1, "It's $(touch pwned)")], []),
        answer(`${api}/pulls/1/reviews?per_page=100`, [review(21, 1, 'APPROVED')]),
        answer(`${api}/commits/${head}/check-runs?per_page=100`, checkRuns(head, { id: 31 })),
        answer(`${api}/pulls/1`, pull(1, head, null)),
        answer(`${api}/pulls/1/comments?per_page=100`, []),
        `*) echo 'HTTP 502' >&2; exit 1;;`,
        'esac',
      ].join('\n'),
    );
    const found = report(repo, 'github');
    expect(found.added).toMatchObject({ requests: 1, comments: 1, verdicts: 1, results: 1 });
    expect(found.dropped).toEqual([
      { what: 'questions that the forge did not answer', count: 1, example: `${api}/commits/${head}/status` },
      { what: 'requests without a commit in this repository', count: 1, example: 'request 2 (eeeeeee)' },
    ]);
    // No question was asked about the request without a commit here.
    expect(gh.calls().map((call) => call.split('|').slice(0, 3).join(' '))).toEqual(
      Array.from({ length: 5 }, () => `${repo.dir} api --paginate`),
    );
    expect(existsSync(join(repo.dir, 'pwned'))).toBe(false);
    expect(report(repo, 'github', '1').unchanged).toBe(1);
    expect(
      gh
        .calls()
        .slice(5, 7)
        .map((call) => call.split('|')[3]),
    ).toEqual([`${api}/pulls/1`, `${api}/pulls/1/comments?per_page=100`]);
    expect(report(repo, 'github', '--since', '2026-03-02').requests).toBe(0);
  }));

test('glab is asked for discussions, approvals and pipelines of each request', () =>
  withRepo({ files: { 'lamp.js': 'one\n' } }, (repo) => {
    enable(repo);
    const head = repo.oid('HEAD');
    const api = 'projects/:id/merge_requests';
    const glab = program(
      repo,
      'glab',
      [
        'case "$3" in',
        answer(`${api}/4`, mergeRequest(4, head, null)),
        answer(`${api}/4/approvals`, { id: 704, iid: 4, approved_by: [{ user: { id: 2, username: 'grace' } }] }),
        `*) printf '[]';;`,
        'esac',
      ].join('\n'),
    );
    expect(report(repo, 'gitlab', '!4').added).toMatchObject({ requests: 1, verdicts: 1 });
    expect(glab.calls().map((call) => call.split('|')[3])).toEqual(
      ['/4', '/4/discussions?per_page=100', '/4/approvals', '/4/pipelines?per_page=100'].map((path) => `${api}${path}`),
    );
  }));

test('a missing program, a missing login, a dump without requests and wrong options are refused with what to do', () =>
  withRepo({ files: { 'lamp.js': 'one\n' } }, (repo) => {
    enable(repo);
    const refused = (...args: string[]): string => {
      const { code, err } = run(repo, 'import', ...args);
      return `${code}: ${err.replaceAll(/\s+/g, ' ')}`;
    };
    expect(refused('gitlab')).toMatch(
      /^1: git prov: glab cannot be started.*not on PATH.*glab auth login.*--from FILE/,
    );
    program(repo, 'gh', "printf 'gh auth login \\033[31mfirst\\n' >&2; exit 4");
    const login = refused('github');
    expect(login).toMatch(/^1: git prov: gh api ended with exit code 4.*gh auth login.*gh auth status.*--from FILE/);
    expect(login).not.toContain('\u001b[31mfirst');
    program(repo, 'gh', "printf '<html>'");
    writeFileSync(join(repo.home, 'empty.json'), '[]');
    expect(refused('github', '--from', join(repo.home, 'empty.json'))).toMatch(
      /^1: git prov: There is no request of github in .*empty\.json.*gh api --paginate/,
    );
    expect(refused('github', '--from', join(repo.home, 'nowhere'))).toMatch(/^1: .*cannot be read/);
    expect(refused('github', '--from', repo.home)).toMatch(/^1: .*cannot be read/);
    expect(refused('github', 'x')).toMatch(/^2: .*"x" is not the number of a request.*--from/);
    expect(refused('github', '--since', 'x')).toMatch(/^2: .*not a date/);
    expect(refused('github', '--ref', 'x')).toMatch(/^2: .*--ref does not apply to github/);
    expect(refused('git-ai', '--from', 'x')).toMatch(/^2: .*--from does not apply to git-ai/);
  }));
