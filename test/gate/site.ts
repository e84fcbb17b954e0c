import { JudgedReader } from '../../src/notes/standing/judged.ts';
import { binaryReader } from '../../src/git/objects/port.ts';
import { check, type CheckOptions, type CheckResult } from '../../src/gate/check.ts';
import { ruleName } from '../../src/gate/rules/rule.ts';
import { placesIn } from '../../src/faces/cli/render/check/check-words.ts';
import { reviewPolicy } from '../../src/model/knowledge/review.ts';
import { isPending } from '../../src/recorder/repo-state.ts';
import { drain } from '../../src/recorder/drain.ts';
import type { TestRepo } from '../helpers/repo.ts';

/** Checks a range in this process, after what hooks reported was recorded. */
export async function checked(repo: TestRepo, range?: string, more: Partial<CheckOptions> = {}): Promise<CheckResult> {
  const opened = await repo.open();
  if (isPending(opened)) await drain(opened, { patience: 5000 });
  const notes = new JudgedReader(opened, binaryReader(opened));
  try {
    const history = { repo: opened, notes, signs: () => notes.judge.signs(), faults: { damaged: 0 } };
    return await check(history, { range, now: Date.now(), isReviewed: reviewPolicy(undefined), ...more });
  } finally {
    await notes.close();
  }
}

/** What is left after waivers, as `rule path:places reason`. */
export const broken = ({ findings }: CheckResult): string[] =>
  findings.map((one) => `${ruleName(one.rule)} ${one.path}:${placesIn(one, 9)} ${one.unknown ?? one.breach}`);

/** What waivers cover, likewise. */
export const waivedIn = ({ waived }: CheckResult): string[] =>
  waived.map((one) => `${ruleName(one.rule)} ${one.path}:${placesIn(one, 9)}`);

/** The error of a check, as `kind: message cause`. */
export const refusal = (work: Promise<CheckResult>): Promise<string> =>
  work.then(
    () => 'no error',
    ({ kind, message, cause }: { kind: string; message: string; cause?: string }) =>
      `${kind}: ${message} ${cause ?? ''}`,
  );
