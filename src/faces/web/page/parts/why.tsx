import {
  attestationAddress,
  commitPlace,
  fileAddress,
  graphAddress,
  reviewAddress,
  sessionAddress,
  sessionPlace,
} from '../../address.ts';
import type { Node, Piece, Why } from '../../contract.ts';
import { useAnswer } from '../ask.ts';
import { Diff } from './diff.tsx';
import { CheckMark, OwnerMark } from './marks.tsx';
import { Part } from './panel.tsx';
import { Answered } from './states.tsx';
import { counted, evidenceWords, isReason, kindWord, sessionName, shortOid, timeWords, tookWords } from './words.ts';

/** Everything behind one line of a file. */
export function WhyPanel({
  path,
  line,
  revision,
}: {
  readonly path: string;
  readonly line: number;
  readonly revision?: string | undefined;
}) {
  const asked = useAnswer({ kind: 'why', path, line, ...(revision !== undefined && { revision }) });
  return (
    <Answered asked={asked} what="what is behind this line">
      {(why) => <Reasons why={why} />}
    </Answered>
  );
}

const UNKNOWN = 'The record names no writer for this line. Its commit has no note, or the evidence was not enough.';
const HUMAN = 'A person wrote this line, or nobody that git prov watched.';

function Reasons({ why }: { readonly why: Why }) {
  const { owner, goals, follows, decision, explored, doubts, verification, step, session, commit, likely } = why;
  return (
    <>
      <p class="facts">
        <OwnerMark owner={owner} /> {owner === 'agent' && <CheckMark check={verification.state} words />}
      </p>
      {owner === 'human' && <p>{HUMAN}</p>}
      {owner === 'unknown' && <p>{UNKNOWN}</p>}
      {likely?.step && (
        <p class="quiet">
          It may be by {likely.session ? sessionName(likely.session) : 'an agent'}: {likely.step.summary}
        </p>
      )}
      {goals.length > 0 && (
        <Part title="Goal">
          {follows && <p class="said">{follows.summary ?? follows.id}</p>}
          {goals.map((goal, i) => (
            <p key={goal.id} class="said">
              {follows && i === 0 && <span class="quiet">then: </span>}
              {goal.summary ?? goal.id}
            </p>
          ))}
        </Part>
      )}
      {decision && <Decision decision={decision} status={why.decision_status} confidence={why.decision_confidence} />}
      {doubts.length > 0 && (
        <Part title="Doubts of the agent">
          {doubts.map(({ text }) => (
            <p key={text} class="said">
              {text}
            </p>
          ))}
        </Part>
      )}
      {explored.length > 0 && (
        <Part title="What it looked at before">
          <ul>
            {explored.slice(0, 20).map((node) => (
              <li key={node.id}>{node.summary ?? node.id}</li>
            ))}
          </ul>
          {explored.length > 20 && <p class="quiet">and {counted(explored.length - 20, 'more read')}</p>}
        </Part>
      )}
      {commit && <ChangePart why={why} />}
      {owner === 'agent' && <Verification why={why} />}
      {step && (
        <Part title="Step">
          <p>
            {step.tool !== undefined && <span class="tag">{step.tool}</span>} {step.summary ?? step.id}
          </p>
          <p class="quiet">
            {timeWords(step.at)} {tookWords(step.duration)}
          </p>
          <p>
            <a href={`#${graphAddress(`${step.kind ?? 'commitment'}:${step.id}`, step.id)}`}>Show it in the graph</a>
          </p>
        </Part>
      )}
      {session && (
        <Part title="Session">
          <p>
            <a href={`#${sessionAddress(session.id, step?.id)}`}>{sessionName(session)}</a>{' '}
            <span class="quiet">{session.model ?? ''}</span>
          </p>
        </Part>
      )}
      {commit && (
        <Part title="Commit">
          <p>
            <a href={`#${reviewAddress(commitPlace(commit.oid))}`}>
              <code>{shortOid(commit.oid)}</code> {commit.subject}
            </a>
          </p>
          <p class="quiet">
            {commit.author}, {timeWords(commit.time)}
          </p>
          {!why.noted && <p class="quiet">This commit has no note.</p>}
        </Part>
      )}
      <Part title="Evidence">
        <p>
          {evidenceWords(why.evidence)}
          {why.confidence !== null && <span class="quiet"> (confidence {why.confidence})</span>}
        </p>
        <Vouched standing={why.standing} commit={commit?.oid} session={session?.id} />
      </Part>
    </>
  );
}

/** A decision with the alternatives that it ruled out. */
export function Decision({
  decision,
  status,
  confidence,
}: {
  readonly decision: Node;
  readonly status?: string | null;
  readonly confidence?: number | null;
}) {
  const ruledOut = decision.detail?.['rejected'];
  const isOverruled = status === 'rejected' || status === 'retracted';
  const because = decision.detail?.['because'];
  if (!isReason(decision))
    return (
      <Part title="Decision">
        <p>No reason was given.</p>
      </Part>
    );
  const facts = [
    decision.words_by === undefined ? '' : `in the ${decision.words_by}'s words`,
    isOverruled ? '' : (status ?? ''),
    typeof confidence === 'number' ? `confidence ${confidence}` : '',
  ].filter(Boolean);
  return (
    <Part title="Decision">
      {isOverruled && (
        <p>
          <strong class="tag overruled">{OVERRULED[status]}</strong>
        </p>
      )}
      <p class="said">{decision.summary ?? decision.id}</p>
      {typeof because === 'string' && <p>Because: {because}</p>}
      {facts.length > 0 && <p class="quiet">{facts.join(', ')}</p>}
      {Array.isArray(ruledOut) && ruledOut.length > 0 && (
        <>
          <h4>Ruled out</h4>
          <ul>
            {ruledOut.map((one) => (
              <li key={String(one)}>{String(one)}</li>
            ))}
          </ul>
        </>
      )}
    </Part>
  );
}

const OVERRULED = { rejected: '✗ rejected by a person', retracted: '✗ retracted: it was taken back' } as const;

const STANDINGS: Readonly<Record<string, string>> = {
  vouched: 'vouched for by an allowed signer',
  recorded: 'recorded in this clone',
  claimed: 'only claimed: nobody signed it',
};

function Vouched({
  standing,
  commit,
  session,
}: {
  readonly standing: unknown;
  readonly commit?: string | undefined;
  readonly session?: string | undefined;
}) {
  const words = typeof standing === 'string' ? (STANDINGS[standing] ?? standing) : undefined;
  const place = commit ? commitPlace(commit) : session ? sessionPlace(session) : undefined;
  return (
    <p class="quiet">
      {words ?? 'Who vouches for it:'}{' '}
      {place !== undefined && <a href={`#${attestationAddress(place)}`}>attestation</a>}
    </p>
  );
}

function Verification({ why: { verification } }: { readonly why: Why }) {
  const { run, checks } = verification;
  return (
    <Part title="Verification">
      {run ? (
        <p>
          <code>{run.summary ?? run.id}</code>
        </p>
      ) : (
        <p>No check of this change has a known result.</p>
      )}
      {run && (
        <p class="quiet">
          {timeWords(run.at)} {tookWords(run.duration)}
        </p>
      )}
      {checks.length > 1 && (
        <ul>
          {checks.map((check) => (
            <li key={check.kind}>
              {check.kind}: {check.state}
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function ChangePart({ why: { commit, step } }: { readonly why: Why }) {
  const asked = useAnswer({ kind: 'change', commit: commit!.oid, path: commit!.path });
  return (
    <Part title="Change">
      <Answered asked={asked} what="the change">
        {({ diff, pieces }) =>
          diff ? (
            <>
              <Diff diff={diff} shows={step ? (line) => isOf(pieces, step.id, line) : undefined} />
              <p class="quiet">
                The lines of {step ? `this ${kindWord(step.kind)}` : 'the commit'} in{' '}
                <a href={`#${fileAddress(commit!.path, undefined, commit!.oid)}`}>{commit!.path}</a>
              </p>
            </>
          ) : (
            <p class="quiet">The commit did not change this file.</p>
          )
        }
      </Answered>
    </Part>
  );
}

/** Whether a step wrote a line of a commit. */
export const isOf = (pieces: readonly Piece[], node: string, line: number): boolean =>
  pieces.some((piece) => piece.node === node && line >= piece.start && line < piece.start + piece.count);
