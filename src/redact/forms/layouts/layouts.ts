import { groupOf, matchesOf, type Range, type Tick } from '../../matches.ts';
import { inserted, tables } from './columns.ts';
import { isCommon, isCommonWord } from '../../vocabulary/common-words.ts';
import { cookies } from './cookies.ts';
import { isHeld, NeededWords } from './held-words.ts';
import { LAYOUTS } from './layout-table.ts';
import type { Layout } from './layout.ts';
import { secrecyOf } from '../../vocabulary/names.ts';
import {
  isBirthday,
  isGenerated,
  isOfPeople,
  isPhrase,
  isSecret,
  isStrong,
  isTwoWords,
} from '../../vocabulary/values.ts';

const ENVIRONMENT =
  /(?:^|[\s;&"'`-])(?:ENV|ARG|setx|setenv|SetEnv|fastcgi_param|\/set|kv\s{1,8}put|set\s{1,8}-\w{0,40}x\w{0,40}|(?:put|define|export|set)(?=\s{1,8}[A-Z][A-Z0-9]{0,20}_)|(?:config|secrets?|variables?|env|vars?|parameters?|configure|params)[: ](?:set|add|create|put)(?:\s{1,8}--?[\w=-]+){0,4})\s{1,8}(?:[\w./:-]+\s{1,8}){0,2}?(?:[\w.-]{1,40}\/){0,4}["']?((?=[\w.]*[A-Za-z])[\w.:-]{3,80})["']?[ \t]{1,20}(?:--?(?:body|value|b|v|data)[ =])?(?:"([^"\n]{4,400})"|'([^'\n]{4,400})'|([^\s"'\\-][^\s"']{3,400}))/g;
const BODY =
  /\bsecrets?\s{1,8}(?:set|create|add|put)\s{1,8}[\w.-]{1,100}[^\n]{0,80}?(?:--body|-b|--value|-v|--data)(?:[ =]+|(?=["']))(?:"([^"\n]{4,400})"|'([^'\n]{4,400})'|([^\s"'-][^\s"']{3,400}))/g;

const NEEDED = new NeededWords();
const NEEDS = LAYOUTS.map(({ when, also, pattern, manner }) => ({
  needs: NEEDED.add(when),
  also: also && NEEDED.add(also),
  pattern,
  manner,
}));
const MANIFESTS = NEEDED.add(['stringdata']);
const COOKIES = NEEDED.add(['cookie', ' -b', '\ttrue\t', '\tfalse\t', 'sess', 'sid=', 'token', 'li_at']);
const INSERTS = NEEDED.add(['insert']);

/** Secrets found by the layout around them: SQL, program files, cookies, tables, lines of routers. */
export function* laidOut(text: string, tick: Tick): Generator<Range> {
  const held = NEEDED.heldBy(text.toLowerCase());
  for (const { needs, also, pattern, manner } of NEEDS) {
    if (!isHeld(held, needs) || (also && !isHeld(held, also))) continue;
    tick();
    for (const match of matchesOf(pattern, text)) {
      const range = withoutEnd(text, groupOf(match), manner);
      if (range && isLastWord(text, range)) continue;
      if (range && !/\u001b|^\d{1,3}m$/.test(text.slice(...range)) && fits(text.slice(...range), manner)) yield range;
    }
  }
  if (isHeld(held, MANIFESTS)) yield* manifests(text);
  yield* inEnvironments(text);
  if (isHeld(held, COOKIES)) yield* cookies(text);
  if (isHeld(held, INSERTS)) yield* inserted(text);
  yield* tables(text);
}

const MANIFEST = /^([ \t]{0,20})stringData:[ \t]{0,20}\r?\n((?:\1[ \t]{1,20}\S[^\n\u0000]{0,4096}(?:\n|$)){1,100})/gm;
const ENTRY =
  /^[ \t]{1,40}["']?([\w.-]{1,100})["']?:[ \t]{1,20}(?:"([^"\n]{3,4000})"|'([^'\n]{3,4000})'|([^\s|>"'][^\n#]{2,4000}?))[ \t]{0,20}$/gm;
const PLAIN_ENTRY =
  /(?:^|[._-])(?:user(?:name)?|login|name|host(?:name)?|port|url|uri|endpoint|email|region|type|database|schema|path|role|tls\.crt|ca\.crt|cert|client_?id|account|bucket|zone|version|enabled)$/i;

/** The values of a Kubernetes Secret that are given as plain text. */
function* manifests(text: string): Generator<Range> {
  for (const block of matchesOf(MANIFEST, text)) {
    const start = block.index + block[0].length - block[2]!.length;
    for (const entry of block[2]!.matchAll(ENTRY)) {
      const held = entry[2] ?? entry[3] ?? entry[4] ?? '';
      if (PLAIN_ENTRY.test(entry[1]!) || !isSecret(held, 'setting', 'password')) continue;
      const from = start + entry.index + entry[0].lastIndexOf(held);
      yield [from, from + held.length];
    }
  }
}

function* inEnvironments(text: string): Generator<Range> {
  for (const match of matchesOf(ENVIRONMENT, text)) {
    const secrecy = secrecyOf(match[1]!);
    const value = match[2] ?? match[3] ?? match[4] ?? '';
    const from = match.index + match[0].lastIndexOf(value);
    const kind = secrecy === 'key' && /secret/i.test(match[1]!) ? 'password' : secrecy;
    if (kind && isSecret(value, match[4] ? 'setting' : 'quoted', kind) && !(match[4] && isCommon(value)))
      yield [from, from + value.length];
  }
  for (const match of matchesOf(BODY, text)) {
    const range = groupOf(match);
    if (range && isSecret(text.slice(...range), 'setting', 'password')) yield range;
  }
}

// A word of a sentence without the sign that ends the sentence.
function withoutEnd(text: string, range: Range | undefined, manner: Layout['manner']): Range | undefined {
  if (!range || manner !== 'strong') return range;
  const end = /[.!?]+$/.exec(text.slice(...range))?.[0].length ?? 0;
  return /[.?]$/.test(text.slice(...range)) ? [range[0], range[1] - end] : range;
}

/** The last word of a sentence, and no string or setting. */
const isLastWord = (text: string, [from, to]: Range): boolean =>
  /^\s$/.test(text[from - 1] ?? '') && /^[a-z]+[.:]$/.test(text.slice(from, to));

function fits(value: string, manner: Layout['manner']): boolean {
  // The next statement of a program.
  if (/^(?:return|break|continue|else|elif|end|fi|done|esac|raise|throw|null|nil|None)$/.test(value)) return false;
  if (manner === 'phrase')
    return !/(?<![a-z])(?:the|a|an|and|or|for|with|to|of|in|is|it|be|at|by|from|on|as|so|if|not|are)(?![a-z])/.test(
      value,
    );
  if (manner === 'words') return value.split(/\s+/).every((one) => !isCommon(one));
  if (manner === 'digits') return !/^(.)\1+$/.test(value);
  if (manner === 'mixed')
    return isStrong(value) && /[a-z]/.test(value) && /[0-9!@#$%^&*]/.test(value) && !/^[A-Z]{2,}/.test(value);
  if (manner === 'exact') return value.length >= 3 && isSecret(value, 'setting', 'password');
  if (manner === 'strong')
    return isStrong(value) || /^\d{6,}$/.test(value) || isPhrase(value) || isBirthday(value) || isTwoWords(value);
  if (manner === 'typed')
    return (
      isOfPeople(value) ||
      isPhrase(value) ||
      /^(?:[A-Z][a-z]{2,}){2,}\d*$|^\d{6,}$/.test(value) ||
      (/[0-9]|[!@#$%^&*+~?]/.test(value) &&
        isSecret(value, 'setting', 'password') &&
        !/^v?\d+(?:\.\d+)*$|[/]/.test(value))
    );
  if (manner === 'generated') return isGenerated(value);
  if (/^\$[\w-]+\$/.test(value) || /^[A-Z2-7]{16,64}$/.test(value) || /^\d{4,12}$/.test(value)) return true;
  return isSecret(value, manner, 'password') && !(manner === 'setting' && isCommonWord(value));
}
