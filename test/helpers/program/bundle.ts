import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Where the program is bundled together with the thread that runs it; see `setup.ts`. */
export const THREAD = join(ROOT, 'node_modules/.cache/git-prov/thread.js');
