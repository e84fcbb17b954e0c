import { attestationAddress, commitPlace, reviewAddress, sessionAddress } from '../../address.ts';
import type { AttestedCommit, SessionSummary } from '../../contract.ts';
import type { ViewProps } from '../view-props.ts';
import { useAnswer, usePage } from '../ask.ts';
import { Share } from '../parts/marks.tsx';
import { Answered, Empty } from '../parts/states.tsx';
import { counted, sessionName, shortOid, timeWords, usageWords } from '../parts/words.ts';

/** What can be attested of a commit, or of the commits of a session: coverage, cost, signers. */
export function AttestationView({ address }: ViewProps) {
  const { start } = usePage();
  const place = address.subject || (start.head ? commitPlace(start.head.oid) : '');
  const asked = useAnswer(place === '' ? undefined : { kind: 'attestation', place });
  if (place === '') return <Empty title="There is no commit to attest yet." />;
  return (
    <>
      <Answered asked={asked} what="the attestation">
        {({ title, commits, left }) => (
          <>
            <h1>Attestation of {title}</h1>
            {commits.length === 0 && <Empty title="No commit on a branch has lines of this session." />}
            {commits.map((one) => (
              <Attested key={one.commit.oid} one={one} />
            ))}
            {left > 0 && <p class="quiet">{counted(left, 'more commit')}.</p>}
          </>
        )}
      </Answered>
      <Others />
    </>
  );
}

function Attested({ one }: { readonly one: AttestedCommit }) {
  const { commit, covered, sessions, graphs, signers, findings, command } = one;
  const sum = (of: (file: AttestedCommit['covered'][number]) => number): number =>
    covered.reduce((all, file) => all + of(file), 0);
  return (
    <section class="card attested">
      <h2>
        <a href={`#${reviewAddress(commitPlace(commit.oid))}`}>
          <code>{shortOid(commit.oid)}</code> {commit.subject}
        </a>
      </h2>
      <p class="quiet">
        {commit.author}, {timeWords(commit.time)}
      </p>
      {graphs.length + sessions.length === 0 && covered.every(({ agent }) => agent === 0) ? (
        <p>No agent's work is recorded for this commit.</p>
      ) : null}
      <h3>
        Coverage:{' '}
        {counted(
          sum(({ added }) => added),
          'added line',
        )}
      </h3>
      <Share
        label="Added lines by writer"
        parts={[
          { name: 'agents', tone: 'agent', count: sum(({ agent }) => agent) },
          { name: 'people', tone: 'human', count: sum(({ human }) => human) },
          {
            name: 'unknown',
            tone: 'unknown',
            count: sum(({ added, agent, human }) => Math.max(0, added - agent - human)),
          },
        ]}
      />
      {sessions.length > 0 && (
        <>
          <h3>Sessions and cost</h3>
          <table>
            <thead>
              <tr>
                <th scope="col">Session</th>
                <th scope="col" class="extra">
                  Model
                </th>
                <th scope="col" class="num">
                  Steps
                </th>
                <th scope="col" class="num">
                  Lines
                </th>
                <th scope="col">Cost</th>
              </tr>
            </thead>
            <tbody>
              {sessions.map(({ session, short, steps, lines, usage }) => (
                <tr key={short}>
                  <td>{session ? <a href={`#${sessionAddress(session.id)}`}>{sessionName(session)}</a> : short}</td>
                  <td class="quiet extra">{session?.model ?? ''}</td>
                  <td class="num">{steps}</td>
                  <td class="num">{lines}</td>
                  <td>{usageWords(usage)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <h3>Signers</h3>
      {signers.length === 0 ? (
        <p>
          Nobody signed this note: it is only claimed. <code>git config prov.sign true</code> signs notes from now on.
        </p>
      ) : (
        <ul>
          {signers.map(({ standing, by, key, why }, at) => (
            <li key={at}>
              {standing === 'vouched' ? '✓ ' : '? '}
              {by ?? 'unknown signer'} {key !== null && <code>{key}</code>}{' '}
              <span class="quiet">{standing === 'vouched' ? 'allowed signer' : (why ?? standing)}</span>
            </li>
          ))}
        </ul>
      )}
      {findings.length > 0 && (
        <ul class="warnings">
          {findings.map(({ kind, text }, at) => (
            <li key={at} class={`warning-${kind}`}>
              <strong>{kind}</strong> {text}
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>{counted(graphs.length, 'graph')}, by their content</summary>
        <ul>
          {graphs.map(({ id, nodes, edges, chain }) => (
            <li key={id}>
              <code>{id.slice(0, 16)}</code> {counted(nodes, 'node')}, {counted(edges, 'edge')}; ledger{' '}
              <code>{chain.slice(0, 16)}</code>
            </li>
          ))}
        </ul>
      </details>
      <p class="quiet">
        Write it as a signed file: <code>{command}</code>
      </p>
    </section>
  );
}

function Others() {
  const asked = useAnswer({ kind: 'commits' });
  const sessions = useAnswer({ kind: 'sessions' });
  if (asked.state !== 'ready') return null;
  const shown = asked.data.commits.filter(({ known }) => known);
  const told: readonly SessionSummary[] = sessions.state === 'ready' ? sessions.data.sessions.slice(0, 12) : [];
  return (
    <section class="card">
      <h2>Others</h2>
      <div class="two">
        <ul class="rows-list" aria-label="Commits">
          {shown.map(({ oid, subject }) => (
            <li key={oid}>
              <a href={`#${attestationAddress(commitPlace(oid))}`}>
                <code>{shortOid(oid)}</code> {subject}
              </a>
            </li>
          ))}
        </ul>
        <ul class="rows-list" aria-label="Sessions">
          {told.map(({ session, lines }) => (
            <li key={session.id}>
              <a href={`#${attestationAddress(`session:${session.id}`)}`}>{sessionName(session)}</a>{' '}
              <span class="quiet">{counted(lines, 'line')}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
