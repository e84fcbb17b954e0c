import { ProvError } from '../../../errors.ts';

/** Size limit in bytes of a secret or a text that contains one. */
const MAX_SECRET_BYTES = 16 * 1024 * 1024;
/** Size limit in bytes of git's input to a hook, which is more than any rewrite needs. */
const MAX_HOOK_INPUT_BYTES = 8 * 1024 * 1024;

/** Reads standard input to its end, as UTF-8. @throws ProvError `usage` when it exceeds the limit */
export async function readInput(stdin: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_SECRET_BYTES)
      throw new ProvError('usage', `Standard input is longer than ${MAX_SECRET_BYTES} bytes.`, {
        hint: 'Use a shorter text.',
      });
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads git's input to a hook, one character a byte; stops after `MAX_HOOK_INPUT_BYTES`. */
export async function readHookInput(stdin: NodeJS.ReadableStream): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stdin as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MAX_HOOK_INPUT_BYTES) break;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('latin1');
}
