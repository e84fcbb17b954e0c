import type { ZoomTransform } from 'd3-zoom';
import { useMemo, useRef } from 'preact/hooks';
import type { Layer } from '../../contract.ts';
import { brief, kindWord, openStatus } from '../parts/words.ts';
import { isShown } from './chain.ts';
import { type Layout, NODE_HEIGHT, NODE_WIDTH, type PlacedEdge, type PlacedNode } from './layout.ts';
import { useWindow } from './window.ts';

/** Below this scale names cannot be read, and are left out. */
const MIN_NAME_SCALE = 0.4;
/** Units around the window that are drawn too. */
const MARGIN_UNITS = 300;

export interface CanvasProps {
  readonly layout: Layout;
  readonly chosen: string | undefined;
  readonly chain: ReadonlySet<string> | undefined;
  readonly found: ReadonlySet<string>;
  /** Edges with less confidence are dimmed. */
  readonly threshold: number;
  readonly choose: (id: string | undefined) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  /** A node to bring into the middle; a new object each time. */
  readonly focus: { readonly id: string } | undefined;
}

/** The drawing: only what is in the window is in the page. */
export function Canvas({ layout, chosen, chain, found, threshold, choose, onKey, focus }: CanvasProps) {
  const svg = useRef<SVGSVGElement>(null);
  const { view, size, fit, zoomBy, bringIn } = useWindow(svg, layout, chosen, focus);
  const { nodes, edges } = useInWindow(layout, view, size);
  const layerOf = (id: string): Layer | null => layout.byId.get(id)?.node.layer ?? null;
  const chosenLayer = chosen === undefined ? undefined : layerOf(chosen);
  const first = chosen ?? nodes[0]?.node.id;
  const keys = (event: KeyboardEvent): void => {
    if (event.key === '+' || event.key === '=') zoomBy(1.3);
    else if (event.key === '-') zoomBy(1 / 1.3);
    else if (event.key === '0') fit();
    else onKey(event);
  };
  return (
    <div class="graph-box">
      <svg
        ref={svg}
        class="graph"
        role="group"
        aria-label="Graph"
        onKeyDown={keys}
        onClick={(event) => event.target === svg.current && choose(undefined)}
      >
        <g transform={view.toString()}>
          {edges.map((one) => {
            if (chosenLayer !== undefined && !isShown(one.edge, chosenLayer, layerOf)) return null;
            const { edge, path } = one;
            const isChain = chain !== undefined && chain.has(edge.from) && chain.has(edge.to);
            const tone = `${openStatus(edge) === undefined ? '' : ` ${edge.status}`}${edge.confidence < threshold ? ' below' : ''}${isChain ? ' chain' : ''}${chain && !isChain ? ' other' : ''}`;
            return <path key={`${edge.from} ${edge.kind} ${edge.to}`} class={`edge${tone}`} d={path} />;
          })}
          {nodes.map((one) => (
            <Node
              key={one.node.id}
              placed={one}
              named={view.k >= MIN_NAME_SCALE}
              chosen={one.node.id === chosen}
              first={one.node.id === first}
              other={chain !== undefined && !chain.has(one.node.id)}
              found={found.has(one.node.id)}
              choose={choose}
              bringIn={bringIn}
            />
          ))}
        </g>
      </svg>
      <div class="zoom" role="group" aria-label="Zoom">
        <button type="button" aria-label="Zoom in" onClick={() => zoomBy(1.3)}>
          +
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => zoomBy(1 / 1.3)}>
          −
        </button>
        <button type="button" aria-label="Fit" onClick={fit}>
          ⤢
        </button>
      </div>
    </div>
  );
}

function useInWindow(
  layout: Layout,
  view: ZoomTransform,
  [width, height]: readonly [number, number],
): { nodes: readonly PlacedNode[]; edges: readonly PlacedEdge[] } {
  // In steps, so that a small move draws nothing anew.
  const step = MARGIN_UNITS / 2;
  const left = Math.floor(view.invertX(0) / step) * step - MARGIN_UNITS;
  const right = Math.ceil(view.invertX(width) / step) * step + MARGIN_UNITS;
  const top = Math.floor(view.invertY(0) / step) * step - MARGIN_UNITS;
  const bottom = Math.ceil(view.invertY(height) / step) * step + MARGIN_UNITS;
  return useMemo(() => {
    const isIn = ({ x, y }: PlacedNode): boolean => x > left && x < right && y > top && y < bottom;
    const crosses = ({ from, to }: PlacedEdge): boolean =>
      Math.max(from.x, to.x) > left &&
      Math.min(from.x, to.x) < right &&
      Math.max(from.y, to.y) > top &&
      Math.min(from.y, to.y) < bottom;
    return { nodes: layout.nodes.filter(isIn), edges: layout.edges.filter(crosses) };
  }, [layout, left, right, top, bottom]);
}

interface NodeProps {
  readonly placed: PlacedNode;
  readonly named: boolean;
  readonly chosen: boolean;
  readonly first: boolean;
  readonly other: boolean;
  readonly found: boolean;
  readonly choose: (id: string) => void;
  readonly bringIn: (node: PlacedNode) => void;
}

const TEXT_WIDTH = NODE_WIDTH - 20;

/** The corners of each layer's boxes: a shape besides the colour. */
const CORNERS: Readonly<Record<string, number>> = { code: 0, execution: 6, knowledge: 17, project: 17 };

function Node({ placed, named, chosen, first, other, found, choose, bringIn }: NodeProps) {
  const { node, x, y } = placed;
  const [left, top] = [x - NODE_WIDTH / 2, y - NODE_HEIGHT / 2];
  const status = openStatus(node);
  const state = [resultOf(node.kind, node.detail), status].filter(Boolean).join(' ');
  return (
    <g
      class={`node layer-${node.layer ?? 'none'}${status === undefined ? '' : ` ${status}`}${chosen ? ' chosen' : ''}${other ? ' other' : ''}${found ? ' found' : ''}`}
      role="button"
      // In SVG, attributes are written as they are: `tabIndex` would be another one.
      tabindex={first ? 0 : -1}
      aria-pressed={chosen}
      aria-label={`${kindWord(node.kind)} ${state} ${brief(node.summary, 200)}`}
      data-node={node.id}
      onFocus={() => bringIn(placed)}
      onClick={(event) => {
        event.currentTarget.focus();
        choose(node.id);
      }}
    >
      <rect x={left} y={top} width={NODE_WIDTH} height={NODE_HEIGHT} rx={CORNERS[node.layer ?? ''] ?? 6} />
      {node.layer === 'project' && (
        <rect class="inner" x={left + 3} y={top + 3} width={NODE_WIDTH - 6} height={NODE_HEIGHT - 6} rx={14} />
      )}
      {named && (
        <svg x={left + 12} y={top} width={TEXT_WIDTH} height={NODE_HEIGHT}>
          <text class="node-kind" x={0} y={13}>
            {kindWord(node.kind)} {state}{' '}
          </text>
          <Label text={brief(node.summary, 200)} />
        </svg>
      )}
    </g>
  );
}

// The whole text is there to be read aloud and to be found. A box cuts it behind the last letter that fits, and three dots are
// drawn there: SVG has no ellipsis of its own.
function Label({ text }: { readonly text: string }) {
  const shown = fitting(text);
  if (shown === text) return <text y={27}>{text}</text>;
  return (
    <>
      <svg width={widthOf(shown)} height={NODE_HEIGHT}>
        <text y={27}>{text}</text>
      </svg>
      <path class="dots" d={`M${widthOf(shown) + 3} 26h0m3.5 0h0m3.5 0h0`} />
    </>
  );
}

/** Room for the dots. */
const DOTS_WIDTH = 12;
let pen: CanvasRenderingContext2D | null | undefined;

function widthOf(text: string): number {
  if (pen === undefined) {
    pen = document.createElement('canvas').getContext('2d');
    if (pen) pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  }
  return pen?.measureText(text).width ?? 7 * text.length;
}

// As many of the text's letters as fit into a box.
function fitting(text: string): string {
  if (widthOf(text) <= TEXT_WIDTH) return text;
  const letters = [...text];
  let [fits, over] = [0, letters.length];
  while (over - fits > 1) {
    const middle = (fits + over) >> 1;
    if (widthOf(letters.slice(0, middle).join('')) <= TEXT_WIDTH - DOTS_WIDTH) fits = middle;
    else over = middle;
  }
  return letters.slice(0, fits).join('');
}

function resultOf(kind: string, detail: Readonly<Record<string, unknown>> | undefined): string {
  if (detail?.['passed'] === true) return '✓';
  return detail?.['passed'] === false || kind === 'error' ? '✗' : '';
}
