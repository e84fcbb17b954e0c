import type { SessionStory } from '../../../../ask/history/sessions.ts';
import type { Node } from '../../../../model/model.ts';
import { sessionPrefix } from '../../../../model/ids.ts';
import type { ShownNode } from '../../../../ask/show/node.ts';
import type { SessionPart, ShownCommit, ShownSession } from '../../../../ask/show/show.ts';
import type { FileShare } from '../../../../ask/report/line-share.ts';
import { renderContent } from '../content.ts';
import { renderFields, row, span, type Field, type TextStyle } from '../fields.ts';
import { summaryFields } from './sessions.ts';
import { term } from '../term.ts';
import { type PresentCommit, renderTrees } from './tree.ts';
import { decisionFields } from './why.ts';
import { counted, day, kindName, moment, reference, sessionSpans, textOf, usageWords } from '../words.ts';
import { shortOid } from '../../../../git/repository/abbreviation.ts';

/** Files listed; the others are counted. */
const MAX_SHOWN_FILES = 20;

/** `git prov show COMMIT` for people. */
export function renderCommit({ commit, note, parts, files, trees }: ShownCommit, look: TextStyle): string {
  const { paint } = look;
  const about = `${term(commit.author)}, ${moment(commit.time)}`;
  const head = `${paint('heading', `commit ${commit.oid}`)}\n  ${term(commit.subject)}\n  ${paint('quiet', about)}\n\n`;
  if (!note) return `${head}  This commit has no note: it was made before git prov, or was not recorded.\n`;
  const fields = [
    ...parts.map(partField),
    ...fileFields(files),
    ...note.carried.slice(0, MAX_SHOWN_FILES).map(carriedField),
  ];
  const said = fields.length > 0 ? renderFields(fields, look) : '  Nothing in it is by an agent.\n';
  const present = note.carried.length > 0 ? commit.oid : undefined;
  return head + said + (trees.length > 0 ? `\n${renderTrees(trees, look, () => present)}` : '');
}

function partField({ short, session, steps, lines, usage }: SessionPart, i: number): Field {
  const facts = [counted(lines, 'line'), counted(steps, 'step'), ...(usage ? [usageWords(usage)] : [])];
  return row(i === 0 ? 'sessions' : '', ...sessionSpans(session, short), span(facts.join(', ')));
}

function fileFields(files: readonly FileShare[]): Field[] {
  const rows = files.slice(0, MAX_SHOWN_FILES).map(({ path, added, agent, unsure, evidence }, i) => {
    const kinds = [...evidence]
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

/** `git prov show SESSION` for people. */
export function renderSession({ story, trees }: ShownSession, look: TextStyle): string {
  const { session } = story.summary;
  const head = look.paint('heading', `session ${term(session.id)}`);
  return `${head}\n${renderFields(summaryFields(story), look)}${trees.length > 0 ? `\n${renderTrees(trees, look, presentIn(story))}` : ''}`;
}

const presentIn =
  ({ rewritten }: Pick<SessionStory, 'rewritten'>): PresentCommit =>
  (recorded) =>
    rewritten.get(recorded);

// A patch names the commit that was made; a rewrite gave its content another id.
function commitFields({ kind, detail }: Node, story: Pick<SessionStory, 'rewritten'>): Field[] {
  const recorded = detail?.['commit'];
  if (kind !== 'patch' || typeof recorded !== 'string') return [];
  const present = presentIn(story)(recorded);
  return [row('commit', span(shortOid(recorded)), ...(present ? [span(`now ${shortOid(present)}`, 'agent')] : []))];
}

/**
 * `git prov show KIND:ID` for people.
 * @param about `standing`: the status of an entry; `lineage`: its trees
 */
export function renderNode(
  { node, origin, input, output, wrote, tree, story }: ShownNode,
  look: TextStyle,
  { standing, lineage }: { readonly standing?: readonly Field[]; readonly lineage?: string } = {},
): string {
  const { session, goals, decision } = origin;
  const text = textOf(node, 'text') ?? node.summary;
  const command = textOf(node, 'command');
  const above = goals.filter(({ id }) => id !== node.id);
  const own =
    node.kind === 'decision'
      ? decisionFields({ id: node.id, node })
      : [row(kindName(node.kind).toLowerCase(), span(term(text)))];
  const fields: Field[] = [
    ...own,
    ...(command && command !== text ? [row('command', span(term(command)))] : []),
    ...(standing ?? []),
    ...commitFields(node, story),
    row('when', span(moment(node.at))),
    ...above.flatMap(({ id, node: goal }) =>
      goal ? [row('goal', span(term(goal.summary)), reference('goal', id))] : [],
    ),
    ...(decision ? decisionFields(decision) : []),
    row('session', ...sessionSpans(session, session ? sessionPrefix(session.id) : node.id.slice(0, 8))),
    ...wrote.flatMap(({ commit, files }, i) => [
      row(
        i === 0 ? 'wrote' : '',
        span(`${commit.short} ${term(commit.subject)}`),
        span(`(${day(commit.time)})`, 'quiet'),
      ),
      ...files.map(({ path, lines }) => row('', span(`${counted(lines, 'line')} of ${term(path)}`))),
    ]),
  ];
  const head = look.paint('heading', `${term(node.kind, 30)}:${term(node.id)}`);
  const said = renderContent('input', input?.text ?? '', look) + renderContent('output', output?.text ?? '', look);
  const after = tree.children.length > 0 ? `\n${renderTrees([tree], look, presentIn(story))}` : '';
  return `${head}\n${renderFields(fields, look)}${after}${said}${lineage ?? ''}`;
}
