import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Prints `N passed, N failed` as the last line of a run, for programs that read it. Files that could not be loaded and errors outside of a test are failures. */
export default class Tally implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    let passed = 0;
    let failed = errors.length;
    for (const module of modules) {
      failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed++;
        if (state === 'failed' || state === 'pending') failed++;
      }
    }
    // At the very end, after the output of other reporters.
    process.once('exit', () => process.stdout.write(`${passed} passed, ${failed} failed\n`));
  }
}
