import { execFileSync } from 'node:child_process';

// The tests run the git that is first on PATH.
const [, major, minor] =
  /^git version (\d+)\.(\d+)/.exec(execFileSync('git', ['--version'], { encoding: 'utf8' })) ?? [];

/** Whether the git under test has this version or a newer one. Tests that need it are skipped otherwise (`test.runIf`), and name it. */
export const gitSince = (atLeastMajor: number, atLeastMinor: number): boolean =>
  Number(major) > atLeastMajor || (Number(major) === atLeastMajor && Number(minor) >= atLeastMinor);

/** Whether this git can keep refs in reftables. */
export const HAS_REFTABLES = gitSince(2, 45);
