import type { Shared } from './node.ts';
import { startElsewhere } from './start-one.ts';
import { ownStarter, startOwnSideBySide } from './starters.ts';

/** For tests that start git alone. */
const shared = globalThis as Shared;
if (!shared.gitProvStarts) startElsewhere(ownStarter());
shared.gitProvStarts ??= 'git';
await (shared.gitProvSideBySide ??= startOwnSideBySide());
