import type { Referred } from '../blame/rationale.ts';
import { evidenceBase } from '../../model/confidence.ts';
import { doubtJson, isoTime, keyed, nodeJson, sessionJson } from '../find/json.ts';
import type { StepOrigin } from './origin.ts';
import type { ExplainedLines, Explained } from './why.ts';

/** The name of the format of `git prov why --json`. Fields may be added, but never changed or removed. */
export const WHY_SCHEMA = 'git-prov/why/1';

/** The output of `git prov why --json`. */
export const whyJson = ({ path, revision, instead, answers, binary, contents }: Explained): object => ({
  schema: WHY_SCHEMA,
  path,
  revision: revision ?? null,
  instead_of: instead ?? null,
  answers: answers.map(answerJson),
  ...(binary && {
    binary: {
      commit: binary.commit?.oid ?? null,
      noted: binary.noted,
      changed_by: binary.changedBy.map(originJson),
    },
  }),
  contents: keyed(contents),
});

function answerJson({ lines, owner, commit, noted, reason, from, likely }: ExplainedLines): object {
  const { evidence } = owner;
  return {
    lines,
    owner: owner.owner,
    evidence: evidence ?? null,
    confidence: evidence === undefined ? null : evidenceBase(evidence),
    ...(owner.standing && { standing: owner.standing }),
    noted,
    commit: commit
      ? {
          oid: commit.oid,
          author: commit.author,
          email: commit.email,
          time: isoTime(commit.time),
          subject: commit.subject,
          path: commit.path,
        }
      : null,
    ...originJson(reason),
    decision_status: reason?.standing?.status ?? null,
    decision_confidence: reason?.standing?.confidence ?? null,
    explored: reason?.explored.map(referredJson) ?? [],
    doubts: reason?.doubts.map(doubtJson) ?? [],
    verification: {
      state: reason?.verification ?? 'none',
      run: reason?.run ? nodeJson(reason.run) : null,
      checks:
        reason?.checks.map(({ kind, state, by, likely, told }) => ({
          kind,
          state,
          by,
          ...(likely && { likely }),
          ...(told !== undefined && { told }),
        })) ?? [],
    },
    input: reason?.step.node?.input ?? null,
    output: reason?.step.node?.output ?? null,
    from: from ? originJson(from) : null,
    likely: likely ? originJson(likely) : null,
  };
}

const originJson = (origin: StepOrigin | undefined): object => ({
  step: referredJson(origin?.step),
  session: origin?.session ? sessionJson(origin.session) : null,
  decision: referredJson(origin?.decision),
  goals: origin?.goals.map(referredJson) ?? [],
});

// A node that no note here contains only has its id.
const referredJson = (referred: Referred | undefined): object | null =>
  referred ? (referred.node ? nodeJson(referred.node) : { id: referred.id }) : null;
