import { execFileSync } from 'node:child_process';

// The tests run the git that is first on PATH.
const [, major, minor] =
  /^git version (\d+)\.(\d+)/.exec(execFileSync('git', ['--version'], { encoding: 'utf8' })) ?? [];

/** Whether the git under test is of this version or newer: what needs it is skipped (`test.runIf`), and named for it. */
export const gitSince = (atLeastMajor: number, atLeastMinor: number): boolean =>
  Number(major) > atLeastMajor || (Number(major) === atLeastMajor && Number(minor) >= atLeastMinor);

/** Whether this git can keep refs in reftables. */
export const HAS_REFTABLES = gitSince(2, 45);
