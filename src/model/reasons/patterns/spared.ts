import { of, PHRASE } from './rejections.ts';

/** What a change spares: "I can cache it in the reader without adding a second index". */

const END = String.raw`(?=[.,;:!?](?:\s|$)|[—–()]| - |$| (?:because|since|so|when|while|but|as|before|after|until|on every|every time)\b)`;
/** What an agent could have done to the code. Running, losing or blocking are outcomes. */
const DEED = String.raw`(?:adding|introducing|creating|re-?adding|changing|touching|editing|rewriting|duplicating|copying|maintaining|inventing|building|rebuilding|pulling in|forking|refactoring|restructuring|hard-?coding|modifying|renaming|moving|giving|extending|widening|parsing|spawning|shelling out|importing|mocking|patching|wrapping|storing|embedding|threading|special-casing|overriding)`;
const EXTRA = String.raw`(?:legacy|new|separate|extra|custom|global|second|third|dedicated|full|parallel|temporary|compat\w*|wrapper|shim|migration|plugin|dependency)`;
/** Nothing in particular, or the aim itself. */
const NOTHING = String.raw`(?!any(?:thing)?\b|it\b|them\b|this\b|that\b|(?:the |its |any |your |existing |other |rest of |actual |calling |unrelated )*(?:behaviou?rs?|output|semantics|noise|results?|error|value|meaning|tests?|code|logic|source)\b|unrelated\b|[^,.;]*\bbehaviou?rs?\b|an? (?:duplicate|conflict|cycle|race|mess)\b|(?:visual|circular)\b|an? circular\b)`;

export const SPARED = [
  // "… without adding a second index"
  of(
    'without ',
    String.raw`\bwithout (?:also |even |just |actually |needing to |having to )?(${DEED} ${NOTHING}${PHRASE.slice(1)}${END}`,
  ),
  // "The test reads the list without needing to maintain a copy"
  of(
    'needing to |having to ',
    String.raw`\bwithout (?:needing|having) to ((?:add|introduce|create|change|touch|edit|rewrite|duplicate|maintain|track|parse|wrap|patch|mock|store|copy|thread|fork|rename|move) ${NOTHING}${PHRASE.slice(1)}${END}`,
  ),
  // "The rename goes in without a legacy shim"
  of('without ', String.raw`\bwithout (an? ${EXTRA}\b(?: [\w/-]+){0,4}?)${END}`),
  // "so we avoid maintaining two parsers"
  of(
    'avoid',
    String.raw`\b(?:avoid(?:s|ing)?|to avoid) ((?:creating|maintaining|inventing|building|threading|hard-?coding|shelling out|copying|wrapping|special-casing|touching every|restructuring) ${NOTHING}${PHRASE.slice(1)}${END}`,
  ),
];

/** The words say what was so, or what a check did. */
export const IS_STATE =
  /n['’]t\b|\b(?:cannot|currently|was|were|fail(?:s|ed|ing)?|pass(?:es|ed)|used to|error(?:s|ed)?|happen(?:s|ed)|crash\w*|broken|challenge|expectation|how to|wonder\w*)\b/i;
/** Says what the agent does, or what comes of it. */
export const SPARES =
  /\b(?:I(?:['’](?:ll|m|ve))?|we(?:['’]ll)?|let me|keep\w*|reus\w+|so|add\w*|appl\w+|us(?:e|es|ing|ed)|utilized|extend\w*)\b|^(?:that|this) /i;
