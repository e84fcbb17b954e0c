import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { withoutSum, withSum } from '../../recorder/state/state-text.ts';
import { ledgerName } from '../../recorder/ledger/ledger.ts';
import { loadState } from '../../recorder/state/load-state.ts';
import { decodeNote, encodeNote, graphIdOf } from '../../model/format/note.ts';
import type { SessionId } from '../../model/ids.ts';
import type { Graph, Node } from '../../model/model.ts';
import { FORGOTTEN_FILE } from '../../redact/forgotten.ts';
import { JOURNAL } from './journal.ts';
import { ledgerWithout } from './ledger.ts';
import type { TextMatcher } from './text-matcher.ts';
import type { GraphRebuild } from './rebuild-graphs.ts';
import { localFiles } from '../../git/repository/local-files.ts';
import { readRegularBytes } from '../../git/objects/regular-file.ts';

/** The planned changes to files of the local state. */
export interface LocalPlan {
  /** New contents, by path in the folder of the local state. */
  readonly writes: Map<string, string | Uint8Array>;
  readonly removals: Set<string>;
}

/** Characters per part of a long text. Parts overlap by at least the length of a secret. */
const PART_CHARACTERS = 256 * 1024;
const OVERLAP_CHARACTERS = 16 * 1024;
/** Folders without text of ours: git's objects, and indexes. */
const GIT_OWN = /^(?:objects|wt|looks|staged|staged\.new)\//;
/** Files without text, or files that this code writes itself. */
const OWN = new Set(['key', 'lock', FORGOTTEN_FILE, JOURNAL]);

/** The paths of the files of the local state. Files that belong to git are left out. */
export function filesOf(provDir: string): string[] {
  if (!existsSync(provDir)) return [];
  return readdirSync(provDir, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => !GIT_OWN.test(name) && statSync(join(provDir, name), { throwIfNoEntry: false })?.isFile() === true,
    )
    .sort();
}

/** Whether a text of any length contains the needle. */
export function isInLong(needle: TextMatcher, text: string): boolean {
  for (let at = 0; at === 0 || at < text.length - OVERLAP_CHARACTERS; at += PART_CHARACTERS - OVERLAP_CHARACTERS)
    if (needle.isIn(text.slice(at, at + PART_CHARACTERS))) return true;
  return false;
}

/** The transcripts of known sessions that contain it. They belong to the agents, and stay. */
export function transcriptsWith(provDir: string, needle: TextMatcher): string[] {
  const paths = Object.values(loadState(provDir).sessions).flatMap(({ transcript }) => transcript?.path ?? []);
  return [...new Set(paths)].filter((path) => {
    const bytes = readRegularBytes(path, Number.POSITIVE_INFINITY); // an agent names it: it may be a device
    return bytes !== undefined && needle.isInFile(bytes);
  });
}

/** The stored graphs. */
export function localGraphs(provDir: string): Graph[] {
  const dir = localFiles(provDir).graphs;
  const found: Graph[] = [];
  for (const name of existsSync(dir) ? readdirSync(dir) : [])
    try {
      found.push(...decodeNote(readFileSync(join(dir, name))).graphs);
    } catch {
      // damaged and therefore useless; it is checked as text
    }
  return found;
}

/** Processes the ledgers, so that the renewal knows the hashes of all steps, and plans their new lines. */
export function planLedgers(provDir: string, needle: TextMatcher, renewal: GraphRebuild): LocalPlan {
  const plan: LocalPlan = { writes: new Map(), removals: new Set() };
  const counts = new Map(
    Object.values(loadState(provDir).sessions).map((one) => [
      `sessions/${ledgerName(one.session.id)}.jsonl`,
      one.ledgerBytes,
    ]),
  );
  for (const name of filesOf(provDir).filter((one) => one.startsWith('sessions/'))) {
    // Text after the counted part belongs to an unfinished drain.
    const before = readFileSync(join(provDir, name)).subarray(0, counts.get(name)).toString('utf8');
    const after = ledgerWithout(before, needle, renewal);
    if (after !== before) plan.writes.set(name, after);
  }
  return plan;
}

/**
 * Plans the changes to all other files, after the renewal knows all graphs. The state comes last, because it has the
 * others' sizes.
 */
export function planRest(provDir: string, needle: TextMatcher, renewal: GraphRebuild, plan: LocalPlan): void {
  const names = filesOf(provDir).filter((name) => !name.startsWith('sessions/') && !OWN.has(name));
  for (const name of [...names.filter((one) => one !== 'state.json'), ...names.filter((one) => one === 'state.json')]) {
    const bytes = readFileSync(join(provDir, name));
    const text = bytes.toString('utf8');
    if (name.startsWith('graphs/')) planGraph(name, bytes, needle, renewal, plan);
    else if (name.startsWith('spool/')) {
      if (isInLong(needle, text)) plan.removals.add(name);
    } else put(plan, name, text, without(name, text, { provDir, needle, renewal, plan }));
  }
}

interface ForgetContext {
  readonly provDir: string;
  readonly needle: TextMatcher;
  readonly renewal: GraphRebuild;
  readonly plan: LocalPlan;
}

function put(plan: LocalPlan, name: string, before: string, after: string): void {
  if (after !== before) plan.writes.set(name, after);
}

function planGraph(name: string, bytes: Uint8Array, needle: TextMatcher, renewal: GraphRebuild, plan: LocalPlan): void {
  try {
    const note = decodeNote(bytes);
    const next = renewal.note(note);
    if (next === note) return;
    plan.removals.add(name);
    const [graph] = next.graphs;
    if (graph) plan.writes.set(`graphs/${graphIdOf(graph)}`, encodeNote(next));
  } catch {
    if (isInLong(needle, Buffer.from(bytes).toString('latin1'))) plan.removals.add(name);
  }
}

function without(name: string, text: string, around: ForgetContext): string {
  const { needle } = around;
  if (name.startsWith('contents/'))
    return text
      .split('\n')
      .filter((line) => line === '' || !isInLong(needle, line))
      .join('\n');
  if (name === 'state.json') return summedWithout(text, (value) => stateWithout(value, around), needle);
  if (name.startsWith('resting/')) return summedWithout(text, (value) => sessionWithout(value, around), needle);
  if (/\.jsonl?$/.test(name))
    return text
      .split('\n')
      .map((line) => (line === '' ? line : jsonWithout(line, (value) => deep(value, around), needle)))
      .join('\n');
  return isInLong(needle, text) ? needle.replace(text) : text;
}

function jsonWithout(text: string, map: (value: unknown) => unknown, needle: TextMatcher): string {
  try {
    const value: unknown = JSON.parse(text);
    const [before, after] = [JSON.stringify(value), JSON.stringify(map(value))];
    return before === after ? text : after;
  } catch {
    return needle.replace(text); // torn or damaged
  }
}

function summedWithout(text: string, map: (value: unknown) => unknown, needle: TextMatcher): string {
  try {
    const json = withoutSum(text);
    const after = jsonWithout(json, map, needle);
    return after === json ? text : withSum(after);
  } catch {
    return needle.replace(text); // damaged, and it stays so
  }
}

type Fields = Record<string, unknown>;

// The state has the valid sizes of the other files.
function stateWithout(value: unknown, around: ForgetContext): unknown {
  const { sessions = {}, outgoing = [], ...rest } = value as Fields & { sessions?: Fields; outgoing?: Fields[] };
  const owners = around.plan.writes.get('owners.jsonl');
  return {
    ...(value as Fields), // in order
    ...(deep(rest, around) as Fields),
    ...(owners !== undefined && { memoBytes: Buffer.byteLength(owners), memoHash: undefined }),
    sessions: Object.fromEntries(Object.entries(sessions).map(([id, one]) => [id, sessionWithout(one, around)])),
    outgoing: outgoing.map((one) => {
      const note = around.renewal.note(decodeNote(Buffer.from(String(one['note']), 'base64')));
      return Object.assign({}, one, { note: Buffer.from(encodeNote(note)).toString('base64') });
    }),
  };
}

function sessionWithout(value: unknown, around: ForgetContext): unknown {
  const { nodes = [], context = [], ...rest } = value as Fields & { nodes?: Node[]; context?: Node[] };
  const id = (rest['session'] as { id: SessionId }).id;
  const ledger = around.plan.writes.get(`sessions/${ledgerName(id)}.jsonl`);
  return {
    ...(value as Fields),
    ...(deep(rest, around) as Fields),
    nodes: nodes.map((node) => around.renewal.node(id, node)),
    context: context.map((node) => around.renewal.copy(node)),
    ...(ledger !== undefined && { ledgerBytes: Buffer.byteLength(ledger) }),
  };
}

function deep(value: unknown, around: ForgetContext): unknown {
  if (typeof value === 'string') {
    const hash = around.renewal.hash(value);
    return hash === value ? around.needle.replace(value) : hash;
  }
  if (Array.isArray(value)) return value.map((one) => deep(one, around));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [around.needle.replace(key), deep(one, around)]));
}
