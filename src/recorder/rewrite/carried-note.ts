import { addedLines, type CommitChange, type FileChange, type LineRange } from '../../git/history/commit-changes.ts';
import type { NodeId, Oid, RepoPath } from '../../model/ids.ts';
import type { Attribution, Carried, Note } from '../../model/model.ts';
import { attribute } from '../../lines/attribute.ts';
import type { CarriedLine } from '../../lines/transfer-owners.ts';
import { HUMAN, type Owner, UNSURE } from '../../lines/owner.ts';
import { isIn, contributes } from './source-files.ts';
import type { SourceOwners } from './source-owners.ts';
import type { Texts } from './source-commit.ts';

/**
 * The note of a commit with nothing but source commits to go by. Undefined when no source has a note, or the commit has
 * none of their lines.
 */
export async function carriedNote(
  change: CommitChange,
  origins: SourceOwners,
  texts: Texts,
): Promise<Note | undefined> {
  const lines = new Map<RepoPath, readonly Attribution[]>();
  const used = new Set<number>();
  for (const [path, added] of addedLines(change)) {
    const file = change.parents[0]!.files.find((one) => one.path === path);
    const text = file?.newBlob && !file.binary ? await texts.lines(file.newBlob) : undefined;
    if (!file || !text) continue;
    const carried = await origins.carry(file, text, isIn(added, text.length));
    for (const line of carried) if (line) used.add(line.source);
    const owners = text.map((_, i) => ownerOf(carried[i]));
    const attributions = attribute({ lines: text, owners }, undefined, added.map(toHunk));
    if (attributions.length > 0) lines.set(path, attributions);
  }
  return noteOf(change.commit, lines, origins, used);
}

// Builds a rewritten commit's note from those of its sources. Undefined when these contribute nothing.
function noteOf(commit: Oid, lines: Note['lines'], origins: SourceOwners, used: ReadonlySet<number>): Note | undefined {
  const carried = carriedFrom(origins, used);
  if (carried.length === 0) return undefined;
  return { commit, graphs: origins.graphs(nodesOf(lines), used), lines, carried, ...sameAmong(carried, origins) };
}

/** Of the sources of a note, those whose checks still count. */
export function sameAmong(carried: readonly Carried[], { all }: SourceOwners): Pick<Note, 'same'> {
  const known = new Set(all.flatMap(({ commit, same }) => (same ? [commit] : [])));
  const same = [...new Set(carried.map(({ from }) => from))].filter((from) => known.has(from));
  return same.length > 0 ? { same } : {};
}

/** The sources of a note: those with found lines, or with a note that has no lines but a graph. */
export const carriedFrom = (origins: SourceOwners, used: ReadonlySet<number>): Carried[] =>
  origins.all.flatMap((origin, n) =>
    contributes(origin, used.has(n)) ? [{ from: origin.commit, how: origin.how }] : [],
  );

/** The nodes that attributions name. */
export function nodesOf(lines: Note['lines']): Set<NodeId> {
  const nodes = new Set<NodeId>();
  for (const list of lines.values())
    for (const { node, from } of list) for (const id of [node, from]) if (id) nodes.add(id);
  return nodes;
}

/** A line of a source without a note is unknown, and one that no source contains is a person's. */
const ownerOf = (line: CarriedLine | undefined): Owner =>
  line ? (line.owner.kind === 'base' ? UNSURE : line.owner) : HUMAN;

const toHunk = ([newStart, newCount]: LineRange): FileChange['hunks'][number] => ({
  oldStart: 0,
  oldCount: 0,
  newStart,
  newCount,
});
