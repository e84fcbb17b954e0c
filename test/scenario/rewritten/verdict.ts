import { expect } from 'vitest';
import { graphIdOf } from '../../../src/model/format/graph-id.ts';
import type { GraphId } from '../../../src/model/ids.ts';
import type { Note } from '../../../src/model/model.ts';
import { prov } from '../../helpers/agent.ts';
import { notesOf } from '../../helpers/judge.ts';
import type { TestRepo } from '../../helpers/repo.ts';
import { addedBy, additions, askFor } from './added.ts';
import { type Line, linesAddedBy, linesOf, listed, pathsOf } from './lines.ts';

/** What was there before a history was rewritten. */
export interface Mark {
  /** The texts that each commit added. */
  readonly additions: ReadonlyMap<string, ReadonlySet<string>>;
  readonly texts: ReadonlySet<string>;
  /** The notes' blobs by commit, as git lists them. */
  readonly notes: ReadonlyMap<string, string>;
  readonly graphs: ReadonlySet<GraphId>;
}

/** Records the current state. */
export function mark(repo: TestRepo): Mark {
  const added = additions(repo);
  const graphs = [...notesOf(repo).values()].flatMap((note) => note.graphs.map(graphIdOf));
  const texts = new Set([...added.values()].flatMap((one) => [...one]));
  return { additions: added, texts, notes: listed(repo), graphs: new Set(graphs) };
}

/** What a story expects of lines committed before the rewrite that are now in a new commit. */
export interface Expected {
  readonly repo: TestRepo;
  readonly before: Mark;
  /**
   * Words for the operation; `carried` must name one. Absent: the story expects none of these lines. `free`: it expects some,
   * but does not check their evidence, because the owners of the blobs were known throughout.
   */
  readonly how?: readonly string[] | 'free' | undefined;
  /** Accepted kinds of evidence; `carried` when absent. */
  readonly evidence?: readonly string[];
  readonly revision?: string;
  /** Whether a command of git prov must read first; otherwise the hooks alone recorded everything. */
  readonly look?: boolean;
}

/** Faults by kind; those without any are left out. */
export type Faults = Partial<Record<Kind, string[]>>;

type Kind =
  /** A line is attributed to an agent that did not write it. */
  | 'wrong'
  /** An agent's line is not attributed to that agent, or a person's line has no owner. */
  | 'missed'
  /** The kind of evidence differs from what the story expects. */
  | 'evidence'
  /** `carried` does not name the line's origin, or names a commit without this line. */
  | 'carried'
  /** The note covers lines that its commit does not add. */
  | 'outside'
  /** The line came with another graph than before. */
  | 'graphs'
  /** The note of an earlier commit changed. */
  | 'notes';

/** Expects that every line has the owner that its text names, and that the notes say where it comes from. */
export function expectRewritten(expected: Expected): void {
  const { faults, old } = judged(expected);
  expect(report(faults)).toBe('');
  // A story without any carried line could not fail.
  expect(old > 0).toBe(expected.how !== undefined);
}

// The counts first, since a runner cuts long texts; then each fault.
function report(faults: Faults): string {
  const kinds = Object.entries(faults);
  const counts = kinds.map(([kind, list]) => `${list.length} ${kind}`).join(', ');
  return [counts, ...kinds.flatMap(([kind, list]) => list.map((what) => `${kind}: ${what}`))].join('\n');
}

/** The faults, and how many agent lines from before the rewrite are now in a new commit. */
export function judged(expected: Expected): { faults: Faults; old: number } {
  const { repo, revision = 'HEAD', look = true } = expected;
  if (look) prov(repo, 'blame', '--json', revision, '--', pathsOf(repo, revision)[0]!);
  return new Judgement(expected).all();
}

class Judgement {
  readonly #faults: Faults = {};
  readonly #repo: TestRepo;
  readonly #before: Mark;
  readonly #how: Expected['how'];
  readonly #evidence: readonly string[];
  readonly #revision: string;
  readonly #notes: ReadonlyMap<string, Note>;
  readonly #now: ReadonlyMap<string, ReadonlySet<string>>;

  constructor({ repo, before, how, evidence = ['carried'], revision = 'HEAD' }: Expected) {
    this.#repo = repo;
    this.#before = before;
    this.#how = how;
    this.#evidence = evidence;
    this.#revision = revision;
    this.#notes = notesOf(repo);
    this.#now = additions(repo);
  }

  all(): { faults: Faults; old: number } {
    const reached = this.#repo.git('rev-list', this.#revision).split('\n');
    const fresh = reached.filter((commit) => !this.#before.additions.has(commit));
    const lines = linesOf(this.#repo, this.#revision, this.#notes);
    const seen = new Set(lines.map(keyOf));
    lines.push(...linesAddedBy(this.#repo, fresh, this.#notes).filter((line) => !seen.has(keyOf(line))));
    for (const line of lines) this.#judge(line);
    const commits = new Set([...fresh, ...lines.map((line) => line.commit)]);
    askFor(
      this.#repo,
      [...commits].filter((commit) => this.#notes.has(commit)),
    );
    for (const commit of commits) this.#judgeNote(commit);
    const after = listed(this.#repo);
    for (const [commit, blob] of this.#before.notes)
      if (after.get(commit) !== blob) this.#fault('notes', `the note of ${short(commit)} is not what it was`);
    return { faults: this.#faults, old: lines.filter((line) => this.#isOld(line)).length };
  }

  #judge(line: Line): void {
    const { author, owner, evidence, graph } = line;
    const said = `${line.path}: ${line.text.trim()} → ${owner}`;
    const isNamed = !['human', 'unsure', 'no note'].includes(owner);
    if (!author) return;
    if (isNamed && owner !== author) return this.#fault('wrong', said);
    if (author === 'human') {
      if (owner === 'unsure' && this.#isTold(line)) this.#fault('missed', said);
      return;
    }
    if (!isNamed) return this.#fault('missed', said);
    if (this.#before.additions.has(line.commit)) return;
    if (!this.#isOld(line)) {
      if (evidence === 'carried' && !this.#hasSource(line)) this.#fault('evidence', `${said} ${evidence}`);
    } else if (this.#how !== 'free') {
      if (!this.#evidence.includes(evidence)) this.#fault('evidence', `${said} ${evidence}`);
      if (graph && !this.#before.graphs.has(graph)) this.#fault('graphs', `${said} by another graph than before`);
      if (!this.#comesFrom(line)) this.#fault('carried', `${said} ${namesOf(this.#notes.get(line.commit))}`);
    }
  }

  /** A line of an agent that was committed before and is now in a new commit. */
  #isOld({ author, commit, text }: Line): boolean {
    const isNew = !this.#before.additions.has(commit);
    return author !== undefined && author !== 'human' && isNew && this.#before.texts.has(text.trim());
  }

  // Lines committed while nothing was recorded have no named owner.
  #isTold({ text }: Line): boolean {
    const { additions: commits, notes } = this.#before;
    return ![...commits].some(([commit, texts]) => !notes.has(commit) && texts.has(text.trim()));
  }

  // Another commit added the line too, perhaps one that existed only for a while.
  #hasSource({ commit, text }: Line): boolean {
    return [...this.#now].some(([other, texts]) => other !== commit && texts.has(text.trim()));
  }

  // Whether the note names a commit that was there before, or came to be meanwhile, and added this very line. A revert may
  // also name the commit that took the line away.
  #comesFrom({ commit, text }: Line): boolean {
    return (this.#notes.get(commit)?.carried ?? []).some(
      ({ from, how }) =>
        this.#how?.includes(how) && (how === 'revert' || (this.#before.additions.get(from)?.has(text.trim()) ?? true)),
    );
  }

  #judgeNote(commit: string): void {
    const note = this.#notes.get(commit);
    if (!note) return;
    const added = addedBy(this.#repo, commit);
    for (const [path, list] of note.lines)
      for (const { start, count } of list)
        for (let line = start; line < start + count; line++)
          if (!added.get(path)?.has(line)) this.#fault('outside', `${short(commit)} speaks of line ${line} of ${path}`);
    if (this.#before.additions.has(commit)) return;
    const own = new Set([...added.values()].flatMap((rows) => [...rows.values()].map((text) => text.trim())));
    for (const { from, how } of note.carried) {
      const texts = this.#now.get(from) ?? this.#before.additions.get(from);
      const shares = texts && ([...texts].some((text) => own.has(text)) || this.#haveOneSubject(from, commit));
      if (from === commit || (!shares && how !== 'revert'))
        this.#fault('carried', `${short(commit)} says ${how} from ${short(from)}, but has nothing of it`);
    }
  }

  // Everything in a commit may have been replaced when a conflict was solved.
  #haveOneSubject(one: string, other: string): boolean {
    const subjects = this.#repo.git('log', '--no-walk', '--no-notes', '--format=%s', one, other).split('\n');
    return subjects.length === 2 && subjects[0] === subjects[1];
  }

  #fault(kind: Kind, what: string): void {
    (this.#faults[kind] ??= []).push(what);
  }
}

const keyOf = ({ commit, text }: Line): string => `${commit} ${text}`;
const short = (commit: string): string => commit.slice(0, 8);
const namesOf = (note: Note | undefined): string =>
  `(carried: ${note?.carried.map((one) => `${one.how} ${short(one.from)}`).join(', ') || 'nothing'})`;
