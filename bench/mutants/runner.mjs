// Stryker's test runner for this campaign: it starts no vitest for a mutant, but runs the tests in its own process.
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  determineHitLimitReached,
  DryRunStatus,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { relative, resolve } from 'node:path';
import { bundleTests } from './tests.mjs';

class PureTestRunner {
  root = process.cwd(); // Stryker's copy of the project
  shared = (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});
  /** Milliseconds that each test took without a mutant: the quick ones go first. */
  took = new Map();

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    this.tests = await bundleTests(this.root);
  }

  async dryRun({ files = [] }) {
    this.shared.activeMutant = undefined;
    const sources = files.map((file) => this.inProject(file));
    const related = this.tests.files.filter((file) => sources.some((source) => this.tests.uses(file, source)));
    const results = await this.run(this.tests.load(related), false);
    return { status: DryRunStatus.Complete, tests: results, mutantCoverage: this.shared.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, mutantActivation, sandboxFileName, hitLimit }) {
    const source = this.inProject(sandboxFileName);
    const wanted = testFilter && new Set(testFilter);
    const files = this.tests.files.filter((file) =>
      wanted ? this.isWanted(file, testFilter) : this.tests.uses(file, source),
    );
    Object.assign(this.shared, { hitCount: 0, hitLimit, activeMutant: undefined });
    if (mutantActivation === 'static') this.shared.activeMutant = activeMutant.id;
    let tests;
    try {
      tests = this.tests.load(files);
    } catch (error) {
      return toMutantRunResult({ status: DryRunStatus.Complete, tests: [failed(files[0] ?? 'none', 0, error)] });
    }
    this.shared.activeMutant = activeMutant.id;
    const chosen = wanted ? tests.filter(({ id }) => wanted.has(id)) : tests;
    const results = await this.run(
      chosen.toSorted((a, b) => this.time(a) - this.time(b)),
      true,
    );
    this.shared.activeMutant = undefined;
    const endless = determineHitLimitReached(this.shared.hitCount, hitLimit);
    return toMutantRunResult(endless ?? { status: DryRunStatus.Complete, tests: results });
  }

  inProject(file) {
    return relative(this.root, resolve(file));
  }

  isWanted(file, ids) {
    return ids.some((id) => id.startsWith(`${file}#`));
  }

  time({ id }) {
    return this.took.get(id) ?? 0;
  }

  async run(tests, untilFailure) {
    const results = [];
    for (const { id, run } of tests) {
      this.shared.currentTestId = id;
      const start = performance.now();
      try {
        await run();
        results.push({ id, name: id, status: TestStatus.Success, timeSpentMs: performance.now() - start });
      } catch (error) {
        results.push(failed(id, performance.now() - start, error));
        if (untilFailure) break;
      }
      if (!this.took.has(id)) this.took.set(id, performance.now() - start);
    }
    this.shared.currentTestId = undefined;
    return results;
  }
}

function failed(id, timeSpentMs, error) {
  return { id, name: id, status: TestStatus.Failed, timeSpentMs, failureMessage: String(error?.message ?? error) };
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'pure', PureTestRunner)];
