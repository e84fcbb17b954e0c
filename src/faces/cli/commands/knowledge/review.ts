import { ProvError } from '../../../../errors.ts';
import { proposals, type Proposal } from '../../../../ask/find/proposals.ts';
import { proposalAnswer, REVIEW_SCHEMA } from '../../../../ask/find/proposal-answer.ts';
import { SAYABLE } from '../../../../model/knowledge/kinds.ts';
import { because, define, json } from '../../command.ts';
import { withReading } from '../../reading/with-reading.ts';
import { ask, type GraphQueryContext } from '../../reading/with-graph.ts';
import { finish, jsonAnswer, openFor, type ReadingContext } from '../../reading/reading-context.ts';
import { renderProposals } from '../../render/knowledge/proposals.ts';
import { sayerOf } from './declare-entry.ts';
import { change } from './change-entry.ts';
import { requirePerson } from './require-person.ts';

export interface ReviewOptions {
  readonly references?: readonly string[] | undefined;
  /** Only proposals of this kind. */
  readonly kind?: string | undefined;
  /** Every proposal, or every one of the kind. */
  readonly all?: boolean | undefined;
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
  const sayer = await sayerOf(ctx, undefined);
  if (!sayer.person)
    throw new ProvError('usage', 'An agent cannot review what agents proposed.', {
      hint: 'A person runs this in a shell of their own.',
    });
  if (accept) requirePerson(sayer, options, ctx, { doing: 'Accepting', deed: 'accept what agents proposed' });
  const named = await ask(ctx, (asking) => chosen(asking, options));
  if (named.length === 0)
    throw new ProvError('data', 'No proposal of this group waits for a review.', {
      hint: 'Run git prov review to see what waits.',
    });
  let code = 0;
  for (const reference of named)
    code = Math.max(code, await change(sayer, reference, accept ? 'accepted' : 'rejected', options));
  return code;
}

const isGroup = (reference: string): boolean => /^(?:session|commit):/.test(reference);

// The proposals of the named groups, or of all; other references stay as they are.
async function chosen(
  { target, world, sources }: GraphQueryContext,
  { references = [], kind, all = false }: ReviewOptions,
): Promise<string[]> {
  if (!all && kind === undefined && !references.some(isGroup)) return [...references];
  const waiting = await proposals(world, sources);
  const inGroup = await groupsOf(references.filter(isGroup), target);
  const grouped = waiting
    .filter((one) => (all || inGroup.some((has) => has(one))) && (kind === undefined || one.node.kind === kind))
    .map(({ node }) => `${node.kind}:${node.id}`);
  return [...new Set([...references.filter((reference) => !isGroup(reference)), ...grouped])];
}

// A session's group has the proposals of its sub-agents too.
const groupsOf = (
  references: readonly string[],
  target: GraphQueryContext['target'],
): Promise<((one: Proposal) => boolean)[]> =>
  Promise.all(
    references.map(async (reference) => {
      const { type, id } = await target(reference);
      return type === 'commit'
        ? ({ commits }: Proposal) => commits.some((commit) => commit === id)
        : ({ session }: Proposal) => session === id || session.startsWith(`${id}/`);
    }),
  );

async function list(options: ReviewOptions, ctx: ReadingContext): Promise<number> {
  const { references = [], kind, json } = options;
  return ask(ctx, async ({ target, world, sources, history }) => {
    const groups = await groupsOf(references, target);
    const found = (await proposals(world, sources)).filter(
      (one) =>
        (groups.length === 0 || groups.some((has) => has(one))) && (kind === undefined || one.node.kind === kind),
    );
    const { output, look } = await openFor('review', ctx, json);
    const data = { schema: REVIEW_SCHEMA, proposals: found.map(proposalAnswer) };
    await output.write(json ? jsonAnswer(data) : renderProposals(found, look));
    return finish(output, history, ctx);
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
        describe: 'Proposals, or groups: kind:id, session:ID, commit:REV',
      })
      .options({
        kind: { choices: SAYABLE, describe: 'Only proposals of this kind' },
        all: { type: 'boolean', default: false, describe: 'All proposals, or all of the kind' },
        accept: { type: 'boolean', default: false, describe: 'Accept them' },
        reject: { type: 'boolean', default: false, describe: 'Reject them' },
        yes: { type: 'boolean', default: false, describe: 'Accept without a terminal' },
        because,
        json,
      }),
  run: async (args, ctx) => withReading(ctx, (read) => runReview(args, read)),
});
