import { expect, test } from 'vitest';
import type { ImportReport } from '../../../src/faces/cli/render/tools/import-report.ts';
import { renderImport } from '../../../src/faces/cli/render/tools/import.ts';
import { painter } from '../../../src/faces/cli/render/color.ts';
import { signsFor } from '../../../src/faces/cli/render/blame/blame-words.ts';
import { oid, sessionId } from '../../../src/model/ids.ts';
import { enable, prov, TestAgent } from '../../helpers/agent.ts';
import { judge } from '../../helpers/judge.ts';
import { type TestRepo, withRepo } from '../../helpers/repo.ts';

const METADATA = {
  sessions: {
    s_1f2e3d4c5b6a79: {
      agent_id: { tool: 'claude', id: '11111111-2222-4333-8444-555555555555', model: 'model-1' },
      messages: [{ type: 'user', text: 'Hang the lanterns\u001b[31m' }],
    },
  },
};

// One note in git's own fan-out for many, one flat, and one blob that is not a note.
function withNotes(repo: TestRepo): void {
  repo.write('my file.txt', 'old\nlantern one\nlantern two\nby nobody\n');
  const first = repo.commit('Hang them');
  repo.write('my file.txt', 'old\nlantern one\nlantern two\nby nobody\nlantern three\n');
  const second = repo.commit('One more');
  const text = (ranges: string): string =>
    `"my file.txt"\n  s_1f2e3d4c5b6a79::t_00000000000000 ${ranges}\n---\n${JSON.stringify(METADATA)}\n`;
  const blob = (content: string): string => repo.gitRaw(['hash-object', '-w', '--stdin'], content).toString().trim();
  const entries = [
    `100644 blob ${blob(text('1-3'))}\t${first.slice(0, 2)}/${first.slice(2, 4)}/${first.slice(4)}`,
    `100644 blob ${blob(text('5'))}\t${second}`,
    `100644 blob ${blob('nothing\n')}\t${repo.oid('HEAD~2')}`,
    `100644 blob ${blob(text('1'))}\t${'e'.repeat(first.length)}`,
  ];
  repo.env['GIT_INDEX_FILE'] = `${repo.home}/index`;
  for (const entry of entries) repo.gitRaw(['update-index', '--add', '--index-info'], `${entry}\n`);
  const tree = repo.git('write-tree');
  delete repo.env['GIT_INDEX_FILE'];
  repo.git('update-ref', 'refs/notes/ai', repo.git('commit-tree', '-m', 'notes', tree));
}

test('git-ai’s notes become ours: blame, why and verify read them, and a second import changes nothing', () =>
  withRepo({ files: { 'my file.txt': 'old\n' } }, (repo) => {
    withNotes(repo);
    expect(() => prov(repo, 'import', 'agentnote')).toThrow(
      /exited with 1: .*no refs\/notes\/agentnote here[\s\S]*git fetch origin refs\/notes\/agentnote:refs\/notes\/agentnote/,
    );
    const report = JSON.parse(prov(repo, 'import', 'git-ai', '--json')) as ImportReport;
    expect(report).toMatchObject({
      schema: 'git-prov/import/1',
      records: 2,
      lines: { agent: 3, person: 0, unsure: 1 },
      dropped: [
        { what: 'notes of commits that are not here', count: 1 },
        { what: 'notes without metadata that can be read', count: 1 },
        { what: 'ranges with lines that the commit did not add', count: 1 },
      ],
    });
    expect(judge(repo, 'my file.txt').map(({ owner, evidence }) => `${owner.slice(0, 8)} ${evidence}`)).toEqual([
      'no note ',
      '11111111 imported',
      '11111111 imported',
      'unsure unsure',
      '11111111 imported',
    ]);
    expect(prov(repo, 'why', 'my file.txt:2')).toMatch(
      /goal +Hang the lanterns[\s\S]*claude-code[\s\S]*evidence +imported/,
    );
    expect(prov(repo, 'why', 'my file.txt:4')).toContain('the record of git-ai does not say who wrote it');
    expect(prov(repo, 'verify')).toContain('Valid: 2 notes');
    const tip = repo.oid('refs/notes/provenance');
    expect(prov(repo, 'import', 'git-ai', 'HEAD~1..HEAD')).toBe('1 record of git-ai read: nothing new.\n');
    expect(repo.oid('refs/notes/provenance')).toBe(tip);
  }));

test('contradictory options and unknown refs are refused, and words after -- count', () =>
  withRepo({ files: { 'my file.txt': 'old\n' } }, (repo) => {
    withNotes(repo);
    const imported = (...words: string[]): string => prov(repo, 'import', ...words);
    expect(() => imported('git-ai', '--agent', 'codex')).toThrow(/exited with 2: .*--agent does not apply to git-ai/);
    expect(() => imported('aider', '--ref', 'ai')).toThrow(/exited with 2: .*--ref does not apply to aider/);
    expect(() => imported('transcripts', '--ref', 'ai')).toThrow(
      /exited with 2: .*--ref does not apply to transcripts/,
    );
    expect(() => imported('git-ai', '--ref', 'a..b')).toThrow(/exited with 2: .*"a\.\.b" is not a ref name/);
    expect(() => imported('git-ai', 'nope')).toThrow(/exited with 1: .*bad revision 'nope'\s+hint: Use a commit/);
    expect(() => imported('git-ai', '--', '--all')).toThrow(/exited with 2: .*unknown argument: '--all'/);
    expect(imported('git-ai', '--dry-run', '--', 'HEAD~1..HEAD')).toContain('1 record of git-ai read');
    repo.git('update-ref', 'refs/notes/tree', repo.git('rev-parse', 'HEAD^{tree}'));
    expect(() => imported('git-ai', '--ref', 'tree')).toThrow(/exited with 1: .*notes\/tree holds no notes/);
    expect(imported('git-ai', '--ref', 'refs/heads/main')).toBe('No record of git-ai was found that can be used.\n');
    // An agent is a single word: the file follows it.
    expect(() => imported('transcripts', '--agent', 'codex', 'no-file')).toThrow(/There is no file ".*no-file"/);
  }));

test('names from foreign records cannot control the terminal', () => {
  const report: ImportReport = {
    schema: 'git-prov/import/1',
    source: 'git-ai',
    dryRun: false,
    records: 30,
    commits: Array.from({ length: 30 }, (_, i) => ({
      commit: oid(String(i).padStart(40, '0')),
      subject: 'One \u001b[31mmore',
      sessions: [sessionId('s')],
      lines: { agent: 1, person: 2, unsure: 3 },
    })),
    unchanged: 0,
    lines: { agent: 30, person: 60, unsure: 90 },
    dropped: [
      { what: 'files that the commit did not change', count: 2000, example: 'a \u001b[31m\nb' },
      { what: 'notes of commits that are not here', count: 1, example: 'e'.repeat(40) },
    ],
  };
  const look = { signs: signsFor({}), paint: painter(false), columns: undefined, unicode: true };
  const text = renderImport(report, look);
  expect(text).toContain('10 commits before these\n');
  expect(text).toContain('2,000  files that the commit did not change (such as a \\x1b[31m\\nb)');
  expect(text).toContain(
    '0000000  One \\x1b[31mmore\n         1 line of 1 session, 2 of persons, 3 without an owner\n',
  );
  expect(text).toContain(`  1      notes of commits that are not here (such as ${'e'.repeat(12)})`);
  expect(text).toContain(
    '30 records of git-ai read: 30 notes written; 1 session, 30 lines of agents, 60 of persons, 90 without an owner.\n',
  );
  const dry = renderImport({ ...report, dryRun: true }, look);
  expect(dry.split('One').length - 1).toBe(30); // all of them
  expect(dry).toContain('30 notes would be written');
});

test('a note of Qwen Code names the session, and claims no line', () =>
  withRepo({ files: { 'a.txt': 'one\n', 'b.txt': 'b\n' } }, (repo) => {
    repo.write('a.txt', 'one\ntwo\n');
    repo.write('b.txt', 'b\nby hand\n');
    const commit = repo.commit('More');
    const file = (aiChars: number): object => ({ aiChars, humanChars: 76, percent: 5, surface: 'cli' });
    const note = { version: 1, generator: 'qwen3-coder', files: { 'a.txt': file(4), 'b.txt': file(0) } };
    const add = (ref: string, text: string): string =>
      repo.git('notes', `--ref=${ref}`, 'add', '-f', '-m', text, commit);
    add('ai-attribution', JSON.stringify(note));
    const report = JSON.parse(prov(repo, 'import', 'qwen', '--json')) as ImportReport;
    expect(report).toMatchObject({ records: 1, lines: { agent: 0, person: 0, unsure: 2 }, dropped: [] });
    const evidence = (path: string): string[] =>
      judge(repo, path).map((line) => `${line.owner} ${line.evidence}`.trim());
    expect([evidence('a.txt'), evidence('b.txt')]).toEqual([
      ['no note', 'unsure unsure'],
      ['no note', 'unsure unsure'],
    ]);
    expect(prov(repo, 'show', 'HEAD')).toMatch(/qwen \(qwen3-coder\)/);
    expect(prov(repo, 'why', 'a.txt:2')).toContain('the record of qwen does not say who wrote it');
    expect(prov(repo, 'verify')).toContain('Valid: 1 note');
    expect(prov(repo, 'import', 'qwen')).toBe('1 record of qwen read: nothing new.\n');
    // Notes with lines say more: they fill in what this one leaves open.
    const lines = `a.txt\n  s_1f2e3d4c5b6a79::t_0 2\n---\n${JSON.stringify(METADATA)}\n`;
    add('ai', lines);
    prov(repo, 'import', 'git-ai');
    expect(evidence('a.txt')[1]).toMatch(/^11111111\S* imported$/);
  }));

test('a note of Qwen Code never changes what our hooks recorded', () =>
  withRepo({ files: { 'a.txt': 'one\n' } }, (repo) => {
    enable(repo);
    const agent = new TestAgent(repo, 'a').start().prompt('go').edit('a.txt', 'one', 'one\ntwo');
    agent.stop();
    repo.write('b.txt', 'by hand\n');
    const commit = repo.commit('More');
    prov(repo, 'status');
    const tip = repo.oid('refs/notes/provenance');
    const forged = { 'a.txt': { aiChars: 99 }, 'b.txt': { aiChars: 99 } };
    repo.git('notes', '--ref=ai-attribution', 'add', '-m', JSON.stringify({ version: 1, files: forged }), commit);
    prov(repo, 'import', 'qwen');
    expect(repo.oid('refs/notes/provenance')).toBe(tip);
    expect(judge(repo, 'b.txt').map(({ owner }) => owner)).toEqual(['human']);
  }));
