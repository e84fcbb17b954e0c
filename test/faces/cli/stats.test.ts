import { expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../../helpers/agent.ts';
import { withRepo, type TestRepo } from '../../helpers/repo.ts';

interface Stats {
  readonly lines: Record<string, number>;
  readonly agents: readonly { name: string; lines: number }[];
  readonly folders: readonly { name: string; agent: number; human: number; unknown: number }[];
  readonly months: readonly { name: string }[];
  readonly survived: { written: number; standing: number } | null;
}

const stats = (repo: TestRepo, ...range: string[]): Stats =>
  JSON.parse(prov(repo, 'stats', '--json', ...range)) as Stats;

/** One older line, four lines of an agent, and two of a person. The person removes one of the agent's lines. */
async function story(tell: (repo: TestRepo) => void): Promise<void> {
  await withRepo({ files: { 'old.txt': 'one\n' } }, (repo) => {
    enable(repo);
    const agent = new TestAgent(repo, 'a1').start().prompt('write');
    agent.write('src/a.js', 'first();\nsecond();\nthird();\n').write('top.txt', 'alpha\n');
    repo.commit('Agent');
    agent.stop();
    repo.write('src/a.js', 'first();\nthird();\nmine();\nmineToo();\n');
    repo.commit('Person');
    tell(repo);
  });
}

test('counts the lines that stand by owner, agent, folder and month, and what survived', () =>
  story((repo) => {
    const all = stats(repo);
    expect(all.lines).toMatchObject({ added: 6, agent: 3, human: 2, unknown: 1 });
    expect(all.agents).toEqual([{ name: 'claude-code', lines: 3 }]);
    expect(all.folders).toEqual([
      { name: 'src/', agent: 2, human: 2, unknown: 0 },
      { name: '.', agent: 1, human: 0, unknown: 1 },
    ]);
    expect(all.months.map(({ name }) => name)).toEqual(['2026-01']);
    expect(all.survived).toMatchObject({ written: 4, standing: 3 });
    expect(stats(repo, 'HEAD~1..HEAD').lines).toMatchObject({ added: 2, agent: 0, human: 2 });
  }));

test('prints bars, and a badge', () =>
  story((repo) => {
    const text = prov(repo, 'stats');
    expect(text).toMatch(/^ {2}agents {4}50% \(3\)$/m);
    expect(text).toMatch(/^ {2}claude-code {2}#{20} {2}100% {2}3 of 3$/m);
    expect(text).toMatch(/^ {2}survived {2}75% \(3\) of what agents wrote before \d{4}-\d\d-\d\d$/m);
    const badge = prov(repo, 'stats', '--badge');
    expect(badge).toMatch(/^<svg xmlns=.*aria-label="written by agents: 50%">/);
    expect(badge.match(/<text /g)).toHaveLength(2);
  }));

test('a repository without agents, and one without lines', () =>
  withRepo({ files: { 'a.txt': 'one\n' } }, (repo) => {
    expect(stats(repo).agents).toEqual([]);
    expect(prov(repo, 'stats')).toMatch(/^ {2}unknown {2}100% \(1\)$/m);
    expect(prov(repo, 'stats', 'HEAD..HEAD')).toContain('There are no lines to count.');
  }));
