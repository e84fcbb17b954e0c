import { shortId, numberOf, type NodeId } from '../../../../model/ids.ts';
import { isStep } from '../../../../ask/find/complete-graphs.ts';
import type { SessionAnswer } from '../../../../ask/history/session-answer.ts';
import type { RecordStanding } from '../../../../model/standing/level.ts';
import type { NodeInfo, SessionSummary, UsageInfo } from '../../../../ask/shapes/shapes.ts';
import { renderFields, span, type Field, type TextStyle } from '../fields.ts';
import { type Column, renderTable } from '../table.ts';
import { term } from '../term.ts';
import {
  clock,
  counted,
  day,
  dollars,
  kindName,
  reference,
  sessionSpans,
  short as brief,
  usageWords,
  CLAIMED,
} from '../words.ts';
import { shortOid } from '../../../../git/repository/abbreviation.ts';

/** Maximum width of an agent's or a model's name in the list. */
const NAME_COLUMNS = 24;
/** Commits listed for a session. */
const MAX_SHOWN_COMMITS = 10;

/** From the first to the last step: `2026-01-31 14:05–15:10`. */
export function period({ first, last }: Pick<SessionSummary, 'first' | 'last'>): string {
  if (first === null || last === null) return '';
  const until = day(first) === day(last) ? clock(last) : `${day(last)} ${clock(last)}`;
  const from = `${day(first)} ${clock(first)}`;
  return from.endsWith(until) ? from : `${from} to ${until}`;
}

const COLUMNS: readonly Column<SessionSummary>[] = [
  { heading: 'session', cell: ({ session }) => shortId(session.short) },
  {
    heading: 'agent',
    cell: ({ session: { agent, parent } }) => term(parent ? `${agent} (sub)` : agent, NAME_COLUMNS),
    cut: 'end',
    rank: 8,
  },
  { heading: 'model', cell: ({ session }) => term(session.model ?? '', NAME_COLUMNS), rank: 1 },
  { heading: 'when', cell: period, rank: 5 },
  { heading: 'steps', cell: ({ steps }) => String(steps), right: true, rank: 6 },
  { heading: 'new', cell: ({ uncommitted }) => (uncommitted > 0 ? String(uncommitted) : ''), right: true, rank: 4 },
  {
    heading: 'commits',
    cell: ({ standing, commits, claimed }) => `${commits}${claimedPart(standing, claimed?.commits)}`,
    right: true,
    rank: 7,
  },
  {
    heading: 'lines',
    cell: ({ standing, lines, claimed }) => `${lines}${claimedPart(standing, claimed?.lines)}`,
    right: true,
  },
  { heading: 'tokens', cell: ({ usage }) => (usage ? brief(totalOf(usage)) : ''), right: true, rank: 3 },
  {
    heading: 'cost',
    cell: ({ usage }) => (usage?.costUsd === undefined ? '' : dollars(usage.costUsd)),
    right: true,
    rank: 2,
  },
];

/** What others claim of a trusted session, in brackets; nothing for a session that is only claimed as a whole. */
const claimedPart = (standing: RecordStanding | undefined, claimed: number | undefined): string =>
  standing !== 'claimed' && claimed ? ` (${claimed} claimed)` : '';

const totalOf = ({ input, output, cacheRead, cacheWrite }: UsageInfo): number =>
  input + output + cacheRead + cacheWrite;

/** What `git prov sessions` lists. */
export interface SessionsListed {
  readonly sessions: readonly SessionSummary[];
  /** Imported requests that are left out. */
  readonly requests: number;
  /** The agents that the user asked for. */
  readonly agents: readonly string[] | undefined;
}

/**
 * The list of `git prov sessions` for people.
 * @param marks whether sessions that are only claimed are marked
 */
export function renderSessions(
  { sessions, requests, agents }: SessionsListed,
  style: TextStyle,
  marks = false,
): string {
  const none = agents
    ? `No session of ${term(agents.join(', '), 80)} is known here.\n`
    : 'No session is known here yet. git fetch brings the notes of others.\n';
  const columns = marks && sessions.some(isClaimed) ? [...COLUMNS, STANDING] : COLUMNS;
  const left =
    requests === 0
      ? ''
      : `${counted(requests, 'imported request')} of a forge: --agent github or --agent gitlab lists them.\n`;
  return `${sessions.length === 0 ? none : renderTable(columns, sessions, style)}${style.paint('quiet', left)}`;
}

const isClaimed = ({ standing }: SessionSummary): boolean => standing === 'claimed';
const STANDING: Column<SessionSummary> = {
  heading: 'standing',
  cell: (session) => (isClaimed(session) ? '(claimed)' : ''),
};

/**
 * The heading of a session, before its steps.
 * @param marks whether it is marked when it is only claimed
 */
export function summaryFields(story: SessionAnswer, marks = false): Field[] {
  const { session, standing, steps, uncommitted, lines, commits, claimed, usage, children, landed } = story;
  const counts = [
    counted(steps, 'step') + (uncommitted > 0 ? `, ${uncommitted} of them in no commit yet` : ''),
    counted(lines, 'line') + claimedPart(standing, claimed?.lines),
    counted(commits, 'commit') + claimedPart(standing, claimed?.commits),
    ...(usage ? [usageWords(usage)] : []),
  ];
  const reached = landed.filter(({ reachable }) => reachable);
  const rest = reached.length - MAX_SHOWN_COMMITS;
  return [
    {
      label: 'agent',
      spans: [...sessionSpans(session, session.short), ...(marks && isClaimed(story) ? [CLAIMED] : [])],
    },
    { label: 'when', spans: [span(period(story))] },
    { label: 'did', spans: [span(counts.join(', '))] },
    ...children.map(({ session: child, steps: count }, i) => ({
      label: i === 0 ? 'started' : '',
      spans: [
        span(term(child.agent, NAME_COLUMNS), 'agent'),
        reference('session', child.short),
        span(counted(count, 'step')),
      ],
    })),
    ...reached.slice(0, MAX_SHOWN_COMMITS).map((one, i) => ({
      label: i === 0 ? 'commits' : '',
      spans: [
        span(`${shortOid(one.commit)}`),
        span(counted(one.lines, 'line') + claimedPart(standing, one.claimed), 'quiet'),
      ],
    })),
    ...(rest > 0 ? [{ label: '', spans: [span(`and ${rest} more`, 'quiet')] }] : []),
  ];
}

/** The timeline of `git prov sessions SESSION` for people. */
export function renderTimeline(story: SessionAnswer, style: TextStyle, marks = false): string {
  const { paint } = style;
  let out = `${paint('heading', `session ${term(story.session.id)}`)}\n${renderFields(summaryFields(story, marks), style)}`;
  const digits = Math.max(0, ...story.nodes.map(({ id }) => String(numberOf(id as NodeId)).length));
  let today = '';
  let before = 0;
  let committed = true;
  // An imported graph numbers its steps by the time of its commit, and repeats the prompts before it.
  const prompts = new Set<string>();
  for (const node of story.nodes) {
    const number = numberOf(node.id as NodeId);
    const missing = node.imported ? 0 : number - before - 1;
    before = number;
    const prompt = `${node.at} ${node.summary}`;
    if (node.kind === 'goal' && node.imported && prompts.has(prompt)) continue;
    if (node.kind === 'goal') prompts.add(prompt);
    if (missing > 0) out += `${paint('quiet', `  (${counted(missing, 'step')} that no note here holds)`)}\n`;
    if (!isStep(node)) continue; // derived from steps, and no event of its own
    if (node.kind !== 'patch' && day(node.at) !== today) out += `\n${paint('quiet', (today = day(node.at)))}\n`;
    if (committed && !node.committed) out += `${paint('quiet', '  in no commit yet:')}\n`;
    committed = node.committed;
    out += stepLine(node, digits, style);
  }
  return out;
}

/** The length of the longest common names of kinds. */
const KIND_COLUMNS = 12;

function stepLine(node: NodeInfo, digits: number, { paint, columns }: TextStyle): string {
  const time = node.kind === 'patch' ? ' '.repeat(8) : clock(node.at, true).padStart(8);
  const number = String(numberOf(node.id as NodeId)).padStart(digits);
  const kind = kindName(node.kind).toLowerCase().padEnd(KIND_COLUMNS);
  const used = 2 + 8 + 2 + digits + 2 + kind.length + 2;
  const summary = term(node.summary, columns === undefined ? undefined : Math.max(1, columns - used));
  const tone = node.kind === 'goal' ? 'heading' : node.kind === 'error' ? 'failed' : undefined;
  return `  ${paint('quiet', `${time}  ${number}`)}  ${kind}  ${tone ? paint(tone, summary) : summary}\n`;
}
