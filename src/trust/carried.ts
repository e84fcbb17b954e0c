import { Files } from '../capture/files.ts';
import { changesOf, type CommitChange } from '../git/diff.ts';
import type { ObjectReader } from '../git/objects.ts';
import type { Repo } from '../git/repo.ts';
import { type NodeId, type Oid, sessionPart } from '../graph/ids.ts';
import type { Attribution, Note } from '../graph/model.ts';
import { squeeze } from '../lines/text.ts';
import type { Notes } from '../query/history.ts';
import { isDamaged } from '../store/reading.ts';
import type { Finding } from './finding.ts';
import { toldSessions } from './lines.ts';

const CHUNK = 128;

/**
 * Whether lines of a note stand in no session's ledger, because they were carried from other commits' notes, and can be compared
 * with these. What a revert brings back comes from notes that it does not name.
 */
export const carriesLines = (commit: Oid, note: Note): boolean =>
  note.carried.length > 0 && note.carried.every(({ how }) => how !== 'revert') && !carriedIn(commit, note).next().done;

/**
 * Finds lines that rewritten commits' notes give to steps, and that are not lines of the notes that they were carried from: the
 * same words, of the same step. Where one of these notes is not here, or its commit, nothing is said; after a push and a clone that is
 * the rule.
 * @param commits whose notes carry lines
 * @param tip the state of the notes; the newest when absent
 */
export async function* checkCarried(
  repo: Repo,
  store: Pick<Notes, 'read'>,
  objects: ObjectReader,
  commits: readonly Oid[],
  tip?: Oid,
): AsyncGenerator<Finding> {
  for (let at = 0; at < commits.length; at += CHUNK) {
    const some = commits.slice(at, at + CHUNK);
    const notes = await readWhole(store, some, tip);
    const sources = [...new Set([...notes.values()].flatMap(({ carried }) => carried.map(({ from }) => from)))];
    const told = await readWhole(store, sources, tip);
    const changes = await changesOf(repo, [...notes.keys(), ...told.keys()], objects);
    const files = new Files(repo);
    try {
      for (const [commit, note] of notes) {
        const lines = await carriedLines(note, told, changes, files);
        const change = changes.get(commit);
        const finding = lines && change && (await firstForeign({ commit, note, change, lines }, files));
        if (finding) yield finding;
      }
    } finally {
      await files.close();
    }
  }
}

async function readWhole(store: Pick<Notes, 'read'>, commits: readonly Oid[], tip?: Oid): Promise<Map<Oid, Note>> {
  const whole = new Map<Oid, Note>();
  for (const [commit, found] of await store.read(commits, tip)) if (!isDamaged(found)) whole.set(commit, found);
  return whole;
}

/** The words of lines, by the steps that they are given to. */
type Words = ReadonlyMap<NodeId, ReadonlySet<string>>;

// What the sources of a note give to steps. Undefined when one of them is not here.
async function carriedLines(
  { carried }: Note,
  told: ReadonlyMap<Oid, Note>,
  changes: ReadonlyMap<Oid, CommitChange>,
  files: Files,
): Promise<Words | undefined> {
  const words = new Map<NodeId, Set<string>>();
  for (const { from } of carried) {
    const [note, change] = [told.get(from), changes.get(from)];
    if (!note || !change) return undefined;
    for (const [path, list] of note.lines) {
      const text = await textOf(change, path, files);
      if (!text) return undefined;
      for (const { node, start, count } of list) {
        if (!node) continue;
        const known = words.get(node) ?? new Set();
        words.set(node, known);
        for (const line of text.slice(start - 1, start - 1 + count)) known.add(squeeze(line));
      }
    }
  }
  return words;
}

interface Carrying {
  readonly commit: Oid;
  readonly note: Note;
  readonly change: CommitChange;
  readonly lines: Words;
}

async function firstForeign({ commit, note, change, lines }: Carrying, files: Files): Promise<Finding | undefined> {
  for (const [path, { node, start, count }] of carriedIn(commit, note)) {
    const text = (await textOf(change, path, files)) ?? [];
    for (let line = start; line < Math.min(start + count, text.length + 1); line++) {
      if (lines.get(node!)?.has(squeeze(text[line - 1]!))) continue;
      return {
        kind: 'fault',
        commit,
        step: node!,
        field: 'lines',
        what: `Line ${line} of ${JSON.stringify(path)} is given to a step, and no note that it was carried from gives it to that one.`,
      };
    }
  }
  return undefined;
}

// The attributions that come from other notes: of what a session did for this commit, a step of it tells.
function* carriedIn(commit: Oid, note: Note): Generator<[path: string, one: Attribution]> {
  const told = toldSessions(commit, note);
  for (const [path, list] of note.lines)
    for (const one of list) if (one.node && !told.has(sessionPart(one.node))) yield [path, one];
}

async function textOf(change: CommitChange, path: string, files: Files): Promise<readonly string[] | undefined> {
  for (const parent of change.parents)
    for (const file of parent.files) if (file.path === path && file.newBlob) return files.lines(file.newBlob);
  return undefined;
}
