import type { ImportedTexts } from '../redact-imported.ts';
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
