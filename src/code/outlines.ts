import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashObject } from '../git/objects/pack.ts';
import { readRegularBytes } from '../git/objects/regular-file.ts';
import { replaceFile } from '../git/repository/replace-file.ts';
import { filesOf } from '../git/repository/local-files.ts';
import type { Repo } from '../git/repository/repo.ts';
import type { FileFacts } from './facts.ts';
import { grammarOf } from './languages/all.ts';
import { CodeParser, MAX_FILE_BYTES } from './parse/parser.ts';
import { type Content, readsVersion } from './store/code-store.ts';
import { decodeFacts, encodeFacts } from './store/encode-facts.ts';

/** Outlines that are kept. When there are more, all are removed: making one again takes a tenth of a second. */
const MAX_OUTLINES = 2000;

const PREFIX = 'outlines-';

/** Reads the definitions of single files, without the rest of the facts. What was read once is kept in `.git/prov/code`. */
export class Outlines {
  readonly #repo: Repo;
  readonly #parser = new CodeParser('outline');

  constructor(repo: Repo) {
    this.#repo = repo;
  }

  /**
   * The definitions of a file.
   * @param path decides the language
   * @returns undefined for a language that is not known
   */
  async of(path: string, content: Uint8Array): Promise<FileFacts | undefined> {
    const grammar = grammarOf(path)?.file;
    if (grammar === undefined) return undefined;
    const oid = hashObject(this.#repo.hash, { type: 'blob', bytes: content });
    const file = this.#fileOf({ oid, grammar });
    const kept = read(file);
    if (kept) return kept;
    const facts = await this.#parser.parse(path, content);
    if (facts) keep(dirname(file), file, facts);
    return facts;
  }

  /** The definitions of a content, if it was read before. */
  kept(content: Content): FileFacts | undefined {
    return read(this.#fileOf(content));
  }

  #fileOf({ oid, grammar }: Content): string {
    return join(filesOf(this.#repo).code, `${PREFIX}${readsVersion()}`, `${oid}-${grammar}`);
  }
}

function read(file: string): FileFacts | undefined {
  try {
    const bytes = readRegularBytes(file, MAX_FILE_BYTES);
    return bytes && decodeFacts(bytes);
  } catch {
    return undefined; // damaged
  }
}

function keep(dir: string, file: string, facts: FileFacts): void {
  try {
    if (!existsSync(dir)) removeOthers(dirname(dir));
    else if (readdirSync(dir).length >= MAX_OUTLINES) rmSync(dir, { recursive: true });
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    replaceFile(file, encodeFacts(facts), 'cache');
  } catch {
    // it is read again the next time
  }
}

// Those of other versions.
function removeOthers(codeDir: string): void {
  if (!existsSync(codeDir)) return;
  for (const name of readdirSync(codeDir))
    if (name.startsWith(PREFIX)) rmSync(join(codeDir, name), { recursive: true, force: true });
}
