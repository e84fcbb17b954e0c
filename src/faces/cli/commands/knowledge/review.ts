import { ProvError } from '../../../../errors.ts';
import { waitingAnswer, REVIEW_SCHEMA, type ReviewAnswer } from '../../../../ask/review/proposal-answer.ts';
import { withEffects } from '../../../../ask/review/effects.ts';
import { whoAccepts } from '../../../../ask/review/who-accepts.ts';
import { isGroup, waitingIn } from '../../../../ask/review/waiting.ts';
import { DECLARABLE } from '../../../../model/knowledge/kinds.ts';
import { EDGE_KINDS } from '../../../../model/model.ts';
import { checkReview } from '../../../../model/knowledge/review.ts';
import { readSettings } from '../../../../git/repository/git-settings.ts';
import { because, define, json } from '../../command.ts';
import { withReading } from '../../reading/with-reading.ts';
import { ask } from '../../reading/with-graph.ts';
import { finish, jsonAnswer, openFor, type ReadingContext } from '../../reading/reading-context.ts';
import { renderProposals } from '../../render/knowledge/proposals.ts';
import { decideOn } from './verdict.ts';

export interface ReviewOptions {
  readonly references?: readonly string[] | undefined;
  /** Only proposals of this kind. */
  readonly kind?: string | undefined;
  /** Every proposal, or every one of the kind. */
  readonly all?: boolean | undefined;
  /** Words from transcripts and summaries too, that no person decided on. */
  readonly words?: boolean | undefined;
  readonly accept: boolean;
  readonly reject: boolean;
  readonly because?: string | undefined;
  /** Accept without a terminal. */
  readonly yes?: boolean | undefined;
  readonly json: boolean;
}

/**
 * `git prov review`: lists agents' proposals, or accepts or rejects them. Only a person may do that.
 * @returns the exit code
 * @throws ProvError `usage` in an agent's shell, without a terminal and `--yes`, while a command of an agent runs, or with
 * references but neither --accept nor --reject
 */
export async function runReview(options: ReviewOptions, ctx: ReadingContext): Promise<number> {
  const { references = [], all = false, accept, reject } = options;
  if (accept && reject)
    throw new ProvError('usage', '--accept and --reject exclude each other.', { hint: 'Use one of them.' });
  if (references.length === 0 && !all && (accept || reject))
    throw new ProvError('usage', 'Name the proposals to review.', {
      hint: 'Run git prov review to see what waits. Use kind:id, session:ID, commit:REV, or --all.',
    });
  if (!accept && !reject) {
    if (references.every(isGroup)) return list(options, ctx);
    throw new ProvError('usage', 'missing option: --accept or --reject.', { hint: 'Add one of them.' });
  }
  return decideOn(options, ctx);
}

async function list(options: ReviewOptions, ctx: ReadingContext): Promise<number> {
  const { references = [], kind, words, json } = options;
  checkReview((await readSettings(['prov'], ctx)).get('prov.review'));
  return ask(ctx, async (asking) => {
    const waiting = await waitingIn(asking, { groups: references, kind, words });
    const found = await withEffects(asking, waiting);
    const who = await whoAccepts(ctx.repo);
    const { output, style } = await openFor('review', ctx, json);
    const data: ReviewAnswer = {
      schema: REVIEW_SCHEMA,
      ...waitingAnswer(found),
      may_accept: { person: who.person ?? null, signs: who.signs, signers: who.signers ?? null },
    };
    await output.write(json ? jsonAnswer(data) : renderProposals(found, who, style));
    return finish(output, asking.history, ctx);
  });
}

export const command = define({
  usage: 'review [references..]',
  about: "List agents' proposals; --accept or --reject them",
  options: (c) =>
    c
      .positional('references', {
        type: 'string',
        array: true,
        describe: 'Proposals, or groups: kind:id, event:ID, session:ID, commit:REV',
      })
      .options({
        kind: { choices: [...DECLARABLE, ...EDGE_KINDS], describe: 'Only entries or links of this kind' },
        words: { type: 'boolean', default: false, describe: 'Also words from transcripts and summaries' },
        all: { type: 'boolean', default: false, describe: 'All proposals, or all of the kind' },
        accept: { type: 'boolean', default: false, describe: 'Accept them' },
        reject: { type: 'boolean', default: false, describe: 'Reject them' },
        yes: { type: 'boolean', default: false, describe: 'Accept without a terminal' },
        because,
        json,
      }),
  run: async (args, ctx) => withReading(ctx, (read) => runReview(args, read)),
});
