import { ProvError } from '../../../errors.ts';
import { find } from '../../../ask/find/find.ts';
import { withEffects } from '../../../ask/review/effects.ts';
import { waitingAnswer } from '../../../ask/review/proposal-answer.ts';
import { waitingIn } from '../../../ask/review/waiting.ts';
import { evidenceFor } from '../../../ask/knowledge/evidence.ts';
import { historyOfNode } from '../../../ask/knowledge/events.ts';
import { nodeHistoryAnswer } from '../../../ask/knowledge/history-answer.ts';
import { list } from '../../../ask/knowledge/list.ts';
import { search } from '../../../ask/knowledge/search.ts';
import { statementAnswer, type StatementAnswer } from '../../../ask/knowledge/statement-answer.ts';
import { evidenceAnswer, traceAnswer } from '../../../ask/knowledge/trace-answer.ts';
import { trace } from '../../../ask/knowledge/trace.ts';
import { knowledgeOf as knowledgeOfNode } from '../../../ask/show/node-knowledge.ts';
import { showNode } from '../../../ask/show/show-node.ts';
import { DECLARABLE } from '../../../model/knowledge/kinds.ts';
import type { CliContext } from '../../cli/context.ts';
import { historyOf as readHistory, onlyMeaning } from '../../cli/reading/reading-context.ts';
import { ask, type GraphQueryContext, onlyNode, weightsOf, withSources } from '../../cli/reading/with-graph.ts';
import type { Answers, Knowledge, NodeHistory, Step, TraceLink, Verdict } from '../contract.ts';
import { perform, query } from './command.ts';

/** Entries of one kind that a page lists. */
const MAX_ENTRIES = 500;
const MAX_LINKS = 60;
const MAX_RESULTS = 100;

/** All entries that were declared or found in conversations, and the proposals that wait, with what acceptance changes. */
export const knowledgeOf = (ctx: CliContext): Promise<Knowledge> =>
  asking(ctx, async (context) => {
    const { world, sources } = context;
    const entries: StatementAnswer[] = [];
    for (const kind of new Set([...DECLARABLE, 'goal', 'episode']))
      entries.push(
        ...(await list(world, sources, { kind, limit: MAX_ENTRIES, provenance: false })).map(statementAnswer),
      );
    return { entries, ...waitingAnswer(await withEffects(context, await waitingIn(context, { groups: [] }))) };
  });

/** Opens the repository with an up-to-date index. */
const asking = <T>(ctx: CliContext, work: (context: GraphQueryContext) => Promise<T>): Promise<T> =>
  query(ctx, (read) => ask(read, work));

/** Accepts or rejects a proposal as the person who started the program, like `git prov review`. */
export async function decide(ctx: CliContext, { node, verdict, because }: Verdict): Promise<void> {
  const { runReview } = await import('../../cli/commands/knowledge/review.ts');
  await perform(ctx, (read) =>
    runReview(
      {
        references: [node],
        accept: verdict === 'accept',
        reject: verdict === 'reject',
        because,
        yes: true,
        json: true,
      },
      read,
    ),
  );
}

type Traced = Readonly<Record<string, unknown>> & { readonly sources?: Traced[]; readonly derived?: Traced[] };

/** What happened to a node, from the event log; what it came from, what became of it, and what speaks for and against it. */
export const historyOf = (ctx: CliContext, reference: string): Promise<NodeHistory> =>
  asking(ctx, async (context) => {
    const { world, weighing } = context;
    const node = await onlyNode(context, reference);
    const happened = await historyOfNode(world, node);
    if (!happened)
      throw new ProvError('data', `No note here holds ${node}.`, { hint: 'git fetch may bring the note that does.' });
    const target = await context.target(reference);
    const traced = traceAnswer(await trace(world, target, { directions: ['backward', 'forward'], depth: 1 }, weighing));
    const { evidence } = evidenceAnswer(await evidenceFor(world, target, weighing)) as {
      evidence: Record<string, Traced[]>;
    };
    const { contradicting = [], ...speaking } = evidence;
    return {
      ...nodeHistoryAnswer(happened),
      made: links((traced.backward as Traced | undefined)?.sources),
      became: links((traced.forward as Traced | undefined)?.derived),
      supporting: links(
        Object.entries(speaking).flatMap(([name, found]) => found.map((one) => ({ type: KINDS[name], ...one }))),
      ),
      contradicting: links(contradicting),
    };
  });

const KINDS: Readonly<Record<string, string>> = { episodes: 'episode', notes: 'note', raw_entries: 'raw' };
/** The fields that hold a node's text, by its kind; see docs/knowledge.md. */
const TEXTS = ['statement', 'content', 'blob', 'objective'];

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const links = (list: readonly Traced[] = []): TraceLink[] =>
  list.slice(0, MAX_LINKS).map((one) => {
    const edge = one['edge'];
    const kind = typeof edge === 'string' ? edge : ((edge as { kind?: string } | undefined)?.kind ?? null);
    const text = TEXTS.map((name) => one[name]).find((value) => typeof value === 'string');
    return {
      type: String(one['type'] ?? 'node'),
      id: String(one['id']),
      statement: String(text ?? ''),
      edge: kind,
      edge_status: textOf(one['edge_status']),
    };
  });

/** One node with what is around it: the data of `git prov show KIND:ID --json`. */
export const stepOf = (ctx: CliContext, reference: string): Promise<Step> =>
  query(ctx, (read) =>
    withSources(read, readHistory(read), async (sourced) => {
      const found = onlyMeaning(await find(sourced, reference), reference);
      if (found.kind !== 'node')
        throw new ProvError('data', `${JSON.stringify(reference)} is not a step.`, { hint: 'Use the id of a step.' });
      const { node, answer } = await showNode(sourced, found.id, found.session);
      const by = { id: found.session, agent: answer.session?.agent ?? '' };
      const { statement } = await knowledgeOfNode(node, by, sourced, () => weightsOf(read), false);
      return { ...answer, standing: statement ? statementAnswer(statement) : null };
    }),
  );

/** The results of `git prov search`. */
export const searchOf = (ctx: CliContext, text: string): Promise<Answers['search']> =>
  asking(ctx, async ({ world, sources }) => {
    const found = await search(world, sources, { text, limit: MAX_RESULTS, provenance: false });
    return { results: found.map(statementAnswer) };
  });
