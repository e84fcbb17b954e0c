import { renderTrace } from '../../../src/faces/cli/render/knowledge/lineage.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runEvidence } from '../../../src/faces/cli/commands/aliases/evidence.ts';
import { runHistory } from '../../../src/faces/cli/commands/aliases/history.ts';
import { runList } from '../../../src/faces/cli/commands/ask/list.ts';
import { runRawSources } from '../../../src/faces/cli/commands/aliases/raw-sources.ts';
import { runSearch, type SearchOptions } from '../../../src/faces/cli/commands/ask/search.ts';
import { runShow } from '../../../src/faces/cli/commands/ask/show.ts';
import { runTrace, type TraceOptions } from '../../../src/faces/cli/commands/ask/trace.ts';
import type { Detail, Graph, Node } from '../../../src/model/model.ts';
import { makeRepo, withRepo, type TestRepo } from '../../helpers/repo.ts';
import { made, nodeAt, noteOf, run, writeNotes } from '../../ask/setup.ts';

const said = (detail: Detail = {}): { detail: Detail } => ({ detail: { source: 'declared', ...detail } });
const declared = (graph: Graph): Graph => ({
  ...graph,
  edges: graph.edges.map((edge) => ({ ...edge, source: 'declared' })),
});
const id = (n: number): string => nodeAt('s', n);
const EVENT = { source: 'declared' } as const;

/** The story of the fifth seed: raw entries became episodes, then a belief, then a note; after that it was disputed. */
const STORY = declared(
  made(
    's',
    [
      { n: 1, kind: 'goal', summary: 'Make the API RESTful' },
      {
        n: 2,
        kind: 'raw',
        summary: 'Finished user endpoints today',
        ...said({ text: 'Finished user endpoints today.\nThey feel clean.' }),
      },
      { n: 3, kind: 'raw', summary: 'Rewrote the payments module', ...said() },
      { n: 4, kind: 'episode', summary: 'Implemented REST API for users', ...said({ source_type: 'promote' }) },
      { n: 5, kind: 'episode', summary: 'Refactored payments to REST', ...said({ source_type: 'promote' }) },
      {
        n: 6,
        kind: 'belief',
        summary: 'API endpoints should be RESTful',
        ...said({ source_type: 'consolidation', confidence: 850, paths: ['src/api.ts'] }),
      },
      { n: 7, kind: 'note', summary: 'REST API design decision', ...said({ source_type: 'inference' }) },
      { n: 8, kind: 'claim', summary: 'GraphQL is \u001b[31mbetter', ...said({ confidence: 300 }) },
      {
        n: 9,
        kind: 'decision',
        summary: 'Use verify_token()',
        ...said({ because: 'It checks the signature', rejected: ['a cookie'] }),
      },
      { n: 10, kind: 'commitment', summary: 'edit src/api.ts', detail: { files: ['src/api.ts'] } },
    ],
    [
      [4, 'derived_from', 2],
      [5, 'derived_from', 3],
      [6, 'derived_from', 4],
      [6, 'derived_from', 5],
      [7, 'derived_from', 6],
      [8, 'contradicts', 6],
      [10, 'decided_by', 9],
    ],
  ),
);
const event = (
  n: number,
  name: string,
  subject: number,
  more: Detail = {},
): Partial<Node> & { n: number; kind: string; summary: string } => ({
  n,
  kind: 'event',
  summary: `${name} ${id(subject)}`,
  detail: { ...EVENT, event: name, subject: id(subject), ...more },
});
/** A person in a separate session retracts, revises, and links. */
const PERSON = declared(
  made(
    'person/ab',
    [
      { n: 1, kind: 'goal', summary: 'Review' },
      event(2, 'retracted', 8, { because: 'Not so', by: 'Ada <ada@example.com>' }),
      event(3, 'confidence', 6, { after: 900, because: 'It held' }),
      event(4, 'linked', 7, { edge: 'supports', object: id(9) }),
      event(5, 'unlinked', 7, { edge: 'supports', object: id(9), because: 'They have nothing in common' }),
      { n: 6, kind: 'decision', summary: 'Use verify_token(), cached', ...said({ source_type: 'revision' }) },
    ],
    [
      [nodeAt('s', 7), 'supports', nodeAt('s', 9)],
      [6, 'supersedes', nodeAt('s', 9)],
      [6, 'derived_from', nodeAt('s', 9)],
    ],
    { of: { agent: 'person' } },
  ),
);
const LATER = { ...PERSON, nodes: PERSON.nodes.map((node) => ({ ...node, at: node.at + 86_400_000 })) };

let repo: TestRepo;
beforeAll(async () => {
  repo = makeRepo({ files: { 'src/api.ts': 'one\n' } });
  const { graphs, lines } = noteOf([STORY], [['src/api.ts', 1, 1, nodeAt('s', 10)]]);
  const first = repo.oid('HEAD');
  repo.write('b', 'b');
  await writeNotes(repo, [
    [first, { graphs, lines, carried: [] }],
    [repo.commit('second'), noteOf([LATER], [])],
  ]);
});
afterAll(() => repo.cleanup());

const trace = async (reference: string, more: Partial<TraceOptions> = {}): Promise<string> =>
  undated((await run(repo, runTrace, { reference, direction: 'both', depth: 3, json: false, ...more })).text);
interface Told {
  readonly results: readonly { readonly type: string; readonly statement: string }[];
  readonly items: readonly { readonly statement: string }[];
  readonly forward: { readonly derived: readonly object[] };
  readonly [field: string]: unknown;
}
const json = (text: string): Told => JSON.parse(text) as Told;
const undated = (text: string): string => text.replaceAll(/(?<=, [a-z]+) [01]\.[0-9]{2}$/gm, ' N.NN');
const search = async (text: string, more: Partial<SearchOptions> = {}): Promise<string[]> => {
  const { text: out } = await run(repo, runSearch, { text, provenance: false, json: true, ...more });
  return json(out).results.map(({ type, statement }) => `${type}: ${statement}`);
};

describe('git prov trace', () => {
  test('wraps long texts by words below their beginning', () => {
    const node = { id: 'a', kind: 'goal', at: 0, summary: 'word '.repeat(40).trim() } as never;
    const child = { id: 'b', node, link: undefined, children: [], more: 0, repeated: false };
    const root = { ...child, children: [child, child] };
    const target = { type: 'goal', id: 'a', text: '', nodes: ['a'], more: false };
    const look = { signs: {} as never, paint: (_: string, text: string) => text, columns: 80, unicode: true };
    const text = renderTrace({ target, backward: [root], forward: undefined, warnings: [] } as never, look);
    const lines = text.split('\n').slice(3);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    expect(lines.filter((line) => /^ {4}│ {5}word/.test(line)).length).toBeGreaterThan(1);
    expect(lines.filter((line) => /^ {10}word/.test(line)).length).toBeGreaterThan(1);
    expect(text.match(/word/g)).toHaveLength(160);
    expect(text).not.toContain('…');
  });

  test('draws the sources of a belief and what followed from it', async () => {
    expect(await trace(`belief:${id(6)}`)).toMatchInlineSnapshot(`
      "Lineage for belief:043a7187-6 "API endpoints should be RESTful"

      BACKWARD (where it came from):
        belief:043a7187-6 [consolidation, 2026-01-02, 0.90] "API endpoints should be RESTful"
          ├─ episode:043a7187-4 [promote, 2026-01-02] "Implemented REST API for users" derived_from, declared N.NN
          │   └─ raw:043a7187-2 [declared, 2026-01-02] "Finished user endpoints today" derived_from, declared N.NN
          ├─ episode:043a7187-5 [promote, 2026-01-02] "Refactored payments to REST" derived_from, declared N.NN
          │   └─ raw:043a7187-3 [declared, 2026-01-02] "Rewrote the payments module" derived_from, declared N.NN
          └─ claim:043a7187-8 [declared, 2026-01-02, 0.30, retracted] "GraphQL is \\x1b[31mbetter" contradicts, declared N.NN

      FORWARD (what came of it):
        belief:043a7187-6 [consolidation, 2026-01-02, 0.90] "API endpoints should be RESTful"
          └─ note:043a7187-7 [inference, 2026-01-02] "REST API design decision" derived_from, declared N.NN
      "
    `);
  });

  test('gives the shape of the fifth seed as JSON', async () => {
    const { text } = await run(repo, runTrace, { reference: id(6), direction: 'both', depth: 3, json: true });
    const { schema, memory, backward, forward } = json(text);
    expect({ schema, memory }).toMatchObject({
      schema: 'git-prov/trace/1',
      memory: { type: 'belief', id: id(6), statement: 'API endpoints should be RESTful', confidence: 0.9 },
    });
    expect(backward).toMatchObject({
      source_type: 'consolidation',
      created_at: '2026-01-02T03:04:06.000Z',
      sources: [
        {
          type: 'episode',
          id: id(4),
          title: 'Implemented REST API for users',
          source_type: 'promote',
          edge: {
            kind: 'derived_from',
            source: 'declared',
            at: '2026-01-02T03:04:06.000Z',
            touched_at: '2026-01-03T03:04:03.000Z', // a person changed the confidence of the belief
          },
          sources: [
            {
              type: 'raw',
              id: id(2),
              blob: 'Finished user endpoints today.\nThey feel clean.',
              captured_at: '2026-01-02T03:04:02.000Z',
            },
          ],
        },
        { type: 'episode', id: id(5), sources: [{ type: 'raw', id: id(3) }] },
        { type: 'claim', id: id(8), status: 'retracted', edge: { kind: 'contradicts' } },
      ],
    });
    expect(forward.derived).toMatchObject([
      { type: 'note', id: id(7), content: 'REST API design decision', source_type: 'inference' },
    ]);
  });

  test('stops at the requested depth, shows only the requested layers, and skips edges below the confidence limit', async () => {
    expect(await trace(id(6), { direction: 'backward', depth: 1 })).not.toContain('raw:');
    expect(await trace(id(6), { layer: ['project'] })).not.toContain('episode:');
    expect(await trace(id(6), { minConfidence: 0.95 })).not.toContain('episode:');
    await expect(trace(id(6), { minConfidence: 7 })).rejects.toThrow('--min-confidence');
    await expect(trace(id(6), { depth: 1.5 })).rejects.toThrow('--depth');
  });

  test('accepts a commit, a file, a line, a session, and a revised entry', async () => {
    expect(await trace('file:src/api.ts')).toContain(`belief:${id(6)}`);
    expect(await trace('src/api.ts')).toBe(await trace('file:src/api.ts'));
    expect(await trace('src/api.ts:1')).toContain(`commitment:${id(10)}`);
    expect(await trace('session:s')).toContain('Lineage for session:s "claude-code"');
    expect(await trace('commit:HEAD')).toContain('No recorded steps.');
    expect(await trace(`decision:${id(9)}`)).toContain('superseded');
  });

  test('gives the next step for an unknown reference, and lists the candidates of an ambiguous one', async () => {
    await expect(trace('belief:ffffffff-1')).rejects.toThrow('is not a known commit, session or node');
    await expect(trace('file:nowhere.ts')).rejects.toThrow('is not a known commit, session or node');
    await expect(trace(`raw:${id(2).slice(0, 8)}`)).rejects.toMatchObject({
      hint: expect.stringContaining(`raw:${id(3)}`),
    });
  });

  test('stops where a cycle returns to its start', async () => {
    await withRepo({ files: { a: 'a' } }, async (other) => {
      const graph = made(
        'c',
        [1, 2, 3].map((n) => ({ n, kind: 'claim', summary: `claim ${n}`, ...said() })),
        [
          [1, 'derived_from', 2],
          [2, 'derived_from', 3],
          [3, 'derived_from', 1],
        ],
      );
      await writeNotes(other, [[other.oid('HEAD'), noteOf([graph], [])]]);
      const { text } = await run(other, runTrace, {
        reference: nodeAt('c', 1),
        direction: 'backward',
        depth: 50,
        json: false,
      });
      expect(text.match(/claim:/g)).toHaveLength(5); // the title, three nodes, and the first again
      expect(text).toContain('shown elsewhere');
    });
  });
});

describe('git prov show', () => {
  const show = async (reference: string, traced = false): Promise<string> =>
    undated((await run(repo, runShow, { reference, trace: traced })).text);

  test('prints the status and confidence of an entry, and its sources', async () => {
    expect(await show(`belief:${id(6)}`)).toMatchInlineSnapshot(`
      "belief:043a7187-6
        belief      API endpoints should be RESTful
        status      accepted
        confidence  0.90 (before: 0.85)
        from        Implemented REST API for users [episode:043a7187-4]
                    Refactored payments to REST [episode:043a7187-5]
        when        2026-01-02 03:04
        goal        Make the API RESTful [goal:043a7187-1]
        session     claude-code (opus) [session:043a7187]

      Belief: API endpoints should be RESTful [043a7187-6]
      └──◀──derived_from── Note: REST API design decision [043a7187-7]
      "
    `);
    expect(await show(`decision:${id(9)}`)).toMatch(/status +superseded by/);
    expect(await show(`goal:${id(1)}`)).not.toContain('status');
  });

  test('with --trace draws the lineage below', async () => {
    expect(await show(`goal:${id(1)}`, true)).toContain('FORWARD (what came of it):');
    const { text } = await run(repo, runShow, { reference: `belief:${id(6)}`, trace: true, json: true });
    expect(JSON.parse(text)).toMatchObject({
      schema: 'git-prov/show/1',
      standing: { status: 'accepted', confidence: 0.9, provenance: [{ id: id(4) }, { id: id(5) }] },
      trace: { backward: { sources: [{ id: id(4) }, { id: id(5) }, { id: id(8) }] } },
    });
  });
});

describe('git prov evidence and raw-sources', () => {
  test('list what a belief rests on, as the fifth seed counts it', async () => {
    const { text } = await run(repo, runEvidence, { reference: id(6), json: true });
    expect(json(text)).toMatchObject({
      belief: { id: id(6), confidence: 0.9 },
      evidence: {
        episodes: [{ id: id(4), objective: 'Implemented REST API for users' }, { id: id(5) }],
        notes: [],
        raw_entries: [{ id: id(2) }, { id: id(3) }],
        contradicting: [{ type: 'claim', id: id(8) }],
      },
      total_evidence_count: 4,
      direct_episodes: 2,
      source_raw_entries: 2,
    });
    expect((await run(repo, runEvidence, { reference: id(6), json: false })).text).toContain(
      '4 in all, 2 direct episodes, 2 raw entries',
    );
  });

  test('raw-sources follows over several steps', async () => {
    const { text } = await run(repo, runRawSources, { reference: id(7), json: true });
    expect(json(text)['raw_sources']).toEqual([`raw:${id(2)}`, `raw:${id(3)}`]);
  });
});

describe('git prov search', () => {
  test('finds all words in any order and case, also as prefixes; knowledge comes before actions', async () => {
    expect((await search('rest api')).sort()).toEqual([
      'belief: API endpoints should be RESTful',
      'episode: Implemented REST API for users',
      'goal: Make the API RESTful',
      'note: REST API design decision',
    ]);
    expect(await search('API rest')).toEqual(expect.arrayContaining(['belief: API endpoints should be RESTful']));
    expect((await search('api')).at(-1)).toBe('commitment: edit src/api.ts');
    expect(await search('API edit')).toEqual(['commitment: edit src/api.ts']);
    expect(await search('clean endpoints')).toEqual(['raw: Finished user endpoints today.\nThey feel clean.']);
    expect(await search('cookie')).toEqual(['decision: Use verify_token()']);
  });

  test('lists entries that no longer hold after those that do', async () => {
    expect(await search('verify token')).toEqual([
      'decision: Use verify_token(), cached',
      'decision: Use verify_token()',
    ]);
  });

  test('filters by kind, session, path, time and confidence', async () => {
    expect(await search('api', { kind: 'episode' })).toEqual(['episode: Implemented REST API for users']);
    expect(await search('verify', { session: 'person/ab' })).toEqual(['decision: Use verify_token(), cached']);
    expect(await search('api', { path: 'src' })).toEqual([
      'belief: API endpoints should be RESTful',
      'commitment: edit src/api.ts',
    ]);
    expect(await search('verify', { since: '2026-01-03T00:00:00Z' })).toEqual(['decision: Use verify_token(), cached']);
    expect(await search('better', { minConfidence: 0.5 })).toEqual([]);
    expect(await search('api', { limit: 1 })).toHaveLength(1);
  });

  test('takes words literally, even words with a meaning to the full-text engine', async () => {
    expect(await search('api" OR "x')).toEqual([]);
    expect(await search('NOT api*')).toEqual([]);
    expect(await search('summary: api')).toEqual([]);
    await expect(search('"*^():')).rejects.toThrow('no word');
    await expect(search('')).rejects.toThrow('no word');
    await expect(search(Array.from({ length: 200_000 }, (_, i) => `w${i}`).join(' '))).rejects.toThrow(
      'Too many search words',
    );
    expect(await search('api '.repeat(262_144))).toContain('goal: Make the API RESTful');
    expect(await search('x'.repeat(1_048_576))).toEqual([]);
  });

  test('shows control characters as escapes', async () => {
    const { text } = await run(repo, runSearch, { text: 'graphql', provenance: true, json: false });
    expect(text).toContain('GraphQL is \\x1b[31mbetter');
    expect(text).not.toContain('\u001b');
  });

  test('finds entries that no commit contains yet', async () => {
    await withRepo({ files: { a: 'a' } }, async (other) => {
      const local = made('l', [{ n: 1, kind: 'claim', summary: 'fresh from the press', ...said() }]);
      const found = await run(
        other,
        (options: SearchOptions, ctx) => runSearch(options, { ...ctx, localGraphs: () => [local] }),
        {
          text: 'fresh pre',
          provenance: false,
          json: true,
        },
      );
      expect(json(found.text)['results']).toMatchObject([{ id: nodeAt('l', 1) }]);
    });
  });
});

describe('git prov list', () => {
  test('is the table of the fifth seed', async () => {
    const { text } = await run(repo, runList, { kind: 'episode', provenance: true, json: false });
    expect(text).toMatchInlineSnapshot(`
      "ID          Statement                       Confidence  Source  When
      ──────────────────────────────────────────────────────────────────────────
      043a7187-5  Refactored payments to REST                 1 raw   2026-01-02
      043a7187-4  Implemented REST API for users              1 raw   2026-01-02
      "
    `);
  });

  test('with a path lists the decisions behind the changes of the file, and says that only these options find none', async () => {
    const decisions = async (path: string): Promise<string> =>
      (await run(repo, runList, { kind: 'decision', path, provenance: false, json: false })).text;
    for (const path of ['src/api.ts', 'src', '']) expect(await decisions(path)).toContain('Use verify_token()');
    expect(await decisions('src/api')).toBe('No decision here fits these options.\n');
    expect(await search('verify token', { path: 'src' })).toEqual(['decision: Use verify_token()']);
    expect((await run(repo, runList, { kind: 'risk', provenance: false, json: false })).text).toBe(
      'There is no risk here.\n',
    );
  });

  test('filters by status', async () => {
    const statuses = async (status?: 'superseded' | 'accepted'): Promise<string[]> =>
      json((await run(repo, runList, { kind: 'decision', status, provenance: false, json: true })).text).items.map(
        (one) => one.statement,
      );
    expect(await statuses()).toEqual(['Use verify_token(), cached', 'Use verify_token()']);
    expect(await statuses('superseded')).toEqual(['Use verify_token()']);
    expect(await statuses('accepted')).toEqual(['Use verify_token(), cached']);
  });
});

describe('git prov history', () => {
  test('lists the author and the run of each change, with the values before and after', async () => {
    const { text } = await run(repo, runHistory, { reference: id(8), json: true });
    expect(json(text)).toMatchObject({
      status: 'retracted',
      events: [
        { event: 'created', agent: 'claude-code', goal: { summary: 'Make the API RESTful' } },
        {
          event: 'retracted',
          by: 'Ada <ada@example.com>',
          before: 'accepted',
          after: 'retracted',
          because: 'Not so',
          goal: { summary: 'Review' },
        },
      ],
    });
    const told = await run(repo, runHistory, { reference: id(6), json: false });
    expect(told.text).toContain('confidence 0.85 → 0.90');
  });

  test('lists a removed edge', async () => {
    const { text } = await run(repo, runHistory, { reference: id(7), edge: 'supports', to: id(9), json: true });
    expect(json(text)).toMatchObject({
      holds: false,
      events: [{ event: 'linked' }, { event: 'unlinked', because: 'They have nothing in common' }],
    });
    await expect(run(repo, runHistory, { reference: id(7), edge: 'supports', json: true })).rejects.toThrow('two ends');
  });
});
