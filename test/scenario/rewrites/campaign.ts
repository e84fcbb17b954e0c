import { MAY_MISS, MAY_MISS_ELSE, MAY_MISS_OF_ALL, MAY_MISS_ONCE, MIN_LINES } from './limits.ts';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Hooks } from './hooks.ts';
import { deal, histories, type Operation, REWRITE_KINDS, type Rewrite } from './operations.ts';
import { judge, type Outcome, type Verdict } from './oracle.ts';
import { play } from './player.ts';
import { Tally } from './tally.ts';

/** What a run of the campaign takes from its environment. */
interface Settings {
  /** Random histories after those that cover every kind of rewriting. Unset: at most a dozen, within 13 seconds. */
  readonly runs: number | undefined;
  readonly seed: number;
  /** Only these kinds of rewriting, each alone. */
  readonly only: readonly Rewrite[] | undefined;
  /** Only this history, in its printed form. */
  readonly replay: readonly Operation[] | undefined;
  /** Whether a line that is missed fails the history too, so that it is shrunk. */
  readonly strict: boolean;
  /** Prints what each history did and which lines it missed: `all` histories, or only those that `missed` lines. */
  readonly log: string | undefined;
}

const env = (name: string): string | undefined => process.env[name] || undefined;

const settings: Settings = {
  runs: env('RUNS') === undefined ? undefined : Number(env('RUNS')),
  seed: Number(env('SEED') ?? 20261121),
  only: env('ONLY')?.split('|') as Rewrite[] | undefined,
  replay: env('REPLAY') === undefined ? undefined : (JSON.parse(env('REPLAY')!) as Operation[]),
  strict: env('STRICT') !== undefined,
  log: env('LOG'),
};

const FEW = 12;
const FEW_MS = 8000;

/** The kinds of operation that missed a greater share of lines than they may, with that share, and `all` together. */
export const tooManyMissed = (tally: Tally): Record<string, number> => {
  const over = tally.kinds.filter(
    (kind) =>
      tally.lines(kind) >= MIN_LINES &&
      tally.of(kind).missed > MAY_MISS_ONCE &&
      tally.missed(kind) > (MAY_MISS[kind] ?? MAY_MISS_ELSE),
  );
  const found = Object.fromEntries(over.map((kind) => [kind, tally.missed(kind)]));
  const all = tally.missedOfAll(MIN_LINES);
  return all > MAY_MISS_OF_ALL ? { ...found, all } : found;
};

/**
 * Plays histories and judges each; fails with the smallest one that has a wrong owner or a note that breaks a law.
 * @param hands how many histories all kinds of rewriting are dealt to
 * @returns the lines by operation
 */
export async function campaign(hooks: Hooks, hands: number, onceWrong: readonly Operation[][]): Promise<Tally> {
  const tally = new Tally();
  let failed = false;
  let played = 0;
  const examples = settings.replay ? [settings.replay] : [...(settings.only ? [] : onceWrong), ...dealt(hands)];
  const random = settings.replay || settings.only ? 0 : (settings.runs ?? 0);
  try {
    await fc.assert(
      fc.asyncProperty(histories(6), async (operations) => {
        await setImmediate(); // so that what was printed is seen meanwhile
        const { problems, verdicts } = run(operations, hooks);
        failed ||= problems.length > 0;
        if (!failed) played++;
        if (!failed) tally.add(verdicts);
        expect(problems).toEqual([]);
      }),
      {
        seed: settings.seed,
        examples: examples.map((operations): [Operation[]] => [[...operations]]),
        numRuns: examples.length + random,
        ...(settings.runs === undefined && { interruptAfterTimeLimit: FEW_MS, markInterruptAsFailure: false }),
      },
    );
  } finally {
    console.log(`${played} histories, git's hooks: ${hooks}, seed ${settings.seed}\n${String(tally)}`);
  }
  return tally;
}

function dealt(hands: number): Operation[][] {
  const { only, runs, seed } = settings;
  if (!only) return deal(REWRITE_KINDS, hands, seed).slice(0, runs === undefined ? FEW : undefined);
  return only.flatMap((kind, i) =>
    Array.from({ length: runs ?? 1 }, (_, n) => deal([kind], 1, seed + 1000 * i + n)[0]!),
  );
}

function run(operations: readonly Operation[], hooks: Hooks): { verdicts: Verdict[]; problems: string[] } {
  const played = play(operations, hooks);
  try {
    const judged = played.stages.map((stage) => judge(stage));
    const verdicts = judged.flatMap((one) => one.verdicts);
    const named = (...outcomes: Outcome[]): string[] =>
      verdicts
        .filter(({ outcome }) => outcomes.includes(outcome))
        .map(
          ({ how, commit, path, line, text, owner }) =>
            `${how}: ${commit.slice(0, 8)}:${path}:${line} «${text}» → ${owner}`,
        );
    const faults = [...judged.flatMap((one) => one.faults), ...played.faults];
    const problems = [
      ...named(...(settings.strict ? (['wrong', 'missed'] as const) : (['wrong'] as const))),
      ...faults,
    ];
    const missed = named('missed', 'unsure');
    if (settings.log === 'all' || (settings.log && missed.length > 0))
      console.log(
        [JSON.stringify(operations), ...played.stages.flatMap(({ log }) => log), ...missed, ...problems].join('\n'),
      );
    return { verdicts, problems };
  } finally {
    played.cleanup();
  }
}
