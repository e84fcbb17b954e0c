import type { Checked } from '../../git/signatures/check-signature.ts';
import { graphIdOf } from '../../model/format/note.ts';
import type { Oid } from '../../model/ids.ts';
import { compareCarried } from '../../model/graph/join.ts';
import type { Note } from '../../model/model.ts';
import { linesBySession, type Statement } from '../../model/statement.ts';
import type { VerifyFinding } from '../finding.ts';

/** A statement with a signature that is not bad. */
export interface Stated {
  readonly statement: Statement;
  readonly hash: string;
  readonly scheme: string;
  readonly checked: Exclude<Checked, { kind: 'bad' }>;
}

/** Facts about the repository. */
export interface RepositoryFacts {
  /** The commit's tree; undefined when the commit is missing. */
  readonly tree: Oid | undefined;
  /** All root commits of the histories here; undefined when they cannot be determined. */
  readonly roots: ReadonlySet<string> | undefined;
  /** The hashes of all statements in the note. */
  readonly statements: ReadonlySet<string>;
}

type Partly = Omit<VerifyFinding, 'commit'>;

/**
 * Compares signed statements about a note with the note. The note may contain more than was signed (others joined theirs),
 * but nothing that was signed may be missing or differ.
 */
export function* compareStated(note: Note, stated: readonly Stated[], known: RepositoryFacts): Generator<Partly> {
  const graphs = new Map(note.graphs.map((graph) => [graphIdOf(graph), graph]));
  const lines = linesBySession(note.lines);
  for (const one of stated) {
    const { statement } = one;
    const who = nameOf(one);
    if (known.tree && statement.tree !== known.tree)
      yield fault('tree', `The commit has not the tree that ${who} signed.`);
    if (statement.repository && known.roots && !known.roots.has(statement.repository))
      yield fault('repository', `It was signed by ${who} for another repository.`);
    for (const { id, previous } of [...statement.graphs, ...statement.taken]) {
      const graph = graphs.get(id);
      if (!graph) yield { ...fault('graphs', `A graph that ${who} signed is not in the note.`), graph: id };
      else if (graph.previous !== previous)
        yield { ...fault('graphs', `${who} signed that another graph is before it.`), graph: id };
    }
    for (const [owner, hash] of statement.lines) {
      if (lines.get(owner) === hash || isReplaced(one, owner, stated, lines)) continue;
      const of = owner === '' ? 'no session' : `the session ${owner}`;
      if (isDisputed(one, owner, stated))
        yield { kind: 'gap', field: 'signatures.lines', what: `Two signers state different lines of ${of}.` };
      else yield fault('lines', `The lines of ${of} are not those that ${who} signed.`);
    }
    for (const entry of statement.carried)
      if (!note.carried.some((other) => compareCarried(other, entry) === 0))
        yield fault('carried', `${who} signed that it was made from ${entry.from}, and the note does not say so.`);
    for (const hash of statement.after)
      if (!known.statements.has(hash))
        yield fault('after', `A statement that existed when ${who} signed is missing, or an older one replaced it.`);
  }
  yield* claimed(stated, graphs.keys(), lines.keys());
}

const fault = (field: string, what: string): Partly => ({ kind: 'fault', field: `signatures.${field}`, what });

const nameOf = ({ checked }: Stated): string => {
  if (checked.kind === 'vouched') return checked.by;
  return checked.kind === 'stranger' && checked.key !== undefined ? checked.key : 'somebody';
};

// A later statement of the same standing names this one, and covers the current lines.
function isReplaced(
  { hash, statement, checked }: Stated,
  owner: string,
  stated: readonly Stated[],
  lines: ReadonlyMap<string, string>,
): boolean {
  return stated.some(
    (later) =>
      later.statement !== statement &&
      (checked.kind !== 'vouched' || later.checked.kind === 'vouched') &&
      later.statement.after.includes(hash) &&
      later.statement.lines.get(owner) !== undefined &&
      later.statement.lines.get(owner) === lines.get(owner),
  );
}

// Two clones carried the same lines differently, and their notes were joined. Strangers cannot dispute vouched statements.
function isDisputed({ statement, checked }: Stated, owner: string, stated: readonly Stated[]): boolean {
  const hash = statement.lines.get(owner);
  return stated.some((other) => {
    const theirs = other.statement.lines.get(owner);
    return theirs !== undefined && theirs !== hash && (checked.kind !== 'vouched' || other.checked.kind === 'vouched');
  });
}

// In a note with a trusted signature, the unsigned rest is only claimed. It is reported, so that nobody trusts it by
// mistake.
function* claimed(stated: readonly Stated[], graphs: Iterable<string>, owners: Iterable<string>): Generator<Partly> {
  const vouched = stated.filter(({ checked }) => checked.kind === 'vouched').map(({ statement }) => statement);
  if (vouched.length === 0) return;
  const ids = new Set<string>(vouched.flatMap((one) => [...one.graphs, ...one.taken].map(({ id }) => id)));
  const rest = [...graphs].filter((id) => !ids.has(id));
  const what = 'No allowed signer vouches for it, unlike for the rest of the note.';
  for (const id of rest)
    yield { kind: 'gap', graph: id as NonNullable<VerifyFinding['graph']>, field: 'signatures', what };
  for (const owner of owners)
    if (!vouched.some(({ lines }) => lines.has(owner)))
      yield {
        kind: 'gap',
        field: 'signatures.lines',
        what: `No allowed signer vouches for the lines of ${owner === '' ? 'no session' : `the session ${owner}`}, unlike for the rest of the note.`,
      };
}
