import { alternativeIn, excludedItem, lookedPast } from './alternatives.ts';
import { type Candidate, type Edited, featuresOf, type Field, isWithinReach } from './relate.ts';
import type { SaidSentence } from './talk.ts';
import { likely, weightOf } from './weigh.ts';

/** Alternatives kept for one decision. */
const MAX_ALTERNATIVES = 3;
/** Lowest probability that a sentence concerns the edit: beside its reason or below a heading against it, and elsewhere. */
const MIN_BESIDE_PROBABILITY = 0.005;
const MIN_PROBABILITY = 0.015;

/** Subtracted for what only a heading rules out, so that it never takes the place of an argued alternative. */
const BEHIND_OTHERS = 0.5;

/** An alternative that was ruled out, and the sentence that does so. */
export interface RuledOut {
  readonly text: string;
  readonly said: SaidSentence;
}

// Each decision of a commit looks at all sentences, so a sentence is read once.
const known = new WeakMap<Candidate, string | null>();

function alternativeOf(candidate: Candidate): string | null {
  let text = known.get(candidate);
  if (text !== undefined) return text;
  const { said } = candidate;
  text =
    alternativeIn(said.text, said.place) ??
    (said.against ? excludedItem(said.text) : undefined) ??
    said.refused ??
    null;
  known.set(candidate, text);
  return text;
}

/** The edits of a decision, with the sentences of its reason. */
export interface Decided {
  readonly edited: readonly Edited[];
  readonly said: readonly SaidSentence[];
}

/**
 * The alternatives of each of these decisions. A sentence that is the reason of other edits rules nothing out for these. One that is
 * not beside a reason stands at the likeliest decision alone: before, an alternative stood at two decisions on average (decision 232).
 * @param earlier reasons of edits in earlier graphs
 */
export function ruledOutByEach(
  field: Field,
  decisions: readonly Decided[],
  earlier: readonly string[] = [],
): RuledOut[][] {
  const reasons = new Set(decisions.flatMap(({ said }) => said));
  // Only the case of the first letter may differ in a reason.
  const isReason = (one: SaidSentence): boolean =>
    reasons.has(one) || earlier.some((text) => text.includes(one.text.slice(1)));
  const found = decisions.map(({ edited, said }) =>
    scored(field, edited, said, (one) => !said.includes(one) && isReason(one)),
  );
  const best = new Map<string, number>();
  for (const { text, value } of found.flat()) best.set(plain(text), Math.max(value, best.get(plain(text)) ?? value));
  return found.map((all) =>
    first(all.filter(({ text, value, isBeside }) => isBeside || value === best.get(plain(text)))),
  );
}

/**
 * The alternatives to these edits that sentences reject: only their words, because the rest of a sentence may be the reason.
 * @param isOfOthers whether a sentence is about other edits
 */
export function ruledOutFor(
  field: Field,
  edits: readonly Edited[],
  chosen: readonly SaidSentence[],
  isOfOthers: (said: SaidSentence) => boolean = () => false,
): RuledOut[] {
  return first(scored(field, edits, chosen, isOfOthers));
}

interface Scored extends RuledOut {
  readonly value: number;
  /** Its sentence is in the reason, or near it in the same text. */
  readonly isBeside: boolean;
}

// The most likely ones first, each once.
function scored(
  field: Field,
  edits: readonly Edited[],
  chosen: readonly SaidSentence[],
  isOfOthers: (said: SaidSentence) => boolean,
): Scored[] {
  const found: Scored[] = [];
  for (const candidate of field.candidates) {
    const { said } = candidate;
    if (isOfOthers(said) || !edits.some((edit) => mayConcern(candidate, edit))) continue;
    // What an agent looks at, and how, is no decision about the code.
    const text =
      candidate.signs.includes('looks') && said.refused === undefined
        ? lookedPast(said.text)
        : alternativeOf(candidate);
    if (text === null) continue;
    const isChosen = chosen.some((one) => one.text === said.text);
    const beside = chosen.some((one) => one.at === said.at && Math.abs(one.nth - said.nth) <= 3);
    const value = Math.max(
      ...edits
        .filter((edit) => isOfTurn(said, edit))
        .map((edit) => likely(candidate.weight + weightOf(featuresOf(candidate, edit, field)))),
    );
    if (isChosen || value >= (beside || said.against ? MIN_BESIDE_PROBABILITY : MIN_PROBABILITY))
      found.push({
        text,
        said,
        value: value + (isChosen ? 1 : beside ? 0.2 : 0) - (said.against ? BEHIND_OTHERS : 0),
        isBeside: isChosen || beside,
      });
  }
  found.sort((a, b) => b.value - a.value);
  return found.filter(({ text }, i) => i === found.findIndex((one) => plain(one.text) === plain(text)));
}

const first = (found: readonly RuledOut[]): RuledOut[] =>
  found.slice(0, MAX_ALTERNATIVES).map(({ text, said }) => ({ text, said }));

// The thoughts and the prompt of an earlier turn were about its own edits: two of 76 alternatives from there were labelled.
const isOfTurn = ({ turn, place }: SaidSentence, edit: Edited): boolean =>
  turn === edit.turn || (turn < edit.turn && place !== 'thinking' && place !== 'prompt');

const mayConcern = (candidate: Candidate, edit: Edited): boolean =>
  isOfTurn(candidate.said, edit) && isWithinReach(candidate, edit);

// Agents write the same option with other signs and blanks.
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d]+/gu, '');
