import { useEffect, useState } from 'preact/hooks';
import { graphAddress, knowledgeAddress, reviewAddress, commitPlace, sessionPlace } from '../../address.ts';
import type { Answers, LoggedCommit, Start, Statement, Tree } from '../../contract.ts';
import type { ViewProps } from '../view-props.ts';
import { type Asked, useAnswer, usePage } from '../ask.ts';
import { Health } from './health.tsx';
import { CheckMark, Share } from '../parts/marks.tsx';
import { SessionsOverTime } from '../parts/sessions-chart.tsx';
import { Answered, Empty } from '../parts/states.tsx';
import { TreeMap } from '../parts/tree-map.tsx';
import { brief, counted, dayWords, shortOid, timeWords } from '../parts/words.ts';

/** Everything at a glance: who wrote what, what was checked, when, why, and what is wrong. */
export function OverviewView({ address }: ViewProps) {
  const { start } = usePage();
  const commits = useAnswer({ kind: 'commits' });
  // In this order, because each question reads more notes than the one before, and would hold it up.
  const decisions = useAnswer(commits.state === 'waiting' ? undefined : { kind: 'decisions' });
  const sessions = useAnswer(decisions.state === 'waiting' ? undefined : { kind: 'sessions' });
  const isSeen = sessions.state !== 'waiting';
  return (
    <>
      <h1 class="unseen">Overview</h1>
      <Welcome start={start} />
      <div class="overview">
        <TreeCard folder={address.options['folder'] ?? ''} counts={isSeen} />
        <Health isSeen={isSeen} />
        <section class="card">
          <h2>Last commits</h2>
          <Answered asked={commits} what="the last commits">
            {(data) => <Commits commits={data.commits} />}
          </Answered>
        </section>
        <section class="card">
          <h2>Latest decisions</h2>
          <Answered asked={decisions} what="the latest decisions">
            {(data) => <Decisions decisions={data.decisions} />}
          </Answered>
        </section>
        <Sessions asked={sessions} />
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

function Sessions({ asked }: { readonly asked: Asked<Answers['sessions']> }) {
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
