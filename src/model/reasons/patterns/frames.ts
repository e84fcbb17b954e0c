import { of } from './rejections.ts';

/**
 * How people say that they do not take an option. Each frame captures the option. The frames are about the sentence, not about the
 * kind of fault: what follows "but" or "so" may be anything.
 */

/** Words that join the parts of a sentence and say nothing. */
const LEAD = String.raw`(?:(?:but|so|then|and|or|also|actually|although|though|however|hmm|wait|normally|simply|just|sure|alternatively|here|instead|note)[,.:]? )*`;
/** An option in words. A full stop within a name and the brackets of a call belong to it. */
const OPTION = String.raw`((?:[^,;:()—–!?.]|(?<=\w)\([^()\s]*\)|\.(?=\w)|(?<=\s)\.(?=\w)|[:!](?=[\w=])){3,100}?)`;
/** A short one, such as a name. */
const NAME = String.raw`((?:an? |the )?(?:[^\s,;:()—–!?.]|(?<=\w)\([^()\s]*\)|\.(?=\w))+(?: (?:[^\s,;:()—–!?.]|\.(?=\w))+){0,4}?)`;
/** What I do, or a thing that somebody would make: its name has no definite article. */
const DOING = String.raw`((?:(?!nothing|something|anything|everything|during|according|looking|based|assuming|depending|existing|missing|remaining|following|string|thing|being|having|testing|running|checking|reading|seeing|knowing|finding)\p{L}{2,}ing|using) ${OPTION.slice(1)}`;
const SOMETHING = String.raw`((?:an?|another) (?!bug\b|error\b|problem\b|test\b|user\b|missing\b|caller\b|bad\b|malicious\b|developer\b|person\b|client\b|request\b)${OPTION.slice(1)}`;
const CHOICE = String.raw`(?:${DOING}|${SOMETHING})`;
const WOULD = String.raw`(?:would|could|might|will)(?: (?:also|only|just|still|then|likely|probably|silently|simply))*`;
/** What comes of a bad option. */
const HARM = String.raw`(?:not |never )?(?:break|crash|lose|skip|hide|mask|mix|leak|ripple|slow|clutter|duplicate|block|stall|serialize|force|override|pollute|swallow|bypass|defeat|violate|introduce|add (?:\w+ )?(?:complexity|overhead|noise|latency|coupling|an? dependency)|tie|make (?:it|the \w+|every\w*|all|tests?|debugging|reviews?) (?:\w+ )?(?:harder|hard|impossible|slower|slow|brittle|fragile|unreadable|ambiguous|depend\w*)|be (?:error-prone|unsafe|wrong|dangerous|misleading|slow\w*|heavy|hard\w*|harmful|wasteful))\b`;
/** What follows speaks against the option: "but that …", not "keep it but rename it". */
const BUT = String.raw`(?:(?:, |; | [—–-] )(?:but|however|though|although|except)\b(?! (?:ideally|otherwise)\b)| (?:but|though|although) (?=(?:that|this|it|they|there|then|we|I|you|the|those|both|would|wouldn)\b))`;
/** Not: "but let me check first". */
const NOT_YET = String.raw`(?!,? (?:let me|first|I (?:need|have|want|should|can(?:'|’)t (?:tell|see|find))|we (?:need|should|have) to (?:check|see|verify|look)|(?:that|it|this) (?:should|works)\b))`;
const DECIDED = String.raw`(?:so|hence|therefore|thus)(?: that(?:'|’)s why)?,? (?:instead,? )?(?:I(?:'|’)|I |we |it(?:'|’)s |it stays|they stay|let(?:'|’)s|only |use |keep |prefer |go |a |an |the |\p{Ll}+ (?:is|are) (?:used|kept))`;
const WHY = String.raw`(?=(?:,| [—–-]|:|;)? (?:because|since|as|given|for)\b|[:;] | [—–-] |, (?:so|which|when|and)\b)`;

export const FRAMES = [
  of(
    ' but |however|though|except & could|might|considered|thought |looked |first tried|started with|was going',
    String.raw`\b(?:I|we) (?:could|might|considered|thought (?:about|of)|had considered|looked (?:at|into)(?= \p{L}+ing\b| an? )|first tried(?: to)?|was going to)(?: also| just| simply| instead| either| maybe| have)* (?!see\b|find\b|only\b|now\b|tell\b|confirm\b|it\b|that\b|this\b|them\b|reproduce\b|run\b|check\b|have\b|describe\b|the (?:tests?|build)\b)${OPTION}${BUT}${NOT_YET}`,
  ),
  of(
    ' but |however|though|except & could |might ',
    String.raw`^${LEAD}(?:could|might) (?!be\b|have\b|it\b|that\b|this\b|we\b|I\b|you\b|not\b|see\b)${OPTION}${BUT}${NOT_YET}`,
  ),
  of(
    'option|approach|alternative|way|fix|idea|solution|thought & , but|but |, which|; that|; this|however|though & one |another |the other |alternative|my |obvious|naive|naïve|easy|easiest|quick|first|minimal',
    String.raw`^${LEAD}(?:one|another|the other|my (?:first|initial)|the (?:obvious|naive|naïve|easy|easiest|quick|alternative|first|minimal)|the(?= alternative))(?: (?:simple|obvious|possible|easy|quick))? (?:option|approach|alternative|way|fix|idea|solution|thought|instinct) (?:here )?(?:is|was|would be|would have been|could be|might be)(?: to)?(?: just| simply)? (?=(?<=to (?:just |simply )?)|\p{L}+ing\b|an? )${OPTION}(?:${BUT}${NOT_YET}|, which (?:(?:would|could|might) ${HARM}|(?:would|could|might) (?:require|need|mean|be)\b(?! (?:clear|clean|safe|simple|unambiguous|easy|fine|better))|is (?:slow\w*|brittle|fragile|not)|breaks|loses|needs|requires|adds)\b|; (?:that|this|it|but)\b|[.] (?:But|That|However)\b)`,
  ),
  of(
    'tempting to|tempted to|argument for|case for & but|however|though|except',
    String.raw`(?:^|[;,—–] |\bit(?:'|’)s |\bit (?:is|was|would be) |\bI(?:(?:'|’)m| am| was) |\bthere(?:'|’)s an? )(?:tempting to|tempted to|argument for|case for)(?: just| simply)? ${OPTION}${BUT}`,
  ),
  of(
    'tempting & but|however|though|except',
    String.raw`^${LEAD}${CHOICE}(?: here)? (?:is|was|looks|seems|would be) tempting${BUT}`,
  ),
  of(
    ', so |; so |, hence|, therefore|, thus & would|could|might',
    String.raw`^${LEAD}${CHOICE} (?:would|could|might)(?:n(?:'|’)t| not)? (?!have\b|never have\b)[^;]{3,120}?[,;] (?!so (?:I|we) (?:need|have to)\b|so the \w+ (?:prevents|guards)\b)${DECIDED}`,
  ),
  of(
    'would|could|might|may |will & break|crash|lose|skip|hide|mask|mix|leak|ripple|slow|clutter|duplicat|block|stall|serialize|force|overrid|pollut|swallow|bypass|defeat|violat|introduc|add |tie |make |error-prone|unsafe|wrong|dangerous|misleading|heavy|hard|harmful|wasteful',
    String.raw`(?:^|; )${LEAD}${DOING}(?: here| now)? ${WOULD} ${HARM}(?!.*\b(?:before this|until now|currently|today)\b)`,
  ),
  of(
    '; & would|could|might & simpler|better|cleaner|safer|easier|shorter|faster|enough|sufficient|fine|clearer',
    String.raw`^${LEAD}${CHOICE} (?:would|could|might)(?:n(?:'|’)t| not)? [^;]{3,90}?; [^;]{3,60}? (?:is|are) (?:\w+ )?(?:simpler|better|cleaner|safer|easier|shorter|faster|enough|sufficient|fine|clearer)\b`,
  ),
  of(
    ' but |though|however & would|could|might & work|fix|suffice|possible|solve',
    String.raw`^${LEAD}(?:${CHOICE}|([\w./-]*\w[./-]\w[\w./-]*|\x60[^\x60]+\x60)) (?:would|could|might)(?: also| probably)? (?:work|fix|suffice|be possible|solve)\b[^,;]{0,40}?${BUT}${NOT_YET}`,
  ),
  of(
    ' but |though|however & simpler|faster|shorter|cleaner|easier|smaller|nicer|quicker|cheaper|possible|an option',
    String.raw`^${LEAD}(?:${CHOICE}) (?:is|are|would be|looks|seems) (?:\w+ )?(?:simpler|faster|shorter|cleaner|easier|smaller|nicer|quicker|cheaper|possible|an option)${BUT}${NOT_YET}`,
  ),
  of(
    'loses|breaks|requires|needs|adds|costs|hides|gives no|brings no|is dangerous|is risky|is error-prone & , whereas|, while|, hence|, so |, therefore|, thus|; so ',
    String.raw`^${LEAD}${CHOICE} (?:loses|breaks|requires|needs|adds|costs|hides|gives no|brings no|is dangerous|is risky|is error-prone)\b[^;]{2,90}?(?:, (?:whereas|while|hence)\b|, ${DECIDED})`,
  ),
  of(
    'dangerous|risky|error-prone|wasteful & is |are |feels|seems',
    String.raw`^${LEAD}${CHOICE} (?:is|are|feels|seems) (?:too |very |quite )?(?:dangerous|risky|error-prone|wasteful)\b`,
  ),
  of(
    'overkill|invasive|heavy & is |are |feel|felt|seem|looks|was ',
    String.raw`^${LEAD}${CHOICE} (?:is|are|feels|felt|seems|seemed|looks|was) (?:like )?(?:too |overly |quite |an? )?(?:overkill|invasive|heavy)\b`,
  ),
  of(
    "n't work|n’t work|not work|n't do|n’t do|n't help|n’t help",
    String.raw`^${LEAD}${CHOICE} (?:won(?:'|’)t|will not|would(?:n(?:'|’)t| not)|does(?:n(?:'|’)t| not)|cannot|can(?:'|’)t) (?:work|do|help|suffice)\b`,
  ),
  of(
    'avoid & : | — | - | – | because| since|, as ',
    String.raw`^${LEAD}avoid (?!the (?:error|crash|bug|problem|issue)\b|any\b)${OPTION}(?=: | [—–-] | because\b| since\b|, (?:because|since|as)\b)`,
  ),
  of(
    'avoided ',
    String.raw`\bI (?:have |(?:'|’)ve )?(?:deliberately |intentionally )?avoided ((?:\p{L}+ing|an?|the) ${OPTION.slice(1)}(?=[.;,]|$| [—–-]| because\b| since\b)`,
  ),
  of(
    "i'm not |i’m not |i am not |we're not |we’re not |won't |won’t |will not |let's not |let’s not |rather not |shouldn't |shouldn’t |should not |don't want to|don’t want to|do not want to & ad|us|introduc|creat|mak|chang|touch|stor|extract|generat|mock|renam|split|bump|refactor|rewrit|handl|wrap|cach|duplicat|cod|inlin|mov|replac|embed|expos|fork",
    String.raw`(?:^|[;,—–:] |\bso )${LEAD}(?:I(?:'|’)m not|I am not|we(?:'|’)re not|I won(?:'|’)t|I will not|we won(?:'|’)t|let(?:'|’)s not|I(?:'|’)d rather not|we (?:should not|shouldn(?:'|’)t)|I (?:do not|don(?:'|’)t) want to|we (?:do not|don(?:'|’)t) want to) ((?:add|us|introduc|creat|mak|chang|touch|stor|extract|generat|mock|renam|split|bump|refactor|rewrit|reintroduc|handl|wrap|cach|duplicat|hard-?cod|inlin|mov|replac|embed|expos|fork)(?:e|ing)? (?!it\b|that\b|this\b|them\b|anything\b|an? (?:PR|pull request|branch|commit|issue|remote)\b|the remote\b|production\b|sure\b)(?![^,;:]*\b(?:unless|until)\b)${OPTION.slice(1)}(?: here)?(?:${WHY}| just for\b| only for\b)`,
  ),
  of(
    "n't need|n’t need|not need",
    String.raw`^${LEAD}(?:we|I|you) (?:do not|don(?:'|’)t|would(?:n(?:'|’)t| not)) need (?!to\b|any\b|it\b|that\b|this\b|the\b|them\b)${NAME}(?: for (?:this|that|it))?(?:; |: | [—–-] |,? (?:because|since)\b)`,
  ),
  of(
    "n't rely|n’t rely|not rely|n't trust|n’t trust|cannot rely",
    String.raw`\b(?:we|I) (?:can(?:no|(?:'|’))t|should(?:n(?:'|’)t| not)) (?:rely on|trust|depend on) (?!it\b|that\b|this\b|them\b)${OPTION}(?:,? (?:because|since|as)\b|[:;] )`,
  ),
  of(
    'prefer & to ',
    String.raw`\b(?:I|we|I(?:'|’)d) prefer [^,;:]{2,60}? to (?!be\b|have\b|keep\b|use\b|do\b|make\b)${OPTION}(?=[.;,]|$| because\b| since\b)`,
  ),
  of(
    'better & than ',
    String.raw`^${LEAD}(?:it(?:'|’)s )?better (?:to )?[^,;:]{2,60}? than (?:to )?${OPTION}(?=[.;,]|$| because\b| since\b)`,
  ),
  of(
    'rather than & i went|i go|i opted',
    String.raw`\bI (?:went|go|opted) (?:for|with) [^,;:]{2,80}? rather than ${OPTION}(?=[.;,]|$| because\b| since\b)`,
  ),
  of(
    'belongs in|belong in',
    String.raw`\bbelongs? in [^,;:]{2,60}? (?:rather than|and not) (?:in )?${OPTION}(?=[.;,]|$| because\b| since\b)`,
  ),
  of(
    'chose |chosen|choosing',
    String.raw`(?:^|\bI )(?:chose|choosing) [^,;:]{1,60}? over ${OPTION}(?= (?:to|because|since|as|for|so)\b|[.;,]|$)`,
  ),
  of(
    'considered and|an option|were considered|was considered|was rejected|ruled out',
    String.raw`^${LEAD}${OPTION} (?:was|were) (?:considered(?: and|,? but)|ruled out|an option${BUT})`,
  ),
  of('why not ', String.raw`^${LEAD}why not ${OPTION}(?:: |\? )`),
  of("why i didn|why i did not|that's why|that’s why", String.raw`\bwhy I did(?:n(?:'|’)t| not) ${OPTION}(?=[.;,]|$)`),
  of('normally', String.raw`^normally,? I(?:'|’)d ${OPTION}${BUT}`),
  of(
    'instead of',
    String.raw`^instead of ((?:\p{L}+ing|an?) ?${OPTION.slice(1).replace('3,100', '0,100')},? (?:I|we|let(?:'|’)s|use|subscribe|return|keep|have|make|call|store|pass)\b`,
  ),
  of(
    'not worth ',
    String.raw`^${LEAD}(?:it(?:'|’)s |it is )?not worth (\p{L}+ing ${OPTION.slice(1)}(?=[.;,]|$| for\b| because\b| since\b| here\b)`,
  ),
  of(
    ' and not & so | because| since|.|,|;',
    String.raw`^(?:I|we) [^,;:]{3,80}? and not ((?:in|on|by|with|at|from|for) ${OPTION.slice(1)}(?= so\b| because\b| since\b|[.;,]|$)`,
  ),
  of(
    '; & would ',
    String.raw`; ((?!it\b|this\b|that\b|they\b|we\b|I\b|you\b|the (?:test|user|code|server|old)\w*\b)(?:the |an? )?\p{L}[^,;:()—–!?.]{1,40}?) would (?:need|require|force|add|break|mean|have to|be)\b`,
  ),
];
