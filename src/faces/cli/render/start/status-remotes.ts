import type { WithheldNotes } from '../../../../notes/withheld.ts';
import type { Status } from './status-report.ts';
import { type Field, row, span } from '../fields.ts';
import { term } from '../term.ts';
import { ago, counted } from '../words.ts';
import { shortOid } from '../../../../git/repository/abbreviation.ts';

/** Maximum number of notes in a list. */
const MAX_SHOWN_NOTES = 5;

/** What prevents sharing notes with remotes. */
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
        span('Set auto, manual or never.'),
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
  return [...rows, ...heldRows(sharing.held)];
}

function heldRows({ notes, refused, left }: WithheldNotes): Field[] {
  const rows: Field[] = [];
  for (const [remote, held] of Object.entries(notes)) {
    const to = `to ${term(remote, 80)}:`;
    for (const { commit, why, places } of held.slice(0, MAX_SHOWN_NOTES))
      rows.push(
        row(
          'held back',
          span(`the note on ${shortOid(commit)} does not go ${to}`, 'failed'),
          span(
            why === 'secret'
              ? `${term(places[0] ?? 'it', 80)} looks like a secret. git prov forget removes it.`
              : 'it contains a text that was forgotten, here or in another clone. Run git prov forget with that text.',
          ),
        ),
      );
    if (held.length > MAX_SHOWN_NOTES)
      rows.push(row('', span(`and ${counted(held.length - MAX_SHOWN_NOTES, 'more note')}`, 'quiet')));
  }
  for (const [remote, count] of Object.entries(refused))
    rows.push(
      row(
        'left out',
        span(`${counted(count, 'note')} of ${term(remote, 80)} with a text that was forgotten here.`, 'stale'),
        span('Run git prov forget again with that text: it prints how to replace the notes there.'),
      ),
    );
  for (const [remote, count] of Object.entries(left))
    rows.push(
      row(
        'sharing',
        span(
          `${counted(count, 'fetched note')} of ${term(remote, 80)} not joined yet: too many for one exchange.`,
          'stale',
        ),
        span('The next commands take the rest; git prov fetch takes more at once.'),
      ),
    );
  return rows;
}
