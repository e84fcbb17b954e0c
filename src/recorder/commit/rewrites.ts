import { changesOf, type CommitChange } from '../../git/history/commit-changes.ts';
import { type CommitObject, readCommitObjects } from '../../git/history/commit-objects.ts';
import { binaryReader } from '../../git/objects/port.ts';
import type { Repo } from '../../git/repository/repo.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import { isSifted } from '../../model/format/note.ts';
import type { Attribution, Note } from '../../model/model.ts';
import { type CandidateRange, candidatesFor, findByContent } from '../rewrite/candidates-by-content.ts';
import { commitsIn } from '../../git/history/rev-list.ts';
import { readCommitMap } from '../rewrite/commit-map.ts';
import { loadSourceOwners } from '../rewrite/load-source-owners.ts';
import { carriedNote } from '../rewrite/carried-note.ts';
import { SourceOwners } from '../rewrite/source-owners.ts';
import type { SourceCommit } from '../rewrite/source-commit.ts';
import { findSources, type RewrittenCommit } from '../rewrite/find-sources.ts';
import { type Filtered, transplant } from '../rewrite/transplant.ts';
import { JudgedReader } from '../../notes/standing/judged.ts';
import { formerOf } from '../../notes/repair/misplaced-notes.ts';
import type { RecordedContents } from '../worktree/recorded-contents.ts';
import type { OwnerCache } from '../worktree/blob-owners.ts';
import { KnownNotes } from '../rewrite/known-notes.ts';
import type { PairsOf } from './rewrite-pairs.ts';
import type { ObservedCommit } from '../worktree/head/reflog.ts';
import type { Outgoing } from '../state/state.ts';

/** Commits without a note that HEAD left, and that are searched for lines. */
const MAX_LEFT_COMMITS = 500;

/** Follows commits of this repository to their source commits. */
export class Rewrites {
  readonly #repo: Repo;
  readonly #files: RecordedContents;
  readonly #outgoing: readonly Outgoing[];
  readonly #memo: OwnerCache | undefined;
  readonly #reader: JudgedReader;
  readonly #notes: KnownNotes;
  readonly #changes = new Map<Oid, CommitChange>();
  #originsOf: (commit: Oid) => Promise<SourceOwners>;

  /**
   * @param outgoing notes that are made and not written yet; the list may grow
   * @param memo the texts that were seen here; absent where none are kept
   */
  constructor(repo: Repo, files: RecordedContents, outgoing: readonly Outgoing[], memo?: OwnerCache) {
    this.#memo = memo;
    this.#repo = repo;
    this.#files = files;
    this.#outgoing = outgoing;
    this.#reader = new JudgedReader(repo, binaryReader(repo, files.objects), undefined, true);
    this.#notes = new KnownNotes(this.#reader, outgoing);
    this.#originsOf = () => Promise.resolve(this.#none());
  }

  /**
   * Prepares the answers about commits: their changes and their source commits.
   * @returns what is known of the commits; a missing commit has no entry
   */
  async prepare(
    observed: readonly ObservedCommit[],
    pairs: PairsOf,
  ): Promise<{ changes: ReadonlyMap<Oid, CommitChange>; objects: ReadonlyMap<Oid, CommitObject> }> {
    const ids = observed.map(({ commit }) => commit);
    const objects = await readCommitObjects(this.#files.objects, ids);
    const made = observed.flatMap((reflog) => {
      const commit = objects.get(reflog.commit);
      return commit ? [{ commit, reflog, pairs: pairs.get(reflog.commit) }] : [];
    });
    this.#originsOf = await this.#load(await this.#reported(made));
    return { changes: this.#changes, objects };
  }

  /** Whether there are any notes, or some about to be written. */
  async hasNotes(): Promise<boolean> {
    return this.#outgoing.length > 0 || (await this.#notes.tip()) !== undefined;
  }

  /** The parents of commits, for those that were prepared. */
  parentsOf(commits: readonly Oid[]): Map<Oid, Oid[]> {
    return new Map(
      commits.map((commit) => [commit, this.#changes.get(commit)?.parents.flatMap(({ parent }) => parent ?? []) ?? []]),
    );
  }

  /** The source commits of a commit, by what git reports. */
  originsOf(commit: Oid): Promise<SourceOwners> {
    return this.#originsOf(commit);
  }

  /**
   * The source commits of a commit, by its lines. Undefined when none is found.
   * @param left commits that HEAD left before, as by a soft reset: they and those before them are sources without a note too
   */
  async search(change: CommitChange, left: readonly Oid[]): Promise<SourceOwners | undefined> {
    const noted = (await this.#byContent([change])).get(change.commit) ?? [];
    return this.#from(change, [...noted, ...(await this.#leftWithoutNote(change, left))]);
  }

  /**
   * Of these commits, which contain lines of the same steps, those that a commit was made from: it does not stand on them, and has most
   * of what they added. Undefined when there is none.
   */
  async moved(change: CommitChange, commits: readonly Oid[]): Promise<SourceOwners | undefined> {
    const not = change.parents.flatMap(({ parent }) => parent ?? []);
    const from = commits.filter((id) => id !== change.commit && !not.includes(id));
    if (from.length === 0) return undefined;
    const flags = ['--ignore-missing', '--no-merges', `--max-count=${MAX_LEFT_COMMITS}`] as const;
    const beside = (await commitsIn(this.#repo, { flags, from, not })).filter((id) => from.includes(id));
    return this.#from(
      change,
      beside.map((commit) => ({ commit, how: 'content', main: true, unproven: true })),
    );
  }

  async #from(change: CommitChange, sources: readonly SourceCommit[]): Promise<SourceOwners | undefined> {
    return sources.length > 0 ? (await this.#load(new Map([[change.commit, sources]])))(change.commit) : undefined;
  }

  /**
   * Notes for rewritten commits that were not made here, or not seen to be, if their source commits have notes. Where git put
   * another note in place of theirs, it is the one that they had before.
   * @param commits those with a note are skipped
   * @param range where to search for lines; when absent, all commits that are not ancestors of these
   */
  async notesFor(commits: readonly Oid[], pairs: PairsOf, range?: CandidateRange): Promise<Map<Oid, Note>> {
    const cut = new Set<Oid>();
    const noted = new Set<Oid>();
    const doubted = new Set<Oid>();
    for await (const [id, note] of this.#notes.each(commits)) {
      (isSifted(note) ? cut : noted).add(id);
      if (!isSifted(note) && !(await this.#reader.judge.isTrusted(id, note))) doubted.add(id);
    }
    const rest = commits.filter((id) => !noted.has(id) && !cut.has(id));
    const made = await formerOf(
      this.#repo,
      this.#reader,
      rest.filter((id) => this.#notes.damaged.has(id)),
    );
    // Written again, the note drops what git added to it.
    for (const [id, note] of await this.readNotes([...cut])) made.set(id, note);
    for (const [id, note] of await this.#filtered(rest)) made.set(id, note);
    const objects = await readCommitObjects(
      this.#files.objects,
      rest.filter((id) => !made.has(id)),
    );
    for (const [id, note] of await this.#besideClaims([...doubted], range)) made.set(id, note);
    if (objects.size === 0) return made;
    const wanted = [...objects.values()].map((commit) => ({ commit, pairs: pairs.get(commit.oid) }));
    const sources = await this.#reported(wanted);
    const haveNotes = await this.noted([...sources.values()].flatMap((list) => list.map(({ commit }) => commit)));
    const hasNotedSource = (id: Oid): boolean => sources.get(id)?.some(({ commit }) => haveNotes.has(commit)) ?? false;
    const unexplained = [...objects.keys()]
      .filter((id) => !hasNotedSource(id))
      .flatMap((id) => this.#changes.get(id) ?? []);
    for (const [id, list] of await this.#byContent(unexplained, range)) sources.set(id, list);
    const originsOf = await this.#load(sources);
    for (const id of sources.keys()) {
      const change = this.#changes.get(id);
      const note = change && (await carriedNote(change, await originsOf(id), this.#files));
      if (note) made.set(id, note);
    }
    return made;
  }

  // A stranger can push a commit that was made from a trusted one, with a note that names a person for its lines. So lines that were
  // recorded here, or that an allowed signer vouches for, are carried beside such a note. The other lines stay as the note has them.
  async #besideClaims(commits: readonly Oid[], range?: CandidateRange): Promise<Map<Oid, Note>> {
    const made = new Map<Oid, Note>();
    const { judge } = this.#reader;
    if (commits.length === 0 || !(judge.recorded.hasCommits() || (await judge.signs()))) return made;
    const changes = await changesOf(this.#repo, commits, this.#files.objects);
    const trusted = await this.#trusted(await candidatesFor(this.#repo, [...changes.values()], range));
    if (trusted.length === 0) return made;
    for (const [id, change] of changes) this.#changes.set(id, change);
    const sources = await findByContent([...changes.values()], trusted, this.#around(), range !== undefined);
    const originsOf = await this.#load(sources);
    for (const id of sources.keys()) {
      const note = await carriedNote(changes.get(id)!, await originsOf(id), this.#files);
      const lines = note && onlyAgents(note.lines);
      if (lines && lines.size > 0) made.set(id, { ...note, lines });
    }
    return made;
  }

  // In the given order. Where no signers are known, no note is read.
  async #trusted(candidates: readonly Oid[]): Promise<Oid[]> {
    const { judge } = this.#reader;
    const vouched = new Set<Oid>();
    const rest = candidates.filter((id) => !judge.recorded.commit(id));
    if (await judge.signs())
      for await (const [id, note] of this.#notes.each(rest)) if (await judge.isTrusted(id, note)) vouched.add(id);
    return candidates.filter((id) => judge.recorded.commit(id) !== undefined || vouched.has(id));
  }

  /** The commits that git-filter-repo made from commits with notes, in no order. */
  async filtered(): Promise<Oid[]> {
    const pairs = [...readCommitMap(this.#repo.commonDir)];
    const noted = await this.#reader.locate(
      pairs.map(([old]) => old),
      await this.#notes.tip(),
    );
    return pairs.flatMap(([old, next]) => (noted.has(old) ? [next] : []));
  }

  // Notes for those of the commits that git-filter-repo made from others.
  async #filtered(commits: readonly Oid[]): Promise<Map<Oid, Note>> {
    const wanted = new Set(commits);
    const pairs = [...readCommitMap(this.#repo.commonDir)].filter(([, next]) => wanted.has(next));
    const notes = await this.readNotes(pairs.map(([old]) => old));
    const noted = pairs.filter(([old]) => notes.has(old));
    if (noted.length === 0) return new Map();
    const changes = await changesOf(this.#repo, noted.flat(), this.#files.objects);
    const all = noted.flatMap(([old, commit]): Filtered[] => {
      const [note, change] = [notes.get(old), changes.get(commit)];
      return note && change ? [{ commit, old, note, change, oldChange: changes.get(old) }] : [];
    });
    return transplant(all, async (path, blob, list) => {
      const lines = await this.#files.lines(blob);
      return lines !== undefined && (this.#memo?.hasSeen(path, lines.length, list) ?? false);
    });
  }

  /** The notes of commits, including those that wait to be written. An unreadable note is left out. */
  readonly readNotes = (commits: readonly Oid[]): Promise<Map<Oid, Note>> => this.#notes.read(commits);

  /** The commits with such a note, or with one that is wanted. */
  readonly noted = async (commits: readonly Oid[], isWanted: (note: Note) => boolean = always): Promise<Set<Oid>> => {
    const noted = new Set<Oid>();
    for await (const [id, note] of this.#notes.each(commits)) if (isWanted(note)) noted.add(id);
    return noted;
  };

  /** Whether git has copied another commit's note there. */
  async hasStray(commit: Oid): Promise<boolean> {
    await this.readNotes([commit]);
    return this.#notes.damaged.get(commit)?.stray ?? false;
  }

  // The source commits of commits by what git reports, after reading the changes of all of them.
  async #reported(made: readonly RewrittenCommit[]): Promise<Map<Oid, SourceCommit[]>> {
    const sources = await findSources(this.#repo, made);
    const ids = made.map(({ commit }) => commit.oid);
    const all = [...ids, ...[...sources.values()].flatMap((list) => list.map(({ commit }) => commit))];
    for (const [id, change] of await changesOf(this.#repo, all, this.#files.objects)) this.#changes.set(id, change);
    return sources;
  }

  async #byContent(changes: readonly CommitChange[], range?: CandidateRange): Promise<Map<Oid, SourceCommit[]>> {
    if (changes.length === 0) return new Map();
    return findByContent(changes, await candidatesFor(this.#repo, changes, range), this.#around(), range !== undefined);
  }

  // Commits with a note are found by content anyway, and count first.
  async #leftWithoutNote(change: CommitChange, left: readonly Oid[]): Promise<SourceCommit[]> {
    if (left.length === 0) return [];
    const flags = ['--ignore-missing', '--no-merges', `--max-count=${MAX_LEFT_COMMITS}`] as const;
    const not = new Set(change.parents.flatMap(({ parent }) => parent ?? []));
    const all = (await commitsIn(this.#repo, { flags, from: new Set(left), not })).filter((id) => id !== change.commit);
    const noted = await this.noted(all);
    const rest = all.filter((id) => !noted.has(id));
    const around = { ...this.#around(), noted: (ids: readonly Oid[]) => Promise.resolve(new Set(ids)) };
    const found = (await findByContent([change], rest, around, true)).get(change.commit) ?? [];
    return found.map(({ commit, only = [] }) => ({ commit, how: 'content', main: false, only, needsNoNote: true }));
  }

  #load(sources: ReadonlyMap<Oid, readonly SourceCommit[]>): Promise<(commit: Oid) => Promise<SourceOwners>> {
    return loadSourceOwners(sources, this.#changes, this.#around());
  }

  #around() {
    return {
      repo: this.#repo,
      objects: this.#files.objects,
      texts: this.#files,
      trees: this.#files,
      readNotes: this.readNotes,
      noted: this.noted,
    };
  }

  #none(): SourceOwners {
    return new SourceOwners(this.#repo, [], this.#files, this.readNotes);
  }
}

const always = (): boolean => true;

function onlyAgents(lines: Note['lines']): Note['lines'] {
  const kept = new Map<RepoPath, readonly Attribution[]>();
  for (const [path, list] of lines) {
    const own = list.filter(({ node, evidence }) => node !== null && evidence !== 'unsure');
    if (own.length > 0) kept.set(path, own);
  }
  return kept;
}
