import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { State } from '../../src/recorder/state/state.ts';
import { graphIdOf } from '../../src/model/format/note.ts';
import { chainOf as hashesOf, GENESIS, isLedgerStep } from '../../src/model/graph/ledger.ts';
import type { Graph } from '../../src/model/model.ts';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { notesOf } from '../helpers/judge.ts';
import { adoptRepo, withRepo, type TestRepo } from '../helpers/repo.ts';

const BASE = {
  'f.txt': 'one\ntwo\nthree\n',
  'g.txt': 'g\n',
  Makefile: 'test:\n\ttest ! -e broken\n',
  '.gitignore': 'broken\n',
};
const TESTS = 'make test';

/** Runs a scenario in a repository where an agent works. The agent makes every commit unless the scenario commits as a person. */
function story(name: string, tell: (repo: TestRepo, agent: TestAgent) => void): void {
  test(name, () =>
    withRepo({ files: BASE }, (repo) => {
      enable(repo);
      tell(repo, new TestAgent(repo, 'a').start().prompt('do it'));
      const state = JSON.parse(readFileSync(join(repo.dir, '.git/prov/state.json'), 'utf8')) as State;
      expect([state.faults, state.outgoing]).toEqual([[], []]);
    }),
  );
}

/** A fresh clone with the notes. */
function cloneOf(repo: TestRepo): TestRepo {
  const dir = join(repo.home, `clone${String(Math.random()).slice(2)}`);
  repo.git('clone', '-q', '-c', 'remote.origin.fetch=refs/notes/provenance:refs/notes/provenance', repo.dir, dir);
  return adoptRepo(repo, dir);
}

/** The verification state of a line of HEAD in a clone, from the notes alone. */
const inClone = (repo: TestRepo, place: string): string => stateOf(cloneOf(repo), place);

function stateOf(repo: TestRepo, place: string, revision = 'HEAD'): string {
  const { answers } = JSON.parse(prov(repo, 'why', '--json', '--rev', revision, place)) as {
    answers: { verification: { state: string } }[];
  };
  return answers[0]!.verification.state;
}

/** The verification state of the last commit in the log. */
const inLog = (repo: TestRepo): unknown =>
  (JSON.parse(prov(repo, 'log', '-n1', '--json')) as { commits: { verification: string }[] }).commits[0]!.verification;

/** Records what is pending, like any command that reads. */
const settle = (repo: TestRepo): string => prov(repo, 'status');

const COMMIT = 'git add -A && git commit -qm work';

const graphsOf = (repo: TestRepo, revision: string): readonly Graph[] =>
  notesOf(repo).get(repo.oid(revision))?.graphs ?? [];

/** All graphs of the notes, from the first of the session to its last; fails when they do not form one chain. */
function chainOf(repo: TestRepo): Graph[] {
  const byPrevious = new Map<string | null, Graph>();
  const all = new Map<string, Graph>();
  for (const { graphs } of notesOf(repo).values()) for (const graph of graphs) all.set(graphIdOf(graph), graph);
  for (const graph of all.values()) {
    expect(byPrevious.has(graph.previous)).toBe(false);
    byPrevious.set(graph.previous, graph);
  }
  const chain: Graph[] = [];
  for (let next = byPrevious.get(null); next; next = byPrevious.get(graphIdOf(next))) chain.push(next);
  expect(chain.length).toBe(all.size);
  return chain;
}

story('a linter that failed counts for the files that it names, also in a clone', (repo, agent) => {
  repo.write('Makefile', "lint:\n\t@echo 'lib/a.js:1:1: no-debugger'; exit 1\n");
  agent.write('lib/a.js', 'debugger;\n').write('lib/b.js', 'let b = 1;\n').bash('make lint').bash(COMMIT);
  settle(repo);
  expect([inClone(repo, 'lib/a.js:1'), inClone(repo, 'lib/b.js:1')]).toEqual(['failed', 'none']);
});

describe('a verification after the commit', () => {
  story('that passes is in the commit’s note at once', (repo, agent) => {
    agent.edit('f.txt', 'two', 'TWO').bash(COMMIT);
    settle(repo);
    expect(inClone(repo, 'f.txt:2')).toBe('none');
    agent.bash(TESTS);
    settle(repo);
    expect(inClone(repo, 'f.txt:2')).toBe('passed');
    expect(inLog(repo)).toBe('passed');
    const [, late] = chainOf(repo);
    expect(late!.explains).toEqual([repo.oid('HEAD')]);
    expect(late!.nodes.map(({ kind }) => kind)).toEqual(['execution', 'verification']);
  });

  story('that fails is there when the turn has ended, and not before', (repo, agent) => {
    agent.edit('f.txt', 'two', 'TWO').bash(COMMIT);
    repo.write('broken', '');
    agent.bash(TESTS);
    settle(repo);
    expect(inClone(repo, 'f.txt:2')).toBe('none');
    agent.stop();
    settle(repo);
    expect(inClone(repo, 'f.txt:2')).toBe('failed');
  });

  story(
    'a failed check is recorded when the next turn starts, if no event reported the end of this one',
    (repo, agent) => {
      agent.edit('f.txt', 'two', 'TWO').bash(COMMIT);
      repo.write('broken', '');
      agent.bash(TESTS).prompt('go on');
      settle(repo);
      expect(inClone(repo, 'f.txt:2')).toBe('failed');
      expect(chainOf(repo)[1]!.nodes.some(({ kind }) => kind === 'goal')).toBe(false);
    },
  );

  story('that failed and then passed has passed, and the ledger stays whole', (repo, agent) => {
    agent.edit('f.txt', 'two', 'TWO').bash(COMMIT);
    repo.write('broken', '');
    agent.bash(TESTS).stop();
    agent.prompt('mend it').bash('rm broken').bash(TESTS).stop();
    agent.edit('g.txt', 'g', 'G').bash(COMMIT);
    settle(repo);
    expect(inClone(repo, 'f.txt:2')).toBe('passed');
    const chain = chainOf(repo);
    expect(chain.map(({ nodes }) => nodes.length)).toEqual([4, 2, 4, 3]);
    for (const [i, graph] of chain.entries()) {
      const { start, parent, head } = graph.chain;
      expect(start).toBe(i === 0 ? GENESIS : chain[i - 1]!.chain.head);
      expect(hashesOf(graph.session.id, graph.nodes.filter(isLedgerStep), start, parent ?? null).head).toBe(head);
    }
  });

  story(
    'is in the next commit’s graph when something else was changed before it, and in the note of both',
    (repo, agent) => {
      agent.edit('f.txt', 'two', 'TWO').bash(COMMIT);
      agent.edit('g.txt', 'g', 'G').bash(TESTS);
      settle(repo);
      expect(inClone(repo, 'f.txt:2')).toBe('none');
      agent.bash(COMMIT);
      settle(repo);
      expect(chainOf(repo).map(({ explains }) => explains)).toEqual([[repo.oid('HEAD~1')], [repo.oid('HEAD')]]);
      const clone = cloneOf(repo);
      expect(stateOf(clone, 'f.txt:2')).toBe('passed');
      expect(stateOf(clone, 'g.txt:1')).toBe('passed');
      expect(graphsOf(repo, 'HEAD~1').length).toBe(2);
      expect(graphsOf(repo, 'HEAD').length).toBe(1);
    },
  );

  story('reaches every commit with a line that it verified, each of them once', (repo, agent) => {
    for (const name of ['a', 'b', 'c']) agent.write(`${name}.txt`, `${name}\n`);
    for (const name of ['a', 'b', 'c']) agent.bash(`git add ${name}.txt && git commit -qm ${name}`);
    agent.bash(TESTS).bash(TESTS).stop();
    settle(repo);
    const clone = cloneOf(repo);
    for (const name of ['a', 'b', 'c']) expect(stateOf(clone, `${name}.txt:1`)).toBe('passed');
    const kinds = graphsOf(repo, 'HEAD~2').flatMap(({ nodes }) => nodes.map(({ kind }) => kind));
    expect(kinds.filter((kind) => kind === 'verification').length).toBe(1);
  });

  story('reaches a line that is committed after it, though its step is of an earlier graph', (repo, agent) => {
    agent.edit('f.txt', 'two', 'TWO').edit('g.txt', 'g', 'G');
    agent.bash('git add g.txt && git commit -qm first').bash(TESTS).stop();
    repo.commit('the rest, by a person');
    const clone = cloneOf(repo);
    expect(stateOf(clone, 'g.txt:1')).toBe('passed');
    expect(stateOf(clone, 'f.txt:2')).toBe('passed');
  });

  story('reaches the lines of a sub-agent that tests what it committed', (repo, agent) => {
    agent.send('SubagentStart', { agent_id: 'sub1', agent_type: 'general-purpose' });
    const child = new TestAgent(repo, 'a', 'sub1').edit('f.txt', 'two', 'TWO').bash(COMMIT);
    repo.write('broken', '');
    child.bash(TESTS);
    agent.send('SubagentStop', { agent_id: 'sub1', agent_type: 'general-purpose' });
    settle(repo);
    expect(inClone(repo, 'f.txt:2')).toBe('failed');
  });
});

describe('a check that does not apply to earlier commits is left to the next commit', () => {
  const kindsAfter = (repo: TestRepo): string[] => {
    settle(repo);
    return chainOf(repo).flatMap(({ nodes }) => nodes.map(({ kind }) => kind));
  };

  story('reading and the end of a turn', (repo, agent) => {
    agent.edit('f.txt', 'two', 'TWO').bash(COMMIT).read('g.txt').stop().end();
    expect(kindsAfter(repo)).toEqual(['goal', 'commitment', 'patch', 'decision']);
  });

  story('a verification when all was verified before', (repo, agent) => {
    agent.edit('f.txt', 'two', 'TWO').bash(TESTS).bash(COMMIT).bash(TESTS).stop();
    expect(kindsAfter(repo)).toEqual(['goal', 'commitment', 'verification', 'patch', 'decision']);
  });

  story('a verification of what no commit holds', (repo, agent) => {
    agent.edit('f.txt', 'two', 'TWO').bash(TESTS).stop();
    expect(kindsAfter(repo)).toEqual([]);
  });

  story('a check with an unknown outcome', (repo, agent) => {
    agent.edit('f.txt', 'two', 'TWO').bash(COMMIT).bash(`${TESTS} | tail -1`).stop();
    expect(kindsAfter(repo)).toEqual(['goal', 'commitment', 'patch', 'decision']);
  });

  story('a commit without a note gets none: its lines would be a person’s', (repo, agent) => {
    agent.edit('f.txt', 'two', 'TWO').bash(COMMIT);
    settle(repo);
    repo.git('notes', '--ref=provenance', 'remove', 'HEAD');
    agent.bash(TESTS).stop();
    settle(repo);
    expect(notesOf(repo).has(repo.oid('HEAD'))).toBe(false);
    expect(prov(repo, 'status')).not.toContain('could not');
  });
});

describe('a verification is stale', () => {
  story('when the file is committed to again after it', (repo, agent) => {
    agent.edit('f.txt', 'two', 'TWO').bash(COMMIT).bash(TESTS).stop();
    repo.write('f.txt', 'one\nTWO\nthree\nfour\n');
    repo.commit('by a person');
    const clone = cloneOf(repo);
    expect(stateOf(clone, 'f.txt:2')).toBe('stale');
    expect(stateOf(clone, 'f.txt:2', 'HEAD~1')).toBe('passed');
  });

  story('when the session changes the file after it, and no longer when that is verified too', (repo, agent) => {
    agent.edit('f.txt', 'two', 'TWO').bash(COMMIT).bash(TESTS);
    agent.edit('f.txt', 'three', 'THREE').bash(COMMIT);
    settle(repo);
    const clone = cloneOf(repo);
    expect(stateOf(clone, 'f.txt:2')).toBe('stale');
    expect(stateOf(clone, 'f.txt:3')).toBe('none');
    agent.bash(TESTS);
    settle(repo);
    const later = cloneOf(repo);
    expect(stateOf(later, 'f.txt:2')).toBe('passed');
    expect(stateOf(later, 'f.txt:3')).toBe('passed');
  });

  story('no longer when another session changes the file and verifies that', (repo, agent) => {
    agent.edit('f.txt', 'two', 'TWO').bash(TESTS).edit('f.txt', 'three', 'THREE').bash(COMMIT).stop();
    settle(repo);
    expect(inClone(repo, 'f.txt:2')).toBe('stale');
    new TestAgent(repo, 'b').start().prompt('go on').edit('f.txt', 'one', 'ONE').bash(TESTS).bash(COMMIT);
    const clone = cloneOf(repo);
    expect(stateOf(clone, 'f.txt:2')).toBe('passed');
    expect(stateOf(clone, 'f.txt:3')).toBe('none');
  });

  story('not by a change that is in no commit yet, though it is in the graph that verifies', (repo, agent) => {
    agent.edit('f.txt', 'two', 'TWO').bash(COMMIT).edit('g.txt', 'g', 'G').bash(TESTS);
    agent.edit('f.txt', 'three', 'THREE').stop();
    settle(repo);
    expect(chainOf(repo)[1]!.nodes.filter(({ kind }) => kind === 'commitment').length).toBe(2);
    expect(inClone(repo, 'f.txt:2')).toBe('passed');
    expect(inLog(repo)).toBe('passed');
    repo.commit('by a person');
    const clone = cloneOf(repo);
    expect(stateOf(clone, 'f.txt:2')).toBe('stale');
    expect(stateOf(clone, 'f.txt:3')).toBe('none');
    expect(stateOf(clone, 'g.txt:1')).toBe('passed');
    const shown = prov(repo, 'show', 'HEAD');
    expect(shown).toMatch(/2 lines, 4 steps/);
    expect(shown).toContain('Decision: Edit f.txt');
    expect(prov(repo, 'show', 'HEAD~1')).toMatch(/1 line, 4 steps/);
    expect(prov(repo, 'show', 'HEAD~1')).not.toContain('edit g.txt');
  });
});

describe('a rewritten commit', () => {
  story('keeps the verification from before', (repo, agent) => {
    agent.edit('f.txt', 'two', 'TWO').bash(COMMIT).bash(TESTS);
    agent.bash('git commit -q --amend -m "better said"');
    expect(inClone(repo, 'f.txt:2')).toBe('passed');
    expect(inLog(repo)).toBe('passed');
  });

  story('gets the one that comes after', (repo, agent) => {
    agent.edit('f.txt', 'two', 'TWO').bash(COMMIT);
    repo.git('commit', '-q', '--amend', '-m', 'better said');
    agent.bash(TESTS).stop();
    settle(repo);
    expect(inClone(repo, 'f.txt:2')).toBe('passed');
    expect(inLog(repo)).toBe('passed');
  });
});

describe('one command that commits and tests', () => {
  const change = (agent: TestAgent): TestAgent => agent.edit('f.txt', 'two', 'TWO');

  story('first commits, then passes', (repo, agent) => {
    change(agent).bash(`git commit -qam x && ${TESTS}`);
    settle(repo);
    expect(inClone(repo, 'f.txt:2')).toBe('passed');
  });

  story('first commits, then fails', (repo, agent) => {
    repo.write('broken', '');
    change(agent).bash(`git commit -qam x && ${TESTS}`).stop();
    settle(repo);
    expect(inClone(repo, 'f.txt:2')).toBe('failed');
  });

  story('first passes, then commits', (repo, agent) => {
    change(agent).bash(`${TESTS} && git commit -qam x`);
    settle(repo);
    expect(inClone(repo, 'f.txt:2')).toBe('passed');
  });

  story('first passes, then commits, and fails at something else', (repo, agent) => {
    change(agent).bash(`${TESTS} && git commit -qam x && git push -q nowhere`);
    settle(repo);
    expect(inClone(repo, 'f.txt:2')).toBe('passed');
  });

  story('commits nothing, so that the tests never run', (repo, agent) => {
    change(agent).bash('git commit -qam x');
    agent.bash(`git commit -qam y && ${TESTS}`).stop();
    settle(repo);
    expect(inClone(repo, 'f.txt:2')).toBe('none');
  });

  story('writes and checks too: only what came of it counts', (repo, agent) => {
    agent.bash('sed -i s/two/TWO/ f.txt && git commit -qam x && git diff --check');
    settle(repo);
    expect(inClone(repo, 'f.txt:2')).toBe('passed');
    agent.bash("printf 'G \\n' > g.txt && git commit -qam y && git diff --check HEAD~1").stop();
    settle(repo);
    expect(inClone(repo, 'g.txt:1')).toBe('failed');
  });
});
