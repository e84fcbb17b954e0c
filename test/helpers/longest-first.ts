import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest in CI, from about 80 s down to 10 s. A long file that starts last keeps one core busy while the other
 * idles. Vitest sorts by the durations of the last run, which a fresh clone has not.
 */
const LONGEST: readonly string[] = [
  'test/faces/web/browser/browser.test.ts',
  'test/hostile/program.test.ts',
  'test/sharing/flood.test.ts',
  'test/scenario/tools/writers.test.ts',
  'test/redact/long-texts.test.ts',
  'test/stress/disk.test.ts',
  'test/harm/damage.test.ts',
  'test/trust/pushed-graphs.test.ts',
  'test/recorder/badstate.test.ts',
  'test/faces/mcp/server.test.ts',
  'test/sharing/refusal.test.ts',
  'test/sharing/together.test.ts',
  'test/install/failure.test.ts',
  'test/stress/corrupt.test.ts',
  'test/redact/canary.test.ts',
  'test/redact/places.test.ts',
  'test/redact/typed.test.ts',
  'test/faces/cli/gc.test.ts',
  'test/scenario/worktrees.test.ts',
  'test/package.test.ts',
  'test/sharing/nothing-to-send.test.ts',
  'test/harm/hooks.test.ts',
  'test/recorder/badinput.test.ts',
  'test/trust/knowledge.test.ts',
  'test/scenario/rewrites/found-later.test.ts',
  'test/trust/knowledge-laws.test.ts',
  'test/faces/cli/commit-summary.test.ts',
  'test/ask/context/injection.test.ts',
  'test/trust/pushed-places.test.ts',
  'test/trust/honest.test.ts',
  'test/harm/surroundings.test.ts',
  'test/scenario/rewrites/random-rewrites.test.ts',
  'test/harm/history.test.ts',
  'test/scenario/verified.test.ts',
  'test/trust/forget/killed.test.ts',
  'test/hostile/decoding.test.ts',
  'test/scenario/stale.test.ts',
  'test/loader.test.ts',
  'test/scenario/ordinary.test.ts',
  'test/trust/forged.test.ts',
  'test/sharing/push.test.ts',
  'test/install/shim.test.ts',
  'test/sharing/remotes.test.ts',
  'test/stress/kill.test.ts',
  'test/redact/figures.test.ts',
  'test/scenario/background.test.ts',
  'test/harm/unavoidable.test.ts',
  'test/recorder/declare.test.ts',
  'test/hook-tools/managers.test.ts',
  'test/recorder/badplaces.test.ts',
  'test/faces/cli/blame-same-as-git.test.ts',
];

/** The order of the projects: a worker that is shared ends where the next file is of another project. */
const PROJECTS: readonly string[] = ['real', 'program', 'git', 'pure'];

/** Starts the longest files of each project first, and the projects with short files last. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number => {
      const place = LONGEST.indexOf(relative(this.ctx.config.root, moduleId));
      return (PROJECTS.indexOf(project.name) + 1) * 1000 + (place < 0 ? LONGEST.length : place);
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b)); // it keeps the order of equal ones
  }
}
