import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Where the program is bundled together with the server that runs it in tests; see `servers.ts`. */
export const SERVER = join(ROOT, 'node_modules/.cache/git-prov/server.js');
