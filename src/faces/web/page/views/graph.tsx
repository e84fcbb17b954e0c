import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { graphAddress } from '../../address.ts';
import type { GraphData } from '../../contract.ts';
import type { ViewProps } from '../view-props.ts';
import { useAnswer, usePage } from '../ask.ts';
import { Canvas } from '../graph/canvas.tsx';
import { chainOf, linksOf } from '../graph/chain.ts';
import { foldReads } from '../graph/fold.ts';
import { pngOf, save, svgOf } from '../graph/image.ts';
import type { Layout } from '../graph/layout.ts';
import { NodePanel } from '../graph/node-panel.tsx';
import { Panel } from '../parts/panel.tsx';
import { Answered, Empty, Waiting } from '../parts/states.tsx';
import { counted, kindWord } from '../parts/words.ts';

/** The causes and effects in a commit, a session, around a node, or in a range. */
export function GraphView({ address }: ViewProps) {
  const { start } = usePage();
  const place = address.subject || start.range || '';
  const asked = useAnswer(place === '' ? undefined : { kind: 'graph', place });
  if (place === '') return <Empty title="There is no commit yet, and so no graph." />;
  return (
    <Answered asked={asked} what="the graph">
      {(data) =>
        data.nodes.length === 0 ? (
          <>
            <h1>{data.title}</h1>
            <Empty title="No step is recorded for this.">
              <p>
                Choose a session or a commit with a note, or run <code>git prov init</code> before an agent works.
              </p>
            </Empty>
          </>
        ) : (
          <Drawn data={data} place={place} node={address.options['node']} />
        )
      }
    </Answered>
  );
}

const LAYERS = ['project', 'execution', 'knowledge', 'code'] as const;

function Drawn({
  data,
  place,
  node,
}: {
  readonly data: GraphData;
  readonly place: string;
  readonly node: string | undefined;
}) {
  const { go } = usePage();
  const [folds, setFolds] = useState(true);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [threshold, setThreshold] = useState(0.1);
  const [text, setText] = useState('');
  const [focus, setFocus] = useState<{ id: string }>();
  const drawing = useMemo(() => (folds ? foldReads(data, opened) : data), [data, folds, opened]);
  const layout = useLayout(drawing);
  const chosen =
    node !== undefined && layout?.byId.has(node)
      ? node
      : layout &&
        [...layout.nodes].find(({ node: one }) => 'folded' in one && one.folded?.some(({ id }) => id === node))?.node
          .id;
  const links = useMemo(() => linksOf(drawing.edges), [drawing]);
  const chain = useMemo(() => (chosen === undefined ? undefined : chainOf(chosen, links)), [chosen, links]);
  const found = useMemo(() => matches(drawing.nodes, text), [drawing, text]);
  const choose = useCallback((id: string | undefined) => go(graphAddress(place, id), true), [place]);
  const close = useCallback(() => choose(undefined), [choose]);
  const onKey = (event: KeyboardEvent): void => {
    const order = layout!.nodes.map(({ node: one }) => one.id);
    const at = order.indexOf(chosen ?? '');
    const next: Readonly<Record<string, string | undefined>> = {
      ArrowRight: links.after.get(chosen ?? '')?.find((id) => layout!.byId.has(id)),
      ArrowLeft: links.before.get(chosen ?? '')?.find((id) => layout!.byId.has(id)),
      ArrowDown: order[at + 1],
      ArrowUp: order[Math.max(0, at - 1)],
      Enter: chosen ?? focused(event),
      ' ': chosen ?? focused(event),
    };
    if (!(event.key in next)) return;
    event.preventDefault();
    const id = next[event.key];
    if (id === undefined) return;
    choose(id);
    setFocus({ id });
    requestAnimationFrame(() =>
      requestAnimationFrame(() => document.querySelector<SVGElement>('.node.chosen')?.focus()),
    );
  };
  const picked = layout && chosen !== undefined ? layout.byId.get(chosen)?.node : undefined;
  const title = data.title === '' ? place : data.title;
  return (
    <>
      <header class="head">
        <h1>{title}</h1>
        <div class="filters">
          <form
            onSubmit={(event) => {
              event.preventDefault();
              const list = [...found];
              const id = list[(list.indexOf(chosen ?? '') + 1) % Math.max(1, list.length)];
              if (id === undefined) return;
              choose(id);
              setFocus({ id });
            }}
          >
            <input
              type="search"
              placeholder="Find in the graph"
              aria-label="Find in the graph"
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </form>
          {text !== '' && (
            <span class="quiet" role="status">
              {counted(found.size, 'node')}
            </span>
          )}
          <label>
            <input type="checkbox" checked={folds} onChange={() => setFolds(!folds)} /> fold reads
          </label>
          <label>
            Confidence from{' '}
            <input
              type="range"
              min={0}
              max={1}
              step={0.05}
              value={threshold}
              onInput={(event) => setThreshold(Number(event.currentTarget.value))}
            />{' '}
            {threshold.toFixed(2)}
          </label>
          <button
            type="button"
            disabled={!layout?.whole}
            onClick={() => save(new Blob([svgOf(layout!, title)], { type: 'image/svg+xml' }), 'graph.svg')}
          >
            SVG
          </button>
          <button
            type="button"
            disabled={!layout?.whole}
            onClick={() => void pngOf(svgOf(layout!, title), layout!).then((blob) => save(blob, 'graph.png'))}
          >
            PNG
          </button>
        </div>
        <ul class="legend">
          {LAYERS.map((layer) => (
            <li key={layer}>
              <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
                <rect
                  class={`layer-swatch layer-${layer}`}
                  x={1}
                  y={1}
                  width={8}
                  height={8}
                  rx={layer === 'code' ? 0 : layer === 'execution' ? 2 : 4}
                />
              </svg>{' '}
              {layer}
            </li>
          ))}
          <li class="quiet">
            {counted(data.nodes.length, 'node')}, {counted(data.edges.length, 'edge')}
            {data.left > 0 && `; ${counted(data.left, 'node')} more are left out: choose a session or a commit`}
          </li>
        </ul>
      </header>
      <div class="split">
        {layout ? (
          <Canvas
            layout={layout}
            chosen={chosen}
            chain={chain}
            found={found}
            threshold={threshold}
            choose={choose}
            onKey={onKey}
            focus={focus}
          />
        ) : (
          <Waiting what="the graph, to draw it" />
        )}
        {picked && (
          <Panel title={kindWord(picked.kind)} onClose={close}>
            <NodePanel
              node={picked}
              data={data}
              unfold={() => setOpened(new Set([...opened, picked.id]))}
              choose={choose}
            />
          </Panel>
        )}
      </div>
    </>
  );
}

const focused = (event: KeyboardEvent): string | undefined =>
  (event.target as Element).getAttribute('data-node') ?? undefined;

function matches(
  nodes: readonly { readonly id: string; readonly summary: string; readonly tool?: string }[],
  text: string,
): ReadonlySet<string> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return new Set();
  return new Set(
    nodes
      .filter(({ id, summary, tool = '' }) =>
        words.every((word) => `${id} ${summary} ${tool}`.toLowerCase().includes(word)),
      )
      .map(({ id }) => id),
  );
}

// The library that places the nodes is loaded only here.
function useLayout(drawing: ReturnType<typeof foldReads>): Layout | undefined {
  const [layout, setLayout] = useState<Layout>();
  useEffect(() => {
    let wanted = true;
    void import('../graph/layout.ts')
      .then(({ layOut }) =>
        layOut(
          drawing,
          () => wanted,
          // An earlier drawing stays until the new one is whole.
          (part) => setLayout((before) => (before?.whole ? before : part)),
        ),
      )
      .then((found) => {
        if (wanted && found) setLayout(found);
      });
    return () => {
      wanted = false;
    };
  }, [drawing]);
  return layout;
}
