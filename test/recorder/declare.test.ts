import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkReported } from '../../src/agents/generic/event.ts';
import { reportedPayload } from '../../src/agents/generic/hooks.ts';
import { Spool } from '../../src/recorder/spool/spool.ts';
import { decodeNote } from '../../src/model/format/note.ts';
import type { Graph, Node, Note } from '../../src/model/model.ts';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';

const PROGRAM = resolve(import.meta.dirname, '../../dist/git-prov.js');
const SESSION = '0b1e6c1e-0000-4000-8000-000000000001';

let repo: TestRepo;
let agent: TestAgent;

beforeEach(() => {
  repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  enable(repo);
  agent = new TestAgent(repo, SESSION);
});
afterEach(() => repo.cleanup());

interface Said {
  readonly node: string;
  readonly status?: string;
  readonly commits: readonly string[];
}

/** Declares something as a person and returns the program's answer. */
const say = (...args: string[]): Said => JSON.parse(prov(repo, ...args, '--json')) as Said;

/** The same from the agent's shell. */
function sayAsAgent(...args: string[]): Said {
  const env = { ...repo.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: SESSION };
  const done = spawnSync(process.execPath, [PROGRAM, ...args, '--json'], { cwd: repo.dir, env });
  if (done.status !== 0) throw new Error(done.stderr.toString());
  return JSON.parse(done.stdout.toString()) as Said;
}

/** What the program warns of in the agent's shell. */
function warned(...args: string[]): string {
  const env = { ...repo.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: SESSION };
  return spawnSync(process.execPath, [PROGRAM, ...args], { cwd: repo.dir, env }).stderr.toString();
}

/** The program's refusal and its exit code. */
function refused(...args: string[]): string {
  const done = spawnSync(process.execPath, [PROGRAM, ...args], { cwd: repo.dir, env: repo.env });
  return `${String(done.status)} ${done.stderr.toString()}`;
}

const noteOf = (revision: string): Note =>
  decodeNote(repo.gitRaw(['notes', '--ref=provenance', 'show', repo.oid(revision)]));

const graphsOf = (revision: string): readonly Graph[] => noteOf(revision).graphs;

function nodeOf(revision: string, id: string): Node | undefined {
  return graphsOf(revision)
    .flatMap(({ nodes }) => nodes)
    .find((node) => node.id === id);
}

function commit(content: string): void {
  repo.write('a.txt', content);
  repo.git('commit', '-qam', content);
}

const edges = (revision: string): string[] =>
  graphsOf(revision)
    .flatMap((graph) => graph.edges)
    .map(({ from, kind, to, source }) => `${from} ${kind} ${to} ${source}`)
    .sort();

describe('a person without an agent', () => {
  test("declares a claim, which goes into the note of the next commit and changes no line's owner", () => {
    const { node } = say('add', 'claim', 'It is quick', '--confidence', '0.85', '--because', 'we measured');
    commit('one\ntwo\n');
    expect(nodeOf('HEAD', node)).toMatchObject({
      kind: 'claim',
      summary: 'It is quick',
      detail: {
        source: 'declared',
        because: 'we measured',
        confidence: 850,
        source_type: 'direct_experience',
        created_via: 'direct',
        promotion_context: 'git prov add claim',
      },
    });
    expect(noteOf('HEAD').lines.size).toBe(0);
    const [graph] = graphsOf('HEAD');
    expect(graph!.session.agent).toBe('person');
    expect(graph!.explains).toEqual([repo.oid('HEAD')]);
    expect(prov(repo, 'verify')).toContain('Valid');
    const blamed = JSON.parse(prov(repo, 'blame', '--json', 'a.txt')) as { lines: { owner: string }[] };
    expect(blamed.lines.map(({ owner }) => owner)).toEqual(['unknown', 'human']);
  });

  test('adds nothing to a second commit', () => {
    say('add', 'risk', 'It may break');
    commit('one\ntwo\n');
    commit('one\ntwo\nthree\n');
    expect(graphsOf('HEAD~1')).toHaveLength(1);
    expect(graphsOf('HEAD')).toEqual([]);
  });

  test('an entry about a commit with a note is added at once; pending entries still wait for the next commit', () => {
    say('add', 'claim', 'first');
    commit('one\ntwo\n');
    const waiting = say('add', 'claim', 'waits');
    const about = say('add', 'failure', 'It broke', '--on', 'HEAD');
    expect(about.commits).toEqual([repo.oid('HEAD')]);
    expect(nodeOf('HEAD', about.node)).toMatchObject({ kind: 'failure' });
    expect(nodeOf('HEAD', waiting.node)).toBeUndefined();
    expect(edges('HEAD').some((edge) => edge.startsWith(`${about.node} explains `))).toBe(true);
    commit('one\ntwo\nthree\n');
    expect(nodeOf('HEAD', waiting.node)).toBeDefined();
    expect(prov(repo, 'verify')).toContain('Valid');
  });

  test('an entry about a commit without a note waits for the next commit and does not create a note for the old one', () => {
    const about = say('add', 'failure', 'It broke', '--on', 'HEAD');
    expect(about.commits).toEqual([]);
    expect(() => graphsOf('HEAD')).toThrow('no note found');
    commit('one\ntwo\n');
    expect(nodeOf('HEAD', about.node)).toBeDefined();
    expect(graphsOf('HEAD').flatMap(({ nodes }) => nodes)).toContainEqual(
      expect.objectContaining({ kind: 'commit', detail: { source: 'reference', commit: repo.oid('HEAD~1') } }),
    );
  });

  test('revise supersedes and does not edit; retract and confidence are events on the note that has the node', () => {
    const old = say('add', 'belief', 'Small files', '--confidence', '0.5');
    commit('one\ntwo\n');
    const fresh = say('revise', `belief:${old.node}`, 'Small functions', '--because', 'files do not matter');
    expect(fresh.commits).toEqual([repo.oid('HEAD')]);
    expect(nodeOf('HEAD', old.node)!.summary).toBe('Small files');
    expect(nodeOf('HEAD', fresh.node)!.detail).toMatchObject({ source_type: 'revision', created_via: 'revise' });
    expect(edges('HEAD')).toContain(`${fresh.node} supersedes ${old.node} declared`);
    expect(edges('HEAD')).toContain(`${fresh.node} derived_from ${old.node} declared`);
    const sure = say('revise', fresh.node, '--confidence', '0.25');
    expect(nodeOf('HEAD', sure.node)).toMatchObject({
      kind: 'event',
      detail: { event: 'confidence', subject: fresh.node, after: 250 },
    });
    const gone = say('retract', old.node, '--because', 'wrong');
    expect(nodeOf('HEAD', gone.node)!.detail).toMatchObject({
      event: 'retracted',
      subject: old.node,
      because: 'wrong',
    });
  });

  test('links nodes, files and commits, and removes a link', () => {
    const claim = say('add', 'claim', 'It is slow');
    const evidence = say(
      'add',
      'evidence',
      'A profile',
      '--supports',
      `claim:${claim.node}`,
      '--derived-from',
      'file:a.txt',
    );
    say('link', claim.node, 'contradicts', evidence.node);
    say('link', claim.node, 'contradicts', evidence.node, '--remove');
    commit('one\ntwo\n');
    const [graph] = graphsOf('HEAD');
    const file = graph!.nodes.find(({ kind }) => kind === 'file');
    expect(file).toMatchObject({ summary: 'a.txt', detail: { source: 'reference', files: ['a.txt'] } });
    expect(edges('HEAD')).toEqual(
      [
        `${evidence.node} supports ${claim.node} declared`,
        `${evidence.node} derived_from ${file!.id} declared`,
        `${claim.node} contradicts ${evidence.node} declared`,
      ].sort(),
    );
    expect(graph!.nodes.filter(({ kind }) => kind === 'event').map(({ detail }) => detail!['event'])).toEqual([
      'linked',
      'unlinked',
    ]);
  });

  test.each([
    ['raw', 'episode', 'promote'],
    ['episode', 'belief', 'inference'],
    ['note', 'belief', 'inference'],
  ])('an entry derived from a %s is marked as such in a %s: %s', (from, kind, type) => {
    const source = say('add', from, 'a source');
    const { node } = say('add', kind, 'what came of it', '--derived-from', `${from}:${source.node}`);
    commit('one\ntwo\n');
    expect(nodeOf('HEAD', node)!.detail).toMatchObject({ source_type: type });
  });

  test('an entry derived from several episodes is marked as consolidated', () => {
    const sources = ['first', 'second'].map((text) => say('add', 'episode', text).node);
    const { node } = say(
      'add',
      'belief',
      'both',
      ...sources.flatMap((id) => ['--derived-from', id]),
      '--consolidation',
      'w1',
    );
    commit('one\ntwo\n');
    expect(nodeOf('HEAD', node)!.detail).toMatchObject({
      source_type: 'consolidation',
      created_via: 'consolidate',
      consolidation_id: 'w1',
    });
  });

  test('secrets are kept out of notes', () => {
    say('add', 'memory', `The key is ${['ghp', 'x'.repeat(0) + 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789'].join('_')}`);
    commit('one\ntwo\n');
    expect(JSON.stringify(graphsOf('HEAD'))).not.toContain('AbCdEfGhIj');
  });
});

describe('the confidence of a link', () => {
  interface Traced {
    readonly forward: {
      readonly derived: readonly { readonly edge: { readonly at: string; readonly touched_at: string } }[];
    };
  }
  /** When the link of an entry was declared, and when it or one of its ends was last touched. */
  function times(node: string): readonly [at: number, touched: number] {
    const { forward } = JSON.parse(prov(repo, 'trace', node, '--direction', 'forward', '--json')) as Traced;
    const { at, touched_at: touched } = forward.derived[0]!.edge;
    return [Date.parse(at), Date.parse(touched)];
  }

  test('starts again when it is declared again, an end is changed or linked, or a step changes its file', () => {
    agent.start().prompt('Look');
    const { node } = say('add', 'claim', 'one is enough');
    const { node: task } = say('add', 'task', 'count');
    say('link', node, 'explains', 'file:a.txt');
    const steps: readonly (() => unknown)[] = [
      () => say('link', node, 'explains', 'file:a.txt'),
      () => say('revise', node, '--confidence', '0.7'),
      () => say('link', task, 'explains', 'file:a.txt'),
      () => agent.read('a.txt').edit('a.txt', 'one', 'two'),
      () => {
        commit('two\nthree\n'); // a person's, so no step
        agent.edit('a.txt', 'three', 'four');
      },
      () => say('link', node, 'explains', 'file:a.txt'),
    ];
    let [at, touched] = times(node);
    expect(touched).toBe(at);
    const unmoved: string[] = [];
    for (const step of steps) {
      const before = touched;
      step();
      [at, touched] = times(node);
      if (touched <= before) unmoved.push(String(step));
    }
    expect(unmoved).toEqual([]);
    expect(touched).toBe(at); // declared again last
    say('link', task, 'prevents', node);
    const withdrawn = times(node)[1];
    say('link', task, 'prevents', node, '--remove');
    say('retract', task);
    expect(times(node)[1]).toBe(withdrawn);
  });
});

describe('invariants', () => {
  test('a causal circle is reported by the command that closes it, and recorded', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((text) => say('add', 'failure', text).node) as [string, string, string];
    say('link', a, 'caused', b);
    say('link', b, 'caused', c);
    expect(refused('link', c, 'caused', a)).toMatch(
      /^0 git prov: failure:.* caused .*: nothing is a cause of itself\.$/m,
    );
    expect(refused('link', a, 'caused', a)).toMatch(/^0 .*cause of itself/);
    commit('one\ntwo\n');
    expect(edges('HEAD').filter((edge) => edge.includes('caused'))).toHaveLength(4);
    // Once links are removed, another one closes no circle.
    say('link', a, 'caused', b, '--remove');
    say('link', a, 'caused', a, '--remove');
    expect(refused('link', c, 'caused', a)).toBe('0 ');
  });
});

describe('rewritten history', () => {
  test.each([
    ['amended', () => repo.git('commit', '-q', '--amend', '-m', 'other words')],
    [
      'rebased',
      () => {
        repo.git('checkout', '-qb', 'side', 'HEAD~1');
        repo.write('c.txt', 'c\n');
        repo.git('add', '-A');
        repo.git('commit', '-qm', 'c');
        repo.git('rebase', '-q', 'side', 'topic');
      },
    ],
    [
      'picked',
      () => {
        repo.git('checkout', '-qb', 'side', 'HEAD~1');
        repo.write('c.txt', 'c\n');
        repo.git('add', '-A');
        repo.git('commit', '-qm', 'c');
        repo.git('cherry-pick', 'topic');
      },
    ],
  ])('an entry follows a commit that is %s', (_, rewrite) => {
    // With one date for all, the commits would be identical.
    for (const name of ['GIT_AUTHOR_DATE', 'GIT_COMMITTER_DATE']) delete repo.env[name];
    repo.git('checkout', '-qb', 'topic');
    const before = say('add', 'claim', 'It is quick');
    commit('one\ntwo is said here with words\n');
    const after = say('add', 'failure', 'It broke', '--on', 'HEAD');
    rewrite();
    prov(repo, 'status');
    expect(nodeOf('HEAD', before.node)).toBeDefined();
    expect(nodeOf('HEAD', after.node)).toBeDefined();
    expect(prov(repo, 'verify')).toContain('Valid');
  });
});

describe('an agent', () => {
  test('adds entries in its session; memories and decisions are proposals until a person accepts them', () => {
    agent.start().prompt('Make it quick').write('b.txt', 'quick\n');
    const memory = sayAsAgent('add', 'memory', 'The cache is cold at first');
    const claim = sayAsAgent('add', 'claim', 'It is quick');
    expect(memory.status).toBe('proposed');
    expect(claim.status).toBe('accepted');
    repo.git('add', '-A');
    repo.git('commit', '-qm', 'quick');
    expect(nodeOf('HEAD', memory.node)).toMatchObject({ kind: 'memory', detail: { status: 'proposed' } });
    expect(graphsOf('HEAD').map(({ session }) => session.id)).toEqual([SESSION]);
    expect(prov(repo, 'review')).toContain('The cache is cold at first');
    expect(prov(repo, 'status')).toMatch(/review +1 proposal of agents/);
    say('review', `memory:${memory.node}`, '--accept', '--yes');
    expect(prov(repo, 'review')).toContain('Nothing waits');
    expect(prov(repo, 'verify')).toContain('Valid');
  });

  test('cannot review', () => {
    agent.start().prompt('Make it quick');
    const memory = sayAsAgent('add', 'memory', 'Trust me');
    expect(() => sayAsAgent('review', memory.node, '--accept')).toThrow(/An agent cannot review/);
  });

  test('links in its session; a link that changes what holds is a proposal until a person accepts it', () => {
    agent.start().prompt('Make it quick').write('b.txt', 'quick\n');
    const [old, fresh] = [say('add', 'belief', 'It is slow'), say('add', 'belief', 'It is quick')];
    const link = sayAsAgent('link', `belief:${fresh.node}`, 'supersedes', `belief:${old.node}`);
    expect(link.status).toBe('proposed');
    expect(sayAsAgent('link', `belief:${fresh.node}`, 'supports', `belief:${old.node}`).status).toBeUndefined();
    const status = (node: string): string =>
      (JSON.parse(prov(repo, 'history', node, '--json')) as { status: string }).status;
    const edge = [`belief:${fresh.node}`, 'supersedes', `belief:${old.node}`];
    const ofEdge = (): unknown => JSON.parse(prov(repo, 'history', ...edge, '--json'));
    expect(ofEdge()).toMatchObject({ holds: true, status: 'proposed' });
    expect(status(old.node)).toBe('accepted');
    expect(prov(repo, 'trace', `belief:${old.node}`)).toContain('proposed link');
    expect(prov(repo, 'review')).toContain(`event:${link.node.replace(/^(.{8}).*(-.*)$/, '$1')}`);
    expect(prov(repo, 'status')).toMatch(/review +1 proposal of agents/);
    repo.git('add', '-A');
    repo.git('commit', '-qm', 'quick');
    expect(() => sayAsAgent('review', `event:${link.node}`, '--accept')).toThrow(/An agent cannot review/);
    expect(prov(repo, 'review', '--accept', '--yes', `event:${link.node}`)).toMatch(
      /^Accepted belief:.* supersedes belief:/,
    );
    expect(ofEdge()).toMatchObject({ status: 'accepted', events: [{ after: 'proposed' }, { event: 'link_accepted' }] });
    expect(status(old.node)).toBe('superseded');
    const stays = warned('link', ...edge, '--remove');
    expect(stays).toContain('only a person removes it');
    expect(status(old.node)).toBe('superseded');
    prov(repo, 'review', '--reject', edge.join(' '));
    expect([status(old.node), (ofEdge() as { status: string }).status]).toEqual(['accepted', 'rejected']);
    expect(prov(repo, 'trace', `belief:${old.node}`)).toContain('rejected link');
    expect(JSON.parse(prov(repo, 'evidence', `belief:${fresh.node}`, '--json'))).toMatchObject({
      total_evidence_count: 0,
    });
    expect(prov(repo, 'verify')).toContain('Valid');
    expect(refused('review', '--accept', '--yes', `belief:${old.node} caused belief:${fresh.node}`)).toMatch(
      /^1 git prov: .* is not a declared link/,
    );
  });

  test('removes links to files and commits', () => {
    const claim = say('add', 'claim', 'It is slow').node;
    repo.write('dä ta.txt', 'x\n');
    repo.git('add', '-A');
    commit('one\ntwo\n');
    const links = [
      [`claim:${claim}`, 'derived_from', 'file:dä ta.txt'],
      [`claim:${claim}`, 'supports', 'commit:HEAD'],
      ['file:dä ta.txt', 'caused', 'commit:HEAD'],
    ];
    const traced = (): string => prov(repo, 'trace', `claim:${claim}`);
    const named = (): string => prov(repo, 'trace', 'file:dä ta.txt');
    for (const link of links) say('link', ...link);
    const seen = /commit:(\S+)/.exec(traced())![1]!;
    say('link', `commit:${seen}`, 'supports', `claim:${claim}`); // as trace names it
    say('link', `commit:${seen}`, 'supports', `claim:${claim}`, '--remove');
    say('link', ...links[0]!); // the same link, whichever entry names the file
    expect(traced()).toMatch(/derived_from[^]*supports/);
    expect(named()).toContain('caused');
    for (const link of links) say('link', ...link, '--remove');
    expect(traced()).not.toMatch(/derived_from|supports/);
    expect(named()).not.toContain('caused');
    for (const link of links)
      expect(refused('link', ...link, '--remove')).toMatch(/^1 git prov: .* is not a declared link/);
    expect(refused('link', `claim:${claim}`, 'supports', 'file:none.txt', '--remove')).toMatch(/^1 git prov: /);
    expect(prov(repo, 'verify')).toContain('Valid');
  });

  test('removes the links to a commit and to the commit that it was rewritten from', () => {
    const claim = say('add', 'claim', 'It is slow').node;
    agent.prompt('add two');
    agent.write('a.txt', 'one\ntwo\n');
    repo.git('commit', '-qam', 'two');
    say('link', `claim:${claim}`, 'supports', 'commit:HEAD');
    repo.git('commit', '-q', '--amend', '-m', 'two lines');
    say('link', `claim:${claim}`, 'supports', 'commit:HEAD');
    expect(prov(repo, 'trace', `claim:${claim}`)).toContain('supports');
    const { nodes } = say('link', `claim:${claim}`, 'supports', 'commit:HEAD', '--remove') as Said & {
      nodes?: readonly string[];
    };
    expect(nodes).toHaveLength(2);
    expect(prov(repo, 'trace', `claim:${claim}`)).not.toContain('supports');
  });

  test('a verdict names a proposed link by a file', () => {
    const [old, fresh] = [say('add', 'belief', 'quick').node, sayAsAgent('add', 'belief', 'slow').node];
    sayAsAgent('link', `belief:${fresh}`, 'decided_by', 'file:a.txt');
    expect(prov(repo, 'review', '--accept', '--yes', `belief:${fresh} decided-by file:a.txt`)).toMatch(
      /^Accepted belief:/,
    );
    expect(refused('review', '--accept', '--yes', `belief:${old} decided_by file:a.txt`)).toMatch(
      /is not a declared link/,
    );
  });

  test('a group has links too, and the answer counts both', () => {
    agent.start().prompt('Make it quick').write('b.txt', 'quick\n');
    const [a, b] = [say('add', 'belief', 'It is slow'), say('add', 'belief', 'It is quick')];
    sayAsAgent('link', `belief:${a.node}`, 'supersedes', `belief:${b.node}`);
    sayAsAgent('link', `belief:${a.node}`, 'prevents', `belief:${b.node}`);
    sayAsAgent('add', 'memory', 'The cache is cold at first');
    sayAsAgent('decide', 'Use a cache');
    const waiting = (...args: string[]): number[] => {
      const { proposals, links } = JSON.parse(prov(repo, 'review', '--json', ...args)) as Record<string, unknown[]>;
      return [proposals!.length, links!.length];
    };
    repo.git('add', '-A');
    repo.git('commit', '-qm', 'quick');
    for (const group of [[], ['--kind', 'prevents'], [`session:${SESSION}`], ['commit:HEAD']])
      expect(waiting(...group)).toEqual(group[0] === '--kind' ? [0, 1] : [2, 2]);
    expect(prov(repo, 'review', '--reject', '--all', '--kind', 'prevents')).toMatch(/^Rejected belief:\S+ prevents /);
    expect(prov(repo, 'review', '--accept', '--yes', 'commit:HEAD')).toMatch(/\nAccepted 2 entries and 1 link\.\n$/);
    expect(waiting()).toEqual([0, 0]);
    repo.git('config', 'prov.review', 'supports');
    const claim = sayAsAgent('add', 'claim', 'It is quick', '--supports', `belief:${b.node}`);
    expect(waiting()).toEqual([0, 1]);
    const answer = JSON.parse(prov(repo, 'review', '--accept', '--yes', `session:${SESSION}`, '--json')) as Said;
    expect([answer.commits, waiting(), claim.status]).toEqual([[], [0, 0], 'accepted']);
    repo.git('config', 'prov.review', 'decisions');
    expect(refused('review')).toMatch(/^1 git prov: prov.review names "decisions", which is not a kind/);
    expect(refused('doctor')).toMatch(/^1 /);
  });

  test('its decision is the reason for the changes that follow', () => {
    agent.start().prompt('Make it quick');
    const { node } = sayAsAgent('decide', 'Use a cache', '--rejected', 'a bigger machine', '--risk', 'It may be stale');
    agent.write('b.txt', 'cached\n');
    repo.git('add', '-A');
    repo.git('commit', '-qm', 'cache');
    expect(edges('HEAD').some((edge) => edge.includes(`decided_by ${node}`))).toBe(true);
    expect(prov(repo, 'why', 'b.txt:1')).toMatch(/Use a cache \(declared\) proposed/);
    say('review', node, '--accept', '--yes');
    expect(prov(repo, 'why', 'b.txt:1')).not.toContain('proposed');
    const risk = graphsOf('HEAD')
      .flatMap(({ nodes }) => nodes)
      .find(({ kind }) => kind === 'risk');
    expect(edges('HEAD')).toContain(`${risk!.id} derived_from ${node} declared`);
  });

  test('a decision that it links to a change is the reason once a person accepts the link', () => {
    agent.start().prompt('Make it quick').write('b.txt', 'cached\n');
    repo.git('add', '-A');
    repo.git('commit', '-qm', 'cache');
    const change = graphsOf('HEAD').flatMap(({ nodes }) => nodes.find(({ kind }) => kind === 'commitment') ?? [])[0]!;
    const decision = say('decide', 'Use a cache', '--on', 'HEAD');
    const link = sayAsAgent('link', `commitment:${change.id}`, 'decided_by', `decision:${decision.node}`);
    agent.stop();
    expect(prov(repo, 'why', 'b.txt:1')).not.toContain('Use a cache');
    say('review', '--accept', '--yes', `event:${link.node}`);
    expect(prov(repo, 'why', 'b.txt:1')).toContain('Use a cache');
    say('review', '--reject', `event:${link.node}`);
    expect(prov(repo, 'why', 'b.txt:1')).not.toContain('Use a cache');
  });

  test('an entry about an earlier commit is in that note when the turn ends', () => {
    agent.start().prompt('Make it quick').write('b.txt', 'quick\n');
    repo.git('add', '-A');
    repo.git('commit', '-qm', 'quick');
    agent.prompt('Look again');
    const said = sayAsAgent('add', 'failure', 'It was not', '--on', 'HEAD');
    agent.stop();
    prov(repo, 'status');
    expect(nodeOf('HEAD', said.node)).toBeDefined();
  });

  test('an entry from before its end goes into the next commit’s note, also when a person commits', () => {
    agent.start().prompt('Think').read('a.txt');
    const said = sayAsAgent('add', 'constraint', 'No network');
    agent.stop().end();
    commit('one\ntwo\n');
    expect(nodeOf('HEAD', said.node)).toBeDefined();
    expect(prov(repo, 'verify')).toContain('Valid');
  });
});

describe('bad input', () => {
  test.each([
    ['an empty text', ['add', 'claim', '  '], '2 git prov: The text is empty.'],
    ['a text of 1 MB', ['add', 'claim', 'x'.repeat(100_000)], '2 git prov: The text has 100000 characters'],
    ['an unknown kind', ['add', 'opinion', 'text'], '2 git prov:'],
    [
      'an unknown reference',
      ['add', 'claim', 'x', '--supports', 'claim:ffffffff-1'],
      "1 git prov: 'claim:ffffffff-1' is not a known",
    ],
    ['an unknown edge', ['link', 'HEAD', 'likes', 'HEAD'], '2 git prov: There is no kind of edge'],
    ['a confidence of 2', ['add', 'claim', 'x', '--confidence', '2'], '2 git prov: A confidence is a number'],
    ['a file outside', ['add', 'claim', 'x', '--supports', 'file:../x'], "2 git prov: '../x' is not a file"],
    ['both at once', ['review', 'claim:1', '--accept', '--reject'], '2 git prov: --accept and --reject exclude'],
  ])('%s is refused, and nothing is recorded', (_, args, words) => {
    expect(refused(...args)).toContain(words);
    commit('one\ntwo\n');
    expect(graphsOf('HEAD')).toEqual([]);
  });

  test('control characters do not reach the terminal', () => {
    say('add', 'claim', 'red \u001b[31m\u0007 text');
    commit('one\ntwo\n');
    expect(prov(repo, 'show')).not.toContain('\u001b[31m');
  });

  test('two entries at the same time are both recorded', async () => {
    const runs = ['left', 'right'].map(
      (text) =>
        new Promise<number | null>((done) => {
          import('node:child_process').then(({ spawn }) =>
            spawn(process.execPath, [PROGRAM, 'add', 'claim', text], { cwd: repo.dir, env: repo.env }).once(
              'exit',
              done,
            ),
          );
        }),
    );
    expect(await Promise.all(runs)).toEqual([0, 0]);
    commit('one\ntwo\n');
    const said = graphsOf('HEAD').flatMap(({ nodes }) => nodes.map(({ summary }) => summary));
    expect(said.sort()).toEqual(['left', 'right']);
  });

  test('in a repository without git prov, the error names the next step', () => {
    const other = makeRepo({ files: { a: 'a' } });
    try {
      const done = spawnSync(process.execPath, [PROGRAM, 'add', 'claim', 'x'], { cwd: other.dir, env: other.env });
      expect(done.status).toBe(2);
      expect(done.stderr.toString()).toContain('git prov init');
    } finally {
      other.cleanup();
    }
  });
});

test('--session takes a session, not its sub-agents, and refuses a prefix of several sessions', () => {
  const gitDir = join(repo.dir, '.git');
  const record = (told: object): void => {
    new Spool(join(gitDir, 'prov')).add(reportedPayload('our-bot', checkReported(told), repo.dir), gitDir, repo.dir);
  };
  record({ event: 'prompt', session: 'one', text: 'do it' });
  record({ event: 'prompt', session: 'helper', parent: 'one', text: 'help' });
  record({ event: 'prompt', session: 'other', text: 'do that' });
  record({ event: 'prompt', session: 'otherwise', text: 'do nothing' });
  prov(repo, 'status'); // drains
  for (const [name, session] of [
    ['our-bot:one', 'our-bot:one'],
    ['our-bot:on', 'our-bot:one'],
    ['our-bot:one/h', 'our-bot:one/helper'],
    ['our-bot:other', 'our-bot:other'],
  ] as const) {
    const said = JSON.parse(prov(repo, 'decide', `decided by ${name}`, '--session', name, '--json')) as Said;
    expect([name, JSON.parse(prov(repo, 'show', said.node, '--json'))]).toMatchObject([
      name,
      { session: { id: session } },
    ]);
  }
  expect(refused('decide', 'x', '--session', 'our-bot:o')).toMatch(/^2 .*3 sessions begin with "our-bot:o"\./);
});

test('a change begins with what was done, and an entry with its reference', () => {
  const [claim, task] = [say('add', 'claim', 'x'), say('add', 'task', 'y')].map(({ node }) => node);
  const lines = [
    prov(repo, 'link', `claim:${claim}`, 'supports', `task:${task}`),
    prov(repo, 'complete', `task:${task}`),
    prov(repo, 'revise', `claim:${claim}`, '--confidence', '0.4'),
    prov(repo, 'retract', `claim:${claim}`),
    prov(repo, 'add', 'claim', 'z'),
  ];
  const ID = /(event|claim):[0-9a-f]+-[0-9]+/;
  expect(lines.map((line) => line.replace(ID, '$1:ID'))).toEqual([
    'Linked: event:ID, for the note of the next commit.\n',
    'Marked as done: event:ID, for the note of the next commit.\n',
    'Confidence changed: event:ID, for the note of the next commit.\n',
    'Retracted: event:ID, for the note of the next commit.\n',
    'claim:ID, for the note of the next commit.\n',
  ]);
});

test('--session takes the id that git prov sessions prints, and refuses an empty one', () => {
  agent.prompt('do it');
  prov(repo, 'status'); // drains
  const [, printed] = /^([0-9a-f]{8}) {2}claude-code/m.exec(prov(repo, 'sessions')) ?? [];
  for (const name of [printed!, printed!.toUpperCase(), `session:${printed}`]) {
    const said = JSON.parse(prov(repo, 'decide', `decided by ${name}`, '--session', name, '--json')) as Said;
    expect(JSON.parse(prov(repo, 'show', said.node, '--json'))).toMatchObject({ session: { id: SESSION } });
  }
  // A script's unset variable must not make a person's entry an agent's.
  for (const empty of [['--session', ''], ['--session=']])
    expect(refused('decide', 'x', ...empty)).toMatch(/^2 .*No session recorded here begins with ""\./);
});
