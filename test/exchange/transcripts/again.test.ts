import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../../helpers/agent.ts';
import { notesOf } from '../../helpers/judge.ts';
import { nodeId, type RepoPath } from '../../../src/model/ids.ts';
import { countingLines } from '../../../src/model/standing/imported.ts';
import type { Detail, Graph, Note } from '../../../src/model/model.ts';
import { withRepo } from '../../helpers/repo.ts';
import { Claude } from './transcripts/claude.ts';
import { Codex } from './transcripts/codex.ts';
import { by, committed, next, owners, run, verify, where } from './site.ts';

test('a second import changes no object, and a later one continues from it', () =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const { story } = committed(repo, 'one', 'two');
    await run(repo);
    const first = repo.git('rev-parse', 'refs/notes/provenance');
    expect((await run(repo)).written).toBe(0);
    expect(repo.git('rev-parse', 'refs/notes/provenance')).toBe(first);
    story.at = next(repo) - 50_000;
    story.prompt('Two');
    story.write('c.ts', by('agent', 'three', 'four'), null);
    story.save();
    repo.write('c.ts', by('agent', 'three', 'four'));
    const second = repo.commit('Two');
    expect((await run(repo)).written).toBe(1);
    const [graph] = notesOf(repo).get(second)!.graphs;
    expect(graph!.previous).not.toBeNull();
    expect(owners(repo, 'c.ts')).toEqual([story.id, story.id]);
    expect(verify(repo)).toMatch(/^Valid: 2 notes, 2 graphs/);
  }));

test('a second import changes nothing, also when two sessions wrote the same lines', () =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const [one, two] = [new Claude(where(repo)), new Claude(where(repo))];
    for (const [n, story] of [one, two].entries()) {
      story.prompt('One');
      story.write('b.ts', by('agent', 'one', 'two', ...(n === 0 ? ['three', 'four'] : [])), null);
      story.save();
    }
    repo.write('b.ts', by('agent', 'one', 'two', 'three', 'four'));
    repo.commit('Both');
    two.at = next(repo) - 50_000;
    two.prompt('Two');
    two.write('c.ts', by('agent', 'five', 'six'), null);
    two.save();
    repo.write('c.ts', by('agent', 'five', 'six'));
    repo.commit('Two');
    await run(repo);
    const first = repo.git('rev-parse', 'refs/notes/provenance');
    for (let n = 0; n < 2; n++) {
      const { written, sessions } = await run(repo);
      expect([written, sessions.filter(({ left }) => left)]).toEqual([0, []]);
      expect(repo.git('rev-parse', 'refs/notes/provenance')).toBe(first);
    }
  }));

test('lines of a skipped commit explain no later commit', () =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const story = new Claude(where(repo));
    story.prompt('One');
    story.write('b.ts', by('agent', 'one', 'two'), null);
    story.save();
    repo.write('b.ts', by('agent', 'one', 'two'));
    repo.commit('Bump', '--author', 'dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>');
    repo.write('b.ts', by('human', 'three'));
    repo.commit('Another');
    repo.write('b.ts', `${by('human', 'three')}${by('agent', 'one', 'two')}`);
    repo.commit('Typed again');
    expect((await run(repo)).written).toBe(0);
  }));

test('a session recorded by hooks, and notes of others, stay unchanged', () =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const { story } = committed(repo, 'one', 'two');
    const ledgers = join(repo.dir, '.git', 'prov', 'sessions');
    mkdirSync(ledgers, { recursive: true });
    writeFileSync(join(ledgers, `${story.id}.jsonl`), '{"step_id":"00000000-1","context_hash":"sha256:00"}\n');
    const { written, sessions } = await run(repo);
    expect(written).toBe(0);
    expect(sessions[0]!.left).toBe('recorded');
  }));

test('an imported session that is resumed under our hooks continues where the import ended', () =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const { story, commit: first } = committed(repo, 'one', 'two');
    await run(repo);
    enable(repo);
    const agent = new TestAgent(repo, story.id).start('resume').prompt('Two');
    agent.bash('npm test');
    expect(owners(repo, 'b.ts')).toEqual([story.id, story.id]);
    agent.write('c.ts', by('agent', 'three', 'four'));
    const second = repo.commit('Two');
    expect(verify(repo)).toMatch(/^Valid: 2 notes, 2 graphs/);
    const notes = notesOf(repo);
    const ids = [first, second].flatMap((commit) =>
      notes.get(commit)!.graphs.flatMap(({ nodes }) => nodes.map(({ id }) => id)),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(notes.get(second)!.graphs[0]!.previous).not.toBeNull();
    expect(owners(repo, 'c.ts')).toEqual([story.id, story.id]);
    expect((await run(repo)).written).toBe(0);
  }));

test('separate imports of two agents are merged in the notes', () =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const [claude, codex] = [new Claude(where(repo)), new Codex(where(repo))];
    for (const [n, story] of [claude, codex].entries()) {
      story.prompt('One');
      story.write(`b${n}.ts`, by('agent', `one${n}`, `two${n}`), null);
      story.save();
      repo.write(`b${n}.ts`, `${by('agent', `one${n}`, `two${n}`)}${by('human', `hand${n}`)}`);
    }
    repo.commit('Both');
    await run(repo, { agents: ['codex'] });
    expect([owners(repo, 'b0.ts'), owners(repo, 'b1.ts')]).toEqual([
      ['human', 'human', 'human'],
      [codex.id, codex.id, 'human'],
    ]);
    await run(repo);
    expect([owners(repo, 'b0.ts'), owners(repo, 'b1.ts')]).toEqual([
      [claude.id, claude.id, 'human'],
      [codex.id, codex.id, 'human'],
    ]);
    expect(verify(repo)).toMatch(/^Valid: 1 note, 2 graphs/);
  }));

test('lines from another import stay unchanged, and the missing ones are added', () =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const { story, commit: revision } = committed(repo, 'one', 'two', 'three');
    const person = { contributor: { type: 'human' }, ranges: [{ start_line: 1, end_line: 1 }] };
    const trace = {
      version: '0.1.0',
      id: 'f0f0f0f0-0000-4000-8000-000000000000',
      timestamp: '2026-01-01T00:00:00Z',
      vcs: { type: 'git', revision },
    };
    writeFileSync(
      join(repo.home, 'traces.jsonl'),
      `${JSON.stringify({ ...trace, files: [{ path: 'b.ts', conversations: [person] }] })}\n`,
    );
    prov(repo, 'import', 'agent-trace', join(repo.home, 'traces.jsonl'));
    expect(owners(repo, 'b.ts')).toEqual(['human', 'unsure', 'unsure']);
    await run(repo);
    expect(owners(repo, 'b.ts')).toEqual(['human', story.id, story.id]);
    const [lines] = [...notesOf(repo).get(revision)!.lines.values()];
    expect(lines!.filter(({ start }) => start === 1)).toHaveLength(1);
    expect(verify(repo)).toMatch(/^Valid/);
  }));

test("another clone's record of the commit takes precedence, also on lines of earlier steps", () =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const story = new Claude(where(repo));
    story.prompt('One');
    story.write('b.ts', by('agent', 'one', 'two'), null);
    story.write('c.ts', by('agent', 'three', 'four'), null);
    story.save();
    repo.write('b.ts', by('agent', 'one', 'two'));
    repo.commit('One');
    repo.write('c.ts', by('agent', 'three', 'four'));
    const commit = repo.commit('Two');
    await run(repo);
    const note = notesOf(repo).get(commit)!;
    const path = 'c.ts' as RepoPath;
    expect(countingLines(note, path, commit)).toHaveLength(1);
    const [graph] = note.graphs;
    const of = (detail: Detail): Graph => ({
      ...graph!,
      explains: [commit],
      nodes: [{ ...graph!.nodes[0]!, id: nodeId('00000000-1'), kind: 'patch', detail }],
    });
    const joined = (detail: Detail): Note => ({ ...note, graphs: [...note.graphs, of(detail)] });
    expect(countingLines(joined({ commit }), path, commit)).toEqual([]);
    expect(countingLines(joined({}), path, commit)).toHaveLength(1);
  }));
