// Patterns of sentences that state a constraint. Each list is short on purpose: the rules leave out all other words.

/** What may stand before the first verb: politeness, joining words, labels. */
const LEAD = String.raw`(?:(?:please|pls|also|and|but|so|just|then|ok(?:ay)?|note|important|constraints?|requirements?|rules?|remember|plus|finally|additionally|again|however|still)(?:\s+that)?[\s,:.!-]+)*`;

/** Verbs of work on code. They exclude `don't worry` and `don't know`. */
const WORK =
  'touch|change|modify|edit|alter|break|remove|delete|rename|drop|rewrite|introduce|use|import|depend|upgrade|bump|downgrade|hard-?code|mock|disable|expose|leak|mutate|rely|duplicate|bypass|weaken|swallow|reformat|overwrite|regenerate|publish|log|store|commit|push|force-push|merge|mess|screw|reintroduce|refactor|move|return|call|send|throw|require|include|skip|add|install|write|create';

/** Verbs that usually ask for one step. With an object of `KIND` they state a rule. */
const ONE_STEP = 'skip|add|install|write|create|refactor|move|commit|push|merge|log|store|publish|remove|delete|drop';

/** What makes a lasting rule of such a verb: a kind of thing, not a thing. */
const KIND = String.raw`(?:(?:any|new|more|other|external|extra|third[- ]party|additional|generated|unused|runtime|direct|secret|sensitive|personal|private)\b|\w+s\b(?=\s+(?:in|to|from|of|into|outside|inside|under|without|directly|or|and)\b|\s*[.!,;]?$)|(?:in)?to\s+(?:main|master|production)\b)`;

/** Words that only the conversation explains. */
const DEICTIC = String.raw`(?:it|its|that|this|them|those|these|here|there|so|all|one|him|her|me|us|my|your|any\s+of\s+\w+|(?:anything|everything|something|stuff|nothing)(?!\s+(?:outside|in|inside|under|below|other|else|but|except|that|which|related|about|from)\b))\b`;

const START = String.raw`(?:^|[,;:]\s+|\s[–—-]\s+|\s(?:and|but|so|however)\s+)${LEAD}`;
const NOT = String.raw`(?:do\s+not|do\s*n['’]?t|must\s+not|mustn['’]t|never|avoid|refrain\s+from|(?:you|we)\s+(?:must|should|may|can)\s+(?:not|never)|(?:you|we)\s+(?:mustn|shouldn)['’]t|let['’]?s\s+(?:not|never)|under\s+no\s+circumstances)`;
const EVER = String.raw`(?:\s+(?:ever|please|just|directly|manually|accidentally))?`;
const GO_ON =
  'stay|stays|remain|remains|keep\\s+(?:working|passing|compiling|running|building|being)|keeps\\s+(?:working|passing|compiling|running|building)|continue\\s+(?:to|working|passing)|continues\\s+to';
const STATE =
  'working|passing|green|compatible|stable|unchanged|intact|untouched|as[- ]is|(?:exactly\\s+)?as\\s+(?:it|they)\\s+(?:currently\\s+)?(?:is|are|was|were|works?|do|does)|backwards?[- ]compatible|private|minimal|simple|surgical|readable|small|short|consistent|in\\s+sync|sorted|pure|alive|supported|optional|opt-in|off\\s+by\\s+default|disabled\\s+by\\s+default|free\\s+of|under|below|within|out\\s+of';

/** Verbs that begin the request of one piece of work. */
const ORDER =
  'add|fix|implement|make|refactor|update|change|rewrite|improve|replace|move|build|create|extract|split|rename|write|migrate|upgrade|clean|simplify|support|speed|optimi[sz]e|convert|port|solve|do|check|look|review|test|verify|explain|show|run|find';
/** Excludes verbs in the third person: "never returns" is a report. */
const INFINITIVE = String.raw`(?!\w*[^s\W]s\b(?<!\b(?:focus|alias)))`;

/** A pattern that is made when a sentence is first compared with it: most processes read no prompt. */
interface Rule {
  readonly test: (sentence: string) => boolean;
}
const pattern = (source: string): Rule => {
  let made: RegExp | undefined;
  return { test: (sentence) => (made ??= new RegExp(source, 'iu')).test(sentence) };
};

/** A sentence that matches one of these limits the work, or names what has to go on. */
export const CONSTRAINTS: readonly Rule[] = [
  // Never edit generated files. Do not touch the public API.
  pattern(
    String.raw`${START}${NOT}${EVER}\s+(?!(?:${ONE_STEP})(?:ing|e?s)?\b)(?:${WORK})(?:n?ing|ting|ping|ging)?\s+(?:with\s+|on\s+|up\s+|over\s+)?(?!${DEICTIC})\S{2,}`,
  ),
  pattern(
    String.raw`${START}${NOT}${EVER}\s+(?:${ONE_STEP})(?:n?ing|ting|ping|ging)?\s+(?:any\s+)?(?:\S+\s+){0,2}?${KIND}`,
  ),
  pattern(
    String.raw`${START}(?:you\s+(?:must|should)\s+|we\s+(?:must|should)\s+)?never\s+(?!mind\b|seen\b|heard\b|been\b|had\b|got\b|used\b|done\b|happen|ever\b|called\b|\w+ed\b)${INFINITIVE}\w+\s+(?!${DEICTIC})\S{2,}`,
  ),
  // Be careful not to break the importers.
  pattern(
    String.raw`${START}(?:be\s+careful|take\s+care|make\s+sure|be\s+sure|try)\s+(?:to\s+not|not\s+to|(?:that\s+)?(?:you|we)\s+(?:do\s*n['’]?t|do\s+not|never))\s+(?:${WORK})\b(?:\s+(?:with|up|over|on))?\s+(?!${DEICTIC})\S{2,}`,
  ),
  // Node 18 must work. The API should stay stable.
  pattern(
    String.raw`(?:^|\s[–—]\s+)${LEAD}(?!there\b|it\b|that\b|this\b|I\b|you\b|we\b|they\b|he\b|she\b|something\b|someone\b|which\b|what\b|if\b|when\b|since\b|because\b|(?:${ORDER})\b|[^?]*\byour\b)[\p{L}\d${'`'}"./@*_-]+(?:\s+\S+){0,6}?\s+must\s+(?:not\s+|never\s+|always\s+|still\s+|also\s+|only\s+|both\s+)?(?!have\s+(?:been|had|\w+ed)\b|admit\b|say\b|be\s+(?:installed|because|some|a\s+bug|the\s+(?:case|reason|problem))\b)\p{L}+`,
  ),
  pattern(
    String.raw`^must\s+(?:not\s+)?(?:be|stay|remain|work|support|keep|run|use|pass|have|compile|never|always)\s+\S+`,
  ),
  pattern(
    String.raw`^${LEAD}(?!there\b|it\b|that\b|this\b|I\b|they\b|if\b|when\b)[\p{L}\d${'`'}./@*_-]+(?:\s+\S+){0,6}?\s+(?:should|shall|has\s+to|have\s+to|needs\s+to|need\s+to|ought\s+to)\s+(?:always\s+|still\s+)?(?:(?:${GO_ON})\b|(?<=always\s+)\p{L}+|never\s+(?!happen)\p{L}+)`,
  ),
  pattern(
    String.raw`^${LEAD}[^?]{2,80}\b(?:must|should|has\s+to|have\s+to|needs?\s+to)\s+(?:be|stay|remain|keep)\s+(?:fully\s+)?backwards?[- ]compatible`,
  ),
  // Keep the public API stable. Leave the vendor folder alone.
  pattern(String.raw`${START}keep\s+(?!${DEICTIC}|in\s+mind|going|up\b|on\b|doing)(?:[^,;.]{2,60}?\s)(?:${STATE})\b`),
  pattern(String.raw`${START}keep\s+(?:all|our|every)\s+[^,;.]{2,50}?\s(?:in|inside|out\s+of|under)\s+\S+`),
  pattern(
    String.raw`${START}leave\s+(?!${DEICTIC})[^,;.]{2,60}?\s(?:alone|untouched|unchanged|intact|as[- ]is|as\s+(?:it|they)\s+(?:is|are))\b`,
  ),
  // Only change files in src. Use only the standard library.
  pattern(
    String.raw`${START}(?:you\s+(?:may|must|should)\s+)?only\s+(?:touch|change|modify|edit|use|write\s+to|depend\s+on|import)\s+(?!${DEICTIC}|the\s+(?:first|second|last|one)\b)\S{2,}`,
  ),
  pattern(String.raw`${START}use\s+only\s+(?!${DEICTIC})\S{2,}`),
  pattern(
    String.raw`${START}(?:stick|adhere|conform)\s+(?:to|with)\s+(?!${DEICTIC}|option\b|the\s+(?:first|second|plan|idea|current|option|approach)\b|\d|what\b)\S{2,}`,
  ),
  // Always use pnpm.
  pattern(
    String.raw`${START}(?:(?:you|we)\s+(?:must|should|want\s+to|have\s+to|need\s+to)\s+)?always\s+(?!be\b\s*$|happens\b|been\b|had\b|has\b|have\s+(?:been|had)\b|a\b|the\b|in\b|\w+ed\b)${INFINITIVE}\p{L}+\s+(?!${DEICTIC})\S{2,}`,
  ),
  pattern(String.raw`${START}we\s+always\s+want\s+to\s+\S+`),
  // No new dependencies.
  pattern(
    String.raw`(?:^|[,;:]\s+|\s(?:and|but|with)\s+)${LEAD}no\s+(?:new|external|additional|third[- ]party|extra|further|runtime|other)\s+(?:\p{L}+\s+){0,2}(?:dependenc(?:y|ies)|packages?|librar(?:y|ies)|files?|commands?|options?|flags?|apis?|endpoints?|tables?|migrations?|modules?|frameworks?)\b(?!\s+(?:needs?|changes?|required|were|was|are|is|exist|have|has|in)\b)`,
  ),
  pattern(
    String.raw`(?:^|[,;:]\s+|\s(?:and|but|with)\s+)${LEAD}no\s+(?:breaking\s+changes?|api\s+changes?|behaviou?r(?:al)?\s+changes?)\b`,
  ),
  // Make sure that the old configuration still works.
  pattern(
    String.raw`${START}(?:let['’]?s\s+)?(?:make\s+sure|ensure|we\s+(?:need|have)\s+to\s+(?:make\s+sure|ensure))\s+(?!${DEICTIC}\s|(?:that\s+)?(?:no|there)\b)[^?]*\b(?:still\s+(?:works?|pass(?:es)?|compiles?|runs?|builds?)|${GO_ON}|(?:do(?:es)?\s*n['’]?t|do(?:es)?\s+not)\s+break|(?:is|are)(?:\s+not|n['’]t)\s+(?:broken|changed|modified|affected|exposed|leaked|logged)|never\s+\w+|backwards?[- ]compatib\w+|everywhere)\b`,
  ),
  // Add the field without changing the public API.
  pattern(
    String.raw`^${LEAD}(?:let['’]?s\s+|you\s+(?:must|should)\s+)?(?:${ORDER})\b[^?]*\bwithout\s+(?:changing|breaking|touching|modifying|adding|introducing|altering|removing|rewriting|affecting|losing)\s+(?!${DEICTIC})\S{2,}`,
  ),
  // We should be using strong types wherever we can.
  pattern(
    String.raw`^${LEAD}we\s+should\s+(?:be\s+using|use|prefer)\s+[^?]*\b(?:wherever|everywhere|throughout|in\s+all)\b`,
  ),
  // From now on, …
  pattern(String.raw`^${LEAD}(?:from\s+now\s+on|going\s+forward)\b[\s,]+\S+\s+\S+`),
  pattern(
    String.raw`\b(?:is|are)\s+(?:off[- ]limits|not\s+to\s+be\s+(?:touched|changed|modified|edited|removed|renamed))\b`,
  ),
  // German, French, Spanish: prohibitions, and what must stay.
  pattern(
    String.raw`^(?:bitte\s+)?(?:niemals|auf\s+keinen\s+fall|nie)\s+\p{L}+|^(?:bitte\s+)?(?:ändere?|bearbeite|lösche?|verwende|benutze|entferne|berühre)\s+(?!(?:das|es|dies|diese|hier)\b)[^?]{3,80}\b(?:nicht|niemals|keine?n?)\b|^[^?]{3,60}\b(?:darf|dürfen)\s+(?:nicht|niemals|keine?)\b|^[^?]{3,60}\bmuss\s+(?:[^?]{0,40}\s)?(?:bleiben|weiter(?:hin)?\s+funktionieren)\b`,
  ),
  pattern(
    String.raw`^(?:s['’]il\s+(?:te|vous)\s+pla[iî]t,?\s+)?(?:ne\s+(?:touche|modifie|change|supprime|casse|utilise)(?:z|s)?\s+(?:pas|jamais)\s+(?!(?:ça|cela|ceci)\b)\S{2,}|n['’](?:utilise|ajoute|édite|efface)(?:z|s)?\s+(?:pas|jamais)\s+\S{2,})|^[^?]{3,60}\bdoi(?:t|vent)\s+(?:rester|continuer)\b`,
  ),
  pattern(
    String.raw`^(?:por\s+favor,?\s+)?(?:no|nunca)\s+(?:toques|toque|cambies|cambie|modifiques|modifique|borres|elimines|uses|use|rompas|edites|añadas)\s+(?!(?:eso|esto|nada)\b)\S{2,}|^[^?]{3,60}\bdeben?\s+(?:seguir|permanecer|mantenerse)\b`,
  ),
];

/** An object without a name: only the conversation says which files, or which text. */
const NAMELESS = String.raw`(?:(?:any|other|the|more|existing|source|test|contents?|names?|of|rest|old|whole)\s+)*(?:files?|code|tests?|contents?|text|names?|rest|others?|repo(?:sitory)?|version|project|things?|commits?|branch(?:es)?|list|content)`;

/** An order not to write at all, which a task of reading has: nothing in its prompt is a rule for later. */
export const READ_ONLY = pattern(
  String.raw`\b(?:do\s+not|do\s*n['’]?t|never|must\s+not|without)\s+(?:edit|modify|change|touch|writ|alter)\w*\s+(?:any\s+|the\s+|to\s+|other\s+)*(?:files?|code|anything)\b(?!\s+(?:in|outside|inside|under|below|of|from|that|which|other|else|except|but|matching|with|by|generated)\b)|\bread[- ]only\s+(?:task|review|analysis|mode)\b|\breview[- ]only\b|\b(?:edit|change|modify|run|write)\s+(?:nothing|no\s+files?)\b|\bor\s+(?:run|make\s+(?:any\s+)?(?:edits|changes))\b`,
);

/** It holds for a moment, or for this conversation. */
export const MOMENTARY =
  /\b(?:yet|for\s+now|right\s+now|just\s+now|(?:at|for)\s+(?:this|the)\s+(?:point|moment|time)|this\s+time|today|tonight|tomorrow|until\s+(?:i|we|you)|before\s+(?:i|we)|first\s+release|tell\s+me|let\s+me|ask\s+me|wait|noch\s+nicht|erstmal|vorerst|pour\s+l['’]instant|por\s+ahora|todavía)\b|\bnow\s*[.!]*$/iu;

/** It asks, wonders, reports or answers. */
export const NO_RULE =
  /^(?:(?:and|but|so|ok(?:ay)?|hmm+|q:?|(?:\w+\s+)?question:?|also|then|please)[\s,:]+)*(?:(?:can|could|would|will|should|shall|may|might|is|are|was|were|does|did|has|have|had|isn['’]?t|aren['’]?t|wasn['’]?t|doesn['’]?t|didn['’]?t|shouldn['’]?t|wouldn['’]?t|couldn['’]?t|can['’]?t|why|what|how|when|where|who|which|whether)\b|(?:do|don['’]?t)\s+(?:we|you|i|they)\b|(?:i|we|you)\s+(?:think|thought|wonder|feel|guess|believe|assume|noticed|see|saw|got|could|would|might|recall|suppose|was|am|were|had|did)\b|i['’]m\b|i['’]ve\b|maybe\b|perhaps\b|consider\b|it\s+seems\b|looks\s+like\b)|\b(?:would|could|might|consider)\b|\bI['’]?d\s+have\b|\bwas\s+(?:likely\s+)?\w+ed\s+to\s+avoid\b|\bother\s+(?:tools?|text|messages?|commands?)\b|\btool\s+calls?\b|\bor\s+any\s+other\b|:$/iu;

/** What is not to be changed has no name. */
export const NAMELESS_OBJECT = pattern(
  String.raw`\b(?:do\s+not|do\s*n['’]?t|never|only)\s+\w+\s+${NAMELESS}(?:\s+(?:and|or)\b.*|\s*[.!,;]?)$`,
);
