import type { Node } from './model.ts';

/** Whether a node records this commit, which contains changes of its session. */
export const isPatchOf = ({ kind, detail }: Node, commit: string | undefined): boolean =>
  kind === 'patch' && detail?.['commit'] === commit;

/** The summary of such a node in a session without words (`prov.capture = hashes`). */
export const wordlessCommit = (commit: string): string => `commit ${commit.slice(0, 8)}`;
