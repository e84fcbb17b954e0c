import type { FileFacts } from '../facts.ts';
import { grammarOf, SCRIPT } from '../languages/all.ts';

/** The largest script without an ending that is parsed, in bytes. Longer ones are generated, such as `configure`. */
const MAX_SCRIPT_BYTES = 256 * 1024;
/** The longest first line that is looked at, in bytes. */
const MAX_LINE_BYTES = 200;
/** `#!/bin/sh`, `#!/usr/bin/env -S bash -e`. */
const SHELL = /^#!\s*(?:\S*\/)?(?:env\s+(?:-\S+\s+)*(?:\S+=\S*\s+)*)?(?:\S*\/)?(?:ba|da|a|k|mk|z)?sh(?:\s|$)/;

/** The facts of a file without an ending that is no shell script. */
const NOTHING: FileFacts = { definitions: [], imports: [], references: [], exports: [] };

/**
 * The facts of a file that has no ending, where its content need not be parsed.
 * @param content undefined where it is missing or too large
 */
export function unscripted(path: string, content: Uint8Array | undefined): FileFacts | undefined {
  if (grammarOf(path)?.file !== SCRIPT) return undefined;
  if (!content || content.length > MAX_SCRIPT_BYTES) return NOTHING;
  const start = Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, MAX_LINE_BYTES));
  return SHELL.test(start.toString('latin1').split(/\r?\n/, 1)[0]!) ? undefined : NOTHING;
}
