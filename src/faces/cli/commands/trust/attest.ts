import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ProvError } from '../../../../errors.ts';
import { commitNamed } from '../../../../ask/history/commit-info.ts';
import { attest, attestSession } from '../../../../trust/attestation.ts';
import type { SessionStory } from '../../../../ask/history/session-answer.ts';
import { readSessionStory } from '../../../../ask/history/sessions.ts';
import { withSources } from '../../reading/with-graph.ts';
import { sessionIn } from '../../reading/session-named.ts';
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
 * `git prov attest`: an in-toto statement about a commit's record, or a session's, in a DSSE envelope, signed with git's own key.
 * @returns the exit code
 * @throws ProvError `data` when the commit or session does not exist, or has no note
 */
export async function runAttest({ commit: named, output: file }: AttestOptions, ctx: ReadingContext): Promise<number> {
  const history = historyOf(ctx);
  const interactive = stdinOf(ctx).isTTY === true && stderrOf(ctx).isTTY === true;
  const signing = { at: Date.now(), interactive };
  const { envelope, unsigned } = named.startsWith('session:')
    ? await attestSession(history, await storyOf(ctx, named), signing)
    : await attest(history, await commitNamed(ctx.repo, named, SEE_LOG), signing);
  if (unsigned !== undefined) ctx.warn(`the attestation is not signed, so nothing vouches for it: ${unsigned}.`);
  const text = `${JSON.stringify(envelope)}\n`;
  const { output } = await openUnpaged(ctx, true);
  if (file === undefined || file === '-') await output.write(text);
  else writeFile(resolve(ctx.cwd, file), text);
  return finish(output, history, ctx);
}

const SEE_LOG = 'See git log. A session is named session:ID.';

const storyOf = (ctx: ReadingContext, named: string): Promise<SessionStory> =>
  withSources(ctx, historyOf(ctx), async (sourced) => {
    const story = await readSessionStory(sourced, await sessionIn(sourced, named));
    if (story) return story;
    throw new ProvError('data', `Nothing is recorded of ${JSON.stringify(named)}.`, { hint: 'See git prov sessions.' });
  });

function writeFile(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (cause) {
    throw new ProvError('data', `${JSON.stringify(file)} could not be written.`, { cause, hint: 'Name another file.' });
  }
}

export const command = define({
  usage: 'attest <commit>',
  example: 'HEAD',
  about: 'Write a signed in-toto statement about a commit or session:ID',
  options: (c) =>
    c
      .positional('commit', { type: 'string', demandOption: true, describe: 'The commit, or session:ID' })
      .options({ output: { type: 'string', describe: 'The file; by default standard output' } }),
  run: async (args, ctx) => withReading(ctx, (read) => runAttest(args, read)),
});
