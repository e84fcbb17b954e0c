import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectReader } from '../../git/objects/objects.ts';
import { type Repo } from '../../git/repository/repo.ts';
import { sign } from '../../git/signatures/sign.ts';
import { readSigning, type SigningSettings } from '../../git/signatures/signing-settings.ts';
import { graphIdOf } from '../../model/format/note.ts';
import { isOid, type NodeId, type Oid, type SessionId, sessionPart } from '../../model/ids.ts';
import { importedFrom } from '../../model/standing/imported.ts';
import { joinNotes } from '../../model/graph/join.ts';
import type { Graph, Note } from '../../model/model.ts';
import { isReadAsClaimed } from '../../model/standing/standing.ts';
import {
  encodeStatement,
  linesBySession,
  signedBytes,
  statementHash,
  type StatedGraph,
  type Statement,
} from '../../model/statement.ts';
import { isDamaged, type NoteStore } from '../../notes/notes.ts';
import { ledgerName } from './ledger.ts';
import { filesOf, provDirOf } from '../../git/repository/local-files.ts';
import { replaceFile } from '../../git/repository/replace-file.ts';
import { revListIfKnown } from '../../git/history/rev-list.ts';

/** The start of a fault. */
const UNSIGNED = 'Notes were not signed:';

/** A statement names the signed commits among this many before it, along the first parents. */
const MAX_SIGNED = 32;

/** Timeout of one signing program, in milliseconds: it waits for no user, but may have to start an agent. */
const EACH_MS = 3000;
/** Timeout for all signing of one drain, in milliseconds. The rest stays unsigned. */
const ALL_MS = 10_000;

/** The notes to write, and why some are not signed. */
export interface SignedNotes {
  readonly notes: Map<Oid, Note>;
  readonly fault: string | undefined;
}

/**
 * Signs notes before they are written, if `prov.sign` asks for it. A note that cannot be signed is still written:
 * a key may need a passphrase, or a program may not answer. After the first failure, no other note is tried.
 */
export async function signNotes(
  repo: Repo,
  notes: ReadonlyMap<Oid, Note>,
  objects: ObjectReader,
  store: Pick<NoteStore, 'read'>,
): Promise<SignedNotes> {
  const out = new Map(notes);
  if (notes.size === 0) return { notes: out, fault: undefined };
  try {
    const settings = await readSigning(repo);
    if (settings.unknown !== undefined)
      return { notes: out, fault: `${UNSIGNED} prov.sign is neither true nor false.` };
    if (!settings.on) return { notes: out, fault: undefined };
    return { notes: out, fault: await new Signing(repo, settings, objects, store).all(out) };
  } catch (cause) {
    return { notes: out, fault: `${UNSIGNED} ${cause instanceof Error ? cause.message : String(cause)}` };
  }
}

class Signing {
  readonly #repo: Repo;
  readonly #settings: SigningSettings;
  readonly #objects: ObjectReader;
  readonly #store: Pick<NoteStore, 'read'>;
  readonly #recorded = new Map<SessionId, boolean>();

  constructor(repo: Repo, settings: SigningSettings, objects: ObjectReader, store: Pick<NoteStore, 'read'>) {
    this.#repo = repo;
    this.#settings = settings;
    this.#objects = objects;
    this.#store = store;
  }

  /** Signs as many notes as possible. @returns why some are not signed */
  async all(notes: Map<Oid, Note>): Promise<string | undefined> {
    const until = Date.now() + ALL_MS;
    const commits = [...notes.keys()];
    const [trees, there, repository] = await Promise.all([
      this.#objects.info(commits.map((commit) => `${commit}^{tree}`)),
      this.#store.read(commits),
      repositoryOf(this.#repo, commits[0]!),
    ]);
    const signed = readSigned(this.#repo);
    for (const [i, commit] of commits.entries()) {
      const tree = trees[i]?.oid;
      if (!tree) continue; // the commit was deleted, so its note does not matter
      const [note, found] = [notes.get(commit)!, there.get(commit)];
      const old = found && isDamaged(found) ? found.note : found;
      const payload = encodeStatement({
        ...this.#statement(commit, tree, note, old, repository),
        signed: await signedBefore(this.#repo, commit, signed),
      });
      const left = until - Date.now();
      const timeout = Math.min(EACH_MS, left);
      const done =
        left > 0
          ? await sign(this.#repo, this.#settings, signedBytes(payload), { timeout })
          : { kind: 'unsigned' as const, why: `there was no time to sign ${commits.length - i} of ${commits.length}` };
      if (done.kind === 'unsigned') return `${UNSIGNED} ${done.why}.`;
      const { scheme, signature } = done;
      keepSigned(this.#repo, commit, signed);
      notes.set(commit, { ...note, signatures: [...(note.signatures ?? []), { payload, scheme, signature }] });
    }
    return undefined;
  }

  #statement(commit: Oid, tree: Oid, note: Note, old: Note | undefined, repository: Oid | undefined): Statement {
    // The lines as they will be written: our lines of a session are joined to those that others recorded for it.
    const all = linesBySession((old ? joinNotes(old, note) : note).lines);
    const mine = linesBySession(note.lines);
    const claimed = note.graphs.filter((graph) => isReadAsClaimed(graph));
    const unsigned = claimedOwners(note, claimed);
    // A graph in `graphs` means that the lines without a claim are a person's. With claimed lines among them, the signer cannot vouch for that.
    const isRecorded = (graph: Graph): boolean =>
      unsigned.size === 0 &&
      importedFrom(graph) === undefined &&
      this.#isRecorded(graph.session.id) &&
      !isReadAsClaimed(graph);
    const isSigned = (owner: string): boolean => (owner === '' ? unsigned.size === 0 : !unsigned.has(owner));
    return {
      ...(repository && { repository }),
      commit,
      tree,
      at: Date.now(),
      graphs: note.graphs.filter(isRecorded).map(stated),
      taken: note.graphs.filter((graph) => !isRecorded(graph) && !claimed.includes(graph)).map(stated),
      lines: new Map([...mine.keys()].filter(isSigned).map((owner) => [owner, all.get(owner)!])),
      carried: note.carried,
      after: [...new Set((old?.signatures ?? []).map(({ payload }) => statementHash(payload)))],
    };
  }

  // A session that was recorded here has a ledger here. Other graphs came with notes, and their lines with a rewritten commit.
  #isRecorded(id: SessionId): boolean {
    const known = this.#recorded.get(id);
    if (known !== undefined) return known;
    const found = existsSync(join(filesOf(this.#repo).ledgers, `${ledgerName(id)}.jsonl`));
    this.#recorded.set(id, found);
    return found;
  }
}

// The sessions with lines that were carried from a claimed note: these stay claimed. A person who can push notes can add a graph in the name
// of a session, so a claimed graph counts only if a line is of a step that no other graph has.
function claimedOwners({ graphs, lines }: Note, claimed: readonly Graph[]): Set<string> {
  if (claimed.length === 0) return new Set();
  const steps = new Set<NodeId>(claimed.flatMap(({ nodes }) => nodes.map(({ id }) => id)));
  for (const graph of graphs) if (!claimed.includes(graph)) for (const { id } of graph.nodes) steps.delete(id);
  const owners = new Set<string>();
  for (const list of lines.values())
    for (const { node, from } of list)
      for (const id of [node, from]) if (id && steps.has(id)) owners.add(sessionPart(id));
  return owners;
}

function readSigned(repo: Repo): Set<string> {
  const file = filesOf(repo).signed;
  return new Set(existsSync(file) ? readFileSync(file, 'latin1').split('\n').filter(isOid) : []);
}

function keepSigned(repo: Repo, commit: Oid, signed: Set<string>): void {
  if (signed.has(commit) || !existsSync(provDirOf(repo))) return;
  signed.add(commit);
  appendFileSync(filesOf(repo).signed, `${commit}\n`, { mode: 0o600 });
}

// Only commits that everybody with this commit has: others may be unpublished.
async function signedBefore(repo: Repo, commit: Oid, signed: ReadonlySet<string>): Promise<Oid[]> {
  if (signed.size === 0 || (signed.size === 1 && signed.has(commit))) return [];
  const walk = { flags: ['--first-parent', `--max-count=${MAX_SIGNED + 1}`], from: [commit], replace: false } as const;
  return (await revListIfKnown(repo, walk)).filter((id) => id !== commit && signed.has(id));
}

const stated = (graph: Graph): StatedGraph => ({ id: graphIdOf(graph), previous: graph.previous });

// The root commit of the history, cached: finding it takes a walk over all of it.
async function repositoryOf(repo: Repo, commit: Oid): Promise<Oid | undefined> {
  const file = filesOf(repo).repository;
  if (existsSync(file)) {
    const known = readFileSync(file, 'latin1').trim();
    if (isOid(known)) return known;
  }
  if ((statSync(join(repo.commonDir, 'shallow'), { throwIfNoEntry: false })?.size ?? 0) > 0) return undefined;
  const walk = { flags: ['--first-parent', '--max-parents=0'], from: [commit], replace: false } as const;
  const [root, ...others] = await revListIfKnown(repo, walk);
  if (!root || others.length > 0) return undefined;
  if (existsSync(provDirOf(repo))) replaceFile(file, `${root}\n`); // `reconcile` works without it
  return root;
}
