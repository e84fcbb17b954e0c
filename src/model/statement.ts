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
  MAX_TIME_MS,
  naming,
  oidBytes,
} from './format/fields.ts';
import { sha256 } from './hash.ts';
import { hexOf } from './hex.ts';
import { graphId, type GraphId, LONG_DIGITS, type Oid, numberOf, sessionPart } from './ids.ts';
import { compareCarried } from './graph/join.ts';
import type { Carried, Note } from './model.ts';
import { pathToBytes } from './path.ts';

/** The media type of a signed statement about a note. */
const STATEMENT_TYPE = 'application/vnd.git-prov.statement.v1+cbor';

/** A graph in a statement, with its predecessor. */
export interface StatedGraph {
  readonly id: GraphId;
  readonly previous: GraphId | null;
}

/** A signed statement about the note of one commit. See docs/format.md, "Signatures". */
export interface Statement {
  /** The root commit of the repository's history; absent when it is unknown. */
  readonly repository?: Oid;
  readonly commit: Oid;
  readonly tree: Oid;
  /** The time of signing on the signer's clock, in milliseconds since the epoch. */
  readonly at: number;
  /** Graphs of sessions that the signing clone recorded. */
  readonly graphs: readonly StatedGraph[];
  /** Graphs that came from other notes. */
  readonly taken: readonly StatedGraph[];
  /**
   * For every session with attributed lines (the prefix of its node ids; empty for lines without a session), a hash over these lines.
   */
  readonly lines: ReadonlyMap<string, string>;
  readonly carried: readonly Carried[];
  /** Hashes of the note's earlier statements. */
  readonly after: readonly string[];
  /** Earlier commits of this commit's history whose notes this clone has signed, the last few. */
  readonly signed?: readonly Oid[];
}

/**
 * DSSE's pre-authentication encoding, version 1. The signature covers it instead of the bare payload, so that bytes of one
 * type cannot pass for those of another.
 */
export const preAuthenticated = (type: string, payload: Uint8Array): Uint8Array =>
  concatBytes(utf8ToBytes(`DSSEv1 ${utf8ToBytes(type).length} ${type} ${payload.length} `), payload);

/** The bytes that the signature of a statement covers. */
export const signedBytes = (payload: Uint8Array): Uint8Array => preAuthenticated(STATEMENT_TYPE, payload);

/** The hash by which a later statement refers to this one. */
export const statementHash = (payload: Uint8Array): string => hexOf(sha256(payload));

/**
 * The canonical bytes of a statement.
 * @throws ProvError `data` for a field that the format cannot hold
 */
export const encodeStatement = (statement: Statement): Uint8Array =>
  naming(() => {
    const { repository, commit, tree, at, graphs, taken, lines, carried, after, signed = [] } = statement;
    const map = new Map<CborKey, Cbor>([
      ['at', asInt(at, 'at', 0, MAX_TIME_MS)],
      ['tree', oidBytes(tree, 'tree')],
      ['after', [...after].sort().map((hash) => hashBytes(hash, 'after'))],
      ['lines', new Map([...lines].map(([owner, hash]) => [owner, hashBytes(hash, 'lines')]))],
      ['taken', graphsToCbor(taken)],
      ['commit', oidBytes(commit, 'commit')],
      ['graphs', graphsToCbor(graphs)],
      ['carried', [...carried].sort(compareCarried).map(({ from, how }) => [oidBytes(from, 'from'), how])],
    ]);
    if (signed.length > 0)
      map.set(
        'signed',
        [...signed].sort().map((id) => oidBytes(id, 'signed')),
      );
    if (repository !== undefined) map.set('repository', oidBytes(repository, 'repository'));
    return encode(map);
  });

/**
 * Decodes a statement. Unknown fields are skipped, because a newer signer may have added them.
 * @throws ProvError `data` when the bytes are not a statement
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
      at: asInt(map.get('at'), 'at', 0, MAX_TIME_MS),
      graphs: graphsFromCbor(map.get('graphs'), 'graphs'),
      taken: graphsFromCbor(map.get('taken'), 'taken'),
      lines: new Map([...lines].map(([owner, hash]) => [asText(owner, 'lines', LONG_DIGITS), asHash(hash, 'lines')])),
      carried: eachOf(map.get('carried'), 'carried', FIELD_LIMITS.carried, (item) => {
        const [from, how] = asList(item, 'entry', 2);
        return { from: asOid(from, 'from'), how: asName(how, 'how') };
      }),
      after: eachOf(map.get('after'), 'after', FIELD_LIMITS.signatures, (item) => asHash(item, 'hash')),
      ...(map.has('signed') && {
        signed: eachOf(map.get('signed'), 'signed', FIELD_LIMITS.signatures, (item) => asOid(item, 'commit')),
      }),
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
 * For every session with lines in a note (by the prefix of its node ids), a hash over its claims: step, file, lines and evidence.
 * Claims without a session (a person's changes to an agent's lines, and abstentions) are under the empty text. Claims about
 * other sessions do not affect a session's hash.
 * @returns SHA-256 in hex
 */
export function linesBySession(lines: Note['lines']): Map<string, string> {
  const claims = new Map<string, [path: Uint8Array, claims: Cbor[]][]>();
  for (const [path, list] of lines) {
    const byOwner = new Map<string, Map<string, Claim[]>>();
    for (const { node, from, evidence, start, count } of list) {
      const owner = node ? sessionPart(node) : '';
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

// Merges adjacent ranges with the same claim, because joining notes may have split one.
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
