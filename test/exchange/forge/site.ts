import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRepo } from '../../helpers/repo.ts';

// Objects in the shape of `gh api` and `glab api`, with the fields that a forge always sends for them.

type Fields = Readonly<Record<string, unknown>>;

const GITHUB = 'https://github.com/lamp/shop';
const API = 'https://api.github.com/repos/lamp/shop';

/** The time of day of an entry. */
export const at = (hour: number): string => `2026-03-01T${String(hour).padStart(2, '0')}:00:00Z`;

/** A pull request that was merged at 20:00. */
export const pull = (number: number, head: string, merge: string | null, more: Fields = {}): Fields => ({
  url: `${API}/pulls/${number}`,
  id: 9_000_000_000 + number,
  node_id: 'PR_x',
  html_url: `${GITHUB}/pull/${number}`,
  number,
  state: merge === null ? 'open' : 'closed',
  locked: false,
  title: `Light the lantern ${number}`,
  user: { login: 'ada', id: 1, type: 'User' },
  body: null,
  created_at: at(8),
  updated_at: at(20),
  closed_at: merge === null ? null : at(20),
  merged_at: merge === null ? null : at(20),
  merge_commit_sha: merge ?? 'f'.repeat(40),
  head: { label: 'ada:topic', ref: 'topic', sha: head, repo: { id: 7, full_name: 'lamp/shop' } },
  base: { label: 'lamp:main', ref: 'main', sha: 'a'.repeat(head.length), repo: { id: 7, full_name: 'lamp/shop' } },
  draft: false,
  ...more,
});

/** A review comment on a line of the new side. */
export const reviewComment = (id: number, pullNumber: number, body: string, more: Fields = {}): Fields => ({
  url: `${API}/pulls/comments/${id}`,
  pull_request_review_id: 500,
  id,
  diff_hunk: '@@ -1 +1,2 @@',
  path: 'lamp.js',
  position: 2,
  original_position: 2,
  commit_id: 'c'.repeat(40),
  original_commit_id: 'c'.repeat(40),
  user: { login: 'grace', id: 2, type: 'User' },
  body,
  created_at: at(10),
  updated_at: at(10),
  html_url: `${GITHUB}/pull/${pullNumber}#discussion_r${id}`,
  pull_request_url: `${API}/pulls/${pullNumber}`,
  author_association: 'MEMBER',
  start_line: null,
  original_start_line: null,
  start_side: null,
  line: null,
  original_line: null,
  side: 'RIGHT',
  ...more,
});

export const review = (id: number, pullNumber: number, state: string, more: Fields = {}): Fields => ({
  id,
  node_id: 'PRR_x',
  user: { login: 'grace', id: 2, type: 'User' },
  body: '',
  state,
  html_url: `${GITHUB}/pull/${pullNumber}#pullrequestreview-${id}`,
  pull_request_url: `${API}/pulls/${pullNumber}`,
  submitted_at: at(12),
  commit_id: 'c'.repeat(40),
  ...more,
});

/** What `commits/SHA/check-runs` answers. */
export const checkRuns = (head: string, ...runs: readonly Fields[]): Fields => ({
  total_count: runs.length,
  check_runs: runs.map((run) => ({
    name: 'test',
    head_sha: head,
    status: 'completed',
    conclusion: 'success',
    started_at: at(13),
    completed_at: at(14),
    html_url: `${GITHUB}/actions/runs/1/job/1`,
    check_suite: { id: 3 },
    ...run,
  })),
});

const GITLAB = 'https://gitlab.example.com/lamp/shop';

/** A merge request that was merged at 20:00. */
export const mergeRequest = (iid: number, sha: string, merge: string | null, more: Fields = {}): Fields => ({
  id: 700 + iid,
  iid,
  project_id: 5,
  title: `Hang the lantern ${iid}`,
  description: '',
  state: merge === null ? 'opened' : 'merged',
  created_at: '2026-03-01T08:00:00.000Z',
  updated_at: '2026-03-01T20:00:00.000Z',
  merged_at: merge === null ? null : '2026-03-01T20:00:00.000Z',
  closed_at: null,
  target_branch: 'main',
  source_branch: 'topic',
  author: { id: 1, username: 'ada', name: 'Ada', state: 'active' },
  sha,
  merge_commit_sha: merge,
  squash_commit_sha: null,
  web_url: `${GITLAB}/-/merge_requests/${iid}`,
  ...more,
});

export const gitlabNote = (id: number, iid: number, body: string, more: Fields = {}): Fields => ({
  id,
  type: null,
  body,
  author: { id: 2, username: 'grace', name: 'Grace', state: 'active' },
  created_at: '2026-03-01T10:00:00.000Z',
  updated_at: '2026-03-01T10:00:00.000Z',
  system: false,
  noteable_id: 700 + iid,
  noteable_type: 'MergeRequest',
  noteable_iid: iid,
  resolvable: false,
  ...more,
});

/** Writes a dump beside the repository. @returns its path */
export function dump(repo: TestRepo, name: string, ...texts: readonly (string | object)[]): string {
  const file = join(repo.home, name);
  writeFileSync(file, texts.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(''));
  return file;
}
