import { pathInWorkTree } from '../../../git/paths/path-below.ts';
import { ProvError } from '../../../errors.ts';
import { readSettings } from '../../../git/repository/git-settings.ts';
import type { CodeSymbol } from '../../../code/symbols.ts';
import { fileNames } from '../../../git/history/file-names.ts';
import type { NodeId, RepoPath } from '../../../model/ids.ts';
import { withIndex, type QuerySources } from '../../../ask/index/open.ts';
import type { WhyAnswer } from '../../../ask/why/why-answer.ts';
import type { History, Sourced } from '../../../ask/history/history.ts';
import { reviewPolicy, type ReviewPolicy } from '../../../model/knowledge/review.ts';
import type { Weights } from '../../../ask/show/node-knowledge.ts';
import {
  changesOfFile,
  findTarget,
  nodesOfSymbol,
  type Target,
  type TargetSearch,
} from '../../../ask/knowledge/target.ts';
import { isWholeId } from '../../../ask/find/reference.ts';
import { CheckedGraph } from '../../../ask/rests/checked-graph.ts';
import { openContents } from '../../../ask/rests/open-contents.ts';
import { DEFAULT_DECAY_PER_DAY, type Weighing } from '../../../model/knowledge/link.ts';
import { historyOf, type ReadingContext, unclear } from './reading-context.ts';
import { showProgress } from '../render/progress.ts';
import { term } from '../render/term.ts';

/** What commands that query the graph work with. */
export interface GraphQueryContext extends QuerySources {
  readonly history: History;
  readonly world: CheckedGraph;
  readonly weighing: Weighing;
  /**
   * Finds what a reference means.
   * @throws ProvError `usage` with candidates when it is ambiguous, `data` when it means nothing
   */
  readonly target: (text: string) => Promise<Target>;
}

/** Runs `work` on an up-to-date index. Shows progress on a terminal when the update takes long. */
export async function ask<T>(ctx: ReadingContext, work: (asking: GraphQueryContext) => Promise<T>): Promise<T> {
  const weighed = weighingOf(ctx); // git answers while SQLite is loaded
  weighed.catch(() => undefined);
  const reviewed = reviewedIn(ctx);
  reviewed.catch(() => undefined);
  const history = historyOf(ctx);
  return openIndex(ctx, history, async (sources) => {
    const world = new CheckedGraph(openContents(ctx.repo), sources.sources, sources.marks, await reviewed);
    const finding = {
      history,
      sources: sources.sources,
      world,
      cwd: ctx.cwd,
      ownersOf: (place: string) => ownersOf(ctx, history, place),
    };
    const target = async (text: string): Promise<Target> => {
      const symbol = SYMBOL.test(text) ? await symbolTarget(ctx, finding, text) : undefined;
      if (symbol) return symbol;
      const found = await findTarget(finding, text);
      if (found.kind !== 'absent') return onlyTarget(found, text);
      const named = isBareSymbol(text) ? await symbolTarget(ctx, finding, text) : undefined;
      if (named) return named;
      return onlyTarget(await findTarget(finding, `file:${text}`), text); // `trace FILE`
    };
    return work({ ...sources, history, world, weighing: await weighed, target });
  });
}

/**
 * Runs `work` on a history that reads its sessions from the index. Unreadable notes are counted once in `history`; those
 * that `work` meets again are included.
 */
export const withSources = <T>(
  ctx: ReadingContext,
  history: History,
  work: (sourced: Sourced) => Promise<T>,
): Promise<T> =>
  openIndex(ctx, history, ({ sources, marks }) => work({ ...history, faults: { damaged: 0 }, sources, marks }));

/** Opens the index for several queries; see `CliContext.index`. */
export const withOpenIndex = <T>(ctx: ReadingContext, work: (index: QuerySources) => Promise<T>): Promise<T> =>
  openIndex(ctx, historyOf(ctx), work);

async function openIndex<T>(
  ctx: ReadingContext,
  history: History,
  work: (sources: QuerySources) => Promise<T>,
): Promise<T> {
  if (ctx.index) return work(ctx.index);
  const { stderr } = process;
  const { indexing } = ctx;
  const progress = stderr.isTTY && !indexing ? showProgress(stderr, ctx.env, 'Indexing notes') : undefined;
  const onProgress = indexing?.onProgress ?? (progress && ((done: number, all: number) => progress.at(done, all)));
  const options = { warn: ctx.warn, onProgress, patience: indexing?.patience };
  const local = (await history.localGraphs?.()) ?? [];
  try {
    return await withIndex(ctx.repo, local, options, async (sources) => {
      progress?.stop();
      history.faults.damaged += sources.damaged;
      return work(sources);
    });
  } finally {
    progress?.stop();
  }
}

/** The kinds of agents' entries that wait for a person's review here. */
export const reviewedIn = async ({ cwd, env }: Pick<ReadingContext, 'cwd' | 'env'>): Promise<ReviewPolicy> =>
  reviewPolicy((await readSettings(['prov'], { cwd, env })).get('prov.review'));

/** The weights of confidence, from the settings. @throws ProvError `data` for a value that is not a number */
export async function weighingOf({ cwd, env }: ReadingContext): Promise<Weighing> {
  const days = (await readSettings(['prov'], { cwd, env })).get('prov.decay');
  const decay = days === undefined ? DEFAULT_DECAY_PER_DAY : Number(days);
  if (days === '' || !(decay >= 0) || !Number.isFinite(decay))
    throw new ProvError('data', `prov.decay is ${JSON.stringify(days)}, which is not a number.`, {
      hint: 'Run git config prov.decay 0.002, or 0 for no decay.',
    });
  return { now: Date.now(), decay };
}

/** The settings that statuses and confidences depend on. */
export const weightsOf = async (ctx: ReadingContext): Promise<Weights> => ({
  reviewed: await reviewedIn(ctx),
  weighing: await weighingOf(ctx),
});

/** A function or type of a file. */
const SYMBOL = /^(?:function|type):.+#/s;
/** Whether it is the same by its name alone. */
const isBareSymbol = (text: string): boolean => {
  const [, name] = /^(?:function|type):([^#]+)$/s.exec(text) ?? [];
  return name !== undefined && !isWholeId(name);
};

// A function or type: the node that entries are linked to, then the agents' nodes that own its lines, then others that wrote lines of
// it. It may be gone.
async function symbolTarget(ctx: ReadingContext, finding: TargetSearch, text: string): Promise<Target | undefined> {
  const [{ symbolNamed }, { thingsAbout }, { explain }, { parseSymbol }, { changesOfSymbol }] = await Promise.all([
    import('./with-symbol.ts'),
    import('../../../ask/code/things-about.ts'),
    import('../../../ask/why/why.ts'),
    import('../../../code/symbols.ts'),
    import('../../../ask/code/changes/symbol-changes.ts'),
  ]);
  const wroteIn = async (symbol: Pick<CodeSymbol, 'kind' | 'name'> & { readonly path: string }): Promise<NodeId[]> => {
    const names = await fileNames(ctx.repo, symbol.path as RepoPath);
    const sourced = { ...finding.history, sources: finding.sources };
    return [...(await changesOfSymbol(sourced, symbol, names, await changesOfFile(finding, names)))];
  };
  try {
    const found = await symbolNamed(ctx, text, undefined);
    if (!found) return undefined;
    const { kind, path, name } = found.symbol;
    const [linked, things, why, wrote] = await Promise.all([
      nodesOfSymbol(finding, found.symbol),
      thingsAbout({ ...finding, repo: ctx.repo }, [found.symbol], false),
      explain(finding.history, found.located, [], ctx),
      wroteIn(found.symbol),
    ]);
    await finding.world.learn(things.flat());
    const former = things.flat().filter((id) => finding.world.node(id));
    const nodes = [...new Set([...linked, ...former, ...ownersIn(why), ...wrote])];
    return { type: kind, id: `${path}#${name}`, text: name, nodes, more: false };
  } catch (error) {
    const { kind, path: named, name } = parseSymbol(text) ?? {};
    const path = named === undefined ? undefined : pathInWorkTree(finding.history.repo, finding.cwd, named);
    if (!kind || !name || path === undefined) throw error;
    const nodes = [...(await nodesOfSymbol(finding, { kind, path, name })), ...(await wroteIn({ kind, path, name }))];
    if (nodes.length === 0) throw error;
    return { type: kind, id: `${path}#${name}`, text: name, nodes: [...new Set(nodes)], more: false };
  }
}

const ownersIn = ({ answers }: WhyAnswer): NodeId[] => [
  ...new Set(answers.flatMap(({ step }) => (step ? [step.id as NodeId] : []))),
];

async function ownersOf(ctx: ReadingContext, history: History, place: string): Promise<NodeId[] | undefined> {
  // Blame is loaded only where a line is named.
  const [{ locate }, { parsePlace }, { explain }] = await Promise.all([
    import('../../../ask/find/locate.ts'),
    import('../../../ask/find/location.ts'),
    import('../../../ask/why/why.ts'),
  ]);
  let located: Awaited<ReturnType<typeof locate>>;
  try {
    located = await locate(ctx.repo, ctx.cwd, parsePlace(place), undefined);
  } catch (error) {
    if (error instanceof ProvError && error.kind !== 'bug') return undefined; // not a place, or the file is missing
    throw error;
  }
  return ownersIn(await explain(history, located, [], ctx));
}

const HINT =
  'Use kind:id, commit:REV, FILE, FILE:LINE or session:ID. git prov search finds them; git fetch may bring more notes.';

const onlyTarget = (found: Awaited<ReturnType<typeof findTarget>>, text: string): Target =>
  found.kind === 'found' ? found.target : unclear(found, text, HINT);

/** The node that a reference names. @throws ProvError `data` when it names none or several */
export async function onlyNode({ target }: GraphQueryContext, text: string): Promise<NodeId> {
  const { nodes } = await target(text);
  const [one] = nodes;
  if (nodes.length === 1 && one) return one;
  throw new ProvError('data', `'${term(text, 80)}' is ${nodes.length === 0 ? 'no node' : 'several nodes'}.`, {
    hint: 'Name a node: git prov trace lists its nodes.',
  });
}
