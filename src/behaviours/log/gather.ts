import { provDirOf } from '../../git/repository/local-files.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { resolveCommit } from '../../ask/history/commit-info.ts';
import type { EventType } from '../../model/behaviours/event.ts';
import { commitEvents } from './commit-events.ts';
import { pastRuns } from '../commands/past-runs.ts';
import { queueOf } from '../commands/queue.ts';
import type { EventLog } from './event-log.ts';
import { ledgerEvents } from './ledger-events.ts';
import { notedEvents, notesTip } from './noted-events.ts';

/**
 * Adds the events since the last time to the log: those of the ledgers, of notes that came from elsewhere, and of commits. The first
 * time it only remembers where each source ends, because what was recorded before behaviours were turned on is past.
 * @param wanted the types that any behaviour waits for
 * @param isDry adds them in memory only
 * @returns whether this was the first time
 */
export async function gather(
  repo: Repo,
  log: EventLog,
  wanted: ReadonlySet<EventType>,
  isDry = false,
): Promise<boolean> {
  const { sources } = log;
  const runs = pastRuns(queueOf(repo));
  const ledgers = ledgerEvents(provDirOf(repo), sources?.ledgers ?? {}, runs);
  if (!sources) {
    log.append(
      [],
      { ledgers: ledgers.marks, notes: await notesTip(repo), seen: {}, heads: await headNow(repo) },
      isDry,
    );
    return true;
  }
  const [noted, committed] = [await notedEvents(repo, sources), await commitEvents(repo, sources.heads, runs)];
  // The sort is stable: events of one session keep their order.
  const found = [...ledgers.events, ...noted.events, ...committed.events].sort((a, b) => a.at - b.at);
  const isSame =
    found.length === 0 &&
    JSON.stringify([ledgers.marks, noted.marks.notes, committed.heads]) ===
      JSON.stringify([sources.ledgers, sources.notes, sources.heads]);
  if (!isSame)
    log.append(
      found.filter(({ type }) => wanted.has(type)),
      { ledgers: ledgers.marks, ...noted.marks, heads: committed.heads },
      isDry,
    );
  return false;
}

async function headNow(repo: Repo): Promise<string[]> {
  const head = await resolveCommit(repo, 'HEAD');
  return head ? [head] : [];
}
