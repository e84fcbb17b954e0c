import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { localFiles } from '../../git/repository/local-files.ts';
import { eventOf, type FoundEvent } from '../../model/behaviours/event.ts';
import { isNodeId, numberOf, type NodeId } from '../../model/ids.ts';
import { isScribe } from '../../model/knowledge/kinds.ts';
import { ledgerName } from '../../recorder/ledger/ledger.ts';
import { ledgerSession, linesSince } from '../../recorder/ledger/ledger-tail.ts';
import { parseRecord, recordedNode } from '../../recorder/spool/ledger-line.ts';
import { loadState } from '../../recorder/state/load-state.ts';
import { type PastRun, runAround } from '../commands/past-runs.ts';
import type { Sources } from './event-log.ts';

type LedgerMarks = Sources['ledgers'];

/** The last line of a ledger before a mark is looked for in so many bytes. */
const LAST_LINE_BYTES = 64 * 1024;
/** The first line is looked for in so many bytes. */
const FIRST_LINES_BYTES = 64 * 1024;

/**
 * Events that the ledgers of this clone have since the marks, oldest first, and the new marks.
 * @param runs the commands that behaviours ran: a session that began meanwhile is their work
 */
export function ledgerEvents(
  provDir: string,
  marks: LedgerMarks,
  runs: readonly PastRun[] = [],
): { events: FoundEvent[]; marks: LedgerMarks } {
  const dir = localFiles(provDir).ledgers;
  const states = Object.values(loadState(provDir).sessions);
  // Bytes after the length in the state are of a drain that did not finish.
  const lengths = new Map(states.map(({ session, ledgerBytes }) => [`${ledgerName(session.id)}.jsonl`, ledgerBytes]));
  const agents = new Map<string, string>(states.map(({ session }) => [session.id, session.agent]));
  const events: FoundEvent[] = [];
  const next: Record<string, { at: number; last: string }> = {};
  for (const name of existsSync(dir) ? readdirSync(dir).sort() : []) {
    if (!name.endsWith('.jsonl')) continue;
    const file = join(dir, name);
    const length = Math.min(lengths.get(name) ?? Number.POSITIVE_INFINITY, statSync(file).size);
    const mark = marks[name];
    if (mark && mark.at === length) next[name] = mark;
    else {
      const run = runOf(file, runs, agents);
      const cause = run && { depth: run.depth, by: run.behaviour };
      next[name] = readOne(file, length, mark, (session) => agents.get(session) ?? '', cause, events);
    }
  }
  return { events, marks: next };
}

// The entries of a person, a summary and a behaviour are in one session for each clone.
function runOf(file: string, runs: readonly PastRun[], agents: ReadonlyMap<string, string>): PastRun | undefined {
  if (runs.length === 0 || isScribe(agents.get(ledgerSession(file) ?? '') ?? '')) return undefined;
  const first = linesSince(file, 0, FIRST_LINES_BYTES)
    .lines.map(parseRecord)
    .find((record) => record !== undefined);
  const began = first && recordedNode(first)?.at;
  return began === undefined ? undefined : runAround(runs, began);
}

function readOne(
  file: string,
  length: number,
  mark: LedgerMarks[string] | undefined,
  agentOf: (session: string) => string,
  cause: Pick<FoundEvent, 'depth' | 'by'> | undefined,
  events: FoundEvent[],
): { at: number; last: string } {
  const session = ledgerSession(file);
  // `forget` rewrites a ledger, which moves its lines.
  const isMoved = mark !== undefined && (mark.at > length || lastStepBefore(file, mark.at) !== mark.last);
  const after = isMoved && isNodeId(mark.last) ? numberOf(mark.last) : 0;
  const from = isMoved ? 0 : (mark?.at ?? 0);
  const { lines, end } = linesSince(file, from, length - from);
  let last = mark?.last ?? '';
  for (const line of lines) {
    const record = parseRecord(line);
    if (typeof record?.['step_id'] === 'string') last = record['step_id'];
    const node = record && record['session_id'] === session ? recordedNode(record) : undefined;
    if (!node || !isNodeId(node.id) || (isMoved && numberOf(node.id) <= after)) continue;
    const event = eventOf(node, { agent: agentOf(session!) }, true);
    if (event) events.push({ ...event, ...cause });
  }
  return { at: end, last };
}

// The step of the last line that ends at an offset.
function lastStepBefore(file: string, at: number): string | undefined {
  const from = Math.max(0, at - LAST_LINE_BYTES);
  const bytes = Buffer.alloc(at - from);
  const fd = openSync(file, 'r');
  try {
    readSync(fd, bytes, 0, bytes.length, from);
  } finally {
    closeSync(fd);
  }
  if (bytes.at(-1) !== 10) return undefined;
  const steps = bytes.toString('utf8').split('\n').reverse();
  for (const line of steps) {
    const step = line === '' ? undefined : parseRecord(line)?.['step_id'];
    if (typeof step === 'string') return step as NodeId;
  }
  return at === 0 ? '' : undefined;
}
