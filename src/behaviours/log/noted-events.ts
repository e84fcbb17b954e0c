import { binaryReader, decodeCommit, type GitReader } from '../../git/objects/port.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { provDirOf } from '../../git/repository/local-files.ts';
import { eventOf, type FoundEvent } from '../../model/behaviours/event.ts';
import { isOid, type NodeId, numberOf, type Oid, sessionPart } from '../../model/ids.ts';
import { isThingId } from '../../model/knowledge/thing.ts';
import { standingOfGraph } from '../../model/standing/standing.ts';
import { replacedIn } from '../../model/standing/things.ts';
import { differing, locate, type Trees } from '../../notes/fanout.ts';
import { isDamaged, NOTE_LIMIT } from '../../notes/note-reader.ts';
import { JudgedReader } from '../../notes/standing/judged.ts';
import { ledgerSessions } from '../../recorder/ledger/ledger-tail.ts';
import { MAX_WAITING_EVENTS, type Sources } from './event-log.ts';

type Marks = Pick<Sources, 'notes' | 'seen'>;
type Ranges = readonly (readonly [from: number, to: number])[];

/** The commit of the notes now; empty without notes. */
export async function notesTip(repo: Repo): Promise<string> {
  const reader = binaryReader(repo);
  try {
    return (await new JudgedReader(repo, reader).tip()) ?? '';
  } finally {
    await reader.close();
  }
}

/**
 * Events of other clones' sessions in the notes that changed since the marks: entries and changes to them. The steps of sessions with
 * a ledger here are read from the ledger instead.
 */
export async function notedEvents(repo: Repo, marks: Marks): Promise<{ events: FoundEvent[]; marks: Marks }> {
  const reader = binaryReader(repo);
  try {
    const notes = new JudgedReader(repo, reader);
    const tip = await notes.tip();
    if (!tip || tip === marks.notes) return { events: [], marks: { notes: marks.notes, seen: marks.seen } };
    const own = new Set<string>(ledgerSessions(provDirOf(repo)));
    const seen = new Map(Object.entries(marks.seen));
    const events: FoundEvent[] = [];
    for await (const [, found] of notes.at(await changed(reader, tip, marks.notes))) {
      const note = isDamaged(found) ? found.note : found;
      for (const graph of note?.graphs ?? []) {
        if (own.has(graph.session.id)) continue;
        const standing = standingOfGraph(graph);
        for (const id of replacedIn(graph).keys()) take(seen, standing, id);
        const fresh = graph.nodes.filter(({ id }) => !isThingId(id) && take(seen, standing, id));
        events.push(...fresh.flatMap((node) => eventOf(node, graph.session, false) ?? []));
      }
    }
    return { events: events.slice(-MAX_WAITING_EVENTS), marks: { notes: tip, seen: Object.fromEntries(seen) } };
  } finally {
    await reader.close();
  }
}

async function changed(reader: GitReader, tip: Oid, before: string): Promise<Map<Oid, Oid[]>> {
  const trees: Trees = new Map();
  const root = await rootOf(reader, tip);
  const base = isOid(before) ? await rootOf(reader, before as Oid).catch(() => undefined) : undefined;
  return locate(reader, root, (await differing(reader, root, base, trees)).keys(), trees);
}

async function rootOf(reader: GitReader, commit: Oid): Promise<Oid> {
  const [object] = await reader.readObjects([commit], NOTE_LIMIT);
  return decodeCommit(object).tree;
}

// A forged step of a lower standing must not hide the real one, so each standing has ranges of its own.
function take(seen: Map<string, Ranges>, standing: string, id: NodeId): boolean {
  const key = `${standing} ${sessionPart(id)}`;
  const ranges = seen.get(key) ?? [];
  const number = numberOf(id);
  if (ranges.some(([from, to]) => number >= from && number <= to)) return false;
  seen.set(key, withNumber(ranges, number));
  return true;
}

/** Adds a number to sorted, disjoint ranges. */
export function withNumber(ranges: Ranges, number: number): Ranges {
  const before = ranges.filter(([, to]) => to < number - 1);
  const after = ranges.filter(([from]) => from > number + 1);
  const near = ranges.slice(before.length, ranges.length - after.length);
  const from = Math.min(number, near[0]?.[0] ?? number);
  const to = Math.max(number, near.at(-1)?.[1] ?? number);
  return [...before, [from, to], ...after];
}
