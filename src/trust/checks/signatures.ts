import { checkSignature, type Checked, type KnownKeys } from '../../git/signatures/check-signature.ts';
import type { ObjectReader } from '../../git/objects/objects.ts';
import { lackOf } from '../../git/history/reachable.ts';
import { type Repo } from '../../git/repository/repo.ts';
import { readSigning, type SigningSettings } from '../../git/signatures/signing-settings.ts';
import { type GraphId, type Oid } from '../../model/ids.ts';
import type { Note, Signature } from '../../model/model.ts';
import { decodeStatement, signedBytes, statementHash } from '../../model/statement.ts';
import type { VerifyFinding } from '../finding.ts';
import { likelyFirst, readAllowedSigners } from '../../notes/standing/vouched.ts';
import { compareStated, type Stated } from './signed-statements.ts';
import { revList } from '../../git/history/rev-list.ts';

/** A commit whose note an allowed signer had signed when they signed another one. */
export interface NamedCommit {
  readonly commit: Oid;
  /** The signer. */
  readonly by: string;
  /** The commit with the statement that names it. */
  readonly in: Oid;
}

/** What the statements of allowed signers say about signatures on other commits. Plain data, for other threads. */
export interface SignatureChain {
  /** The commits with a signature of each signer. */
  readonly signed: readonly (readonly [commit: Oid, by: string])[];
  readonly named: readonly NamedCommit[];
}

/** The parts of a note that allowed signers vouch for. */
export interface VouchedParts {
  readonly graphs: ReadonlySet<GraphId>;
  /** The hashes of each session's lines, as statements have them: by the prefix of its nodes. */
  readonly lines: ReadonlySet<string>;
}

/** Notes checked in parallel. */
const NOTES_IN_PARALLEL = 4;

/** The signer of a note's content, and whether an allowed signers list names them. */
export interface Voucher {
  readonly commit: Oid;
  /**
   * `vouched`: signed by a key in git's configuration. `stranger`: signed by any other key. `unchecked`: could not be
   * checked.
   */
  readonly standing: 'vouched' | 'stranger' | 'unchecked';
  /** The principal in the allowed signers list (ssh), or the name of the key. */
  readonly by: string | undefined;
  /** The fingerprint of the key. */
  readonly key: string | undefined;
  readonly scheme: string;
  /** The signer's time in milliseconds since the epoch. */
  readonly at: number;
  /** Why the signer is not trusted. */
  readonly why: string | undefined;
}

/** The result of checking the signatures of notes. */
export interface SignatureReport {
  /** Notes with a signature of an allowed signer. */
  readonly vouched: number;
  /** Notes signed only by strangers, or with signatures that could not be checked. */
  readonly strange: number;
  /** Notes without a signature: their content is only claimed. */
  readonly claimed: number;
  /** The first thousand. */
  readonly vouchers: readonly Voucher[];
  /** The same by signer, with the number of notes. */
  readonly signers: readonly (Signer & { readonly notes: number })[];
}

type Signer = Omit<Voucher, 'commit' | 'at'>;

const nameOf = ({ standing, by, key, scheme, why }: Signer): string => JSON.stringify([standing, by, key, scheme, why]);

/** Cached data about the repository and keys. */
interface CachedKeys {
  settings?: Promise<SigningSettings>;
  roots?: Promise<ReadonlySet<string> | undefined>;
  /** The text of the list of allowed signers. */
  listed?: string;
  readonly keys: KnownKeys;
}

const MAX_LISTED = 1000;

/** Checks the signatures of notes, and counts the signers. Starts no program if there are no signatures. */
export class Signatures {
  readonly #repo: Repo;
  readonly #objects: ObjectReader;
  readonly #known: CachedKeys;
  readonly #signed: [Oid, Note][] = [];
  readonly #chained: [Oid, string][] = [];
  readonly #named: NamedCommit[] = [];
  readonly #vouchedIn: Map<Oid, { graphs: Set<GraphId>; lines: Set<string> }> | undefined;
  readonly #counts = { vouched: 0, strange: 0, claimed: 0 };
  readonly #vouchers: Voucher[] = [];
  readonly #signers = new Map<string, SignatureReport['signers'][number]>();

  /** @param keepsParts whether `vouchedIn` is asked later */
  constructor(repo: Repo, objects: ObjectReader, known: CachedKeys = { keys: new Map() }, keepsParts = false) {
    this.#repo = repo;
    if (keepsParts) this.#vouchedIn = new Map();
    this.#objects = objects;
    this.#known = known;
  }

  /** A new instance without counts, which shares the known keys. */
  anew(keepsParts = false): Signatures {
    return new Signatures(this.#repo, this.#objects, this.#known, keepsParts);
  }

  /** What allowed signers vouch for in a note; undefined without such a signature. */
  vouchedIn(commit: Oid): VouchedParts | undefined {
    return this.#vouchedIn?.get(commit);
  }

  /** Whether any note was signed. */
  get any(): boolean {
    return this.#signers.size > 0;
  }

  /** Adds a note. Signed ones are kept until `findings` is called. */
  add(commit: Oid, note: Note): void {
    if (note.signatures) this.#signed.push([commit, note]);
    else this.#counts.claimed++;
  }

  /** The faults in the signatures of the notes added since the last call, in order. */
  async *findings(): AsyncGenerator<VerifyFinding> {
    const signed = this.#signed.splice(0);
    if (signed.length === 0) return;
    const infos = await this.#objects.info(signed.map(([commit]) => `${commit}^{tree}`));
    for (let at = 0; at < signed.length; at += NOTES_IN_PARALLEL) {
      const some = signed.slice(at, at + NOTES_IN_PARALLEL);
      const found = await Promise.all(some.map(([commit, note], i) => this.#note(commit, note, infos[at + i]?.oid)));
      yield* found.flat();
    }
  }

  report(): SignatureReport {
    return { ...this.#counts, vouchers: this.#vouchers, signers: [...this.#signers.values()] };
  }

  /** What the vouched statements say about other commits. */
  chain(): SignatureChain {
    return { signed: this.#chained, named: this.#named };
  }

  /** Adds the counts of another instance. */
  join({ vouched, strange, claimed, vouchers, signers }: SignatureReport, { signed, named }: SignatureChain): void {
    for (const one of signed) this.#chained.push([...one]);
    for (const one of named) this.#named.push(one);
    this.#counts.vouched += vouched;
    this.#counts.strange += strange;
    this.#counts.claimed += claimed;
    this.#vouchers.push(...vouchers.slice(0, MAX_LISTED - this.#vouchers.length));
    for (const { notes, ...signer } of signers) this.#sign(signer, notes);
  }

  async #note(commit: Oid, note: Note, tree: Oid | undefined): Promise<VerifyFinding[]> {
    const findings: VerifyFinding[] = [];
    const add = (kind: VerifyFinding['kind'], what: string, field = 'signatures'): unknown =>
      findings.push({ kind, commit, field, what });
    const entries = note.signatures ?? [];
    const settings = await (this.#known.settings ??= readSigning(this.#repo));
    const listed = (this.#known.listed ??= readAllowedSigners(this.#repo, settings));
    const { likely, bad, skipped } = likelyFirst(entries, listed);
    if (skipped > 0)
      findings.push({
        kind: 'gap',
        commit,
        field: 'signatures',
        dropped: skipped,
        what: `It has ${entries.length} signatures, and ${entries.length - skipped} were looked at.`,
      });
    const stated: Stated[] = [];
    for (const entry of likely) {
      const statement = readStatement(entry);
      if (!statement) add('fault', 'What was signed cannot be read.');
      else if (statement.commit !== commit)
        add('fault', `It contains a signature for commit ${statement.commit}.`, 'signatures.commit');
      else {
        const checked = await this.#checked(entry, statement.at);
        if (checked.kind === 'bad') add('fault', `A signature does not match the signed content: ${checked.why}.`);
        else stated.push({ statement, hash: statementHash(entry.payload), scheme: entry.scheme, checked });
      }
    }
    if (bad.length > 0)
      add(
        'fault',
        `${bad.length} signatures do not match the signed content: the key that they name did not make them.`,
      );
    const roots = await (this.#known.roots ??= rootsOf(this.#repo));
    const statements = new Set(entries.map(({ payload }) => statementHash(payload)));
    for (const finding of compareStated(note, stated, { tree, roots, statements }))
      findings.push({ ...finding, commit });
    this.#count(commit, stated);
    return findings;
  }

  async #checked({ scheme, signature, payload }: Signature, at: number): Promise<Checked> {
    const settings = await (this.#known.settings ??= readSigning(this.#repo));
    return checkSignature(
      this.#repo,
      settings,
      { scheme, signature, bytes: signedBytes(payload), at },
      this.#known.keys,
    );
  }

  #count(commit: Oid, stated: readonly Stated[]): void {
    if (stated.some(({ checked }) => checked.kind === 'vouched')) this.#counts.vouched++;
    else if (stated.length > 0) this.#counts.strange++;
    else this.#counts.claimed++;
    const counted = new Set<string>();
    for (const { statement, checked } of stated) {
      if (checked.kind !== 'vouched') continue;
      this.#chained.push([commit, checked.by]);
      this.#keepParts(commit, statement);
      for (const earlier of statement.signed ?? []) this.#named.push({ commit: earlier, by: checked.by, in: commit });
    }
    for (const one of stated) {
      const voucher = voucherOf(commit, one);
      if (this.#vouchers.length < MAX_LISTED) this.#vouchers.push(voucher);
      const { standing, by, key, scheme, why } = voucher;
      const name = nameOf({ standing, by, key, scheme, why });
      if (counted.has(name)) continue;
      counted.add(name);
      this.#sign({ standing, by, key, scheme, why }, 1);
    }
  }

  #keepParts(commit: Oid, { graphs, taken, lines }: Stated['statement']): void {
    if (!this.#vouchedIn) return;
    const parts = this.#vouchedIn.get(commit) ?? { graphs: new Set(), lines: new Set() };
    this.#vouchedIn.set(commit, parts);
    for (const { id } of [...graphs, ...taken]) parts.graphs.add(id);
    for (const [session, hash] of lines) parts.lines.add(`${session} ${hash}`);
  }

  #sign(signer: Signer, more: number): void {
    const name = nameOf(signer);
    const notes = (this.#signers.get(name)?.notes ?? 0) + more;
    this.#signers.set(name, { ...signer, notes });
  }
}

function voucherOf(commit: Oid, { statement: { at }, scheme, checked }: Stated): Voucher {
  const common = { commit, scheme, at };
  if (checked.kind === 'vouched')
    return { ...common, standing: 'vouched', by: checked.by, key: checked.key, why: undefined };
  const standing = checked.kind === 'stranger' ? 'stranger' : 'unchecked';
  const key = checked.kind === 'stranger' ? checked.key : undefined;
  return { ...common, standing, by: undefined, key, why: checked.why };
}

function readStatement({ payload }: Signature): Stated['statement'] | undefined {
  try {
    return decodeStatement(payload);
  } catch {
    return undefined;
  }
}

// All root commits of the history here; undefined when the history is shallow.
async function rootsOf(repo: Repo): Promise<ReadonlySet<string> | undefined> {
  if ((await lackOf(repo)) === 'shallow') return undefined;
  const roots = new Set<string>();
  try {
    const flags = ['--max-parents=0', '--all'] as const;
    for await (const root of revList(repo, { flags, revisions: ['HEAD'], replace: false })) roots.add(root);
  } catch {
    return undefined; // a part of the history is missing, or HEAD has no commit
  }
  return roots;
}
