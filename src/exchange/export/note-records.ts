import type { StatusOf } from '../../model/knowledge/declared-edges.ts';
import type { Note } from '../../model/model.ts';
import { shownCommit } from '../../ask/show/show-answer.ts';
import { workOf } from '../../ask/show/commit-work.ts';
import { predicateOf, stateCommit } from '../../trust/predicate.ts';
import type { ExportedCommit } from './noted.ts';

/** The name of the format of `git prov export json`. Fields may be added, but never changed or removed. */
export const EXPORT_SCHEMA = 'git-prov/export/1';

/** The full content of a note: the fields of `git prov show --json` and those that it leaves out. */
export const noteRecord = ({ commit, note, change }: ExportedCommit, statusOf?: StatusOf): object => ({
  ...shownCommit(workOf(commit, note, change), statusOf),
  schema: EXPORT_SCHEMA,
  signatures: signaturesOf(note),
});

const signaturesOf = ({ signatures = [] }: Note): object[] =>
  signatures.map(({ payload, scheme, signature }) => ({
    scheme,
    payload: Buffer.from(payload).toString('base64'),
    signature,
  }));

/** The in-toto statement that `git prov attest` would sign for a commit. This one is unsigned and has no time. */
export const statementRecord = ({ commit, note, change }: ExportedCommit): object =>
  stateCommit(commit.oid, predicateOf(workOf(commit, note, change), change.tree));
