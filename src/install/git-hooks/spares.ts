import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { linkExists, readIf } from '../apply.ts';
import { isShim } from './shim.ts';

/** Our hooks that other programs renamed when they installed theirs: pre-commit, lefthook, overcommit. */
export const sparesOf = (path: string): string[] =>
  [`${path}.legacy`, `${path}.old`, join(dirname(path), 'old-hooks', basename(path))].filter((spare) => {
    const bytes = existsSync(spare) ? readIf(spare) : undefined;
    return bytes !== undefined && isShim(bytes);
  });

/** This name, or the name with the first unused number. */
export function freeName(path: string): string {
  for (let i = 1; ; i++) {
    const name = i === 1 ? path : `${path}.${i}`;
    if (!linkExists(name)) return name;
  }
}
