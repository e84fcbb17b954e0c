import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['./test/helpers/seed.ts'],
    globalSetup: ['test/helpers/build.ts'],
    reporters: ['default', './test/helpers/tally.ts'],
    // Most tests run git, many times; a loaded machine with two cores is slow at that.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
