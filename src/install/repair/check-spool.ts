import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { badEvents, captureHealth } from '../../recorder/health.ts';
import { isEnabled } from '../../recorder/repo-state.ts';
import { Spool } from '../../recorder/spool/spool.ts';
import { loadState } from '../../recorder/state/load-state.ts';
import { fine, FIX, type DoctorFinding, type CheckContext } from './doctor-finding.ts';
import { localFiles } from '../../git/repository/local-files.ts';

const NAME = 'events';

/** Checks waiting events, events that were set aside, and notes that could not be written. */
export async function checkSpool({ repo, dir, now }: CheckContext): Promise<DoctorFinding[]> {
  if (!isEnabled(repo)) return [];
  const health = await captureHealth(repo, now);
  const found: DoctorFinding[] = [];
  const usable = health.spool.bad.filter((one) => one.usable);
  const rest = health.spool.bad.filter((one) => !one.usable);
  if (usable.length > 0)
    found.push({
      name: NAME,
      state: 'problem',
      what: `${events(usable.length)} set aside can be read now.`,
      why: usable[0]!.why,
      todo: 'git prov doctor --fix puts them back, to be recorded.',
      mend: () => {
        const spool = new Spool(dir);
        for (const one of badEvents(spool)) if (one.usable) spool.putBack(one);
      },
    });
  if (rest.length > 0)
    found.push({
      name: NAME,
      state: 'warning',
      what: `${events(rest.length)} could not be used and ${rest.length === 1 ? 'is' : 'are'} kept in ${localFiles(dir).bad}.`,
      why: `${rest[0]!.name}: ${rest[0]!.why}`,
      todo: 'Delete them if you do not need them. Please report them if they come from an agent that you use.',
    });
  if (health.spool.foreign.length > 0)
    found.push({
      name: NAME,
      state: 'warning',
      what: `${health.spool.foreign.length} files in the spool are not events: ${health.spool.foreign.slice(0, 3).join(', ')}.`,
      why: 'While they exist, every commit starts our program for nothing.',
      todo: 'git prov doctor --fix moves them to spool/bad.',
      mend: () => {
        mkdirSync(localFiles(dir).bad, { recursive: true });
        for (const name of new Spool(dir).foreign())
          renameSync(join(localFiles(dir).spooled, name), join(localFiles(dir).bad, name));
      },
    });
  const { outgoing } = loadState(dir);
  if (outgoing.length > 0)
    found.push({
      name: NAME,
      state: 'problem',
      what: `${outgoing.length === 1 ? 'A note' : `${outgoing.length} notes`} could not be written yet.`,
      ...(health.faults.at(-1) && { why: health.faults.at(-1)!.what }),
      todo: FIX,
      mend: () => undefined, // the recording after every repair writes them
    });
  const last = health.faults.findLast(({ at }) => now - at < RECENT_MS);
  const faults: DoctorFinding[] = last
    ? [{ name: 'faults', state: 'warning', what: last.what, todo: 'git prov status lists all faults.' }]
    : [];
  return found.length > 0
    ? [...found, ...faults]
    : [...faults, fine(NAME, 'No event was set aside, and no note waits to be written.')];
}

/** Older faults are not reported. */
const RECENT_MS = 24 * 3_600_000;

const events = (count: number): string => (count === 1 ? 'An event' : `${count} events`);
