import { type FileFacts, withFault } from '../facts.ts';
import { encodeFacts } from '../store/encode-facts.ts';
import type { Content, ReadContent } from '../store/code-store.ts';
import { namesOf } from '../store/names.ts';
import type { CodeParser } from './parser.ts';
import { unscripted } from './scripts.ts';

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
  for (const content of contents) {
    const { path, bytes } = content;
    read.push(encoded(content, factsOrFault(path, bytes && (await parser.parse(path, bytes)))));
  }
  return read;
}

/** What was read of a content. One without bytes, and one in no known language, has a fault. */
export const factsOrFault = (path: string, facts: FileFacts | undefined): FileFacts =>
  facts ?? unscripted(path, undefined) ?? withFault('too large');

/** Facts as the database has them. */
export const encoded = ({ oid, grammar }: Content, facts: FileFacts): ReadContent => ({
  oid,
  grammar,
  facts: encodeFacts(facts),
  names: namesOf(facts),
});
