import { open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { ProvError } from '../../../errors.ts';
import type { Output } from './output.ts';

/** Size of the write buffer, in bytes. */
const CHUNK_BYTES = 64 * 1024;

/** Output to a file. The file gets its name only when it is complete. */
export interface FileOutput extends Output {
  /** Discards the output and keeps the former file. */
  drop(): Promise<void>;
}

/**
 * Opens a file for output. A pipe, a terminal or another special file is written to directly.
 * @throws ProvError `data` when it cannot be written, now or later
 */
export async function openFileOutput(named: string): Promise<FileOutput> {
  const file = await realpath(named).catch(() => named); // for a link, its target
  const there = await stat(file).catch(() => undefined);
  const direct = there !== undefined && !there.isFile();
  const name = direct ? file : `${file}.${process.pid}.part`;
  const failing = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      throw new ProvError('data', `${JSON.stringify(file)} could not be written.`, {
        cause,
        hint: 'Name another file.',
      });
    }
  };
  let handle: FileHandle | undefined = await failing(() => open(name, 'w'));
  let waiting: Buffer[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    size = 0;
    if (bytes.length > 0) await failing(() => handle!.writeFile(bytes));
  };
  const end = async (): Promise<void> => {
    await handle?.close();
    handle = undefined;
  };
  return {
    tty: false,
    pager: false,
    columns: undefined,
    isClosed: () => false,
    write: async (data) => {
      const bytes = Buffer.from(data);
      waiting.push(bytes);
      if ((size += bytes.length) >= CHUNK_BYTES) await flush();
    },
    close: async () => {
      await flush();
      await failing(end);
      if (!direct) await failing(() => rename(name, file));
      return 0;
    },
    drop: async () => {
      await end().catch(() => undefined);
      if (!direct) await rm(name, { force: true });
    },
  };
}
