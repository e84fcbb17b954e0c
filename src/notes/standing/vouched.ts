import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { type Checked, checkSignature, type KnownKeys } from '../../git/signatures/check-signature.ts';
import type { Repo } from '../../git/repository/repo.ts';
import type { SigningSettings } from '../../git/signatures/signing-settings.ts';
import { readSshSignature } from '../../git/signatures/ssh-signature.ts';
import { SSH_NAMESPACE } from '../../git/signatures/sign.ts';
import { graphIdOf } from '../../model/format/note.ts';
import type { Oid } from '../../model/ids.ts';
import type { Note, Signature } from '../../model/model.ts';
import { decodeStatement, linesBySession, signedBytes, type Statement, statementHash } from '../../model/statement.ts';
import { localFiles } from '../../git/repository/local-files.ts';

/** Signatures of one note that are checked by a program: each costs a process. Ed25519 signatures need none. */
const MAX_PROGRAMS = 64;
/** Up to this many signatures are checked in their order. */
const MAX_UNSORTED = 8;

/** The coverage of a note by statements of allowed signers. */
export interface VouchedNote {
  readonly graphs: ReadonlySet<string>;
  /** Prefixes of the sessions with lines that equal the ones an allowed signer signed; '' for lines of no session. */
  readonly sessions: ReadonlySet<string>;
  /** The sources that the statements name. */
  readonly carried: Statement['carried'];
  /** Whether a statement covers graphs that were recorded where it was signed. */
  readonly isOwn: boolean;
  /** Whether signed content is missing from the note, or differs there. */
  readonly isBroken: boolean;
}

/** Determines the content that allowed signers vouch for. Remembers statements, so that a second reading starts no program. */
export class Vouching {
  readonly #repo: Repo;
  readonly #settings: SigningSettings;
  readonly #file: string;
  readonly #keys: KnownKeys = new Map();
  readonly #known = new Map<string, boolean>();
  readonly #listed: string;
  readonly #head: string;

  /** @param provDir the folder of the local state, which may be missing */
  constructor(repo: Repo, settings: SigningSettings, provDir: string) {
    this.#repo = repo;
    this.#settings = settings;
    this.#file = localFiles(provDir).vouched;
    this.#listed = readAllowedSigners(repo, settings);
    this.#head = this.#headOf();
    this.#load(existsSync(provDir));
  }

  /** The vouched content in the note of a commit; undefined without any. */
  async of(commit: Oid, note: Note): Promise<VouchedNote | undefined> {
    const signed = await this.#signed(commit, note.signatures ?? []);
    if (signed.length === 0) return undefined;
    const statements = signed.map(({ statement }) => statement);
    const lines = linesBySession(note.lines);
    const sessions = new Set<string>();
    for (const statement of statements)
      for (const [session, hash] of statement.lines) if (lines.get(session) === hash) sessions.add(session);
    const graphs = graphsIn(statements);
    const here = new Set<string>(note.graphs.map(graphIdOf));
    const isBroken = [...graphs].some((id) => !here.has(id)) || signed.some((one) => hasOtherLines(one, signed, lines));
    return {
      graphs,
      sessions,
      carried: statements.flatMap((one) => one.carried),
      isOwn: statements.some((one) => one.graphs.length > 0),
      isBroken,
    };
  }

  /** The ids of the graphs that allowed signers vouch for, by the signatures in a commit's note. */
  async graphs(commit: Oid, signatures: readonly Signature[]): Promise<ReadonlySet<string>> {
    return graphsIn((await this.#signed(commit, signatures)).map(({ statement }) => statement));
  }

  /** The hashes of lines that allowed signers vouch for, by session, by the signatures in a commit's note. */
  async lineHashes(commit: Oid, signatures: readonly Signature[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const hashes = new Map<string, Set<string>>();
    for (const { statement } of await this.#signed(commit, signatures))
      for (const [session, hash] of statement.lines) hashes.set(session, (hashes.get(session) ?? new Set()).add(hash));
    return hashes;
  }

  /**
   * Who signed each graph as recorded in a clone of theirs, by the names in the list of allowed signers. A graph that a signer only
   * took along, for example from a source commit, has none here.
   */
  async signers(commit: Oid, signatures: readonly Signature[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const signers = new Map<string, Set<string>>();
    for (const { statement, entry } of await this.#signed(commit, signatures)) {
      const checked = await this.#check(entry, statement);
      if (checked.kind !== 'vouched') continue;
      for (const { id } of statement.graphs) signers.set(id, (signers.get(id) ?? new Set<string>()).add(checked.by));
    }
    return signers;
  }

  /** Changes with the settings and the lists that decide who may sign. */
  get state(): string {
    return this.#head;
  }

  async #signed(commit: Oid, signatures: readonly Signature[]): Promise<Signed[]> {
    const signed: Signed[] = [];
    for (const entry of likelyFirst(signatures, this.#listed).likely) {
      const statement = readStatement(entry);
      if (statement?.commit === commit && (await this.#isVouched(entry, statement)))
        signed.push({ statement, entry, hash: statementHash(entry.payload) });
    }
    return signed;
  }

  #check({ scheme, signature, payload }: Signature, { at }: Statement): Promise<Checked> {
    const signed = { scheme, signature, bytes: signedBytes(payload), at };
    return checkSignature(this.#repo, this.#settings, signed, this.#keys);
  }

  async #isVouched(entry: Signature, statement: Statement): Promise<boolean> {
    const name = nameOf(entry);
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const { kind } = await this.#check(entry, statement);
    const isVouched = kind === 'vouched';
    this.#known.set(name, isVouched);
    if (isVouched && existsSync(this.#file)) appendFileSync(this.#file, `${name}\n`);
    return isVouched;
  }

  #headOf(): string {
    const { minTrust, revoked, programs } = this.#settings;
    const state = JSON.stringify([this.#listed, readIfThere(revoked), minTrust, programs]);
    return createHash('sha256').update(state).digest('hex');
  }

  // The first line names the settings that applied to the checks of the others.
  #load(isEnabled: boolean): void {
    const head = this.#head;
    const [first, ...names] = readIfThere(this.#file).split('\n');
    if (first === head) for (const name of names) this.#known.set(name, true);
    else if (isEnabled) writeFileSync(this.#file, `${head}\n`, { mode: 0o600 });
  }
}

const graphsIn = (statements: readonly Statement[]): Set<string> =>
  new Set(statements.flatMap((one) => [...one.graphs, ...one.taken].map(({ id }): string => id)));

interface Signed {
  readonly statement: Statement;
  readonly entry: Signature;
  readonly hash: string;
}

// Whether lines differ from the signed ones without a later statement that covers them.
function hasOtherLines(
  { statement, hash }: Signed,
  all: readonly Signed[],
  lines: ReadonlyMap<string, string>,
): boolean {
  return [...statement.lines].some(
    ([session, signed]) =>
      lines.get(session) !== signed &&
      !all.some(
        ({ statement: later }) => later.after.includes(hash) && later.lines.get(session) === (lines.get(session) ?? ''),
      ),
  );
}

/** The text of the list of allowed signers; empty where there is none. */
export const readAllowedSigners = ({ cwd }: Repo, { allowedSigners: list }: SigningSettings): string =>
  readIfThere(list && (isAbsolute(list) ? list : join(cwd, list)));

/**
 * Puts signatures by listed keys first, and drops those that cannot be valid: a stranger can add any
 * number of signatures, and none of them prevents the check of an allowed signer's.
 * @param listed the text of the list of allowed signers
 * @returns the signatures to check; those that name a listed key that did not make them; how many are left unchecked
 */
export function likelyFirst(
  entries: readonly Signature[],
  listed: string,
): { readonly likely: readonly Signature[]; readonly bad: readonly Signature[]; readonly skipped: number } {
  if (entries.length <= MAX_UNSORTED) return { likely: entries, bad: [], skipped: 0 };
  const first: Signature[] = [];
  const rest: Signature[] = [];
  const bad: Signature[] = [];
  for (const entry of entries) {
    const ssh = entry.scheme === 'ssh' ? readSshSignature(entry.signature, SSH_NAMESPACE) : undefined;
    if (ssh && listed.includes(ssh.key)) {
      if (ssh.isOver(signedBytes(entry.payload))) first.push(entry);
      else bad.push(entry);
    } else rest.push(entry);
  }
  const likely = [...first, ...rest.slice(0, MAX_PROGRAMS)];
  return { likely, bad, skipped: entries.length - likely.length - bad.length };
}

const nameOf = ({ payload, scheme, signature }: Signature): string =>
  createHash('sha256').update(`${scheme}\0${signature}\0`).update(payload).digest('hex');

function readStatement({ payload }: Signature): Statement | undefined {
  try {
    return decodeStatement(payload);
  } catch {
    return undefined;
  }
}

function readIfThere(file: string | undefined): string {
  try {
    return file === undefined ? '' : readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
