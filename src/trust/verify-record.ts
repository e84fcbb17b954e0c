import { isEnabled } from '../recorder/repo-state.ts';
import { commitsIn, checkRevisions } from '../git/history/rev-list.ts';
import { ObjectReader } from '../git/objects/objects.ts';
import { binaryReader } from '../git/objects/port.ts';
import { provDirOf } from '../git/repository/local-files.ts';
import type { Repo } from '../git/repository/repo.ts';
import { readSigning } from '../git/signatures/signing-settings.ts';
import { graphIdOf } from '../model/format/graph-id.ts';
import { chainOf, GENESIS } from '../model/graph/ledger.ts';
import type { Oid, SessionId } from '../model/ids.ts';
import { isDamaged, NoteReader } from '../notes/note-reader.ts';
import { RankedReader } from '../notes/standing/judged.ts';
import { changedSigners } from './checks/changed-signers.ts';
import type { GraphChain } from './checks/chain-checker.ts';
import type { KnownGraph } from './checks/graph-links.ts';
import type { LedgerReport } from './checks/ledger.ts';
import type { ContextsOf } from './checks/ledger-heads.ts';
import { findRollbacks } from './checks/rollback.ts';
import { missingSignatures } from './checks/signature-chain.ts';
import { Signatures } from './checks/signatures.ts';
import type { VerifyFinding } from './finding.ts';
import { type ContentFault, verifyContents, verifyLedgers } from './local.ts';
import { type VerifiedNotes, verifyNotes } from './verify.ts';
import type { VerifyReport } from './verify-report.ts';

export interface VerifyScope {
  /** Revisions and ranges in git's syntax; all notes when empty. */
  readonly revisions: readonly string[];
  /** Only this session. */
  readonly session?: SessionId | undefined;
  /** Called with the numbers of verified notes and of all. */
  readonly progress?: ((done: number, all: number) => void) | undefined;
}

const MAX_LISTED = 1000;

/**
 * Verifies that notes, ledgers and stored contents are unchanged since they were recorded: the data of `git prov verify`.
 * @throws ProvError `data` for an unknown revision
 */
export async function verifyRecord(repo: Repo, { revisions, session, progress }: VerifyScope): Promise<VerifyReport> {
  const commits = revisions.length > 0 ? await commitsOf(repo, revisions) : undefined;
  const objects = new ObjectReader(repo);
  const store = new RankedReader(repo, binaryReader(repo, objects));
  const found: Record<VerifyFinding['kind'], VerifyFinding[]> = { fault: [], gap: [], warning: [] };
  const counts = { fault: 0, gap: 0, warning: 0 };
  let dropped = 0;
  const signatures = new Signatures(repo, objects);
  const run = verifyNotes(repo, store, objects, {
    signatures,
    commits,
    session,
    tip: await tipOf(repo, objects),
    ...(progress && { progress }),
  });
  const add = (finding: VerifyFinding): void => {
    counts[finding.kind]++;
    dropped += finding.dropped ?? 0;
    if (found[finding.kind].length < MAX_LISTED) found[finding.kind].push(finding);
  };
  let verified: VerifiedNotes | undefined;
  try {
    for (;;) {
      const next = await run.next();
      if (next.done) {
        verified = next.value;
        break;
      }
      add(next.value);
    }
    for await (const finding of missingSignatures(signatures, store, objects)) add(finding);
    for await (const finding of changedSigners(repo, revisions)) add(finding);
    if (commits === undefined && session === undefined && (signatures.any || (await isSigning(repo))))
      for await (const finding of findRollbacks(repo, store, objects)) add(finding);
  } finally {
    await objects.close();
  }
  const { chain, ...amount } = verified;
  const local = isEnabled(repo) && commits === undefined ? await lookAtLocal(repo, session, chain, add) : NOTHING;
  return {
    schema: 'git-prov/verify/1',
    ...amount,
    faults: counts.fault,
    gaps: counts.gap,
    warnings: counts.warning,
    dropped,
    findings: [...found.fault, ...found.gap, ...found.warning],
    signatures: signatures.report(),
    knowsSigners: await isSigning(repo),
    ...local,
  };
}

const NOTHING: Pick<VerifyReport, 'ledgers' | 'contents'> = { ledgers: [], contents: { kept: 0, faults: [] } };

async function lookAtLocal(
  repo: Repo,
  session: SessionId | undefined,
  chain: GraphChain | undefined,
  add: (finding: VerifyFinding) => void,
): Promise<typeof NOTHING> {
  const dir = provDirOf(repo);
  const ledgers: LedgerReport[] = [];
  const graphsOf = (id: SessionId): readonly KnownGraph[] => chain?.of(id) ?? [];
  for await (const { report, findings } of verifyLedgers(dir, session, graphsOf, (one) => contextsOf(repo, one))) {
    ledgers.push(report);
    for (const finding of findings) add(finding);
  }
  const faults: ContentFault[] = [];
  let kept = 0;
  if (session === undefined)
    for await (const content of verifyContents(dir)) {
      kept++;
      if (content !== 'fine' && faults.length < MAX_LISTED) faults.push(content);
    }
  return { ledgers, contents: { kept, faults } };
}

async function contextsOf(repo: Repo, { commit, graph: id }: Parameters<ContextsOf>[0]): Promise<ReadonlySet<string>> {
  const objects = new ObjectReader(repo);
  const contexts = new Set<string>();
  try {
    for await (const [, note] of new NoteReader(binaryReader(repo, objects)).each([commit])) {
      const graph = isDamaged(note) ? undefined : note.graphs.find((one) => graphIdOf(one) === id);
      let [head, parentHash] = [graph?.chain.start ?? GENESIS, graph?.chain.parent ?? null];
      if (graph) contexts.add(head);
      for (const node of graph?.nodes ?? []) {
        ({ head, parentHash } = chainOf(graph!.session.id, [node], head, parentHash));
        contexts.add(head);
      }
    }
  } finally {
    await objects.close();
  }
  return contexts;
}

// Signatures can only be missing where notes are signed or signatures are required.
async function isSigning(repo: Repo): Promise<boolean> {
  const { on, allowedSigners } = await readSigning(repo);
  return on || allowedSigners !== undefined;
}

const tipOf = (repo: Repo, objects: ObjectReader): Promise<Oid | undefined> =>
  new NoteReader(binaryReader(repo, objects)).tip();

async function commitsOf(repo: Repo, revisions: readonly string[]): Promise<Oid[]> {
  checkRevisions(revisions);
  return commitsIn(repo, { revisions });
}
