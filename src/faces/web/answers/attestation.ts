import { find } from '../../../ask/find/find.ts';
import { readSessionStory } from '../../../ask/history/sessions.ts';
import { shortOid } from '../../../git/repository/abbreviation.ts';
import { shortSession } from '../../../model/ids.ts';
import type { CliContext } from '../../cli/context.ts';
import { withSources } from '../../cli/reading/with-graph.ts';
import { historyOf, onlyMeaning, type ReadingContext } from '../../cli/reading/reading-context.ts';
import type { Attestation, AttestedCommit } from '../contract.ts';
import { verifyRecord } from '../../../trust/verify-record.ts';
import { query } from './command.ts';
import { warningOf } from './overview.ts';
import { showOf } from './show.ts';

/** Commits of a session that a page shows. */
const MAX_COMMITS = 30;

/** What an attestation of a commit, or of each commit of a session, states: cost, coverage, signers. */
export const attestationOf = (ctx: CliContext, place: string): Promise<Attestation> =>
  query(ctx, async (read) => {
    const { title, commits } = await withSources(read, historyOf(read), async (sourced) => {
      const found = onlyMeaning(await find(sourced, place), place);
      if (found.kind === 'commit')
        return { title: `commit ${shortOid(found.commit)}`, commits: [found.commit as string] };
      const story = await readSessionStory(sourced, found.session);
      const landed = story?.landed.filter(({ reachable }) => reachable).map(({ commit }) => commit as string) ?? [];
      return { title: `session ${shortSession(found.session)}`, commits: landed };
    });
    const shown: AttestedCommit[] = [];
    for (const commit of commits.slice(0, MAX_COMMITS)) shown.push(await attested(read, commit));
    return { title, commits: shown, left: commits.length - shown.length };
  });

async function attested(read: ReadingContext, commit: string): Promise<AttestedCommit> {
  const one = await showOf(historyOf(read), commit);
  const { findings, signatures } = await verifyRecord(read.repo, { revisions: [`${commit}^!`] });
  return {
    commit: one.commit,
    covered: one.files.map(({ path, added, agent, human, unsure }) => ({ path, added, agent, human, unsure })),
    sessions: one.sessions,
    graphs: one.graphs.map(({ id, nodes, edges, chain }) => ({
      id,
      nodes: nodes.length,
      edges: edges.length,
      chain: chain.head,
    })),
    signers: signatures.vouchers.map(({ standing, by, key, why }) => ({
      standing,
      by: by ?? null,
      key: key ?? null,
      why: why ?? null,
    })),
    // A commit alone has no earlier graphs, which would be gaps: the overview verifies them all.
    findings: findings.filter(({ kind }) => kind !== 'gap').map(warningOf),
    command: `git prov attest ${shortOid(commit)} --output attestation.json`,
  };
}
