import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { filesOf } from '../../git/repository/local-files.ts';
import { replaceFile } from '../../git/repository/replace-file.ts';
import { isObject } from '../../recorder/spool/json-fields.ts';

/** A larger file is damaged (bytes). */
const MAX_BYTES = 4096;

/** The name of a content: SHA-256, hex. */
export const contentName = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const fileIn = (repo: { readonly commonDir: string }): string => join(filesOf(repo).behaviours, 'accepted.json');

/** The content of `.gitprov.toml` that a person of this clone accepted last; undefined for none, or a damaged file. */
export function acceptedContent(repo: { readonly commonDir: string }): string | undefined {
  const file = fileIn(repo);
  if (!existsSync(file) || statSync(file).size > MAX_BYTES) return undefined;
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const name = isObject(value) ? value['sha256'] : undefined;
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers the content that a person accepted. Only the last one counts: an older content that comes back does not run. */
export function rememberAccepted(repo: { readonly commonDir: string }, name: string): void {
  mkdirSync(filesOf(repo).behaviours, { recursive: true, mode: 0o700 });
  replaceFile(fileIn(repo), `${JSON.stringify({ sha256: name, at: Date.now() })}\n`);
}
