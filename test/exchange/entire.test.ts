import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { prov } from '../helpers/agent.ts';
import { judge, notesOf } from '../helpers/judge.ts';
import { withRepo } from '../helpers/repo.ts';
import { checkpoint, importEntire, where } from './entire-site.ts';
import { Claude } from './transcripts/transcripts/claude.ts';
import { Codex } from './transcripts/transcripts/codex.ts';

const MINE = 'The lamps are lit by the timer now. @agent\nAnd put out again at the rise of the sun. @agent\n';

test("the session record in a checkpoint is compared with the commit that names it, whatever the file's name", () =>
  withRepo({ files: { 'f.txt': 'one @human\n' } }, (repo) => {
    const [claude, codex] = [new Claude(where(repo)), new Codex(where(repo))];
    claude.prompt('Light the lamps');
    claude.write('lamps.txt', MINE, null);
    codex.prompt('And the heating');
    codex.write('heat.txt', MINE.replaceAll('lamps', 'stoves'), null);
    const whole = readFileSync(claude.save(), 'utf8');
    const cut = whole.indexOf('\n', whole.length / 2) + 1;
    const metadata = (id: string): string =>
      JSON.stringify({
        session_id: id,
        agent: 'Cursor',
        files_touched: ['lamps.txt'],
        token_usage: { input_tokens: 5, output_tokens: 7 },
        summary: { intent: 'Light the lamps by a timer.' },
      });
    checkpoint(repo, 'refs/heads/entire/checkpoints/v1', {
      'a1/b2c3d4e5f6/metadata.json': '{}',
      'a1/b2c3d4e5f6/0/metadata.json': metadata(claude.id),
      'a1/b2c3d4e5f6/0/full.jsonl': whole.slice(0, cut),
      'a1/b2c3d4e5f6/0/full.jsonl.001': whole.slice(cut),
      'a1/b2c3d4e5f6/3/metadata.json': metadata(codex.id),
      'a1/b2c3d4e5f6/3/full.jsonl': readFileSync(codex.save(), 'utf8'),
      'a1/b2c3d4e5f6/4/metadata.json': 'no JSON',
    });
    repo.write('lamps.txt', `${MINE}but by hand on Sundays @human\n`);
    repo.write('heat.txt', MINE.replaceAll('lamps', 'stoves'));
    const commit = repo.commit('Lamps\n\nEntire-Checkpoint: a1b2c3d4e5f6');
    repo.write('g.txt', 'two @human\n');
    repo.commit('More\n\nEntire-Checkpoint: 000000000000');
    const { commits, dropped } = importEntire(repo);
    expect(commits.map(({ lines }) => lines)).toEqual([{ agent: 4, person: 0, unsure: 1 }]);
    expect(dropped.map(({ what, count }) => `${count} ${what}`).toSorted()).toEqual([
      '1 sessions without readable metadata',
      '1 trailers that name no checkpoint that is here',
    ]);
    expect(judge(repo, 'lamps.txt').map(({ owner, evidence }) => `${owner} ${evidence}`)).toEqual([
      `${claude.id} inferred`,
      `${claude.id} inferred`,
      'unsure unsure',
    ]);
    expect(judge(repo, 'heat.txt').map(({ owner }) => owner)).toEqual([codex.id, codex.id]);
    const sessions = notesOf(repo)
      .get(commit)!
      .graphs.map(({ session }) => session.agent);
    expect(sessions.toSorted()).toEqual(['claude-code', 'codex']);
    expect(prov(repo, 'verify')).toContain('Valid');
    const tip = repo.oid('refs/notes/provenance');
    expect(importEntire(repo).commits).toEqual([]);
    expect(repo.oid('refs/notes/provenance')).toBe(tip);
  }));

test('a session with a dated id is found, in pieces from several checkpoints', () =>
  withRepo({ files: { 'f.txt': 'one @human\n' } }, (repo) => {
    const claude = new Claude(where(repo));
    claude.prompt('Light the lamps');
    claude.write('lamps.txt', MINE, null);
    const first = readFileSync(claude.save(), 'utf8');
    claude.prompt('And the heating');
    claude.write('heat.txt', MINE.replaceAll('lamps', 'stoves'), null);
    const rest = readFileSync(claude.save(), 'utf8').slice(first.length);
    const metadata = (minute: number): string =>
      JSON.stringify({
        session_id: `2026-01-08-${claude.id}`,
        agent: 'Agent',
        created_at: `2026-01-08T10:0${minute}:00Z`,
      });
    checkpoint(repo, 'refs/heads/entire/checkpoints/v1', {
      'a1/b2c3d4e5f6/0/metadata.json': metadata(2),
      'a1/b2c3d4e5f6/0/full.jsonl': rest,
      'b1/b2c3d4e5f6/0/metadata.json': metadata(1),
      'b1/b2c3d4e5f6/0/full.jsonl': first,
    });
    repo.write('lamps.txt', MINE);
    repo.write('heat.txt', MINE.replaceAll('lamps', 'stoves'));
    repo.commit('Lamps\n\nEntire-Checkpoint: b1b2c3d4e5f6\nEntire-Checkpoint: a1b2c3d4e5f6');
    importEntire(repo);
    for (const path of ['lamps.txt', 'heat.txt'])
      expect(judge(repo, path).map(({ owner }) => owner)).toEqual([claude.id, claude.id]);
  }));

test('without an agent record, the session is imported without lines, also from the refs of newer versions', () =>
  withRepo({ files: { 'f.txt': 'one @human\n' } }, (repo) => {
    checkpoint(repo, 'refs/entire/checkpoints/ZZ/01ARZ3NDEKTSV4RRFFQ69G5FAZ', {
      '0/metadata.json': JSON.stringify({ session_id: 's1', agent: 'Gemini CLI', files_touched: ['lamps.txt'] }),
      '0/prompt.txt': 'Light the lamps',
    });
    repo.write('lamps.txt', MINE);
    const commit = repo.commit('Lamps\n\nEntire-Checkpoint: 01ARZ3NDEKTSV4RRFFQ69G5FAZ');
    expect(importEntire(repo).commits.map(({ lines }) => lines)).toEqual([{ agent: 0, person: 0, unsure: 2 }]);
    const [graph] = notesOf(repo).get(commit)!.graphs;
    expect([graph!.session.agent, graph!.nodes[0]!.summary]).toEqual(['gemini', 'Light the lamps']);
  }));

test('without checkpoints, the error explains how to get them', () =>
  withRepo({ files: { 'f.txt': 'one\n' } }, (repo) => {
    expect(() => prov(repo, 'import', 'entire')).toThrow(/no checkpoints of Entire here[\s\S]*git fetch origin/);
  }));
