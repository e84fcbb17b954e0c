import { sessionPart } from '../../../../model/ids.ts';
import type { Standing } from '../../../../model/knowledge/status.ts';
import type { Referred } from '../../../../ask/blame/rationale.ts';
import type { CheckState, Verification } from '../../../../model/graph/verification.ts';
import type { StepOrigin } from '../../../../ask/why/origin.ts';
import type { BinaryFile } from '../../../../ask/why/binary.ts';
import type { ExplainedLines, BlamedOn, Explained, Reason } from '../../../../ask/why/why.ts';
import { renderContent } from '../content-block.ts';
import { renderFields, span, type Field, type TextStyle, type Span } from '../fields.ts';
import { term } from '../term.ts';
import { explains, NO_REASON } from '../unexplained.ts';
import type { Node } from '../../../../model/model.ts';
import {
  counted,
  day,
  doubtLabel,
  kindName,
  moment,
  reference,
  sessionSpans,
  spokenIn,
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
export function renderWhy(
  { path, instead, revision, answers, binary, contents, idDigits }: Explained,
  look: TextStyle,
): string {
  const { paint } = look;
  let out = '';
  if (instead !== undefined) {
    const at = revision?.slice(0, idDigits || undefined) ?? 'HEAD';
    out += `${paint('quiet', `The revision ${term(instead, 80)} is not here: these are the lines at ${at}.`)}\n\n`;
  }
  if (binary) return `${out}${paint('heading', term(path))}\n${renderFields(binaryFields(binary), look)}`;
  const told = new Set<string>();
  for (const [i, answer] of answers.entries()) {
    if (i > 0) out += '\n';
    out += `${paint('heading', `${term(path)}:${rangeOf(answer)}`)}\n${code(answer, look)}\n`;
    out += renderFields(fieldsOf(answer, look, idDigits), look) + kept(answer, contents, told, look);
  }
  return out;
}

function binaryFields({ commit, changedBy }: BinaryFile): Field[] {
  return [
    field('written by', [span('unknown: the file is binary, so nothing is recorded for its lines')]),
    ...changedBy.map(({ step, session }, i) =>
      field(i === 0 ? 'changed by' : '', [...stepSpans(step), ...sessionSpans(session, sessionPart(step.id))]),
    ),
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

// With prov.capture = full. When several answers share a step, only the first one has it.
function kept({ reason }: ExplainedLines, contents: Explained['contents'], told: Set<string>, look: TextStyle): string {
  const node = reason?.step.node;
  if (!node || told.has(node.id)) return '';
  told.add(node.id);
  const text = (hash: string | undefined): string => (hash && contents.get(hash)) ?? '';
  return (
    renderContent('input', text(node.input), look, MAX_LINES) +
    renderContent('output', text(node.output), look, MAX_LINES)
  );
}

function rangeOf({ lines }: ExplainedLines): string {
  const [first, last] = [lines[0]?.line ?? 0, lines.at(-1)?.line ?? 0];
  return first === last ? String(first) : `${first}-${last}`;
}

function code({ lines }: ExplainedLines, { paint, columns }: TextStyle): string {
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

function fieldsOf(answer: ExplainedLines, look: TextStyle, digits: number): Field[] {
  const { reason, owner } = answer;
  const said = reason ? reasonFields(reason, look) : [field('written by', writer(answer))];
  return [
    ...said,
    field('commit', commitSpans(answer.commit, digits)),
    ...(reason && owner.evidence ? [field('evidence', [span(term(owner.evidence, 40))])] : []),
    ...(owner.standing === 'claimed'
      ? [field('standing', [span('claimed: not signed by an allowed signer', 'failed')])]
      : []),
    ...fromFields(answer),
  ];
}

const field = (label: string, spans: readonly Span[]): Field => ({ label, spans });

function reasonFields(reason: Reason, look: TextStyle): Field[] {
  const { step, session, decision, goals, explored } = reason;
  const [goal, ...above] = goals;
  return [
    ...(goal ? [field('goal', referred(goal, 'goal'))] : []),
    ...above.map((one) => field('part of', referred(one, 'goal'))),
    ...(decision ? whyFields(decision, reason.standing) : []),
    ...(explored.length > 0 ? [field('explored', exploredSpans(explored))] : []),
    field('change', stepSpans(step)),
    ...verificationFields(reason, look),
    ...reason.doubts.map((doubt) => field(doubtLabel(doubt), quoted(doubt))),
    field('session', sessionSpans(session, sessionPart(step.id))),
  ];
}

// A list of what was done is not a reason; git prov show prints it.
const whyFields = (decision: Referred, standing: Standing | undefined): Field[] =>
  explains(decision)
    ? decisionFields(decision, standing)
    : [field('decision', [span(NO_REASON, 'quiet'), reference('decision', decision.id)])];

const ELSEWHERE = span('which no note that is here holds', 'quiet');

// The text of a node and its reference.
function referred({ id, node }: Referred, kind: string): Span[] {
  if (!node) return [reference(kind, id), ELSEWHERE];
  return [span(term(textOf(node, 'text') ?? node.summary)), reference(node.kind, id)];
}

/** How a decision is known, in words. */
const SOURCES: Readonly<Record<string, string>> = {
  declared: 'declared',
  narrated: "in the agent's words",
  consolidated: 'from what was done',
};
/** The place of a decision's words, by its name in the note. */
const PLACES: Readonly<Record<string, string>> = {
  prompt: "in the user's words",
  plan: "in the agent's plan",
  thinking: "in the agent's thoughts",
  message: "in the agent's commit message",
};

function sourceWords(node: Node): string | undefined {
  const source = textOf(node, 'source');
  const place = textOf(node, 'place');
  if (source === 'narrated' && place !== undefined && Object.hasOwn(PLACES, place)) return PLACES[place];
  return source === undefined || !Object.hasOwn(SOURCES, source) ? source && term(source, 30) : SOURCES[source];
}

/** A decision with its rejected alternatives and its reason. */
export function decisionFields(decision: Referred, standing?: Standing): Field[] {
  const { node } = decision;
  if (!node) return [field('decision', referred(decision, 'decision'))];
  const known = sourceWords(node);
  const because = textOf(node, 'because');
  // The usual status, valid, is not printed.
  const holds = standing === undefined || standing.status === 'accepted';
  const sure = standing?.confidence === undefined ? '' : `, confidence ${standing.confidence.toFixed(2)}`;
  return [
    field('decision', [
      span(term(node.summary)),
      ...(known ? [span(`(${known}${sure})`, 'quiet')] : []),
      ...(holds ? [] : [span(standing.status, 'stale')]),
      reference('decision', node.id),
    ]),
    ...(because ? [field('because', [span(term(because))])] : []),
    ...textsOf(node, 'rejected').map((text) => field('rejected', [span(term(text))])),
  ];
}

function exploredSpans(explored: readonly Referred[]): Span[] {
  const known = explored.flatMap(({ node }) => (node ? [term(node.summary)] : []));
  const shown = [...new Set(known)].slice(-MAX_SHOWN_EXPLORATIONS); // the last ones were closest to the change
  const rest = explored.length - shown.length;
  const more = rest > 0 ? (shown.length > 0 ? ` and ${counted(rest, 'more step')}` : counted(rest, 'step')) : '';
  return [span(`${shown.join(', ')}${more}`)];
}

function stepSpans({ id, node }: Referred): Span[] {
  if (!node) return [reference('node', id), ELSEWHERE];
  const tool =
    node.tool && !node.summary.toLowerCase().startsWith(node.tool.toLowerCase()) ? ` with ${term(node.tool, 40)}` : '';
  return [span(`${term(node.summary)}${tool}, ${moment(node.at)}`), reference(node.kind, id)];
}

const VERDICTS: Readonly<Record<Verification, string>> = {
  passed: 'passed',
  failed: 'failed',
  stale: 'passed; the code was changed since',
  none: 'no check recorded after this change',
  'not-applicable': 'no check applies to this file',
};

// One line for each kind of check if there are several.
function verificationFields(reason: Reason, look: TextStyle): Field[] {
  const { checks } = reason;
  const [only] = checks;
  if (checks.length < 2) {
    const run = only?.node ?? reason.run;
    return [field('verified', [...verificationSpans({ ...reason, run }, look), ...likely(only)])];
  }
  return checks.map((check, i) => {
    const [sign, ...rest] = verificationSpans({ verification: check.state, run: check.node }, look);
    return field(i === 0 ? 'verified' : '', [sign!, span(`${check.kind}:`, 'quiet'), ...rest, ...likely(check)]);
  });
}

const quoted = (doubt: Node): Span[] => [
  span(`“${term(doubt.summary)}”`),
  span(`(${spokenIn(doubt)})`, 'quiet'),
  reference(doubt.kind, doubt.id),
];

// Where the words of the check do not show whether it covers the file.
const likely = (check: CheckState | undefined): Span[] => [
  ...(check?.told === undefined ? [] : [span(`reported by ${term(check.told, 64)}`, 'quiet')]),
  ...(check?.likely ? [span('(likely covers this file)', 'quiet')] : []),
];

function verificationSpans({ verification, run }: Pick<Reason, 'verification' | 'run'>, { signs }: TextStyle): Span[] {
  if (verification === 'none' || verification === 'not-applicable') return [span(VERDICTS[verification], 'quiet')];
  const sign = span(signs[verification], verification);
  if (!run) return [sign, span(VERDICTS[verification], verification)];
  const what = term(run.summary).replace(/ (?:passed|failed)$/, '');
  return [sign, span(what), span(VERDICTS[verification], verification), span(`(${moment(run.at)})`)];
}

function writer({ owner, commit, noted, imported }: ExplainedLines): Span[] {
  const record = imported?.length
    ? `the record of ${imported.map((name) => term(name, 40)).join(' and ')}`
    : 'the record';
  if (owner.owner === 'human')
    return [
      span(commit ? `a person: ${term(commit.author)}` : 'a person', 'human'),
      ...(imported ? [span(`(by ${record})`, 'quiet')] : []),
    ];
  if (imported && owner.evidence === 'unsure') return [span(`not known: ${record} does not say who wrote it`)];
  if (owner.evidence === 'likely')
    return [span('not known: a program of an agent ran while it appeared and may have written it')];
  if (owner.evidence === 'unsure')
    return [span('not known: it came while a step of an agent ran, and it is not certain who wrote it')];
  if (!commit) return [span('not known: nothing is recorded here of what is not committed')];
  return [
    span(
      noted
        ? 'not known: the note on the commit does not say'
        : 'unknown: the commit has no note (made before git prov, or not recorded)',
    ),
  ];
}

function commitSpans(commit: BlamedOn | undefined, digits: number): Span[] {
  if (!commit) return [span('not committed yet', 'quiet')];
  const { oid, subject, author, time } = commit;
  return [
    span(`${oid.slice(0, digits || undefined)} ${term(subject)}`),
    span(`(${term(author)}, ${day(time)})`, 'quiet'),
  ];
}

// The step that wrote the lines before a person changed them, or that may have written them, and its purpose.
function fromFields({ from, likely }: ExplainedLines): Field[] {
  const origin = from ?? likely;
  if (!origin) return [];
  const { step, session, decision, goals } = origin;
  const why: StepOrigin['decision'] = decision && explains(decision) ? decision : goals[0];
  return [
    field(from ? 'changed from' : 'likely by', [...stepSpans(step), ...sessionSpans(session, sessionPart(step.id))]),
    ...(why?.node ? [field('', [span(`${kindName(why.node.kind)}: ${term(stated(why.node))}`, 'quiet')])] : []),
  ];
}
