import type { Argv } from 'yargs';
import { SAYABLE, SOURCE_TYPES } from '../../../model/knowledge/kinds.ts';
import { type Bind, json, withReading } from './word.ts';

const because = { type: 'string', describe: 'The reason' } as const;
const session = {
  type: 'string',
  describe: "The agent's session, or a prefix of it; the one that runs this shell, when absent, else a person's own",
} as const;
const references = (describe: string) => ({ type: 'string', array: true, nargs: 1, describe }) as const;
const confidence = { type: 'number', requiresArg: true, describe: 'How sure, from 0 to 1' } as const;

const SAYING = {
  because,
  supports: references('What it supports: a node, commit:REV or file:PATH; may be repeated'),
  contradicts: references('What it contradicts; may be repeated'),
  'derived-from': references('What it comes from; may be repeated'),
  confidence,
  on: { type: 'string', describe: 'The commit that it speaks of: it goes into that note' },
  session,
  json,
} as const;

/** The commands that say something, or change what was said. */
export function saying(y: Argv, bind: Bind): Argv {
  return y
    .command(
      'decide <decision>',
      'Declare a decision; for an agent, also why the changes that follow are made',
      (c) =>
        c
          .positional('decision', { type: 'string', demandOption: true, describe: 'What was decided, or - to read it' })
          .options({
            rejected: references('An alternative that was rejected; may be repeated'),
            risk: references('What may go wrong with it; may be repeated'),
            ...SAYING,
          }),
      bind(async (args, ctx) => {
        const { runDecide } = await import('../commands/decide.ts');
        return withReading(ctx, (read) => runDecide(args, read));
      }),
    )
    .command(
      'add <kind> <text>',
      `Record something worth keeping: ${SAYABLE.join(', ')}`,
      (c) =>
        c
          .positional('kind', { choices: SAYABLE, demandOption: true, describe: 'What it is' })
          .positional('text', { type: 'string', demandOption: true, describe: 'In words, or - to read it' })
          .options({
            ...SAYING,
            'source-type': { choices: SOURCE_TYPES, describe: 'How it is known; by what it comes from, when absent' },
            consolidation: { type: 'string', describe: 'The name of the consolidation that made it' },
          }),
      bind(async (args, ctx) => {
        const { runAdd } = await import('../commands/add.ts');
        return withReading(ctx, (read) => runAdd(args, read));
      }),
    )
    .command(
      'revise <reference> [text]',
      'Say anew what was said before, which is then superseded and stays; or, without a text, how sure one is',
      (c) =>
        c
          .positional('reference', { type: 'string', demandOption: true, describe: 'What was said: kind:id' })
          .positional('text', { type: 'string', describe: 'What holds now, or - to read it' })
          .options({ because, confidence, session, json }),
      bind(async ({ text, confidence: sure, ...args }, ctx) =>
        withReading(ctx, async (read) => {
          if (text === undefined && sure !== undefined) {
            const { runConfidence } = await import('../commands/change.ts');
            return runConfidence({ ...args, confidence: sure }, read);
          }
          const { runRevise } = await import('../commands/revise.ts');
          return runRevise({ ...args, text: text ?? '', confidence: sure }, read);
        }),
      ),
    )
    .command(
      'link <from> <edge> <to>',
      'Link two nodes, such as claim:… supports decision:…',
      (c) =>
        c
          .positional('from', { type: 'string', demandOption: true, describe: 'A node, commit:REV or file:PATH' })
          .positional('edge', { type: 'string', demandOption: true, describe: 'supports, contradicts, caused …' })
          .positional('to', { type: 'string', demandOption: true, describe: 'A node, commit:REV or file:PATH' })
          .options({
            remove: { type: 'boolean', default: false, describe: 'Take the link away' },
            because,
            session,
            json,
          }),
      bind(async (args, ctx) => {
        const { runLink } = await import('../commands/change.ts');
        return withReading(ctx, (read) => runLink(args, read));
      }),
    )
    .command(
      'retract <reference>',
      'Take back what was said; it stays in the record, as retracted',
      (c) =>
        c
          .positional('reference', { type: 'string', demandOption: true, describe: 'What was said: kind:id' })
          .options({ because, session, json }),
      bind(async (args, ctx) => {
        const { runRetract } = await import('../commands/change.ts');
        return withReading(ctx, (read) => runRetract(args, read));
      }),
    )
    .command(
      'review [references..]',
      'What agents proposed and no person has accepted; with --accept or --reject, decide on it',
      (c) =>
        c.positional('references', { type: 'string', array: true, describe: 'What was proposed: kind:id' }).options({
          accept: { type: 'boolean', default: false, describe: 'Accept it' },
          reject: { type: 'boolean', default: false, describe: 'Reject it' },
          yes: { type: 'boolean', default: false, describe: 'Accept without a terminal' },
          because,
          json,
        }),
      bind(async (args, ctx) => {
        const { runReview } = await import('../commands/review.ts');
        return withReading(ctx, (read) => runReview(args, read));
      }),
    );
}
