import { isNoOption } from './no-option.ts';

/** Words that name nothing by themselves. */
const POINTS =
  /^(?:it|that|this|them|those|these|one|both|any|all|just|before|now|here|there|what(?:ever)?(?: (?:it|i|we) \w+)?|nothing|the (?:old|other|previous|first|last|same)(?: (?:one|way))?|you|me|us|and (?:it|that|this)|do (?:it|that|this)(?: too)?|be|a|the)$/i;

/** The state before the change. It is no option that somebody considered. */
const BEFORE =
  /^(?:\d|waiting\b|only\b|being\b|left\b|add to\b|assuming\b|blocking on\b|making you\b|starting another\b|treating (?:that|this|it)\b|duplicat\w+ the work\b|(?:a|the) (?:misleading|code-change)\b)|^(?:an? )?["“]|^(?:string|number|object|boolean|errors?|include) ?(?:them|it)?$|\. |^(?:the )?(?:previous|old|default|current|existing|hard-?coded|stale|original|actual)\b/iu;

/** The words of an alternative; undefined where they name nothing. */
export function named(found: string): string | undefined {
  const text = (/^["“'`](.*)["”'`]$/.exec(found)?.[1] ?? found)
    .trim()
    .replace(/^or (?=\p{L})/iu, '')
    .replace(/^((?:\S+ ){2,}\S+) \([^()]*\)$/u, '$1')
    .replace(/^(?:(?:whether |if )?I should|consider) (?=\p{L})/u, '')
    // Two sentences without a space between them.
    .replace(/(?<=\p{Ll})\.(?=(?:The|It|This|That|But|So|I|We|Let|Or|If|Actually|However|Now)\b).*$/u, '')
    .replace(/(?<=\p{Ll})\.$/u, '');
  const isWhole = (text.match(/["“”]/g)?.length ?? 0) % 2 === 0;
  return isWhole &&
    text.length >= 3 &&
    !POINTS.test(text) &&
    !BEFORE.test(text) &&
    !isNoOption(text) &&
    !/^\p{L}+ing (?:it|them|this|that|those|these)$/iu.test(text)
    ? text
    : undefined;
}
