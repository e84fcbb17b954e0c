import { ProvError } from '../../errors.ts';

/** A secret, or a text that holds one, is no longer than this, in bytes. */
const LONGEST = 16 * 1024 * 1024;

/** Reads standard input to its end, as UTF-8. @throws ProvError `usage` when there is far too much of it */
export async function readInput(stdin: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > LONGEST)
      throw new ProvError('usage', `Standard input is longer than ${LONGEST} bytes.`, {
        hint: 'Give less of it at once.',
      });
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}
