import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../../recorder/spool/lock.ts';
import { loadState } from '../../recorder/state/load-state.ts';
import { ProvError } from '../../errors.ts';
import { decodeNote, graphIdOf } from '../../model/format/note.ts';
import type { SessionId } from '../../model/ids.ts';
import type { Graph } from '../../model/model.ts';
import { isDamaged, type NoteReader } from '../../notes/notes.ts';
import { localFiles } from '../../git/repository/local-files.ts';

/** A younger graph may still be needed by the next commit. Sessions are archived after the same time. */
const OLD_MS = 30 * 86_400_000;
const LOCK_TIMEOUT_MS = 5000;

/** The file of a graph that a note contains too. */
export interface SpareGraph {
  readonly file: string;
  readonly bytes: number;
}

interface KeptGraph extends SpareGraph {
  readonly id: string;
  readonly graph: Graph;
  readonly old: boolean;
}

/**
 * Finds stored graphs (`prov/graphs`) that no later commit will need: old ones that a note contains, without a step that
 * waits for a commit. The last graph of each session is kept, because the next node number continues from it.
 * @param dir the folder of the local state
 * @param isGoing whether a commit's note is about to be removed; graphs found only in such notes are kept
 */
export async function spareGraphs(
  dir: string,
  store: NoteReader,
  now: number,
  isGoing: (commit: string) => boolean,
): Promise<SpareGraph[]> {
  const old = oldGraphs(dir, now);
  if (old.length === 0) return [];
  const sessions = new Set(old.map(({ graph }) => graph.session.id));
  const wanted = new Map(old.map((one) => [one.id, one]));
  const found: SpareGraph[] = [];
  for await (const [commit, note] of store.at(await store.list())) {
    if (isDamaged(note) || isGoing(commit)) continue;
    for (const graph of note.graphs) {
      const spare = sessions.has(graph.session.id) ? wanted.get(graphIdOf(graph)) : undefined;
      if (!spare) continue;
      wanted.delete(spare.id);
      found.push({ file: spare.file, bytes: spare.bytes });
    }
    if (wanted.size === 0) break;
  }
  return found;
}

/** Deletes such files while no process records. @throws ProvError `data` when another process does not stop recording */
export async function removeGraphs(dir: string, graphs: readonly SpareGraph[], now: number): Promise<void> {
  if (graphs.length === 0) return;
  const done = await withLock(dir, LOCK_TIMEOUT_MS, async () => {
    const still = new Set(oldGraphs(dir, now).map(({ file }) => file));
    for (const { file } of graphs) if (still.has(file)) rmSync(file, { force: true });
    return true;
  });
  if (!done) throw new ProvError('data', 'Another process is recording.', { hint: 'Run git prov gc --prune again.' });
}

function oldGraphs(dir: string, now: number): KeptGraph[] {
  const all = readGraphs(localFiles(dir).graphs, now);
  if (!all.some(({ old }) => old)) return [];
  const waiting = new Set<string>();
  for (const { cursor } of Object.values(loadState(dir).sessions))
    for (const { id } of cursor.uncommitted) waiting.add(id);
  const last = new Map<SessionId, KeptGraph>();
  for (const one of all) {
    const { id } = one.graph.session;
    const other = last.get(id);
    if (!other || highest(one.graph) > highest(other.graph)) last.set(id, one);
  }
  return all.filter(
    (one) => one.old && last.get(one.graph.session.id) !== one && !one.graph.nodes.some(({ id }) => waiting.has(id)),
  );
}

function readGraphs(folder: string, now: number): KeptGraph[] {
  const found: KeptGraph[] = [];
  for (const id of existsSync(folder) ? readdirSync(folder) : []) {
    if (!/^[0-9a-f]{64}$/.test(id)) continue;
    const file = join(folder, id);
    try {
      const stat = statSync(file);
      const [graph] = decodeNote(readFileSync(file)).graphs;
      if (graph) found.push({ id, file, bytes: stat.size, graph, old: now - stat.mtimeMs > OLD_MS });
    } catch {
      continue; // damaged or deleted since; other checks report it
    }
  }
  return found;
}

const highest = ({ nodes }: Graph): number =>
  nodes.reduce((most, { id }) => Math.max(most, Number(id.slice(id.indexOf('-') + 1))), 0);
