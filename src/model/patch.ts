import type { Node } from './model.ts';

/** Whether a node records this commit, which contains changes of its session. */
export const isPatchOf = ({ kind, detail }: Node, commit: string | undefined): boolean =>
  kind === 'patch' && detail?.['commit'] === commit;

/** A commit as a summary without words. Notes store it, so it is as long in every clone. */
export const commitSummary = (commit: string): string => `commit ${commit.slice(0, 8)}`;
