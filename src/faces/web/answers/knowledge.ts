import { SAYABLE } from '../../../model/knowledge/kinds.ts';
import type { CliContext } from '../../cli/context.ts';
import type { Answers, Knowledge, NodeHistory, Proposal, Statement, Step, TraceLink, Verdict } from '../contract.ts';
import { dataOf } from './command.ts';
import { shown } from './show.ts';

/** Entries of one kind that a page lists. */
const MAX_ENTRIES = 500;
const MAX_LINKS = 60;
const MAX_RESULTS = 100;

/** All entries that people and agents declared or that were found in conversations, and the proposals that wait. */
export async function knowledgeOf(ctx: CliContext): Promise<Knowledge> {
  const [{ runList }, { runReview }] = await Promise.all([
    import('../../cli/commands/ask/list.ts'),
    import('../../cli/commands/knowledge/review.ts'),
  ]);
  const entries: Statement[] = [];
  for (const kind of new Set([...SAYABLE, 'goal', 'episode'])) {
    const options = { kind, limit: MAX_ENTRIES, provenance: false, json: true };
    entries.push(...(await dataOf<{ items: Statement[] }>(ctx, (read) => runList(options, read))).items);
  }
  const { proposals } = await dataOf<{ proposals: Proposal[] }>(ctx, (read) =>
    runReview({ accept: false, reject: false, json: true }, read),
  );
  return { entries, proposals };
}

/** Accepts or rejects a proposal as the person who started the program, like `git prov review`. */
export async function decide(ctx: CliContext, { node, verdict, because }: Verdict): Promise<void> {
  const { runReview } = await import('../../cli/commands/knowledge/review.ts');
  await dataOf<unknown>(ctx, (read) =>
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
export async function historyOf(ctx: CliContext, node: string): Promise<NodeHistory> {
  const [{ runHistory }, { runTrace }, { runEvidence }] = await Promise.all([
    import('../../cli/commands/aliases/history.ts'),
    import('../../cli/commands/ask/trace.ts'),
    import('../../cli/commands/aliases/evidence.ts'),
  ]);
  type Told = Omit<NodeHistory, 'made' | 'became' | 'supporting' | 'contradicting'>;
  const told = await dataOf<Told>(ctx, (read) => runHistory({ reference: node, json: true }, read));
  const traced = await dataOf<{ backward?: Traced; forward?: Traced }>(ctx, (read) =>
    runTrace({ reference: node, direction: 'both', depth: 1, json: true }, read),
  );
  const { evidence } = await dataOf<{ evidence: Record<string, Traced[]> }>(ctx, (read) =>
    runEvidence({ reference: node, json: true }, read),
  );
  const { contradicting = [], ...speaking } = evidence;
  return {
    ...told,
    made: links(traced.backward?.sources),
    became: links(traced.forward?.derived),
    supporting: links(
      Object.entries(speaking).flatMap(([name, list]) => list.map((one) => ({ type: KINDS[name], ...one }))),
    ),
    contradicting: links(contradicting),
  };
}

const KINDS: Readonly<Record<string, string>> = { episodes: 'episode', notes: 'note', raw_entries: 'raw' };
/** The fields that hold a node's text, by its kind; see docs/knowledge.md. */
const TEXTS = ['statement', 'content', 'blob', 'objective'];

const links = (list: readonly Traced[] = []): TraceLink[] =>
  list.slice(0, MAX_LINKS).map((one) => {
    const edge = one['edge'];
    const kind = typeof edge === 'string' ? edge : ((edge as { kind?: string } | undefined)?.kind ?? null);
    const text = TEXTS.map((name) => one[name]).find((value) => typeof value === 'string');
    return { type: String(one['type'] ?? 'node'), id: String(one['id']), statement: String(text ?? ''), edge: kind };
  });

/** One node with what is around it. */
export async function stepOf(ctx: CliContext, node: string): Promise<Step> {
  const one = await shown<Step & { kind: string }>(ctx, node);
  return { ...one, standing: one.standing ?? null };
}

/** `git prov search --json`. */
export async function searchOf(ctx: CliContext, text: string): Promise<Answers['search']> {
  const { runSearch } = await import('../../cli/commands/ask/search.ts');
  return dataOf<{ results: Statement[] }>(ctx, (read) =>
    runSearch({ text, limit: MAX_RESULTS, provenance: false, json: true }, read),
  );
}
