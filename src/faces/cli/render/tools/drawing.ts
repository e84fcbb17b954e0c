import { shortId } from '../../../../model/ids.ts';
import type { Drawing } from '../../../../exchange/export/drawing.ts';
import { term } from '../term.ts';
import { kindName } from '../words.ts';

/** The shape of a kind of node: a name in Graphviz, and the brackets around a text in Mermaid. */
interface Shape {
  readonly dot: string;
  readonly mermaid: readonly [string, string];
}

const BOX: Shape = { dot: 'box', mermaid: ['[', ']'] };
const SHAPES: Readonly<Record<string, Shape>> = {
  goal: { dot: 'house', mermaid: ['([', '])'] },
  task: { dot: 'house', mermaid: ['([', '])'] },
  exploration: { dot: 'ellipse', mermaid: ['(', ')'] },
  verification: { dot: 'octagon', mermaid: ['[[', ']]'] },
  error: { dot: 'octagon', mermaid: ['>', ']'] },
  human_gate: { dot: 'trapezium', mermaid: ['[/', '\\]'] },
  patch: { dot: 'cylinder', mermaid: ['[(', ')]'] },
  decision: { dot: 'diamond', mermaid: ['{{', '}}'] },
};
const shapeOf = (kind: string): Shape => (Object.hasOwn(SHAPES, kind) ? SHAPES[kind]! : BOX);

const MAX_SUMMARY_CHARACTERS = 80;
/** The text of an incomplete picture. */
const CUT = 'there is more, which has no room here';
/** Mermaid's limit for a text, in characters. */
export const MAX_MERMAID_CHARACTERS = 50_000;

const labelOf = ({ kind, summary }: { readonly kind: string; readonly summary: string }): readonly [string, string] => [
  kindName(kind),
  term(summary, MAX_SUMMARY_CHARACTERS),
];
type DrawnEdge = Drawing['edges'][number];
const isOpen = ({ status }: DrawnEdge): boolean => status === 'proposed' || status === 'rejected';
/** The kind of an edge, and its status when the edge does not count. */
const edgeLabel = (edge: DrawnEdge): string => `${term(edge.kind, 40)}${isOpen(edge) ? ` (${edge.status!})` : ''}`;
const titleOf = ({ short, session }: Drawing['boxes'][number]): string =>
  `${term(session.agent, 40)} ${shortId(short)}${session.model === undefined ? '' : ` (${term(session.model, 60)})`}`;

/** A drawing in Graphviz's language. */
export function renderDot({ boxes, edges, cut }: Drawing): string {
  return [
    'digraph provenance {',
    '  rankdir=LR;',
    '  node [fontname="sans-serif" fontsize=10];',
    '  edge [fontname="sans-serif" fontsize=9];',
    ...boxes.flatMap((box) => [
      `  subgraph ${quoted(`cluster_${box.short}`)} {`,
      `    label=${quoted(titleOf(box))};`,
      ...box.nodes.map(
        (node) => `    ${quoted(node.id)} [shape=${shapeOf(node.kind).dot} label=${quoted(...labelOf(node))}];`,
      ),
      '  }',
    ]),
    ...edges.map((edge) => {
      const style = edge.status === 'proposed' ? ' style=dashed' : edge.status === 'rejected' ? ' style=dotted' : '';
      return `  ${quoted(edge.from)} -> ${quoted(edge.to)} [label=${quoted(edgeLabel(edge))}${style}];`;
    }),
    ...(cut ? [`  "cut" [shape=plaintext label=${quoted(CUT)}];`] : []),
    '}',
    '',
  ].join('\n');
}

// In a quoted text, a backslash starts an escape, and an ampersand may start an entity.
const quoted = (...lines: readonly string[]): string =>
  `"${lines.map((line) => line.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('&', '&amp;')).join('\\n')}"`;

/** A drawing in Mermaid's language. */
export function renderMermaid({ boxes, edges, cut }: Drawing): string {
  return [
    'flowchart LR',
    ...boxes.flatMap((box) => [
      `  subgraph s${box.short}["${plain(titleOf(box))}"]`,
      ...box.nodes.map((node) => {
        const [open, close] = shapeOf(node.kind).mermaid;
        return `    ${named(node.id)}${open}"${labelOf(node).map(plain).join('<br/>')}"${close}`;
      }),
      '  end',
    ]),
    ...edges.map((edge) => {
      const arrow = isOpen(edge) ? '-.->' : '-->';
      return `  ${named(edge.from)} ${arrow}|"${plain(edgeLabel(edge))}"| ${named(edge.to)}`;
    }),
    ...(cut ? [`  cut["${CUT}"]`] : []),
    '',
  ].join('\n');
}

const named = (id: string): string => `n${id.replace('-', '_')}`;

// Mermaid interprets comments, directives, styles, Markdown and tags even in quotes. So every character except letters,
// digits and harmless signs is written as its number.
const plain = (text: string): string =>
  text.replace(/[^\p{L}\p{N} .,_/()'!?*+=-]/gu, (char) => `#${char.codePointAt(0)};`);
