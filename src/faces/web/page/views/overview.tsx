import { useEffect, useState } from 'preact/hooks';
import {
  graphAddress,
  knowledgeAddress,
  reviewAddress,
  commitPlace,
  sessionAddress,
  sessionPlace,
} from '../../address.ts';
import type { LoggedCommit, Start, Statement, Tree, VerifyResult, Warning } from '../../contract.ts';
import type { ViewProps } from '../view-props.ts';
import { useAnswer, usePage } from '../ask.ts';
import { CheckMark, Share } from '../parts/marks.tsx';
import { SessionsOverTime } from '../parts/sessions-chart.tsx';
import { Answered, Empty } from '../parts/states.tsx';
import { TreeMap } from '../parts/tree-map.tsx';
import { brief, counted, dayWords, shortOid, timeWords } from '../parts/words.ts';

/** Everything at a glance: who wrote what, what was checked, when, why, and what is wrong. */
export function OverviewView({ address }: ViewProps) {
  const { start } = usePage();
  const recent = useAnswer({ kind: 'recent' });
  return (
    <>
      <h1 class="unseen">Overview</h1>
      <Welcome start={start} />
      <div class="overview">
        <TreeCard folder={address.options['folder'] ?? ''} counts={recent.state !== 'waiting'} />
        <Health verifies={recent.state !== 'waiting'} />
        <section class="card">
          <h2>Last commits</h2>
          <Answered asked={recent} what="the last commits">
            {({ commits }) => <Commits commits={commits} />}
          </Answered>
        </section>
        <section class="card">
          <h2>Latest decisions</h2>
          <Answered asked={recent} what="the latest decisions">
            {({ decisions }) => <Decisions decisions={decisions} />}
          </Answered>
        </section>
        <Sessions />
      </div>
    </>
  );
}

function Welcome({ start }: { readonly start: Start }) {
  if (!start.head)
    return (
      <Empty title="This repository has no commit yet.">
        <p>Commit something. This page then shows it, without a reload.</p>
      </Empty>
    );
  if (start.recorded) return null;
  return (
    <Empty title="Nothing is recorded here yet.">
      <p>
        Run <code>git prov init</code> and let an agent work: its next commit appears here. If others recorded already,
        run <code>git prov fetch</code>. Work from before is found with <code>git prov import --transcripts</code>.
      </p>
    </Empty>
  );
}

// A count takes seconds where there are thousands of notes. Until it is there, the last one is shown. It begins after the
// last commits are there, because it would hold them up.
function TreeCard({ folder, counts }: { readonly folder: string; readonly counts: boolean }) {
  const { start, version } = usePage();
  const known = useAnswer({ kind: 'tree' });
  const [due, setDue] = useState(0);
  const again = known.state === 'ready' ? known.data.again : undefined;
  const fresh = useAnswer(again === undefined || !counts ? undefined : { kind: 'tree', fresh: 'yes' }, due);
  const rest = fresh.state === 'ready' ? fresh.data.again : undefined;
  useEffect(() => {
    if (rest === undefined) return;
    const clock = setTimeout(() => setDue((before) => before + 1), rest + 500);
    return () => clearTimeout(clock);
  }, [rest, version, due]);
  const isKnown = known.state === 'ready' && (again === undefined || (fresh.state === 'waiting' && known.data.of));
  return (
    <section class="card wide">
      <h2>{start.exported === undefined ? 'Who wrote the checked-out tree' : 'Who wrote the lines of this range'}</h2>
      <Answered asked={isKnown || known.state === 'failed' ? known : fresh} what="who wrote each line of HEAD">
        {(tree) =>
          tree.files.length === 0 ? <p class="quiet">No file is committed.</p> : <Written tree={tree} folder={folder} />
        }
      </Answered>
    </section>
  );
}

function Written({ tree, folder }: { readonly tree: Tree; readonly folder: string }) {
  const sum = (of: (file: Tree['files'][number]) => number): number =>
    tree.files.reduce((all, file) => all + of(file), 0);
  return (
    <>
      <div class="two">
        <Share
          label="Lines by writer"
          parts={[
            { name: 'agents', tone: 'agent', count: sum(({ agent }) => agent) },
            { name: 'people', tone: 'human', count: sum(({ human }) => human) },
            { name: 'unknown', tone: 'unknown', count: sum(({ unknown }) => unknown) },
          ]}
        />
        <Share
          label="The agents' lines by verification"
          parts={[
            { name: 'verified', tone: 'passed', count: sum(({ passed }) => passed) },
            { name: 'stale', tone: 'stale', count: sum(({ stale }) => stale) },
            { name: 'failed', tone: 'failed', count: sum(({ failed }) => failed) },
            { name: 'never checked', tone: 'none', count: sum(({ none }) => none) },
            { name: 'nothing to check', tone: 'unknown', count: sum(({ notApplicable }) => notApplicable) },
          ]}
        />
      </div>
      <TreeMap tree={tree} folder={folder} />
      {tree.of !== undefined && (
        <p class="quiet" role="status">
          Counted at <code>{shortOid(tree.of)}</code>. The present state is counted {tree.again ? 'later' : 'now'}.
        </p>
      )}
      {tree.left > 0 && <p class="quiet">{counted(tree.left, 'more file')} are left out.</p>}
    </>
  );
}

// All notes are read to verify them, which would hold up the last commits.
function Health({ verifies }: { readonly verifies: boolean }) {
  const { start } = usePage();
  return (
    <section class="card">
      <h2>Health of the record</h2>
      {start.exported === undefined && <Status />}
      {verifies && <Verification />}
    </section>
  );
}

function Verification() {
  const verify = useAnswer({ kind: 'verify' });
  return (
    <Answered asked={verify} what="all notes, to verify them">
      {(result) => <Verified result={result} />}
    </Answered>
  );
}

// The state of the clone, which an exported file does not have.
function Status() {
  const status = useAnswer({ kind: 'status' });
  return (
    <Answered asked={status} what="the state of the record">
      {({ warnings, proposed }) => (
        <>
          {proposed > 0 && (
            <p>
              <a href={`#${knowledgeAddress()}`}>{counted(proposed, 'proposal')} of agents</a>{' '}
              {proposed === 1 ? 'waits' : 'wait'} for your verdict.
            </p>
          )}
          {warnings.length === 0 ? <p>✓ git prov status has no warning.</p> : <Warnings list={warnings} />}
        </>
      )}
    </Answered>
  );
}

function Verified({ result }: { readonly result: VerifyResult }) {
  const { notes, steps, faults, gaps, warnings, findings, vouched, signers } = result;
  if (notes === 0) return <p class="quiet">There is no note to verify.</p>;
  const isSound = faults + gaps + warnings === 0;
  return (
    <>
      <p>
        {isSound ? '✓ ' : ''}
        {counted(notes, 'note')} and {counted(steps, 'step')} verified:{' '}
        {isSound
          ? 'unchanged since they were recorded.'
          : `${counted(faults, 'fault')}, ${counted(gaps, 'gap')}, ${counted(warnings, 'broken invariant')}.`}
      </p>
      {findings.length > 0 && <Warnings list={findings.slice(0, 20)} />}
      {findings.length > 20 && <p class="quiet">git prov verify lists them all.</p>}
      <p class="quiet">
        {vouched > 0
          ? `${counted(vouched, 'note')} vouched for by ${signers.join(', ')}.`
          : 'No note is vouched for by a signature.'}
      </p>
    </>
  );
}

const KINDS: Readonly<Record<Warning['kind'], string>> = {
  fault: '✗ fault',
  gap: '? gap',
  warning: '! invariant',
  invariant: '! invariant',
  recording: '! ',
};

const Warnings = ({ list }: { readonly list: readonly Warning[] }) => (
  <ul class="warnings">
    {list.map(({ kind, text, place }, at) => (
      <li key={at} class={`warning-${kind}`}>
        <strong>{KINDS[kind]}</strong> {text} {place !== undefined && <WarningLink place={place} />}
      </li>
    ))}
  </ul>
);

const WarningLink = ({ place }: { readonly place: string }) => (
  <a
    href={`#${place.startsWith('session:') ? sessionAddress(place.slice(8)) : place.startsWith('commit:') ? reviewAddress(place) : graphAddress(place, place)}`}
  >
    show
  </a>
);

function Commits({ commits }: { readonly commits: readonly LoggedCommit[] }) {
  if (commits.length === 0) return <p class="quiet">None yet.</p>;
  return (
    <ul class="rows-list">
      {commits.slice(0, 12).map(({ oid, subject, time, lines, verification, author }) => (
        <li key={oid}>
          <a href={`#${reviewAddress(commitPlace(oid))}`}>{subject}</a>{' '}
          {lines && lines.agent > 0 && verification && <CheckMark check={verification} />}
          <span class="quiet">
            <code>{shortOid(oid)}</code> {author}, {dayWords(time)}
            {lines ? ` · ${lines.agent} of ${counted(lines.added, 'line')} by agents` : ' · no note'}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Decisions({ decisions }: { readonly decisions: readonly Statement[] }) {
  if (decisions.length === 0)
    return (
      <p class="quiet">
        None yet. An agent records one with <code>git prov decide</code>; others are found in what it says.
      </p>
    );
  return (
    <ul class="rows-list">
      {decisions.map(({ id, statement, agent, created_at: at, status, session }) => (
        <li key={id}>
          <a href={`#${knowledgeAddress(`decision:${id}`)}`}>{brief(statement, 160)}</a>
          <span class="quiet">
            {session ? <a href={`#${graphAddress(sessionPlace(session), id)}`}>{agent}</a> : agent}, {timeWords(at)}
            {status !== null && status !== 'accepted' ? ` · ${status}` : ''}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Sessions() {
  const asked = useAnswer({ kind: 'sessions' });
  return (
    <section class="card wide">
      <h2>Sessions over time</h2>
      <Answered asked={asked} what="the sessions">
        {({ sessions }) =>
          sessions.length === 0 ? (
            <p class="quiet">No session is recorded yet.</p>
          ) : (
            <SessionsOverTime sessions={sessions} />
          )
        }
      </Answered>
    </section>
  );
}
