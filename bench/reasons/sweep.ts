import type { Candidate } from '../../src/model/reasons/relate.ts';
import { within } from '../../src/model/reasons/relate.ts';
import type { Example } from './examples.ts';
import { type Figures, judge, print, scoreBy } from './judge.ts';
import { type Model, train } from './train.ts';

/** Groups of whole projects. A project is never in two groups. */
const GROUPS = 7;
/** Limits that are tried for the first sentence, and for further ones. */
const FIRST = Array.from({ length: 24 }, (_, i) => (10 + 3 * i) / 100);
const FURTHER = [0.1, 0.15, 0.2];
/** The limit with the fewest claims without a reason is chosen, as long as this share of the reasons is shown. */
const MIN_RECALL = 0.65;

type Scores = ReadonlyMap<Example, (one: Candidate) => number>;

/**
 * Prints recall, precision and claims for each limit, and what nested cross-validation chooses: the limits for a group of projects
 * come from the other groups, each judged by weights that know neither group.
 */
export function sweep(examples: readonly Example[], penalty: number): void {
  const groups = groupsOf(examples);
  const without = (...left: number[]): Model =>
    train(
      examples.filter((one) => !left.includes(groups.get(one.project)!)),
      penalty,
    );
  const of = (group: number): Example[] => examples.filter((one) => groups.get(one.project) === group);
  const outer = new Map<Example, (one: Candidate) => number>();
  const inner = Array.from({ length: GROUPS }, () => new Map<Example, (one: Candidate) => number>());
  for (let a = 0; a < GROUPS; a++) {
    scored(of(a), without(a), outer);
    for (let b = a + 1; b < GROUPS; b++) {
      const model = without(a, b);
      scored(of(b), model, inner[a]!);
      scored(of(a), model, inner[b]!);
    }
  }
  for (const first of FIRST) line(`first ${first.toFixed(2)}`, judged(outer, [first, Math.min(first, 0.15)]));
  const chosen: Figures[] = [];
  for (let group = 0; group < GROUPS; group++) {
    const limits = best(inner[group]!);
    const mine = new Map(of(group).map((one) => [one, outer.get(one)!] as const));
    chosen.push(judged(mine, limits));
    process.stdout.write(`  group ${group + 1}: limits ${limits.join(' and ')}\n`);
  }
  line('nested', sumOf(chosen));
  process.stdout.write(`  limits of all projects: ${best(outer).join(' and ')}\n`);
}

function best(scores: Scores): [number, number] {
  const tried = FIRST.flatMap((first) =>
    FURTHER.map((further) => ({ limits: [first, further] as [number, number], sum: judged(scores, [first, further]) })),
  ).filter(({ sum }) => sum.found >= MIN_RECALL * sum.withReason);
  tried.sort((a, b) => a.sum.claimed - b.sum.claimed || b.sum.found - a.sum.found);
  return tried[0]?.limits ?? [FIRST[0]!, FURTHER[0]!];
}

const judged = (scores: Scores, limits: readonly [number, number]): Figures =>
  judge(
    [...scores.keys()],
    () => undefined,
    limits,
    undefined,
    (example) => scores.get(example)!,
  );

// A probability is computed once for all limits.
function scored(examples: readonly Example[], model: Model, into: Map<Example, (one: Candidate) => number>): void {
  for (const example of examples) {
    const score = scoreBy(model, example.edit, example.field);
    const known = new Map(within(example.edit, example.field).map((one) => [one, score(one)]));
    into.set(example, (one) => known.get(one)!);
  }
}

// The largest project first, each into the smallest group.
function groupsOf(examples: readonly Example[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { project } of examples) sizes.set(project, (sizes.get(project) ?? 0) + 1);
  const filled = Array.from({ length: GROUPS }, () => 0);
  const groups = new Map<string, number>();
  for (const [project, size] of [...sizes].sort((a, b) => b[1] - a[1])) {
    const group = filled.indexOf(Math.min(...filled));
    groups.set(project, group);
    filled[group]! += size;
  }
  return groups;
}

function sumOf(all: readonly Figures[]): Figures {
  const sum = { ...all[0]! } as Record<keyof Figures, number>;
  for (const one of all.slice(1)) for (const key of Object.keys(sum) as (keyof Figures)[]) sum[key] += one[key];
  return sum;
}

const line = (name: string, figures: Figures): void => void process.stdout.write(`${print(name, figures)}\n`);
