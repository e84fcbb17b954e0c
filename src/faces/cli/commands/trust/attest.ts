import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ProvError } from '../../../../errors.ts';
import { resolveCommit } from '../../../../ask/history/commit-info.ts';
import { attest } from '../../../../trust/attestation.ts';
import { define } from '../../command.ts';
import { withReading } from '../../reading/with-reading.ts';
import { stderrOf, stdinOf } from '../../context.ts';
import { openUnpaged } from '../../output/unpaged.ts';
import { finish, historyOf, type ReadingContext } from '../../reading/reading-context.ts';

export interface AttestOptions {
  readonly commit: string;
  /** The output file; standard output when absent. */
  readonly output?: string | undefined;
}

/**
 * `git prov attest`: an in-toto statement about a commit's record, in a DSSE envelope, signed with git's own key.
 * @returns the exit code
 * @throws ProvError `data` when the commit does not exist, or has no note
 */
export async function runAttest({ commit: named, output: file }: AttestOptions, ctx: ReadingContext): Promise<number> {
  const commit = await resolveCommit(ctx.repo, named);
  if (!commit)
    throw new ProvError('data', `There is no commit ${JSON.stringify(named)} here.`, { hint: 'See git log.' });
  const history = historyOf(ctx);
  const interactive = stdinOf(ctx).isTTY === true && stderrOf(ctx).isTTY === true;
  const { envelope, unsigned } = await attest(history, commit, { at: Date.now(), interactive });
  if (unsigned !== undefined) ctx.warn(`the attestation is not signed, and only claims: ${unsigned}.`);
  const text = `${JSON.stringify(envelope)}\n`;
  const { output } = await openUnpaged(ctx, true);
  if (file === undefined || file === '-') await output.write(text);
  else writeFile(resolve(ctx.cwd, file), text);
  return finish(output, history, ctx);
}

function writeFile(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (cause) {
    throw new ProvError('data', `${JSON.stringify(file)} could not be written.`, { cause, hint: 'Name another file.' });
  }
}

export const command = define({
  usage: 'attest <commit>',
  about: 'Write a signed in-toto statement about a commit',
  options: (c) =>
    c
      .positional('commit', { type: 'string', demandOption: true, describe: 'The commit' })
      .options({ output: { type: 'string', requiresArg: true, describe: 'The file; by default standard output' } }),
  run: async (args, ctx) => withReading(ctx, (read) => runAttest(args, read)),
});
