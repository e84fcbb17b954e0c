import { isRandom, wordiness } from './random.ts';

/** A part of a text. */
export type Range = readonly [from: number, to: number];

const PASS = String.raw`passw(?:or)?d|passwd|passphrase|pwd`;
const OTHER = String.raw`secret|token|credentials?|(?:api|access|private|signing|encryption|account|master|shared|storage|service|license|auth|secret)[_-]?key(?:[_-]?id)?|auth(?:orization)?`;
const NAME = `(?<name>${PASS}|${OTHER})`;
const SCHEME = `(?<scheme>(?:bearer|basic|token|digest|apikey)[ \\t]{1,8})?`;
/** `name: value`, `"name": "value"`, `name => value`, `NAME=value`, `--name value`, `password is value`. */
const ASSIGNED = new RegExp(
  `${NAME}(?:["'\\]]{0,2}[ \\t]{0,20}(?<sign>=>|:=|[:=])(?![=:>])[ \\t]{0,20}${SCHEME}|` +
    `(?:[ \\t]{1,4}(?:is|was):?[ \\t]{1,4})|(?<flag>[ \\t]{1,8})(?=[^\\s-]))`,
  'gi',
);
const SHORTEST = 6;
const LONGEST = 4096;

/** Where the name of a value says that it is secret, and the value is no variable, no piece of a program and no example. */
export function* assigned(text: string): Generator<Range> {
  for (const match of text.matchAll(ASSIGNED)) {
    const { name = '', sign, scheme, flag } = match.groups!;
    const before = text.slice(Math.max(0, match.index - 60), match.index);
    if (flag !== undefined && !/(?:^|[\s"'=([])--?[\w-]*$/.test(before)) continue;
    const at = match.index + match[0].length;
    const isPass = new RegExp(`^(?:${PASS})$`, 'i').test(name);
    const kind = kindOf(before, name, text, at, { sign, scheme, flag });
    const range = valueAt(text, at, kind);
    if (!range) continue;
    const value = text.slice(...range);
    if (isSecret(value, kind, isPass) && !(/^pwd$/i.test(name) && /^[./~]/.test(value))) yield range;
  }
}

type Kind = 'quoted' | 'environment' | 'flag' | 'header' | 'bare' | 'prose';

function kindOf(
  before: string,
  name: string,
  text: string,
  at: number,
  { sign, scheme, flag }: { sign?: string | undefined; scheme?: string | undefined; flag?: string | undefined },
): Kind {
  if (scheme !== undefined) return 'header';
  if (/["'`]/.test(text[at] ?? '')) return 'quoted';
  if (flag !== undefined || (sign === '=' && /--[\w-]*$/.test(before))) return 'flag';
  if (sign === undefined) return 'prose';
  const isUpper = name === name.toUpperCase() && /(?:^|[\s;&"'])[A-Z0-9_]*$/.test(before);
  return sign === '=' && isUpper && text[at - 1] === '=' ? 'environment' : 'bare';
}

function valueAt(text: string, at: number, kind: Kind): Range | undefined {
  const quote = text[at]!;
  if (/["'`]/.test(quote)) {
    // The string may be one that was cut off, or put together of several.
    for (let end = at + 1; end < text.length && end - at < LONGEST; end++) {
      if (text[end] === '\\') end++;
      else if (text[end] === quote || text[end] === '\n' || text[end] === '\u0000') return [at + 1, end];
    }
    return [at + 1, Math.min(text.length, at + LONGEST)];
  }
  const word =
    kind === 'environment' || kind === 'flag' ? /[^\s"'`\u0000]{1,4096}/y : /[^\s"'`,;)}\]<>&|\u0000]{1,4096}/y;
  word.lastIndex = at;
  const found = word.exec(text);
  return found ? [at, at + found[0].length] : undefined;
}

/** What stands where a secret would, in examples and templates, and what we ourselves put there. */
const STANDS_IN =
  /^(?:\[(?:redacted|forgotten|[a-z]{0,9}…)|\$\{|\$\(|\$[A-Za-z_]\w*$|\$\d$|%\w+%$|<|\{|\*+$|(.)\1*$|(?:your|my|our|some)[-_ ]|(?:change[-_ ]?me|placeholder|example|dummy|redacted|hidden|masked|undefined|null|none|nil|true|false|yes|no|string|number|boolean|unknown|required|optional|password|passwd|passphrase|secret|token|current-password|new-password|x{3,})\b[^0-9]*$)/i;
const PATH =
  /^(?:\.{0,2}\/|~\/)?(?:[\w.@-]+\/)*[\w.@-]+\.(?:json|ya?ml|[cm]?[jt]sx?|py|txt|pem|key|env|md|go|rs|toml|html?|css|sh|xml|cfg|ini|db|log)$|^(?:\.{1,2}|~)?\/[\w./-]*$/;
const CODE =
  /^[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$#][\w$]*)*(?:\(|\[|\?\.|::|->|!?\.$)|^(?:[A-Za-z_$][\w$]*\.)+[A-Za-z_$][\w$]*$|^(?:process|os|env|config|import)\b|^(?:new|await|async|typeof)$/;
/** A name of a program or of an option, with a number at the most: `base64url`, `sha256Hex`, `x-api-key`. */
const isName = (value: string): boolean =>
  /^[A-Za-z_$][\w$-]*$/.test(value) &&
  (wordiness(value) >= 0.55 || value.length < 8) &&
  !/[0-9].*[A-Za-z].*[0-9]/.test(value);

function isSecret(value: string, kind: Kind, isPass: boolean): boolean {
  if (value.length < SHORTEST || STANDS_IN.test(value)) return false;
  if (isRandom(value) && value.length >= 16) return true;
  if (kind === 'header') return true;
  if (PATH.test(value) || /^https?:\/\/[^@]*$/.test(value)) return false;
  const hasDigit = /[0-9]/.test(value);
  const hasLetter = /[a-z]/i.test(value);
  const hasSign = /[!@#$%^&*+=~]/.test(value);
  // A date, a count, a time to live.
  if (!hasLetter && !hasSign) return value.length >= (isPass ? SHORTEST : 16);
  switch (kind) {
    case 'environment':
    case 'flag':
      if (/^[A-Z_]+$/.test(value) || /^\w+\(|^os\.|^process\./.test(value)) return false;
      return isPass || hasDigit || hasSign || value.length >= 8;
    case 'quoted':
      return isSecretString(value, isPass, { hasDigit, hasSign });
    case 'bare':
      if (CODE.test(value) || /\w\(/.test(value)) return false;
      if (hasDigit) return isPass || !isName(value);
      return isPass ? hasSign : value.length >= 16 && wordiness(value) < 0.5;
    case 'prose':
      return hasDigit ? isPass || !isName(value) : isPass && hasSign;
    default:
      return false;
  }
}

function isSecretString(value: string, isPass: boolean, has: { hasDigit: boolean; hasSign: boolean }): boolean {
  const words = value.split(/\s+/).length;
  // A label, or a message.
  if (words > 1)
    return isPass && !/^[A-Z][a-z]+ [a-z]|[.!?:…]$|\b(?:is|are|be|the|your|must|please)\b/.test(value) && words < 8;
  if (has.hasDigit) return isPass || !isName(value);
  if (has.hasSign) return isPass;
  return isPass ? /^[a-z]+$/.test(value) && value.length >= 8 : value.length >= 16 && wordiness(value) < 0.5;
}
