import type { NodeId, RepoPath } from '../../../../model/ids.ts';
import type { Overruled } from '../../../../ask/shapes/shapes.ts';
import type { Node } from '../../../../model/model.ts';
import { rangesOf, type Attention, type Concern } from '../../../../ask/report/attention.ts';
import { placeOf } from '../../../../ask/report/report-answer.ts';
import type { Report } from '../../../../ask/report/report.ts';
import type { Counts, Sum, Unknown } from '../../../../ask/report/sum.ts';
import { counted, stated, textOf } from '../words.ts';
import { shortOid } from '../../../../git/repository/abbreviation.ts';

/** Makes foreign text safe for a format; each format has its own. */
export type Quote = (text: string, width?: number) => string;

/** Why lines need attention, briefly and as a sentence. */
export const CONCERNS: Readonly<Record<Concern, { readonly short: string; readonly long: string }>> = {
  failed: { short: 'failed', long: 'the last check that followed failed' },
  rejected: { short: 'rejected', long: 'the decision behind them was rejected or retracted' },
  blind: { short: 'blind edit', long: 'the session had not read the file before' },
  none: { short: 'never verified', long: 'no check followed' },
  unrecorded: { short: 'not recorded', long: 'they were imported from a tool that records no checks' },
  stale: { short: 'stale', long: 'the code was changed after the check' },
  unknown: { short: 'unknown', long: 'the owner of these lines is unknown' },
};

const UNKNOWNS: Readonly<Record<Unknown, string>> = {
  'no-note': 'the commit has no note',
  unreadable: 'the note cannot be read',
  unsure: 'the note does not name an owner',
  elsewhere: 'they came with no commit of the range',
};

/** Why lines are unknown. */
export const unknownWords = (reasons: readonly Unknown[]): string =>
  reasons.map((reason) => UNKNOWNS[reason]).join(', ');

/** `77%`; never 0% for some or 100% for not all. */
export function percent(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '0%';
  return part === whole ? '100%' : `${Math.min(99, Math.max(1, Math.round((100 * part) / whole)))}%`;
}

/** How the agents' lines were verified: `80 passed, 3 failed`. */
export function verificationWords({
  verification: { passed, stale, failed, none },
  notApplicable = 0,
  withoutChecks = 0,
  claimed = 0,
}: Counts): string {
  const parts = [
    [passed, 'passed'],
    [failed, 'failed'],
    [none - withoutChecks, 'never verified'],
    [withoutChecks, 'without recorded checks'],
    [stale, 'stale'],
    [notApplicable, 'not applicable'],
    [claimed, 'only claimed'],
  ] as const;
  return parts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])).join(', ');
}

/** For how many of the agents' lines no reason was given, or none was recorded: an import may hold no words of the session. */
export function reasonWords(
  { unexplained, withoutReasons }: Sum,
  lines: (count: number) => string,
): string | undefined {
  const parts = [
    ...(unexplained > 0 ? [`no reason was given for ${lines(unexplained)}`] : []),
    ...(withoutReasons > 0 ? [`no reason was recorded for ${lines(withoutReasons)}`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** The size of a range: `3 commits, 4 files, 130 lines added`. */
export const sizeWords = ({ commits, files, sum }: Report): string =>
  [counted(commits.length, 'commit'), counted(files.length, 'file'), `${counted(sum.counts.added, 'line')} added`].join(
    ', ',
  );

/** The whole report when a single line is enough: no commits, no added lines, or no agents. */
export function nothingWords({ range, commits, sum }: Report, quote: Quote): string | undefined {
  const name = quote(range.name, 120);
  const { added, agent, human, unknown } = sum.counts;
  if (commits.length === 0) return `${name} has no commits: there is nothing to report.`;
  if (added === 0) return `${name} adds no lines: there is nothing to report.`;
  if (agent > 0) return undefined;
  const without = commits.filter(({ note }) => note === 'none').length;
  const notes = without === 0 ? '' : ` (${counted(without, 'commit has', 'commits have')} no note)`;
  const lines = `${added === 1 ? 'the line' : `any of the ${counted(added, 'line')}`} that ${name} adds`;
  return unknown === 0
    ? `No agent wrote ${lines}.`
    : `No agent is known to have written ${lines}: ${human} by people, ${unknown} unknown${notes}.`;
}

/** The source of a default range. */
export const takenWords = ({ range }: Report, quote: Quote): string | undefined =>
  range.taken === undefined ? undefined : `Compared with ${quote(range.taken, 120)}.`;

/** What the numbers mean. */
export function countedWords({ range, signs }: Report): string {
  const base = range.base ? shortOid(range.base) : 'nothing';
  return `Counts the lines added between ${base} and ${shortOid(range.head)}, by the commit that added them; the rest comes from the notes.${signs ? '' : ' No allowed signers are known here, so everyone who can push notes can write them.'}`;
}

/** A warning for a clone without the complete history. */
const SHALLOW =
  'This clone is shallow and its history ends within the range: lines of its last commit may be older. Run git fetch --unshallow.';

/** What limits the report as a whole, in sentences. */
export const limitWords = ({ shallow, unread }: Report): string[] => [
  ...(shallow ? [SHALLOW] : []),
  ...(unread > 0
    ? [`${counted(unread, 'step')} that are only claimed were not read, because there are too many.`]
    : []),
];

/** Characters. Only the end of a longer path is shown. */
const MAX_PATH_CHARACTERS = 200;
const MAX_SHOWN_SYMBOLS = 3;
const MAX_SYMBOL_CHARACTERS = 60;

/** Lines of a file. */
type Lines = Pick<Attention, 'path' | 'ranges'>;

/** The places of lines, with the path once: `src/a.ts:3-9, :20 and 2 more places`. @param limit maximum number of places */
export function placesOf({ path, ranges }: Lines, limit: number, quote: Quote): string {
  const file = path.length > MAX_PATH_CHARACTERS ? `…${path.slice(1 - MAX_PATH_CHARACTERS)}` : path; // cutting at the end would remove the numbers
  const named = ranges.slice(0, limit).map(([start, count], i) => `${i === 0 ? file : ''}:${placeOf(start, count)}`);
  const rest = ranges.length - named.length;
  const places = named.map((place) => quote(place, 2 * MAX_PATH_CHARACTERS)).join(', ');
  return `${places}${rest > 0 ? ` and ${counted(rest, 'more place')}` : ''}`;
}

/** The functions and types around lines: `in mean and sum`; undefined for none. */
export function symbolWords({ symbols = [] }: Attention, quote: Quote): string | undefined {
  const names = symbols.slice(0, MAX_SHOWN_SYMBOLS).map(({ name }) => quote(name, MAX_SYMBOL_CHARACTERS));
  const rest = symbols.length - names.length;
  return names.length === 0 ? undefined : `in ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Lines written after a person was asked, by file. */
export const approvedLines = ({ files }: Report): Lines[] =>
  files.flatMap(({ path, lines }) => {
    const ranges = rangesOf(lines.filter(({ approved }) => approved));
    return ranges.length > 0 ? [{ path, ranges }] : [];
  });

/** The first items of a list, and the number of the others. */
export function someOf(all: readonly string[], limit: number, one: string): string {
  const rest = all.length - limit;
  return `${all.slice(0, limit).join(', ')}${rest > 0 ? ` and ${counted(rest, `more ${one}`)}` : ''}`;
}

/** The files with lines of goals and decisions. */
export function filesById({ files }: Report): Map<NodeId, RepoPath[]> {
  const byId = new Map<NodeId, RepoPath[]>();
  for (const { path, sum } of files)
    for (const { id } of [...sum.decisions, ...sum.goals]) {
      const paths = byId.get(id);
      if (paths) paths.push(path);
      else byId.set(id, [path]);
    }
  return byId;
}

/** The text of a goal or a decision. */
export const statementOf = (node: Node, status?: Overruled): string =>
  node.kind === 'goal' ? (textOf(node, 'text') ?? node.summary) : stated(node, status);

/** The text of a node, if it is known here. */
export function statementIn({ nodes, overruled }: Report, id: NodeId | undefined): string | undefined {
  const node = id && nodes.node(id);
  return node ? statementOf(node, overruled.get(node.id)) : undefined;
}

/** The name of a session's agent. */
/** Whether a session is marked as only claimed. */
export const isClaimed = ({ signs, sessions }: Report, short: string): boolean =>
  signs && (sessions.get(short)?.standing ?? 'claimed') === 'claimed';

export const agentOf = ({ sessions }: Report, short: string): string => sessions.get(short)?.agent ?? 'agent';
