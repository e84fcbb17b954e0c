import { Writable } from 'node:stream';

/** Runs a command with an output that collects what it prints. `columns` makes it a terminal. */
export async function collect(
  run: (stdout: Writable & { isTTY?: boolean; columns?: number }) => Promise<number>,
  columns?: number,
): Promise<{ code: number; text: string }> {
  const chunks: Buffer[] = [];
  const stdout: Writable & { isTTY?: boolean; columns?: number } = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  if (columns !== undefined) Object.assign(stdout, { isTTY: true, columns });
  const code = await run(stdout);
  return { code, text: Buffer.concat(chunks).toString('utf8') };
}
