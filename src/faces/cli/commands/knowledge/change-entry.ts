import { ProvError } from '../../../../errors.ts';
import { COMPLETABLE, isTurnGoal, THOUSAND, type KnowledgeChange } from '../../../../model/knowledge/kinds.ts';
import { thingId, thingIn } from '../../../../model/knowledge/thing.ts';
import type { NodeId } from '../../../../model/ids.ts';
import type { Target } from '../../../../model/step.ts';
import type { TaskState } from '../../../../model/knowledge/task-state.ts';
import { type Detail, EDGE_KINDS, type EdgeKind } from '../../../../model/model.ts';
import { asSession, because as reason, define, json } from '../../command.ts';
import { withReading } from '../../reading/with-reading.ts';
import type { ReadingContext } from '../../reading/reading-context.ts';
import { brokenBy } from '../../../../ask/knowledge/broken-invariants.ts';
import {
  type FoundTarget,
  isReviewed,
  refuseLines,
  restsOn,
  type Declarer,
  declareOne,
  declareAndPrint,
  targetOf,
  targetsOf,
} from './entries/declare-entry.ts';
import { notesToChange, withNote } from './entries/noted-commits.ts';
import { permittedDeclarer } from './entries/require-person.ts';
import { speakerDetail } from './add.ts';
import { linksBetween } from '../../../../ask/review/links-between.ts';
import type { ToDeclare } from '../../../../recorder/declare.ts';
import { confirmedRests } from '../../../../ask/rests/confirmed-rests.ts';
import { ask } from '../../reading/with-graph.ts';

interface ChangeOptions {
  readonly because?: string | undefined;
  readonly session?: string | undefined;
  readonly json: boolean;
}

export interface LinkOptions extends ChangeOptions {
  readonly from: string;
  readonly edge: string;
  readonly to: string;
  /** Remove the link instead. */
  readonly remove: boolean;
}

/**
 * `git prov link`: links two nodes, or removes a declared link. Warns where the link violates a structural invariant.
 * @returns the exit code
 * @throws ProvError `usage` or `data` for an unknown kind of edge, or a reference to nothing
 */
export async function runLink(options: LinkOptions, ctx: ReadingContext): Promise<number> {
  const edge = options.edge.toLowerCase().replaceAll('-', '_') as EdgeKind;
  if (!EDGE_KINDS.includes(edge))
    throw new ProvError('usage', `There is no kind of edge '${options.edge.slice(0, 40)}'.`, {
      hint: `Use one of ${EDGE_KINDS.join(', ')}.`,
    });
  const declarer = await permittedDeclarer(ctx, options.session);
  if (options.remove) return unlink(declarer, edge, options);
  const warnings: string[] = [];
  const [from, to] = (await targetsOf(declarer, [options.from, options.to], async ({ world }, [a, b]) => {
    const [start, end] = [idOf(a!.target), idOf(b!.target)];
    const things = [a!.target, b!.target].flatMap((target) => ('node' in target ? [] : [thingIn(target)]));
    warnings.push(...(await brokenBy(world, { from: start, to: end, kind: edge, source: 'declared' }, things)));
  })) as [FoundTarget, FoundTarget];
  refuseLines(edge === 'derived_from' ? [from] : [from, to]);
  const rests = edge === 'derived_from' ? await restsOn(ctx, [to]) : undefined;
  warnings.push(...(rests?.warnings ?? []));
  const waits = await isReviewed(declarer, edge);
  const changed = {
    change: 'linked',
    subject: from.target,
    edge,
    object: to.target,
    ...because(options),
    detail: { ...rests?.detail, ...speakerDetail(declarer, {}), ...(waits && { status: 'proposed' }) },
  } as const;
  const on = await withNote(declarer, [from.commit ?? to.commit]);
  return declareOne(declarer, { type: 'change', changed }, on, { kind: 'event', json: options.json, warnings });
}

// A file or commit may have no node yet.
function idOf(target: Target): NodeId {
  if ('node' in target) return target.node;
  return thingId(thingIn(target));
}

// A rewritten commit has the links of the commits that it was made from too, so one removal may be about several links.
async function unlink(declarer: Declarer, edge: EdgeKind, options: LinkOptions): Promise<number> {
  const links = await ask(declarer.ctx, (asking) => linksBetween(asking, options.from, edge, options.to));
  const ends = await targetsOf(
    declarer,
    links.flatMap(({ name }) => [name.from, name.to]),
  );
  const all: ToDeclare[] = [];
  for (let at = 0; at < ends.length; at += 2) {
    const [from, to] = [ends[at]!, ends[at + 1]!];
    const changed = {
      change: 'unlinked',
      subject: from.target,
      edge,
      object: to.target,
      ...because(options),
      detail: speakerDetail(declarer, {}),
    } as const;
    all.push({ declaration: { type: 'change', changed }, on: await withNote(declarer, [from.commit ?? to.commit]) });
  }
  const stays = !declarer.person && links.some(({ isSettled }) => isSettled);
  const warnings = stays ? ['The link stays: a person declared or accepted it, and only a person removes it.'] : [];
  return declareAndPrint(declarer, all, { kind: 'event', json: options.json, warnings });
}

export interface RetractOptions extends ChangeOptions {
  readonly reference: string;
}

/**
 * `git prov retract`: retracts an entry. It stays in the record, as retracted.
 * @returns the exit code
 * @throws ProvError `usage` or `data` when the reference names nothing
 */
export async function runRetract(options: RetractOptions, ctx: ReadingContext): Promise<number> {
  const declarer = await permittedDeclarer(ctx, options.session);
  return change(declarer, options.reference, 'retracted', options);
}

/**
 * `git prov complete`: marks a task or a declared goal as done.
 * @returns the exit code
 * @throws ProvError `usage` for an entry of another kind, `usage` or `data` when the reference names nothing
 */
export async function runComplete(options: RetractOptions, ctx: ReadingContext): Promise<number> {
  const declarer = await permittedDeclarer(ctx, options.session);
  return change(declarer, options.reference, 'completed', options, {}, COMPLETABLE);
}

export interface StateOptions extends ChangeOptions {
  readonly reference: string;
  readonly state: TaskState;
}

/**
 * `git prov revise REF --state X` without a text: changes the state of a task or a declared goal.
 * @returns the exit code
 * @throws ProvError `usage` for an entry of another kind, `usage` or `data` when the reference names nothing
 */
export async function runState(options: StateOptions, ctx: ReadingContext): Promise<number> {
  const { reference, state } = options;
  if (state === 'done') return runComplete(options, ctx);
  const declarer = await permittedDeclarer(ctx, options.session);
  return change(declarer, reference, 'state', options, { state }, COMPLETABLE);
}

export interface ConfidenceOptions extends ChangeOptions {
  readonly reference: string;
  readonly confidence: number;
}

/**
 * `git prov revise REF --confidence X` without a text: changes the confidence of an entry.
 * @returns the exit code
 * @throws ProvError `usage` or `data` when the reference means nothing, or the number is not a confidence
 */
export async function runConfidence(options: ConfidenceOptions, ctx: ReadingContext): Promise<number> {
  const declarer = await permittedDeclarer(ctx, options.session);
  const { confidence: _ } = speakerDetail(declarer, options); // throws for an invalid confidence
  const after = Math.round(options.confidence * THOUSAND);
  return change(declarer, options.reference, 'confidence', options, {
    after,
    ...(await restsAgain(declarer, options.reference)),
  });
}

// Who states a confidence again has looked at what the entry rests on.
const restsAgain = ({ ctx }: Declarer, reference: string): Promise<Detail> =>
  ask(ctx, async (asking) => {
    const { nodes } = await asking.target(reference);
    return confirmedRests(asking.world, nodes[0]!, ctx.repo);
  });

/**
 * Records an event about a node, in the note of the commit that has the node.
 * @param kinds the kinds of node that it may be about; all when absent
 */
export async function change(
  declarer: Declarer,
  reference: string,
  what: KnowledgeChange,
  options: ChangeOptions,
  detail: Detail = {},
  kinds?: ReadonlySet<string>,
): Promise<number> {
  const { target, node, commits = [] } = await targetOf(declarer, reference);
  if (!('node' in target))
    throw new ProvError('usage', 'Only a node can be changed.', { hint: 'Use kind:id, such as claim:8f3a21c0-4.' });
  if (kinds && (!node || !kinds.has(node.kind) || isTurnGoal(node)))
    throw new ProvError('usage', `It is not a ${[...kinds].join(' or ')}, so it has no state.`, {
      hint: 'git prov list task lists the tasks.',
    });
  const changed = {
    change: what,
    subject: target,
    ...because(options),
    detail: { ...speakerDetail(declarer, {}), ...detail },
  };
  const on = await notesToChange(declarer, commits);
  return declareOne(declarer, { type: 'change', changed }, on, { kind: 'event', json: options.json });
}

const because = ({ because: why }: ChangeOptions): { because?: string } => (why === undefined ? {} : { because: why });

export const linkCommand = define({
  usage: 'link <from> <edge> <to>',
  example: 'claim:8f3a21c0-4 supports decision:8f3a21c0-9',
  about: 'Link two entries, such as claim:… supports decision:…',
  options: (c) =>
    c
      .positional('from', {
        type: 'string',
        demandOption: true,
        describe: 'A node, commit:REV, file:PATH, function:FILE#NAME or external:npm/NAME',
      })
      .positional('edge', { type: 'string', demandOption: true, describe: 'supports, contradicts, caused …' })
      .positional('to', {
        type: 'string',
        demandOption: true,
        describe: 'A node, commit:REV, file:PATH, function:FILE#NAME or external:npm/NAME',
      })
      .options({
        remove: { type: 'boolean', default: false, describe: 'Remove the link' },
        because: reason,
        session: asSession,
        json,
      }),
  run: async (args, ctx) => withReading(ctx, (read) => runLink(args, read)),
});

export const completeCommand = define({
  usage: 'complete <reference>',
  example: 'task:8f3a21c0-7',
  about: 'Mark a task or a declared goal as done',
  options: (c) =>
    c
      .positional('reference', { type: 'string', demandOption: true, describe: 'The task: task:ID or goal:ID' })
      .options({ because: reason, session: asSession, json }),
  run: async (args, ctx) => withReading(ctx, (read) => runComplete(args, read)),
});

export const retractCommand = define({
  usage: 'retract <reference>',
  example: 'claim:8f3a21c0-4',
  about: 'Retract an entry; it stays in the record as retracted',
  options: (c) =>
    c
      .positional('reference', { type: 'string', demandOption: true, describe: 'The entry: kind:id' })
      .options({ because: reason, session: asSession, json }),
  run: async (args, ctx) => withReading(ctx, (read) => runRetract(args, read)),
});
