import type { Status } from '../commands/status.ts';
import { type Field, row, span } from './fields.ts';
import { term } from './term.ts';
import { ago } from './words.ts';

/** What keeps notes from going to remotes, or from coming. */
export function remoteRows({ install: { remotes }, sharing }: Status, now: number): Field[] {
  const rows: Field[] = [];
  const without = remotes.filter(({ fetchesNotes }) => !fetchesNotes).map(({ name }) => term(name));
  if (without.length > 0)
    rows.push(
      row(
        'remotes',
        span(`git fetch brings no notes from ${without.join(', ')}:`, 'stale'),
        span('run git prov init again.'),
      ),
    );
  for (const { setting, value } of sharing.unknown)
    rows.push(
      row(
        'sharing',
        span(`${term(setting)} = ${term(value, 40)} is not known, and never counts.`, 'failed'),
        span('Say auto, manual or never.'),
      ),
    );
  for (const { shown, since, why } of sharing.waiting)
    rows.push(
      row(
        'sharing',
        span(`${term(shown, 80)} did not get notes, first ${ago(now - since)}: ${term(why, 160)}.`, 'stale'),
        span('They go with a later push, or with git prov push.'),
      ),
    );
  return rows;
}
