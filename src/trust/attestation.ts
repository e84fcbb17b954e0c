import { ProvError } from '../errors.ts';
import { readSigning } from '../git/signatures/signing-settings.ts';
import { git } from '../git/process/process.ts';
import { inRepo, type Repo } from '../git/repository/repo.ts';
import { isOid, oid, type Oid, sessionId, type SessionId } from '../model/ids.ts';
import { resolveCommit } from '../ask/history/commit-info.ts';
import { refuseSecrets } from '../ask/history/held-notes.ts';
import type { History } from '../ask/history/history.ts';
import type { SessionStory } from '../ask/history/session-answer.ts';
import { readSettings } from '../git/repository/git-settings.ts';
import { readWork } from '../ask/show/commit-work.ts';
import { checkSeal, open, parsed, seal, type Sealed } from './envelope.ts';
import type { VerifyFinding } from './finding.ts';
import {
  attestedAt,
  type CommitStatement,
  firstDifference,
  predicateOf,
  readCommitStatement,
  stateCommit,
} from './predicate.ts';
import { attestedSession, sessionPredicate, stateSession, withoutPrices } from './session-predicate.ts';
import type { Voucher } from './checks/signatures.ts';
import { shortOid } from '../git/repository/abbreviation.ts';

const DIFFERS = 'The notes here say something else. One that has grown since needs a new attestation.';

/** Time limits for signing in milliseconds: with a person who enters a passphrase, and without a user. */
const PERSON_MS = 120_000;
const PROGRAM_MS = 10_000;

/**
 * Attests the record of a commit: an in-toto statement in a DSSE envelope, signed with git's own key.
 * @param options `at`: milliseconds since the epoch; `interactive`: the user may be asked for a passphrase
 * @throws ProvError `data` when the commit has no note, or one that may hold a secret
 */
export async function attest(
  history: History,
  commit: Oid,
  { at, interactive }: { readonly at: number; readonly interactive: boolean },
): Promise<Sealed> {
  const { repo } = history;
  const predicate = await factsOf(history, commit);
  if (!predicate)
    throw new ProvError('data', `Commit ${shortOid(commit)} has no note: nothing is known of it to attest.`, {
      hint: 'git fetch may bring it; git prov reconcile may make it.',
    });
  await refuseSecrets(history, [commit], 'The attestation');
  const statement = JSON.stringify(stateCommit(commit, predicate, at));
  const timeout = interactive ? PERSON_MS : PROGRAM_MS;
  return seal(repo, await readSigning(repo), statement, at, { timeout, interactive });
}

/**
 * Attests a session: what it changed, how far checks cover that, its tokens and its cost.
 * @param story the session, from the notes here
 * @throws ProvError `data` when no commit has a part of it yet
 */
export async function attestSession(
  history: History,
  story: SessionStory,
  { at, interactive }: { readonly at: number; readonly interactive: boolean },
): Promise<Sealed> {
  const commits = story.landed.map(({ commit }) => oid(commit));
  if (commits.length === 0)
    throw new ProvError('data', 'No commit has a part of this session yet: there is nothing to attest.', {
      hint: 'Commit first, or attest another session: git prov sessions lists them.',
    });
  await refuseSecrets(history, commits, 'The attestation');
  const { repo } = history;
  const settings = await readSettings(['prov'], repo);
  const statement = JSON.stringify(stateSession(commits, sessionPredicate(story, settings), at));
  return seal(repo, await readSigning(repo), statement, at, {
    timeout: interactive ? PERSON_MS : PROGRAM_MS,
    interactive,
  });
}

/** The result of verifying an attestation. */
export interface AttestationReport {
  readonly schema: 'git-prov/verify-attestation/1';
  readonly commit: string | null;
  /** The session that it is about, if it is about one. */
  readonly session?: string;
  /** The signers; empty when it is only claimed. */
  readonly vouchers: readonly Omit<Voucher, 'commit'>[];
  readonly findings: readonly VerifyFinding[];
}

/**
 * Verifies an attestation: that it is unchanged since it was signed, and that it agrees with the notes here.
 * @param text the envelope
 * @param storyOf reads a session; undefined when it is not known here
 * @throws ProvError `data` when the text is not an envelope of an in-toto statement
 */
export async function verifyAttestation(
  history: History,
  text: string,
  storyOf: (id: SessionId) => Promise<SessionStory | undefined> = async () => undefined,
): Promise<AttestationReport> {
  const { repo } = history;
  const opened = open(text);
  const payload = parsed(opened.payload.toString('utf8'));
  const ofSession = attestedSession(payload);
  const statement = ofSession ? (payload as CommitStatement) : readCommitStatement(payload);
  const findings: VerifyFinding[] = [];
  const vouchers: Omit<Voucher, 'commit'>[] = [];
  const fault = (field: string, what: string): unknown => findings.push({ kind: 'fault', field, what });
  const at = typeof statement === 'string' ? 0 : attestedAt(statement);
  const settings = await readSigning(repo);
  for (const signature of opened.signatures) {
    const checked = await checkSeal(repo, settings, opened, signature, at);
    const { kind, scheme } = checked;
    if (kind === 'bad') fault('signatures', `A signature does not match the signed content: ${checked.why}.`);
    else if (kind === 'vouched')
      vouchers.push({ standing: kind, by: checked.by, key: checked.key, scheme, at, why: undefined });
    else {
      const key = kind === 'stranger' ? checked.key : undefined;
      vouchers.push({ standing: kind, by: undefined, key, scheme, at, why: checked.why });
    }
  }
  const report = { schema: 'git-prov/verify-attestation/1', vouchers, findings } as const;
  if (typeof statement === 'string') {
    fault('statement', statement);
    return { ...report, commit: null };
  }
  if (ofSession) {
    const story = await storyOf(sessionId(ofSession.id));
    if (!story) findings.push({ kind: 'gap', field: 'session', what: 'The session is not known here.' });
    else {
      const here: unknown = JSON.parse(JSON.stringify(sessionPredicate(story, await readSettings(['prov'], repo))));
      const field = firstDifference(withoutPrices(ofSession.predicate), withoutPrices(here as object));
      if (field !== undefined) fault(`predicate.${field}`, DIFFERS);
    }
    return { ...report, commit: null, session: ofSession.id };
  }
  const named = statement.subject[0]!.digest.gitCommit;
  const commit = isOid(named) ? await resolveCommit(repo, named) : undefined;
  if (commit !== named) {
    findings.push({ kind: 'gap', field: 'subject', what: 'The commit is not here, and nothing was compared with it.' });
    return { ...report, commit: named };
  }
  const here = await factsOf(history, commit);
  if (!here) findings.push({ kind: 'gap', commit, field: 'predicate', what: 'The commit has no note here.' });
  else {
    const field = firstDifference(statement.predicate, JSON.parse(JSON.stringify(here)));
    if (field !== undefined)
      findings.push({
        kind: 'fault',
        commit,
        field: `predicate.${field}`,
        what: DIFFERS,
      });
  }
  return { ...report, commit };
}

async function factsOf(history: History, commit: Oid): Promise<object | undefined> {
  const work = await readWork(history, commit);
  const { note } = work;
  return note && predicateOf({ ...work, note }, await treeOf(history.repo, commit));
}

const treeOf = async (repo: Repo, commit: Oid): Promise<Oid> => {
  const { stdout } = await git(['rev-parse', '--verify', `${commit}^{tree}`], inRepo(repo));
  return oid(stdout.toString('latin1').trim());
};
