import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { localFiles } from '../../git/repository/local-files.ts';
import { replaceFile } from '../../git/repository/replace-file.ts';

/**
 * Returns a key that never leaves this repository. It is created at first use, and again when it is damaged.
 * @param provDir the folder of the local state
 * @returns a function giving 64 hexadecimal digits
 * @throws a system error when it cannot be written
 */
export function localKey(provDir: string): () => string {
  const file = localFiles(provDir).key;
  let key: string | undefined;
  return () => (key ??= read(file) ?? make(provDir, file));
}

function read(file: string): string | undefined {
  try {
    const key = readFileSync(file, 'utf8');
    return /^[0-9a-f]{64}$/.test(key) ? key : undefined;
  } catch {
    return undefined; // it does not exist yet
  }
}

function make(provDir: string, file: string): string {
  const key = randomBytes(32).toString('hex');
  mkdirSync(provDir, { recursive: true, mode: 0o700 });
  replaceFile(file, key);
  return key;
}
