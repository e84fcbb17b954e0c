/** Characters. A shorter sentence states no reason, a longer one states too much. */
const MIN_CHARACTERS = 18;
const MAX_CHARACTERS = 360;

/** Announcements of the next step. */
const ANNOUNCES =
  /^(?:(?:great|perfect|good|okay|ok|alright|right|sure|excellent|nice|done|yes|no|now|next|then|first|finally|so|and|also|got it|i see|of course|certainly|absolutely|but|actually|wait|hmm)\b[,.!:;—–-]*\s*)*(?:let me|let's|let us|i(?:'|’)ll|i will|i(?:'|’)m (?:going to|now|about to|\w+ing)|i am (?:going to|\w+ing)|i need to|i should|i can|we need to|we should|time to|going to|here(?:'|’)s|here is|next,? i|now (?:add|update|fix|let|i|create|remove|write|run|implement|rewrite|replace|check|commit|the))\b/i;
const LOOKS =
  /\b(?:let me|i(?:'|’)ll|i need to|i should|i(?:'|’)m|(?:^|\b(?:is|was|here|going|need|want|time|ready|proceed|continue|trying|on) )to|i want to|i(?:'|’)m going to)\s+(?:(?!add|write|create|update|fix|make|extend|implement|remove|delete|move|use)\w+\s+){0,2}?(?:check|look|read|see|find|search|understand|explore|verify|run|examine|review|inspect|investigate|trace|test|view|grep|list|confirm|think|start|begin|continue|proceed)\b|\bi(?:(?:'|’)m| am) (?:\w+ ){0,2}?(?:check|look|read|search|verify|runn|examin|review|inspect|investigat|trac|test|confirm|validat|locat|scann|compar|re-?read|rerunn|rebuild|reload|restart|wait|open|pull)ing\b/i;

/** Signs in a sentence, by name. A new sign goes to the end: its place is its bit. */
export const SIGNS: Readonly<Record<string, RegExp>> = {
  because:
    /\b(?:because|since (?:the|it|we|i|they|there|this|that|all|both|[A-Z`])|due to|given that|as a result|that(?:'|’)s why|which is why|the reason)\b/i,
  purpose:
    /\b(?:so that|so (?:the|it|we|they|users?|you|that|this|i|agents?|callers?|there)\b|so \w+ (?:is|are|can|must|will|gets?)\b|to (?:avoid|prevent|ensure|make sure|allow|support|keep|match|reduce|handle|preserve|protect|guarantee|enable|help|let|reflect|align)|in order to|for (?:consistency|clarity|backward|safety|compatibility)|ensures?|ensuring|avoids?|avoiding|prevents?|preventing|lets (?:the|us|users?|you|it|them|callers?|a)\b)/i,
  causes:
    /\b(?:means(?: that)?|caus(?:es?|ed|ing)|leads? to|results? in|breaks?(?! (?:it|this|that|them) (?:down|up|into))|would (?:break|cause|fail|lose|be|mean|produce|create|require|not)|makes (?:it|the|them)|make (?:it|them) (?:\w+er|more|less|easier|explicit|clear|obvious|possible)|therefore|thus|hence|otherwise|in which case|if .+ (?:then|will|would))\b/i,
  problem:
    /\b(?:bug|broken|fail(?:s|ed|ing|ure)?|error(?:s|ed)?|missing|wrong(?:ly)?|incorrect(?:ly)?|issue|problem|stale|outdated|leak(?:s|ed)?|crash(?:es)?|race|duplicat\w*|unused|dead code|mismatch\w*|conflicts?|regression|invalid|corrupt\w*|inconsisten\w*|redundant|unnecessary|confus\w+|flaky|silent(?:ly)?|hang(?:s|ing)?|vulnerab\w*|overlap\w*)\b/i,
  negates: /\b(?:not|n(?:'|’)t|no longer|never|cannot|without|nothing|none|neither)\b|n['’]t\b/i,
  needs:
    /\b(?:needs? to|(?:is|are) (?:also )?needed|must|should(?:n(?:'|’)t)?|have to|has to|requires?|required|only|always|expects?|wants?)\b/i,
  instead:
    /\b(?:instead(?: of)?|rather than|but\b|however|although|though|whereas|unlike|not just|as opposed to|, not (?:an?|the|by|in|on|to|with)\b|simpler|better|cleaner|safer|cleanest|best|clearer|right place|approach)/i,
  found:
    /\b(?:the (?:real |core |root |main |key |actual )?(?:issue|problem|bug|cause|reason|fix|solution|goal|point|key|challenge|difference) (?:is|here|was)|turns out|root cause|i see (?:the|that|now)|found (?:it|the)|the (?:test|tests|linter|lint|code|function) (?:is|are|expects?|wants?|fails?|complains?))/i,
  present: /\b(?:currently|right now|today|at the moment|already|still|existing|previously|before|now (?:the|it))\b/i,
  asked: /\b(?:the user|users?|you(?:'|’)re right|you want|they(?:'|’)re|they want|good (?:catch|point|question))\b/i,
  announces: ANNOUNCES,
  looks: LOOKS,
  checked:
    /\b(?:(?:all )?tests? (?:all )?pass(?:es|ed|ing)?|lint (?:is )?(?:clean|pass\w*)|build (?:pass\w*|is clean|succe\w+)|pass(?:es|ed) (?:clean|now)|all (?:clean|checks|good|green)|type-?checks? pass\w*|0 (?:errors|issues)|✅|✓|verified)\b|[✅✓]/i,
  reports:
    /^(?:(?:i(?:'|’)ve|i|we|also)\s+)?(?:added|updated|created|fixed|removed|changed|replaced|renamed|moved|rewrote|implemented|converted|switched|extended|refactored|deleted|modified|wrote|introduced|extracted|restored|expanded|committed|pushed|documented)\b/i,
  commands:
    /^(?:add|update|create|fix|remove|change|replace|rename|move|rewrite|implement|convert|switch|extend|refactor|delete|modify|write|use|run|make|keep|pass|set|return|call|import|check|verify|test|ensure|export|render|define|read|parse|apply|insert|say|put|describe|explain|document)\b/i,
  asks: /\?["')]*$/,
  lists: /:$/,
  hedges: /\b(?:maybe|perhaps|might|i think|probably|not sure|unsure|wait|hmm|possibly|could also|option [a-d\d])\b/i,
  thanks:
    /^(?:done|perfect|great|good|yes|right|excellent|now i (?:have|understand|can see)|got it|fixed|all done|here(?:'|’)s)\b/i,
  summary: /\b(?:summary|here(?:'|’)s what|want me to|would you like|shall i|let me know|ready to)\b/i,
  tooling:
    /\b(?:(?:edit|patch|hunk|replacement|command|first one) (?:\w+ )?(?:failed|did(?:n(?:'|’)t| not)|missed|went|needs?)|exact (?:whitespace|content|match\w*|section)|re-?read|retry|matching issue|context drift|diagnostics?|file (?:was|has been) modified|screenshot|working tree|checkout|branch)\b/i,
  question: /\b(?:is|was) asking\b|^(?:do|does|is|are|can|could|should|what|how|why|where) \b/i,
  equals: /\bmatch(?:es|ing)?\b|\bsame\b|\bboth\b|\ball\b/i,
  dashes: /\s[—–]\s|;\s/,
  path: /\b[\w-]+\.(?:[a-z]{1,5})\b|\w\/\w/,
  code: /[a-z][A-Z]|\w_\w|\w\(\)|--\w/,
  first: /\b(?:i|i(?:'|’)(?:m|ll|ve|d))\b/i,
  this: /^(?:this|that|it|these|those)\b/i,
  quality:
    /\b(?:consisten\w+|clean(?:er|ly)?|safe(?:ly|r|st)?|simple(?:r|st)?|robust|correct(?:ly|ness)?|compat\w+|secur\w+|performan\w+|readab\w+|explicit\w*|valid|proper(?:ly)?|accurate(?:ly)?)\b/i,
  named:
    /^(?:the )?(?:real |root |main |core |current )?(?:problem|cause|why|reason|issue|current(?:ly)?|goals?|context|fix|solution|rationale|impact|finding|constraint|trade-?off|bug)s?\b[^:]{0,24}:\s/i,
  state:
    /\b(?:currently|no longer|the old|since|when (?:the|an?|it|we)|keeps?|(?:does|do|is|are|ca|wo)n(?:'|’)t|requires?|too \w+|unlike|so far)\b/i,
};

/** Whether a sentence can state a reason. Others are dropped. */
export function isWorthKeeping(text: string): boolean {
  if (text.length < MIN_CHARACTERS || text.length > MAX_CHARACTERS) return false;
  if (SIGNS['lists']!.test(text) && !STATED.test(text)) return false;
  if (isForeign(text)) return false;
  const words = text.split(' ').length;
  if (isBare(text) || NO_NEWS.test(text) || isProgress(text)) return false;
  return (
    words >= 4 &&
    !/^<[\w-]+>/.test(text) &&
    /\p{Ll}{2}/u.test(text) &&
    !SIGNS['thanks']!.test(text.split(' ').length < 6 ? text : '')
  );
}

/** The share of letters of other alphabets above which a sentence is not judged: all signs and words are English. */
const MAX_FOREIGN_SHARE = 0.3;

function isForeign(text: string): boolean {
  if (!/[\u0250-\u1fff\u2c00-\uffff]/.test(text)) return false;
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length > MAX_FOREIGN_SHARE * letters.length;
}

/** Says that something was found or is easy, and not what. */
const NO_NEWS =
  /^(?:(?:now|ok(?:ay)?|good|great|perfect)[,.!]? )?(?:i (?:can )?(?:now )?(?:found|see|understand|have|know) (?:the|it|what|everything|all|an?)\b[^:;,—–(]{0,40}[.!]|the (?:fix|change|solution|issue|problem|bug|cause|plan) (?:is|looks|seems) (?:now )?(?:clear|straightforward|simple|easy|obvious|small|minimal|trivial)[.!]?)$/i;

/** Talk about the work itself: the next step in other words, passed checks, a clean tree, errors that are not the agent's. */
const PROGRESS = [
  /^(?:(?:now|next|then|first|finally|so|ok|okay|good|great|also)\b[ ,.!—-]*)*(?:creat|mak|apply|load|wait|writ|runn|add|updat|fix|check|read|start|continu|committ|push|spawn|launch|regenerat|rebuild|re-?runn|test|verify|look|proceed|implement|remov|rewrit|refactor|wir|build|extract|mov|replac|renam)ing\b(?! at .+, )/i,
  /^(?:\p{L}+[,.!:;—–-]* )?(?:[\w./-]+ ){0,5}(?:tests?|checks?|suites?|lint|linter|builds?|typecheck|validation|parsing|compiles?|ci)\b[^;:]{0,40}\b(?:pass(?:es|ed|ing)?|green|clean(?:ly)?|succeed(?:s|ed)?|works?)\b/iu,
  /\b(?:repo|branch|tree|checkout|worktree)\b.{0,60}\bclean\b[.!]?$/i,
  /\b(?:diagnostics?|warnings?|errors?) (?:are|is|were|must be|may be|seem|look)\b.{0,20}\b(?:stale|outdated|pre-?existing)\b/i,
  /^(?:(?:ok|okay|good|great|perfect|now)[,.!]? )?(?:i(?:'|’)ve )?(?:i )?found (?:it|the|both|them|all)\b[^:;,—–]{0,40}[.!]$/i,
  /^(?:fix|step|task|phase|part|edit) ?\d+\w?\b ?[—–:-]/i,
];
/** All of these contain one of these words. This is a cheap test before them. */
const MAY_BE_PROGRESS = /^\w[\w ,.!—-]{2,40}ing\b|pass|green|clean|succeed|work|stale|dated|existing|found|^\w+ ?\d/i;
/** A cause, a purpose or a contrast that such talk states all the same. */
const STATED =
  /\b(?:because|since|so (?:that|the|it|we|they)|instead|rather|avoids?|prevents?|otherwise|but|would|will|lets|gives|eliminates|not)\b|n['’]t\b/i;

const isProgress = (text: string): boolean =>
  (MAY_BE_PROGRESS.test(text) && !STATED.test(text) && PROGRESS.some((sign) => sign.test(text))) ||
  (/\bfound (?:it|the)\b/i.test(text) && LOOKS.test(text) && !/\b(?:because|since|so that)\b|n['’]t\b/i.test(text));

/** A request without a reason: shown as "asked for". */
const REQUEST =
  /^(?:(?:the user|they|he|she|you) (?:wants?|asked|is asking|are asking|said|would like)|(?:ok(?:ay)?|yes|yeah|great|cool|now|also|and|please|so)?[,. ]*(?:can|could|would) (?:you|we)|let(?:'|’)?s\b|please\b|implement the following)/i;

const LEAD_IN =
  /^(?:(?:now|also|then|ok(?:ay)?|great|and|next|finally|please|ye(?:s|ah|p)|sure|right|perfect|good|cool|nice|thanks|so|well|first|just)\b[, .!:—–]*)+/i;
/**
 * Further verbs with which a prompt asks for something. Many are nouns too ("Build fails on Windows"), so an object or the like must
 * follow. The sign `commands` is a feature of the weights and stays as it is.
 */
const ORDERS =
  /^(?:go (?:on|ahead)|keep going|carry on|continue|proceed|resume)\b|^(?:start|begin|bump|commit|push|merge|open|deploy|try|build|install|clean|look|find|review|investigate|give|show|tell|generate|finish|complete|simplify|rework|revert|undo|rebase|squash|release|publish|tag|enable|disable|configure|improve|optimi[sz]e|migrate|port|integrate|wire|hook)(?= (?:an?|the|it|its|them|this|that|these|those|all|both|every\w*|each|any|some|me|us|my|our|your|up|to|into|on|in|at|for|from|with|and)\b)/i;

/** Whether a sentence has a sign of a cause, a purpose or a contrast. */
export const hasGrounds = (text: string): boolean =>
  ['because', 'purpose', 'causes', 'instead'].some((name) => SIGNS[name]!.test(text));

/** Whether a sentence only asks for something. */
export const onlyAsks = (text: string, isPrompt: boolean): boolean =>
  !hasGrounds(text) &&
  (REQUEST.test(text) || (isPrompt && (isOrder(text.replace(LEAD_IN, '')) || SIGNS['asks']!.test(text))));

const isOrder = (text: string): boolean => SIGNS['commands']!.test(text) || ORDERS.test(text);

// Whether a sentence only announces a step ("Now update the test"). That is not a decision.
// The name of a problem alone is no reason either ("Let me add the error handling"), and neither is the purpose of a look ("Let me
// run the tests to make sure").
function isBare(text: string): boolean {
  const looks = LOOKS.test(text);
  if (!looks && !ANNOUNCES.test(text)) return false;
  const cues = CUES.filter((name) => SIGNS[name]!.test(text));
  if (cues.length !== 1 || cues[0] === 'because') return cues.length === 0;
  const words = text.split(' ').length;
  if (cues[0] === 'problem') return looks || words < MIN_ANNOUNCED_WORDS;
  return looks && words < MIN_LOOKING_WORDS;
}

/** What the last sentence of a text announces. */
export function leadsTo(text: string): 'deed' | 'look' | undefined {
  if (LOOKS.test(text)) return 'look';
  return ANNOUNCES.test(text) ? 'deed' : undefined;
}

const NAMES = Object.keys(SIGNS);

/** The signs of a sentence as bits, in the order of `SIGNS`. They are computed once, when the sentence is added. */
export const signBits = (text: string): number =>
  NAMES.reduce((bits, name, i) => (SIGNS[name]!.test(text) ? bits + 2 ** i : bits), 0);

/** The names of these signs, and further features derived from them. */
export function signsOf(text: string, bits: number): string[] {
  const found = NAMES.filter((_, i) => Math.floor(bits / 2 ** i) % 2 === 1);
  const cue = found.includes('state') || CUES.some((name) => found.includes(name));
  if (cue) found.push('cue');
  if (text.length < 50) found.push(cue || found.includes('needs') ? 'short and telling' : 'short');
  if (text.length > 120) found.push('long');
  if (text.length > 200) found.push('longer');
  return found;
}

/** Words of an announcement below which its one cue says too little. Measured on the labels (bench/reasons): 6 of 43, and 1 of 38. */
const MIN_ANNOUNCED_WORDS = 14;
const MIN_LOOKING_WORDS = 14;

const CUES = ['because', 'purpose', 'causes', 'problem', 'instead', 'found'];
