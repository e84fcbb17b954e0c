import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { askServer } from './ask-server.ts';
import { clientOf } from './servers.ts';
import type { Shared } from './node.ts';
import { startElsewhere } from './start-one.ts';
import { ownStarter, startOwnSideBySide } from './starters.ts';

/**
 * Has a server run the program wherever a test or a git hook starts `dist/git-prov.js`: a start of Node takes ten times as long
 * as what most commands do. `process.execPath` becomes a small script that hands its arguments to the server of this worker.
 * With REAL=1 every start is a process.
 */
const shared = globalThis as Shared;
shared.gitProvNode ??= process.execPath;

if (!process.env['REAL'] && existsSync('/proc/self/cmdline')) {
  process.execPath = clientOf(Number(process.env['VITEST_POOL_ID']));
  if (shared.gitProvStarts !== 'program') startElsewhere([askServer(dirname(process.execPath)), ...ownStarter()]);
  shared.gitProvStarts = 'program';
  await (shared.gitProvSideBySide ??= startOwnSideBySide());
}
