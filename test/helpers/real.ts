/**
 * Tests that CI runs with a process for each command and each hook, like users: tests of the program's start, its hooks, events
 * between two processes, and one story of each kind. In the other tests a server runs the program, which takes half the
 * time and runs the same code; with REAL=1 they start processes too. A file may also name single stories (`withProcesses`). A path that
 * ends in `/` is a folder.
 */
const REAL: readonly string[] = [
  'test/demo.test.ts',
  'test/harm/other-users.test.ts',
  'test/hook-tools/lfs.test.ts',
  'test/install/restore.test.ts',
  'test/install/shim.test.ts',
  'test/loader.test.ts',
  'test/notes/concurrency.test.ts',
  'test/package.test.ts',
  'test/recorder/hook.test.ts',
  'test/stress/agents.test.ts',
  'test/stress/writers.test.ts',
];

/** Tests that kill the program. With a server in its place they would wait for ever. */
const KILLS: ReadonlySet<string> = new Set(['test/sharing/killed.test.ts']);

/** Whether real processes start in a test file. @param everywhere whether that is wanted in all files that are named above */
export const isReal = (file: string, everywhere: boolean): boolean =>
  KILLS.has(file) || (everywhere && REAL.some((real) => (real.endsWith('/') ? file.startsWith(real) : file === real)));
