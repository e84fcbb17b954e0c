import { ProvError } from '../../../../errors.ts';
import { SAYABLE, isTurnGoal, type Sayable } from '../../../../model/knowledge/kinds.ts';
import { asSession, because, confidence, define, json } from '../../command.ts';
import { withReading } from '../../reading/with-reading.ts';
import type { ReadingContext } from '../../reading/reading-context.ts';
import { isReviewed, sayerOf, speak, targetOf, textOf, withNote } from './declare-entry.ts';
import { saidBy } from './add.ts';

export interface ReviseOptions {
  readonly reference: string;
  readonly text: string;
  readonly because?: string | undefined;
  readonly confidence?: number | undefined;
  readonly session?: string | undefined;
  readonly json: boolean;
}

/**
 * `git prov revise`: replaces an entry. The earlier one stays in the record as superseded.
 * @returns the exit code
 * @throws ProvError `usage` or `data` when the reference does not name a declared entry
 */
export async function runRevise(options: ReviseOptions, ctx: ReadingContext): Promise<number> {
  const text = await textOf(options.text, ctx);
  const sayer = await sayerOf(ctx, options.session);
  const { target, node, commit } = await targetOf(sayer, options.reference);
  const kind = node?.kind as Sayable;
  if (!node || !SAYABLE.includes(kind) || isTurnGoal(node))
    throw new ProvError('usage', 'Only declared entries can be revised.', {
      hint: `Name one of these: ${SAYABLE.join(', ')}.`,
    });
  const reviewed = await isReviewed(sayer, kind);
  const saying = {
    type: 'knowledge',
    said: {
      kind,
      text,
      ruledOut: [],
      links: [
        { edge: 'derived_from', to: target },
        { edge: 'supersedes', to: target },
      ],
      ...(options.because !== undefined && { because: options.because }),
      detail: {
        source_type: 'revision',
        created_via: 'revise',
        promotion_context: 'git prov revise',
        ...saidBy(sayer, options),
        ...(reviewed && { status: 'proposed' }),
      },
    },
    risks: [],
  } as const;
  return speak(sayer, saying, await withNote(sayer, [commit]), { kind, json: options.json });
}

export const command = define({
  usage: 'revise <reference> [text]',
  about: 'Replace an earlier entry (kept as superseded), or its confidence',
  options: (c) =>
    c
      .positional('reference', { type: 'string', demandOption: true, describe: 'The entry: kind:id' })
      .positional('text', { type: 'string', describe: 'The new text, or - for standard input' })
      .options({ because, confidence, session: asSession, json }),
  run: async ({ text, confidence: sure, ...args }, ctx) =>
    withReading(ctx, async (read) => {
      if (text === undefined && sure !== undefined) {
        const { runConfidence } = await import('./change-entry.ts');
        return runConfidence({ ...args, confidence: sure }, read);
      }
      return runRevise({ ...args, text: text ?? '', confidence: sure }, read);
    }),
});
