import { withFault } from '../facts.ts';
import { encodeFacts } from '../store/encode-facts.ts';
import type { Content, ReadContent } from '../store/code-store.ts';
import { namesOf } from '../store/names.ts';
import type { CodeParser } from './parser.ts';

/** A content that is not parsed yet. */
export interface RawContent extends Content {
  /** A name with the ending that decides the language. */
  readonly path: string;
  /** Undefined where the content is missing or too large. */
  readonly bytes: Uint8Array | undefined;
}

/** Parses contents, one after the other. */
export async function readContents(parser: CodeParser, contents: readonly RawContent[]): Promise<ReadContent[]> {
  const read: ReadContent[] = [];
  for (const { oid, grammar, path, bytes } of contents) {
    const facts = (bytes && (await parser.parse(path, bytes))) ?? withFault('too large');
    read.push({ oid, grammar, facts: encodeFacts(facts), names: namesOf(facts) });
  }
  return read;
}
