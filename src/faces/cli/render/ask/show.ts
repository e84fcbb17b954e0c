import type { ShownCommit, ShownFile, ShownPart, ShownSession, Wrote } from '../../../../ask/show/show-answer.ts';
import type { DrawnNode } from '../../../../ask/show/show-node.ts';
import type { Drawn } from '../../../../ask/show/show.ts';
import { nameInId } from '../../../../ask/code/code-kinds.ts';
import { isKnown } from '../../../../ask/shapes/parts.ts';
import type { NodeInfo } from '../../../../ask/shapes/shapes.ts';
import { shortId, oid, type Oid } from '../../../../model/ids.ts';
import { renderContent } from '../content-block.ts';
import { renderFields, row, span, type Field, type TextStyle } from '../fields.ts';
import { summaryFields } from './sessions.ts';
import { term } from '../term.ts';
import { type PresentCommit, renderTrees } from './tree.ts';
import { decisionFields } from './why.ts';
import {
  CLAIMED,
  counted,
  day,
  kindName,
  moment,
  reference,
  sessionSpans,
  textOf,
  textsOf,
  usageWords,
} from '../words.ts';
import { shortOid } from '../../../../git/repository/abbreviation.ts';

/** Files listed; the others are counted. */
const MAX_SHOWN_FILES = 20;

/** `git prov show COMMIT` for people. @param marks whether sessions that are only claimed are marked */
export function renderCommit({ answer, trees }: Drawn<ShownCommit>, style: TextStyle, marks = false): string {
  const { commit, noted, sessions, files, carried } = answer;
  const { paint } = style;
  const about = `${term(commit.author)}, ${moment(commit.time)}`;
  const subject = renderFields([row('', span(term(commit.subject))), row('', span(about, 'quiet'))], style, 0);
  const head = `${paint('heading', `commit ${commit.oid}`)}\n${subject}\n`;
  if (!noted) return `${head}  This commit has no note: it was made before git prov, or was not recorded.\n`;
  const fields = [
    ...sessions.map((part, i) => partField(part, i, marks)),
    ...fileFields(files),
    ...carried.slice(0, MAX_SHOWN_FILES).map(carriedField),
  ];
  const body = fields.length > 0 ? renderFields(fields, style) : '  Nothing in it is by an agent.\n';
  const present = carried.length > 0 ? oid(commit.oid) : undefined;
  return head + body + (trees.length > 0 ? `\n${renderTrees(trees, style, () => present)}` : '');
}

function partField({ short, session, steps, lines, usage, standing }: ShownPart, i: number, marks: boolean): Field {
  const facts = [counted(lines, 'line'), counted(steps, 'step'), ...(usage ? [usageWords(usage)] : [])];
  const mark = marks && standing !== 'recorded' && standing !== 'vouched' ? [CLAIMED] : [];
  return row(i === 0 ? 'sessions' : '', ...sessionSpans(session, short), ...mark, span(facts.join(', ')));
}

function fileFields(files: readonly ShownFile[]): Field[] {
  const rows = files.slice(0, MAX_SHOWN_FILES).map(({ path, added, agent, unsure, evidence }, i) => {
    const kinds = Object.entries(evidence)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([kind, count]) => `${count} ${term(kind, 30)}`);
    const facts = [...kinds, ...(unsure > 0 ? [`${unsure} not certain`] : [])];
    const share = span(`${agent} of ${counted(added, 'line')}`, agent > 0 ? 'agent' : 'quiet');
    const more = facts.length > 0 ? [span(`(${facts.join(', ')})`, 'quiet')] : [];
    return row(i === 0 ? 'by agents' : '', share, span(`in ${term(path)}`), ...more);
  });
  const rest = files.length - rows.length;
  return rest > 0 ? [...rows, row('', span(`and ${counted(rest, 'more file')}`, 'quiet'))] : rows;
}

const carriedField = ({ from, how }: { from: string; how: string }, i: number): Field =>
  row(i === 0 ? 'carried' : '', span(`from ${shortOid(from)} (${term(how, 30)})`));

/** `git prov show SESSION` for people. @param marks whether a session that is only claimed is marked */
export function renderSession({ answer, trees }: Drawn<ShownSession>, style: TextStyle, marks = false): string {
  const head = style.paint('heading', `session ${term(answer.session.id)}`);
  const present = new Map(answer.rewritten.map(({ from, to }) => [from, oid(to)]));
  const drawn = trees.length > 0 ? `\n${renderTrees(trees, style, presentIn(present))}` : '';
  return `${head}\n${renderFields(summaryFields(answer, marks), style)}${drawn}`;
}

const presentIn =
  (rewritten: ReadonlyMap<string, Oid>): PresentCommit =>
  (recorded) =>
    rewritten.get(recorded);

// A patch names the commit that was made; a rewrite gave its content another id.
function commitFields({ kind, detail }: NodeInfo, present: string | null | undefined): Field[] {
  const recorded = detail?.['commit'];
  if (kind !== 'patch' || typeof recorded !== 'string') return [];
  return [row('commit', span(shortOid(recorded)), ...(present ? [span(`now ${shortOid(present)}`, 'agent')] : []))];
}

function episodeFields(node: NodeInfo): Field[] {
  if (node.kind !== 'episode') return [];
  const outcome = textOf(node, 'outcome');
  return [
    ...(outcome === undefined ? [] : [row('outcome', span(term(outcome)))]),
    ...textsOf(node, 'lessons').map((lesson, i) => row(i === 0 ? 'lessons' : '', span(term(lesson)))),
  ];
}

/**
 * `git prov show KIND:ID` for people.
 * @param about `standing`: the status of an entry; `lineage`: its trees
 */
export function renderNode(
  { answer, trees, rewritten }: Omit<DrawnNode, 'node'>,
  style: TextStyle,
  { standing, lineage }: { readonly standing?: readonly Field[]; readonly lineage?: string } = {},
): string {
  const { node, session, goals, decision, input, output, wrote } = answer;
  const text = textOf(node, 'text') ?? node.summary;
  const command = textOf(node, 'command');
  const above = goals.filter(({ id }) => id !== node.id).filter(isKnown);
  const own =
    node.kind === 'decision' ? decisionFields(node) : [row(kindName(node.kind).toLowerCase(), span(term(text)))];
  const fields: Field[] = [
    ...own,
    ...episodeFields(node),
    ...(command && command !== text ? [row('command', span(term(command)))] : []),
    ...(standing ?? []),
    ...commitFields(node, answer.present),
    row('when', span(moment(node.at))),
    ...above.map(({ id, summary }) => row('goal', span(term(summary)), reference('goal', id))),
    ...(decision ? decisionFields(decision) : []),
    row('session', ...sessionSpans(session, session?.short ?? node.id)),
    ...wrote.flatMap(wroteFields),
  ];
  const head = style.paint('heading', `${term(node.kind, 30)}:${term(shortId(node.id))}`);
  const contents =
    renderContent('input', input?.text ?? '', style) + renderContent('output', output?.text ?? '', style);
  const after = trees.some(({ children }) => children.length > 0)
    ? `\n${renderTrees(trees, style, presentIn(rewritten))}`
    : '';
  return `${head}\n${renderFields(fields, style)}${after}${contents}${lineage ?? ''}`;
}

const wroteFields = ({ commit, files }: Wrote, i: number): Field[] => [
  row(i === 0 ? 'wrote' : '', span(`${commit.short} ${term(commit.subject)}`), span(`(${day(commit.time)})`, 'quiet')),
  ...files.map(({ path, lines, symbols = [] }) =>
    row('', span(`${counted(lines, 'line')} of ${term(path)}${inSymbols(symbols)}`)),
  ),
];

const inSymbols = (ids: readonly string[]): string =>
  ids.length === 0 ? '' : ` in ${ids.map((id) => term(nameInId(id), 60)).join(', ')}`;
