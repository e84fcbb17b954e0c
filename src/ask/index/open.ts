import { rememberStanding } from '../../model/standing/standing.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { withDatabase, type CacheOptions } from './cache.ts';
import { Indexed } from './indexed.ts';
import { plainSource } from './in-memory-source.ts';
import type { KnownGraph, GraphSource } from './graph-source.ts';

/** The sources for queries over all notes. */
export interface QuerySources {
  /** The notes, and steps that are in no commit yet. */
  readonly sources: readonly GraphSource[];
  /** Whether notes are signed here, or signers are known: then what is only claimed is marked. */
  readonly marks: boolean;
  /** Notes that are partly or wholly unreadable. */
  readonly damaged: number;
}

/**
 * Runs `work` on an up-to-date index of the notes, and on graphs that are in no commit yet.
 * @param local steps of this clone's sessions since their last commit
 */
export function withIndex<T>(
  repo: Repo,
  local: readonly KnownGraph[],
  options: CacheOptions,
  work: (sources: QuerySources) => Promise<T>,
): Promise<T> {
  for (const graph of local) rememberStanding(graph, 'recorded');
  return withDatabase(repo, options, async (db, reader, judge) => {
    const { vouching, hidesClaimed } = await judge.trust();
    const indexed = new Indexed(db, reader, hidesClaimed);
    const sources = local.length > 0 ? [plainSource(local), indexed] : [indexed];
    return work({ sources, marks: vouching !== undefined, damaged: indexed.damaged });
  });
}
