import { ProvError } from '../../../../errors.ts';
import { prepareContexts } from '../../../../ask/context/start-file.ts';
import { notesAlong } from '../../../../ask/history/history.ts';
import { graphKey } from '../../../../ask/find/complete-graphs.ts';
import { type Answer, readAnswer } from '../../../../exchange/consolidate/answer.ts';
import { runCommand } from '../../../../exchange/consolidate/run-command.ts';
import { requestFor, type Turn, turnsIn } from '../../../../exchange/consolidate/turn-record.ts';
import { provDirOf } from '../../../../git/repository/local-files.ts';
import { checkRevisions } from '../../../../git/history/rev-list.ts';
import { readSettings } from '../../../../git/repository/git-settings.ts';
import { SUMMARISER } from '../../../../model/knowledge/kinds.ts';
import type { Oid } from '../../../../model/ids.ts';
import type { Graph } from '../../../../model/model.ts';
import { declare, speakerOf, summariser } from '../../../../recorder/declare.ts';
import { Redactor } from '../../../../redact/redact.ts';
import { define, json } from '../../command.ts';
import { finish, historyOf, jsonAnswer, openFor, type ReadingContext } from '../../reading/reading-context.ts';
import { withReading } from '../../reading/with-reading.ts';
import { safeJson } from '../../render/json-text.ts';
import { type ConsolidatedTurn, renderConsolidated } from '../../render/knowledge/consolidated.ts';

/** Turns of one run, unless --limit says another number. */
const DEFAULT_TURNS = 20;
const MAX_TURNS = 500;
const DEFAULT_SECONDS = 120;
const MAX_SECONDS = 3600;
const MAX_COMMITS = 1000;

export interface ConsolidateOptions {
  readonly revisions?: readonly string[] | undefined;
  readonly limit?: number | undefined;
  /** Print what the command would get, and start nothing. */
  readonly dryRun?: boolean | undefined;
  readonly json: boolean;
}

/**
 * `git prov consolidate`: hands the redacted record of each turn to the command in `prov.consolidate`, and records the decisions
 * that it finds, as proposals.
 * @returns the exit code: 1 when a turn got no usable answer
 * @throws ProvError `usage` without a command, or where nothing is recorded
 */
export async function runConsolidate(options: ConsolidateOptions, ctx: ReadingContext): Promise<number> {
  const { revisions = ['HEAD'], limit = DEFAULT_TURNS, dryRun = false, json } = options;
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_TURNS)
    throw new ProvError('usage', `--limit must be a number of turns from 1 to ${MAX_TURNS}.`, { hint: 'Use 20.' });
  checkRevisions(revisions);
  await speakerOf(ctx.repo, ctx.env); // fails where nothing is recorded
  const { command, seconds, model } = await settingsOf(ctx);
  if (command === undefined && !dryRun)
    throw new ProvError('usage', 'No command is set that could consolidate.', {
      hint: 'Set one, such as: git config --global prov.consolidate "claude -p --output-format json". git prov sends it each turn, without secrets.',
    });
  const history = historyOf(ctx);
  const redactor = new Redactor(provDirOf(ctx.repo));
  const { turns, places } = await open(ctx, revisions.length > 0 ? revisions : ['HEAD'], (text) => redactor.text(text));
  const chosen = turns.slice(0, limit);
  const { output, style } = await openFor('consolidate', ctx, json);
  if (dryRun) {
    if (json) await output.write(jsonAnswer({ schema: 'git-prov/consolidate-request/1', turns: chosen }));
    else for (const turn of chosen) await output.write(safeJson(requestFor(turn)));
    return finish(output, history, ctx);
  }
  const done: ConsolidatedTurn[] = [];
  for (const turn of chosen)
    done.push(await consolidate(ctx, turn, { command: command!, seconds, model, on: places.get(turn.goal) ?? [] }));
  await prepareContexts(ctx.repo).catch(() => undefined);
  const data = { schema: 'git-prov/consolidate/1', turns: done, left: turns.length - chosen.length };
  await output.write(json ? jsonAnswer(data) : renderConsolidated(done, data.left, style));
  return (await finish(output, history, ctx)) || (done.some(({ fault }) => fault !== null) ? 1 : 0);
}

interface TurnQuestion {
  readonly command: string;
  readonly seconds: number;
  readonly model: string;
  readonly on: readonly Oid[];
}

async function consolidate(ctx: ReadingContext, turn: Turn, asking: TurnQuestion): Promise<ConsolidatedTurn> {
  const about = { goal: `goal:${turn.goal}`, text: turn.spans[0]?.text ?? '' };
  const nothing = { ...about, entries: [], dropped: 0, model: null };
  let answer: Answer | string;
  try {
    answer = readAnswer(
      await runCommand(asking.command, requestFor(turn), { env: ctx.env, seconds: asking.seconds }),
      turn,
    );
  } catch (error) {
    if (!(error instanceof ProvError)) throw error;
    return { ...nothing, fault: String(error.cause ?? error.message) };
  }
  if (typeof answer === 'string') return { ...nothing, fault: answer };
  const model = answer.model ?? asking.model;
  const entries: string[] = [];
  for (const one of answer.decisions) {
    const detail = {
      status: 'proposed',
      source_type: 'consolidation',
      created_via: 'consolidate',
      promotion_context: 'git prov consolidate',
      consolidation_id: turn.goal,
      model,
    };
    const links = [
      ...one.changes.map((node) => ({ edge: 'explains', to: { node } }) as const),
      ...one.from.map((node) => ({ edge: 'derived_from', to: { node } }) as const),
    ];
    const because = one.because === undefined ? {} : { because: one.because };
    const declaration = {
      kind: 'decision',
      text: one.chose,
      ruledOut: one.ruledOut,
      links,
      ...because,
      detail,
    } as const;
    const node = await declare(
      ctx.repo,
      summariser(ctx.repo),
      { type: 'knowledge', said: declaration, risks: [] },
      asking.on,
    );
    entries.push(node ? `decision:${node}` : 'decision, recorded with the next event');
  }
  return { ...about, entries, dropped: answer.dropped, model, fault: null };
}

// The turns of the range that no earlier run took, and the commits that have each.
async function open(
  ctx: ReadingContext,
  revisions: readonly string[],
  redact: (text: string) => Promise<string>,
): Promise<{ turns: Turn[]; places: ReadonlyMap<string, readonly Oid[]> }> {
  const history = historyOf(ctx);
  const graphs = new Map<string, Graph>();
  const commits = new Map<string, Oid>();
  const done = new Set<unknown>();
  const see = (graph: Pick<Graph, 'session' | 'nodes'>): void => {
    if (graph.session.agent === SUMMARISER)
      for (const { detail } of graph.nodes) done.add(detail?.['consolidation_id']);
  };
  for (const graph of (await history.localGraphs?.()) ?? []) see(graph);
  for await (const [commit, note] of notesAlong(history, [...revisions], MAX_COMMITS))
    for (const graph of note.graphs) {
      see(graph);
      if (graph.session.agent === SUMMARISER) continue;
      graphs.set(graphKey(graph), graph);
      commits.set(graph.nodes[0]?.id ?? '', commit);
    }
  const places = new Map<string, readonly Oid[]>();
  const turns: Turn[] = [];
  for (const graph of graphs.values()) {
    const commit = commits.get(graph.nodes[0]?.id ?? '');
    for (const turn of await turnsIn([graph], redact)) {
      if (done.has(turn.goal)) continue;
      turns.push(turn);
      if (commit) places.set(turn.goal, [commit]);
    }
  }
  return { turns, places };
}

// Only git's configuration is read: no file that a repository brings can name a command.
async function settingsOf(
  ctx: ReadingContext,
): Promise<{ command: string | undefined; seconds: number; model: string }> {
  const settings = await readSettings(['prov'], ctx);
  const command = settings.get('prov.consolidate')?.trim();
  const timeout = Number(settings.get('prov.consolidatetimeout') ?? DEFAULT_SECONDS);
  const seconds = Number.isFinite(timeout) && timeout >= 1 ? Math.min(timeout, MAX_SECONDS) : DEFAULT_SECONDS;
  const named = settings.get('prov.consolidatemodel')?.trim();
  return {
    command: command || undefined,
    seconds,
    model: named || `unknown (${command?.split(/\s+/)[0]?.split('/').at(-1) ?? ''})`,
  };
}

export const command = define({
  usage: 'consolidate [revisions..]',
  about: 'Let a command of yours find the decisions of recorded turns',
  options: (c) =>
    c
      .positional('revisions', { type: 'string', array: true, describe: 'Revisions and ranges; by default HEAD' })
      .options({
        limit: { type: 'number', describe: 'At most this many turns; 20 by default' },
        'dry-run': { type: 'boolean', default: false, describe: 'Print what the command would get' },
        json,
      }),
  run: async (args, ctx) => withReading(ctx, (read) => runConsolidate(args, read)),
});
