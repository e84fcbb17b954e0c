import { named } from './named.ts';
import { pairIn } from './pairs.ts';
import { praisedIn } from './praised.ts';
import { skippedName, skips } from './skipped.ts';
import type { Sentence } from '../sentences.ts';

/** How many sentences after a list its choice may stand, and how many an item may have. */
const MAX_TO_CHOICE = 6;
const MAX_ITEM = 5;
/** How many sentences after two options the praise of one may stand. */
const MAX_TO_PRAISE = 3;
/** Characters before a sentence that contain the mark of its item. */
const MARK_CHARACTERS = 16;

const MARK = /(?:^|\n)\s*(?:[-*+•]|(\d{1,2})[.)])\s+(?:\*\*)?$/;
const LABEL =
  /^(?:[Oo]ption|[Aa]pproach|[Aa]lternative|[Pp]roposal) ([A-D]|\d)\b(?=\s*[:.)(—–-])[\s:.)(—–-]*|^([A-D])[:)]\s+/;
/** Says that a list contains options. */
const OPENS =
  /\b(?:options|approaches|alternatives|possibilities|choices|ways (?:to|of)|we should either)\b[^.]{0,60}:?$|\b(?:I|we) (?:could|can)(?: either)?:$/i;
/** A sentence with one of these may open a list of options. This is a cheap test before them. */
const MAY_OPEN = /\b(?:options|approaches|alternatives|possibilities|choices|ways|could|can|either)\b/i;
const OPTION = String.raw`(?:option|approach|alternative|proposal|(?<=toward )|(?<=towards ))\s*#?\(?([A-D]|\d)\b\)?`;
const ORDINAL = String.raw`the (first|second|third|last) (?:one|option|approach|alternative)\b`;
const PRAISE = String.raw`[^.;]{0,30}\b(?:is|seems|looks|feels|would be|makes|keeps|gives|avoids)\b[^.;]{0,40}\b(?:clean\w*|simpl\w*|best|better|right|saf\w+|prefer\w*|recommended|sense|eas\w+|sufficient|minimal|explicit|robust)\b`;
const TAKE = String.raw`\b(?:go(?:ing)? with|choos\w+|pick\w*|prefer|taking|take|implement\w*|recommend\w*|opt(?:ing)? for|lean(?:ing)? toward?s?|let(?:'|’)s do|I(?:'|’)ll do) (?:for )?`;
/** The choice among options. */
const CHOICES = [`${OPTION}${PRAISE}`, `${ORDINAL}${PRAISE}`, `${TAKE}${OPTION}`, `${TAKE}${ORDINAL}`].map(
  (text) => new RegExp(text, 'i'),
);
/** All choices contain one of these words. This is a cheap test before them. */
const MAY_CHOOSE =
  /\b(?:option|approach|alternative|proposal|recommended|preferred|chosen|(?:first|second|third|last) one)\b/i;
/** An item that is marked as the choice. */
const MARKED = /\((?:recommended|preferred|chosen)\)/i;
const ORDER = ['first', 'second', 'third'];

/** Names an option that a later sentence may refuse. */
const OFFERS =
  /^(?:(?:so|or|then|actually|alternatively|maybe|perhaps|hmm|wait|now|but|also|ok(?:ay)?)[,:—]? )*(?:(?:what if|maybe|perhaps) (?:I|we|you) (?:just |should )?|should (?:I|we) (?:just |simply )?|(?:I|we) (?:could|can|might)(?: also| just| simply| instead| either| maybe)* |(?:the|a|an|one|another)?(?: \w+)? ?(?:fix|approach|solution|option|way|alternative|idea) (?:here )?(?:is|would be|could be|might be)(?: to)?(?: just| simply)?:? |another (?:approach|option|way): (?:instead of [^,]{3,60}, )?(?:I|we) could |I(?:['’]m| am) (?:considering|thinking (?:about|of)|wondering (?:about|if|whether)|weighing|exploring)(?:(?: whether| if)? (?:to|I (?:could|should|can)) | (?=\w{2,}ing\b|an? ))|I wonder (?:if|whether) I (?:should|could) |it (?:might|would|could) be (?:simpler|easier|cleaner|better) to |this (?:does not|doesn['’]t) use |(?:let me|I['’]ll|I should|we should) (?:also |just |try to )?(?=(?:add|create|use|make|keep|extract|pass|move|store|wrap|split|inline|reuse|extend|refactor|restructure|replace|remove|return|set|build|compute|derive|parse)\b)|(?=(?:filter|use|add|keep|make|create|put|move|store|pass|split|inline|copy|wrap|expose|reuse|extend|replace|extract|return|have)\b))(.{8,}?)(?:[.;?]$|[,;:]? (?:since|because|so that|which|but)\b|[—–(:]|[.;?] |$)/i;
/** What begins a refusal of the sentence before. */
const TURNS =
  /^(?:(?:but|however|though|although|hmm|wait|actually|still|so|no)\b[,.:—– ]*)*(?:(?:that|this|it|which|doing so|the refactoring)(?:['’]s| approach| option)?\b|(?:we|I|you)\b|not\b|(?:but|however|no|actually)\b)/i;
const REFUSES =
  /\b(?:circular|overkill|challenging|wasteful|destructive|risky|concerned|(?:much |a )(?:larger|bigger) change|(?:that|it|this) (?:would )?requires?|unnecessary|skipped (?:that|it|this)|rejected (?:that|it|this)|feels? wrong|would create an?|could lose|(?:covers|handles) (?:all|both|every|the same)|already (?:covers|handles|does|works)|over-?engineer\w*|(?:not|n['’]t) (?:really )?(?:be )?(?:ideal|worth|enough|work|possible|right|help|great|safe|the best|a drop-in|necessary|viable|an option)|hacky|worse|less clean|too (?:much|complex|complicated|broad|invasive|risky|slow|heavy|fragile)|fragile|brittle|unnecessary|more complex|breaking change|(?:outside|out of) (?:the )?scope|only (?:allows|works|covers|handles|supports)|(?:we|I)(?:['’]d| would) (?:still )?need|would (?:break|lose|require|duplicate|mean|still)|ca(?:n['’]t|nnot) (?:just |easily |simply )?|not touching|might not be)\b/i;
/** A refusal that turns against the speaker's own plan needs one of these words. */
const AGAINST_PLAN = /^(?:but|however|hmm|wait|actually|no|that(?:['’]s| is| would)|so that)\b/i;
/** Puts another option in the place of the one before. */
const REPLACES =
  /^(?:(?:actually|wait|hmm|but|or|instead|maybe)[,—. ]+)*(?:(?:a|the|an even|even) )?(?:(?:much )?(?:simpler|better|cleaner|safer|easier|more robust)) (?:approach|way|fix|option|solution|idea)\b|^(?:(?:wait|hmm|but)[,—. ]+)*actually, (?:the )?(?:\w+ )?(?:simplest|cleanest|best|safest|easiest|right) (?:approach|way|fix|option|solution|idea|thing)\b|^(?:better|simpler|cleaner): /i;

/** The options that a text refuses, by the index of the sentence that names each. */
export function refusedOptions(text: string, sentences: readonly Sentence[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  if (sentences.length < 2) return found;
  for (let i = 0; i + 1 < sentences.length; i++) {
    const next = sentences[i + 1]!.text;
    const isBetter = REPLACES.test(next);
    if (!isBetter && !(TURNS.test(next) && REFUSES.test(next))) continue;
    const offer = OFFERS.exec(sentences[i]!.text)?.[1];
    if (offer === undefined) continue;
    const isPlan = /^(?:let me|I['’]ll|I should|we should)\b/i.test(sentences[i]!.text);
    const refuses = isBetter || !isPlan || AGAINST_PLAN.test(next);
    const words = refuses && !/\b(?:simpler|better|cleaner)\b/i.test(offer) ? named(shortened(offer)) : undefined;
    if (words !== undefined) found.set(i, words);
  }
  refusedOfPairs(sentences, found);
  skippedIn(text, sentences, found);
  const lists = MAY_CHOOSE.test(text) || MAY_OPEN.test(text) ? listsIn(text, sentences) : [];
  for (const [nth, list] of lists.entries()) {
    const until = lists[nth + 1]?.items[0]?.at ?? sentences.length;
    const choice = list.items.length > 1 ? chosenIn(list, sentences, until) : undefined;
    if (choice === undefined) continue;
    for (const [i, { at, words }] of list.items.entries()) {
      const name = i === choice ? undefined : named(words);
      if (name !== undefined) found.set(at, name);
    }
  }
  return found;
}

// Of two options in a sentence, the other is praised soon after.
function refusedOfPairs(sentences: readonly Sentence[], found: Map<number, string>): void {
  for (const [i, { text }] of sentences.entries()) {
    const pair = pairIn(text);
    if (!pair) continue;
    for (const { text: next } of sentences.slice(i + 1, i + 1 + MAX_TO_PRAISE)) {
      const praised = praisedIn(pair, next);
      if (praised === undefined) continue;
      const words = named(shortened(pair[1 - praised]!));
      if (words !== undefined && !/^\p{L}+ (?:it|them)$/u.test(words)) found.set(i, words);
      break;
    }
  }
}

// The items below a sentence that says that they are left out.
function skippedIn(text: string, sentences: readonly Sentence[], found: Map<number, string>): void {
  let isOpen = false;
  let lastItem = 0;
  for (const [at, { text: said, start }] of sentences.entries()) {
    if (skips(said)) {
      isOpen = true;
      lastItem = at;
      continue;
    }
    if (!isOpen) continue;
    if (MARK.test(text.slice(Math.max(0, start - MARK_CHARACTERS), start))) {
      lastItem = at;
      const name = skippedName(said);
      const words = name === undefined ? undefined : named(name);
      if (words !== undefined) found.set(at, words);
    } else if (at - lastItem > MAX_ITEM) isOpen = false;
  }
}

interface Item {
  readonly at: number;
  readonly words: string;
  readonly name: string;
}

interface List {
  readonly items: readonly Item[];
  /** Whether its items are named by numbers or letters. */
  readonly isNamed: boolean;
  /** A sentence right before says that its items are options. */
  readonly isOffered: boolean;
}

/** The lists in a text, in order. Their items may be options. */
function listsIn(text: string, sentences: readonly Sentence[]): List[] {
  const lists: { items: Item[]; isNamed: boolean; isOffered: boolean }[] = [];
  let open: (typeof lists)[number] | undefined;
  let isAnnounced = false;
  for (const [at, { text: said, start }] of sentences.entries()) {
    const mark = MARK.exec(text.slice(Math.max(0, start - MARK_CHARACTERS), start));
    const label = LABEL.exec(said);
    if (!mark && !label) {
      isAnnounced = OPENS.test(said);
      if (open && at - open.items.at(-1)!.at > MAX_ITEM) open = undefined;
      continue;
    }
    const number = label?.[1]?.toUpperCase() ?? label?.[2] ?? mark?.[1];
    const isFirst = number === '1' || number === 'A';
    if (isFirst || (open && open.isNamed !== (number !== undefined))) open = undefined;
    if (!open && (isFirst || (number === undefined && isAnnounced)))
      lists.push((open = { items: [], isNamed: number !== undefined, isOffered: isAnnounced }));
    open?.items.push({ at, words: shortened(said.replace(LABEL, '')), name: number ?? `${open.items.length + 1}` });
  }
  return lists;
}

// The choice stands soon after the list, and before the next one.
function chosenIn({ items, isOffered }: List, sentences: readonly Sentence[], until: number): number | undefined {
  const marked = items.findIndex(({ at }) => MARKED.test(sentences[at]!.text));
  if (marked >= 0) return marked;
  const end = items.at(-1)!.at;
  for (let by = end + 1; by <= end + MAX_TO_CHOICE && by < until; by++)
    for (const choice of CHOICES) {
      const name = choice.exec(sentences[by]!.text)?.[1];
      if (name === undefined) continue;
      const order = name.toLowerCase() === 'last' ? items.length - 1 : ORDER.indexOf(name.toLowerCase());
      const item = order >= 0 ? order : items.findIndex((one) => one.name === name.toUpperCase());
      if (item >= 0 && item < items.length) return item;
    }
  if (!isOffered) return undefined;
  const options = items.map(({ words }) => words);
  for (let by = end + 1; by <= end + MAX_TO_CHOICE && by < until; by++) {
    const praised = praisedIn(options, sentences[by]!.text);
    if (praised !== undefined) return praised;
  }
  return undefined;
}

// The words of an option without its reason.
const shortened = (words: string): string =>
  words
    .replace(
      /(?:\.(?=\p{Lu}\p{Ll}+[, ])| [-—–→] |[:;(]| \(|, (?:which|since|because|but|so|and)\b| (?:since|because|so that)\b).*$/u,
      '',
    )
    .replace(/[.?,]$/, '');
