import { expect, test } from 'vitest';
import { isRequest } from '../../../src/exchange/forge/entry.ts';
import type { ForgeImportReport } from '../../../src/faces/cli/render/tools/import-forge.ts';
import { enable, prov, TestAgent } from '../../helpers/agent.ts';
import { judge, notesOf } from '../../helpers/judge.ts';
import { adoptRepo, type TestRepo, withRepo } from '../../helpers/repo.ts';
import { run } from '../../trust/signed.ts';
import { at, checkRuns, dump, gitlabNote, mergeRequest, pull, review, reviewComment } from './site.ts';

const SESSION = { short: '0123456789abcdef0123', vendor: null, model: null, parent: null };
const AGENT = 'aaaaaaaa-1111-4111-8111-111111111111';

const imported = (repo: TestRepo, forge: string, ...args: string[]): ForgeImportReport =>
  JSON.parse(prov(repo, 'import', forge, '--json', ...args)) as ForgeImportReport;
const tip = (repo: TestRepo): string => repo.git('rev-parse', 'refs/notes/provenance');
const left = ({ dropped }: ForgeImportReport): string[] =>
  dropped.map(({ what, count, example }) => `${count} ${what}: ${example}`);

interface Listed {
  readonly items: readonly {
    readonly id: string;
    readonly statement: string;
    readonly status: string;
    readonly state?: string;
  }[];
}
const listed = (repo: TestRepo, kind: string, ...args: string[]): string[] =>
  (JSON.parse(prov(repo, 'list', kind, '--json', ...args)) as Listed).items
    .map(({ statement, status, state }) => `${statement} [${state ?? status}]`)
    .toSorted();

/** The details of what was imported, by the entry's name. */
function entries(repo: TestRepo): Record<string, Record<string, unknown>> {
  const found: Record<string, Record<string, unknown>> = {};
  for (const { graphs } of notesOf(repo).values())
    for (const { nodes } of graphs)
      for (const { detail = {} } of nodes)
        if (typeof detail['entry'] === 'string') found[detail['entry']] = { ...detail };
  return found;
}

/** A branch with work of an agent, merged into main. */
function merged(repo: TestRepo): { head: string; merge: string } {
  enable(repo);
  repo.git('switch', '-q', '-c', 'topic');
  const agent = new TestAgent(repo, AGENT).start().prompt('Work');
  agent.write('lamp.js', 'one\ntwo\nthree\n');
  const head = repo.commit('agent work');
  agent.stop();
  repo.git('switch', '-q', 'main');
  repo.git('merge', '-q', '--no-ff', '-m', 'Merge', 'topic');
  prov(repo, 'status');
  return { head, merge: repo.oid('HEAD') };
}

test('a pull request becomes a task, comments claims, results and verdicts evidence; a second run changes nothing', () =>
  withRepo({ files: { 'lamp.js': 'one\n' } }, async (repo) => {
    const { head, merge } = merged(repo);
    const comments = [
      reviewComment(11, 1, 'Why three?', { original_line: 3, original_start_line: 2, original_commit_id: head }),
      reviewComment(12, 1, 'Because', { in_reply_to_id: 11, user: { login: 'ada', id: 1 }, created_at: at(11) }),
    ];
    const parts = [
      [pull(1, head, merge)],
      comments,
      [
        review(21, 1, 'APPROVED', { commit_id: head, body: 'Fine' }),
        review(22, 1, 'COMMENTED'),
        review(23, 1, 'PENDING'),
      ],
      checkRuns(
        head,
        { id: 31 },
        { id: 32, name: 'lint', conclusion: 'failure' },
        { id: 33, status: 'queued', conclusion: null },
      ),
    ];
    const file = dump(repo, 'dump.json', ...parts);
    const before = tip(repo);
    const dry = imported(repo, 'github', '--from', file, '--dry-run');
    expect([tip(repo), dry.dryRun]).toEqual([before, true]);
    const report = imported(repo, 'github', '--from', file);
    expect(report).toEqual({ ...dry, dryRun: false });
    expect(report).toMatchObject({
      schema: 'git-prov/import-forge/1',
      source: 'github',
      requests: 1,
      added: { requests: 1, comments: 2, verdicts: 1, results: 2, changes: 1 },
      written: [{ number: 1, commit: merge, title: 'request 1: Light the lantern 1' }],
      unchanged: 0,
    });
    expect(left(report)).toEqual(['1 checks that had not ended: test']);
    expect(listed(repo, 'task', '--state', 'done')).toEqual(['pull request 1: Light the lantern 1 [done]']);
    expect(listed(repo, 'claim')).toEqual([
      'comment by @grace: Why three? [accepted]',
      'reply by @ada: Because [accepted]',
    ]);
    expect(listed(repo, 'evidence')).toEqual([
      'approved by @grace: Fine [accepted]',
      'check failed: lint [accepted]',
      'check passed: test [accepted]',
    ]);
    expect(entries(repo)).toMatchObject({
      request: {
        source: 'imported',
        told: 'github',
        number: 1,
        by: '@ada',
        url: 'https://github.com/lamp/shop/pull/1',
        head,
      },
      'comment/11': { files: ['lamp.js'], place: 'lamp.js:2-3', commented: head, commented_lines: [2, 3] },
      'comment/12': { thread: 'comment/11' },
      'review/21': { verdict: 'approved', range: `${'a'.repeat(head.length)}..${head}` },
      'check/32': { result: 'failed', commit: head },
    });
    const shown = prov(repo, 'trace', 'commit:HEAD');
    expect(shown).toMatch(/task:[0-9a-f]{8}-1 \[imported, 2026-03-01, done\] "pull request 1: Light the lantern 1"/);
    expect(shown).toMatch(/"approved by @grace: Fine" supports, imported/);
    expect(shown).toMatch(/"check failed: lint" contradicts, imported/);
    expect(prov(repo, 'trace', 'file:lamp.js')).toContain('"comment by @grace: Why three?"');
    expect(run(repo, 'verify').out).toMatch(/^Valid: /);
    // The lines stay the agent's.
    expect(judge(repo, 'lamp.js').map(({ owner }) => owner)).toEqual(['no note', AGENT, AGENT]);

    // Again, and as other commands print it: all pages in one list, and an object in each line.
    const after = tip(repo);
    const slurped = dump(repo, 'slurped.json', '\ufeff', [[[pull(1, head, merge)], comments], ...parts.slice(2)]);
    const lines = dump(repo, 'lines.json', ...parts.flat().map((one) => `${JSON.stringify(one)}\n`));
    for (const again of [file, slurped, lines]) {
      const second = imported(repo, 'github', '--from', again);
      expect([second.unchanged, second.written, tip(repo)]).toEqual([1, [], after]);
    }
    // Several dumps are one.
    const several = ['a', 'b', 'c', 'd'].map((name, i) => dump(repo, name, parts[3 - i]!));
    expect(imported(repo, 'github', ...several.flatMap((name) => ['--from', name])).unchanged).toBe(1);
    expect(tip(repo)).toBe(after);
    // Another clone that imports the same writes the same note.
    repo.git('clone', '-q', '--no-local', '.', `${repo.home}/other`);
    const other = adoptRepo(repo, `${repo.home}/other`);
    other.git('fetch', '-q', 'origin', `${before}:refs/notes/provenance`);
    imported(other, 'github', '--from', file);
    const noteAt = (one: TestRepo): string => one.git('notes', '--ref=refs/notes/provenance', 'list', merge);
    expect(noteAt(other)).toBe(noteAt(repo));
  }));

test('a newer dump adds only what is new, and changes states by events', () =>
  withRepo({ files: { 'lamp.js': 'one\n' } }, async (repo) => {
    const { head, merge } = merged(repo);
    const first = dump(repo, 'first.json', [pull(2, head, null)], [review(21, 2, 'APPROVED', { commit_id: head })]);
    expect(imported(repo, 'github', '--from', first).added).toMatchObject({ requests: 1, verdicts: 1, changes: 0 });
    expect(listed(repo, 'task')).toEqual(['pull request 2: Light the lantern 2 [open]']);

    // Closed, and open again.
    const closed = pull(2, head, null, { state: 'closed', closed_at: at(14), updated_at: at(14) });
    expect(imported(repo, 'github', '--from', dump(repo, 'x', [closed])).added).toMatchObject({
      requests: 0,
      changes: 1,
    });
    expect(listed(repo, 'task', '--state', 'dropped')).toEqual(['pull request 2: Light the lantern 2 [dropped]']);
    const reopened = dump(repo, 'x', [pull(2, head, null, { updated_at: at(15) })]);
    expect(imported(repo, 'github', '--from', reopened).added).toMatchObject({ changes: 1 });
    expect(listed(repo, 'task')).toEqual(['pull request 2: Light the lantern 2 [open]']);
    expect(imported(repo, 'github', '--from', reopened).unchanged).toBe(1);

    // The approval is dismissed, and its author says something else.
    const second = dump(
      repo,
      'second.json',
      [pull(2, head, null, { title: 'Another title' })],
      [
        review(21, 2, 'DISMISSED', { commit_id: head }),
        review(22, 2, 'CHANGES_REQUESTED', { body: 'No', commit_id: head }),
      ],
    );
    const report = imported(repo, 'github', '--from', second);
    expect(report.added).toEqual({ requests: 0, comments: 0, verdicts: 1, results: 0, changes: 1 });
    expect(left(report)).toEqual(['1 entries changed since they were imported: request 2: request']);
    expect(listed(repo, 'evidence')).toEqual([
      'approved by @grace [retracted]',
      'changes requested by @grace: No [accepted]',
    ]);
    // A review that was dismissed before the first import is no approval.
    const late = dump(repo, 'late.json', [pull(3, head, null)], [review(23, 3, 'DISMISSED')]);
    expect(imported(repo, 'github', '--from', late).added).toMatchObject({ requests: 1, verdicts: 0, changes: 0 });

    // Once it is merged, the note of the merge has all of it, and no entry is there twice.
    imported(repo, 'github', '--from', dump(repo, 'x', [pull(2, head, merge)], [review(21, 2, 'APPROVED')]));
    expect(listed(repo, 'task', '--state', 'done')).toEqual(['pull request 2: Light the lantern 2 [done]']);
    expect(listed(repo, 'evidence')).toHaveLength(2);
    expect(run(repo, 'verify').code).toBe(0);
  }));

test('lines of a comment are followed to the commit, and removed lines have no place', () =>
  withRepo({ files: { 'lamp.js': 'one\ntwo\nthree\nfour\n' } }, async (repo) => {
    enable(repo);
    const seen = repo.oid('HEAD');
    repo.write('lamp.js', 'zero\none\ntwo\nthree!\nfour\n');
    repo.write('größe "x".js', 'a\r\nb\r\n');
    const head = repo.commit('Later');
    const on = (id: number, start: number | null, end: number, more: object = {}): object =>
      reviewComment(id, 1, 'x', { original_commit_id: seen, original_start_line: start, original_line: end, ...more });
    const file = dump(
      repo,
      'dump.json',
      [pull(1, head, null)],
      [
        on(1, 1, 2),
        on(2, 3, 4),
        on(3, null, 4, { side: 'LEFT' }),
        on(4, null, 99),
        on(5, null, 2, { path: 'größe "x".js', original_commit_id: head }),
        on(6, null, 2, { original_commit_id: 'd'.repeat(head.length) }),
        on(7, null, 1, { path: '../../etc/passwd' }),
        on(8, 4, 1),
        on(9, 1, 3),
      ],
    );
    const report = imported(repo, 'github', '--from', file);
    expect(left(report)).toEqual(['1 entries without the fields of their kind: comment 7']);
    const found = entries(repo);
    const places = [1, 2, 3, 4, 5, 6, 8, 9].map((id) => found[`comment/${id}`]!['place']);
    expect(places).toEqual([
      'lamp.js:2-3',
      undefined,
      undefined,
      undefined,
      'größe "x".js:2',
      undefined,
      'lamp.js:2',
      undefined,
    ]);
    expect(found['comment/2']).toMatchObject({ commented: seen, commented_lines: [3, 4] });
    expect(found['comment/3']).not.toHaveProperty('commented');
  }));

test('a commit without a note gets one that makes no line a person’s, and later imports and recordings go on', () =>
  withRepo({ files: { 'lamp.js': 'one\n' } }, async (repo) => {
    repo.write('lamp.js', 'one\ntwo\n');
    const head = repo.commit('before git prov');
    const file = dump(repo, 'dump.json', [pull(1, head, null)]);
    expect(imported(repo, 'github', '--from', file).added.requests).toBe(1);
    expect(judge(repo, 'lamp.js').map(({ owner, evidence }) => `${owner} ${evidence}`)).toEqual([
      'no note ',
      'unsure unsure',
    ]);
    expect(imported(repo, 'github', '--from', file).unchanged).toBe(1);
    expect(prov(repo, 'why', 'lamp.js:2')).not.toContain('person');
    const trace = dump(repo, 'traces.jsonl', {
      version: '0.1.0',
      id: '11111111-2222-4333-8444-555555555555',
      timestamp: '2026-03-01T00:00:00Z',
      vcs: { type: 'git', revision: head },
      files: [
        {
          path: 'lamp.js',
          conversations: [
            {
              contributor: { type: 'ai', model_id: 'm' },
              ranges: [{ start_line: 2, end_line: 2 }],
              url: 'https://x.example/1',
            },
          ],
        },
      ],
    });
    prov(repo, 'import', 'agent-trace', trace);
    expect(judge(repo, 'lamp.js').map(({ evidence }) => evidence)).toEqual(['', 'imported']);
    expect(imported(repo, 'github', '--from', file).unchanged).toBe(1);
    expect(run(repo, 'verify').code).toBe(0);
  }));

test('GitLab: discussions, approvals and their withdrawal, pipelines and jobs', () =>
  withRepo({ files: { 'lamp.js': 'one\n' } }, async (repo) => {
    const { head, merge } = merged(repo);
    const user = (id: number, username: string): Record<string, unknown> => ({ author: { id, username } });
    const system = (id: number, body: string, hour: string, who = user(2, 'grace')): object =>
      gitlabNote(id, 4, body, { system: true, created_at: `2026-03-01T${hour}:00:00.000Z`, ...who });
    const position = {
      base_sha: 'b'.repeat(40),
      head_sha: head,
      position_type: 'text',
      old_path: 'lamp.js',
      new_path: 'lamp.js',
      new_line: 3,
      line_range: { start: { type: 'new', new_line: 2 }, end: { type: 'new', new_line: 3 } },
    };
    const file = dump(
      repo,
      'dump.json',
      [mergeRequest(4, head, merge, { head_pipeline: { id: 60, sha: head, ref: 'topic', status: 'success' } })],
      [
        {
          id: 'd1',
          individual_note: false,
          notes: [gitlabNote(41, 4, 'Why?', { type: 'DiffNote', position }), gitlabNote(42, 4, 'So', user(1, 'ada'))],
        },
        { id: 'd2', individual_note: true, notes: [system(43, 'approved this merge request', '11')] },
        {
          id: 'd3',
          individual_note: true,
          notes: [system(44, 'unapproved this merge request', '12'), system(45, 'changed the description', '13')],
        },
        { id: 'd4', individual_note: true, notes: [system(46, 'approved this merge request', '14')] },
        { id: 'd5', individual_note: true, notes: [gitlabNote(47, 4, 'of an issue', { noteable_type: 'Issue' })] },
      ],
      {
        id: 704,
        iid: 4,
        project_id: 5,
        approved_by: [{ user: { id: 2, username: 'grace' } }, { user: { id: 3, username: 'alan' } }],
      },
      [
        {
          id: 61,
          name: 'unit',
          stage: 'test',
          status: 'failed',
          commit: { id: head },
          pipeline: { id: 60, sha: head },
        },
      ],
      { message: '404 Not found' },
    );
    const report = imported(repo, 'gitlab', '--from', file);
    expect(left(report)).toEqual(['1 answers of the forge that are errors: 404 Not found']);
    expect(report.added).toEqual({ requests: 1, comments: 2, verdicts: 3, results: 2, changes: 2 });
    expect(listed(repo, 'evidence')).toEqual([
      'approved by @alan [accepted]',
      'approved by @grace [accepted]',
      'approved by @grace [retracted]',
      'check failed: unit [accepted]',
      'check passed: pipeline [accepted]',
    ]);
    expect(entries(repo)['note/41']).toMatchObject({ place: 'lamp.js:2-3', by: '@grace' });
    expect(entries(repo)['note/42']).toMatchObject({ thread: 'note/41', by: '@ada' });
    expect(imported(repo, 'gitlab', '--from', file).unchanged).toBe(1);
    expect(run(repo, 'verify').code).toBe(0);
  }));

test('git prov sessions counts imported requests, and lists them when their forge is named', () =>
  withRepo({ files: { 'lamp.js': 'one\n' } }, (repo) => {
    const { head, merge } = merged(repo);
    prov(repo, 'decide', 'Keep the lamp');
    imported(repo, 'github', '--from', dump(repo, 'dump.json', [pull(1, head, merge), pull(2, head, merge)]));
    type Sessions = { sessions: { session: { agent: string; id: string } }[]; requests: number };
    const json = (...args: string[]): [agents: string[], requests: number] => {
      const { sessions, requests } = JSON.parse(prov(repo, 'sessions', '--json', ...args)) as Sessions;
      return [sessions.map(({ session }) => session.agent).toSorted(), requests];
    };
    expect(json()).toEqual([['claude-code', 'person'], 2]);
    expect(json('--agent', 'github')).toEqual([['github', 'github'], 0]);
    expect(json('--agent', 'person', '--agent', 'claude-code')).toEqual([['claude-code', 'person'], 0]);
    const text = prov(repo, 'sessions');
    expect(text).toContain('2 imported requests of a forge: --agent github or --agent gitlab lists them.');
    expect(text).not.toContain('github  ');
    expect(prov(repo, 'sessions', '--agent', 'github')).toContain('github');
    expect(prov(repo, 'sessions', '--agent', 'codex')).toBe('No session of codex is known here.\n');
    expect(() => prov(repo, 'sessions', AGENT, '--agent', 'codex')).toThrow('--agent is for the list');
  }));

test('a session with lines is listed, whatever name it has', () => {
  const session = { ...SESSION, agent: 'github', id: 'github/x' };
  expect(isRequest({ session, lines: 0 })).toBe(true);
  expect(isRequest({ session, lines: 1 })).toBe(false);
  expect(isRequest({ session: { ...session, agent: 'codex' }, lines: 0 })).toBe(false);
  expect(isRequest({ session: { ...session, id: 'x' }, lines: 0 })).toBe(false);
});
