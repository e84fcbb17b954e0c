import type { ActionAnswer, BehaviourAnswer, BehavioursAnswer } from '../../../../behaviours/answer.ts';
import type { Guard } from '../../../../model/behaviours/guards.ts';
import { shortId } from '../../../../model/ids.ts';
import { declaredRows } from './declared.ts';
import { type Field, renderFields, renderText, row, type Span, span, type TextStyle } from '../fields.ts';
import { term } from '../term.ts';
import { counted, moment } from '../words.ts';

const MAX_TEXT_CHARACTERS = 200;
const ACCEPTED = 'Accepted: this content of .gitprov.toml counts in this clone from the next event on.';
const NOT_ACCEPTED = 'Not accepted.';
const BEGIN = 'Behaviours begin with what happens from now on.\n';
const WOULD_BEGIN = 'Behaviours have not run here yet. They begin with what happens after their first run.\n';

/** How the behaviours were asked. */
export interface BehavioursAsked {
  /** To list, to react, or to show what they would do. */
  readonly mode: 'list' | 'run' | 'dry';
  /** They began just now. */
  readonly isFirst: boolean;
  /** Whether a person accepted what the repository declares; undefined when nobody was asked. */
  readonly accepted: boolean | undefined;
}

/** The words for a limit that was reached. */
const GUARD_WORDS: Readonly<Record<Guard, (limit: number) => string>> = {
  hour: (limit) => `${counted(limit, 'action')} in an hour`,
  run: (limit) => `${counted(limit, 'action')} after an event`,
  open: (limit) => counted(limit, 'open entry', 'open entries'),
  depth: (limit) => `${counted(limit, 'step')} of reactions to other behaviours`,
};

/** `git prov behaviours` for people. */
export function renderBehaviours(
  { on, declared, behaviours, actions, more }: BehavioursAnswer,
  { mode, isFirst, accepted }: BehavioursAsked,
  style: TextStyle,
): string {
  const { paint } = style;
  const rest = more > 0 ? paint('quiet', `${counted(more, 'more action')}: use --limit.\n`) : '';
  const list = actions.map((action) => actionBlock(action, style)).join('');
  const state = on
    ? ''
    : `${renderText([span('Behaviours are off here: git config prov.behaviours true turns them on.')], style)}\n`;
  if (mode !== 'list') {
    const start = isFirst ? (mode === 'run' ? BEGIN : WOULD_BEGIN) : '';
    const none = mode === 'run' ? 'Nothing to react to.\n' : 'Nothing would be done.\n';
    return `${state}${start}${list || (isFirst ? '' : none)}${rest}${stops(behaviours)}`;
  }
  const verdict = accepted === undefined ? '' : `${accepted ? ACCEPTED : NOT_ACCEPTED}\n\n`;
  const blocks = behaviours.map((one) => behaviourBlock(one, style)).join('');
  const file = renderFields(declaredRows(declared), style, 0);
  return `${verdict}${state}${file}${file === '' ? '' : '\n'}${blocks}${list === '' ? '' : `\n${paint('heading', 'What they did')}\n${list}${rest}`}`;
}

function behaviourBlock(
  { name, declared, inForce, commands, about, stopped, waiting, missed, did, last }: BehaviourAnswer,
  style: TextStyle,
): string {
  const facts = [
    declared ? 'declared' : '',
    inForce ? '' : 'does not run',
    did === 0 ? 'did nothing yet' : `${counted(did, 'action')}, the last ${moment(last)}`,
    waiting > 0 ? `${counted(waiting, 'event')} waiting` : '',
    missed > 0 ? `${counted(missed, 'event')} missed` : '',
  ];
  const rows: Field[] = [
    row('', span(term(about, MAX_TEXT_CHARACTERS))),
    row('', span(facts.filter(Boolean).join('; '), 'quiet')),
    ...commands
      .filter(({ mapped }) => !mapped)
      .map((one) => row('', span(`needs a command: git config prov.run.${term(one.name, 80)} COMMAND`, 'stale'))),
    ...(stopped ? [row('', ...stopSpans(stopped, name))] : []),
  ];
  return `${style.paint('heading', term(name, 80))}\n${renderFields(rows, style, 0)}`;
}

/** Why a behaviour stopped, and how to go on. */
export const stopSpans = (
  { guard, limit }: { readonly guard: Guard; readonly limit: number },
  name: string,
): Span[] => [
  span(`stopped: it reached its limit of ${GUARD_WORDS[guard](limit)}`, 'failed'),
  span(`(git prov behaviours --resume ${term(name, 80)})`, 'quiet'),
];

const stops = (behaviours: readonly BehaviourAnswer[]): string =>
  behaviours
    .filter(({ stopped }) => stopped)
    .map(
      ({ name, stopped }) =>
        `${term(name, 80)} ${stopSpans(stopped!, name)
          .map(({ text }) => text)
          .join(' ')}\n`,
    )
    .join('');

function actionBlock({ behaviour, action, node, subject, text, because }: ActionAnswer, style: TextStyle): string {
  const what =
    action === 'link'
      ? `links ${subject === null ? 'an entry' : shortId(subject)}`
      : action === 'stale'
        ? `marks ${subject === null ? 'an entry' : shortId(subject)} as stale`
        : VERBS[action];
  const rows: Field[] = [
    row(
      term(behaviour, 80),
      span(term(what ?? action, 80)),
      ...(node ? [span(`${term(node.type, 30)}:${term(shortId(node.id))}`, 'quiet')] : []),
    ),
    ...(text === null ? [] : [row('', span(term(text, MAX_TEXT_CHARACTERS)))]),
    ...(because === null ? [] : [row('', span(`because ${term(because, MAX_TEXT_CHARACTERS)}`, 'quiet'))]),
  ];
  return renderFields(rows, style, 0);
}

const VERBS: Readonly<Record<string, string>> = {
  add: 'adds an entry',
  review: 'asks for a review',
  tell: 'tells the next agent',
  warn: 'warns',
  run: 'runs a command',
  ran: 'ran a command',
};
