import { isKeptFault, type KeptFile, onKept } from '../../sqlite/kept-file.ts';
import { withLock } from './lock.ts';

/**
 * Runs `work` on a kept database while no other process uses it.
 * @returns undefined when it cannot be kept: another process holds it for longer than `patience` milliseconds, the disk is full, or it
 * has a fault. The caller then builds one in memory
 */
export async function lockKept<T>(kept: KeptFile, patience: number, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await withLock(kept.dir, patience, () => onKept(kept, work));
  } catch (error) {
    if (isKeptFault(error)) return undefined; // the lock itself could not be written
    throw error;
  }
}
