import { alternativeIn } from './alternatives.ts';
import { type Candidate, type Edited, featuresOf, type Field, isWithinReach } from './relate.ts';
import type { SaidSentence } from './talk.ts';
import { likely, weightOf } from './weigh.ts';

/** Alternatives kept for one decision. */
const MAX_ALTERNATIVES = 3;
/** Lowest probability that a sentence concerns the edit: beside its reason, and elsewhere. */
const MIN_BESIDE_PROBABILITY = 0.01;
const MIN_PROBABILITY = 0.03;

/** Arguments against something. */
const AGAINST = [
  /\b(?:would|could|might|may) (?:also |only |just |still |then )?(?:break|lose|bloat|be (?:overkill|invasive|disruptive|redundant|a breaking|more|too)|require (?:chang|replac|rewrit)\w+|produce|duplicate|defeat|violate|not work)/i,
  /\b(?:more (?:invasive|complex|complicated)|breaking change|disruptive|doesn(?:'|’)t make sense|overkill|not worth|unreliable|(?:can(?:'|’)t|cannot|can not) (?:be |just |simply )*(?:split|used?|rely|reuse|embed)|too (?:broad|much|complex|risky|invasive)|wrong (?:trade-?off|approach)|undermines?|defeats)\b/i,
  /\b(?:could|can|might|minimal change|simplest|option|alternative(?:ly)?|maybe i should)\b.*\b(?:but|however|though|although|entirely)\b/i,
  /\b(?:i|we)(?:'|’)?(?:m| am| are|re)? (?:not going to|won(?:'|’)t|will not|avoid(?:ing)?)\b|\b(?:should|could) be a separate\b|\bi(?:'|’)ll (?:stick with|keep|leave it)\b/i,
  /\b(?:leav(?:e|ing)|left) [^.]{1,60}? (?:alone|untouched|as[- ]is|unchanged)\b|\b(?:no|without) [\w -]{3,40} needed\b|\bno need (?:to|for)\b|\b(?:out of scope|non-?goals?)\b|\bno [\w -]{3,30}, no \w+|\(no [\w -]{4,40}\)/i,
  /\bbut (?:that|this|it)(?:'|’)?(?:s| is)? (?:only|would|a bit|too|more)\b|\bdoesn(?:'|’)t (?:seem to )?make sense\b|\blet me (?:scrap|drop|abandon)\b|\bavoid(?:s|ing)? (?:adding|creating|introducing|duplicat\w+)\b/i,
  /\b(?:(?:is|was)(?:n(?:'|’)t| not) (?:ideal|enough|worth)|(?:that|this|it)(?:'|’)?(?:s| is) (?:worse|less clean)|(?:would|want to|like to) avoid|would silently|adds? an? (?:extra|unnecessary)|locks? us into|scope creep|need a different approach|(?:can(?:'|’)t|cannot) (?:easily|just|simply)|would suffice|doesn(?:'|’)t (?:add|buy|give) (?:much|us))\b/i,
];
/** Whether a sentence argues against something: it is an alternative, and no second sentence of a reason. */
export const argues = (text: string): boolean => AGAINST.some((sign) => sign.test(text));

/** An alternative that was ruled out, and the sentence that does so. */
export interface RuledOut {
  readonly text: string;
  readonly said: SaidSentence;
}

// Each decision of a commit looks at all sentences, so a sentence is read once.
const known = new WeakMap<Candidate, string | null>();

function alternativeOf(candidate: Candidate): string | null {
  let text = known.get(candidate);
  if (text === undefined) known.set(candidate, (text = alternativeIn(candidate.said.text) ?? null));
  return text;
}

/** The alternatives to these edits that sentences reject: only their words, because the rest of a sentence may be the reason. */
export function ruledOutFor(field: Field, edits: readonly Edited[], chosen: readonly SaidSentence[]): RuledOut[] {
  const found: { text: string; said: SaidSentence; value: number }[] = [];
  for (const candidate of field.candidates) {
    const { said } = candidate;
    if (!edits.some((edit) => isWithinReach(candidate, edit))) continue;
    // What an agent looks at, and how, is no decision about the code.
    const text = candidate.signs.includes('looks') ? null : alternativeOf(candidate);
    if (text === null) continue;
    const isChosen = chosen.some((one) => one.text === said.text);
    const beside = chosen.some((one) => one.at === said.at && Math.abs(one.nth - said.nth) <= 3);
    const value = Math.max(
      ...edits
        .filter((edit) => said.turn <= edit.turn)
        .map((edit) => likely(candidate.weight + weightOf(featuresOf(candidate, edit, field)))),
    );
    if (isChosen || value >= (beside ? MIN_BESIDE_PROBABILITY : MIN_PROBABILITY))
      found.push({ text, said, value: value + (isChosen ? 1 : beside ? 0.2 : 0) });
  }
  found.sort((a, b) => b.value - a.value);
  const first = found.filter(
    ({ text }, i) => i === found.findIndex((one) => one.text.toLowerCase() === text.toLowerCase()),
  );
  return first.slice(0, MAX_ALTERNATIVES);
}
