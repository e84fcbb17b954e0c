/**
 * Where an alternative stands in a sentence that rejects it. Each pattern captures the alternative. They were written for precision:
 * a wrong alternative is worse than none, so a sentence that only might reject something gives nothing.
 */

/** The end of an alternative: its clause ends, or its reason begins. */
const END = String.raw`(?=\s*(?:[.,;:!?](?=\s|$|["”’)])|(?<!\w)[()]|\)|[—–]|\s-{1,2}\s|$)|\s(?:because|since|so(?! far)|as (?:it|that|this|they|the)|when|where|which|while|but|if|(?:in order )?to (?:avoid|keep|make sure|ensure|prevent)|makes?|keeps|lets|means|gives|avoids)\b)`;
// A call (`context.Background()`) belongs to it.
const PHRASE = String.raw`((?:[^,;:()—–!?]|(?<=\w)\([^()\s]*\)){3,110}?)`;

/** A fault of an option. */
const FAULT = String.raw`(?:(?:would|could|might|may|will)(?:n(?:'|’)t| not)?(?: (?:also|only|just|still|then|likely|probably|silently|potentially))* (?:break|lose|recurse|bloat|stall|block|flash|flag|pollute|trigger|cause|prevent|expose|regress|be (?:overkill|(?:more |too |very |quite |pretty )?(?:invasive|disruptive|complex|complicated|fragile|brittle|costly|expensive|slow|confusing|risky|noisy|heavy|awkward|misleading|wrong|broad)|redundant|a breaking|too|unsafe|insufficient|flaky|premature|over-?engineer\w+|hacky|(?:fairly |quite |very )?extensive|an? (?:large|larger|big|bigger|major|huge) (?:refactor\w*|change|rewrite|effort|undertaking))|requires?|mean (?:touching|changing|rewriting|adding|duplicat\w+|more)|duplicate|defeat|violate|(?:not )?work|hide|mask|force|introduce|create (?:an? )?(?:awkward|circular|extra)|need(?: to)?|suffice|bypass|undermine|couple|complicate|clutter|leak)|(?:is|are|feels?|seems?|gets?|would be|(?:'|’)s)(?: getting| just| also| a bit| a little| probably| likely)* (?:overkill|disruptive|too |not (?:worth|enough|ideal|safe|viable|possible|an option|needed|necessary)|wrong|risky|fragile|brittle|heavy|heavier|unreliable|worse|(?:more |overly )?(?:complicated|complex|invasive)|awkward|impossible|out of scope|unnecessary|circular|messy)|(?:is|are)n(?:'|’)t (?:enough|ideal|worth|right|safe|possible|viable|an option|needed|necessary)|(?:increases?|raises?) (?:the )?(?:\w+ )?(?:complexity|coupling)|(?:adds?|creates?|introduces?) (?:an? )?(?:extra|unnecessary|awkward|(?:new )?dependency|circular|complexity|more)|does(?:n(?:'|’)t| not) (?:add|help|work|make sense|solve|scale|buy|give|fit)|(?:defeats|undermines|trades|locks us)\b)`;

/** A pattern, and parts of sentences in small letters. It is tried only on sentences with at least one of these parts. */
interface Sign {
  readonly parts: readonly string[];
  readonly pattern: RegExp;
}

/**
 * @param parts divided by `|`. To compile a pattern takes up to ten milliseconds in each process, and most sentences reject nothing
 */
const of = (parts: string, text: string): Sign => ({ parts: parts.split('|'), pattern: new RegExp(text, 'iu') });

const matchOf = ({ parts, pattern }: Sign, sentence: string, small: string): RegExpExecArray | null =>
  parts.some((part) => small.includes(part)) ? pattern.exec(sentence) : null;

const BUT = 'but|however|though|yet|except';

/** Names what is not chosen beside what is. */
const CONTRASTS = [
  of(
    'instead of|rather than|as opposed to',
    String.raw`\b(?:instead of|rather than|as opposed to)(?: just| simply| merely| trying to)? ${PHRASE}${END}`,
  ),
];

/** Adjectives of an option that was chosen, or that is there. */
const CHOSEN = String.raw`(?:correct|right|new|best|simplest|cleanest|current|chosen|same|final|better|whole|general|overall|existing|proper|safest|recommended|proposed)`;

/** Says what is not done, or names an option with its fault. */
const REJECTIONS = [
  of(
    "can't |can’t |cannot ",
    String.raw`\b(?:we|I|you) can(?:no|(?:'|’))t (?:just |simply |easily |directly )(?!see\b|find\b|tell\b|run\b|check\b|read\b|debug\b|observe\b)${PHRASE}(?=\s(?:or|without|since|because)\b|[,;.](?:\s|$)| [—–-]|$)`,
  ),
  of(
    "can't |can’t |cannot ",
    String.raw`\b(?:we|I) can(?:no|(?:'|’))t (?!see\b|find\b|tell\b|run\b|check\b|read\b|debug\b|observe\b)${PHRASE} without (?:breaking|creating|losing|duplicating|introducing|touching|changing)\b`,
  ),
  of(
    "can't |can’t |cannot ",
    String.raw`^Since [^;:!?]{4,120}?, (?:we|I) can(?:no|(?:'|’))t (?!see\b|find\b|tell\b|run\b|check\b|read\b|debug\b|observe\b)${PHRASE}${END}`,
  ),
  of(
    "can't |can’t |cannot ",
    String.raw`\bso we can(?:no|(?:'|’))t (?!see\b|find\b|tell\b|run\b|check\b|read\b|use\b)${PHRASE}(?:\.|$)`,
  ),
  of(
    ', but ',
    String.raw`^((?:use|create|store|put|make|extend|reuse|replace|move) [^,;:()—–!?.]{4,80}?): [^:;!?]{2,60}, but (?:breaks?|needs?|requires?|adds?|loses?|duplicates?|couples?|changes?)\b`,
  ),
  of(
    ' but ',
    String.raw`^(\p{Lu}[^,;:()—–!?.]{2,50}?) gives (?:us|you) [^,;:]{2,40} but (?:locks|costs|adds|limits|needs|requires|loses)\b`,
  ),
  of(
    "don't need |don’t need |do not need ",
    String.raw`\b(?:we|I|you) (?:do not|don(?:'|’)t) need (?:to (?:\p{L}+) )?((?:separate|new|additional|extra|dedicated|custom|another) [^,;:()—–!?.]{3,60}?)(?=\s(?:unless|before|after|for|here|at|in|on)\b|${END.slice(3)}`,
  ),
  of(
    ' needed — | needed - | needed – ',
    String.raw`^No (?!fix|action|further\b|more\b|other|special|direct|code\b)(\p{Ll}[^,;:()—–]{3,50}?)(?<!changes?) (?:is |are )?needed [—–-] `,
  ),
  of(
    'skipped',
    String.raw`^([\w./-]+(?: [\w./-]+){0,3}) (?:is|are) (?:deliberately |intentionally )?skipped (?:[—–-]|because|since)`,
  ),
  of(
    "did not |didn't |didn’t ",
    String.raw`\bI (?:deliberately |intentionally )did(?: not|n(?:'|’)t) ((?:touch|change|add|use|bump|move|rename) [^,;:()—–!?.]{3,70}?)${END}|\bI did not ((?:touch|change|add|use|bump|move|rename) [^,;:()—–!?.]{3,70}?) (?:[—–-]|because\b|since\b)`,
  ),
  of(
    ' over ',
    String.raw`\b(?:pick|picked|picking|choose|chose|choosing|prefer|preferred|favou?r|went with|go with|going with) (?!(?:it|this|that|them) over\b)[^,;:()—–!?]{2,60}? over ${PHRASE}${END}`,
  ),
  of(
    ' need a',
    String.raw`\b(?:we|I|you) (?:do not|don(?:'|’)t|will not|won(?:'|’)t) need (an? (?:separate|new|extra|additional|dedicated|custom|full|whole) [^,;:()—–!?.]{3,60}?)(?=\s(?:before|after|for|to|here|at|in|on)\b|${END.slice(3)}`,
  ),
  of('without needing ', String.raw`\bwithout needing ((?!to\b|it\b|them\b|any\b)[^,;:()—–!?.]{4,60}?)${END}`),
  of(
    'skip',
    String.raw`\b(?:I(?:'|’)ll|I will|let me|I(?:'|’)m|I should|we can|I can) (?:just )?skip(?:ping)? ((?:adding|creating|writing|introducing|extracting|the|an?) [^,;:()—–!?.]{3,70}?)(?=,? (?:since|because|as)\b| [—–-] )`,
  ),
  of(
    'avoiding',
    String.raw`\b(?:I|we)(?:(?:'|’)m| am|(?:'|’)re| are) (?:deliberately |intentionally )?avoiding ${PHRASE}${END}`,
  ),
  of(
    "not |never |don't |don’t ",
    String.raw`(?:^|[;—–:] |\b(?:we|I|you|should|must)\b )(?:do not|don(?:'|’)t|never|not) ((?:use|add|introduce|create|rely on|hard-?code|duplicate|depend on|mock|store|embed) (?!it\b|them\b|that\b|this\b|a (?:pr|pull request|branch|commit|issue)\b)[^,;:()—–!?]{3,80}?)${END}`,
  ),
  of(
    '(which ',
    String.raw`\bor ((?!if\b|when\b|that\b)\p{L}+ [^,;:()—–!?.]{3,60}?) \(which (?:defeats|would|breaks|is (?:too|not|overkill))\b`,
  ),
  of(
    ', but ',
    String.raw`\b(?:do not|don(?:'|’)t) ((?!know|think|see|need|have|want|believe|forget|worry)\p{L}+ [^,;:()—–!?]{4,80}?), but (?:only|just|rather)\b`,
  ),
  of(
    "shouldn't be|shouldn’t be|should not be",
    String.raw`^([\w.-]+(?: \w+)?) (?:isn(?:'|’)t|is not) [^,;:()]{2,60} and should(?:n(?:'|’)t| not) be\b`,
  ),
  of(
    'would make ',
    String.raw`(?:^|[;,] )(an? [^,;:()—–!?]{4,90}?) would make \w[^,;:()]{0,60}? (?:depend|harder|brittle|fragile|unreadable|slower|ambiguous)\b`,
  ),
  of('non-goal|nongoal', String.raw`\bnon-?goals?: ([^;:()!?]{4,110}?)(?:\.?$|[.;] )`),
  of(
    'approach|option|alternative|route|variant',
    String.raw`\b((?:the|an?) (?!${CHOSEN}\b)[^,;:()—–!?.]{2,50}? (?:approach|option|alternative|route|variant)) (?:introduces|adds|trades|requires|locks|forces|needs|breaks|loses|couples|duplicates|only (?:allows|works|covers|handles))\b`,
  ),
  of(
    'adds complexity|adds overhead|adds noise',
    String.raw`(?:^|[;,] )((?!this\b|that\b|it\b|which\b)[\p{L}][\w-]+(?: [\w-]+){0,3}) adds (?:complexity|overhead|noise)\b`,
  ),
  of(
    'no need ',
    String.raw`\bno need (?:to|for) ((?!worry|check|look|read|verify|test|see|run|wait|re-?\w+|change|do\b|any|further|more|that|this|it\b)[^,;:()—–!?]{6,70}?)${END}`,
  ),
  of(
    'no new |no separate |no extra |no additional |no custom |no dedicated |no global |no external |no full ',
    String.raw`^No ((?:new|separate|extra|additional|custom|dedicated|global|external|full) [\w /-]{3,40}?) (?:is |are )?(?:needed|required|necessary)\b`,
  ),
  of(
    'not going to ',
    String.raw`\b(?:I|we)(?:(?:'|’)m| am|(?:'|’)re| are) (?:deliberately |intentionally )?not going to ${PHRASE}${END}`,
  ),
  of(
    'ruled out|decided against|opted against|decided not to|chose not to|rejected',
    String.raw`\b(?:ruled out|decided against|opted against|decided not to|chose not to|(?:I|we)(?: have|(?:'|’)ve)? rejected)(?: the idea of| using)? ${PHRASE}${END}`,
  ),
  of('not ', String.raw`^Not (\p{L}+ing [^,;:()—–.]{4,80}?)(?: because| since|:|,| [—–-]) `),
  of(
    BUT,
    String.raw`\b(?:I|we) (?:could|can|might|considered|thought about|thought of|had considered)(?: also| just| simply| instead| either| maybe)* (?!see\b|find\b|only\b|now\b|tell\b|confirm\b)${PHRASE}(?:,| [—–-])? (?:but|however|though|although|yet|except)\b[^.]*?(?:n(?:'|’)t|not|would be|would break|would require|too|more|extra|overkill|worse|wrong|risk|fragile|requires?|adds?|duplicat|complicated)`,
  ),
  of(
    BUT,
    String.raw`\b(?:the )?(?:minimal (?:change|fix)|simplest (?:change|fix|option|approach|way)|alternative|other option|another option|obvious (?:fix|choice)) (?:is|was|would be)(?: to)? ${PHRASE}(?:,| [—–-])? (?:but|however|though|although)\b`,
  ),
  of(
    BUT,
    String.raw`\b(?:I(?:(?:'|’)m| am)|was) (?:also )?(?:considering|debating|tempted|thinking about|thinking of|wondering)(?: whether to| whether| if| to)? ${PHRASE},? (?:but|however|though)\b`,
  ),
  of(
    BUT,
    String.raw`^((?:\p{L}+ing|an?|(?:the|this|that) (?:[^,;:]{2,40} )?(?:approach|option|alternative|route|design))(?: [^,;:()—–!?.]{2,90}?)?) (?:would|could|might|may|is|seems?|looks?) (?:also |probably )?(?:be |work|do|have been )?(?:a bit |a little |much |slightly )?(?:simpler|easier|faster|shorter|cleaner|smaller|nicer|tempting|possible|quicker|cheaper)?(?:,| [—–-])? (?:but|however|though|although)\b`,
  ),
  of(
    'scrap|drop|abandon|discard|undo|ditch',
    String.raw`\b(?:scrap|drop|abandon|discard|undo|ditch)(?:ping|ning|ing)? (the [^,;:()—–.]{3,60}? (?:approach|idea|plan|option|design|route))\b`,
  ),
  of(
    'avoid',
    String.raw`\bavoid(?:s|ing)? ((?:adding|introducing|pulling in|rewriting|depending on|forking|reinventing) [^,;:()—–.]{3,80}?)${END}`,
  ),
  of(
    '(but|(though|(although|(however',
    String.raw`^(?:or |and |or maybe )?((?!but\b|this\b|that\b|it\b)\p{L}+ [^,;:()—–!?.]{4,90}?) \((?:but|though|although|however) (?:this|that|it) (?:would|could|might|is|adds|breaks)\b`,
  ),
  of(
    "increase|raise|would|could|might|may|will|overkill|disruptive|too |not |n't |n’t |wrong|risky|fragile|brittle|heav|unreliable|worse|complic|complex|invasive|awkward|impossible|out of scope|unnecessary|circular|messy|add|create|introduce|does|defeats|undermines|trades|locks us",
    String.raw`(?:^|(?:[,;] |[—-] )(?:but |so |then )?)(?:(?:but|however|though|although|actually|also|and|or|while|hmm|wait|simply|just)[,.]? )*((?:\p{L}{2,}ing|(?:the|an?|using) )(?:(?:[^,;:()—–!?.]|(?<=\w)\([^()\s]*\)|[.:](?=\w)|!(?==)){2,90}?)?) ${FAULT}`,
  ),
  of(
    '(',
    String.raw`^((?:add|use|make|keep|put|create|change|move|set|pass|split|return|skip|expose|store|replace|rewrite|wrap|inline)\b[^,;:()—–!?.]{4,90}?) \((?:but )?(?:(?:this|that|it)(?:(?:'|’)s)? )?(?:is |would be )?(?:an? )?(?:more )?(?:breaking change|invasive|overkill|too |not (?:ideal|worth|needed)|complex|complicated|fragile|risky)`,
  ),
  of(
    '()',
    String.raw`(?:^|[;,—–] |\b(?:because|since) )([\w.]*\w\(\)(?:\.\w+(?:\(\))?)*) would (?:break|block|stall|lose|leak|hang|fail|hide|mask|require|duplicate|throw)\b`,
  ),
];

/** A contrast in brackets: `(not deltas)`. */
const IN_BRACKETS = of(
  '(not ',
  String.raw`\(not (?:an? |the )?((?!yet|current|just|only|sure|in\b|on\b|to\b|at\b|for\b|from\b|used|need|required|avail|support|found|test|visible|commit|track|relevant|block|includ|including|even|because|all\b|any\b|that\b|this\b|here\b|necessar|recommend|really|part\b|set\b|working|implement|possible|(?:[\p{L}-]+ed\)))[\p{L}-]+(?: [\p{L}-]+){0,4})\)`,
);
/** A contrast at the end: `, not a HUD change`. It needs more than a judgement beside it. */
const NOT = of(
  ', not |, and not |, never ',
  String.raw`,(?: and)? (?:not|never) ((?!just\b|merely\b|simply\b|only\b|sure\b|yet\b|to mention\b|the other\b)[^,;:()—–!?]{5,70}?)(?:[.!]|$)`,
);
const INTENDS =
  /\b(?:I['’]ll|I['’](?:m|d) (?:going to|making|make|use|keep|put|store|rather|prefer|treating|using|keeping)|we['’]ll|we should|I should|let me|let['’]s|make (?:it|this))\b(?!.*\b(?:because|since)\b.*, not\b)/i;

/** The speaker decides: an intention, an instruction, a judgement. */
const DECIDES =
  /\b(?:I(?:['’](?:ll|m|d))?|we(?:['’](?:ll|re|d))?|let me|let['’]s|going to|should|must|wants?|prefer\w*|better|simpler|cleaner|safer|easier|best|simplest|cleanest|safest|easiest|keep|keeps|keeping|chose|choose|decided|the (?:fix|solution|approach|plan|idea|right|correct))\b|^(?:so |then |also |and |now |please )?(?:use|keep|make|add|put|store|return|pass|call|move|prefer|write|read|define|derive|compute|check|do|go|instead of|rather than|(?!during|nothing|something|anything|everything|incoming|existing|missing)\p{L}+ing)\b/iu;
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
  /^(?:the (?:user|test|tests|error|problem|issue|bug|code|file|function|linter|build|output|result|current|existing|same|other|only|real|root|first|second|last|reason|message|value)\b|an? (?:bug|error|problem|test)\b|(?:according|looking|based|assuming|depending|during|nothing|something|anything|everything|existing|missing|remaining|following|string|thing|being|having|testing|running|checking)\b)/i;
const OPTION = /\b(?:approach|option|alternative|route|solution|variant|design|idea|version|way)$/i;
/** Words that name nothing by themselves. */
const POINTS =
  /^(?:it|that|this|them|those|these|one|both|any|all|just|before|now|here|there|what(?:ever)?(?: (?:it|i|we) \w+)?|nothing|the (?:old|other|previous|first|last|same)(?: (?:one|way))?|you|me|us|and (?:it|that|this)|do (?:it|that|this)|be|a|the)$/i;

/** What was there before, which nobody considered. */
const BEFORE =
  /^(?:\d|waiting\b|only\b|being\b|left\b|add to\b|assuming\b|blocking on\b|making you\b|starting another\b|treating (?:that|this|it)\b|duplicat\w+ the work\b|(?:a|the) (?:misleading|code-change)\b)|^(?:an? )?["“]|^(?:string|number|object|boolean|errors?|include) ?(?:them|it)?$|\. |^(?:the )?(?:previous|old|default|current|existing|hard-?coded|stale|original|actual)\b/iu;

/** The alternative that a sentence rejects; undefined where it rejects none, or names none. */
export function alternativeIn(sentence: string): string | undefined {
  if (/\?["')]*$/.test(sentence)) return undefined;
  const small = sentence.toLowerCase();
  for (const contrast of CONTRASTS) {
    const match = matchOf(contrast, sentence, small);
    if (!match) continue;
    // What follows the contrast gives its reason, and often says what is wrong now.
    const until = sentence.slice(0, match.index + match[0].length).replace(BEFORE_A_DECISION, '');
    if (DECIDES.test(sentence) && !describes(until, match[1]!) && !CORRECTS.test(sentence) && !VAGUE.test(match[1]!))
      return named(match[1]!);
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
  for (const rejection of REJECTIONS) {
    const match = matchOf(rejection, sentence, small);
    const found = match?.[1] ?? match?.[2];
    if (found === undefined || NO_OPTION.test(found)) continue;
    if (rejection === SUBJECT && /^(?:the|an?) /i.test(found) && !isOption(found, sentence)) continue;
    return named(found);
  }
  return undefined;
}

/** An item with its reason below a heading such as "What NOT to add": "Sync patterns (not used yet)". */
export function excludedItem(sentence: string): string | undefined {
  const name = /^((?!that\b|the\b|this\b|it\b|if\b|when\b|not\b)[^:;()—–]{3,60}?)(?: [—–-] |: | \().{8}/iu.exec(
    sentence,
  )?.[1];
  return name === undefined || /\b(?:is|are|was|will)\b|['’]s\b|^\S+\.\w+$/.test(name) ? undefined : named(name);
}

/** Names an option that the next sentence may refuse. */
const OFFERS = of(
  ' ',
  String.raw`^(?:(?:so|or|actually|alternatively|maybe|perhaps|hmm|wait|now|but|also|option \w+)[,:]? )*(?:what if (?:I|we|you) (?:just )?|(?:I|we) (?:could|can|might)(?: also| just| simply| instead| either| maybe)* |(?:one|an|another|the other|a (?:better|simpler|cleaner)) (?:option|approach|way|alternative) (?:is|would be) to |(?=(?:filter|use|add|keep|make|create|put|move|store|pass|split|inline|copy|wrap|expose|reuse|extend)\b))(?!see\b|find\b|tell\b|check\b|look\b|use the\b.{0,3}$)${PHRASE}(?:[.,;?]|[—–]|$)`,
);
const REFUSES =
  /^(?:but|however|though|although|hmm|actually|still|that(?:['’]s| is| would| could)|this (?:is|would|might)|it(?:['’]s| is| would| feels))\b.{0,70}?\b(?:circular|overkill|over-?engineer\w*|(?:not|n['’]t) (?:be )?(?:ideal|worth|enough|work|possible|right|help|great|safe)|hacky|worse|less clean|too (?:much|complex|complicated|broad|invasive|risky|slow|heavy)|fragile|brittle|unnecessary|more complex|breaking change|circular)\b/i;

/** The option that a sentence offers and the next one refuses ("I could add a flag. But that is overkill."). */
export function refusedIn(sentence: string, next: string): string | undefined {
  if (!REFUSES.test(next)) return undefined;
  const found = matchOf(OFFERS, sentence, sentence.toLowerCase())?.[1];
  return found === undefined ? undefined : named(found);
}

const SUBJECT = REJECTIONS.at(-3);

// "The X approach is overkill", "A lock would break all callers". What a program does is no option.
const isOption = (subject: string, sentence: string): boolean =>
  OPTION.test(subject) ||
  (/^an? /i.test(subject) &&
    /^ (?:would|could|might)\b/.test(sentence.slice(sentence.indexOf(subject) + subject.length)));

function named(found: string): string | undefined {
  const text = /^["“'`](.*)["”'`]$/.exec(found)?.[1] ?? found.trim();
  const isWhole = (text.match(/["“”]/g)?.length ?? 0) % 2 === 0;
  return isWhole &&
    text.length >= 3 &&
    !POINTS.test(text) &&
    !BEFORE.test(text) &&
    !/^\p{L}+ing (?:it|them|this|that|those|these)$/iu.test(text)
    ? text
    : undefined;
}
