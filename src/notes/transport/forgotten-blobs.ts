import { decodeParts } from '../../model/format/note.ts';
import { type ForgottenTexts, isRevived } from '../../redact/forgotten.ts';

/** Whether a blob has a forgotten text. One that is not a valid note of its commit is searched in all readable parts. */
export function isForgottenIn(bytes: Buffer, forgotten: ForgottenTexts): boolean {
  try {
    return decodeParts(bytes).some((part) => forgotten.isInNote(part) || isRevived(part));
  } catch {
    return forgotten.isIn(bytes.toString('utf8'));
  }
}
