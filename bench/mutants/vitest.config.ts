import { defineConfig } from 'vitest/config';
import { projects } from '../../test/helpers/projects.ts';

// The tests that a mutation campaign runs for each mutant: those that start no process.
export default defineConfig({
  test: {
    include: projects(false, false).pure,
    setupFiles: ['test/helpers/seed.ts'],
    isolate: false,
    testTimeout: 60_000,
  },
});
