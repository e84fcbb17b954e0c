import fc from 'fast-check';
import type { Act } from './branches.ts';
import { Dice } from './dice.ts';
import { FORGES } from './forges.ts';
import { PATCHES } from './patches.ts';
import { PICKS } from './picks.ts';
import { rename, REBASES } from './rebases.ts';
import { RESETS } from './resets.ts';

/** What rewrites nothing, and makes what is rewritten. */
const ORDINARY = {
  'agent edit': (stage, dice) => stage.agentWrites(dice),
  'person edit': (stage, dice) => stage.personWrites(dice),
  work: (stage, dice) => stage.work(dice),
  commit: (stage, dice) => stage.commit(dice.chance(30) ? stage.agent(dice) : undefined),
  'commit without hooks': (stage, dice) => {
    stage.agentWrites(dice);
    stage.git('add', '-A');
    stage.git('-c', 'core.hooksPath=/dev/null', 'commit', '-qm', `quiet ${stage.ink.word()}`);
  },
  rename,
  switch: (stage, dice) => {
    stage.settle();
    const name = `side${dice.below(2)}`;
    if (!stage.git('switch', '-q', name)) stage.git('switch', '-qc', name);
  },
} as const satisfies Record<string, Act>;

const REWRITES = { ...REBASES, ...PICKS, ...RESETS, ...PATCHES, ...FORGES } as const satisfies Record<string, Act>;

export type Ordinary = keyof typeof ORDINARY;
export type Rewrite = keyof typeof REWRITES;
export type Kind = Ordinary | Rewrite;
export const REWRITE_KINDS = Object.keys(REWRITES) as Rewrite[];
const ORDINARY_KINDS = Object.keys(ORDINARY) as Ordinary[];

/** One operation of a random history. The seed decides every detail that the kind leaves open. */
export type Operation = readonly [kind: Kind, seed: number];

export const actOf = (kind: Kind): Act => ({ ...ORDINARY, ...REWRITES })[kind];

/** Whether an operation of this kind only makes commits as people do every day. */
export const isOrdinary = (kind: Kind): boolean => kind in ORDINARY;

const SEEDS = 1_000_000;

/** Random histories: about every second operation rewrites something. */
export const histories = (max: number): fc.Arbitrary<Operation[]> =>
  fc.array(
    fc.tuple(fc.oneof(fc.constantFrom(...ORDINARY_KINDS), fc.constantFrom(...REWRITE_KINDS)), fc.nat(SEEDS - 1)),
    { minLength: 2, maxLength: max },
  );

/** Enough histories that every kind of rewriting occurs in one of them. The seed decides the order. */
export function deal(kinds: readonly Rewrite[], hands: number, seed: number): Operation[][] {
  const dice = new Dice(seed);
  const shuffled = dice.shuffle(kinds);
  return Array.from({ length: hands }, (_, hand) =>
    shuffled.filter((_, i) => i % hands === hand).map((kind): Operation => [kind, dice.below(SEEDS)]),
  );
}
