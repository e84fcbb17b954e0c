import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enable, TestAgent } from '../helpers/agent.ts';
import { withRepo } from '../helpers/repo.ts';

// This reader knows docs/format.md and nothing of the program. It fails where the document leaves something out.

const KINDS =
  'goal task constraint exploration commitment verification execution error human_gate patch decision claim evidence risk failure memory raw episode note belief file module function type external service tool agent'.split(
    ' ',
  );
type Value = string | number | boolean | null | Uint8Array | readonly Value[] | ReadonlyMap<number | string, Value>;
interface Line {
  readonly step_id?: string;
  readonly session_id: string;
  readonly step_type: string;
  readonly parent_step_id?: string;
  readonly tool_name?: string;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly untimed?: boolean;
  readonly input_hash?: string;
  readonly output_hash?: string;
  readonly summary: string;
  readonly detail?: Readonly<Record<string, Value>>;
  readonly self_hash: string;
  readonly context_hash: string;
}

/** A byte of a path that is not UTF-8, as a ledger's line has it. */
const LONE_BYTE = /[\uDC80-\uDCFF]/u;
const pathBytes = (text: string): Uint8Array =>
  Buffer.concat(
    [...text].map((one) => (LONE_BYTE.test(one) ? Buffer.from([one.charCodeAt(0) - 0xdc00]) : Buffer.from(one))),
  );

/** Core deterministic CBOR (RFC 8949, 4.2.1) of the values that a step has. */
function cbor(value: Value): Buffer {
  const head = (major: number, count: number): Buffer => {
    if (count < 24) return Buffer.from([(major << 5) | count]);
    const size = count < 2 ** 8 ? 1 : count < 2 ** 16 ? 2 : count < 2 ** 32 ? 4 : 8;
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(BigInt(count));
    return Buffer.concat([Buffer.from([(major << 5) | (24 + Math.log2(size))]), bytes.subarray(8 - size)]);
  };
  if (value === null) return Buffer.from([0xf6]);
  if (typeof value === 'boolean') return Buffer.from([value ? 0xf5 : 0xf4]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string' && LONE_BYTE.test(value)) return cbor(pathBytes(value));
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    const entries = [...value].map(([key, one]) => [cbor(key as Value), cbor(one as Value)] as const);
    entries.sort(([a], [b]) => Buffer.compare(a, b));
    return Buffer.concat([head(5, entries.length), ...entries.flat()]);
  }
  const list = value as readonly Value[];
  return Buffer.concat([head(4, list.length), ...list.map(cbor)]);
}

const sha256 = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
const bytesOf = (hash: string): Buffer => Buffer.from(hash.slice(hash.indexOf(':') + 1), 'hex');

/** A node in full, by the tables of the document. */
function inFull(line: Line): ReadonlyMap<number, Value> {
  const code = KINDS.indexOf(line.step_type);
  return new Map<number, Value>([
    [0, line.step_id!],
    [1, code < 0 ? line.step_type : code],
    [2, Date.parse(line.started_at) + line.duration_ms],
    [3, line.summary],
    ...(line.tool_name === undefined ? [] : [[4, line.tool_name] as const]),
    ...(line.untimed ? [] : [[6, line.duration_ms] as const]),
    ...(line.input_hash === undefined ? [] : [[7, bytesOf(line.input_hash)] as const]),
    ...(line.output_hash === undefined ? [] : [[8, bytesOf(line.output_hash)] as const]),
    ...(line.parent_step_id === undefined ? [] : [[9, line.parent_step_id] as const]),
    ...(line.detail === undefined ? [] : [[10, new Map(Object.entries(line.detail))] as const]),
  ]);
}

test('a reader that knows only docs/format.md computes every hash of a ledger from its lines', () =>
  withRepo({ files: { 'a.txt': 'one\n', 'ä b.txt': 'one\n' } }, (repo) => {
    enable(repo);
    const agent = new TestAgent(repo, 'session/with ü').prompt('Count\nfurther').read('a.txt');
    agent.edit('a.txt', 'one', 'two').edit('ä b.txt', 'one', 'two').bash('npm test');
    agent.bash('printf "one\\n" > "$(printf "l\\351.txt")"').bash('git add . && git commit -qm two').stop();
    const dir = join(repo.dir, '.git/prov/sessions');
    const [name] = readdirSync(dir).filter((one) => one.endsWith('.jsonl'));
    const lines = readFileSync(join(dir, name!), 'utf8').trimEnd().split('\n');
    let [context, parent] = [Buffer.alloc(32) as Buffer, null as Buffer | null];
    const kinds: string[] = [];
    for (const line of lines.map((one) => JSON.parse(one) as Line)) {
      if (line.step_id === undefined) continue;
      const source = line.detail?.['source'];
      const isDerived = source === 'narrated' || source === 'consolidated';
      if (!isDerived) {
        parent = sha256(cbor(['git-prov step', line.session_id, inFull(line), parent]));
        context = sha256(context, Buffer.from([0]), parent);
        kinds.push(line.step_type);
      }
      expect([line.step_type, line.self_hash]).toEqual([line.step_type, `sha256:${parent!.toString('hex')}`]);
      expect(line.context_hash).toBe(`sha256:${context.toString('hex')}`);
    }
    expect(kinds).toEqual(expect.arrayContaining(['goal', 'exploration', 'commitment', 'verification', 'patch']));
    expect(lines.join('\n')).toContain('"l\\udce9.txt"');
    // The full id of the commit is in the step of the patch.
    expect(lines.join('\n')).toContain(`"commit":"${repo.oid('HEAD')}"`);
  }));
