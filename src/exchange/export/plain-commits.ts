import { ScanCache } from '../../redact/scan-cache.ts';
import { withoutSecrets } from '../../redact/leaving.ts';
import { ImportRedactor, type ImportedTexts } from '../redact-imported.ts';
import type { ExportedCommit } from './noted.ts';

/**
 * Commits, with subjects that have no secrets. An export may go where the commits do not.
 * @param words removes secrets, with the same result in every clone
 */
export async function* withPlainSubjects(
  notes: AsyncIterable<ExportedCommit>,
  words: ImportedTexts,
): AsyncGenerator<ExportedCommit> {
  for await (const noted of notes) {
    const { commit } = noted;
    yield { ...noted, commit: { ...commit, subject: await words.text(commit.subject) } };
  }
}

/**
 * Commits, with notes that hold no secret: an older version or another program may have written them. The marks are equal in every
 * clone.
 * @param left is called for a note that cannot be exported without a secret
 */
export async function* withPlainNotes(
  notes: AsyncIterable<ExportedCommit>,
  provDir: string,
  left: () => void,
): AsyncGenerator<ExportedCommit> {
  const cleared = new ScanCache(provDir);
  const redactor = new ImportRedactor(provDir);
  try {
    for await (const noted of notes) {
      const note = await withoutSecrets(noted.note, cleared, redactor);
      if (note === undefined) left();
      else yield note === noted.note ? noted : { ...noted, note };
    }
  } finally {
    cleared.save();
  }
}
