import { expect, test } from 'vitest';
import type { ImportReport } from '../../src/cli/commands/import.ts';
import { renderImport } from '../../src/cli/render/import.ts';
import { painter } from '../../src/cli/render/color.ts';
import { signsFor } from '../../src/cli/render/blame-words.ts';
import { oid, sessionId } from '../../src/graph/ids.ts';
import { prov } from '../helpers/agent.ts';
import { judge } from '../helpers/judge.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';

const METADATA = {
  sessions: {
    s_1f2e3d4c5b6a79: {
      agent_id: { tool: 'claude', id: '11111111-2222-4333-8444-555555555555', model: 'model-1' },
      messages: [{ type: 'user', text: 'Hang the lanterns\u001b[31m' }],
    },
  },
};

// One note in git's own fan-out for many, one flat, one that is none.
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

test('git-ai’s notes become ours: blame, why and verify take them, and a second import changes nothing', () =>
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
        { what: 'lines that the commit did not add', count: 1 },
        { what: 'notes of commits that are not here', count: 1 },
        { what: 'notes without metadata that can be read', count: 1 },
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
    expect(prov(repo, 'import', 'git-ai', 'HEAD~1..HEAD')).toContain('1 record of git-ai read: 0 notes written');
    expect(repo.oid('refs/notes/provenance')).toBe(tip);
  }));

test('names from others’ records cannot steer the terminal', () => {
  const report: ImportReport = {
    schema: 'git-prov/import/1',
    source: 'git-ai',
    dryRun: true,
    records: 30,
    commits: Array.from({ length: 30 }, (_, i) => ({
      commit: oid(String(i).padStart(40, '0')),
      sessions: [sessionId('s')],
      lines: { agent: 1, person: 2, unsure: 3 },
    })),
    unchanged: 0,
    lines: { agent: 30, person: 60, unsure: 90 },
    dropped: [{ what: 'files that the commit did not change', count: 2000, example: 'a \u001b[31m\nb' }],
  };
  const signs = signsFor({});
  const text = renderImport(report, { signs, paint: painter(false), columns: undefined, unicode: true });
  expect(text).toContain('10 commits before these\n');
  expect(text).toContain('2,000  files that the commit did not change (such as a \\x1b[31m\\nb)');
  expect(text).toContain(
    '30 records of git-ai read: 30 notes would be written; 1 session, 30 lines of agents, 60 of persons',
  );
});
