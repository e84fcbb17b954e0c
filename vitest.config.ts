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
    // A worker mostly waits for a git or a hook that it has started, so none is to be spared for vitest itself.
    maxWorkers: '100%',
    // Where it is set, each start of Node reads some hundred certificates, three times as long as all else it does then.
    env: { NODE_EXTRA_CA_CERTS: '' },
  },
});
