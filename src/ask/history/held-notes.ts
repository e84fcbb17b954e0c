import { ProvError } from '../../errors.ts';
import { shortOid } from '../../git/repository/abbreviation.ts';
import { provDirOf } from '../../git/repository/local-files.ts';
import type { Oid } from '../../model/ids.ts';
import { secretPlaces } from '../../redact/leaving.ts';
import { ScanCache } from '../../redact/scan-cache.ts';
import { type History, readable } from './history.ts';

/**
 * The first of some commits with a note that may hold a secret, as the check before a push finds it. An older version or another
 * program may have written it.
 */
export async function firstWithSecret(
  history: History,
  commits: readonly Oid[],
): Promise<{ readonly commit: Oid; readonly places: readonly string[] } | undefined> {
  const cleared = new ScanCache(provDirOf(history.repo));
  try {
    for await (const [commit, found] of history.notes.each(commits)) {
      const note = readable(history, found);
      const places = note ? await secretPlaces(note, cleared) : [];
      if (places.length > 0) return { commit, places };
    }
    return undefined;
  } finally {
    cleared.save();
  }
}

/**
 * Refuses to write something with the texts of notes that may hold a secret.
 * @param what what would be written, such as `The attestation`
 * @throws ProvError `data` when one of the notes may hold one
 */
export async function refuseSecrets(history: History, commits: readonly Oid[], what: string): Promise<void> {
  const held = await firstWithSecret(history, commits);
  if (held === undefined) return;
  throw new ProvError('data', `${what} was not written: the note of ${shortOid(held.commit)} may hold a secret.`, {
    cause: `The check of texts found it in ${held.places.join(', ')}.`,
    hint: 'git prov forget --stdin removes a text from the notes.',
  });
}
