import { defineConfig } from 'vitest/config';
import { projects } from '../../test/helpers/projects.ts';

/** The tests of the code that a mutation campaign changes: those of `npm test` that start no process. */
const include = projects(false, false).pure.filter((file) => /^test\/(?:lines|model)\//.test(file));

export default defineConfig({
  test: { include, setupFiles: ['test/helpers/seed.ts'], isolate: false, testTimeout: 60_000 },
});
