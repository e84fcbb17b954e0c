import type { Payload } from '../../recorder/spool/event.ts';
import { text } from '../../recorder/spool/json-fields.ts';
import { replacedIn } from '../common/common.ts';
import type { CrushSession } from './database.ts';

/** Characters kept of the versions of files; the least recently edited file is dropped first. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

/** An edit that Crush made. */
export interface CrushEdit {
  readonly name: string;
  readonly input: Payload;
}

/** Finds the texts of a file before and after each edit of a session. Ask for the edits in their order. */
export class FileTexts {
  readonly #session: CrushSession;
  readonly #files = new Map<string, { readonly versions: readonly string[]; next: number }>();
  #characters = 0;

  constructor(session: CrushSession) {
    this.#session = session;
  }

  /**
   * The texts around an edit, as fields of a payload; empty where they are not known.
   * @param path as Crush stores it: absolute
   * @param metadata what Crush keeps with the result of the call
   */
  around(path: string, edit: CrushEdit, metadata: Payload | undefined): { before?: string; content?: string } {
    const file = this.#fileAt(path);
    const at = file.versions.findIndex(
      (after, i) => i >= file.next && i > 0 && isResult(edit, file.versions[i - 1]!, after),
    );
    if (at >= 0) {
      file.next = at + 1;
      return { before: file.versions[at - 1]!, content: file.versions[at]! };
    }
    const [before, content] = metadata ? [text(metadata, 'old_content'), text(metadata, 'new_content')] : [];
    return before !== undefined && content !== undefined && isResult(edit, before, content) ? { before, content } : {};
  }

  #fileAt(path: string): { readonly versions: readonly string[]; next: number } {
    const known = this.#files.get(path) ?? { versions: this.#session.versions(path), next: 0 };
    if (!this.#files.delete(path)) this.#characters += lengthOf(known.versions);
    this.#files.set(path, known);
    for (const [oldest, { versions }] of this.#files) {
      if (this.#characters <= MAX_CHARACTERS || oldest === path) break;
      this.#files.delete(oldest);
      this.#characters -= lengthOf(versions);
    }
    return known;
  }
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, one) => sum + one.length, 0);

// Whether the input of an edit makes one text into the other. A text that it does not explain may be a person's.
function isResult({ name, input }: CrushEdit, before: string, after: string): boolean {
  if (name === 'write') return unix(after) === unix(text(input, 'content') ?? '');
  let made = unix(before);
  for (const { old, fresh, all } of replacedIn(input)) {
    if (old === '') made = made === '' ? fresh : made;
    else if (all) made = made.replaceAll(old, () => fresh);
    else made = made.replace(old, () => fresh);
  }
  return made !== unix(before) && made === unix(after);
}

const unix = (content: string): string => content.replaceAll('\r\n', '\n');
