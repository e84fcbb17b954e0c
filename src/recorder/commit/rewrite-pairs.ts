import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOid, type Oid } from '../../model/ids.ts';

/** The folder of what git's post-rewrite hook said, beside the spool. */
const FOLDER = 'rewritten';
/** What a rewrite of more commits says is not read, in bytes. */
const MAX_BYTES = 8 * 1024 * 1024;
const PAIR = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64})\b/;

/** Keeps what git's post-rewrite hook says until it has been used: lines of `<old> <new>`. */
export function keepPairs(provDir: string, lines: string): void {
  if (!PAIR.test(lines)) return;
  const dir = join(provDir, FOLDER);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dir, `${Date.now()}-${process.pid}`), lines, { mode: 0o600 });
}

/** The commits that each was made from, in order. */
export type PairsOf = ReadonlyMap<Oid, readonly Oid[]>;

/** What post-rewrite said and nobody has used yet. */
export class Pairs {
  readonly of = new Map<Oid, Oid[]>();
  readonly #files: string[] = [];

  constructor(provDir: string) {
    const dir = join(provDir, FOLDER);
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

  /** Forgets what was read. */
  remove(): void {
    for (const file of this.#files) rmSync(file, { force: true });
  }
}

/** Whether post-rewrite said something that nobody has used yet. */
export const hasPairs = (provDir: string): boolean => listed(join(provDir, FOLDER)).length > 0;

function listed(dir: string): string[] {
  try {
    return readdirSync(dir).sort();
  } catch {
    return []; // no rewrite yet
  }
}
