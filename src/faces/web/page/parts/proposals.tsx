import { useState } from 'preact/hooks';
import { knowledgeAddress } from '../../address.ts';
import type { Proposal, Verdict } from '../../contract.ts';
import { usePage } from '../ask.ts';
import { Failed } from './states.tsx';
import { kindWord, timeWords } from './words.ts';

/** What agents proposed: a person accepts or rejects it. */
export function Proposals({ list }: { readonly list: readonly Proposal[] }) {
  const [decided, setDecided] = useState<ReadonlyMap<string, Verdict['verdict']>>(new Map());
  const waiting = list.filter(({ node }) => !decided.has(node));
  if (waiting.length === 0) return decided.size === 0 ? null : <p role="status">No more proposals wait.</p>;
  return (
    <section class="card" aria-label="Proposals">
      <h2>Waiting for your verdict</h2>
      <p class="quiet">Agents are not given these until somebody accepts them.</p>
      <ul class="rows-list">
        {waiting.map((one) => (
          <Waits
            key={one.node}
            proposal={one}
            done={(verdict) => setDecided(new Map([...decided, [one.node, verdict]]))}
          />
        ))}
      </ul>
    </section>
  );
}

function Waits({
  proposal,
  done,
}: {
  readonly proposal: Proposal;
  readonly done: (verdict: Verdict['verdict']) => void;
}) {
  const { source } = usePage();
  const [because, setBecause] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const { node, kind, text, because: reason, agent, at } = proposal;
  const decide = (verdict: Verdict['verdict']): void => {
    setBusy(true);
    setError(undefined);
    const said = because.trim();
    source.decide({ node: `${kind}:${node}`, verdict, ...(said !== '' && { because: said }) }).then(
      () => done(verdict),
      (failure: unknown) => {
        setBusy(false);
        setError(failure instanceof Error ? failure : new Error(String(failure)));
      },
    );
  };
  return (
    <li>
      <span class="tag">{kindWord(kind)}</span> <a href={`#${knowledgeAddress(`${kind}:${node}`)}`}>{text}</a>
      {reason !== null && <p>Because: {reason}</p>}
      <p class="quiet">
        {agent}, {timeWords(at)}
      </p>
      {!source.exported && (
        <div class="filters">
          <input
            type="text"
            aria-label="Reason"
            class="reason"
            placeholder="Your reason (may be empty)"
            maxLength={1000}
            value={because}
            onInput={(event) => setBecause(event.currentTarget.value)}
          />
          <button type="button" disabled={busy} onClick={() => decide('accept')}>
            ✓ Accept
          </button>
          <button type="button" disabled={busy} onClick={() => decide('reject')}>
            ✗ Reject
          </button>
        </div>
      )}
      {error && <Failed error={error} />}
    </li>
  );
}
