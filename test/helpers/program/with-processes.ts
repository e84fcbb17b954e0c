import { NODE } from './node.ts';

/**
 * Runs a story with a process for each start of the program, like users, in a file where a server runs it in the other stories. Only in
 * runs that want processes; see `real.ts`.
 */
export async function withProcesses<T>(story: () => Promise<T> | T): Promise<T> {
  if (process.env['PROCESSES'] !== '1') return story();
  const usual = process.execPath;
  process.execPath = NODE;
  try {
    return await story();
  } finally {
    process.execPath = usual;
  }
}
