import { likely } from './choose.ts';
import { type Edited, featuresOf, type Field, isWithinReach } from './relate.ts';
import type { Said } from './talk.ts';

/** Alternatives kept for one decision. */
const MOST = 3;
/** Lowest probability that a sentence concerns the edit: for arguments against something, and for others. */
const PLAINLY = 0.03;
const BESIDES = 0.1;

/** Arguments against something. */
const AGAINST = [
  /\b(?:would|could|might|may) (?:also |only |just |still |then )?(?:break|lose|bloat|be (?:overkill|invasive|disruptive|redundant|a breaking|more|too)|require (?:chang|replac|rewrit)\w+|produce|duplicate|defeat|violate|not work)/i,
  /\b(?:more (?:invasive|complex|complicated)|breaking change|disruptive|doesn(?:'|’)t make sense|overkill|not worth|unreliable|(?:can(?:'|’)t|cannot|can not) (?:be |just |simply )*(?:split|used?|rely|reuse|embed)|too (?:broad|much|complex|risky|invasive)|wrong (?:trade-?off|approach)|undermines?|defeats)\b/i,
  /\b(?:could|can|might|minimal change|simplest|option|alternative(?:ly)?|maybe i should)\b.*\b(?:but|however|though|although|entirely)\b/i,
  /\b(?:i|we)(?:'|’)?(?:m| am| are|re)? (?:not going to|won(?:'|’)t|will not|avoid(?:ing)?)\b|\b(?:should|could) be a separate\b|\bi(?:'|’)ll (?:stick with|keep|leave it)\b/i,
];
/** Names something that was not chosen, or was there before. */
const INSTEAD =
  /\b(?:instead of|rather than|as opposed to|not just|in favou?r of|(?:a step )?further than|simpler (?:than|approach)|better (?:than|approach)|cleaner (?:than|approach))\b|- instead /i;

export const rejects = (text: string): boolean => AGAINST.some((sign) => sign.test(text)) || INSTEAD.test(text);

/** The sentences that reject an alternative to these edits. */
export function rejectedFor(field: Field, edits: readonly Edited[], chosen: readonly Said[]): string[] {
  const found: { text: string; value: number }[] = [];
  for (const candidate of field.candidates) {
    const { said } = candidate;
    if (!rejects(said.text) || !edits.some((edit) => isWithinReach(candidate, edit))) continue;
    const beside = chosen.some((one) => one.at === said.at && Math.abs(one.nth - said.nth) <= 3);
    const value = Math.max(
      ...edits.filter((edit) => said.turn <= edit.turn).map((edit) => likely(featuresOf(candidate, edit, field))),
    );
    const isPlain = AGAINST.some((sign) => sign.test(said.text));
    if (value >= (isPlain || beside ? PLAINLY : BESIDES))
      found.push({ text: said.text, value: value + (beside ? 0.2 : 0) + (isPlain ? 0.3 : 0) });
  }
  const texts = found.sort((a, b) => b.value - a.value).map(({ text }) => text);
  return [...new Set(texts)].slice(0, MOST);
}
