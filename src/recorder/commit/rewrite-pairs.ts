import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOid, type Oid } from '../../model/ids.ts';
import { localFiles } from '../../git/repository/local-files.ts';

/** Larger output of a rewrite is not read, in bytes. */
const MAX_BYTES = 8 * 1024 * 1024;
const PAIR = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64})\b/;

/** Keeps the output of git's post-rewrite hook until it is used: lines of `<old> <new>`. */
export function keepPairs(provDir: string, lines: string): void {
  if (!PAIR.test(lines)) return;
  const dir = localFiles(provDir).rewritten;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dir, `${Date.now()}-${process.pid}`), lines, { mode: 0o600 });
}

/** The source commits of each commit, in order. */
export type PairsOf = ReadonlyMap<Oid, readonly Oid[]>;

/** Unused output of post-rewrite. */
export class Pairs {
  readonly of = new Map<Oid, Oid[]>();
  readonly #files: string[] = [];

  constructor(provDir: string) {
    const dir = localFiles(provDir).rewritten;
    for (const name of listed(dir)) {
      const file = join(dir, name);
      this.#files.push(file);
      if (statSync(file).size > MAX_BYTES) continue;
      for (const line of readFileSync(file, 'latin1').split('\n')) {
        const [, old = '', next = ''] = PAIR.exec(line) ?? [];
        if (isOid(old) && isOid(next) && old !== next) this.of.set(next, [...(this.of.get(next) ?? []), old]);
      }
    }
  }

  /** Deletes the files that were read. */
  remove(): void {
    for (const file of this.#files) rmSync(file, { force: true });
  }
}

/** Whether there is unused output of post-rewrite. */
export const hasPairs = (provDir: string): boolean => listed(localFiles(provDir).rewritten).length > 0;

function listed(dir: string): string[] {
  try {
    return readdirSync(dir).sort();
  } catch {
    return []; // no rewrite yet
  }
}
