import { ProvError } from '../../../errors.ts';
import { findRevision } from '../../../ask/find/find.ts';
import type { History } from '../../../ask/history/history.ts';
import { showCommit } from '../../../ask/show/show.ts';
import type { ShownCommit } from '../../../ask/show/show-answer.ts';

/** The record of a commit, as `git prov show COMMIT --json` has it. @throws ProvError `data` when the reference is no commit */
export async function showOf(history: History, reference: string): Promise<ShownCommit> {
  const oid = reference.startsWith('-') ? undefined : await findRevision(history.repo, reference);
  if (oid) return (await showCommit(history, oid)).answer;
  throw new ProvError('data', `${JSON.stringify(reference)} is not a commit.`, { hint: 'Use the id of a commit.' });
}
