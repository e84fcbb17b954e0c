import type { Repo } from '../../git/repository/repo.ts';
import type { Contents } from './contents.ts';

/** Gives the contents of the work tree when they are needed. */
export type OpenContents = () => Promise<Contents>;

/**
 * The parser is loaded only for an entry that rests on code. All questions of one command share what was read.
 * @param parsingMs how long sources are parsed, see `Contents`
 */
export function openContents(repo: Repo, parsingMs?: number): OpenContents {
  let opened: Promise<Contents> | undefined;
  return () => (opened ??= import('./contents.ts').then(({ Contents }) => new Contents(repo, { parsingMs })));
}
