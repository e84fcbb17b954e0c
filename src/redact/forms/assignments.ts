import { lineBefore, type Range, type Tick } from '../matches.ts';
import { isGibberish } from '../vocabulary/random.ts';
import { isCommonWord } from '../vocabulary/common-words.ts';
import { isInvented } from '../vocabulary/invented.ts';
import { namesIn, type SecretName } from '../vocabulary/names.ts';
import { proseValues } from '../vocabulary/prose.ts';
import { isKnownToAll, isOwnName, type ValueForm } from '../vocabulary/values.ts';
import { directive } from './directives.ts';
import { endOfWord, judge } from './judge.ts';
import { FOLLOWS } from './value-signs.ts';

const MAX_CHARACTERS = 4096;
/** Functions with a secret's name that do not take one. */
const READS =
  /^(?:get|fetch|find|load|read|mask|redact|hide|validate|verify|compare|check|encode|decode|sanitize|normalize|create|generate|make|new|parse|issue|revoke|refresh|delete|remove|list|on|handle|render|show|test|expect|assert|describe|it|t|tr|translate|label|is|has)(?![a-z])/;
const PAIR = /(["'])[ \t]{0,4},[ \t]{0,4}(?=["'`])/y;
const SETS =
  /(?:\b(?:define|put|fill\w*|type\w*|set_value|String|StringVar|StringP|flag|arg|option|get\w*|fetch|set\w*|add\w*|append|environment|env|putenv|setenv|config|with\w*|fields?|header|property|prop|option|param\w*|data|update|store|save|insert|configure|form|auth\w*)|\.)\s{0,4}\(\s{0,4}(?:["'][\w.-]{1,40}["'],[ \t]{0,4})?["']$/i;
/** `fill('#password', 'x')`, `type("input[name=pw]", "x")` */
const SELECTS =
  /\b(?:fill\w{0,10}|type\w{0,10}|setValue|set_value|enter\w{0,10}|input\w{0,10}|clear_?and_?type|sendKeys|send_keys)\(\s{0,4}["'`][^"'`\n]{0,40}["']?[^"'`\n]{0,4}$/;
const SELECTED = /["'\])]{0,4}["'`][ \t]{0,4},[ \t]{0,4}(?=["'`])/y;
const FLAG = /[ \t]{1,8}(?=[^\s-])/y;
const SCHEME = /(?:bearer|splunk|sso-key|apikey|token|basic|token|digest|apikey|key|negotiate)[ \t]{1,8}/iy;
/** Pairs of quotes. */
const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '‘': '’',
  '«': '»',
  '„': '“',
  '「': '」',
  '『': '』',
  '‚': '‘',
};
const TYPES_AHEAD = /^[A-Za-z_][\w.]*$/;

/** Values with a name that marks them as secret. Variables, code and examples are excluded. */
export function* assigned(text: string, tick: Tick): Generator<Range> {
  for (const name of namesIn(text)) {
    tick();
    const range = valueOf(text, name);
    if (range) {
      if (!isHarmless(text.slice(...range)) && !isOfAnother(text, name, range)) yield range;
    } else
      for (const one of proseValues(text, name))
        if (!isHarmless(text.slice(...one)) && !isOfAnother(text, name, one)) yield one;
  }
}

// Words of every example, the alphabet, paths of Windows, the start of a call, numbers of a version.
const isHarmless = (value: string): boolean =>
  isKnownToAll(value) ||
  /^(?:0123456789|abcdefgh|[A-Za-z]+:\\{1,2}(?![\w!@#$%^&*]+$)|\\u[0-9a-f]{4})|^[\w.]+[[(]$|^(?:await|lambda|yield|description:)$|^workspace:|x{8}|:redacted$|^\d+\.(?:second|minute|hour|day|week|month|year)s?$|^[\^~<>=v]*\d+(?:\.\d+)+[\w.+-]*$|^[*&](?:\w+\.)+\w+$|^[A-Z][A-Za-z]+(?:Error|Exception|Warning)$/i.test(
    value,
  );

/** A commit behind the name of a repository, a label in a list of translations, a selector of a style sheet. */
function isOfAnother(text: string, name: SecretName, [from, to]: Range): boolean {
  const value = text.slice(from, to);
  const before = text.slice(Math.max(0, from - 3), from);
  if (/^[0-9a-f]{40}$/.test(value) && /@$|\.{3}$/.test(before)) return true;
  // `"form.integration.client_secret": "Rahasia Klien"`
  if (/^["'][ \t]{0,4}:/.test(text.slice(name.to, name.to + 6)) && (name.text.match(/\./g)?.length ?? 0) > 1)
    return /^\p{Lu}?\p{Ll}+(?: \p{L}+){0,6}$/u.test(value);
  // `input[type="password"]:focus`
  return /^["']?\]:$/.test(text.slice(name.to, from)) && /^[a-z-]+$/.test(value);
}

function valueOf(text: string, name: SecretName): Range | undefined {
  for (const { pattern, manner, until, only } of FOLLOWS) {
    pattern.lastIndex = name.to;
    const match = pattern.exec(text);
    if (!match) continue;
    const at = name.to + match[0].length;
    if (until === '<') {
      if (match[0].startsWith('>') || /^\s[^<>]*>/.test(match[0]))
        if (!/<[\w:.-]{0,40}$/.test(text.slice(Math.max(0, name.from - 41), name.from))) continue;
      return judge(text, betweenTags(text, at), 'quoted', name);
    }
    if (until === '}') {
      const from = at + (/[{(|[/]/.test(text[at]!) ? 1 : 0);
      return judge(text, [from, endOfWord(text, from, /[^\s"'{}()|\]]{1,200}/y)], 'setting', name);
    }
    if (match[0].includes('(') && READS.test(name.text)) continue;
    if (only === 'quoted' && !Object.hasOwn(QUOTES, text[at] ?? '')) continue;
    return judgedAt(text, at, manner, name, match[0]);
  }
  const before = text.slice(Math.max(0, name.from - 80), name.from);
  PAIR.lastIndex = name.to;
  const pair = PAIR.exec(text);
  if (pair && before.endsWith(pair[1]!) && (SETS.test(before) || /^[A-Z0-9_]+$/.test(name.text))) {
    const range = quotedAt(text, name.to + pair[0].length);
    return range && judge(text, range, 'quoted', name);
  }
  SELECTED.lastIndex = name.to;
  const selected = SELECTED.exec(text);
  if (selected && SELECTS.test(before)) {
    const range = quotedAt(text, name.to + selected[0].length);
    return range && judge(text, range, 'quoted', name);
  }
  const stated = directive(text, name);
  if (stated) return stated;
  FLAG.lastIndex = name.to;
  const flag = FLAG.exec(text);
  if (flag && /(?:^|[\s"'=([,;`])(?:--?|\/)[\w.-]*$/.test(before))
    return isCommonWord(/^\w*/.exec(text.slice(name.to + flag[0].length, name.to + flag[0].length + 40))![0])
      ? undefined
      : judgedAt(text, name.to + flag[0].length, 'setting', name, '');
  return undefined;
}

function judgedAt(
  text: string,
  at: number,
  manner: ValueForm | undefined,
  name: SecretName,
  sign: string,
): Range | undefined {
  SCHEME.lastIndex = at + (/["'`]/.test(text[at] ?? '') ? 1 : 0);
  const scheme = SCHEME.exec(text);
  if (scheme && name.secrecy !== 'password') {
    const from = scheme.index + scheme[0].length;
    const to = endOfWord(text, from, /[^\s"'`,;\\\u0000<>]{1,4096}/y);
    const word = text.slice(from, to);
    const isOne =
      /[0-9]/.test(word) ||
      to - from >= 16 ||
      (/^[A-Za-z]{8,}$/.test(word) && isGibberish(word)) ||
      (/authorization$/i.test(name.text) && isInvented(word));
    if (isOne && isInvented(word)) return [from, to];
    return to - from >= 6 && isOne ? judge(text, [from, to], 'setting', name) : undefined;
  }
  if (Object.hasOwn(QUOTES, text[at] ?? '')) {
    const range = quotedAt(text, at);
    return range && judge(text, range, 'quoted', name);
  }
  const how = manner ?? mannerOf(text, name, at, sign);
  const range = bareAt(text, at, how, sign);
  return range && judge(text, range, how, name);
}

// The manner of an unquoted value: `setting` when only a value can follow, otherwise perhaps an expression.
function mannerOf(text: string, name: SecretName, at: number, sign: string): ValueForm {
  const head = lineBefore(text, name.from, 200);
  if (/(?:^|[\s"'`=(,])--?[\w.-]*$/.test(head)) return 'setting';
  // `-H "X-Api-Key: x"`
  if (sign.startsWith(':') && /(?:-H|--header)[ =]?["']$/.test(head)) return 'setting';
  // `/processModel.password:x`
  if (sign === ':' && /(?:^|\s)\/$/.test(head)) return 'setting';
  // `-e "name=x other=y"`
  if (sign === '=' && /[ \t]-{1,2}(?:e|extra-vars|vars?|set|params?|env|D)[ =]["'][^"']{0,160}$/.test(head))
    return 'setting';
  // PHP's `[pass] => x`
  if (sign.includes('=>') && /^[ \t]*\[$/.test(head)) return 'setting';
  const isTight = sign === '=' || (sign.endsWith('=') && /[=]$/.test(sign));
  if (isTight && /^[A-Z0-9_.]+$/.test(name.text)) return 'setting';
  // `Password=x;`, `user=x&password=y`, `-o username=x,password=y`, `-Dpassword=x`
  if (isTight && /[;&?,:[]\s?[\w .-]{0,40}$|\b\w+=[^\s=]*[ ,;&][\w. -]{0,20}$|\s-[DPo]?[\w.]*$/.test(head))
    return 'setting';
  // `--from-literal=password=x`, `NAME=x program`
  if (isTight && /(?:^|\s)--?[\w-]+[ =][\w.-]*$/.test(head)) return 'setting';
  if (
    isTight &&
    /^[ \t]{0,20}(?:[$>#%][ \t]{1,8}|export[ \t]{1,8}|env[ \t]{1,8}|sudo[ \t]{1,8}|[A-Za-z_]\w*=\S*[ \t]{1,8})*$/.test(
      head,
    ) &&
    /^[^\s,()]+(?:\s|$)/.test(text.slice(at, at + 200)) &&
    !isExpression(/^\S*/.exec(text.slice(at, at + 200))![0], sign)
  )
    return 'setting';
  // `"password=x"`: the whole of a string.
  if (isTight && /(["'])$/.exec(text.slice(Math.max(0, name.from - 1), name.from))) {
    const whole = /^[^\s"'&;,()]{4,100}(["'])/.exec(text.slice(at, at + 101));
    if (whole && whole[1] === text[name.from - 1]) return 'setting';
  }
  // `-var="name=x"`, `put path name=x`: a word of a command.
  if (
    isTight &&
    sign === '=' &&
    /(?:^|[^,(=][ \t]{1,8}|[ \t=])["']?[\w.-]*$/.test(head) &&
    /^[ \t]*(?:[$>#][ \t])?[A-Za-z][\w.-]*[ \t]/.test(head) &&
    /^[^\s,()]+(?:["']?(?:\s|$))/.test(text.slice(at, at + 200)) &&
    !isExpression(/^[^\s"']*/.exec(text.slice(at, at + 200))![0], sign)
  )
    return 'setting';
  const isFirst =
    /^(?:[-+]?[ \t]{0,20}(?:[-*•][ \t]{1,8}|export[ \t]{1,8}|set[ \t]{1,8}|SET[ \t]{1,8}|\/\/|#|@)?["']?)[\w.-]*$/.test(
      head,
    );
  if (!isFirst) return 'code';
  const rest = text.slice(at, endOfWord(text, at, /[^\n\r\u0000]{0,4096}/y));
  if (!/^\S+[ \t]{0,20}(?:\s#.*)?$/.test(rest)) return 'code';
  const word = rest.trim().split(/\s/)[0]!;
  if (!isExpression(word, sign) || isInSection(text, name.from)) return 'setting';
  if (
    name.secrecy === 'password' &&
    /^(?:[A-Z][a-z]{3,}){2,}$/.test(word) &&
    !isOwnName(word) &&
    name.text === name.text.toLowerCase() &&
    !name.text.includes('_')
  )
    return 'setting';
  return 'code';
}

/** Whether a line is below the head of a section of an ini file: `[mail]`. */
const isInSection = (text: string, at: number): boolean =>
  /(?:^|\n)\[[a-zA-Z][\w .:/"-]{0,60}\][ \t]*\r?\n(?:[ \t]{0,8}(?:[\w.-]{1,40}[ \t]{0,8}=[^\n;(){}]{0,120}|[#;][^\n]{0,120})?\r?\n){0,8}[^\n]{0,40}$/.test(
    text.slice(Math.max(0, at - 500), at),
  );

// Endings of a line that occur in code and hardly ever in settings.
function isExpression(word: string, sign: string): boolean {
  if (
    /[,;({[]$|^[[({]|\(|^[A-Za-z_$][\w.]*\[|^[A-Za-z_$]\w*(?:->|::)\w|^[A-Za-z_$]+(?:\.[A-Za-z_$]+)+$|^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*){2,}$/.test(
      word,
    )
  )
    return true;
  if (
    /^(?:null|none|nil|true|false|undefined|string|str|text|any|number|boolean|bytes|buffer|value|val|input|data|result|res|resp|response|args?|params?|config|options?|opts|req|request|user|body|form|hash|hashed|line|name|self|this|ctx|env|token|secret|password|passwd|pwd|pw|key|auth|credentials?|session|required|optional|inherit|int|uuid|varchar|object|raw|decoded|encoded|encrypted|decrypted|parsed|new|old|current|plain|plaintext|cleartext|md5|sha1|sha256|bcrypt|argon2|scrypt|basic|bearer|plain)[?!]?$/i.test(
      word,
    )
  )
    return true;
  if (!TYPES_AHEAD.test(word)) return false;
  const isSpaced = /^\s|\s$/.test(sign) && sign.includes('=');
  if (/[a-z][A-Z]|_/.test(word) && !/[0-9]/.test(word)) return isSpaced || /^[a-z]/.test(word);
  return false;
}

/** The string that starts at a quote. It may be cut off. */
function quotedAt(text: string, at: number): Range | undefined {
  const close = QUOTES[text[at] ?? ''];
  if (close === undefined) return undefined;
  const triple = close === '"' && text.startsWith('"""', at);
  const from = at + (triple ? 3 : 1);
  for (let end = from; end < text.length && end - at < MAX_CHARACTERS; end++) {
    if (text[end] === '\\') end++;
    else if (text[end] === close || text[end] === '\n' || text[end] === '\u0000') return [from, end];
  }
  return [from, Math.min(text.length, at + MAX_CHARACTERS)];
}

function bareAt(text: string, at: number, manner: ValueForm, sign: string): Range | undefined {
  const pattern =
    manner === 'setting' ? /[^\s"'`;&|\u0000][^\s"'`;&|<>\u0000]{0,4095}/y : /[^\s"'`,;)}\]<>&|\u0000]{1,4096}/y;
  let to = endOfWord(text, at, pattern);
  if (manner === 'setting') {
    // `username=x,password=y,domain=z`. A comma or bracket at the end is not part of the value.
    const next = /,(?=[\w.-]+=)|[,;)}\]]+$/.exec(text.slice(at, to));
    if (next && (sign.includes('=') || next.index + next[0].length === to - at)) to = at + next.index;
  }
  return to > at ? [at, to] : undefined;
}

function betweenTags(text: string, at: number): Range | undefined {
  const raw = text.slice(at, endOfWord(text, at, /[^<\u0000]{0,4096}/y));
  const inner = raw.replace(/\]\]>?\s*$/, '');
  const lead = inner.length - inner.trimStart().length;
  const value = inner.trim();
  return value === '' ? undefined : [at + lead, at + lead + value.length];
}
