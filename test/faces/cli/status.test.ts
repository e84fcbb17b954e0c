import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runDoctor } from '../../../src/faces/cli/commands/start/doctor.ts';
import { runStatus } from '../../../src/faces/cli/commands/start/status.ts';
import { type Status } from '../../../src/faces/cli/render/start/status-report.ts';
import { age, commit, contextOf, hook, REF_FILES, SILENT, type Site, withSite } from '../../recorder/site.ts';
import { TestAgent } from '../../helpers/agent.ts';
import { provDirOf } from '../../../src/git/repository/local-files.ts';
import { oid } from '../../../src/model/ids.ts';
import { joinedRef, trackingRef } from '../../../src/notes/transport/tracking.ts';
import { NOTES_REF } from '../../../src/notes/refs.ts';
import { leave } from '../../../src/notes/withheld.ts';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';
import { collect } from './collect.ts';

async function status(repo: TestRepo, options: { drain?: boolean } = {}): Promise<string> {
  const { code, text } = await collect((stdout) => runStatus(options, { ...contextOf(repo), stdout }));
  expect(code).toBe(0);
  return text;
}

async function data(repo: TestRepo): Promise<Status> {
  const { text } = await collect((stdout) => runStatus({ json: true }, { ...contextOf(repo), stdout }));
  return JSON.parse(text) as Status;
}

// Reflogs with the current time, as in real use.
function now({ repo }: Site): void {
  for (const name of ['GIT_AUTHOR_DATE', 'GIT_COMMITTER_DATE']) delete repo.env[name];
}

test('a healthy repository needs a few lines', () =>
  withSite(async ({ repo, agent }) => {
    agent.start().prompt('go').write('n.txt', 'one @a\ntwo @a\n').edit('f.txt', 'two @human', 'two @human\nthree @a');
    expect(await status(repo)).toBe(
      [
        'recording    yes (init)',
        'capture      shortened, redacted text (prov.capture = summary)',
        'agents       claude-code (~/.claude/settings.json)',
        'at work      claude-code ca978112 (test-model-1) last event just now, 2 steps uncommitted',
        'uncommitted  n.txt 2 lines of agents',
        '             f.txt 1 line of agents',
        'commits      0 of the last 1 have notes',
        '             6d38e8f: made while git prov did not record here',
        '',
      ]
        .join('\n')
        .replace('6d38e8f', repo.oid('HEAD').slice(0, 7)),
    );
    commit(repo);
    const after = await status(repo);
    expect(after).toContain('nothing uncommitted');
    expect(after).toContain('1 of the last 2 have notes');
    expect(after).not.toContain('lines of agents');
  }));

test('an ended session is not at work, and its uncommitted lines are still listed; resuming it is work', () =>
  withSite(async ({ repo, agent }) => {
    const sub = new TestAgent(repo, 'a', 'sub1');
    agent.start().prompt('go').write('n.txt', 'one @a\n');
    sub.send('SubagentStart').read('f.txt').send('SubagentStop');
    expect((await data(repo)).capture!.sessions.map(({ id, ended }) => [id, ended])).toEqual([['a', false]]);
    agent.end();
    const text = await status(repo);
    expect(text).toContain('earlier      claude-code ca978112 (test-model-1) ended just now, 1 step uncommitted');
    expect(text).not.toContain('at work');
    expect(text).toContain('uncommitted  n.txt 1 line of agents');
    commit(repo);
    agent.send('Stop'); // a hook that ran beside the last one
    expect((await data(repo)).capture!.sessions).toEqual([]);
    agent.start('resume');
    expect(await status(repo)).toContain('at work    claude-code ca978112');
  }));

test('commits made by git filter-branch count as rewritten here, not as fetched', () =>
  withSite(async (site) => {
    const { repo } = site;
    now(site);
    await status(repo);
    commit(repo, 'second');
    repo.git('update-ref', '-d', 'refs/notes/provenance'); // nothing is known of what it starts from
    repo.env['FILTER_BRANCH_SQUELCH_WARNING'] = '1';
    repo.git('filter-branch', '--msg-filter', 'cat; echo again', 'HEAD');
    const { unnoted } = (await data(repo)).commits;
    expect(unnoted.map(({ subject, reason }) => [subject, reason])).toEqual([
      ['second again', 'rewritten'],
      ['first again', 'rewritten'],
    ]);
  }, REF_FILES));

test('the reason for a missing note: older, without a reflog, or not written yet', () =>
  withSite(async (site) => {
    const { repo, agent } = site;
    now(site);
    agent.start().prompt('go').write('n.txt', 'x @a\n');
    expect(commit(repo)).toEqual(SILENT);
    const tree = repo.git('rev-parse', 'HEAD^{tree}');
    const foreign = repo.git('commit-tree', tree, '-p', 'HEAD', '-m', 'from elsewhere');
    repo.git('merge', '-q', '--ff-only', foreign);
    agent.write('m.txt', 'y @a\n');
    writeFileSync(join(repo.dir, '.git/refs/notes/provenance.lock'), '');
    age(join(repo.dir, '.git/refs/notes/provenance.lock'), 40);
    commit(repo);
    const { commits, capture } = await data(repo);
    expect(commits.unnoted.map(({ reason }) => reason)).toEqual(['outgoing', 'untraced', 'before']);
    expect(commits.looked).toBe(4);
    expect(capture!.outgoing).toEqual([repo.oid('HEAD')]);
    const text = await status(repo);
    expect(text).toContain('unwritten');
    expect(text).toMatch(/faults .*Notes could not be written yet/);
  }, REF_FILES));

test('a commit whose note was removed here was recorded', () =>
  withSite(async (site) => {
    site.agent.start().prompt('go').write('n.txt', 'x @a\n');
    commit(site.repo);
    site.repo.git('notes', '--ref=provenance', 'remove', 'HEAD');
    expect((await data(site.repo)).commits.unnoted[0]!.reason).toBe('removed');
    site.repo.git('update-ref', '-d', 'refs/notes/provenance');
    expect(await status(site.repo)).toContain('recorded here, and its note was removed since');
  }));

test('rejected events are counted, with the reason', () =>
  withSite(async ({ repo }) => {
    hook(repo, '{"session_id": nope}');
    hook(repo, '{"hello":"world"}');
    const text = await status(repo);
    expect(text).toMatch(
      /set aside .*2 events that could not be used; the newest just now: no supported agent writes such an event\./,
    );
  }));

test('--no-drain leaves waiting events alone', () =>
  withSite(async ({ repo, prov, agent }) => {
    agent.start().prompt('go');
    expect(await status(repo, { drain: false })).toMatch(/waiting +2 events to be recorded/);
    expect(await status(repo)).not.toContain('waiting');
    expect(readFileSync(join(prov, 'sessions/a.jsonl'), 'utf8')).toContain('"go"');
  }));

test('fetched notes that wait are reported, but not those of a remote that was joined meanwhile', () =>
  withSite(async ({ repo }) => {
    const other = oid(repo.git('commit-tree', '-m', 'theirs', 'HEAD^{tree}'));
    for (const remote of ['origin', 'fork']) repo.git('update-ref', trackingRef(remote), other);
    for (const ref of [joinedRef('fork'), NOTES_REF]) repo.git('update-ref', ref, other);
    for (const remote of ['origin', 'fork']) leave(provDirOf(await repo.open()), remote, 3);
    const text = await status(repo, { drain: false });
    expect(text).toContain('3 fetched notes of origin not joined yet');
    expect(text).not.toContain('of fork not joined');
  }));

test('displaced hooks, an agent without hooks, a remote without the refspec, a missing program', () =>
  withSite(async ({ repo }) => {
    repo.git('config', 'core.hooksPath', '.husky/_');
    repo.git('config', 'prov.repair', 'false');
    repo.git('remote', 'add', 'up\u202estream', 'https://example.invalid/x.git');
    const settings = join(repo.home, '.claude/settings.json');
    writeFileSync(settings, readFileSync(settings, 'utf8').replace('{', '{"disableAllHooks": true,'));
    rmSync(join(repo.home, '.local/share/git-prov/runtime'));
    const text = await status(repo);
    expect(text).toMatch(
      /git hooks .*git does not run post-commit, .*\.husky\/_ \(husky\)\. Run git prov doctor --fix/,
    );
    expect(text).toContain('is configured to run no hooks');
    expect(text).toContain('git fetch brings no notes from up\\u{202e}stream');
    expect(text).toMatch(/program .*git prov doctor --fix/);
    expect(text).not.toContain('\u202e');
  }));

test('without a reflog, status warns that commits made without hooks are not seen', () =>
  withSite(async ({ repo }) => {
    repo.git('config', 'core.logAllRefUpdates', 'false');
    expect(await status(repo)).not.toContain('reflog'); // git still appends to an existing reflog
    rmSync(join(repo.dir, '.git/logs'), { recursive: true });
    expect(await status(repo)).toContain(
      'reflog     git keeps none here: a commit that is made without hooks is not seen. Run git config core.logAllRefUpdates true.',
    );
    const { text } = await collect((stdout) => runDoctor({}, { ...contextOf(repo), stdout }));
    expect(text).toContain('Git keeps no reflog of HEAD here.');
    repo.git('config', 'core.logAllRefUpdates', 'always');
    expect(await status(repo)).not.toContain('Git keeps no reflog');
  }, REF_FILES));

test('unreadable notes are reported, and the rest is printed', () =>
  withSite(async ({ repo, agent }) => {
    agent.start().prompt('go').write('n.txt', 'x @a\n');
    commit(repo);
    writeFileSync(join(repo.dir, '.git/refs/notes/provenance'), '');
    const text = await status(repo);
    expect(text).toMatch(/notes +The ref refs\/notes\/provenance is broken\. Run git prov doctor --fix\./);
    expect(text).toContain('at work');
  }, REF_FILES));

test('a repository without git prov, a bare one, one without a commit', async () => {
  const plain = makeRepo({ files: { 'a.txt': 'a\n' } });
  const bare = makeRepo({ bare: true });
  try {
    expect(await status(plain)).toContain('nothing here (run git prov init');
    expect((await data(bare)).bare).toBe(true);
    expect(await status(bare)).toContain('none yet');
  } finally {
    plain.cleanup();
    bare.cleanup();
  }
});

test('the JSON names its schema and contains the facts', () =>
  withSite(async ({ repo, agent }) => {
    agent.start().prompt('go').write('n.txt', 'x @a\n');
    const found = await data(repo);
    expect(found).toMatchObject({
      schema: 'git-prov/status/1',
      repository: join(repo.dir, '.git'),
      recording: 'init',
      uncommitted: [{ path: 'n.txt', lines: 1 }],
      capture: {
        spool: { waiting: 0, foreign: [], bad: [] },
        sessions: [{ id: 'a', agent: 'claude-code', open: 0, uncommitted: 1 }],
      },
    });
  }));

test('the capture mode, and an unknown value', () =>
  withSite(async ({ repo }) => {
    repo.git('config', 'prov.capture', 'full');
    expect(await status(repo)).toContain('whole inputs and outputs (prov.capture = full)');
    repo.git('config', 'prov.capture', 'nix');
    expect(await status(repo)).toMatch(/^capture +no text: .* prov\.capture = nix is unknown, so hashes applies\./m);
    expect(await data(repo)).toMatchObject({ keeping: { mode: 'hashes', unknown: 'nix' } });
  }));
