import { ProvError } from '../../../../errors.ts';
import { DECLARABLE, isTurnGoal, type Declarable } from '../../../../model/knowledge/kinds.ts';
import { FINISHED, TASK_STATES, type TaskState } from '../../../../model/knowledge/task-state.ts';
import { asSession, because, confidence, define, json } from '../../command.ts';
import { withReading } from '../../reading/with-reading.ts';
import type { ReadingContext } from '../../reading/reading-context.ts';
import { isReviewed, declareOne, targetsOf, textOf } from './entries/declare-entry.ts';
import { notesToChange } from './entries/noted-commits.ts';
import { permittedDeclarer } from './entries/require-person.ts';
import type { NodeId } from '../../../../model/ids.ts';
import { inheritedRests } from '../../../../ask/rests/confirmed-rests.ts';
import type { Repo } from '../../../../git/repository/repo.ts';
import { type Rest, restsDetail } from '../../../../model/knowledge/rests-on.ts';
import type { Target } from '../../../../model/step.ts';
import type { CheckedGraph } from '../../../../ask/rests/checked-graph.ts';
import { speakerDetail } from './add.ts';

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
  const declarer = await permittedDeclarer(ctx, options.session);
  let kept: KeptState = { dependencies: [], rests: [] };
  const found = await targetsOf(declarer, [options.reference], async ({ world }, [one]) => {
    if (one?.node) kept = await stateOf(world, one.node.id, ctx.repo);
  });
  const { target, node, commits = [] } = found[0]!;
  const kind = node?.kind as Declarable;
  if (!node || !DECLARABLE.includes(kind) || isTurnGoal(node))
    throw new ProvError('usage', 'Only declared entries can be revised.', {
      hint: `Name one of these: ${DECLARABLE.join(', ')}.`,
    });
  const reviewed = await isReviewed(declarer, kind);
  const declaration = {
    type: 'knowledge',
    said: {
      kind,
      text,
      ruledOut: [],
      links: [
        { edge: 'derived_from', to: target },
        { edge: 'supersedes', to: target },
        ...sourcesOf(kept.rests).map((to) => ({ edge: 'derived_from', to }) as const),
        ...kept.dependencies.map((id) => ({ edge: 'depends_on', to: { node: id } }) as const),
      ],
      ...(options.because !== undefined && { because: options.because }),
      detail: {
        source_type: 'revision',
        created_via: 'revise',
        promotion_context: 'git prov revise',
        ...(kept.state && { state: kept.state }),
        ...restsDetail(kept.rests),
        ...speakerDetail(declarer, options),
        ...(reviewed && { status: 'proposed' }),
      },
    },
    risks: [],
  } as const;
  return declareOne(declarer, declaration, await notesToChange(declarer, commits), { kind, json: options.json });
}

interface KeptState {
  readonly state?: TaskState;
  readonly dependencies: readonly NodeId[];
  readonly rests: readonly Rest[];
}

// A place may be named with several ranges of lines.
const sourcesOf = (rests: readonly Rest[]): Target[] => [
  ...new Map(
    rests.map(({ place: { path, symbol } }) => [
      `${path}\0${symbol?.kind} ${symbol?.name}`,
      { path, ...(symbol && { symbol }) },
    ]),
  ).values(),
];

// The new wording of a task keeps its state and its dependencies, and that of any entry the code that it rests on.
async function stateOf(world: CheckedGraph, id: NodeId, repo: Repo): Promise<KeptState> {
  await world.learnStanding([id]);
  const { state } = world.standing(id) ?? {};
  const dependencies = world.dependencies(id);
  // Without a statement a task is open, or blocked by its dependencies.
  const isStated = state === 'active' || FINISHED.has(state) || (state === 'blocked' && dependencies.length === 0);
  return { ...(state && isStated && { state }), dependencies, rests: await inheritedRests(world, id, repo) };
}

export const command = define({
  usage: 'revise <reference> [text]',
  example: 'claim:8f3a21c0-4',
  about: 'Replace an earlier entry, or change its confidence or state',
  options: (c) =>
    c
      .positional('reference', { type: 'string', demandOption: true, describe: 'The entry: kind:id' })
      .positional('text', { type: 'string', describe: 'The new text, or - for standard input' })
      .options({
        because,
        confidence,
        state: { choices: TASK_STATES, describe: 'The state of a task or a declared goal' },
        session: asSession,
        json,
      }),
  run: async ({ text, confidence: sure, state, ...args }, ctx) =>
    withReading(ctx, async (read) => {
      if (state !== undefined) {
        if (text !== undefined || sure !== undefined)
          throw new ProvError('usage', '--state changes nothing else.', {
            hint: 'Revise the text or the confidence in another call.',
          });
        const { runState } = await import('./change-entry.ts');
        return runState({ ...args, state }, read);
      }
      if (text === undefined && sure !== undefined) {
        const { runConfidence } = await import('./change-entry.ts');
        return runConfidence({ ...args, confidence: sure }, read);
      }
      return runRevise({ ...args, text: text ?? '', confidence: sure }, read);
    }),
});
