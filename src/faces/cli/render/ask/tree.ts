import { isBlind } from '../../../../model/graph/blind-edit.ts';
import { shortId, type Oid } from '../../../../model/ids.ts';
import { isTurnGoal } from '../../../../model/knowledge/kinds.ts';
import type { Node } from '../../../../model/model.ts';
import type { Branch } from '../../../../ask/history/tree.ts';
import type { Tone } from '../color.ts';
import type { TextStyle } from '../fields.ts';
import { term } from '../term.ts';
import { textWidth } from '../width.ts';
import { counted, kindName, stated, textOf, textsOf } from '../words.ts';
import { shortOid } from '../../../../git/repository/abbreviation.ts';

interface Glyphs {
  readonly branch: string;
  readonly last: string;
  readonly through: string;
  readonly arrow: (edge: string) => string;
  readonly back: (edge: string) => string;
}

const BOXES: Glyphs = {
  branch: '├──',
  last: '└──',
  through: '│   ',
  arrow: (edge) => `${edge}──▶ `,
  back: (edge) => `◀──${edge}── `,
};
const ASCII: Glyphs = {
  branch: '|--',
  last: '`--',
  through: '|   ',
  arrow: (edge) => `${edge}--> `,
  back: (edge) => `<--${edge}-- `,
};

/** The maximum indentation in levels, so that a long chain of errors stays on the screen. */
const MAX_LEVELS = 8;
/** Columns. With less room beside its edge, a text stands on a line of its own. */
const MIN_COLUMNS = 16;
/** Precedes a text on a line of its own. */
const HANG = '  ';

/**
 * Draws trees in the form of the first seed: one line for each node, with its edge and its id. A change that only one
 * exploration led to has its results beside it instead of below.
 * @param present the present id of the commit that was rewritten: patches keep the id that they were recorded with
 */
export function renderTrees(
  trees: readonly Branch[],
  style: TextStyle,
  present: PresentCommit = () => undefined,
): string {
  const glyphs = style.unicode ? BOXES : ASCII;
  let out = '';
  for (const [i, tree] of trees.entries()) {
    if (i > 0) out += '\n';
    out +=
      lineOf({ head: '', edge: '', under: '' }, tree, style, present) +
      drawChildren(tree.children, glyphs, style, present);
  }
  return out;
}

interface Frame {
  /** In reverse order: the next one is last. */
  readonly left: Branch[];
  readonly prefix: string;
}

function drawChildren(children: readonly Branch[], glyphs: Glyphs, style: TextStyle, present: PresentCommit): string {
  let out = '';
  const frames: Frame[] = [{ left: [...children].reverse(), prefix: '' }];
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    const branch = frame.left.pop();
    if (!branch) {
      frames.pop();
      continue;
    }
    const flat = frames.length >= MAX_LEVELS || isOnlyChange(branch, frame);
    if (flat) for (const child of [...branch.children].reverse()) frame.left.push(child);
    const last = frame.left.length === 0;
    const head = `${frame.prefix}${last ? glyphs.last : glyphs.branch}`;
    const arrow = branch.back ? glyphs.back : glyphs.arrow;
    const edge =
      branch.link === undefined ? ' ' : arrow(term(branch.proposed ? `${branch.link} proposed` : branch.link, 40));
    const under = frame.prefix + (last ? '    ' : glyphs.through);
    out += lineOf({ head, edge, under }, branch, style, present);
    if (!flat && branch.children.length > 0) frames.push({ left: [...branch.children].reverse(), prefix: under });
  }
  return out;
}

const isOnlyChange = ({ link }: Branch, { left }: Frame): boolean =>
  link === 'explored_via' && !left.some((other) => other.link === 'explored_via');

/** What stands before a node, and before further lines of it. */
interface Place {
  readonly head: string;
  readonly edge: string;
  readonly under: string;
}

function lineOf({ head, edge, under }: Place, branch: Branch, style: TextStyle, present: PresentCommit): string {
  const { paint, columns = Number.POSITIVE_INFINITY, signs } = style;
  const { node } = branch;
  const kind = `${kindName(node.kind)}:`;
  const mark = passed(node);
  const sign = mark === undefined ? '' : ` ${paint(mark, signs[mark])}`;
  const id = branch.named ? '' : ` [${term(shortId(node.id))}]`;
  const text = `${textFor(branch)}${presentId(branch.node, present)}`;
  const tail = (sign === '' ? 0 : 2) + id.length;
  const room = columns - textWidth(`${head}${edge}${kind} `) - tail;
  const start = `${paint('quiet', head + edge)}${paint(toneOf(node), kind)}`;
  const end = `${sign}${paint('quiet', id)}\n`;
  if (room >= MIN_COLUMNS || textWidth(term(text)) <= room) return `${start} ${term(text, room)}${end}`;
  const below = Math.max(MIN_COLUMNS, columns - textWidth(under + HANG) - tail);
  return `${start}\n${paint('quiet', under + HANG)}${term(text, below)}${end}`;
}

/** The present commit for the recorded one of a patch. */
export type PresentCommit = (recorded: string) => Oid | undefined;

function presentId({ kind, detail }: Node, presentOf: PresentCommit): string {
  const recorded = detail?.['commit'];
  const present = kind === 'patch' && typeof recorded === 'string' ? presentOf(recorded) : undefined;
  return present !== undefined && recorded !== present ? `, now ${shortOid(present)}` : '';
}

const passed = ({ kind, detail }: Node): 'passed' | 'failed' | undefined => {
  const result = detail?.['passed'];
  return kind === 'verification' && typeof result === 'boolean' ? (result ? 'passed' : 'failed') : undefined;
};

function toneOf({ kind }: Node): Tone {
  if (kind === 'goal') return 'heading';
  if (kind === 'error') return 'failed';
  if (kind === 'human_gate') return 'stale';
  return kind === 'commitment' ? 'agent' : 'human';
}

function textFor({ node, named, link, others, status }: Branch): string {
  const many = others > 0 ? ` (of ${counted(others + 1, 'change')})` : '';
  switch (node.kind) {
    case 'goal':
      return `"${node.summary}"${isTurnGoal(node) ? '' : ' (declared)'}${named ? (link === 'led_to' ? ' (next turn)' : ' (goes on)') : ''}`;
    case 'patch':
      return patchText(node);
    case 'decision':
      return `${stated(node, status)}${textOf(node, 'source') === 'declared' ? ' (declared)' : ''}${many}`;
    case 'verification':
      return `${node.summary}${many}`;
    case 'commitment':
      return `${node.summary}${isBlind(node) ? ' (blind)' : ''}`;
    default:
      return node.summary;
  }
}

function patchText(node: Node): string {
  const commit = textOf(node, 'commit');
  const more = node.detail?.['more'];
  const files = textsOf(node, 'files').length + (typeof more === 'number' ? more : 0);
  return `${commit ? `commit ${shortOid(commit)}` : node.summary} (${counted(files, 'file')})`;
}
