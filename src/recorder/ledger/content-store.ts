import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { localFiles } from '../../git/repository/local-files.ts';

/** From this size or age on, a new file is started. */
const FILE_BYTES = 16 * 1024 * 1024;
const FILE_AGE_MS = 7 * 86_400_000;
/** Files older than this are removed, and the oldest beyond this number: 256 MiB. */
const MAX_AGE_MS = 90 * 86_400_000;
const MAX_FILES = 16;
/** Named by their start, in milliseconds since the epoch. */
const NAME = /^[0-9]{14}\.jsonl$/;

/**
 * The inputs and outputs of steps, kept on this machine with `prov.capture = full`: redacted, each under the SHA-256 in its
 * step's node. Append-only files; the oldest are removed when there are too many.
 */
export class ContentStore {
  readonly #dir: string;
  #added = new Map<string, string>();

  constructor(provDir: string) {
    this.#dir = localFiles(provDir).contents;
  }

  /** Keeps a text from the next `save` on. @returns its SHA-256 in hex */
  add(text: string): string {
    const hash = sha256(text);
    if (text !== '') this.#added.set(hash, text);
    return hash;
  }

  /** Appends the new texts, and removes old files. @param now milliseconds since the epoch */
  save(now: number): void {
    const files = filesOf(this.#dir);
    if (this.#added.size > 0) {
      mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
      for (const text of this.#batches()) this.#append(files, text, now);
      this.#added.clear();
    }
    const young = new Set(files.filter((name) => now - begun(name) < MAX_AGE_MS).slice(-MAX_FILES));
    for (const name of files) if (!young.has(name)) rmSync(join(this.#dir, name), { force: true });
  }

  // Batches of about the size of a file.
  *#batches(): Generator<string> {
    let text = '';
    for (const [sha, content] of this.#added) {
      text += `${JSON.stringify({ sha256: sha, text: content })}\n`;
      if (text.length < FILE_BYTES) continue;
      yield text;
      text = '';
    }
    if (text !== '') yield text;
  }

  #append(files: string[], text: string, now: number): void {
    const last = files.at(-1);
    const goesOn =
      last !== undefined && now - begun(last) < FILE_AGE_MS && statSync(join(this.#dir, last)).size < FILE_BYTES;
    // A clock that was set back does not change the order.
    const at = Math.max(now, last === undefined ? 0 : begun(last) + 1);
    const name = goesOn ? last : `${String(at).padStart(14, '0')}.jsonl`;
    if (!goesOn) files.push(name);
    appendFileSync(join(this.#dir, name), text, { mode: 0o600 });
  }
}

/**
 * The text with a hash; undefined when it is not here: it was recorded elsewhere, or without `prov.capture = full`, or
 * was removed since. A text that no longer has this hash is not returned.
 */
export function readContent(provDir: string, hash: string): string | undefined {
  if (hash === sha256('')) return '';
  const start = `{"sha256":"${hash}",`;
  const dir = localFiles(provDir).contents;
  for (const name of filesOf(dir).toReversed()) {
    const bytes = readFileSync(join(dir, name));
    // A line that a power cut shortened has no line break: the next one is found within it.
    for (let at = bytes.indexOf(start); at >= 0; at = bytes.indexOf(start, at + 1)) {
      const end = bytes.indexOf(10, at);
      const text = textOf(bytes.toString('utf8', at, end < 0 ? bytes.length : end));
      if (text !== undefined && sha256(text) === hash) return text;
    }
  }
  return undefined;
}

function textOf(line: string): string | undefined {
  try {
    const { text } = JSON.parse(line) as { text?: unknown };
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined; // cut off
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const begun = (name: string): number => Number(name.slice(0, 14));

function filesOf(dir: string): string[] {
  try {
    return readdirSync(dir)
      .filter((name) => NAME.test(name))
      .sort();
  } catch {
    return []; // nothing was kept yet
  }
}
