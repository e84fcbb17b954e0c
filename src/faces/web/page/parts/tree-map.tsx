import { hierarchy, type HierarchyRectangularNode, treemap, treemapSquarify } from 'd3-hierarchy';
import { useMemo, useState } from 'preact/hooks';
import { fileAddress, overviewAddress } from '../../address.ts';
import type { Tree, TreeFile } from '../../contract.ts';
import { usePage } from '../ask.ts';
import { counted, percent } from './words.ts';

const WIDTH = 1000;
const HEIGHT = 320;
/** Levels of folders that are drawn at once. */
const MAX_LEVELS = 2;
/** Units of the drawing; a smaller box has no name. */
const MIN_NAME_WIDTH = 46;
const MIN_NAME_HEIGHT = 18;
/** Units for a character of a name. */
const CHARACTER_UNITS = 7.4;

type Sums = Omit<TreeFile, 'path'>;
interface Box {
  readonly name: string;
  readonly path: string;
  readonly isFile: boolean;
  readonly sums: Sums;
  readonly children: Box[];
}

const NOTHING: Sums = { agent: 0, human: 0, unknown: 0, passed: 0, stale: 0, failed: 0, none: 0, notApplicable: 0 };
const KEYS = Object.keys(NOTHING) as (keyof Sums)[];
const plus = (a: Sums, b: Sums): Sums =>
  Object.fromEntries(KEYS.map((key) => [key, a[key] + b[key]])) as unknown as Sums;
const size = ({ agent, human, unknown }: Sums): number => agent + human + unknown;

/** What the colours of the map mean. */
const TONES = {
  writer: [
    ['agent', 'agents'],
    ['human', 'people'],
    ['unknown', 'unknown'],
  ],
  verification: [
    ['passed', 'verified'],
    ['stale', 'stale'],
    ['failed', 'failed'],
    ['none', 'never checked'],
  ],
} as const;
type By = keyof typeof TONES;

/** The files of HEAD by size, with the share of each writer in them. A click on a folder goes into it. */
export function TreeMap({ tree, folder }: { readonly tree: Tree; readonly folder: string }) {
  const { go } = usePage();
  const [by, setBy] = useState<By>('writer');
  const root = useMemo(() => boxAt(build(tree.files), folder), [tree, folder]);
  const shown = useMemo(() => layout(root, by), [root, by]);
  const open = ({ path, isFile }: Box): void => go(isFile ? fileAddress(path) : overviewAddress(path));
  return (
    <figure class="map">
      <figcaption>
        <Crumbs folder={root.path} />
        <span class="choice" role="group" aria-label="Colours of the map">
          {(Object.keys(TONES) as By[]).map((one) => (
            <button key={one} type="button" class="plain" aria-pressed={by === one} onClick={() => setBy(one)}>
              by {one}
            </button>
          ))}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={`Map of ${root.path || 'the whole tree'}`}>
        {shown.map((node) => (
          <Cell key={`${node.data.path}/${node.depth}`} node={node} by={by} open={open} />
        ))}
      </svg>
      <p class="quiet">
        {counted(size(root.sums), 'line')} in {root.path === '' ? 'this tree' : root.path}:{' '}
        {percent(root.sums.agent, size(root.sums))} by agents. The area is the number of{' '}
        {by === 'writer' ? 'lines' : "agents' lines"}; the filled part of each box is the share.
      </p>
    </figure>
  );
}

function Crumbs({ folder }: { readonly folder: string }) {
  const parts = folder === '' ? [] : folder.split('/');
  return (
    <nav aria-label="Folder" class="crumbs">
      <a href={`#${overviewAddress()}`}>all files</a>
      {parts.map((part, at) => (
        <span key={at}>
          {' / '}
          <a href={`#${overviewAddress(parts.slice(0, at + 1).join('/'))}`}>{part}</a>
        </span>
      ))}
    </nav>
  );
}

type Placed = HierarchyRectangularNode<Box>;

function Cell({ node, by, open }: { readonly node: Placed; readonly by: By; readonly open: (box: Box) => void }) {
  const { data, x0, y0, x1, y1, children } = node;
  const [width, height] = [x1 - x0, y1 - y0];
  if (width < 1 || height < 1) return null;
  const all = TONES[by].reduce((sum, [key]) => sum + data.sums[key], 0);
  const says = `${data.path}${data.isFile ? '' : '/'}: ${counted(size(data.sums), 'line')}, ${TONES[by].map(([key, word]) => `${percent(data.sums[key], all)} ${word}`).join(', ')}`;
  const isOpen = (children?.length ?? 0) > 0;
  const room = Math.floor((width - 8) / CHARACTER_UNITS);
  const hasName = width > MIN_NAME_WIDTH && height > MIN_NAME_HEIGHT;
  let x = x0;
  return (
    <a
      href={`#${data.isFile ? fileAddress(data.path) : overviewAddress(data.path)}`}
      aria-label={says}
      class={isOpen ? 'cell folder' : 'cell'}
      onClick={(event) => {
        event.preventDefault();
        open(data);
      }}
    >
      <title>{says}</title>
      <rect class="cell-box" x={x0} y={y0} width={width} height={height} />
      {!isOpen &&
        TONES[by].map(([key]) => {
          const part = all === 0 ? 0 : (width * data.sums[key]) / all;
          x += part;
          return part > 0 && <rect key={key} class={`fill-${key}`} x={x - part} y={y0} width={part} height={height} />;
        })}
      {!isOpen && <rect class="cell-edge" x={x0} y={y0} width={width} height={height} />}
      {hasName && (
        <text x={x0 + 5} y={y0 + 14} class="cell-name">
          {data.name.length > room ? `${data.name.slice(0, Math.max(1, room - 1))}…` : data.name}
          {data.isFile ? '' : '/'}
        </text>
      )}
    </a>
  );
}

interface Draft extends Box {
  sums: Sums;
  readonly byName: Map<string, Draft>;
}
const draft = (name: string, path: string, isFile: boolean): Draft => ({
  name,
  path,
  isFile,
  sums: NOTHING,
  children: [],
  byName: new Map(),
});

function build(files: readonly TreeFile[]): Box {
  const root = draft('', '', false);
  for (const file of files) {
    let at = root;
    const parts = file.path.split('/');
    at.sums = plus(at.sums, file);
    for (const [level, part] of parts.entries()) {
      let next = at.byName.get(part);
      if (!next) {
        next = draft(part, parts.slice(0, level + 1).join('/'), level === parts.length - 1);
        at.byName.set(part, next);
        at.children.push(next);
      }
      next.sums = plus(next.sums, file);
      at = next;
    }
  }
  return root;
}

function boxAt(root: Box, folder: string): Box {
  let at = root;
  for (const part of folder === '' ? [] : folder.split('/')) {
    const next = at.children.find(({ name, isFile }) => name === part && !isFile);
    if (!next) return at;
    at = next;
  }
  return at;
}

const weight = ({ sums }: Box, by: By): number => (by === 'writer' ? size(sums) : sums.agent);

function layout(root: Box, by: By): Placed[] {
  const cut = (box: Box, depth: number): Box => ({
    ...box,
    children: depth === 0 ? [] : box.children.map((child) => cut(child, depth - 1)),
  });
  const tree = hierarchy(cut(root, MAX_LEVELS))
    .sum((box) => (box.children.length === 0 ? weight(box, by) : 0))
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const place = treemap<Box>()
    .tile(treemapSquarify)
    .size([WIDTH, HEIGHT])
    .paddingInner(2)
    .paddingTop((node) => (node.depth === 0 ? 0 : 20))
    .round(true);
  return place(tree)
    .descendants()
    .filter(({ depth }) => depth > 0);
}
