import type { Node } from './model.ts';

/** Whether a step tells of a commit: that it took up what its session did. */
export const isPatchOf = ({ kind, detail }: Node, commit: string | undefined): boolean =>
  kind === 'patch' && detail?.['commit'] === commit;
