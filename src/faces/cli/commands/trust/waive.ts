import { posix } from 'node:path';
import { placeOf } from '../../../../ask/report/report-answer.ts';
import { ProvError } from '../../../../errors.ts';
import { check } from '../../../../gate/check.ts';
import { type Rule, ruleName, ruleNamed, RULE_WORDS } from '../../../../gate/rules/rule.ts';
import { encodeBlocks, isDay, isExpired } from '../../../../gate/waiver.ts';
import { type Waivable, waivable } from '../../../../gate/waive.ts';
import { WAIVER } from '../../../../model/knowledge/kinds.ts';
import { define, json } from '../../command.ts';
import { reviewedIn } from '../../reading/with-graph.ts';
import { withReading } from '../../reading/with-reading.ts';
import type { ReadingContext } from '../../reading/reading-context.ts';
import { declarerOf, declareOne, textOf } from '../knowledge/entries/declare-entry.ts';
import { withNote } from '../knowledge/entries/noted-commits.ts';
import { speakerDetail } from '../knowledge/add.ts';
import { requirePerson } from '../knowledge/entries/require-person.ts';

export interface WaiveArguments {
  /** `FILE`, `FILE:12` or `FILE:12-20`. */
  readonly place: string;
  readonly rule: string;
  readonly reason: string;
  /** The last day, `2026-12-31`. */
  readonly until?: string | undefined;
  readonly range?: string | undefined;
  readonly rules?: string | undefined;
  /** Waive without a terminal. */
  readonly yes?: boolean | undefined;
  readonly json: boolean;
}

/** Places that the summary of a waiver names. */
const MAX_SHOWN_PLACES = 6;

/**
 * `git prov waive`: a person lets lines break a rule of `git prov check`.
 * @returns the exit code
 * @throws ProvError `usage` in an agent's shell, without a terminal and `--yes`, while a command of an agent runs, or for an unknown
 * rule or an invalid day; `data` when no line of the place breaks the rule
 */
export async function runWaive(args: WaiveArguments, ctx: ReadingContext): Promise<number> {
  const rule = ruleNamed(args.rule);
  if (!rule)
    throw new ProvError('usage', `There is no rule '${args.rule.slice(0, 40)}'.`, {
      hint: `Use one of ${RULE_WORDS}.`,
    });
  const now = Date.now();
  refusePast(args.until, now);
  const declarer = await declarerOf(ctx, undefined);
  await requirePerson(declarer, args, ctx, { doing: 'Waiving a rule', deed: 'waive a rule' });
  const reason = await textOf(args.reason, ctx);
  const isReviewed = await reviewedIn(ctx);
  const found = await check(declarer.history, { range: args.range, rulesFrom: args.rules, now, isReviewed });
  const resolve = (path: string): string => posix.normalize(posix.join(ctx.repo.prefix, path));
  const lines = await waivable(found, args.place, rule, resolve);
  const declaration = {
    kind: WAIVER,
    text: summaryOf(rule, lines),
    because: reason,
    ruledOut: [],
    links: lines.commits.map((commit) => ({ edge: 'explains', to: { commit } }) as const),
    detail: {
      ...speakerDetail(declarer, {}),
      rule: ruleName(rule),
      files: [lines.path],
      blocks: encodeBlocks(lines.blocks),
      ...(args.until !== undefined && { until: args.until }),
    },
  } as const;
  const on = await withNote(declarer, lines.commits);
  return declareOne(declarer, { type: 'knowledge', said: declaration, risks: [] }, on, {
    kind: WAIVER,
    json: args.json,
  });
}

function refusePast(until: string | undefined, now: number): void {
  if (until === undefined || (isDay(until) && !isExpired({ until }, now))) return;
  throw new ProvError('usage', `--until takes the last day of the waiver, not '${until.slice(0, 40)}'.`, {
    hint: 'Use a day that is not over, such as 2026-12-31 (UTC).',
  });
}

function summaryOf(rule: Rule, { path, ranges, hasLines }: Waivable): string {
  if (!hasLines) return `${ruleName(rule)} for ${path}`;
  const places = ranges.slice(0, MAX_SHOWN_PLACES).map(([start, count]) => placeOf(start, count));
  const rest = ranges.length - places.length;
  return `${ruleName(rule)} for ${path}:${places.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

export const command = define({
  usage: 'waive <place>',
  example: 'src/a.js:12',
  about: 'Let lines break a rule of git prov check, as a person',
  options: (c) =>
    c.positional('place', { type: 'string', demandOption: true, describe: 'FILE, FILE:LINE or FILE:FROM-TO' }).options({
      rule: { type: 'string', demandOption: true, describe: `The rule: ${RULE_WORDS}` },
      reason: { type: 'string', demandOption: true, describe: 'Why; - reads standard input' },
      until: {
        type: 'string',
        describe: 'The last day on which it counts, such as 2026-12-31 (UTC)',
      },
      range: { type: 'string', describe: 'The range, as for git prov check' },
      rules: { type: 'string', describe: 'The revision with the rules, as for git prov check' },
      yes: { type: 'boolean', default: false, describe: 'Waive without a terminal' },
      json,
    }),
  run: async (args, ctx) => withReading(ctx, (read) => runWaive(args, read)),
});
