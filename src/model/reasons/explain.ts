import type { ReasonsAhead, Undecided } from '../graph/cursor.ts';
import { sha256 } from '../hash.ts';
import { hexOf } from '../hex.ts';
import type { NodeId } from '../ids.ts';
import { capital, oneLine } from '../one-line.ts';
import { choose } from './choose.ts';
import { type NamedPlace, namedPlace } from './talk-item.ts';
import { type Edited, fieldOf } from './relate.ts';
import { type Decided, ruledOutByEach } from './reject.ts';
import type { Called, SaidSentence, Talk } from './talk.ts';

/** Characters of a reason, which is a single line. */
const MAX_CHARACTERS = 460;

/** A reason and all changes that it explains. */
export interface GivenReason {
  readonly edits: readonly Undecided[];
  readonly text: string;
  /** The place of its first sentence. */
  readonly place: NamedPlace;
  /** Alternatives that were considered and ruled out. */
  readonly ruledOut: readonly string[];
}

export interface Explained {
  readonly reasons: readonly GivenReason[];
  readonly explained: ReadonlySet<NodeId>;
}

/** Increase it when another choice of reasons must apply to turns that ended before an update. */
const AHEAD_VERSION = 6;

const hashOf = (talk: Talk, undecided: readonly Undecided[]): string =>
  hexOf(sha256(new TextEncoder().encode(JSON.stringify([AHEAD_VERSION, talk, undecided]))));

/** Chooses the reasons of these changes for a later call of `explain`; undefined where that call has nothing to choose from. */
export function explainAhead(talk: Talk, undecided: readonly Undecided[]): ReasonsAhead | undefined {
  if (undecided.length === 0 || talk.said.length === 0) return undefined;
  const reasons = explain(talk, undecided).reasons.map(({ edits, text, place, ruledOut }) => ({
    edits: edits.map((edit) => undecided.indexOf(edit)),
    text,
    place,
    ruledOut,
  }));
  return { of: hashOf(talk, undecided), reasons };
}

function chosenAhead(
  { of, reasons }: ReasonsAhead,
  talk: Talk,
  undecided: readonly Undecided[],
): Explained | undefined {
  if (of !== hashOf(talk, undecided)) return undefined;
  const given = reasons.map(({ edits, text, place, ruledOut: out }) => ({
    edits: edits.flatMap((at) => undecided[at] ?? []),
    text,
    place,
    ruledOut: out,
  }));
  return { reasons: given, explained: idsOf(given) };
}

const idsOf = (reasons: readonly Pick<GivenReason, 'edits'>[]): Set<NodeId> =>
  new Set(reasons.flatMap(({ edits }) => edits.map(({ id }) => id)));

/**
 * The reasons of these changes, in the order of the changes.
 * @param ahead reasons that `explainAhead` chose; they count only if they were chosen from the same talk and changes
 */
export function explain(talk: Talk, undecided: readonly Undecided[], ahead?: ReasonsAhead): Explained {
  if (undecided.length === 0 || talk.said.length === 0) return { reasons: [], explained: new Set() };
  const known = ahead && chosenAhead(ahead, talk, undecided);
  if (known) return known;
  const edits = undecided.map((one) => ({ one, edited: placed(one, talk.calls) }));
  const field = fieldOf(
    talk,
    edits.map(({ edited }) => edited),
  );
  const given = new Map<
    string,
    Decided & { readonly text: string; readonly edits: Undecided[]; readonly edited: Edited[] }
  >();
  for (const { one, edited } of edits) {
    const said = choose(field, edited);
    if (said.length === 0) continue;
    const text = textOf(said);
    const known = given.get(text);
    if (known) {
      known.edits.push(one);
      known.edited.push(edited);
    } else given.set(text, { text, edits: [one], edited: [edited], said });
  }
  const decisions = [...given.values()];
  const ruledOut = ruledOutByEach(field, decisions, talk.reasons);
  return {
    reasons: decisions.map(({ text, edits: of, said }, i) => ({
      edits: of,
      text,
      place: namedPlace(said[0]!),
      ruledOut: ruledOut[i]!.map((one) => oneLine(one.text, MAX_CHARACTERS)),
    })),
    explained: idsOf(decisions),
  };
}

// Places a change at its call when the transcript contains the call.
function placed({ call, at, turn, paths, names }: Undecided, calls: readonly Called[]): Edited {
  const found = call === null ? undefined : calledIn(calls, call);
  return { at: found?.at ?? at, turn: found?.turn ?? turn, paths, names };
}

/** Finds a call by its key. The transcript does not number equal calls (see `numbered`). */
export function calledIn(calls: readonly Called[], key: string): Called | undefined {
  const common = key.replace(/^([0-9a-f]{24})\.\d+$/, '$1');
  return calls.findLast(({ call }) => call === key || call === common);
}

/** A sentence that needs the one before it: it begins with a word that points back, or has "instead" without saying of what. */
const POINTS_BACK =
  /^(?:so|but|this|that|it|its|they|these|those|then|however|actually|therefore|thus|hence|instead|fix|also|and|the same|otherwise|such|both|which)\b|^[^,.;]{0,80}\binstead\b(?! of\b)/i;
/** Sentences of its text that may stand before it. */
const MAX_BEFORE = 2;

/**
 * The sentences of a reason as they are read: the likeliest first, because a narrow column cuts the rest. If it points back, what it
 * points to comes before it. All others are in the order of their text.
 */
function inReadingOrder(said: readonly SaidSentence[]): SaidSentence[] {
  const [best] = said;
  if (!best) return [];
  const texts = [...new Set(said.map(({ at }) => at))];
  const ordered = texts.flatMap((at) => said.filter((one) => one.at === at).toSorted((a, b) => a.nth - b.nth));
  const isBefore = ({ at, nth }: SaidSentence): boolean =>
    at === best.at && nth < best.nth && best.nth - nth <= MAX_BEFORE;
  const before = POINTS_BACK.test(best.text) ? ordered.filter(isBefore) : [];
  return [...before, best, ...ordered.filter((one) => one !== best && !before.includes(one))];
}

const ended = (text: string): string => (/[.!?:…]["'”’)\]]*$/.test(text) ? text : `${text}.`);

function textOf(said: readonly SaidSentence[]): string {
  const sentences = inReadingOrder(said).map(({ text }) => capital(text));
  return oneLine(sentences.map((one, i) => (i < sentences.length - 1 ? ended(one) : one)).join(' '), MAX_CHARACTERS);
}
