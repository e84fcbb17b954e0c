import type { Review } from '../../contract.ts';
import { brief, counted, statedWords } from '../parts/words.ts';

/** A line of a reviewed file. */
export interface Chosen {
  readonly path: string;
  readonly line: number;
}

const CONCERNS: Readonly<Record<string, string>> = {
  failed: '✗ A check failed after these lines',
  rejected: '! Their decision was rejected or retracted',
  stale: '~ Changed again after the last check',
  none: '· Never checked',
  unrecorded: '· The tool that recorded them records no checks',
  unknown: '? Nobody knows who wrote them',
  blind: '○ Written without reading the file first',
};

/** What a reviewer should look at first. */
export function LookFirst({ review, choose }: { readonly review: Review; readonly choose: (chosen: Chosen) => void }) {
  const { attention, doubts, nodesById } = review;
  if (attention.length + doubts.length === 0)
    return (
      <section class="card">
        <h2>Look at first</h2>
        <p>✓ Nothing stands out: every line of an agent was checked, and every writer is known.</p>
      </section>
    );
  const link = (place: string) => {
    const found = /^(.*):(\d+)(?:-\d+)?$/s.exec(place);
    return (
      <button
        key={place}
        type="button"
        class="plain link"
        onClick={() => found && choose({ path: found[1]!, line: Number(found[2]) })}
      >
        {place}
      </button>
    );
  };
  return (
    <section class="card">
      <h2>Look at first</h2>
      <ul class="rows-list">
        {attention.slice(0, 40).map((one, at) => (
          <li key={at}>
            <strong class={`concern-${one.concern}`}>{CONCERNS[one.concern] ?? one.concern}</strong>{' '}
            {counted(one.lines, 'line')}: {one.places.slice(0, 6).map(link)}
            {one.places.length > 6 && <span class="quiet">and {counted(one.places.length - 6, 'more place')}</span>}
            {one.decision !== null && (
              <span class="quiet">{brief(statedWords(nodesById[one.decision] ?? {}) ?? '', 140)}</span>
            )}
          </li>
        ))}
        {doubts.slice(0, 20).map(({ text, places }, at) => (
          <li key={`doubt-${at}`}>
            <strong>! The agent had doubts</strong> {places.slice(0, 4).map(link)}
            <span class="quiet">{brief(text, 200)}</span>
          </li>
        ))}
      </ul>
      {attention.length > 40 && (
        <p class="quiet">{counted(attention.length - 40, 'more entry')}: git prov report --all names them.</p>
      )}
    </section>
  );
}
