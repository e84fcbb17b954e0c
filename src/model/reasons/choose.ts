import { isDoubt } from './doubts.ts';
import { fileKindOf } from './file-kind.ts';
import { type Candidate, type Edited, featuresOf, type Field, within } from './relate.ts';
import { isByUser, type SaidSentence } from './talk.ts';
import { likely as probability, weightOf } from './weigh.ts';

/**
 * Lowest probability for the first sentence of a reason, and for further ones. Where something is shown, a further sentence costs
 * only its characters and often is the reason when the first one is not (decision 190).
 */
export const MIN_FIRST_PROBABILITY = 0.29;
export const MIN_FURTHER_PROBABILITY = 0.2;
/**
 * How much higher the odds of a sentence must be that says less of a reason: one without a cause, purpose, problem or contrast;
 * an announcement; any sentence about a plan or a progress file; a report of what the user asked for. Without them, more edits get
 * a reason that nobody gave (decision 141).
 */
const ODDS_WITHOUT_CUE = 1.8;
const ODDS_OF_ANNOUNCEMENT = 1.5;
const ODDS_OF_RECORD = 3;
const ODDS_OF_REQUEST = 2.7;
const CUES = ['because', 'purpose', 'causes', 'problem', 'instead'];
/** Signs that a sentence with a doubt states a reason too. It names something that may break in any case. */
const GROUNDS = ['because', 'purpose'];
const REQUEST =
  /^(?:(?:ok(?:ay)?|so|now|wait|right)[,.]? )?(?:the )?(?:user|task|team lead|they)(?:['’]s)? (?:wants?|asked|is asking|said|would|has|is|assigned)\b/i;
/**
 * Says what is done, and no reason for it: it begins with a verb of doing. Such a sentence is never the only reason (decision 178).
 * Short texts right before the edit are exempt.
 */
const DOES =
  /^(?:(?:now|then|next|also|and|so|ok(?:ay)?|let me|let(?:'|’)s|I(?:'|’)(?:ll|m|ve)|I need to|I should|we need to|we should|going to|I)[, ]+)*(?:\w+ly )?(?:add|updat|creat|fix|remov|chang|replac|renam|mov|rewrit|implement|convert|switch|extend|refactor|delet|modif|writ|introduc|extract|wir|mak|put|keep|us|return|pass|set|tighten|patch|adjust)(?:e|es|ed|ing|s)?\b/i;
/** Lowest share of the highest probability for further sentences. */
const MIN_SHARE = 0.35;
/** Added for a short text right before an edit: the labels contain few of these, so the weights rate them too low. */
const SHORT_TEXT_BONUS = 0.1;
/** Sentences shown for an edit, and their characters together. */
const MAX_SENTENCES = 3;
const MAX_CHARACTERS = 440;

/** The sentences that state the reason of an edit, best first; empty when none does. */
export function choose(
  field: Field,
  edit: Edited,
  score = (one: Candidate): number => probability(one.weight + weightOf(featuresOf(one, edit, field))),
  [first, more]: readonly [number, number] = [MIN_FIRST_PROBABILITY, MIN_FURTHER_PROBABILITY],
): SaidSentence[] {
  const scored = within(edit, field)
    .filter((one) => !onlyDoubts(one) && !isOfEarlierPrompt(one, edit))
    .map((one) => ({
      one,
      said: one.said,
      value: score(one) + (isJustBefore(one, edit, field) ? SHORT_TEXT_BONUS : 0),
    }))
    .filter(({ value }) => value >= Math.min(first, more))
    .sort((a, b) => b.value - a.value || b.said.at - a.said.at || a.said.nth - b.said.nth);
  if (!scored.some(({ one, value }) => value >= (isJustBefore(one, edit, field) ? first : neededFor(one, edit, first))))
    return [];
  const least = Math.max(more, MIN_SHARE * scored[0]!.value);
  // What an agent looks at next is a further sentence of few reasons: of 29 labelled ones, 7 were right.
  const likely = scored.filter(({ one, value }, i) => i === 0 || (value >= least && !one.signs.includes('looks')));
  // The user's words and the agent's are never mixed, because the output names the speaker.
  const byUser = fitting(likely.filter(({ said }) => isByUser(said)));
  const byAgent = fitting(likely.filter(({ said }) => !isByUser(said)));
  return (chanceOf(byUser) > chanceOf(byAgent) ? byUser : byAgent).map(({ said }) => said);
}

interface Scored {
  readonly said: SaidSentence;
  readonly value: number;
}

// As many of these sentences as are shown together.
function fitting(likely: readonly Scored[]): Scored[] {
  const chosen: Scored[] = [];
  let length = 0;
  for (const one of likely) {
    const longer = length + one.said.text.length + 1;
    if (chosen.length > 0 && (longer > MAX_CHARACTERS || chosen.some(({ said }) => isLike(said.text, one.said.text))))
      continue;
    chosen.push(one);
    length = longer;
    if (chosen.length === MAX_SENTENCES) break;
  }
  return chosen;
}

// The probability that at least one of these sentences states the reason.
const chanceOf = (sentences: readonly Scored[]): number =>
  1 - sentences.reduce((none, { value }) => none * (1 - Math.min(1, value)), 1);

// What the user said in an earlier turn asked for that turn's edits: of 14 such sentences that were shown, one was right.
const isOfEarlierPrompt = ({ said }: Candidate, edit: Edited): boolean => said.turn < edit.turn && isByUser(said);

// Each edit of a commit looks at all sentences near it, so a sentence is read once.
const known = new WeakMap<Candidate, boolean>();

// A doubt about the work is no reason for it; `why` and `report` quote it as a doubt.
function onlyDoubts(candidate: Candidate): boolean {
  let answer = known.get(candidate);
  if (answer !== undefined) return answer;
  const { said, signs } = candidate;
  answer = !GROUNDS.some((sign) => signs.includes(sign)) && isDoubt(said);
  known.set(candidate, answer);
  return answer;
}

// The probability that a sentence needs so that the edit has a reason at all.
function neededFor({ said, signs }: Candidate, edit: Edited, first: number): number {
  if (DOES.test(said.text) && !CUES.some((cue) => signs.includes(cue))) return 1;
  let factor = 1;
  if (!CUES.some((cue) => signs.includes(cue))) factor *= ODDS_WITHOUT_CUE;
  if (signs.includes('announces') && !signs.includes('because') && !signs.includes('problem'))
    factor *= ODDS_OF_ANNOUNCEMENT;
  if (fileKindOf(edit.paths[0] ?? '') === 'record') factor *= ODDS_OF_RECORD;
  if (REQUEST.test(said.text)) factor *= ODDS_OF_REQUEST;
  if (factor === 1) return first;
  const odds = (factor * first) / (1 - first);
  return odds / (1 + odds);
}

// Whether a short text right before the edit contains a sign of a reason.
const isJustBefore = ({ said, signs }: Candidate, edit: Edited, field: Field): boolean =>
  leadsTo(said, edit, field) && (signs.includes('cue') || signs.includes('needs'));

/** Sentences of a text that speaks of the next call only. */
const MAX_SHORT = 3;

const leadsTo = ({ at: said, place, of, turn }: SaidSentence, edit: Edited, { calls }: Field): boolean =>
  said < edit.at &&
  place !== 'prompt' &&
  of <= MAX_SHORT &&
  turn === edit.turn &&
  !calls.some((at) => at > said && at < edit.at);

// Whether two sentences share most of their words. Agents repeat their thoughts in their messages.
function isLike(a: string, b: string): boolean {
  const [some, others] = [wordsOf(a), wordsOf(b)];
  const both = [...some].filter((word) => others.has(word)).length;
  return both > 0.6 * Math.min(some.size, others.size);
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\d]{3,}/gu));
