import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Tells hooks/agent, without a process of ours, whether there may be something to tell an agent that begins to work. There is no
 * such file where nothing was ever said; an empty one says that there may be something; a line in it is what the work tree's
 * HEAD was when nothing was found.
 */
const fileOf = (provDir: string): string => join(provDir, 'knowledge');

/** Something was said, or came from elsewhere. */
export const markSaid = (provDir: string): void => writeFileSync(fileOf(provDir), '', { mode: 0o600 });

/** What HEAD leads to has changed: something may be found now. */
export function markMoved(provDir: string): void {
  if (existsSync(fileOf(provDir))) markSaid(provDir);
}

/**
 * Nothing was found in a work tree.
 * @param since when it was looked for, in milliseconds since the epoch: what was said later counts
 */
export function markQuiet(provDir: string, gitDir: string, since: number): void {
  const said = statSync(fileOf(provDir), { throwIfNoEntry: false });
  if (!said || said.mtimeMs >= since) return;
  const [head = ''] = readFileSync(join(gitDir, 'HEAD'), 'utf8').split('\n', 1);
  writeFileSync(fileOf(provDir), `${head}\n`, { mode: 0o600 });
}
