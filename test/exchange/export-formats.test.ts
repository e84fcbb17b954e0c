import { afterAll, beforeAll, expect, test } from 'vitest';
import { runExport } from '../../src/faces/cli/commands/tools/export.ts';
import type { Format } from '../../src/faces/cli/commands/tools/exporters.ts';
import { verifyAttestation } from '../../src/trust/attestation.ts';
import { NoteStore } from '../../src/notes/notes.ts';
import type { TestRepo } from '../helpers/repo.ts';
import { Traces } from '../../src/exchange/export/otel.ts';
import { made, run } from '../ask/setup.ts';
import { tellStory } from '../ask/story.ts';

let repo: TestRepo;
beforeAll(() => {
  repo = tellStory();
});
afterAll(() => repo.cleanup());

const exported = async (format: Format, session?: string): Promise<string> =>
  (await run(repo, runExport, { format, output: '-', session })).text;
const records = async <T>(format: Format, session?: string): Promise<T[]> =>
  (await exported(format, session))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

type Attributes = Readonly<Record<string, unknown>>;
type Document = Readonly<Record<string, Readonly<Record<string, Attributes>>>>;

type Kind = 'entity' | 'activity' | 'agent';
type Ends = Readonly<Record<string, Kind | readonly Kind[]>>;
const ANY: readonly Kind[] = ['entity', 'activity'];

/** The types at both ends of a PROV relation, as named in the member submission. */
const ENDS: Readonly<Record<string, Ends>> = {
  wasGeneratedBy: { 'prov:entity': 'entity', 'prov:activity': 'activity' },
  used: { 'prov:activity': 'activity', 'prov:entity': 'entity' },
  wasInformedBy: { 'prov:informed': 'activity', 'prov:informant': 'activity' },
  wasDerivedFrom: { 'prov:generatedEntity': 'entity', 'prov:usedEntity': 'entity' },
  wasAttributedTo: { 'prov:entity': 'entity', 'prov:agent': 'agent' },
  wasAssociatedWith: { 'prov:activity': 'activity', 'prov:agent': 'agent' },
  actedOnBehalfOf: { 'prov:delegate': 'agent', 'prov:responsible': 'agent' },
  wasInfluencedBy: { 'prov:influencee': ANY, 'prov:influencer': ANY },
};
const NAME = /^gitprov:[\w%~./-]*[\w%~/-]$/;

test('PROV-JSON has the structure of the member submission', async () => {
  const { prefix, ...sections } = JSON.parse(await exported('prov-json')) as Document;
  expect(prefix).toEqual({ gitprov: 'urn:git-prov:prov:' });
  expect(Object.keys(sections).filter((name) => !(name in ENDS))).toEqual(['entity', 'activity', 'agent']);
  const kinds = { entity: sections['entity']!, activity: sections['activity']!, agent: sections['agent']! };
  for (const things of Object.values(kinds)) for (const id of Object.keys(things)) expect(id).toMatch(NAME);
  for (const [name, ends] of Object.entries(ENDS))
    for (const [id, told] of Object.entries(sections[name] ?? {})) {
      expect(id).toMatch(/^_:r\d+$/);
      for (const [end, kind] of Object.entries(ends))
        expect([kind].flat().flatMap((one) => Object.keys(kinds[one]))).toContain(told[end]);
    }
  for (const told of Object.values(kinds.activity)) {
    expect(Date.parse(told['prov:endTime'] as string)).not.toBeNaN();
    expect((told['prov:startTime'] as string) <= (told['prov:endTime'] as string)).toBe(true);
  }
});

test('PROV-JSON records the lines of each author, the step, and the delegation', async () => {
  const document = JSON.parse(await exported('prov-json')) as Document;
  const file = `gitprov:file/${repo.oid('HEAD~1')}/src/new.rs`;
  const of = (section: string): Attributes[] => Object.values(document[section]!);
  expect(of('wasAttributedTo')).toContainEqual({
    'prov:entity': file,
    'prov:agent': 'gitprov:session/f23d6d7b35f454d30174',
    'gitprov:lines': '1-2',
  });
  expect(of('wasGeneratedBy')).toContainEqual({
    'prov:entity': file,
    'prov:activity': 'gitprov:step/f23d6d7b35f454d30174-3',
    'gitprov:lines': '1-2',
  });
  const informed = of('wasInformedBy').map((told) => JSON.stringify(told));
  expect(new Set(informed).size).toBe(informed.length);
  expect(of('actedOnBehalfOf')).toEqual([
    {
      'prov:delegate': 'gitprov:session/f23d6d7b35f454d30174',
      'prov:responsible': 'gitprov:session/e808f6286c95f85636d5',
    },
  ]);
  expect(document['agent']!['gitprov:session/e808f6286c95f85636d5']).toMatchObject({
    'prov:type': { $: 'prov:SoftwareAgent', type: 'xsd:QName' },
    'gitprov:agent': 'claude-code',
  });
  const person = Object.values(document['agent']!).filter((told) => told['gitprov:email']);
  expect(person).toEqual([
    {
      'prov:type': { $: 'prov:Person', type: 'xsd:QName' },
      'prov:label': 'Ada Tester',
      'gitprov:email': 'ada@example.com',
    },
  ]);
});

test('an exported session contains only itself and its sub-agents', async () => {
  const { agent } = JSON.parse(await exported('prov-json', 'sess-a/sub1')) as Document;
  expect(Object.keys(agent!).filter((id) => id.startsWith('gitprov:session/'))).toEqual([
    'gitprov:session/f23d6d7b35f454d30174',
  ]);
});

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly status?: { readonly code: number };
}
interface TracesData {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}

test('OpenTelemetry has a trace for a session and its sub-agents, with GenAI spans', async () => {
  const all = (await records<TracesData>('otel')).flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
  expect(new Set(all.map(({ traceId }) => traceId)).size).toBe(1);
  const ids = new Map(all.map((span) => [span.spanId, span]));
  expect(ids.size).toBe(all.length);
  for (const { traceId, spanId, parentSpanId, ...span } of all) {
    expect([traceId, spanId]).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringMatching(/^[0-9a-f]{16}$/),
    ]);
    expect(parentSpanId === undefined || ids.has(parentSpanId)).toBe(true);
    for (const time of [span.startTimeUnixNano, span.endTimeUnixNano]) expect(time).toMatch(/^[1-9]\d{18}$/);
    expect(BigInt(span.startTimeUnixNano) <= BigInt(span.endTimeUnixNano)).toBe(true);
    for (const { key, value } of span.attributes) {
      expect(key).toMatch(/^(?:gen_ai|git_prov)\.[\w.]+$/);
      expect(Object.keys(value)).toHaveLength(1);
      expect(value['intValue'] ?? '').toBeTypeOf('string');
    }
  }
  const names = all.map(({ name }) => name);
  expect(names.filter((name) => name === 'invoke_agent claude-code')).toHaveLength(3);
  expect(names).toContain('chat test-model-1');
  const sub = all.find((span) => span.name.startsWith('invoke_agent') && span.parentSpanId !== undefined)!;
  expect(ids.get(sub.parentSpanId!)?.name).toBe('invoke_agent claude-code');
  const failed = all.filter(({ status }) => status?.code === 2);
  expect(failed.map(({ name }) => name)).toEqual(['execute_tool Bash']);
});

test("tokens have OTLP's number format, and a graph in two notes is exported once", () => {
  const graph = made('s', [{ n: 1, kind: 'goal', summary: 'x' }], [], {
    usage: { input: 5_000_000_000, output: 7, cacheRead: 1 },
    of: { agent: 'gemini', vendor: 'google' },
  });
  const traces = new Traces();
  const told = JSON.stringify(traces.of([graph], repo.oid('HEAD')));
  expect(told).toContain('{"key":"gen_ai.usage.input_tokens","value":{"intValue":"5000000000"}}');
  expect(told).toContain('{"key":"gen_ai.provider.name","value":{"stringValue":"gcp.gemini"}}');
  expect(traces.of([graph], repo.oid('HEAD~1'))).toBeUndefined();
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('Agent Trace has exactly what its schema requires', async () => {
  const all = await records<Record<string, unknown>>('agent-trace');
  expect(all.map((record) => record['vcs'])).toEqual([
    { type: 'git', revision: repo.oid('HEAD') },
    { type: 'git', revision: repo.oid('HEAD~1') },
  ]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(2);
  for (const record of all) {
    expect(Object.keys(record)).toEqual(['version', 'id', 'timestamp', 'vcs', 'tool', 'files']);
    expect(record['tool']).toEqual({ name: 'git-prov', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string });
    expect(record).toMatchObject({ version: '0.1.0', id: expect.stringMatching(UUID) as string });
  }
  expect(all[1]!['files']).toEqual([
    {
      path: 'src/auth.rs',
      conversations: [
        {
          contributor: { type: 'ai', model_id: 'anthropic/test-model-1' },
          ranges: [
            {
              start_line: 2,
              end_line: 4,
              content_hash: 'sha256:e2928d95d288acea8e4a0b9f102ee53a87ec6e5528f182cb6ed356458a82ac51',
            },
          ],
          related: [{ type: 'session', url: 'urn:git-prov:session:claude-code:sess-a' }],
        },
      ],
    },
    expect.objectContaining({ path: 'src/new.rs' }),
  ]);
});

test('in-toto statements match what git prov attest would sign', async () => {
  const opened = await repo.open();
  const notes = new NoteStore(opened);
  try {
    for (const statement of await records<object>('in-toto')) {
      const payload = Buffer.from(JSON.stringify(statement)).toString('base64');
      const envelope = { payloadType: 'application/vnd.in-toto+json', payload, signatures: [] };
      const history = { repo: opened, notes, faults: { damaged: 0 } };
      expect(await verifyAttestation(history, JSON.stringify(envelope))).toMatchObject({ findings: [] });
      expect(statement).not.toHaveProperty('predicate.attestedAt');
    }
  } finally {
    await notes.close();
  }
});

test('json contains all that show does, and what show leaves out', async () => {
  const all = await records<Record<string, unknown>>('json');
  expect(all).toHaveLength(2);
  expect(all[0]).toMatchObject({
    schema: 'git-prov/export/1',
    kind: 'commit',
    commit: { oid: repo.oid('HEAD'), subject: 'Tests' },
    files: [
      { path: 'src/auth.rs', human: 1 },
      { path: 'src/t.rs', agent: 1 },
    ],
    signatures: [],
  });
  expect(JSON.stringify(all[1])).toContain('"input":"');
});
