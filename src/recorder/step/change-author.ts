import type { RepoPath } from '../../model/ids.ts';
import { isSnapshot } from '../../model/shell/fixers.ts';
import type { Fixes } from '../../model/shell/verdict.ts';
import { HUMAN, type Owner, UNSURE } from '../../lines/owner.ts';
import { isMixed } from './git-mixed-commands.ts';
import {
  bornIn,
  isAmong,
  namedInBackground,
  perhapsInBackground,
  type WrittenAt,
  writtenIn,
} from '../worktree/background-steps.ts';
import type { BackgroundStep, OpenStep, WorkTreeState } from '../state/state.ts';

/** Who made a difference: a step that has just ended, git, a person, an unknown writer, or a running step (decided when it ends). */
export type ChangeAuthor =
  | { readonly kind: 'step'; readonly step: OpenStep }
  | { readonly kind: 'background'; readonly step: BackgroundStep }
  | { readonly kind: 'git' | 'human' | 'unsure' | 'later' };

/** The steps in a work tree at a snapshot: the one that ended (absent before a step and between steps), and the others. */
export interface ActiveSteps {
  readonly ended: OpenStep | undefined;
  readonly open: readonly OpenStep[];
  readonly dropped: readonly OpenStep[];
  /** Programs that kept running after their call. */
  readonly background: readonly BackgroundStep[];
  readonly writtenAt: WrittenAt;
  readonly bornAt: WrittenAt;
  /** The last snapshot left new files out (see untracked-flood.ts). */
  readonly crowd: WorkTreeState['crowd'];
}

/** The running steps of a work tree at a snapshot, with the step that ended, if any. @param at of the snapshot, in milliseconds since the epoch */
export const activeStepsOf = (
  { top, open, dropped, background, crowd }: WorkTreeState,
  ended: OpenStep | undefined,
  at: number,
): ActiveSteps => ({
  ended,
  open,
  dropped,
  background,
  writtenAt: writtenIn(top, at),
  bornAt: bornIn(top),
  crowd,
});

/** A active without a program in the background. */
export const withoutStep = (active: ActiveSteps, step: BackgroundStep): ActiveSteps => ({
  ...active,
  background: active.background.filter((one) => one !== step),
});

/** A active without the step that ended: finds the other author of changes that this step does not explain. */
export const withoutEnded = (active: ActiveSteps): ActiveSteps => ({
  ...active,
  ended: undefined,
  open: active.open.filter((step) => step !== active.ended),
});

/**
 * Who owns a line that the ended step does not explain: a person if no other step may have written it,
 * else unknown. The hooks of a commit may have formatted it.
 */
export const otherwise =
  (step: OpenStep, active: ActiveSteps) =>
  (path: RepoPath, existed: boolean): Owner => {
    if (step.verdict?.commits || step.perhaps || isMixed(step)) return UNSURE;
    return changeAuthorOf(path, existed, withoutEnded(active)).kind === 'human' ? HUMAN : UNSURE;
  };

/**
 * Who made the difference at `path` since the last snapshot. An agent's step only if it may have written there: a
 * file tool that names the path, a command that names it, or a program that may write anything. The explanation of a command
 * decides which lines of the difference it wrote (explainer.ts): a person may save files while it runs.
 * @param existed whether the file existed before
 */
export function changeAuthorOf(path: RepoPath, existed: boolean, active: ActiveSteps): ChangeAuthor {
  const others = active.open.filter((step) => step !== active.ended);
  const all = active.ended ? [active.ended, ...others] : others;
  const named = all.find((step) => step.action === 'edit' && step.paths.includes(path));
  if (named) return named === active.ended ? { kind: 'step', step: named } : { kind: 'later' };
  const claims = all.map((step) => ({ step, claim: claimOf(step, path) })).filter(({ claim }) => claim !== 'none');
  const naming = claims.filter(({ claim }) => claim === 'path');
  const behind = naming.length === 0 && namedInBackground(path, active.background, active.writtenAt);
  if (behind) return behind;
  const best = naming.length > 0 ? naming : claims;
  if (best.length === 0) return authorWithoutCall(path, existed, active);
  const mine = best.find(({ step }) => step === active.ended);
  if (!mine) return { kind: 'later' };
  if (best.some(({ step }) => step.session !== mine.step.session)) return { kind: 'unsure' };
  switch (mine.claim) {
    case 'any':
      // A new file may be old where snapshots left new files out.
      return !existed && active.crowd ? { kind: 'unsure' } : { kind: 'step', step: mine.step };
    case 'path':
      return { kind: 'step', step: mine.step };
    case 'git':
      return { kind: 'git' };
    default:
      return { kind: 'unsure' };
  }
}

// No running call explains it.
function authorWithoutCall(path: RepoPath, existed: boolean, active: ActiveSteps): ChangeAuthor {
  const { dropped, background, writtenAt, bornAt, crowd } = active;
  if (dropped.some((step) => claimOf(step, path) !== 'none')) return { kind: 'unsure' };
  const behind = perhapsInBackground(path, background, writtenAt);
  if (behind) return behind;
  const hidden = !existed && crowd?.worked === true && bornAt(path) <= crowd.at;
  return { kind: hidden ? 'unsure' : 'human' };
}

/** Whether a step may have written a file itself, by its words alone. */
export const mayWrite = (step: OpenStep, path: RepoPath): boolean => ['path', 'any'].includes(claimOf(step, path));

/** Whether a step is a command that names this path among those that it writes. */
export const namesPath = (step: OpenStep, path: RepoPath): boolean =>
  step.verdict?.writes.kind === 'paths' && claimOf(step, path) === 'path';

// A tool that was asked to change files wrote those.
const isGiven = (fixes: Fixes | undefined, path: RepoPath): boolean =>
  fixes !== undefined && (isAmong(path, fixes.files) || (fixes.snapshots === true && isSnapshot(path)));

type Claim = 'none' | 'path' | 'any' | 'git' | 'check';

function claimOf(step: OpenStep, path: RepoPath): Claim {
  if (step.action === 'edit') return step.paths.length === 0 || step.paths.includes(path) ? 'path' : 'none';
  if (step.action === 'read' || step.action === 'plan' || step.action === 'spawn') return 'none';
  const writes = step.verdict?.writes;
  if (!writes) return step.beside ? 'check' : 'any';
  switch (writes.kind) {
    case 'none':
      // The hooks of a commit may format the committed files.
      return step.verdict?.commits || step.perhaps ? 'check' : 'none';
    case 'paths':
      if (isAmong(path, writes.paths)) return 'path';
      return step.perhaps ? 'check' : writes.git ? 'git' : 'none';
    case 'git':
      return 'git';
    case 'any':
      if (isGiven(step.verdict?.fixes, path)) return 'path';
      return step.verdict?.kind === 'verification' && writes.git ? 'git' : 'any';
  }
}
