import type { Repo } from '../git/repository/repo.ts';
import { actionsOf } from './answer.ts';

/** A warning is shown for so long. */
const SHOWN_MS = 7 * 24 * 3_600_000;

/** A warning of a behaviour. */
export interface Warned {
  readonly behaviour: string;
  readonly text: string;
  /** The entry that records it. */
  readonly node: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What behaviours of this clone warned of in the last seven days, newest first. */
export const warnedIn = (repo: Repo, now: number): Warned[] =>
  actionsOf(repo)
    .filter(({ action, node }) => action === 'warn' && now - node.at < SHOWN_MS)
    .map(({ behaviour, node }) => ({ behaviour, text: node.summary, node: node.id, at: node.at }))
    .reverse();
