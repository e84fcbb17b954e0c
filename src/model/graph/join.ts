import { compareBytes, encode, type Cbor } from '../format/cbor.ts';
import { normaliseLines } from '../attributions.ts';
import { graphIdOf } from '../format/graph-id.ts';
import { compareSignatures } from '../format/v1/signatures.ts';
import type { GraphId, Oid, RepoPath } from '../ids.ts';
import type { Attribution, Carried, Extra, Graph, Note, Signature } from '../model.ts';
import { SCAN_LIMITS } from '../format/scan.ts';

export { attributionAt, attributionsAt, normaliseLines } from '../attributions.ts';

/**
 * Joins two notes of one commit: graphs by id, attributions as a set for every line, `carried` and signatures as sets.
 * Commutative, associative and idempotent to the byte (of `encodeNote`), so that clones agree in whatever order they join.
 */
export const joinNotes = (a: Note, b: Note): Note => joinAll([a, b]);

/**
 * Joins any number of notes at once. The time grows with their size, not with its square.
 * @throws ProvError `data` when the result has more attributions than a note can hold
 */
export function joinAll(notes: readonly Note[]): Note {
  const lines = new Map<RepoPath, Attribution[][]>();
  const carried: Carried[] = [];
  for (const note of notes) {
    for (const [path, list] of note.lines) {
      const lists = lines.get(path);
      if (lists === undefined) lines.set(path, [[...list]]);
      else lists.push([...list]);
    }
    for (const entry of note.carried) carried.push(entry);
  }
  const joined = new Map<RepoPath, readonly Attribution[]>();
  let room = SCAN_LIMITS.arrays;
  for (const [path, lists] of lines) {
    const list = normaliseLines(lists.length === 1 ? lists[0]! : lists.flat(), room);
    if (list.length > 0) joined.set(path, list);
    room -= list.length;
  }
  const commit = joinCommits(notes);
  const same = [...new Set(notes.flatMap((note) => note.same ?? []))].sort(compareOids);
  const signatures = joinSignatures(notes.flatMap((note) => note.signatures ?? []));
  const extra = joinExtra(notes.flatMap((note) => (note.extra === undefined ? [] : [note.extra])));
  return {
    ...(commit === undefined ? {} : { commit }),
    graphs: joinGraphs(notes.flatMap((note) => note.graphs)),
    lines: joined,
    carried: distinct(carried),
    ...(same.length > 0 ? { same } : {}),
    ...(signatures.length > 0 ? { signatures } : {}),
    ...(extra.size > 0 ? { extra } : {}),
  };
}

// Readers do not join notes of different commits. If it happens anyway, every clone chooses the same commit.
function joinCommits(notes: readonly Note[]): Oid | undefined {
  let joined: Oid | undefined;
  for (const { commit } of notes)
    if (commit !== undefined && (joined === undefined || compareOids(joined, commit) < 0)) joined = commit;
  return joined;
}

function joinGraphs(graphs: readonly Graph[]): readonly Graph[] {
  if (graphs.length < 2) return graphs; // the usual case, which needs no id
  const byId = new Map<GraphId, Graph>();
  for (const graph of graphs) byId.set(graphIdOf(graph), graph);
  return [...byId].sort(([a], [b]) => compareAscii(a, b)).map(([, graph]) => graph);
}

function joinSignatures(signatures: readonly Signature[]): readonly Signature[] {
  if (signatures.length < 2) return signatures;
  const sorted = [...signatures].sort(compareSignatures);
  return sorted.filter((one, i) => i === 0 || compareSignatures(sorted[i - 1]!, one) !== 0);
}

/** The normal form of a note: the note joined with itself. */
export const normalise = (note: Note): Note => joinAll([note]);

/** Orders `carried` by the object id, then by the operation. */
export const compareCarried = (a: Carried, b: Carried): number =>
  compareOids(a.from, b.from) || compareAscii(a.how, b.how);

/** Orders ids of objects: the shorter first, then by their digits. */
export const compareOids = (a: Oid, b: Oid): number => a.length - b.length || compareAscii(a, b);

const compareAscii = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function distinct(carried: readonly Carried[]): Carried[] {
  const sorted = [...carried].sort(compareCarried);
  return sorted.filter((entry, i) => i === 0 || compareCarried(sorted[i - 1]!, entry) !== 0);
}

// Joins unknown fields of newer versions. Sets (arrays with ascending encodings) are united. Of two other values the one
// with the greater encoding wins, and any other value wins over a set. Every join moves up in one total order of values, so
// the three laws hold for any value.
function joinExtra(extras: readonly Extra[]): Extra {
  const out = new Map<string | number, unknown>();
  for (const extra of extras)
    for (const [key, value] of extra)
      out.set(key, out.has(key) ? joinValues(out.get(key) as Cbor, value as Cbor) : value);
  return out;
}

function joinValues(a: Cbor, b: Cbor): Cbor {
  const [setA, setB] = [setOf(a), setOf(b)];
  if (setA !== undefined && setB !== undefined) {
    const all = [...setA, ...setB].sort((x, y) => compareBytes(x.bytes, y.bytes));
    return all.filter((x, i) => i === 0 || compareBytes(all[i - 1]!.bytes, x.bytes) !== 0).map((x) => x.value);
  }
  if (setA !== undefined) return b;
  if (setB !== undefined) return a;
  return compareBytes(encode(a), encode(b)) >= 0 ? a : b;
}

// The entries of an array with ascending encodings; undefined for any other value.
function setOf(value: Cbor): { readonly value: Cbor; readonly bytes: Uint8Array }[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const entries = value.map((entry: Cbor) => ({ value: entry, bytes: encode(entry) }));
  return entries.every((entry, i) => i === 0 || compareBytes(entries[i - 1]!.bytes, entry.bytes) < 0)
    ? entries
    : undefined;
}
