import { commitsIn } from '../../git/history/rev-list.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { ALLOWED_SIGNERS, readSigning, signersIn } from '../../git/signatures/signing-settings.ts';
import type { VerifyFinding } from '../finding.ts';

/**
 * Finds commits under verification that change the list of allowed signers by which their own signatures were checked: a branch can
 * add the key of its author. Nothing is found where `gpg.ssh.allowedSignersFile` names another list.
 * @param revisions the revisions and ranges that were named; without any, all of the history is verified, with its last list
 */
export async function* changedSigners(repo: Repo, revisions: readonly string[]): AsyncGenerator<VerifyFinding> {
  if (revisions.length === 0) return;
  const own = signersIn(repo);
  if (own === undefined || (await readSigning(repo)).allowedSigners !== own) return;
  const path = `:(top,literal)${ALLOWED_SIGNERS}`;
  for (const commit of await commitsIn(repo, { revisions, paths: [path] }))
    yield {
      kind: 'gap',
      commit,
      field: 'signatures.signers',
      what: `It changes ${ALLOWED_SIGNERS}, the list that its signatures were checked with.`,
    };
}
