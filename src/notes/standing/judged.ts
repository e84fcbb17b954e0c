import type { GitReader } from '../../git/objects/port.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { quickenHash } from '../../git/objects/native-hash.ts';
import { readSigning, type SigningSettings } from '../../git/signatures/signing-settings.ts';
import { claimsHash } from '../../model/lines-hash.ts';
import { graphIdOf } from '../../model/format/note.ts';
import { type Oid, sessionPrefix, sessionPart } from '../../model/ids.ts';
import type { Graph, Note, Signature } from '../../model/model.ts';
import { isPatchOf } from '../../model/patch.ts';
import { type Conflict, isPlain } from '../../model/standing/claims.ts';
import { type Covered, type JudgedNote, judgeNote, UNCOVERED } from '../../model/standing/note.ts';
import { rememberStanding, type RecordStanding } from '../../model/standing/standing.ts';
import { noteWithThings } from '../../model/standing/things.ts';
import { joinRanked, type RankedNote } from '../../model/standing/limits.ts';
import { isDamaged, NoteReader, type Damaged, type OpenedNote, type UnreadBlob } from '../note-reader.ts';
import { Recorded, type RecordedCommit } from './recorded.ts';
import { type VouchedNote, Vouching } from './vouched.ts';
import { provDirOf } from '../../git/repository/local-files.ts';

/** The knowledge of this clone that notes are judged by. */
export class StandingContext {
  readonly recorded: Recorded;
  readonly #repo: Repo;
  readonly #provDir: string;
  #trust: Promise<Trust> | undefined;

  constructor(repo: Repo) {
    this.#repo = repo;
    this.#provDir = provDirOf(repo);
    this.recorded = new Recorded(this.#provDir);
  }

  /** Whether notes are signed here, or allowed signers are known: then claimed content is marked. */
  async signs(): Promise<boolean> {
    return (await this.trust()).vouching !== undefined;
  }

  /** The settings, read once. */
  trust(): Promise<Trust> {
    return (this.#trust ??= readTrust(this.#repo, this.#provDir));
  }

  /**
   * Reduces a note to the content that counts.
   * @param blobs the blobs of the note
   * @param keepsGraphs graphs are returned unchanged, because they will be written again
   */
  async judge(commit: Oid, note: Note, blobs: readonly Oid[], keepsGraphs = false): Promise<JudgedNote> {
    const written = this.recorded.commit(commit);
    if (isWhole(written, blobs)) return this.#own(note);
    const { vouching, hidesClaimed } = await this.trust();
    const vouched = note.signatures && vouching ? await vouching.of(commit, note) : undefined;
    const covered = this.#covered(commit, note, written, vouched);
    return judgeNote(commit, note, covered, {
      hidesClaimed: hidesClaimed && !keepsGraphs,
      keepsGraphs,
      marks: vouching !== undefined,
    });
  }

  /**
   * Reduces a note to the lines that count, with the standing of each, whatever `prov.trust` hides.
   * @param blobs the blobs of the note
   * @returns the note, and whether it is of this clone or of an allowed signer, so that it counts beside their other notes
   */
  async weighed(commit: Oid, note: Note, blobs: readonly Oid[]): Promise<{ note: Note; isTrusted: boolean }> {
    const written = this.recorded.commit(commit);
    if (isWhole(written, blobs)) return { note, isTrusted: true };
    const { vouching } = await this.trust();
    const vouched = note.signatures && vouching ? await vouching.of(commit, note) : undefined;
    const covered = this.#covered(commit, note, written, vouched);
    const judged = judgeNote(commit, note, covered, { marks: true, keepsGraphs: true });
    return { note: judged.note, isTrusted: written !== undefined || vouched !== undefined };
  }

  /**
   * What supports a note beyond itself, whatever `prov.trust` hides.
   * @param blobs the blobs of the note
   */
  async coverage(commit: Oid, note: Note, blobs: readonly Oid[]): Promise<Coverage> {
    const written = this.recorded.commit(commit);
    const { vouching } = await this.trust();
    const vouched = note.signatures && vouching ? await vouching.of(commit, note) : undefined;
    const { silence } = this.#covered(commit, note, written, vouched);
    // A signed note without content says that no agent wrote a line.
    const isEmpty = note.graphs.length === 0 && note.lines.size === 0;
    const isSilenceSigned = vouched !== undefined && !vouched.isBroken && (vouched.isOwn || isEmpty);
    return {
      silence: isWhole(written, blobs) ? 'recorded' : (silence ?? (isSilenceSigned ? 'vouched' : undefined)),
      isSilenceSigned,
      isSigned: (session) => vouched?.sessions.has(session ?? '') ?? false,
    };
  }

  /** Whether this clone wrote a part of the commit's note, or an allowed signer vouches for one. */
  async isTrusted(commit: Oid, note: Note): Promise<boolean> {
    if (this.recorded.commit(commit)) return true;
    const { vouching } = await this.trust();
    return note.signatures !== undefined && (await vouching?.of(commit, note)) !== undefined;
  }

  /** Whether all of a note was written in this clone, by its blobs. */
  isOwn(commit: Oid, blobs: readonly Oid[]): boolean {
    return isWhole(this.recorded.commit(commit), blobs);
  }

  /** Claims of a note that exclude each other. Signatures are not considered: `verify` checks them itself. */
  conflicts(commit: Oid, note: Note, blobs: readonly Oid[]): readonly Conflict[] {
    const written = this.recorded.commit(commit);
    if (isWhole(written, blobs)) return [];
    if (!written && [...note.lines.values()].every(isPlain)) return [];
    return judgeNote(commit, note, this.#covered(commit, note, written, undefined)).conflicts;
  }

  /**
   * The graphs that allowed signers vouch for, by the signatures in a commit's note.
   * @returns an empty set when no signers are known
   */
  async vouchedGraphs(commit: Oid, signatures: readonly Signature[]): Promise<ReadonlySet<string>> {
    const { vouching } = await this.trust();
    return vouching ? vouching.graphs(commit, signatures) : new Set();
  }

  /** The standing of notes of one commit that lie beside each other, each as a whole. */
  async rank(commit: Oid, opened: readonly OpenedNote[]): Promise<RankedNote[]> {
    const own = this.recorded.commit(commit)?.blob;
    const { vouching } = await this.trust();
    const ranked: RankedNote[] = [];
    for (const { blob, note } of opened) {
      const vouched = blob !== own && note.signatures && vouching ? await vouching.of(commit, note) : undefined;
      const isVouched = vouched !== undefined && !vouched.isBroken;
      ranked.push({ note, standing: blob === own ? 'recorded' : isVouched ? 'vouched' : 'claimed' });
    }
    return ranked;
  }

  // All of it was written here.
  #own(note: Note): JudgedNote {
    for (const graph of note.graphs) rememberStanding(graph, 'recorded');
    return { note, conflicts: [] };
  }

  #covered(commit: Oid, note: Note, written: RecordedCommit | undefined, vouched: VouchedNote | undefined): Covered {
    const { recorded } = this;
    const own = new Set(recorded.hasGraphs() ? note.graphs.filter((one) => recorded.hasGraph(graphIdOf(one))) : []);
    if (!written && !vouched && own.size === 0) return UNCOVERED;
    const standingOf = (graph: Graph) =>
      own.has(graph) ? 'recorded' : vouched?.graphs.has(graphIdOf(graph)) ? 'vouched' : 'claimed';
    const ledgers = written ? undefined : sessionsNamedBy(commit, note, own);
    const isOwn = written?.isOwn ?? false;
    const isSigned = vouched?.isOwn && !vouched.isBroken;
    return {
      standingOf,
      recordedLines: (path) =>
        written?.lines(path) ?? note.lines.get(path)?.filter(({ node }) => node && ledgers?.has(sessionPart(node))),
      isVouched: (session) => vouched?.sessions.has(session ?? '') ?? false,
      silence: isOwn ? 'recorded' : isSigned ? 'vouched' : undefined,
      carried: isOwn ? withSigned(written?.carried, vouched) : isSigned ? vouched.carried : undefined,
      isBroken: !isOwn && (vouched?.isBroken ?? false),
    };
  }
}

const isWhole = (written: RecordedCommit | undefined, blobs: readonly Oid[]): boolean =>
  written?.blob !== undefined && blobs.length === 1 && blobs[0] === written.blob;

/** What supports a note beyond itself. */
export interface Coverage {
  /** The standing at which a line without a claim is a person's; undefined when it is only claimed to be. */
  readonly silence: RecordStanding | undefined;
  /** Whether an allowed signer vouches for that. */
  readonly isSilenceSigned: boolean;
  /** Whether an allowed signer vouches for the lines of a session (its prefix), or those without a session (null). */
  readonly isSigned: (session: string | null) => boolean;
}

/** The settings on trust. */
export interface Trust {
  readonly signing: SigningSettings;
  /** Undefined without a list of allowed signers. */
  readonly vouching: Vouching | undefined;
  /** `prov.trust vouched`. */
  readonly hidesClaimed: boolean;
}

async function readTrust(repo: Repo, provDir: string): Promise<Trust> {
  const signing = await readSigning(repo);
  const isSigning = signing.on || signing.allowedSigners !== undefined;
  return {
    signing,
    vouching: isSigning ? new Vouching(repo, signing, provDir) : undefined,
    hidesClaimed: signing.trust === 'vouched',
  };
}

// What this clone signed later, or another clone of an allowed signer, counts too.
const withSigned = (own: Note['carried'] | undefined, vouched: VouchedNote | undefined): Note['carried'] | undefined =>
  own && [...own, ...(vouched?.carried ?? [])];

// Versions without a memory of lines have their hash in the step for the commit.
function sessionsNamedBy(commit: Oid, note: Note, own: ReadonlySet<Graph>): Set<string> {
  const sessions = new Set<string>();
  for (const { session, nodes } of own)
    for (const node of nodes) {
      if (!isPatchOf(node, commit) || node.detail?.['lines'] === undefined) continue;
      if (node.detail['lines'] === claimsHash(note.lines, session)) sessions.add(sessionPrefix(session));
    }
  return sessions;
}

/** Reads whole notes. Where those of one commit are too large together, the parts of a higher standing stay. */
export class RankedReader extends NoteReader {
  readonly judge: StandingContext;

  constructor(repo: Repo, reader: GitReader, judge: StandingContext = new StandingContext(repo)) {
    super(reader);
    this.judge = judge;
  }

  protected override async combine(
    commit: Oid,
    opened: readonly OpenedNote[],
  ): Promise<{ note: Note | undefined; bad: readonly UnreadBlob[] }> {
    const joined = await super.combine(commit, opened);
    if (joined.bad.length === 0) return joined;
    return { note: joinRanked(await this.judge.rank(commit, opened)), bad: [] };
  }
}

/** Where more notes are read, loading a quicker hash for the ids of their graphs takes less time than it saves. */
const MANY_NOTES = 500;

/** Reads notes in the form that people and agents see: only the content that counts, by `judgeNote`. */
export class JudgedReader extends RankedReader {
  readonly #keepsGraphs: boolean;
  /** Notes that were asked for so far. */
  #asked = 0;
  #isQuick = false;

  /** @param keepsGraphs graphs are read unchanged, because they will be written again */
  constructor(repo: Repo, reader: GitReader, judge?: StandingContext, keepsGraphs = false) {
    super(repo, reader, judge);
    this.#keepsGraphs = keepsGraphs;
  }

  override async *at(located: ReadonlyMap<Oid, readonly Oid[]>): AsyncGenerator<[Oid, Note | Damaged]> {
    this.#asked += located.size;
    if (!this.#isQuick && this.#asked > MANY_NOTES && this.judge.recorded.hasGraphs()) {
      this.#isQuick = true;
      await quickenHash();
    }
    for await (const [commit, found] of super.at(located))
      yield [commit, await this.#judged(commit, found, located.get(commit)!)];
  }

  async #judged(commit: Oid, found: Note | Damaged, blobs: readonly Oid[]): Promise<Note | Damaged> {
    if (!isDamaged(found)) return this.#reading(await this.judge.judge(commit, found, blobs, this.#keepsGraphs));
    if (!found.note) return found;
    // An unreadable blob beside our own note takes nothing from it.
    const readable = blobs.filter((blob) => !found.blobs.includes(blob));
    return { ...found, note: this.#reading(await this.judge.judge(commit, found.note, readable, this.#keepsGraphs)) };
  }

  #reading({ note }: JudgedNote): Note {
    return this.#keepsGraphs ? note : noteWithThings(note);
  }
}
