import { prov } from './agent.ts';
import type { TestRepo } from './repo.ts';

/** The reason for a line, from `git prov why`. */
export interface Reason {
  readonly session: string | undefined;
  readonly goal: string | undefined;
  readonly decision: string | undefined;
}

interface Answer {
  readonly session?: { readonly id: string };
  readonly goals?: readonly { readonly summary: string }[];
  readonly decision?: { readonly summary: string } | null;
}

/** The reason for a line. @param place a file and a line, such as `a.txt:1` */
export function whyOf(repo: TestRepo, place: string): Reason {
  const { answers } = JSON.parse(prov(repo, 'why', place, '--json')) as { answers: readonly Answer[] };
  const [{ session, goals, decision } = {}] = answers;
  return { session: session?.id, goal: goals?.[0]?.summary, decision: decision?.summary };
}
