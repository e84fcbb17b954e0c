import { graphAddress, knowledgeAddress, sessionAddress } from '../../address.ts';
import type { NodeHistory, TraceLink } from '../../contract.ts';
import { useAnswer } from '../ask.ts';
import { Part } from './panel.tsx';
import { Answered } from './states.tsx';
import { brief, edgeWord, kindWord, staleWords, timeWords } from './words.ts';

const WIDTH = 380;
const HEIGHT = 70;

/** Which event made a node, what supports it, and what changed after: from the event log alone. */
export function HistoryPanel({ node }: { readonly node: string }) {
  const asked = useAnswer({ kind: 'history', node });
  return (
    <Answered asked={asked} what="the events of this entry">
      {(history) => <Told history={history} />}
    </Answered>
  );
}

function Told({ history }: { readonly history: NodeHistory }) {
  const {
    node,
    status,
    confidence,
    confidence_history: values,
    events,
    made,
    became,
    supporting,
    contradicting,
    superseded_by: newer,
  } = history;
  const stale = staleWords(history);
  return (
    <>
      <p class="said">{node.statement}</p>
      <p>
        {status !== null && <strong class={`status status-${status}`}>{status}</strong>}
        {stale !== '' && <strong class="status status-stale"> {stale}</strong>}
        {confidence !== null && <span class="quiet"> confidence {confidence}</span>}
        {newer !== null && (
          <>
            {' · replaced by '}
            <a href={`#${knowledgeAddress(`${node.type}:${newer}`)}`}>{newer}</a>
          </>
        )}
      </p>
      <p class="links">
        <a href={`#${graphAddress(`${node.type}:${node.id}`, node.id)}`}>Graph around it</a>
      </p>
      {values.length > 1 && <Confidence values={values} />}
      <Part title="Events">
        <ol class="events">
          {events.map(({ at, event, by, agent, session, before, after, because, counts }, place) => (
            <li key={place} class={counts ? '' : 'dim'}>
              <strong>{event.replaceAll('_', ' ')}</strong> {by ?? agent ?? ''}{' '}
              <span class="quiet">{timeWords(at)}</span>
              {before != null && after != null && (
                <div class="quiet">
                  {String(before)} → {String(after)}
                </div>
              )}
              {because !== null && <div>Because: {because}</div>}
              {!counts && <div class="quiet">does not count: whoever said it may not change this entry</div>}
              {session !== null && (
                <div>
                  <a href={`#${sessionAddress(session)}`}>session</a>
                </div>
              )}
            </li>
          ))}
        </ol>
      </Part>
      <Links title="What it came from" links={made} />
      <Links title="What supports it" links={supporting} />
      <Links title="What contradicts it" links={contradicting} />
      <Links title="What came of it" links={became} />
    </>
  );
}

function Links({ title, links }: { readonly title: string; readonly links: readonly TraceLink[] }) {
  if (links.length === 0) return null;
  return (
    <Part title={title}>
      <ul>
        {links.map(({ type, id, statement, edge, edge_status: status }) => (
          <li key={`${id} ${edge}`}>
            {edge !== null && <span class="quiet">{edgeWord(edge)} </span>}
            {status !== null && status !== 'accepted' && (
              <strong class={`status status-${status}`}>{status} link</strong>
            )}{' '}
            <a href={`#${graphAddress(`${type}:${id}`, id)}`}>
              {kindWord(type)}: {brief(statement || id, 140)}
            </a>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Confidence({ values }: { readonly values: NodeHistory['confidence_history'] }) {
  const known = values.flatMap(({ at, confidence }) => (at === null ? [] : [{ time: Date.parse(at), confidence }]));
  const times = known.map(({ time }) => time);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const points = known.map(
    ({ time, confidence }) =>
      `${last === first ? 0 : ((time - first) / (last - first)) * WIDTH},${HEIGHT - confidence * HEIGHT}`,
  );
  return (
    <Part title="Confidence over time">
      <svg
        class="confidence"
        viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`}
        role="img"
        aria-label={`Confidence: ${values.map(({ confidence }) => confidence).join(', then ')}`}
      >
        <polyline points={points.join(' ')} />
      </svg>
    </Part>
  );
}
