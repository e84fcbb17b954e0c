import { ProvError } from '../errors.ts';
import { UnusableRef } from '../git/history/ref-updates.ts';

/**
 * Runs what reads the commit or the trees of the notes of this clone. Where these are damaged, no single note and no commit is at fault: what is to
 * be recorded waits until they are repaired.
 * @throws UnusableRef when they cannot be read
 */
export async function readUsable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (!(cause instanceof ProvError) || cause instanceof UnusableRef || !['data', 'git'].includes(cause.kind))
      throw cause;
    throw new UnusableRef('git', `The notes cannot be read. ${cause.message}`, {
      cause: cause.cause,
      hint: 'Run git prov doctor --fix.',
    });
  }
}
