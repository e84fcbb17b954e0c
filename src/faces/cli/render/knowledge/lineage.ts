import { shortOid } from '../../../../git/repository/abbreviation.ts';
import { shortId } from '../../../../model/ids.ts';
import { commitOf } from '../../../../ask/history/present-commits.ts';
import type { Node } from '../../../../model/model.ts';
import type { Evidence, RawSource } from '../../../../ask/knowledge/evidence.ts';
import { sourceType, wholeText } from '../../../../ask/knowledge/entry-parts.ts';
import type { Target } from '../../../../ask/knowledge/target.ts';
import type { Lineage, TracedNode } from '../../../../ask/knowledge/trace.ts';
import { isUsual, standingWords } from './standing-words.ts';
import { claimedMark } from '../claimed.ts';
import { type TextStyle, paintLine, renderText, roomFor, span, wrap } from '../fields.ts';
import { term } from '../term.ts';
import { textWidth } from '../width.ts';
import { counted, day } from '../words.ts';

type Present = TracedNode['present'];

const BOXES = { branch: '├─ ', last: '└─ ', through: '│   ', gap: '    ' };
const ASCII = { branch: '|- ', last: '`- ', through: '|   ', gap: '    ' };
/** Columns. With less room for a text, the terminal breaks the lines. */
const MIN_COLUMNS = 16;
const MAX_WARNINGS = 10;
const MAX_FACT_CHARACTERS = 200;
/** Precedes the further lines of a text. */
const HANG = '  ';

/** `git prov trace` for people: the trees of the fifth seed. */
export function renderTrace({ target, backward, forward, warnings, present }: TracedNode, style: TextStyle): string {
  const single = (backward ?? forward)?.length === 1 ? (backward ?? forward)![0] : undefined;
  let out = headingFor('Lineage', target, single, style);
  if (target.nodes.length === 0) return `${out}\n  No recorded steps.\n`;
  if (backward) out += section('BACKWARD (where it came from):', backward, style, present);
  if (forward) out += section('FORWARD (what came of it):', forward, style, present);
  if (target.more) out += style.paint('quiet', '\nOnly its newest steps are shown.\n');
  return out + warned(warnings, style);
}

function warned(warnings: readonly string[], style: TextStyle): string {
  if (warnings.length === 0) return '';
  const room = roomFor(style.columns, 2 * HANG.length);
  const shown = warnings.slice(0, MAX_WARNINGS).map((one) =>
    wrap([span(term(one, 400), 'stale')], room)
      .map((line, i) => `${i === 0 ? HANG : HANG + HANG}${paintLine(line, style.paint)}\n`)
      .join(''),
  );
  const left = warnings.length - shown.length;
  const more = left > 0 ? style.paint('quiet', `  and ${counted(left, 'more warning')}\n`) : '';
  return `\n${style.paint('heading', 'WARNINGS:')}\n${shown.join('')}${more}`;
}

/** `show --trace`: the lineage after the output about a node. */
export const renderTracePart = ({ backward, forward, warnings, present }: TracedNode, style: TextStyle): string =>
  (backward ? section('BACKWARD (where it came from):', backward, style, present) : '') +
  (forward ? section('FORWARD (what came of it):', forward, style, present) : '') +
  warned(warnings, style);

const nameOf = ({ type, id }: Target): string =>
  type === 'line' ? term(id) : `${term(type, 30)}:${term(shortId(id))}`;

/** Targets that are no nodes, with a text of their own: a commit's subject counts, not what its patch was called. */
const OWN_TEXT: ReadonlySet<string> = new Set(['line', 'session', 'commit']);

function quoted({ text, type }: Target, single: Lineage | undefined): string {
  const words = single?.node && !OWN_TEXT.has(type) ? single.node.summary : text;
  return words === '' ? '' : `${claimedMark(single?.mark)}"${term(words)}"`;
}

const headingFor = (what: string, target: Target, single: Lineage | undefined, style: TextStyle): string =>
  renderText([span(`${what} for ${nameOf(target)}`, 'heading'), span(quoted(target, single))], style, HANG.length);

function section(title: string, roots: readonly Lineage[], style: TextStyle, present: Present): string {
  let out = `\n${style.paint('heading', title)}\n`;
  for (const root of roots) out += lineOf('  ', '', root, style, present) + below(root, '    ', style, present);
  return out;
}

function below({ children, more }: Lineage, prefix: string, style: TextStyle, present: Present): string {
  const glyphs = style.unicode ? BOXES : ASCII;
  let out = '';
  for (const [i, child] of children.entries()) {
    const last = i === children.length - 1 && more === 0;
    out += lineOf(prefix, last ? glyphs.last : glyphs.branch, child, style, present);
    out += below(child, prefix + (last ? glyphs.gap : glyphs.through), style, present);
  }
  if (more > 0) out += `${style.paint('quiet', `${prefix}${glyphs.last}and ${counted(more, 'more node')}`)}\n`;
  return out;
}

function lineOf(prefix: string, glyph: string, one: Lineage, style: TextStyle, present?: Present): string {
  const { paint, columns, unicode } = style;
  const { id, node, link, confidence, standing, mark, repeated } = one;
  const name = node ? `${term(node.kind, 30)}:${term(shortId(id))}` : term(shortId(id));
  const facts = node ? [sourceType(node) ?? node.kind, day(node.at)] : ['in no note here'];
  if (standing?.confidence !== undefined) facts.push(share(standing.confidence));
  if (standing && !isUsual(standing)) facts.push(standingWords(standing));
  if (repeated) facts.push('shown elsewhere');
  // The status of its entry is not repeated.
  const hasUsualLink = link?.status === undefined || link.status === 'accepted' || link.status === standing?.status;
  const status = hasUsualLink ? '' : `, ${link.status} link`;
  const edge = link ? `${term(link.kind, 30)}, ${term(link.source, 20)} ${share(confidence ?? 0)}${status}` : '';
  const factText = `[${facts.map((fact) => term(fact, MAX_FACT_CHARACTERS)).join(', ')}]`;
  const text = node && !repeated ? `${claimedMark(mark)}"${term(node.summary)}"` : '';
  const words = [span(name), span(factText, 'quiet'), span(text + nowOf(node, present)), span(edge, 'quiet')];
  const under =
    glyph === BOXES.branch || glyph === ASCII.branch ? (unicode ? BOXES : ASCII).through : glyph && BOXES.gap;
  const room = roomFor(columns, textWidth(prefix + under) + HANG.length);
  return wrap(words, room)
    .map((line, i) => `${paint('quiet', i === 0 ? prefix + glyph : prefix + under + HANG)}${paintLine(line, paint)}\n`)
    .join('');
}

// The present id of a commit that was rewritten. The text of a node for a commit has its recorded id.
function nowOf(node: Node | undefined, present: Present): string {
  const recorded = node && commitOf(node);
  const now = recorded && present?.get(recorded);
  if (!now) return '';
  return `${node.kind === 'patch' ? ` commit ${shortOid(recorded)}` : ''}, now ${shortOid(now)}`;
}

/** A number from 0 to 1 with two digits, the form of confidences in the seeds. */
export const share = (value: number): string => value.toFixed(2);

/** `git prov evidence` for people. */
export function renderEvidence(
  { target, subject, episodes, notes, raws, others, against, direct }: Evidence,
  style: TextStyle,
): string {
  const { paint } = style;
  let out = headingFor('Evidence', target, subject, style);
  const parts: [string, readonly Lineage[]][] = [
    ['episodes', episodes],
    ['notes', notes],
    ['raw entries', raws],
    ['other evidence', others],
    ['speaks against it', against],
  ];
  for (const [title, found] of parts) {
    if (found.length === 0) continue;
    out += `\n${paint('heading', title)}\n`;
    for (const one of found) out += lineOf('  ', '', { ...one, repeated: false }, style);
  }
  const all = episodes.length + notes.length + raws.length + others.length;
  if (all === 0) return `${out}\n  Nothing here says what it rests on.\n`;
  const sum = `${all} in all, ${counted(direct, 'direct episode')}, ${counted(raws.length, 'raw entry', 'raw entries')}`;
  return `${out}\n${paint('quiet', sum)}\n`;
}

/** `git prov raw-sources` for people. */
export function renderRawSources(target: Target, raws: readonly RawSource[], style: TextStyle): string {
  const { paint, columns } = style;
  if (raws.length === 0)
    return renderText([span(`${nameOf(target)} comes from no raw entry that is known here.`)], style);
  return raws
    .map(({ node, mark }) => {
      const head = `raw:${shortId(node.id)}  ${day(node.at)}  ${claimedMark(mark)}`;
      const room = columns === undefined ? Number.POSITIVE_INFINITY : Math.max(MIN_COLUMNS, columns - head.length);
      return `${paint('quiet', head)}${term(wholeText(node), room)}\n`;
    })
    .join('');
}
