import { lineBefore, type Range, type Tick } from '../matches.ts';
import { isCommon } from '../vocabulary/common-words.ts';
import { namesIn, type SecretName } from '../vocabulary/names.ts';
import { proseValues } from '../vocabulary/prose.ts';
import { isBirthday, isGenerated, isOwnName, isPhrase, isSecret, isStrong, isTwoWords, type Manner } from '../vocabulary/values.ts';

const LONGEST = 4096;
/** How a value follows its name. `quote`: only one in quotes is meant. */
const FOLLOWS: readonly {
  readonly pattern: RegExp;
  readonly manner?: Manner;
  readonly until?: '<' | '}';
  readonly only?: 'quoted';
}[] = [
  // `<password>x</password>`, `<wsse:Password Type="…">x`, `<![CDATA[x]]>`, `name="password">x<`, `<td>Password</td><td>x`.
  { pattern: /(?:\s[^<>]{0,200})?>\s{0,80}(?:<!\[CDATA\[)/y, manner: 'quoted', until: '<' },
  { pattern: /(?:\s[^<>]{0,200})?(?<!\/|=)>(?=[^<>]{1,400}<\/)/y, manner: 'quoted', until: '<' },
  { pattern: /["'](?:\s[^<>]{0,200}[^<>/=])?>(?=[^<>\s][^<>]{0,400}<\/)/y, manner: 'quoted', until: '<' },
  {
    pattern:
      /:?\s{0,4}<\/(?:key|td|th|dt|b|strong|label|span|name)>\s{0,80}:?\s{0,4}(?:<[a-z]+[^<>]{0,100}>\s{0,80}){0,3}/iy,
    manner: 'quoted',
    until: '<',
  },
  { pattern: /(?<![/=])>\s{0,40}<(?:value|string|text|plaintext)>\s{0,40}(?=[^<>\s][^<>]{0,400}<\/)/iy, manner: 'quoted', until: '<' },
  // `name="password" value="x"`, `name: DB_PASSWORD\n  value: x`, `ParameterKey=DbPassword,ParameterValue=x`.
  { pattern: /["'][^<>\n]{0,120}?\bvalue=(?=["'])/y, manner: 'quoted' },
  {
    pattern:
      /["']?[ \t]{0,20},?[ \t]{0,20}(?:\r?\n[ \t]{0,20})?["']?(?:Parameter)?[Vv]alue["']?[ \t]{0,20}[:=][ \t]{0,20}/y,
    manner: 'setting',
  },
  // `let password: &str = "x"`, `password string = "x"`
  {
    pattern:
      /\??(?::[ \t]{0,20}|[ \t]{1,8})&?(?:'\w+ )?\w{1,40}(?:<[^<>\n]{0,40}>)?[ \t]{0,20}:?=(?!=)[ \t]{0,20}(?=["'`])/y,
    only: 'quoted',
  },
  // `os.getenv("DB_PASS") or "x"`, `process.env.DB_PASS ?? "x"`
  { pattern: /["'`)\]]{0,3}[ \t]{0,4}(?:\|\||\?\?=?|\?:|or|else|<-|<<-|\?=)[ \t]{1,4}(?=["'`])/y, only: 'quoted' },
  // `${DB_PASS:-x}`, `${db.password:x}`
  { pattern: /:?[-=?](?=[^\s"'{}$]{3,200}\})(?<=\$\{[\w.-]{1,100}:?[-=?])/y, manner: 'setting', until: '}' },
  { pattern: /:(?=[^\s"'{}$:=?/-][^\s"'{}$]{2,200}\})(?<=\$\{[\w.-]{1,100}:)/y, manner: 'setting', until: '}' },
  // `string Password { get; set; } = "x"`, `char pass[] = "x"`
  { pattern: /(?:[ \t]{0,4}\{[ \t]{0,4}get;[^{}\n]{0,40}\}|\[\d{0,4}\])[ \t]{0,20}=[ \t]{0,20}(?=["'])/y, only: 'quoted' },
  // `variable "db_password" { default = "x" }`, `"DbPassword": { "Type": "String", "Default": "x" }`
  {
    pattern: /["']?[ \t]{0,4}:?[ \t]{0,4}\{[^{}\u0000]{0,300}?\b(?:default|value|defaultValue|Default|initial)["']?[ \t]{0,20}[:=][ \t]{0,20}(?=["'])/y,
    only: 'quoted',
  },
  // `let password = String::from("x")`, `pass = MD5('x')`
  {
    pattern:
      /["'`\])}]{0,2}[ \t]{0,20}(?::=|=>|[=:])[ \t]{0,20}(?:&?(?:String::from|\[\]byte|Some|SecretString(?:::new|::from)?|SecretStr|Secret(?:::new)?|Password|md5|sha\d{1,3}|crypt|hash\w{0,12}|bcrypt\.\w{1,20}|Buffer\.from|new String|std::string|Box::new|Arc::new|OsString::from|PASSWORD|encrypt\w{0,12}|bytes|str|Bytes::from|ENCODE|b64encode|base64\w{0,10}|quote\w{0,8}|SecureString)[({]\s{0,4}){1,2}(?:[bruN]{0,2})(?=["'\u0060])/iy,
    only: 'quoted',
  },
  { pattern: /[ \t]{0,20}=[ \t]{0,20}(?:qq?)(?=[{(|\[/][^\s{}()|]{4,200}[})|\]/])/y, manner: 'setting', until: '}' },
  // `getByLabel('Password').fill('x')`, `fill_in 'Password', with: 'x'`
  {
    pattern:
      /["'`\])]{1,5}(?:\.\w{1,20}\([^()\n]{0,40}\)){0,2}\.(?:perform\()?(?:fill|type|sendKeys|send_keys|setValue|set_value|typeText|enterText|pressSequentially|fillIn|clearAndType|keys|set|val|input)\([ \t]{0,4}(?=["'`])/y,
    only: 'quoted',
  },
  { pattern: /["'](?:,[ \t]{0,4}:?|[ \t]{1,4}(?<=\b(?:fills?|types?|enters?|sets?)\b[^\n]{0,60}))with:?[ \t]{0,4}(?:=>[ \t]{0,4})?(?=["'])/y, only: 'quoted' },
  // `set(NAME "x")`, `:password "x"`
  { pattern: /[ \t]{1,4}(?=["'][^"'\n]{4,200}["'][ \t]{0,4}\))(?<=\bset\(\w{1,60}[ \t]{1,4})/y, only: 'quoted' },
  { pattern: /[ \t]{1,4}(?="[^"\n]{4,200}")(?<=[({\s]:[\w-]{2,40}[ \t]{1,4})/y, only: 'quoted' },
  // `CURLOPT_PASSWORD, "x"`, `{password, "x"}`
  { pattern: /,[ \t]{0,4}(?=["'])(?<=(?:[({,][ \t]{0,4}[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,4}|\{[a-z_]{2,40}),[ \t]{0,4})/y, only: 'quoted' },
  // `"--password", default="x"`, `password: str = field(default="x")`
  {
    pattern:
      /["']?(?:,|:[ \t]{0,4}[\w.[\], |]{1,40}=[ \t]{0,4}\w{1,20}\()[ \t]{0,4}(?:[\w]{1,20}=[^,()\n"']{0,40},[ \t]{0,4}){0,3}default=[ \t]{0,4}(?=["'])/y,
    only: 'quoted',
  },
  // `["redis-server", "--requirepass", "x"]`
  { pattern: /["'],\s{0,8}(?=["'])(?<=["']--?[\w-]{2,40}["'],\s{0,8})/y, only: 'quoted' },
  // `DbPass:\n  Type: String\n  Default: x`
  { pattern: /["']?:[ \t]{0,8}\r?\n(?:[ \t]{1,20}[\w-]{1,40}:[^\n\u0000]{0,200}\n){0,4}?[ \t]{1,20}(?:default|value|initial):[ \t]{1,8}/iy, manner: 'setting' },
  // `pass: &anchor x`
  { pattern: /["']?:[ \t]{1,8}[&!]\w{1,40}[ \t]{1,8}(?=\S)/y, manner: 'setting' },
  // `#define PASS "x"`, `dbPassword{"x"}`, `plain-text-password-value "x"`
  { pattern: /[ \t]{1,20}(?=["'][^"'\n]{4,200}["'][ \t]*(?:\n|$))(?<=#[ \t]{0,4}define[ \t]{1,8}\w{1,60}[ \t]{1,20})/y, only: 'quoted' },
  { pattern: /[ \t]{1,20}(?=["'][^"'\n]{4,200}["'];?[ \t]*(?:\n|$))(?<=[A-Za-z][-_]\w{1,40}[ \t]{1,20})/y, only: 'quoted' },
  { pattern: /\{[ \t]{0,4}(?=")/y, only: 'quoted' },
  // `name: x`, `"name": "x"`, `['name'] = 'x'`, `name => x`, `name := x`, `name == "x"`, `**name:** x`
  {
    pattern:
      /["'`\])}*_]{0,4}[ \t\u3000]{0,20}(?:=>|:=|->|→|={2,3}|!==?|<<?-(?=[ \t])|\?=|[=＝]|[:：](?!:))[*_]{0,2}[ \t\u3000]{0,20}(?:(?:[NEbruRLU@]{1,2}|<<|u8)(?=["']))?/y,
  },
  // `setPassword("x")`, `PASSWORD('x')`, `define('DB_PASSWORD', 'x')`
  { pattern: /[ \t]?\([ \t]{0,4}(?=["'`])/y, only: 'quoted' },
];
/** Functions that take no secret though their name has one. */
const READS =
  /^(?:get|fetch|find|load|read|mask|redact|hide|validate|verify|compare|check|encode|decode|sanitize|normalize|create|generate|make|new|parse|issue|revoke|refresh|delete|remove|list|on|handle|render|show|test|expect|assert|describe|it|t|tr|translate|label|is|has)(?![a-z])/;
const PAIR = /(["'])[ \t]{0,4},[ \t]{0,4}(?=["'`])/y;
const SETS =
  /(?:\b(?:define|put|fill\w*|type\w*|set_value|String|StringVar|StringP|flag|arg|option|get\w*|fetch|set\w*|add\w*|append|environment|env|putenv|setenv|config|with\w*|fields?|header|property|prop|option|param\w*|data|update|store|save|insert|configure|form|auth\w*)|\.)\s{0,4}\(\s{0,4}["']$/i;
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

/** Where the name of a value says that it is secret, and the value is no variable, no piece of a program and no example. */
export function* assigned(text: string, tick: Tick): Generator<Range> {
  for (const name of namesIn(text)) {
    tick();
    const range = valueOf(text, name);
    if (range) yield range;
    else yield* proseValues(text, name);
  }
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
    return judgedAt(text, name.to + flag[0].length, 'setting', name, '');
  return undefined;
}

const DIRECTIVE = /[ \t]{1,20}(?:(?:cipher|simple|plain|ascii|hex|md5|sha\d{0,3}|plaintext|clear|irreversible-cipher|encrypted|[0-9])[ \t]{1,8}){0,2}["']?(?=[^\s"'=:{}()<>|-])/y;
const DIRECTIVE_VALUE = /[^\s"';,]{4,200}/y;
/** Lines beside it that say who logs in where. */
const NEIGHBOUR = /^[ \t]{0,20}(?:set[ \t]{1,8}|xauth[ \t]{1,8}|ipsec[ \t]{1,8})?(?:user(?:name)?|login|host|account|machine|binddn|server|id|gateway)[ \t]{1,8}["']?[^\s"']{1,100}["']?;?[ \t]*$/im;

// `set psksecret x`, `IPSec secret x`, `remote_password x`: the last word of a line of few words.
function directive(text: string, name: SecretName): Range | undefined {
  if (name.secrecy !== 'password' && name.secrecy !== 'key') return undefined;
  const head = lineBefore(text, name.from, 80);
  if (/^pass$/i.test(name.text) && !/^[ \t]*$/.test(head)) return undefined;
  if (!/^[ \t]{0,20}(?:(?:[\w.@/-]{1,40}[ \t]{1,8}){0,3}|[a-z][\w-]{1,20}[ \t](?:[\w.@/-]{1,40}[ \t]{1,8}){0,5}(?=$)(?<![.,]\s)|set[ \t](?:[\w.@/-]{1,40}[ \t]{1,8}){0,7})$/.test(head)) return undefined;
  DIRECTIVE.lastIndex = name.to;
  const sign = DIRECTIVE.exec(text);
  if (!sign) return undefined;
  const from = name.to + sign[0].length;
  const to = endOfWord(text, from, DIRECTIVE_VALUE);
  const behind = text.slice(to, to + 40);
  const value = text.slice(from, to);
  if (!/^["']?;?[ \t]*(?:$|[\n\r\u0000#]|address )/.test(behind) || isCommon(value)) return undefined;
  const isOne = isStrong(value) || isTwoWords(value) || (isPhrase(value) && /_/.test(name.text)) || isBirthday(value) || /^\d{6,}$/.test(value) || isGenerated(value);
  const isNamed = (/[_-]|[a-z][A-Z]|psk|secret$/.test(name.text) && /^[ \t]*(?:set[ \t]+)?$/.test(head)) || /^[ \t]*set[ \t]+$/.test(head);
  const start = Math.max(0, text.lastIndexOf('\n', name.from - head.length - 2) + 1);
  const around = text.slice(start, to + 120);
  return isOne || isNamed || (NEIGHBOUR.test(around) && name.secrecy === 'password') ? judge(text, [from, to], 'setting', name) : undefined;
}

function judgedAt(
  text: string,
  at: number,
  manner: Manner | undefined,
  name: SecretName,
  sign: string,
): Range | undefined {
  SCHEME.lastIndex = at + (/["'`]/.test(text[at] ?? '') ? 1 : 0);
  const scheme = SCHEME.exec(text);
  if (scheme && name.secrecy !== 'password') {
    const from = scheme.index + scheme[0].length;
    const to = endOfWord(text, from, /[^\s"'`,;\\\u0000<>]{1,4096}/y);
    const isOne = /[0-9]/.test(text.slice(from, to)) || to - from >= 16;
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

// Unquoted: whether only a setting can stand there, or also an expression of a program.
function mannerOf(text: string, name: SecretName, at: number, sign: string): Manner {
  const head = lineBefore(text, name.from, 200);
  if (/(?:^|[\s"'`=(,])--?[\w.-]*$/.test(head)) return 'setting';
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
  // `"password=x"`, all of a string.
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
  const lineEnd = endOfWord(text, at, /[^\n\r\u0000]{0,4096}/y);
  const rest = text.slice(at, lineEnd);
  const isLine =
    /^(?:[ \t]{0,20}(?:[-*•][ \t]{1,8}|export[ \t]{1,8}|set[ \t]{1,8}|SET[ \t]{1,8}|\/\/|#)?["']?)[\w.-]*$/.test(
      head,
    ) && /^\S+[ \t]{0,20}(?:\s#.*)?$/.test(rest);
  const word = rest.trim().split(/\s/)[0]!;
  if (isLine && !isExpression(word, sign)) return 'setting';
  if (
    isLine &&
    name.secrecy === 'password' &&
    /^(?:[A-Z][a-z]{3,}){2,}$/.test(word) &&
    !isOwnName(word) &&
    name.text === name.text.toLowerCase() &&
    !name.text.includes('_')
  )
    return 'setting';
  return 'code';
}

// What programs have behind a sign at the end of a line, and settings hardly ever.
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

/** Keys that people also make up. */
const KEYS_BY_HAND = /secret|(?:jwt|signing|sign|encrypt\w*|cipher|hmac|master)[_.:-]?key/i;

// `ok ? 'PASS' : 'FAIL'`, `PASS: 'severity' found`, `{ status: 'PASS', message: '…' }`
const isVerdict = (text: string, value: string, [from]: Range): boolean =>
  (/\s/.test(value) && /[a-z][ \t]{1,4}pass["'`]?[ \t]{0,4}[:=][ \t]{0,4}["'`]?$/i.test(text.slice(Math.max(0, from - 20), from))) ||
  /[a-z][ \t]{1,4}pass[ \t]{0,4}\(["'`]?$/i.test(text.slice(Math.max(0, from - 20), from)) ||
  (/PASS["'`]?[ \t]*[:,][ \t]*["'`]?$/.test(text.slice(Math.max(0, from - 20), from)) &&
    !/\b(?:user(?:name)?|login|host)["'`]?[ \t]*[:=][^\n]*\n?[^\n]*$/i.test(text.slice(Math.max(0, from - 120), from)));

function judge(
  text: string,
  range: Range | undefined,
  manner: Manner,
  { text: name, secrecy }: SecretName,
): Range | undefined {
  if (!range || range[1] <= range[0]) return undefined;
  const value = text.slice(...range);
  // `SECRET_KEY_BASE="…"`: of letters only.
  const isWord =
    secrecy === 'key' &&
    manner !== 'code' &&
    !/[=!]=[ \t]?["'`]?$/.test(text.slice(Math.max(0, range[0] - 4), range[0])) &&
    /secret|key/i.test(name) &&
    !name.endsWith('.key') &&
    /^(?:[A-Za-z]{6,}|[0-9]{6,})$/.test(value) &&
    !isCommon(value);
  // `tests pass: \`npm run check\``: there it is a verb, or a verdict.
  if (/^(?:pass|PASS)$/.test(name) && isVerdict(text, value, range)) return undefined;
  // A one-time password.
  if (secrecy === 'weak' && /otp|mfa|2fa/i.test(name) && /^[0-9]{6,8}$/.test(value)) return range;
  const isSecretString = (manner === 'quoted' || /^[\d./-]+$/.test(value)) && secrecy === 'key' && KEYS_BY_HAND.test(name) && !isCommon(value);
  if (!isSecret(value, manner, isWord || isSecretString ? 'password' : secrecy) || (/pwd$/i.test(name) && /^[./~]/.test(value)))
    return undefined;
  return range;
}

function endOfWord(text: string, at: number, word: RegExp): number {
  word.lastIndex = at;
  return at + (word.exec(text)?.[0].length ?? 0);
}

/** The string that begins at a quote; it may be cut off. */
function quotedAt(text: string, at: number): Range | undefined {
  const close = QUOTES[text[at] ?? ''];
  if (close === undefined) return undefined;
  const triple = close === '"' && text.startsWith('"""', at);
  const from = at + (triple ? 3 : 1);
  for (let end = from; end < text.length && end - at < LONGEST; end++) {
    if (text[end] === '\\') end++;
    else if (text[end] === close || text[end] === '\n' || text[end] === '\u0000') return [from, end];
  }
  return [from, Math.min(text.length, at + LONGEST)];
}

function bareAt(text: string, at: number, manner: Manner, sign: string): Range | undefined {
  const pattern =
    manner === 'setting' ? /[^\s"'`;&|\u0000][^\s"'`;&|<>\u0000]{0,4095}/y : /[^\s"'`,;)}\]<>&|\u0000]{1,4096}/y;
  let to = endOfWord(text, at, pattern);
  if (manner === 'setting') {
    // `username=x,password=y,domain=z`; a comma or a bracket at the end is no part of it.
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
