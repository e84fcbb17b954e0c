import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { compareBytes, decode, encode, type Cbor, type CborKey } from './format/cbor.ts';
import {
  asHash,
  asInt,
  asList,
  asMap,
  asName,
  asOid,
  asText,
  eachOf,
  FIELD_LIMITS,
  hashBytes,
  LAST_TIME,
  naming,
  oidBytes,
} from './format/fields.ts';
import { sha256 } from './hash.ts';
import { hexOf } from './hex.ts';
import { graphId, type GraphId, type Oid, numberOf } from './ids.ts';
import { compareCarried } from './graph/join.ts';
import type { Carried, Note } from './model.ts';
import { pathToBytes } from './path.ts';

/** The type that a signed statement about a note goes under. */
const STATEMENT_TYPE = 'application/vnd.git-prov.statement.v1+cbor';

/** A graph of a statement, with the one that it follows. */
export interface StatedGraph {
  readonly id: GraphId;
  readonly previous: GraphId | null;
}

/** What somebody signs about the note of one commit. See docs/format.md, "Signatures". */
export interface Statement {
  /** The commit without parents that the history of the repository begins with; absent where that is not known. */
  readonly repository?: Oid;
  readonly commit: Oid;
  readonly tree: Oid;
  /** When it was signed, as the signer's clock had it: milliseconds since the epoch. */
  readonly at: number;
  /** Graphs of sessions that were recorded where it was signed. */
  readonly graphs: readonly StatedGraph[];
  /** Graphs that were taken over from other notes. */
  readonly taken: readonly StatedGraph[];
  /** For every session that lines are given to (its eight digits; empty for lines of no session), a hash over these lines. */
  readonly lines: ReadonlyMap<string, string>;
  readonly carried: readonly Carried[];
  /** The statements that the note had before, by their hashes. */
  readonly after: readonly string[];
}

/**
 * What is signed in the place of some bytes: DSSE's pre-authentication encoding, version 1, so that bytes of one type are
 * never taken for those of another.
 */
export const preAuthenticated = (type: string, payload: Uint8Array): Uint8Array =>
  concatBytes(utf8ToBytes(`DSSEv1 ${utf8ToBytes(type).length} ${type} ${payload.length} `), payload);

/** What is signed of a statement's payload. */
export const signedBytes = (payload: Uint8Array): Uint8Array => preAuthenticated(STATEMENT_TYPE, payload);

/** By what a later statement names one. */
export const statementHash = (payload: Uint8Array): string => hexOf(sha256(payload));

/**
 * The canonical bytes of a statement.
 * @throws ProvError `data` for a field that has no place
 */
export const encodeStatement = (statement: Statement): Uint8Array =>
  naming(() => {
    const { repository, commit, tree, at, graphs, taken, lines, carried, after } = statement;
    const map = new Map<CborKey, Cbor>([
      ['at', asInt(at, 'at', 0, LAST_TIME)],
      ['tree', oidBytes(tree, 'tree')],
      ['after', [...after].sort().map((hash) => hashBytes(hash, 'after'))],
      ['lines', new Map([...lines].map(([owner, hash]) => [owner, hashBytes(hash, 'lines')]))],
      ['taken', graphsToCbor(taken)],
      ['commit', oidBytes(commit, 'commit')],
      ['graphs', graphsToCbor(graphs)],
      ['carried', [...carried].sort(compareCarried).map(({ from, how }) => [oidBytes(from, 'from'), how])],
    ]);
    if (repository !== undefined) map.set('repository', oidBytes(repository, 'repository'));
    return encode(map);
  });

/**
 * Reads a statement. Fields that are not known are passed over: who signed them meant something by them.
 * @throws ProvError `data` when the bytes are none
 */
export const decodeStatement = (payload: Uint8Array): Statement => {
  const value = decode(payload);
  return naming(() => {
    const map = asMap(value, 'statement');
    const lines = asMap(map.get('lines'), 'lines');
    return {
      ...(map.has('repository') && { repository: asOid(map.get('repository'), 'repository') }),
      commit: asOid(map.get('commit'), 'commit'),
      tree: asOid(map.get('tree'), 'tree'),
      at: asInt(map.get('at'), 'at', 0, LAST_TIME),
      graphs: graphsFromCbor(map.get('graphs'), 'graphs'),
      taken: graphsFromCbor(map.get('taken'), 'taken'),
      lines: new Map([...lines].map(([owner, hash]) => [asText(owner, 'lines', 8), asHash(hash, 'lines')])),
      carried: eachOf(map.get('carried'), 'carried', FIELD_LIMITS.carried, (item) => {
        const [from, how] = asList(item, 'entry', 2);
        return { from: asOid(from, 'from'), how: asName(how, 'how') };
      }),
      after: eachOf(map.get('after'), 'after', FIELD_LIMITS.signatures, (item) => asHash(item, 'hash')),
    };
  });
};

const graphsToCbor = (graphs: readonly StatedGraph[]): Cbor =>
  [...graphs]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, previous }) => [hexToBytes(id), previous === null ? null : hexToBytes(previous)]);

const graphsFromCbor = (value: unknown, field: string): StatedGraph[] =>
  eachOf(value, field, FIELD_LIMITS.graphs, (item) => {
    const [id, previous] = asList(item, 'entry', 2);
    const before = previous === null ? null : graphId(asHash(previous, 'previous'));
    return { id: graphId(asHash(id, 'id')), previous: before };
  });

/**
 * For every session that a note gives lines to, by its eight digits, a hash over all that it says of them: which step wrote
 * which lines of which file, and how that is known. Lines of no session (a person's that changed an agent's, and those that
 * were abstained from) are under the empty text. What others say of other sessions changes nothing.
 * @returns SHA-256 in hex
 */
export function linesBySession(lines: Note['lines']): Map<string, string> {
  const claims = new Map<string, [path: Uint8Array, claims: Cbor[]][]>();
  for (const [path, list] of lines) {
    const byOwner = new Map<string, Map<string, Claim[]>>();
    for (const { node, from, evidence, start, count } of list) {
      const owner = node?.slice(0, 8) ?? '';
      const kind = JSON.stringify([node, evidence, from ?? null]);
      const kinds = byOwner.get(owner) ?? new Map<string, Claim[]>();
      const ranges = kinds.get(kind) ?? [];
      ranges.push([node && numberOf(node), evidence, from ?? null, start, count]);
      byOwner.set(owner, kinds.set(kind, ranges));
    }
    for (const [owner, kinds] of byOwner) {
      const merged = [...kinds.values()].flatMap(mergeRuns);
      claims.set(owner, [...(claims.get(owner) ?? []), [new Uint8Array(pathToBytes(path)), inOrder(merged)]]);
    }
  }
  return new Map(
    [...claims].map(([owner, files]) => {
      files.sort(([a], [b]) => compareBytes(a, b));
      return [owner, hexOf(sha256(encode(files)))];
    }),
  );
}

type Claim = readonly [step: number | null, evidence: string, from: string | null, start: number, count: number];

// Where notes were joined a run may have been cut in two: neighbours with the same claim are one.
function mergeRuns(claims: readonly Claim[]): Claim[] {
  const runs: [...Claim][] = [];
  for (const claim of [...claims].sort((a, b) => a[3] - b[3])) {
    const last = runs.at(-1);
    if (last && claim[3] <= last[3] + last[4]) last[4] = Math.max(last[4], claim[3] + claim[4] - last[3]);
    else runs.push([...claim]);
  }
  return runs;
}

const inOrder = (claims: readonly Claim[]): Cbor[] =>
  claims
    .map((claim) => ({ claim: [...claim], bytes: encode([...claim]) }))
    .sort((a, b) => compareBytes(a.bytes, b.bytes))
    .map(({ claim }) => claim);
