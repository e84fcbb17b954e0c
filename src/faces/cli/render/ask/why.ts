import type { CheckAnswer, OriginAnswer, WhyAnswer, WhyBinary, WhyLines } from '../../../../ask/why/why-answer.ts';
import { nameInId } from '../../../../ask/code/code-kinds.ts';
import { isKnown } from '../../../../ask/shapes/parts.ts';
import type { DoubtInfo, NamedNode, NodeInfo } from '../../../../ask/shapes/shapes.ts';
import type { Verification } from '../../../../model/graph/verification.ts';
import { sessionPart, type NodeId } from '../../../../model/ids.ts';
import { isOverruled, type Status } from '../../../../model/knowledge/status.ts';
import { renderContent } from '../content-block.ts';
import { renderFields, renderHeading, span, type Field, type TextStyle, type Span } from '../fields.ts';
import { term } from '../term.ts';
import { entriesPart, staleFields } from './linked-entry.ts';
import { explains, inOrder, NO_REASON } from '../unexplained.ts';
import {
  counted,
  day,
  doubtLabel,
  kindName,
  moment,
  reference,
  sessionSpans,
  placeWord,
  PLACES,
  stated,
  textOf,
  textsOf,
} from '../words.ts';

/** Lines of code shown for a run; the rest is counted. */
const MAX_CODE_LINES = 6;
const TAB = '    ';
/** Explorations listed. */
const MAX_SHOWN_EXPLORATIONS = 4;
/** Lines of a step's input and output; git prov show has the rest. */
const MAX_LINES = 8;

/** `git prov why` for people: for each run of lines its code, and its history. */
export function renderWhy(why: WhyAnswer, style: TextStyle): string {
  const { path, instead_of: instead, revision_short: revision, answers, linked = [], binary, contents } = why;
  const { paint } = style;
  let out = '';
  if (instead !== null) {
    const at = revision ?? 'HEAD';
    out += `${paint('quiet', `The revision ${term(instead, 80)} is not here: these are the lines at ${at}.`)}\n\n`;
  }
  if (binary) return `${out}${renderHeading(term(path), '', style)}${renderFields(binaryFields(binary), style)}`;
  const printed = new Set<string>();
  for (const [i, answer] of answers.entries()) {
    if (i > 0) out += '\n';
    const inside = answer.symbol === null ? '' : `in ${term(nameInId(answer.symbol), 60)}`;
    out += `${renderHeading(`${term(path)}:${rangeOf(answer)}`, inside, style)}${code(answer, style)}\n`;
    out += renderFields(fieldsOf(answer, style), style) + kept(answer, contents, printed, style);
  }
  return out + entriesPart(linked, style);
}

function binaryFields({ last_change: commit, changed_by: changedBy }: WhyBinary): Field[] {
  return [
    field('written by', [span('unknown: the file is binary, so nothing is recorded for its lines')]),
    ...changedBy.map((origin, i) => field(i === 0 ? 'changed by' : '', originSpans(origin))),
    ...(commit
      ? [
          field('last commit', [
            span(`${commit.short} ${term(commit.subject)}`),
            span(`(${term(commit.author)}, ${day(commit.time)})`, 'quiet'),
          ]),
        ]
      : []),
  ];
}

const originSpans = ({ step, session }: OriginAnswer): Span[] =>
  step ? [...stepSpans(step), ...sessionSpans(session, sessionPart(step.id as NodeId))] : [];

// With prov.capture = full. When several answers share a step, only the first one has it.
function kept(
  { step, input, output }: WhyLines,
  contents: WhyAnswer['contents'],
  printed: Set<string>,
  style: TextStyle,
): string {
  if (!step || !isKnown(step) || printed.has(step.id)) return '';
  printed.add(step.id);
  const text = (hash: string | null): string => (hash === null ? undefined : contents[hash]) ?? '';
  return (
    renderContent('input', text(input), style, MAX_LINES) + renderContent('output', text(output), style, MAX_LINES)
  );
}

function rangeOf({ lines }: WhyLines): string {
  const [first, last] = [lines[0]?.line ?? 0, lines.at(-1)?.line ?? 0];
  return first === last ? String(first) : `${first}-${last}`;
}

function code({ lines }: WhyLines, { paint, columns }: TextStyle): string {
  const shown = lines.length > MAX_CODE_LINES ? lines.slice(0, MAX_CODE_LINES - 1) : lines;
  const digits = String(lines.at(-1)?.line ?? 0).length;
  let out = '';
  for (const { line, text } of shown) {
    const room = columns === undefined ? undefined : Math.max(1, columns - digits - 4);
    const content = term(text.replaceAll('\t', TAB), room).trimEnd();
    out += `  ${paint('quiet', String(line).padStart(digits))}${content === '' ? '' : `  ${content}`}\n`;
  }
  const rest = lines.length - shown.length;
  return rest > 0 ? `${out}  ${' '.repeat(digits)}  ${paint('quiet', `and ${rest} more lines`)}\n` : out;
}

function fieldsOf(answer: WhyLines, style: TextStyle): Field[] {
  const { step, evidence, standing } = answer;
  return [
    ...(step ? reasonFields(answer, step, style) : [field('written by', writer(answer))]),
    field('commit', commitSpans(answer.commit)),
    ...(step && evidence !== null ? [field('evidence', [span(term(evidence, 40))])] : []),
    ...(standing === 'claimed'
      ? [field('standing', [span('claimed: not signed by an allowed signer', 'failed')])]
      : []),
    ...fromFields(answer),
  ];
}

const field = (label: string, spans: readonly Span[]): Field => ({ label, spans });

function reasonFields(answer: WhyLines, step: NamedNode, style: TextStyle): Field[] {
  const { session, decision, goals, follows, explored, doubts } = answer;
  const [goal, ...above] = goals;
  return [
    ...(goal ? inOrder(goal, follows) : []).map(([label, one]) => field(label, referred(one, 'goal'))),
    ...above.map((one) => field('part of', referred(one, 'goal'))),
    ...(decision ? whyFields(decision, answer) : []),
    ...(explored.length > 0 ? [field('explored', exploredSpans(explored))] : []),
    field('change', stepSpans(step)),
    ...verificationFields(answer, style),
    ...doubts.map((doubt) => field(doubtLabel(doubt), quoted(doubt))),
    field('session', sessionSpans(session, sessionPart(step.id as NodeId))),
  ];
}

// A list of what was done is not a reason; git prov show prints it.
const whyFields = (decision: NamedNode, answer: WhyLines) =>
  explains(decision)
    ? [...decisionFields(decision, answer), ...staleFields(answer.decision_stale)]
    : [field('decision', [span(NO_REASON, 'quiet'), reference('decision', decision.id)])];

const ELSEWHERE = span('not in any note of this clone', 'quiet');

// The text of a node and its reference.
const referred = (node: NamedNode, kind: string): Span[] =>
  isKnown(node)
    ? [span(term(textOf(node, 'text') ?? node.summary)), reference(node.kind, node.id)]
    : [reference(kind, node.id), ELSEWHERE];

/** How a decision is known, in words. */
const SOURCES: Readonly<Record<string, string>> = {
  declared: 'declared',
  narrated: "in the agent's words",
  consolidated: 'from what was done',
};
function sourceWords(node: NodeInfo): string | undefined {
  const [source, model] = [textOf(node, 'source'), textOf(node, 'model')];
  if (model !== undefined) return `summarised by ${term(model, 80)}`;
  const place = textOf(node, 'place');
  if (source === 'narrated' && place !== undefined && Object.hasOwn(PLACES, place)) return PLACES[place];
  return source === undefined || !Object.hasOwn(SOURCES, source) ? source && term(source, 30) : SOURCES[source];
}

const STATUSES: Readonly<Partial<Record<Status, string>>> = {
  rejected: 'rejected by a person',
  retracted: 'retracted: it was taken back',
};

type Standing = Pick<WhyLines, 'decision_status' | 'decision_confidence' | 'decision_superseded_by'>;

/** A decision with its reason, and the alternatives that it ruled out. */
export function decisionFields(decision: NamedNode, standing: Partial<Standing> = {}): Field[] {
  const {
    decision_status: status = null,
    decision_confidence: confidence = null,
    decision_superseded_by: by,
  } = standing;
  if (!isKnown(decision)) return [field('decision', referred(decision, 'decision'))];
  const known = sourceWords(decision);
  const because = textOf(decision, 'because');
  // The usual status, valid, is not printed.
  const holds = status === null || status === 'accepted';
  const sure = confidence === null ? '' : `, confidence ${confidence.toFixed(2)}`;
  return [
    field('decision', [
      span(term(decision.summary)),
      ...(known ? [span(`(${known}${sure})`, 'quiet')] : []),
      ...(holds ? [] : [span(STATUSES[status] ?? status, isOverruled(status) ? 'failed' : 'stale')]),
      ...(by === undefined ? [] : [span('by'), reference('decision', by)]),
      reference('decision', decision.id),
    ]),
    ...(because ? [field('because', [span(term(because))])] : []),
    ...textsOf(decision, 'rejected').map((text) => field('ruled out', [span(term(text))])),
  ];
}

function exploredSpans(explored: readonly NamedNode[]): Span[] {
  const known = explored.filter(isKnown).map(({ summary }) => term(summary));
  const shown = [...new Set(known)].slice(-MAX_SHOWN_EXPLORATIONS); // the last ones were closest to the change
  const rest = explored.length - shown.length;
  const more = rest > 0 ? (shown.length > 0 ? ` and ${counted(rest, 'more step')}` : counted(rest, 'step')) : '';
  return [span(`${shown.join(', ')}${more}`)];
}

function stepSpans(step: NamedNode): Span[] {
  if (!isKnown(step)) return [reference('node', step.id), ELSEWHERE];
  const { tool, summary, at, kind, id } = step;
  const named = tool && !summary.toLowerCase().startsWith(tool.toLowerCase()) ? ` with ${term(tool, 40)}` : '';
  return [span(`${term(summary)}${named}, ${moment(at)}`), reference(kind, id)];
}

const VERDICTS: Readonly<Record<Verification, string>> = {
  passed: 'passed',
  failed: 'failed',
  stale: 'passed; the code was changed since',
  none: 'no check of this change has a known result',
  'not-applicable': 'no check applies to this file',
};

// One line for each kind of check if there are several.
function verificationFields({ verification: { state, run, checks } }: WhyLines, style: TextStyle): Field[] {
  const [only] = checks;
  const spans = verificationSpans(state, only?.run ?? run, style, only?.words);
  if (checks.length < 2) return [field('verified', [...spans, ...likelySpans(only)])];
  return checks.map((check, i) => {
    const [sign, ...rest] = verificationSpans(check.state, check.run, style, check.words);
    return field(i === 0 ? 'verified' : '', [sign!, span(`${check.kind}:`, 'quiet'), ...rest, ...likelySpans(check)]);
  });
}

const quoted = (doubt: DoubtInfo): Span[] => [
  span(`“${term(doubt.text)}”`),
  span(`(${placeWord(doubt)})`, 'quiet'),
  reference('risk', doubt.id),
];

// Where the words of the check do not show whether it covers the file.
const likelySpans = (check: CheckAnswer | undefined): Span[] => [
  ...(check?.told === undefined ? [] : [span(`reported by ${term(check.told, 64)}`, 'quiet')]),
  ...(check?.likely ? [span('(likely covers this file)', 'quiet')] : []),
];

function verificationSpans(state: Verification, run: NodeInfo | null, { signs }: TextStyle, words?: string): Span[] {
  if (state === 'none' || state === 'not-applicable') return [span(VERDICTS[state], 'quiet')];
  const sign = span(signs[state], state);
  if (!run) return [sign, span(VERDICTS[state], state)];
  const what = term(words ?? run.summary.replace(/ (?:passed|failed)$/, ''));
  return [sign, span(what), span(VERDICTS[state], state), span(`(${moment(run.at)})`)];
}

function writer({ owner, evidence, commit, noted, shallow, imported }: WhyLines): Span[] {
  const record = imported?.length
    ? `the record of ${imported.map((name) => term(name, 40)).join(' and ')}`
    : 'the record';
  if (owner === 'human')
    return [
      span(commit ? `a person: ${term(commit.author)}` : 'a person', 'human'),
      ...(imported ? [span(`(by ${record})`, 'quiet')] : []),
    ];
  if (imported && evidence === 'unsure') return [span(`not known: ${record} does not say who wrote it`)];
  if (evidence === 'likely')
    return [span('not known: a program of an agent ran while it appeared and may have written it')];
  if (evidence === 'unsure')
    return [span('not known: it came while a step of an agent ran, and it is not certain who wrote it')];
  if (!commit) return [span('not known: nothing is recorded here of what is not committed')];
  if (shallow) return [span('not known: this clone is shallow, and the line may be older (git fetch --unshallow)')];
  return [
    span(
      noted
        ? 'not known: the note on the commit does not say'
        : 'unknown: the commit has no note (made before git prov, or not recorded)',
    ),
  ];
}

function commitSpans(commit: WhyLines['commit']): Span[] {
  if (!commit) return [span('not committed yet', 'quiet')];
  const { short, subject, author, time } = commit;
  return [span(`${short} ${term(subject)}`), span(`(${term(author)}, ${day(time)})`, 'quiet')];
}

// The step that wrote the lines before a person changed them, or that may have written them, and its purpose.
function fromFields({ from, likely }: WhyLines): Field[] {
  const origin = from ?? likely;
  if (!origin) return [];
  const { decision, goals } = origin;
  const why = decision && explains(decision) ? decision : goals[0];
  return [
    field(from ? 'changed from' : 'likely by', originSpans(origin)),
    ...(why && isKnown(why) ? [field('', [span(`${kindName(why.kind)}: ${term(stated(why))}`, 'quiet')])] : []),
  ];
}
