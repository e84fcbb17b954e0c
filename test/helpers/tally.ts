import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { isQuick } from './runs.ts';

/** How long the quick tests may take. */
const QUICK_SECONDS = 55;

/** Prints `N passed, N failed` as the last line of a run, for programs that read it. Files that could not be loaded and errors outside of a test are failures. */
export default class Tally implements Reporter {
  readonly #start = performance.now();

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
    const seconds = (performance.now() - this.#start) / 1000;
    if (isQuick && modules.length > 100 && seconds > QUICK_SECONDS) process.stdout.write(slowest(modules, seconds));
    // At the very end, after the output of other reporters.
    process.once('exit', () => process.stdout.write(`${passed} passed, ${failed} failed\n`));
  }
}

const slowest = (modules: readonly TestModule[], seconds: number): string => {
  const files = modules.map((module) => ({ name: module.relativeModuleId, ms: module.diagnostic().duration }));
  const first = files.toSorted((a, b) => b.ms - a.ms).slice(0, 5);
  return `The quick tests took ${Math.round(seconds)} s and should take ${QUICK_SECONDS}. On a machine with nothing else to do, make the slowest files quicker or list them in test/helpers/slow.ts:
${first.map(({ name, ms }) => `  ${(ms / 1000).toFixed(1)} s  ${name}\n`).join('')}`;
};
