import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest in CI, from about 100 s down to 13 s. A long file that starts last keeps one core busy while the other
 * idles. Vitest sorts by the durations of the last run, which a fresh clone has not.
 */
const LONGEST: readonly string[] = [
  'test/faces/web/browser/browser.test.ts',
  'test/hostile/program.test.ts',
  'test/trust/knowledge.test.ts',
  'test/recorder/badstate.test.ts',
  'test/sharing/flood.test.ts',
  'test/faces/mcp/server.test.ts',
  'test/faces/cli/doctor.test.ts',
  'test/faces/cli/blame-same-as-git.test.ts',
  'test/sharing/together.test.ts',
  'test/harm/damage.test.ts',
  'test/redact/canary.test.ts',
  'test/scenario/tools/writers.test.ts',
  'test/scenario/background.test.ts',
  'test/stress/corrupt.test.ts',
  'test/stress/disk.test.ts',
  'test/harm/hooks.test.ts',
  'test/sharing/refusal.test.ts',
  'test/install/failure.test.ts',
  'test/recorder/badinput.test.ts',
  'test/redact/long-texts.test.ts',
  'test/scenario/ordinary.test.ts',
  'test/scenario/stale.test.ts',
  'test/faces/cli/commit-summary.test.ts',
  'test/scenario/worktrees.test.ts',
  'test/scenario/rewrites/found-later.test.ts',
  'test/harm/surroundings.test.ts',
  'test/trust/knowledge-laws.test.ts',
  'test/package.test.ts',
  'test/trust/mutations.test.ts',
  'test/trust/forget/killed.test.ts',
  'test/scenario/rewritten/rebase.test.ts',
  'test/scenario/rewritten/copied.test.ts',
  'test/scenario/rewrites/random-rewrites.test.ts',
  'test/scenario/ci.test.ts',
];

/** Starts the longest files first, and the files that share a worker last: each of them is short. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number => {
      const place = LONGEST.indexOf(relative(this.ctx.config.root, moduleId));
      if (place >= 0) return place;
      return LONGEST.length + (project.config.isolate ? 0 : 1);
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b)); // it keeps the order of equal ones
  }
}
