import { declareDecision } from '../../capture/declare.ts';
import { openRepo } from '../../git/repo.ts';
import type { CliContext } from '../context.ts';
import { openUnpaged } from '../look.ts';
import { term } from '../render/term.ts';

export interface DecideOptions {
  readonly decision: string;
  readonly because?: string | undefined;
  readonly rejected?: readonly string[] | undefined;
  readonly session?: string | undefined;
  readonly json: boolean;
}

/**
 * `git prov decide`: declares why the changes that follow in this turn are made.
 * @returns the exit code
 * @throws ProvError `usage` when no session runs this shell and none is named
 */
export async function runDecide(options: DecideOptions, ctx: CliContext): Promise<number> {
  const { decision: text, because, rejected = [], session: named, json } = options;
  const repo = await openRepo(ctx.cwd, ctx.env);
  const session = declareDecision(repo, ctx.env, { text, because, rejected }, named);
  const { output } = await openUnpaged(ctx, json);
  await output.write(
    json
      ? `${JSON.stringify({ schema: 'git-prov/decide/1', session, decision: text }, null, 2)}\n`
      : `Declared in session ${term(session)}.\n`,
  );
  return output.close();
}
