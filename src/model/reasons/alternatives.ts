import { FRAMES } from './patterns/frames.ts';
import { JUDGED } from './patterns/judged.ts';
import { named } from './patterns/named.ts';
import { isPresent } from './patterns/no-option.ts';
import {
  CONTRASTS,
  IN_BRACKETS,
  matchOf,
  NOT,
  PROHIBITION,
  PURPOSE,
  REJECTIONS,
  SUBJECT,
} from './patterns/rejections.ts';
import { skippedName } from './patterns/skipped.ts';
import { IS_STATE, SPARED, SPARES } from './patterns/spared.ts';
import type { TextPlace } from './talk-item.ts';

/** Says what the speaker means to do. */
const INTENDS =
  /\b(?:I['’]ll|I['’](?:m|d) (?:going to|making|make|use|keep|put|store|rather|prefer|treating|using|keeping)|we['’]ll|we should|I should|let me|let['’]s|make (?:it|this))\b(?!.*\b(?:because|since)\b.*, not\b)/i;

/** The speaker decides: an intention, an instruction, a judgement. */
const DECIDES =
  /\b(?:I(?:['’](?:ll|m|d))?|we(?:['’](?:ll|re|d))?|let me|let['’]s|going to|should|must|wants?|prefer\w*|better|simpler|cleaner|safer|easier|best|simplest|cleanest|safest|easiest|keep|keeps|keeping|chose|choose|decided|the (?:fix|solution|approach|plan|idea|right|correct)|can (?:re)?use)\b|^(?:so |then |also |and |now |please )?(?:use|keep|make|add|put|store|return|pass|call|move|prefer|write|read|define|derive|compute|check|do|go|instead of|rather than|(?!during|nothing|something|anything|everything|incoming|existing|missing)\p{L}+ing)\b/iu;
/** Describes what a program does, or did before. */
const DESCRIBES =
  /\b\w{4,} now (?!instead|rather)\w|\b(?:it now|either|realizing|weighing|seems|looking at)\b|\bis different\b|^i see\b|\b(?:are|is|we['’]re|it['’]s) now\b|\bwants?\b(?! an?\b).{0,60}? to \w|\bso (?:that|the|it|they|this|old|new|we) (?!I\b)[^;]*(?:instead of|rather than|as opposed to)|(?:\b(?:is|are|feels?|looks?|remains?|seems?)|['’](?:s|re)) (?!to\b)(?:\w+ ){0,4}(?:rather than|instead of|as opposed to)|^(?:that|this|it|the \w+|tiny \w+)[^;]{0,20}? (?:keeps?|makes?|ensures?|means?)\b|\b(?:currently|incorrectly|wrong(?:ly)?|expect(?:s|ed|ing)?|previously|was|were|got|linter|fails?|failed|failing|used to|mistakenly|accidentally)\b|^(?:changed|replaced|updated|switched|fixed|converted|renamed|moved|refactored|removed|added|implemented)\b|^(?:it|this|that|the \w+|which) (?:\w+ly )?(?:uses?|returns?|shows?|gives?|prints?|reads?|calls?|throws?|has|gets|points|falls|treats|sees|goes)\b/i;
/** Changes what was there: "change it to read a flag instead of a text". */
const CHANGES =
  /\b(?:updat|chang|refactor|switch|convert|migrat|replac|adapt|fix(?! is\b| here is\b))\w*\b.{0,80}?(?<!\bgoing) to \w/i;
/** An intention to do one thing rather than another: "I'm changing it to send an empty list instead of leaving it out". */
const INTENDED = /^(?:(?:so|and|then|next)[, ]+)?I['’](?:m|ll)\b/i;
/** Names what is wrong now: "Instead of returning early, it should pass nil". */
const CORRECTS = /^instead of \p{L}+ing\b[^,]{0,60}, (?:it|this|that|the \w+)\b/iu;
/** What leads to a decision, which often says what is wrong now: "The rule was noisy, so I'm disabling it instead of …". */
const BEFORE_A_DECISION = /^.*(?:,|;|\bso) (?:so )?(?=(?:I(?:['’](?:m|ll))?|we(?:['’]ll)?|let(?:['’]s| me)) )/i;
/** A choice with its name: "Cumulative totals (not deltas): …". */
const LABELLED = /^[^:]{3,60}\)?:\s/;
/** A single word that describes what happens: "instead of erroring". */
const VAGUE = /^\p{Ll}+(?:ing|ed)$/u;
/** Says that something is repaired, so a noun after the contrast was there before. */
const REPAIRS = /^I['’]m (?:now )?(?:updating|changing|fixing|switching|replacing)\b/i;
const DOING = /^\p{L}{2,}ing\b/u;

const describes = (text: string, alternative: string): boolean =>
  DESCRIBES.test(text) ||
  // A summary of a change: what it used before is no decision.
  /^uses\b/i.test(text) ||
  (REPAIRS.test(text) && !DOING.test(alternative)) ||
  (CHANGES.test(text) && !(INTENDED.test(text) && DOING.test(alternative)));

/** A subject of a fault that is no option: what a program or a person does now. */
const NO_OPTION =
  /^(?:the (?:user|test|tests|error|problem|issue|bug|code|file|function|linter|build|output|result|current|existing|same|other|only|real|root|first|second|last|reason|message|value)\b|an? (?:bug|error|problem|test|corrupted|missing|stale|invalid|empty|malformed|broken)\b|(?:according|looking|based|assuming|depending|during|nothing|something|anything|everything|existing|missing|remaining|following|string|thing|being|having|testing|running|checking)\b)/i;
const OPTION = /\b(?:approach|option|alternative|route|solution|variant|design|idea|version|way)$/i;
/** A deed of design. Behind a contrast it is an option in any sentence. */
const DESIGNS =
  /^(?:re-?)?(?:adding|introducing|creating|inventing|building|duplicating|threading|hard-?coding|wrapping|forking|maintaining|rewriting|refactoring|extracting|special-casing|shelling out|embedding|hidden in|baked into|scattered|spread) /i;

/** Says how something is done, or what that brings. */
const SAYS_HOW = /^(?:that|this) \w+s\b|^(?:reused|kept|extended|used|wired)\b|\bso (?:the|that|this|I)\b/i;
/** The words before a contrast say what a program does or did wrong. */
const WAS =
  /\b(?:currently|incorrectly|wrong(?:ly)?|previously|was|were|used to|fails?|failed|mistakenly|accidentally|lookup|then just|it reuses|is adding|is creating|(?:is|are) (?:essentially )?an?|has to|have to|must)\b/i;

/**
 * The alternative that a sentence rejects; undefined where it rejects none, or names none.
 * @param place a contrast in a prompt or a commit's message names what was there, and a "do not" there is a rule
 */
export function alternativeIn(sentence: string, place: TextPlace = 'words'): string | undefined {
  const isTold = place === 'prompt' || place === 'message';
  if (/\?["')]*$/.test(sentence)) return undefined;
  const small = sentence.toLowerCase();
  if (!isTold) {
    const contrasted = contrastIn(sentence, small);
    if (contrasted !== undefined) return contrasted;
  }
  if (isTold && LABELLED.test(sentence)) {
    const bracketed = matchOf(IN_BRACKETS, sentence, small)?.[1];
    if (bracketed !== undefined) return named(bracketed);
  }
  for (const rejection of REJECTIONS) {
    if (place === 'prompt' && rejection === SUBJECT) continue;
    const match = matchOf(rejection, sentence, small);
    if (isTold && rejection === PROHIBITION && match?.index === 0) continue;
    const found = match?.[1] ?? match?.[2] ?? match?.[4];
    if (found === undefined || NO_OPTION.test(found)) continue;
    if (rejection === SUBJECT && ((/^(?:the|an?) /i.test(found) && !isOption(found, sentence)) || WORKS.test(sentence)))
      continue;
    return named(found);
  }
  const others = isTold
    ? JUDGED
    : SPARES.test(sentence) && !IS_STATE.test(sentence)
      ? [...FRAMES, ...JUDGED, ...SPARED]
      : [...FRAMES, ...JUDGED];
  for (const other of others) {
    const found = matchOf(other, sentence, small)
      ?.slice(1)
      .find((one) => one !== undefined);
    const words = found === undefined || NO_OPTION.test(found) ? undefined : named(found);
    if (words !== undefined) return words;
  }
  return undefined;
}

// What a sentence names beside what is chosen.
function contrastIn(sentence: string, small: string): string | undefined {
  for (const contrast of CONTRASTS) {
    const match = matchOf(contrast, sentence, small);
    if (!match) continue;
    // What follows the contrast gives its reason, and often says what is wrong now.
    const until = sentence.slice(0, match.index + match[0].length - match[1]!.length).replace(BEFORE_A_DECISION, '');
    if (isPresent(until, match[1]!) || CORRECTS.test(sentence) || VAGUE.test(match[1]!)) continue;
    const isDeed = DESIGNS.test(match[1]!) && (DECIDES.test(sentence) || SAYS_HOW.test(sentence));
    if (isDeed ? !WAS.test(until) : DECIDES.test(sentence) && !describes(until, match[1]!)) return named(match[1]!);
  }
  const bracketed = matchOf(IN_BRACKETS, sentence, small)?.[1];
  if (
    bracketed !== undefined &&
    !/["'“‘][^"'”’]*\(not /i.test(sentence) &&
    (DECIDES.test(sentence) || LABELLED.test(sentence)) &&
    !DESCRIBES.test(sentence)
  )
    return named(bracketed);
  const not = matchOf(NOT, sentence, small)?.[1];
  if (not !== undefined && INTENDS.test(sentence) && !describes(sentence, not)) return named(not);
  return undefined;
}

/** What a look is meant to rule out: "I'm reading the log so the text names the causes instead of guessing them". */
export function lookedPast(sentence: string): string | null {
  const found = matchOf(PURPOSE, sentence, sentence.toLowerCase())?.[1];
  return (found === undefined ? undefined : named(found)) ?? null;
}

const ITEM =
  /^((?!that\b|the\b|this\b|it\b|if\b|when\b|not\b|no\b|rejected\b|skipped\b)[^:;()—–]{3,120}?)(?: [—–-] |: | \().{8}/iu;

/** An item with its reason below a heading such as "What NOT to add": "Sync patterns (not used yet)". */
export function excludedItem(sentence: string): string | undefined {
  const name = skippedName(sentence, ITEM);
  return name === undefined ? undefined : named(name);
}

/** Says that an option would do, or only that it might fail: both are no refusal. */
const WORKS =
  /\b(?:would|could|might|may|will)(?: (?:also|just|still|probably|likely))* (?:work|prevent|expose)\b|\bmay (?:break|cause|trigger|fail)\b/i;

// "The X approach is overkill", "A lock would break all callers". What a program does is no option.
const isOption = (subject: string, sentence: string): boolean =>
  OPTION.test(subject) ||
  (/^an? /i.test(subject) &&
    /^ (?:would|could|might)\b/.test(sentence.slice(sentence.indexOf(subject) + subject.length)));
