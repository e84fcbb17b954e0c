import { isPathRevived } from '../model/format/forgotten-path.ts';
import type { Note } from '../model/model.ts';
import { type ForgottenTexts, isRevived } from './forgotten.ts';
import type { ScanCache } from './scan-cache.ts';

/** Places reported for each note. */
const MAX_PLACES = 5;

/** Why a note stays in this clone. */
export interface Staying {
  readonly why: 'forgotten' | 'secret';
  /** Where a secret may be; empty for a forgotten text. */
  readonly places: readonly string[];
}

/**
 * Why a note must stay in this clone: it contains what looks like a secret, or what was forgotten here or elsewhere. Fails closed.
 * @param cleared what needs no further check; what is clean is added
 * @returns undefined when it may leave
 */
export async function whyItStays(
  note: Note,
  cleared: ScanCache,
  forgotten: ForgottenTexts,
): Promise<Staying | undefined> {
  if (isRevived(note) || isPathRevived(note.lines) || (!forgotten.isEmpty && forgotten.isInNote(note)))
    return { why: 'forgotten', places: [] };
  if (cleared.hasAllOf(note)) return undefined;
  // The rules take longer to load than all the rest of a push of notes that were checked at their commit.
  const { hasSecretPath, secretsInNote } = await import('./rescan.ts');
  const secrets = await secretsInNote(note, cleared);
  const isInName = await hasSecretPath(note, cleared);
  if (secrets.length === 0 && !isInName) return undefined;
  const places = [
    ...(isInName ? ['the name of a file'] : []),
    ...new Set(secrets.map(({ field, node }) => `${field} of ${node}`)),
  ];
  return { why: 'secret', places: places.slice(0, MAX_PLACES) };
}
