import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { LongestFirst } from './test/helpers/longest-first.ts';
import { WORKERS } from './test/helpers/program/workers.ts';
import { type Kind, projects } from './test/helpers/projects.ts';

// `npm test` runs the quick tests; see test/run.mjs.
const isQuick = process.env['QUICK'] === '1';
const files = projects(!isQuick, process.env['PROCESSES'] === '1');

export default defineConfig({
  test: {
    reporters: ['default', './test/helpers/tally.ts'],
    // Workers often wait for a git or a hook that they have started: one more than there are cores keeps the cores busy.
    maxWorkers: WORKERS,
    // The next run takes over what this one compiled. CI has only one run.
    experimental: { fsModuleCache: !process.env['CI'] },
    sequence: { sequencer: isQuick ? BaseSequencer : LongestFirst },
    projects: [
      project('pure', { setupFiles: ['test/helpers/seed.ts'] }),
      project('git', {
        setupFiles: ['test/helpers/seed.ts', 'test/helpers/program/starter-setup.ts'],
        globalSetup: ['test/helpers/program/starters.ts'],
      }),
      project('program', {
        setupFiles: ['test/helpers/seed.ts', 'test/helpers/program/setup.ts'],
        globalSetup: ['test/helpers/build.ts', 'test/helpers/program/starters.ts'],
      }),
      project('real', {
        setupFiles: ['test/helpers/seed.ts', 'test/helpers/program/starter-setup.ts'],
        globalSetup: ['test/helpers/build.ts', 'test/helpers/program/starters.ts'],
      }),
    ],
  },
});

function project(name: Kind, more: { readonly setupFiles: string[]; readonly globalSetup?: string[] }) {
  return {
    test: {
      name,
      include: files[name],
      // The files of a project share their worker's modules: loading them again for each file takes longer than most tests.
      isolate: false,
      // Most tests run git, many times; a loaded machine with two cores is slow at that.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      // Where it is set, each start of Node reads a hundred certificates, which takes three times as long as the start itself.
      env: { NODE_EXTRA_CA_CERTS: '' },
      ...more,
    },
  };
}
