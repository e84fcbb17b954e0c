/**
 * Where an alternative stands in a sentence that rejects it. Each pattern captures the alternative. They were written for precision:
 * a wrong alternative is worse than none, so a sentence that only might reject something gives nothing.
 */

/** The end of an alternative: its clause ends, or its reason begins. */
const END = String.raw`(?=\s*(?:[.,;:!?](?=\s|$|["”’)])|(?<!\w)[()]|\)|[—–]|\s-{1,2}\s|$)|\s(?:because|since|so(?! far)|as (?:it|that|this|they|the)|when|where|which|while|but|if|(?:in order )?to (?:avoid|keep|make sure|ensure|prevent)|makes?|keeps|lets|means|gives|avoids)\b)`;
/** An alternative in words. A call (`context.Background()`) belongs to it. */
export const PHRASE = String.raw`((?:[^,;:()—–!?]|(?<=\w)\([^()\s]*\)){3,110}?)`;

/** A fault of an option. */
const FAULT = String.raw`(?:(?:would|could|might|may|will)(?:n(?:'|’)t| not)?(?: (?:also|only|just|still|then|likely|probably|silently|potentially))* (?:break|lose|recurse|bloat|stall|block|flash|flag|pollute|trigger|cause|prevent|expose|regress|be (?:overkill|(?:more |too |very |quite |pretty )?(?:invasive|disruptive|complex|complicated|fragile|brittle|costly|expensive|slow|confusing|risky|noisy|heavy|awkward|misleading|wrong|broad)|redundant|a breaking|too|unsafe|insufficient|flaky|premature|over-?engineer\w+|hacky|(?:fairly |quite |very )?extensive|an? (?:large|larger|big|bigger|major|huge) (?:refactor\w*|change|rewrite|effort|undertaking))|requires?|mean (?:touching|changing|rewriting|adding|duplicat\w+|more)|duplicate|defeat|violate|(?:not )?work|hide|mask|force|introduce|create (?:an? )?(?:awkward|circular|extra)|need(?: to)?|suffice|bypass|undermine|couple|complicate|clutter|leak)|(?:is|are|feels?|seems?|gets?|would be|(?:'|’)s)(?: getting| just| also| a bit| a little| probably| likely)* (?:overkill|disruptive|too |not (?:worth|enough|ideal|safe|viable|possible|an option|needed|necessary)|wrong|risky|fragile|brittle|heavy|heavier|unreliable|worse|(?:more |overly )?(?:complicated|complex|invasive)|awkward|impossible|out of scope|unnecessary|circular|messy)|(?:is|are)n(?:'|’)t (?:enough|ideal|worth|right|safe|possible|viable|an option|needed|necessary)|(?:increases?|raises?) (?:the )?(?:\w+ )?(?:complexity|coupling)|(?:adds?|creates?|introduces?) (?:an? )?(?:extra|unnecessary|awkward|(?:new )?dependency|circular|complexity|more)|does(?:n(?:'|’)t| not) (?:add|help|work|make sense|solve|scale|buy|give|fit)|(?:defeats|undermines|trades|locks us)\b)`;

/** A pattern, and groups of parts of sentences in small letters. It is tried only on sentences with a part of each group. */
interface Sign {
  readonly parts: readonly (readonly string[])[];
  readonly text: string;
  pattern?: RegExp;
}

/**
 * @param parts divided by `|`, and groups of them by ` & `. To compile a pattern takes up to ten milliseconds in each process, and most
 *   sentences reject nothing
 */
export const of = (parts: string, text: string): Sign => ({
  parts: parts.split(' & ').map((group) => group.split('|')),
  text,
});

/** What a sign finds in a sentence. `small` is the sentence in small letters. */
export const matchOf = (sign: Sign, sentence: string, small: string): RegExpExecArray | null =>
  sign.parts.every((group) => group.some((part) => small.includes(part)))
    ? (sign.pattern ??= new RegExp(sign.text, 'iu')).exec(sentence)
    : null;

const BUT = 'but|however|though|yet|except';

/** Names what is not chosen beside what is. */
export const CONTRASTS = [
  of(
    'instead of|rather than|as opposed to',
    String.raw`\b(?:instead of|rather than|as opposed to)(?: just| simply| merely| trying to)? ${PHRASE}${END}`,
  ),
];

/** Adjectives of an option that was chosen, or that is there. */
const CHOSEN = String.raw`(?:correct|right|new|best|simplest|cleanest|current|chosen|same|final|better|whole|general|overall|existing|proper|safest|recommended|proposed)`;

/** Says what is not done, or names an option with its fault. */
export const REJECTIONS = [
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
    String.raw`\bso we can(?:no|(?:'|’))t (?!determine\b|make it\b|know\b|detect\b|verify\b|distinguish\b|get\b|see\b|find\b|tell\b|run\b|check\b|read\b|use\b)${PHRASE}(?:\.|$)`,
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
  of(
    'without needing ',
    String.raw`\bwithout needing (an? (?:new|separate|second|extra|custom|dedicated|whole) [^,;:()—–!?.]{4,60}?)${END}`,
  ),
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
    String.raw`\bno need (?:to|for) (?=\S+ \S)((?!worry|check|look|read|verify|test|see|run|wait|re-?\w+|change|do\b|any|further|more|that|this|it\b)[^,;:()—–!?]{6,70}?)${END}`,
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
  of('not ', String.raw`^Not (\p{L}+ing (?:[^,;:()—–.]|\.(?=\w)){4,80}?)(?: because| since|:|,| [—–-]) `),
  of(
    BUT,
    String.raw`\b(?:I|we) (?:could|can|might|considered|thought about|thought of|had considered)(?: also| just| simply| instead| either| maybe)* (?!see\b|find\b|only\b|now\b|tell\b|confirm\b)${PHRASE}(?:,| [—–-])? (?:but|however|though|although|yet|except)\b[^.]*?(?:n(?:'|’)t|not|would be|would break|would require|too|more|extra|overkill|worse|wrong|risk|fragile|requires?|adds?|duplicat|complicated)`,
  ),
  of(
    BUT,
    String.raw`\b(?:the )?(?:minimal (?:change|fix)|simplest (?:change|fix|option|approach|way)|alternative|other option|another option|obvious (?:fix|choice)) (?:is|was|would be|would have been)(?: to)? ${PHRASE}(?:,| [—–-])? (?:but|however|though|although)\b`,
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
  of(
    ' vs',
    String.raw`^([^→:;]{2,40}?) vs\.? ([^→:;]{2,40}?) → (?:the )?\2|^([^→:;]{2,40}?) vs\.? ([^→:;]{2,40}?) → (?:the )?\3`,
  ),
  of(' but ', String.raw`\bsuggests? ((?!that\b|the\b)\p{L}+ing [^,;:()—–!?.]{4,90}?), but (?:that|this|it) would\b`),
  of(
    ' alone ',
    String.raw`^(?:but |and |so )?(an? [^,;:()—–!?]{2,50}?|[\p{L}-]+ing [^,;:()—–!?]{2,50}?) alone (?:won(?:'|’)t|would(?:n(?:'|’)t| not)|can(?:not|(?:'|’)t)|does(?:n(?:'|’)t| not)|is(?:n(?:'|’)t| not))\b`,
  ),
  of(
    ' would only ',
    String.raw`^((?!they\b|it\b|this\b|that\b|which\b|we\b|you\b)\p{L}[\w-]+(?: [\w-]+){0,2}) would only (?:win|make sense|help|work|pay off) if\b`,
  ),
  of(
    'because ',
    String.raw`\bbecause ((?!it\b|this\b|that\b|they\b|the\b|we\b|users?\b|callers?\b|tests?\b|existing\b)[\p{L}-]+ \p{L}+s) would (?:break|lose|fail|require|leak)\b`,
  ),
  of(
    "shouldn't be |shouldn’t be |should not be ",
    String.raw`\bshould(?:n(?:'|’)t| not) be (an? (?!problem|issue|concern|surprise|big\b|blocker)[^,;:()—–!?.]{4,60}?)(?: at all)?(?:[.,;]|$)`,
  ),
  of(
    ', not a',
    String.raw`, not (an? (?:second|fixed|separate|new|global|hard-?coded|static|full|generic|custom|parallel) [^,;:()—–!?.]{3,60}?)(?:[.:;,]|$)`,
  ),
  of(
    '(no ',
    String.raw`\(no ((?:global|new|extra|additional|separate|custom|external|shared|dedicated) [^()]{3,50})\)`,
  ),
  of(
    ' no new |no automated |no extra |no additional |no separate |no global |no external ',
    String.raw`(?:^|[—–] |, )no ((?:new|automated|extra|additional|separate|global|external) (?:[\w/-]+ ){0,2}?(?:files?|folders?|tests?|config\w*|dependenc\w+|tables?|columns?|flags?|options?|APIs?|endpoints?|components?|packages?|modules?|services?|abstractions?|machinery|accounts?|state|hooks?|helpers?|types?|fields?|classes|class))(?:$|[.,;](?:\s|$)| [—–] )`,
  ),
  of(
    ' over my ',
    String.raw`\b(?:take|prefer|choose|pick) (?:it|this|that) over (my (?:earlier|first|previous|original) [^,;:()—–!?.]{3,60}?)${END}`,
  ),
];

/** What an agent rules out in the purpose of a look: "I'm reading it so the text names the additions instead of echoing titles". */
export const PURPOSE = of(
  'instead of|rather than',
  String.raw`\bso (?:that )?(?:the|my|our|this|I|we) [^;]{6,120}?(?:instead of|rather than) (?:just |simply |merely )?(\p{L}{3,}ing [^,;:()—–!?]{4,90}?)${END}`,
);

/** A contrast in brackets: `(not deltas)`. */
export const IN_BRACKETS = of(
  '(not ',
  String.raw`\(not (?:an? |the )?((?!yet|current|just|only|sure|in\b|on\b|to\b|at\b|for\b|from\b|used|need|required|avail|support|found|test|visible|commit|track|relevant|block|includ|including|even|because|all\b|any\b|that\b|this\b|here\b|necessar|recommend|really|part\b|set\b|working|implement|possible|(?:[\p{L}-]+ed\)))[\p{L}-]+(?: [\p{L}-]+){0,4})\)`,
);
/** A contrast at the end: `, not a HUD change`. It needs more than a judgement beside it. */
export const NOT = of(
  ', not |, and not |, never ',
  String.raw`,(?: and)? (?:not|never) ((?!just\b|merely\b|simply\b|only\b|sure\b|yet\b|to mention\b|the other\b)[^,;:()—–!?]{5,70}?)(?:[.!:](?:\s|$)|$)`,
);

/** The rejection that names an option with its fault. Its subject may also be what a program does. */
export const SUBJECT = REJECTIONS.find(({ parts }) => parts[0]!.includes('overkill'));

/** What must not be done. In a prompt it is a rule. */
export const PROHIBITION = REJECTIONS.find(({ parts }) => parts[0]!.includes('never '));
