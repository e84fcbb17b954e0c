import { ProvError } from '../../../../errors.ts';
import { rememberAccepted } from '../../../../behaviours/declared/accepted.ts';
import type { Declared } from '../../../../behaviours/declared/load.ts';
import { react } from '../../../../behaviours/run.ts';
import { BACKGROUND_MS } from '../../../../behaviours/settings.ts';
import { stderrOf } from '../../context.ts';
import { askYesOrNo } from '../../output/ask.ts';
import type { ReadingContext } from '../../reading/reading-context.ts';
import { declaredText } from '../../render/knowledge/declared.ts';
import { declarerOf } from './entries/declare-entry.ts';
import { requirePerson } from './entries/require-person.ts';

/**
 * Accepts the content of `.gitprov.toml` that was read, as a person: from then on this clone runs what it declares, until the file
 * has another content. What is accepted is what was shown, also when the file changes meanwhile.
 * @param on whether behaviours are on: then they begin with the next event
 * @returns whether it was accepted
 * @throws ProvError `usage` in an agent's shell, while a command of an agent runs, or without a terminal and `--yes`; `data` when
 * there is nothing to accept
 */
export async function acceptDeclared(
  { declared, yes, on }: { readonly declared: Declared; readonly yes: boolean; readonly on: boolean },
  ctx: ReadingContext,
): Promise<boolean> {
  await requirePerson(await declarerOf(ctx, undefined), { yes }, ctx, {
    doing: 'Accepting behaviours',
    deed: 'accept what the repository declares',
  });
  const { content, text } = declared;
  if (content === undefined || text === undefined) {
    const [fault] = declared.faults;
    throw new ProvError('data', fault?.what ?? 'The repository has no .gitprov.toml at its top.', {
      hint: fault?.todo ?? 'docs/behaviours.md shows how to write one.',
    });
  }
  if (!yes) {
    stderrOf(ctx).write(declaredText(declared));
    const { accept } = await askYesOrNo({ accept: 'Run this in this clone?' }, ctx);
    if (!accept) return false;
  }
  if (on) await react(ctx.repo, BACKGROUND_MS); // what happened until now is past for them
  rememberAccepted(ctx.repo, content);
  if (on) await react(ctx.repo, BACKGROUND_MS);
  return true;
}
