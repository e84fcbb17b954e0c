import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runBlame } from '../../src/faces/cli/commands/ask/blame.ts';
import { runReport } from '../../src/faces/cli/commands/ask/report.ts';
import { runTrace } from '../../src/faces/cli/commands/ask/trace.ts';
import { runWhy } from '../../src/faces/cli/commands/ask/why.ts';
import { runExport } from '../../src/faces/cli/commands/tools/export.ts';
import type { Format } from '../../src/faces/cli/commands/tools/exporters.ts';
import { LONG_DIGITS, nodeId, type NodeId, sessionId, sessionPrefix } from '../../src/model/ids.ts';
import type { Edge, Graph, Session } from '../../src/model/model.ts';
import { noteOf, run, writeNotes } from '../ask/setup.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';
import { runs } from '../helpers/runs.ts';

// Sessions of the first version have ids of eight digits, and those that begin now have twenty. Each reader of a repository
// with both finds the same as in one where all have the same length.

const SESSIONS = ['parent', 'parent/sub', 'other'] as const;
type SessionName = (typeof SESSIONS)[number];
/** Which of the sessions have long ids. */
type Lengths = Readonly<Record<SessionName, boolean>>;

const SHORT: Lengths = { parent: false, 'parent/sub': false, other: false };
const lengths: fc.Arbitrary<Lengths> = fc.record({
  parent: fc.boolean(),
  'parent/sub': fc.boolean(),
  other: fc.boolean(),
});

const sessionOf = (name: SessionName, isLong: Lengths): Session => ({
  id: sessionId(name),
  agent: 'claude-code',
  model: 'opus',
  ...(isLong[name] && { digits: LONG_DIGITS }),
  ...(name === 'parent/sub' && { parent: sessionId('parent') }),
});
const idOf = (name: SessionName, isLong: Lengths, n: number): NodeId =>
  nodeId(`${sessionPrefix(sessionOf(name, isLong))}-${n}`);

function graphOf(name: SessionName, isLong: Lengths, edges: Graph['edges'] = []): Graph {
  const step = { kind: 'tool_call', tool: 'Write', parent: idOf(name, isLong, 1) };
  return {
    session: sessionOf(name, isLong),
    nodes: [
      { id: idOf(name, isLong, 1), at: Date.UTC(2026, 0, 2), kind: 'goal', summary: `Goal of ${name}` },
      { id: idOf(name, isLong, 2), at: Date.UTC(2026, 0, 3), summary: `Write for ${name}`, ...step },
    ],
    edges,
    explains: [],
    previous: null,
    chain: { start: '0'.repeat(64), head: '1'.repeat(64) },
  };
}

/** Two commits: the first by a session and its sub-agent, the second by another session over lines of the first. */
async function record(repo: TestRepo, isLong: Lengths): Promise<void> {
  repo.write('a.txt', 'one\ntwo\nthree\n');
  repo.commit('first');
  const first = repo.oid('HEAD');
  repo.write('a.txt', 'one\ntwo\nthree\nfour\n');
  repo.commit('second');
  const started: Edge = {
    from: idOf('parent', isLong, 2),
    to: idOf('parent/sub', isLong, 2),
    kind: 'led_to',
    source: 'observed',
  };
  await writeNotes(repo, [
    [
      first,
      noteOf(
        // The sub-agent's graph comes before its parent's.
        [graphOf('parent/sub', isLong), graphOf('parent', isLong, [started])],
        [
          ['a.txt', 1, 2, idOf('parent', isLong, 2)],
          ['a.txt', 3, 1, idOf('parent/sub', isLong, 2)],
        ],
      ),
    ],
    [repo.oid('HEAD'), noteOf([graphOf('other', isLong)], [['a.txt', 4, 1, idOf('other', isLong, 2)]])],
  ]);
}

/** Shortens the long ids of a text: `e808f6286c95f85636d5-2` is `e808f628-2`. */
const shortened = (text: string): string =>
  text.replaceAll(/(?<![0-9a-f])([0-9a-f]{8})[0-9a-f]{12}(?![0-9a-f])/g, '$1');
/** Hides what depends on the bytes of notes: ids of graphs, commits and notes, and the length of ids itself. */
const comparable = (text: string): string =>
  shortened(text)
    .replaceAll(/"digits": ?20,?/g, '')
    .replaceAll(/\b[0-9a-f]{32,64}\b/g, 'HASH')
    .replaceAll(/"(?:spanId|traceId|parentSpanId|id)":"[0-9a-f]{16}"/g, 'SPAN');

/** The parts of an answer in an order of its own: graphs of a note are in the order of their bytes. */
const inOrder = (text: string): string =>
  text
    .replaceAll(/"?_:r\d+"?:? ?/g, '')
    .split(/\n|,(?=\{)|(?<=[}\]]),/)
    .map((one) => one.replace(/^\s+|,\s*$/g, ''))
    .toSorted()
    .join('\n');

const FORMATS: readonly Format[] = ['agent-trace', 'prov-json', 'otel', 'dot', 'mermaid'];

async function answers(repo: TestRepo, isLong: Lengths): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  const keep = async (name: string, shown: ReturnType<typeof run>): Promise<void> => {
    const { code, text, warnings } = await shown;
    expect([name, code, warnings]).toEqual([name, 0, []]);
    all[name] ??= inOrder(comparable(text));
    expect(inOrder(comparable(text))).toBe(all[name]);
  };
  const blame = (argv: string[], ctx: Parameters<typeof runWhy>[1]): Promise<number> =>
    runBlame(argv, { ...ctx, hasProvenance: () => Promise.resolve(true) });
  await keep('blame', run(repo, blame, ['a.txt']));
  await keep('blame --json', run(repo, blame, ['--json', 'a.txt']));
  for (const place of ['a.txt:1', 'a.txt:3', 'a.txt:4'])
    await keep(`why ${place}`, run(repo, runWhy, { place, json: true } as Parameters<typeof runWhy>[0]));
  for (const name of SESSIONS)
    for (const reference of [idOf(name, isLong, 2), shortened(idOf(name, isLong, 2))])
      await keep(`trace ${name}`, run(repo, runTrace, { reference, direction: 'both', depth: 3, json: true }));
  await keep('report', run(repo, runReport, { range: 'HEAD~2..', json: true }));
  for (const format of FORMATS) await keep(`export ${format}`, run(repo, runExport, { format, output: '-' }));
  return all;
}

const FILES = { files: { 'b.txt': 'x\n' } };

test('blame, why, trace, report and exports are the same with ids of both lengths', { timeout: 120_000 }, async () => {
  const expected = await withRepo(FILES, async (repo) => {
    await record(repo, SHORT);
    return answers(repo, SHORT);
  });
  expect(expected['blame']).toContain('four');
  expect(expected['why a.txt:3']).toContain('Goal of parent');
  await fc.assert(
    fc.asyncProperty(lengths, (isLong) =>
      withRepo(FILES, async (repo) => {
        await record(repo, isLong);
        expect(await answers(repo, isLong)).toEqual(expected);
      }),
    ),
    {
      numRuns: runs(4),
      examples: [
        [{ parent: false, 'parent/sub': true, other: true }],
        [{ parent: true, 'parent/sub': false, other: false }],
      ],
    },
  );
});

test('PROV-JSON names no agent that it does not have', async () => {
  await fc.assert(
    fc.asyncProperty(lengths, fc.boolean(), (isLong, hasParent) =>
      withRepo(FILES, async (repo) => {
        await record(repo, isLong);
        if (!hasParent) await writeNotes(repo, [[repo.oid('HEAD~1'), noteOf([graphOf('parent/sub', isLong)], [])]]);
        const { text } = await run(repo, runExport, { format: 'prov-json', output: '-' });
        const { agent, actedOnBehalfOf = {} } = JSON.parse(text) as Record<
          string,
          Record<string, Record<string, string>>
        >;
        const ends = Object.values(actedOnBehalfOf);
        expect(ends.map((told) => told['prov:delegate'])).toEqual([
          `gitprov:session/${sessionPrefix(sessionOf('parent/sub', isLong))}`,
        ]);
        for (const told of ends) expect(Object.keys(agent!)).toContain(told['prov:responsible']);
        // Without its parent's graph, the name is made as if both had ids of one length.
        const parent = sessionOf('parent', hasParent ? isLong : { ...isLong, parent: isLong['parent/sub'] });
        expect(ends[0]!['prov:responsible']).toBe(`gitprov:session/${sessionPrefix(parent)}`);
      }),
    ),
    {
      numRuns: runs(4),
      examples: [
        [{ parent: false, 'parent/sub': true, other: true }, true],
        [{ parent: true, 'parent/sub': false, other: true }, true],
      ],
    },
  );
});
