import { rememberStanding } from '../../model/standing/standing.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { withDatabase, type CacheOptions } from './cache.ts';
import { Indexed } from './indexed.ts';
import { plainSource } from './in-memory-source.ts';
import type { KnownGraph, Source } from './source.ts';

/** What can be asked of all notes. */
export interface Asked {
  /** The notes, and what no commit has taken up yet. */
  readonly sources: readonly Source[];
  /** Whether notes are signed here, or signers are known: then what is only claimed is marked. */
  readonly marks: boolean;
  /** Notes that are partly or wholly unreadable. */
  readonly damaged: number;
}

/**
 * Runs `work` on the index of the notes, brought up to date, and on the graphs that no commit has taken up yet.
 * @param local what sessions of this clone did since their last commit
 */
export function withIndex<T>(
  repo: Repo,
  local: readonly KnownGraph[],
  options: CacheOptions,
  work: (asked: Asked) => Promise<T>,
): Promise<T> {
  for (const graph of local) rememberStanding(graph, 'recorded');
  return withDatabase(repo, options, async (db, reader, judge) => {
    const { vouching, hidesClaimed } = await judge.trust();
    const indexed = new Indexed(db, reader, hidesClaimed);
    const sources = local.length > 0 ? [plainSource(local), indexed] : [indexed];
    return work({ sources, marks: vouching !== undefined, damaged: indexed.damaged });
  });
}
