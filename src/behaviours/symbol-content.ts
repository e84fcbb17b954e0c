import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Outlines } from '../code/outlines.ts';
import { symbolsIn } from '../code/symbols.ts';
import { ObjectReader } from '../git/objects/objects.ts';
import type { Repo } from '../git/repository/repo.ts';
import type { NamedSymbol } from '../model/step.ts';

/** Larger files are not parsed. */
const MAX_FILE_BYTES = 1024 * 1024;

/**
 * A mark of the text of a function or type in a commit. Blanks do not count, so a formatter changes nothing.
 * @param commit undefined for the work tree; the file must then be a regular one
 * @returns undefined when the file does not define it
 */
export async function symbolContent(
  repo: Repo,
  commit: string | undefined,
  path: string,
  { kind, name }: NamedSymbol,
): Promise<string | undefined> {
  const bytes = commit === undefined ? readFileSync(join(repo.workTree!, path)) : await inCommit(repo, commit, path);
  const facts = bytes && bytes.length <= MAX_FILE_BYTES ? await new Outlines(repo).of(path, bytes) : undefined;
  const symbol = facts && symbolsIn(path, facts).find((one) => one.kind === kind && one.name === name);
  if (!bytes || !symbol) return undefined;
  const lines = Buffer.from(bytes).toString('utf8').split('\n');
  const text = symbol.ranges.map(([start, end]) => lines.slice(start - 1, end).join('\n')).join('\n');
  return createHash('sha256').update(text.replace(/\s+/g, '')).digest('hex');
}

async function inCommit(repo: Repo, commit: string, path: string): Promise<Uint8Array | undefined> {
  const objects = new ObjectReader(repo);
  try {
    const [object] = await objects.read([`${commit}:${path}`], { limit: MAX_FILE_BYTES });
    return object && 'bytes' in object && object.type === 'blob' ? object.bytes : undefined;
  } finally {
    await objects.close();
  }
}
