import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProvError } from '../../errors.ts';
import { runBounded } from '../../git/process/bounded.ts';
import { withoutLocalEnv } from '../../git/repository/repo.ts';

/** Bytes that a command may print. */
const MAX_OUTPUT = 256 * 1024;
const MS = 1000;

/**
 * Hands a text to the command that the user chose. It runs in an empty folder: an agent in print mode finds no repository
 * there, so its hooks record nothing.
 * @param command a command line of the user's git configuration, for the shell
 * @param seconds its time
 * @throws ProvError `data` when it fails, prints too much, or takes too long
 */
export async function runCommand(
  command: string,
  input: string,
  { env, seconds }: { readonly env: NodeJS.ProcessEnv; readonly seconds: number },
): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'git-prov-consolidate-'));
  try {
    const { code, stdout, fault } = await runBounded('sh', ['-c', command], {
      cwd,
      env: withoutLocalEnv(env),
      input: Buffer.from(input, 'utf8'),
      timeout: seconds * MS,
      maxOutput: MAX_OUTPUT,
    });
    if (fault === 'late') throw failed(`It did not end within ${seconds} seconds.`, 'Set prov.consolidateTimeout.');
    if (fault === 'loud') throw failed(`It printed more than ${MAX_OUTPUT} bytes.`, 'Let it print only the answer.');
    if (code !== 0) throw failed(`It ended with exit code ${code ?? 'none'}.`, 'Try the command by hand.');
    return new TextDecoder('utf-8', { fatal: true }).decode(stdout);
  } catch (cause) {
    if (cause instanceof ProvError) throw cause;
    throw failed('Its output is not UTF-8 text.', 'Let it print JSON.');
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

const failed = (cause: string, hint: string): ProvError =>
  new ProvError('data', 'The command in prov.consolidate gave no answer.', { cause, hint });
