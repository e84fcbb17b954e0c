import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { homeOf } from '../../recorder/data-dir.ts';
import { promptFiles } from '../../recorder/session/prompts-elsewhere.ts';
import { finishStaged, stage, unstage } from '../../recorder/state/atomic-files.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { dropIndex } from '../../ask/index/cache.ts';
import { decodeNote, graphIdOf } from '../../model/format/note.ts';
import type { GraphId, Oid } from '../../model/ids.ts';
import type { Graph, Note } from '../../model/model.ts';
import { SEPARATOR } from '../../redact/forms/decodings.ts';
import { FORGOTTEN_FILE, ForgottenTexts } from '../../redact/forgotten.ts';
import { textsOf } from '../../redact/note-texts.ts';
import { readWithheld } from '../../notes/withheld.ts';
import { type Dropped, NoteHistory, type NotesRef, type RefChange } from '../../notes/repair/history-rewrite.ts';
import { dropJournal, JOURNAL, readJournal, type Journal } from './journal.ts';
import { filesOf, isInLong, localGraphs, type LocalPlan, planLedgers, planRest, transcriptsWith } from './local.ts';
import { TextMatcher } from './text-matcher.ts';
import { GraphRebuild } from './rebuild-graphs.ts';
import { NoteSigner } from './sign-again.ts';
import { dropSnapshots, snapshotsWith } from './snapshots.ts';
import { provDirOf } from '../../git/repository/local-files.ts';

/** A remote with the text in its notes, as far as is known here. */
export interface Holder {
  readonly remote: string;
  /** Its notes commit at the last contact. */
  readonly before: Oid;
  /** The commit that will replace it; undefined before the change is applied. */
  readonly next: Oid | undefined;
}

/** What was found, and what was done. */
export interface Forgotten {
  readonly done: boolean;
  /** The commits with notes that contained it. */
  readonly commits: readonly Oid[];
  /** The number of note blobs that contain it, including older ones and those of remotes. */
  readonly blobs: number;
  /** Steps that contained it, in notes and ledgers. */
  readonly steps: number;
  /** Refs with the text in their notes or history, or with commits after it. */
  readonly refs: readonly string[];
  /** Files of the local state. */
  readonly files: readonly string[];
  readonly holders: readonly Holder[];
  /** Places that still contain it and that people must clean up. */
  readonly remains: readonly string[];
  /** The number of file snapshots with the text. */
  readonly snapshots: number;
  /** Transcripts with the text. Agents store them outside of the repository. */
  readonly transcripts: readonly string[];
  /** Notes with signatures over the former content, and how many of them were signed again. */
  readonly signatures: { readonly dropped: number; readonly renewed: number };
  /** What happened to the blobs; undefined before the change is applied. */
  readonly dropped: Dropped | undefined;
}

interface FoundText {
  readonly ref: NotesRef;
  readonly blobs: readonly Oid[];
}

const MESSAGE = 'git prov forget';

/**
 * Finds a text in all notes, in their history, in fetched refs, and in the local state; with `apply` removes it. The new
 * notes depend only on the notes and the text, so all clones arrive at the same result. Do not call it while others record
 * (`withLock`).
 * @throws ProvError `git` when notes are written meanwhile, `usage` when the text is too short
 */
export async function forgetText(repo: Repo, text: string, apply: boolean): Promise<Forgotten> {
  const needle = new TextMatcher(text);
  const store = new NoteHistory(repo);
  try {
    return await new Forgetting(repo, store, needle).run(apply);
  } finally {
    await store.close();
  }
}

class Forgetting {
  readonly #store: NoteHistory;
  readonly #needle: TextMatcher;
  readonly #renewal: GraphRebuild;
  readonly #dir: string;
  /** Blobs that contain the text, and those of them that are not notes. */
  readonly #holding = new Set<Oid>();
  readonly #bad = new Set<Oid>();
  readonly #graphs = new Map<GraphId, Graph>();
  readonly #repo: Repo;
  readonly #signer: NoteSigner;

  constructor(repo: Repo, store: NoteHistory, needle: TextMatcher) {
    this.#repo = repo;
    this.#store = store;
    this.#needle = needle;
    this.#renewal = new GraphRebuild(needle);
    this.#dir = provDirOf(repo);
    this.#signer = new NoteSigner(repo);
  }

  async run(apply: boolean): Promise<Forgotten> {
    const journal = readJournal(this.#dir);
    this.#renewal.know(journal.hashes);
    const found: FoundText[] = [];
    for (const ref of await this.#store.refs()) found.push({ ref, blobs: await this.#store.blobs(ref) });
    await this.#scan(found.flatMap(({ blobs }) => blobs));
    const plan = planLedgers(this.#dir, this.#needle, this.#renewal);
    for (const graph of localGraphs(this.#dir)) this.#graphs.set(graphIdOf(graph), graph);
    this.#renewal.graphs(this.#graphs.values());
    planRest(this.#dir, this.#needle, this.#renewal, plan);
    const snapshots = snapshotsWith(this.#dir, this.#needle);
    const holding: FoundText[] = [];
    for (const one of found)
      if (one.blobs.some((blob) => this.#holding.has(blob)) || (await this.#follows(one))) holding.push(one);
    const commits = await this.#commits(found);
    const prompts = promptsWith(this.#repo, this.#needle);
    const files = [...plan.writes.keys(), ...plan.removals, ...prompts].sort();
    const counts = {
      done: apply,
      commits,
      blobs: this.#holding.size,
      steps: this.#renewal.changed,
      refs: holding.map(({ ref }) => ref.ref),
      files,
      snapshots: snapshots.length,
      transcripts: transcriptsWith(this.#dir, this.#needle),
    };
    const isThere = holding.length + files.length + snapshots.length > 0 || journal.blobs.length > 0;
    if (apply) dropIndex(this.#repo); // deleted rows leave their bytes in the file
    if (!apply || !isThere)
      return {
        ...counts,
        holders: holdersOf(holding, []),
        remains: [],
        signatures: this.#signer.counts,
        dropped: undefined,
      };
    const changes = await this.#rewrite(holding);
    const dropped = await this.#write(changes, plan, [...this.#holding, ...journal.blobs]);
    for (const path of prompts) rmSync(path, { force: true });
    dropIndex(this.#repo); // another process may have rebuilt it since
    const paths = await dropSnapshots(this.#repo, this.#dir, this.#needle, snapshots);
    const remains = [...(await this.#remains()), ...paths.map((path) => `the file ${path}, as agents' looks see it`)];
    dropJournal(this.#dir);
    return { ...counts, holders: holdersOf(holding, changes), remains, signatures: this.#signer.counts, dropped };
  }

  // The journal is among the staged files, so from now on a later attempt has the same information. The next recording
  // process moves the files into place, and its own output follows from them.
  async #write(changes: readonly RefChange[], plan: LocalPlan, blobs: readonly Oid[]): Promise<Dropped> {
    const journal: Journal = { hashes: [...this.#renewal.hashes], blobs };
    const known = new ForgottenTexts(this.#dir).with(this.#needle.forms, this.#renewal.fields);
    plan.writes.set(JOURNAL, JSON.stringify(journal)).set(FORGOTTEN_FILE, known);
    stage(this.#dir, plan);
    try {
      await this.#store.replace(changes);
    } catch (cause) {
      unstage(this.#dir);
      throw cause;
    }
    finishStaged(this.#dir);
    return this.#store.drop(new Set(blobs));
  }

  // Reads all notes, and collects the graphs.
  async #scan(blobs: readonly Oid[]): Promise<void> {
    for await (const [blob, bytes] of this.#store.contents([...new Set(blobs)])) {
      const note = decoded(bytes);
      if (note) this.#renewal.claims(note);
      if (note) for (const graph of note.graphs) this.#graphs.set(graphIdOf(graph), graph);
      const isHere = note ? this.#isIn(note) : isInLong(this.#needle, bytes.toString('utf8'));
      if (!isHere) continue;
      this.#holding.add(blob);
      if (!note) this.#bad.add(blob);
    }
  }

  #isIn(note: Note): boolean {
    const texts: string[] = [];
    let inExtra = note.extra !== undefined && this.#needle.inExtra(note.extra) !== note.extra;
    for (const { nodes, context = [], extra } of note.graphs) {
      for (const node of [...nodes, ...context]) {
        for (const { text } of textsOf(node)) texts.push(text);
        inExtra ||= node.extra !== undefined && this.#needle.inExtra(node.extra) !== node.extra;
      }
      inExtra ||= extra !== undefined && this.#needle.inExtra(extra) !== extra;
    }
    // The joined text first, because hardly any note contains it. A cut-off text must be checked alone.
    return (
      inExtra ||
      this.#renewal.lines(note.lines) !== note.lines ||
      isInLong(this.#needle, texts.join(SEPARATOR)) ||
      texts.some((text) => text.endsWith('…') && this.#needle.isIn(text))
    );
  }

  async #commits(found: readonly FoundText[]): Promise<Oid[]> {
    const commits = new Set<Oid>();
    for (const { ref } of found) {
      if (ref.of === 'quarantine') continue;
      for (const [commit, blobs] of await this.#store.list(ref.tip))
        if (blobs.some((blob) => this.#holding.has(blob))) commits.add(commit);
    }
    return [...commits];
  }

  async #rewrite(holding: readonly FoundText[]): Promise<RefChange[]> {
    const changes: RefChange[] = [];
    const made = new Map<Oid, Oid>();
    // Notes that were left out before can be joined now.
    const { refused } = readWithheld(this.#dir);
    for (const { ref } of holding) {
      if (ref.of === 'quarantine' || (ref.of === 'joined' && refused[ref.remote!] !== undefined)) {
        changes.push({ ref: ref.ref, before: ref.tip, next: undefined });
        continue;
      }
      const note = (one: Note): Note => this.#renewal.note(one);
      const sign = (notes: ReadonlyMap<Oid, Note>): Promise<ReadonlyMap<Oid, Note>> => this.#signer.sign(notes);
      const next = made.get(ref.tip) ?? (await this.#store.rewrite(ref, { note, sign, bad: this.#bad }, MESSAGE));
      made.set(ref.tip, next); // fetched refs and their joined copies stay equal
      changes.push({ ref: ref.ref, before: ref.tip, next });
    }
    return changes;
  }

  // Whether it has graphs after one that contained the text. Their hashes change too.
  async #follows({ ref, blobs }: FoundText): Promise<boolean> {
    if (!this.#renewal.hasChanges || ref.of === 'quarantine') return false;
    for await (const [, bytes] of this.#store.contents(blobs)) {
      const note = decoded(bytes);
      if (note && this.#renewal.note(note) !== note) return true;
    }
    return false;
  }

  async #remains(): Promise<string[]> {
    const remains: string[] = [];
    for (const ref of await this.#store.refs())
      for await (const [blob, bytes] of this.#store.contents(await this.#store.blobs(ref))) {
        const note = decoded(bytes);
        const names = note ? note.graphs.map(({ session }) => JSON.stringify(session)) : [];
        if (note ? this.#isIn(note) : isInLong(this.#needle, bytes.toString('utf8')))
          remains.push(`${ref.ref}: ${blob}`);
        else if (names.some((name) => this.#needle.isIn(name)))
          remains.push(`${ref.ref}: the name of a session in ${blob}`);
      }
    for (const name of filesOf(this.#dir))
      if (
        name !== 'key' &&
        name !== FORGOTTEN_FILE &&
        isInLong(this.#needle, readFileSync(join(this.#dir, name), 'utf8'))
      )
        remains.push(name);
    return remains;
  }
}

// The user's folder contains prompts of sessions that started outside of any repository.
const promptsWith = ({ env }: Repo, needle: TextMatcher): string[] =>
  promptFiles({ env, home: homeOf(env) }).filter((path) => needle.isInFile(readFileSync(path)));

const holdersOf = (holding: readonly FoundText[], changes: readonly RefChange[]): Holder[] =>
  holding
    .filter(({ ref }) => ref.of === 'fetched')
    .map(({ ref }) => ({
      remote: ref.remote!,
      before: ref.tip,
      next: changes.find((one) => one.ref === ref.ref)?.next,
    }));

function decoded(bytes: Uint8Array): Note | undefined {
  try {
    return decodeNote(bytes);
  } catch {
    return undefined;
  }
}
