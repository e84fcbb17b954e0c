import { ProvError } from '../../../../errors.ts';
import {
  DECLARABLE,
  SOURCE_TYPES,
  THOUSAND,
  type CreatedVia,
  type Declarable,
  type SourceType,
} from '../../../../model/knowledge/kinds.ts';
import type { Detail, EdgeKind } from '../../../../model/model.ts';
import { disputedBy } from '../../../../ask/knowledge/broken-invariants.ts';
import { define, ENTRY, references } from '../../command.ts';
import { withReading } from '../../reading/with-reading.ts';
import {
  type FoundTarget,
  isReviewed,
  refuseLines,
  restsOn,
  type Declarer,
  declareOne,
  targetsOf,
  textOf,
} from './entries/declare-entry.ts';
import { withNote } from './entries/noted-commits.ts';
import { permittedDeclarer } from './entries/require-person.ts';
import type { ReadingContext } from '../../reading/reading-context.ts';

/** Lessons of an episode, and characters of each. */
const MAX_LESSONS = 10;
const MAX_LESSON_CHARACTERS = 400;

/** The options that all commands for recording an entry share. */
export interface EntryOptions {
  readonly because?: string | undefined;
  readonly supports?: readonly string[] | undefined;
  readonly contradicts?: readonly string[] | undefined;
  readonly derivedFrom?: readonly string[] | undefined;
  /** From 0 to 1. */
  readonly confidence?: number | undefined;
  readonly sourceType?: string | undefined;
  readonly consolidation?: string | undefined;
  readonly on?: string | undefined;
  /** It waits for a person's review, whatever its kind. */
  readonly proposed?: boolean | undefined;
  readonly session?: string | undefined;
  readonly json: boolean;
}

export interface AddOptions extends EntryOptions {
  readonly kind: Declarable;
  readonly text: string;
  /** How an episode ended. */
  readonly outcome?: string | undefined;
  /** What was learnt from an episode. */
  readonly lesson?: readonly string[] | undefined;
}

/**
 * `git prov add`: records a claim, a piece of evidence, a task, a constraint, a risk, a failure, a memory …
 * @returns the exit code
 * @throws ProvError `usage` or `data` when a reference names nothing, or the text is empty or too long
 */
export async function runAdd(options: AddOptions, ctx: ReadingContext): Promise<number> {
  const { kind, outcome, lesson = [] } = options;
  if (kind !== 'episode' && (outcome !== undefined || lesson.length > 0))
    throw new ProvError('usage', `A ${kind} has no outcome and no lessons.`, { hint: 'Add an episode with them.' });
  if (lesson.length > MAX_LESSONS || [outcome ?? '', ...lesson].some((one) => one.length > MAX_LESSON_CHARACTERS))
    throw new ProvError('usage', 'The outcome or a lesson is too long, or there are too many lessons.', {
      hint: `At most ${MAX_LESSONS} lessons; ${MAX_LESSON_CHARACTERS} characters each.`,
    });
  return declareAs(kind, options.text, `git prov add ${kind}`, options, ctx);
}

/** The options that only decisions or episodes have. */
export interface DecisionOptions {
  readonly outcome?: string | undefined;
  readonly lesson?: readonly string[] | undefined;
  readonly ruledOut?: readonly string[] | undefined;
  readonly risk?: readonly string[] | undefined;
}

/** Records an entry of a kind, for `add` and `decide`. */
export async function declareAs(
  kind: Declarable,
  text: string,
  command: string,
  options: EntryOptions & DecisionOptions,
  ctx: ReadingContext,
): Promise<number> {
  const statement = await textOf(text, ctx);
  const declarer = await permittedDeclarer(ctx, options.session);
  const named = [
    ...linksTo('derived_from', options.derivedFrom),
    ...linksTo('supports', options.supports),
    ...linksTo('contradicts', options.contradicts),
    ...linksTo('explains', options.on === undefined ? [] : [commitReference(options.on)]),
  ];
  const references = named.map(({ text: reference }) => reference);
  const warnings: string[] = [];
  const found = await targetsOf(declarer, references, async ({ world }, targets) => {
    const against = targets.filter((_, i) => kind === 'claim' && named[i]!.edge === 'contradicts');
    warnings.push(
      ...(await disputedBy(
        world,
        against.flatMap(({ node: one }) => one?.id ?? []),
      )),
    );
  });
  const links = named.map(({ edge }, i) => ({ edge, to: found[i]!.target }));
  const derived = found.filter((_, i) => named[i]!.edge === 'derived_from');
  refuseLines(found.filter((_, i) => named[i]!.edge !== 'derived_from'));
  const rests = await restsOn(ctx, derived);
  warnings.push(...rests.warnings);
  const about = options.on === undefined ? undefined : found.at(-1);
  const reviewed = options.proposed || (await isReviewed(declarer, kind));
  const declaration = {
    type: 'knowledge',
    said: {
      kind,
      text: statement,
      ruledOut: options.ruledOut ?? [],
      links,
      ...(options.because !== undefined && { because: options.because }),
      detail: {
        ...origin(options, derived, command),
        ...rests.detail,
        ...speakerDetail(declarer, options),
        ...(options.outcome !== undefined && { outcome: options.outcome }),
        ...(options.lesson && options.lesson.length > 0 && { lessons: options.lesson }),
        ...(reviewed && { status: 'proposed' }),
      },
    },
    risks: options.risk ?? [],
  } as const;
  return declareOne(declarer, declaration, await withNote(declarer, [about?.commit]), {
    kind,
    json: options.json,
    warnings,
  });
}

const commitReference = (text: string): string => (text.startsWith('commit:') ? text : `commit:${text}`);

const linksTo = (edge: EdgeKind, references: readonly string[] = []): { edge: EdgeKind; text: string }[] =>
  references.map((text) => ({ edge, text }));

/** The person who records it, and their confidence. */
export function speakerDetail({ by }: Declarer, { confidence }: Pick<EntryOptions, 'confidence'>): Detail {
  if (confidence !== undefined && !(confidence >= 0 && confidence <= 1))
    throw new ProvError('usage', 'A confidence is a number from 0 to 1.', {
      hint: 'Use for example --confidence 0.8.',
    });
  return {
    ...(by !== undefined && { by }),
    ...(confidence !== undefined && { confidence: Math.round(confidence * THOUSAND) }),
  };
}

// The origin of an entry (fifth seed, use cases 1 to 3 and 5): it was promoted from raw entries, consolidated from several
// events, or inferred from anything else.
function origin(
  { sourceType, consolidation }: EntryOptions,
  derived: readonly FoundTarget[],
  command: string,
): Record<'source_type' | 'created_via' | 'promotion_context', string> & Detail {
  const kinds = derived.map(({ node }) => node?.kind);
  const [type, via]: [SourceType, CreatedVia] =
    kinds.length === 0
      ? ['direct_experience', 'direct']
      : kinds.every((kind) => kind === 'raw')
        ? ['promote', 'promote']
        : consolidation !== undefined ||
            (kinds.length > 1 && kinds.every((kind) => kind === 'episode' || kind === 'raw'))
          ? ['consolidation', 'consolidate']
          : ['inference', 'inference'];
  if (sourceType !== undefined && !(SOURCE_TYPES as readonly string[]).includes(sourceType))
    throw new ProvError('usage', `There is no source type '${sourceType}'.`, {
      hint: `Use one of ${SOURCE_TYPES.join(', ')}.`,
    });
  return {
    source_type: sourceType ?? type,
    created_via: via,
    promotion_context: command,
    ...(consolidation !== undefined && { consolidation_id: consolidation }),
  };
}

export const command = define({
  usage: 'add <kind> <text>',
  example: 'claim "The API is stable"',
  about: 'Record a claim, a risk, a constraint, a note, a memory …',
  options: (c) =>
    c
      .positional('kind', { choices: DECLARABLE, demandOption: true, describe: 'The kind of entry' })
      .positional('text', { type: 'string', demandOption: true, describe: 'The text, or - for standard input' })
      .options({
        ...ENTRY,
        'source-type': { choices: SOURCE_TYPES, describe: 'How it is known; by default from what it is derived from' },
        outcome: { type: 'string', describe: 'Of an episode: how it ended, such as success' },
        lesson: references('Of an episode: what was learnt; may be repeated'),
        consolidation: { type: 'string', describe: 'The name of the consolidation that made it' },
      }),
  run: async (args, ctx) => withReading(ctx, (read) => runAdd(args, read)),
});
