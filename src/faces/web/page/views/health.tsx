import { useEffect, useState } from 'preact/hooks';
import { graphAddress, knowledgeAddress, reviewAddress, sessionAddress } from '../../address.ts';
import type { AnswerTo, VerifyResult, Warning } from '../../contract.ts';
import { type Asked, useAnswer, usePage } from '../ask.ts';
import { Answered, Waiting } from '../parts/states.tsx';
import { counted } from '../parts/words.ts';

/** What `git prov status` and `git prov verify` warn about. @param isSeen whether everything quicker was read */
export function Health({ isSeen }: { readonly isSeen: boolean }) {
  const { start } = usePage();
  // The state of the clone, which an exported file does not have.
  const status = useAnswer(isSeen && start.exported === undefined ? { kind: 'status' } : undefined);
  const told = status.state === 'ready' ? status.data.warnings.map(({ text }) => text) : [];
  return (
    <section class="card">
      <h2>Health of the record</h2>
      {isSeen ? (
        <>
          {start.exported === undefined && <Status status={status} />}
          <Verification told={told} />
        </>
      ) : (
        <Waiting what="the health of the record" />
      )}
    </section>
  );
}

/** @param told the texts of the warnings above */
function Verification({ told }: { readonly told: readonly string[] }) {
  const { version } = usePage();
  const [due, setDue] = useState(0);
  const verify = useAnswer({ kind: 'verify' }, due);
  const rest = verify.state === 'ready' ? verify.data.again : undefined;
  useEffect(() => {
    if (rest === undefined) return;
    const clock = setTimeout(() => setDue((before) => before + 1), rest + 500);
    return () => clearTimeout(clock);
  }, [rest, version, due]);
  return (
    <Answered asked={verify} what="all notes, to verify them">
      {(result) => <Verified result={result} told={told} />}
    </Answered>
  );
}

function Status({ status }: { readonly status: Asked<AnswerTo<{ readonly kind: 'status' }>> }) {
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

function Verified({ result, told }: { readonly result: VerifyResult; readonly told: readonly string[] }) {
  const { notes, steps, faults, gaps, warnings, findings, vouched, signers, again } = result;
  if (notes === 0) return <p class="quiet">There is no note to verify.</p>;
  const further = findings.filter(({ text }) => !told.includes(text));
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
      {again !== undefined && <p class="quiet">The record has changed since. It is verified again later.</p>}
      {further.length > 0 && <Warnings list={further.slice(0, 20)} />}
      {further.length > 20 && <p class="quiet">git prov verify lists them all.</p>}
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
