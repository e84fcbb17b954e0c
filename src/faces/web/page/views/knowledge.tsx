import { useCallback, useMemo, useState } from 'preact/hooks';
import { knowledgeAddress } from '../../address.ts';
import type { Knowledge, Statement } from '../../contract.ts';
import type { ViewProps } from '../view-props.ts';
import { useAnswer, usePage } from '../ask.ts';
import { HistoryPanel } from '../parts/node-history.tsx';
import { Panel } from '../parts/panel.tsx';
import { Proposals } from '../parts/proposals.tsx';
import { Answered, Empty } from '../parts/states.tsx';
import { brief, kindWord, plural, staleWords, timeWords } from '../parts/words.ts';

const KINDS = ['decision', 'claim', 'belief', 'risk', 'task', 'memory', 'constraint', 'goal'] as const;
const MAX_SHOWN_ENTRIES = 200;

/** What people and agents decided, claim and believe; what waits for a verdict; and how each entry came about. */
export function KnowledgeView({ address }: ViewProps) {
  const { go } = usePage();
  const asked = useAnswer({ kind: 'knowledge' });
  const node = address.options['node'];
  const close = useCallback(() => go(knowledgeAddress(), true), []);
  return (
    <>
      <h1>Knowledge</h1>
      <Answered asked={asked} what="what is known">
        {(knowledge) => (
          <div class="split">
            <div>
              <Proposals entries={knowledge.proposals} links={knowledge.links} />
              <Entries knowledge={knowledge} chosen={node} />
            </div>
            {node !== undefined && (
              <Panel title={`History of ${kindWord(node.split(':')[0])}`} onClose={close}>
                <HistoryPanel node={node} />
              </Panel>
            )}
          </div>
        )}
      </Answered>
    </>
  );
}

/** Nobody declared or accepted it, so no person is named as its judge. */
const NOT_DECLARED = 'not declared';
const statusOf = ({ status, declared }: Statement): string | null => (declared === false ? NOT_DECLARED : status);

function Entries({ knowledge, chosen }: { readonly knowledge: Knowledge; readonly chosen: string | undefined }) {
  const [kind, setKind] = useState('');
  const [status, setStatus] = useState('');
  const { entries } = knowledge;
  const kinds = useMemo(() => {
    const there = new Set(entries.map(({ type }) => type));
    return [
      ...KINDS.filter((one) => there.has(one)),
      ...[...there].filter((one) => !(KINDS as readonly string[]).includes(one)),
    ];
  }, [entries]);
  const statuses = useMemo(() => [...new Set(entries.flatMap((one) => statusOf(one) ?? []))], [entries]);
  const found = useMemo(
    () =>
      entries
        .filter(
          (one) =>
            (kind === '' ? one.type !== 'goal' : one.type === kind) && (status === '' || statusOf(one) === status),
        )
        .toSorted((a, b) => ((a.created_at ?? '') < (b.created_at ?? '') ? 1 : -1)),
    [entries, kind, status],
  );
  if (entries.length === 0)
    return (
      <Empty title="Nothing is known yet.">
        <p>
          Record a decision with <code>git prov decide "…" --because "…"</code>, or anything else with{' '}
          <code>git prov add</code>. Decisions are also found in what agents say.
        </p>
      </Empty>
    );
  return (
    <section>
      <div class="filters" role="group" aria-label="Filter">
        <button type="button" class="plain" aria-pressed={kind === ''} onClick={() => setKind('')}>
          all
        </button>
        {kinds.map((one) => (
          <button key={one} type="button" class="plain" aria-pressed={kind === one} onClick={() => setKind(one)}>
            {plural(kindWord(one))} {entries.filter(({ type }) => type === one).length}
          </button>
        ))}
        <select aria-label="Status" value={status} onChange={(event) => setStatus(event.currentTarget.value)}>
          <option value="">any status</option>
          {statuses.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </div>
      <ul class="rows-list entries">
        {found.slice(0, MAX_SHOWN_ENTRIES).map((one) => (
          <Entry key={one.id} entry={one} chosen={chosen === `${one.type}:${one.id}`} />
        ))}
      </ul>
      {found.length > MAX_SHOWN_ENTRIES && (
        <p class="quiet">and {found.length - MAX_SHOWN_ENTRIES} more: choose a kind or a status.</p>
      )}
    </section>
  );
}

function Entry({ entry, chosen }: { readonly entry: Statement; readonly chosen: boolean }) {
  const {
    type,
    id,
    statement,
    status,
    declared,
    state,
    confidence,
    created_at: at,
    agent,
    superseded_by: newer,
  } = entry;
  const stale = staleWords(entry);
  return (
    <li class={`entry status-${status ?? 'none'}${chosen ? ' chosen' : ''}`}>
      <span class="tag">{kindWord(type)}</span>{' '}
      <a href={`#${knowledgeAddress(`${type}:${id}`)}`}>{brief(statement, 300)}</a>
      <span class="quiet">
        {status !== null && (
          <strong class={`status status-${declared === false ? 'undeclared' : status}`}>
            {status === 'proposed' ? status : (state ?? statusOf(entry))}
          </strong>
        )}
        {stale !== '' && <strong class="status status-stale"> {stale}</strong>}
        {confidence !== null && (
          <>
            {' '}
            <meter min={0} max={1} value={confidence} title={`confidence ${confidence}`} aria-label="Confidence" />{' '}
            {confidence}
          </>
        )}{' '}
        {[agent, timeWords(at)].filter(Boolean).join(', ')}
        {newer != null && (
          <>
            {' · replaced by '}
            <a href={`#${knowledgeAddress(`${type}:${newer}`)}`}>{newer}</a>
          </>
        )}
      </span>
    </li>
  );
}
