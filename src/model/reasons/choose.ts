import { type Candidate, type Edited, featuresOf, type Field, isWithinReach } from './relate.ts';
import type { Said } from './talk.ts';
import { BIAS, WEIGHTS } from './weights.ts';

/** Lowest probability for the first sentence of a reason, and for a second one. */
export const FIRST = 0.4;
export const MORE = 0.6;
/** Added for a short text right before an edit: the labels contain few of these, so the weights rate them too low. */
const JUST = 0.2;
/** Sentences shown for an edit, and their characters together. */
const SENTENCES = 2;
const CHARACTERS = 260;

/** The probability that a sentence with these features states the reason of an edit. */
export function likely(
  features: readonly string[],
  weights: Readonly<Record<string, number>> = WEIGHTS,
  bias = BIAS,
): number {
  let sum = bias;
  for (const feature of features) sum += weights[feature] ?? 0;
  return 1 / (1 + Math.exp(-sum));
}

/** The sentences that state the reason of an edit, best first; empty when none does. */
export function choose(
  field: Field,
  edit: Edited,
  score: (features: readonly string[]) => number = (features) => likely(features),
  [first, more]: readonly [number, number] = [FIRST, MORE],
): Said[] {
  const scored = field.candidates
    .filter((one) => isWithinReach(one, edit))
    .map((one) => ({
      said: one.said,
      value: score(featuresOf(one, edit, field)) + (isJustBefore(one, edit, field) ? JUST : 0),
    }))
    .filter(({ value }) => value >= Math.min(first, more))
    .sort((a, b) => b.value - a.value || b.said.at - a.said.at || a.said.nth - b.said.nth);
  const chosen: Said[] = [];
  let length = 0;
  for (const { said, value } of scored) {
    if (value < (chosen.length === 0 ? first : more)) break;
    if (
      chosen.length > 0 &&
      (length + said.text.length + 1 > CHARACTERS || chosen.some((one) => isLike(one.text, said.text)))
    )
      continue;
    chosen.push(said);
    length += said.text.length + 1;
    if (chosen.length === SENTENCES) break;
  }
  return chosen;
}

// Whether a short text right before the edit contains a sign of a reason.
function isJustBefore({ said, signs }: Candidate, edit: Edited, { calls }: Field): boolean {
  if (said.at >= edit.at || said.place === 'prompt' || said.of > 3 || said.turn !== edit.turn) return false;
  if (calls.some((at) => at > said.at && at < edit.at)) return false;
  return signs.includes('cue') || signs.includes('needs');
}

// Whether two sentences share most of their words. Agents repeat their thoughts in their messages.
function isLike(a: string, b: string): boolean {
  const [some, others] = [wordsOf(a), wordsOf(b)];
  const both = [...some].filter((word) => others.has(word)).length;
  return both > 0.6 * Math.min(some.size, others.size);
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\d]{3,}/gu));
