import { of } from './rejections.ts';

/** A proposal with its judgement, as in the answer to a review: "A shared helper for both: marginal, I'd leave it". */

const NAME = String.raw`((?!(?:the|this|that|it|i|we|you|note|but|so|yes|no|good|fair|one|hmm|wait|understood|ok|okay|there|careful|got|rejected|skipped|keep|addresses)\b)(?![^:;()—–]*\b(?:is|are|was|were|I|we|you|would|should)\b)\p{L}(?:[^,;:()—–!?.]|(?<=\w)\([^()\s]*\)|\.(?=\w)){2,90}?)`;
/** Brackets behind the name. */
const MORE = String.raw`(?: ?\([^()]{2,90}\))?`;
const BREAK = String.raw`(?:: | [—–-] |; | → )`;
const VERDICT = String.raw`(?:scope creep|YAGNI|speculative|overkill|over-?engineer\w*|over-?kill|marginal|low[ -]value|not worth|isn(?:'|’)t worth|larger change than|bigger change than|out of scope|outside (?:the |this )?scope|I(?:'|’)d (?:leave|skip)|I(?:'|’)ll (?:leave|skip)|leav\w+ (?:it|this|that|them|as[ -]is)|too (?:brittle|fragile|invasive|risky|magical|broad)|(?:destructive|considered), rejected|copy-pasted|needs a design decision|graded the current|means redesigning)\b`;
const SKIPPED = String.raw`(?:skip(?:ped|ping)?|omit(?:ted)?|rejected|not done|not doing|left alone|left out|deferred|dropped|won(?:'|’)t do|declined)`;
const ON_PURPOSE = String.raw`(?:,? (?:deliberately|intentionally|on purpose|by design|for now|with reasons?))`;
const CAUSE = String.raw`(?=,? (?:because|since|as it|as this|for now)\b| [—–-] | \(|: )`;
const CHANGE = String.raw`(?:implement|address|apply|fix|extract|move|switch|split|merge|generali[sz]e|wrap|add|introduce|refactor|rename|replace|build|support|inline|migrate|rewrite|cache|expose)`;

export const JUDGED = [
  // "Extracting a helper (second point) — single caller, speculative"
  of(
    'scope creep|yagni|speculative|kill|engineer|marginal|low value|low-value|worth|change than|scope|leav|skip|too |rejected|pasted|design decision|graded|redesigning',
    String.raw`^(${NAME.slice(1, -1)}${MORE})${BREAK}[^.]{0,160}?\b${VERDICT}`,
  ),
  // "Skipped: a typed error"
  of(
    'skip|omit|rejected|not do|left |deferred|dropped|t do|declined',
    String.raw`^${SKIPPED}${ON_PURPOSE}?: (?:the )?${NAME}(?=[.;](?:\s|$)|$| [—–-] | \(|: |,? (?:because|since)\b)`,
  ),
  // "Skip the second index since the table is small", "Drop the fourth rule because …"
  of(
    'skip |omit|leave out|drop ',
    String.raw`^(?:skip|omit|omitted|leave out|drop(?=[^—–:(]*,? (?:because|since)\b)) ((?!if\b|when\b|unless\b|to\b|this\b|that\b|it\b|them\b)(?:[^,;:()—–!?.]|\.(?=\w)){3,80}?)${CAUSE}`,
  ),
  // "The cache was skipped on purpose — …"
  of(
    'deliberately|intentionally|on purpose|by design',
    String.raw`^(?:the )?(\p{L}[^,;:()—–!?]{2,60}?)(?: is| was| are| were)? (?:skipped|omitted|left out|dropped|rejected|deferred)${ON_PURPOSE}`,
  ),
  // "Do not implement the first finding, because …"
  of(
    "do not |don’t |don't |recommend not |recommend against |suggest not ",
    String.raw`^(?:(?:do not|don(?:'|’)t) (${CHANGE} (?!it\b|them\b|that\b|this\b)[^;:()—–!?.]{3,90}?)(?=,? (?:because|since|as(?! well))\b)|I(?:'|’)?d? (?:recommend|suggest) (?:not|against) (\p{L}+ing [^,;:()—–!?.]{3,80}?)(?= unless\b|,? (?:because|since|as|for)\b|[.;]|$))`,
  ),
  // "Adding a driver would be a new dependency", "Moving the rule means reworking the signature"
  of(
    'dependency|rework|refactor|heavier than|more |feels|scope creep|requires |means ',
    String.raw`^(?:but |and |so |however,? |also,? )?((?!nothing|something|being|having|running|reading|looking)\p{L}{2,}ing (?:[^,;:()—–!?.]|(?<=\w)\([^()\s]*\)|\.(?=\w)){3,90}?) (?:(?:would|will) (?:be an? (?:new|extra|another) (?:dependency|\w+ dependency)|mean (?:an? new|reworking|re-?\w+ing)|rework|restructure|create an? (?:dependency|cycle))|means an? (?:new|second|extra)|feels? (?:wrong|destructive|hacky|risky|heavy)|is (?:scope creep|speculative|premature|heavier than|more \w+ than (?:this|it|I|we)))\b`,
  ),
  // "The scanner is more bespoke than this needs to be"
  of(
    ' than ',
    String.raw`^(?:but |so )?((?:the|a|my|this) [^,;:()—–!?]{3,60}?) is (?:more \w+|heavier) than (?:this|it|we|I)(?:(?:'|’)d)? (?:needs?|like|should|want)\b`,
  ),
  // "This is safer than comparing the names by hand"
  of(
    ' than ',
    String.raw`\b(?:more (?:robust|reliable|precise|accurate|durable|explicit)|better|safer|cleaner|simpler|lighter|clearer|cheaper) than (?:to )?((?:manually |just |simply )?(?!trying\b|being\b|having\b|expected\b|removing it\b)\p{L}{2,}ing (?!because\b|since\b)(?:[^,;:()—–!?.]|\.(?=[\w./])){4,80}?)(?= because\b| since\b|[.,;]|$| [—–-] | \()`,
  ),
  // "It would be tidier to share the reader, but the issue is small"
  of(
    ' but ',
    String.raw`^(?:(?:it|this|that) (?:would|might) be (?:tidier|nicer|neater|cleaner|simpler|better|more \w+) to ([^,;:()—–!?.]{4,90}?)|((?:an?|\p{L}{2,}ing) [^,;:()—–!?.]{4,90}?) (?:would|might) be (?:tidier|neater|more (?:general|robust|elegant|flexible|explicit))),? but\b`,
  ),
  // "The counting spike is not as small as it looked"
  of(
    'spike|prototype|experiment|attempt',
    String.raw`^(?:the|my) ((?:[\w-]+ ){0,3}(?:spike|prototype|experiment|attempt)) (?:is not|isn(?:'|’)t|did not|didn(?:'|’)t|failed|turned out|does not|doesn(?:'|’)t)\b`,
  ),
];
