/** What follows a contrast and is no option: what happens, how an agent works, or words without a deed or a design. */

/** What happens to a program: "downgrade it to a warning instead of failing the run". */
const HAPPENS =
  /^(?:(?:silently|just|simply|always|necessarily) )?(?:be|being|becoming|getting|going|failing|crashing|erroring|tanking|stopping|continuing|looping|hanging|losing|breaking|appearing|showing up|disappearing|dying|leaking|flooding|falling (?:through|over|off)|starting two|overflowing|drifting|swallowing|timing out|doing (?:unnecessary|redundant|the same)|introducing (?:\w+ )?(?:inconsisten\w+|bugs?|regressions?|noise|errors?)|creating (?:an? )?(?:circular|visual|duplicate|cycle|race|conflict|mess)\b.*|leaving (?:\w+ )?(?:uncommitted|notes|changes|a mess)|carrying (?:that|this) )\b/i;
/** How an agent works on the task: "read the log instead of guessing". */
const WORKS =
  /^(?:(?:just|keep|trying to|attempt(?:ing)? to) )?(?:guess\w*|fight\w*|juggl\w*|paper(?:ing)? over|hop(?:e|ing) |assum(?:e|ing) |debugging|overthink\w*|watch(?:ing)? |attempt\w*|(?:re-?)?run(?:ning)? (?!on\b|in\b|as\b|it\b)|push(?:ing)? (?:directly|the (?:code|branch|commit)|to (?:main|master|the remote))|search(?:ing)? for|inspect\w* |interpret\w* |untangl\w* |need(?:ing)? to|thinning|broadening|editing generated|do(?:ing)? it silently|(?:create|creating|open|opening|claim|claiming)(?: or \w+)? an? (?:issue|pr|pull request|ticket|working folder)\b|(?:use|using|utilize|relying on) (?:bash|webfetch|apply_patch|curl|cat|grep|sed|the (?:earlier|previous)|file operations)\b|bash\b|file operations)/i;
/** Any of a kind, or a change of something in general. */
const VAGUE =
  /^(?:\p{L}+ )?(?:any|anything|everything|something)\b|^chang\w+ (?:the |its |any )?(?:behaviou?rs?|semantics|meaning|game|output|typings|production code|results?)\b|^\p{L}+ing (?:them|it|that|this) (?:entirely )?(?:silently|interactively)$|^\p{L}+ing or \p{L}+ing$|^about |^(?:an? )?(?:\p{L}+['’]s )?(?!typed|custom|new|separate|own)(?:\p{L}+ )?(?:issue|problem|bug|error|failure|mistake|regression)s?$|→|\.{3}$|…$/iu;
/** Words without a deed or a design: what is there, an adverb. */
const BARE = /^(?:the|its own|their own|my|your|our) |^\p{L}+ly$|^\p{L}+-specific$/u;
/** A single plain word. Behind "use" or "call" it names something. */
const WORD = /^\p{Ll}+(?<!ing)$/u;
const NAMED = /\b(?:use|call) \S+(?: \S+){0,2} (?:instead of|rather than|as opposed to) $/i;
/** Words before a contrast that say what is wrong now: "the field should be a list instead of a text". */
const MENDS =
  /\b(?:(?:should|must|needs? to|has to|ought to) be (?!\p{L}+(?:ed|t) (?:as|in|to|by|at|into)\b)|(?:real |actual |core )?(?:issue|problem|bug|cause) is|we(?:['’]re| are) (?!going|keeping|making|using|adding|putting)\p{L}+ing)\b/iu;
const NAMES_FIX = /\b(?:fix|solution) (?:is|was|would be|should be)\b/i;

/** Whether an alternative is no option: an outcome, a way of working, or nothing in particular. */
export const isNoOption = (text: string): boolean => HAPPENS.test(text) || WORKS.test(text) || VAGUE.test(text);

/** Whether what follows a contrast says what is there, not what could be done. `until`: the words before it. */
export const isPresent = (until: string, text: string): boolean =>
  BARE.test(text) ||
  (WORD.test(text) && !NAMED.test(until)) ||
  MENDS.test(until) ||
  (NAMES_FIX.test(until) && !/^\p{L}{2,}ing\b/u.test(text));
