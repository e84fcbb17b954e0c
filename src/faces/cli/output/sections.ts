import { appendFileSync, closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Output } from './output.ts';
import { jsonText } from '../render/json-text.ts';

/** Characters of a section kept in memory. The rest goes to a temporary file. */
const MAX_KEPT_CHARACTERS = 1024 * 1024;
/** Bytes per read of a temporary file. */
const CHUNK_BYTES = 256 * 1024;

interface Part {
  text: string;
  fd: number | undefined;
  empty: boolean;
}

/**
 * A JSON object of sections, which are objects. Entries may come in any order. Memory use does not depend on their number.
 */
export class Sections {
  readonly #parts: ReadonlyMap<string, Part>;
  #dir: string | undefined;

  constructor(names: readonly string[]) {
    this.#parts = new Map(names.map((name) => [name, { text: '', fd: undefined, empty: true }]));
  }

  /** Adds an entry to a section. Its key must be new. */
  add(section: string, key: string, value: object): void {
    const part = this.#parts.get(section)!;
    part.text += `${part.empty ? '' : ','}\n    ${jsonText(key)}: ${jsonText(value)}`;
    part.empty = false;
    if (part.text.length > MAX_KEPT_CHARACTERS) this.#spill(section, part);
  }

  /** Writes the object. @param head entries before the sections */
  async write(output: Output, head: object): Promise<void> {
    await output.write('{');
    let between = '';
    for (const [key, value] of Object.entries(head)) {
      await output.write(`${between}\n  ${jsonText(key)}: ${jsonText(value)}`);
      between = ',';
    }
    for (const [name, part] of this.#parts) {
      if (part.empty) continue;
      await output.write(`${between}\n  ${jsonText(name)}: {`);
      between = ',';
      if (part.fd !== undefined) for (const chunk of chunksOf(part.fd)) await output.write(chunk);
      await output.write(`${part.text}\n  }`);
    }
    await output.write('\n}\n');
  }

  /** Deletes the temporary files. */
  close(): void {
    for (const { fd } of this.#parts.values()) if (fd !== undefined) closeSync(fd);
    if (this.#dir !== undefined) rmSync(this.#dir, { recursive: true, force: true });
  }

  #spill(name: string, part: Part): void {
    this.#dir ??= mkdtempSync(join(tmpdir(), 'git-prov-export-'));
    part.fd ??= openSync(join(this.#dir, name), 'ax+', 0o600);
    appendFileSync(part.fd, part.text);
    part.text = '';
  }
}

function* chunksOf(fd: number): Generator<Buffer> {
  for (let at = 0; ;) {
    const bytes = Buffer.alloc(CHUNK_BYTES);
    const read = readSync(fd, bytes, 0, CHUNK_BYTES, at);
    if (read === 0) return;
    yield bytes.subarray(0, read);
    at += read;
  }
}
