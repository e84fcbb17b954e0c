import { useState } from 'preact/hooks';
import { knowledgeAddress } from '../../address.ts';
import type { Effects, LinkEnd, Proposal, ProposedLink, Verdict } from '../../contract.ts';
import { usePage } from '../ask.ts';
import { Failed } from './states.tsx';
import { brief, counted, edgeWord, kindWord, timeWords } from './words.ts';

const MAX_FILES = 3;
const MAX_END = 200;

/** An entry or a link that waits, with the name that a verdict gives it. */
interface Waiting {
  readonly reference: string;
  readonly entry?: Proposal;
  readonly link?: ProposedLink;
}

/** The entries and links that agents proposed: a person accepts or rejects each. */
export function Proposals({
  entries,
  links,
}: {
  readonly entries: readonly Proposal[];
  readonly links: readonly ProposedLink[];
}) {
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const all: readonly Waiting[] = [
    ...entries.map((entry) => ({ reference: `${entry.kind}:${entry.node}`, entry })),
    ...links.map((link) => ({ reference: link.reference, link })),
  ];
  const waiting = all.filter(({ reference }) => !decided.has(reference));
  if (waiting.length === 0) return decided.size === 0 ? null : <p role="status">No more proposals wait.</p>;
  return (
    <section class="card" aria-label="Proposals">
      <h2>Waiting for your verdict</h2>
      <ul class="rows-list">
        {waiting.map((one) => (
          <Waits key={one.reference} waiting={one} done={() => setDecided(new Set([...decided, one.reference]))} />
        ))}
      </ul>
    </section>
  );
}

function Waits({ waiting, done }: { readonly waiting: Waiting; readonly done: () => void }) {
  const { source } = usePage();
  const [because, setBecause] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const { reference, entry, link } = waiting;
  const { because: reason, agent, at, effects } = (entry ?? link)!;
  const decide = (verdict: Verdict['verdict']): void => {
    setBusy(true);
    setError(undefined);
    const said = because.trim();
    source
      .decide({ node: reference, verdict, ...(said !== '' && { because: said }) })
      .then(done, (failure: unknown) => {
        setBusy(false);
        setError(failure instanceof Error ? failure : new Error(String(failure)));
      });
  };
  return (
    <li>
      {entry && (
        <>
          <span class="tag">{kindWord(entry.kind)}</span> <a href={`#${knowledgeAddress(reference)}`}>{entry.text}</a>
        </>
      )}
      {link && (
        <>
          <span class="tag">link</span> <End end={link.from} /> <strong>{edgeWord(link.kind)}</strong>{' '}
          <End end={link.to} />
        </>
      )}
      {reason !== null && <p>Because: {reason}</p>}
      <p class="quiet">{[agent, at === null ? '' : timeWords(at)].filter(Boolean).join(', ')}</p>
      <IfAccepted effects={effects} />
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

/** One end of a link, with its words when a note here has them. */
const End = ({ end: { id, kind, text } }: { readonly end: LinkEnd }) =>
  kind === null ? (
    <span class="quiet">{id} (in no note here)</span>
  ) : (
    <a href={`#${knowledgeAddress(`${kind}:${id}`)}`}>
      {kindWord(kind)}: {brief(text ?? id, MAX_END)}
    </a>
  );

/** What acceptance changes. */
function IfAccepted({ effects }: { readonly effects: Effects }) {
  const { reason_of: lines, agents, replaces, closes, settles } = effects;
  const sum = lines.reduce((count, one) => count + one.lines, 0);
  const files = [...new Set(lines.map(({ path }) => path))];
  const more = files.length > MAX_FILES ? ` and ${counted(files.length - MAX_FILES, 'more file')}` : '';
  const parts = [
    ...(sum > 0
      ? [`it is the accepted reason of ${counted(sum, 'line')} in ${files.slice(0, MAX_FILES).join(', ')}${more}`]
      : []),
    ...(agents === 'words' ? ['agents get its words, which they do not get now'] : []),
    ...(agents === 'settled' ? ['agents get it as accepted, not as proposed'] : []),
    ...replaces.map((end) => `it replaces ${endWords(end)}`),
    ...closes.map((end) => `agents no longer get the risk ${endWords(end)}`),
    ...settles.map(({ kind, to }) => `its link “${edgeWord(kind)}” to ${to} is accepted`),
  ];
  if (parts.length === 0) return null;
  return (
    <div class="effects">
      If you accept:
      <ul>
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
    </div>
  );
}

const endWords = ({ id, text }: LinkEnd): string => (text === null ? id : `“${brief(text, MAX_END)}”`);
