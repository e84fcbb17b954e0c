import { isCommon, isCommonWord } from './common-words.ts';
import { isSecretWord, secrecyOf, segmentsOf, type Secrecy } from './names.ts';
import { BOAST } from './boast.ts';
import { isOfManySigns } from './brackets.ts';
import { isGibberish, isOfParts, isRandom, wordiness } from './random.ts';
import { ABOUT } from './vocabulary.ts';

/**
 * How a value is written. `quoted`: in quotes or between tags. `setting`: in a place that can only contain a value (an
 * environment, an option, an ini file). `code`: unquoted, perhaps an expression. `prose`: a word of a sentence.
 */
export type ValueForm = 'quoted' | 'setting' | 'code' | 'prose';

/** Placeholders for secrets in examples and templates, and our own marks. */
const PLACEHOLDER =
  /^(?:\([a-z -]+\)$|\[(?:redacted|forgotten|[a-z]{0,9}…)|[$#%]?\{|env\(|\?[A-Za-z]|\$\(|\$(?!(?!base|sha|utf|md|u?int|col|arg|var|param|num)[a-z]{3,9}\d{2,4}$|[A-Za-z]+\d[A-Za-z]+\d\w*\W?$)[A-Za-z_]\w*\W?$|\$\d$|\$env:|%\w+%$|%[sdvq]$|<[^>]*>?$|\{|@[A-Za-z_]+@?$|:[a-z_]\w*$|[*•.xX?_-]+$|\w{0,6}\*{4,}$|…|(.)\1*$|(?:your[-_ ]|(?:my|our|some|the)[-_ ](?=.{0,40}(?:pass|secret|token|key|pwd|cred|value|name|string|here|code|hash)))|(?:change[-_ ]?(?:me|this)|replace[-_ ]?(?:me|this|with)|insert|enter|place[-_ ]?holder|example|dummy|sample|redacted|hidden|masked|filtered|omitted|n\/a|x{3,}|[a-z]+-stdin|current-password|new-password|one-time-code)(?:$|[^A-Za-z0-9])|(?:undefined|null|none|nil|nothing|true|false|yes|no|on|off|required|optional|unknown|empty|default|todo|tbd)(?:$|[^A-Za-z0-9_.!#$%+*~^-]|[_.!#$%+*~^-]+(?:[a-z ]*$|[^A-Za-z0-9]))|REDACTED|YOUR_?|INSERT)/i;
/** Whether a value is a placeholder, a word of every example, or says that it is one. */
export const isPlaceholder = (value: string): boolean =>
  PLACEHOLDER.test(value) ||
  KNOWN_TO_ALL.test(value) ||
  OF_TESTS.test(value) ||
  SCHEMA.test(value) ||
  TECH.test(value) ||
  CONSTANT.test(value);
/** Types of programming languages and databases. */
const TYPES = String.raw`^(?:[&*?]|std::|\[\])*(?:string|str|text|varchar|nvarchar|char|int|integer|bigint|number|num|bool|boolean|bytes|bytea|byte|buffer|blob|binary|object|array|list|dict|map|any|void|never|uuid|json|jsonb|date|datetime|float|double|symbol|secretstr|secret|option|optional|result|vec|box|self|cstring|uint8array|securestring|unknown|mixed|callable|value|none|null|nil|undefined|password|passwd|pwd|passphrase|pass|token|apikey|credentials?|field|input|hash|type|required|file|env|static|const|let|var|final|public|private|protected)s?`;
const TYPE = new RegExp(`${TYPES}(?:$|[^A-Za-z0-9])`, 'i');
const IS_TYPE = new RegExp(`${TYPES}(?:\\[\\]|[?!])?$`, 'i');
const PATH =
  /^(?:\.{0,2}\/|~\/)?(?:[\w.@-]+\/)*[\w.@-]+\.(?:json|ya?ml|[cm]?[jt]sx?|py|txt|pem|key|crt|cer|p12|pfx|jks|env|md|dart|kts?|swift|scala|exs?|lua|c|h|cpp|proto|tf|ps1|bat|svg|png|go|rs|rb|php|java|cs|toml|html?|css|sh|xml|cfg|conf|ini|db|log|vue|tar|gz|tgz|zip|jar|bin|sqlite)$|^(?:\.{1,2}|~)?\/[\w./-]*$|^[A-Za-z]:\\[\w\\. -]+$/;
/** An expression of a program. */
const CODE =
  /^[A-Za-z_$@][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$#][\w$]*)*(?:\(|\[|\?\.|::|->|!?\.$)|^[&*]?(?:[A-Za-z_$@][\w$]*\.)+[A-Za-z_$][\w$]*!?$|^(?:process|os|env|config|import|secrets|vars|var|local|data|module|self|this|req|request|ctx)\.|^(?:new|await|async|yield\*?|typeof|function|lambda|return|if|not|import|require|yield|from|where|select|and|or|in|is|as|to|for|with|the|a|an|of)$|^[A-Za-z_][\w.]*\(|^\(|^\[|^=>|^->|^[!+*/|&-]?$|^!+[\w(]|^\/[[^(\\]/;
const TECH =
  /^(?:sha-?\d+|md[245]|pbkdf2|s?crypt|bcrypt\d*|argon2(?:i|d|id)?|oauth-?\d?(?:\.\d)?|base\d{2}(?:url)?|utf-?(?:8|16|32)|x509|http\d?|https|aes-?\d*(?:-\w+)*|rsa-?\d*|ed25519|ecdsa|es\d+|rs\d+|hs\d+|ps\d+|jwt|jws|jwe|jwk|totp|hotp|saml\d?|oidc|pkcs-?\d*|ipv[46]|tls\d?(?:\.\d)?|ssl\d?|v\d+(?:\.\d+)*|[a-z]\d|\d+(?:st|nd|rd|th|ms|s|m|h|d|kb?|mb?|gb?|px|em|rem|x|bit|bits|chars?|%)|web\w?\d|s3|ec2|k8s|i18n|l10n|a11y|oauth2?\.?\w+|rfc\d+|cve-\d.*|(?:p2p|[bcms]2[bcms]|i2[cs]|e2e|l2tp|k2v|d2d|h2c|o2o|t2s|py2\w*|(?:html|md|json|yaml|yml|xml|csv|pdf|png|svg|txt|text|js|ts|py|sql|str|int|hex|bin|dec|ssh|rst|tex|img|utf|obj|rgb|hsl)2[a-z]{2,5})|latin-?\d|iso-?8859-?\d+|cp\d{3,4}|windows-\d+|web\d\w*)$/i;
/** Whether a value is a name made of words: `sha256Hex`, `x-api-key`. */
const isName = (value: string): boolean =>
  /^[A-Za-z_$][\w$-]*$/.test(value) &&
  (wordiness(value) >= 0.55 || value.length < 8) &&
  !(value.length >= 10 && isGibberish(value)) &&
  !/[0-9].*[A-Za-z].*[0-9]/.test(value);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DATE = /^\d{4}-\d\d-\d\d|^\d{1,2}[./]\d{1,2}[./]\d{2,4}$|^\d{1,2}:\d\d/;
const VERSION = /^[v^~<>=]*\d+(?:\.\d+)+(?:[-+][\w.]+)?$/;
/** `ciao_Jessica`: two words joined in a way that people use and programs do not. */
const TWO_WORDS = /^[a-z]{3,}[._-][A-Z][a-z]{2,}$/;
export const isTwoWords = (value: string): boolean => TWO_WORDS.test(value) && !isOwnName(value);
/** Words that programs put together to names, beside those of `vocabulary.ts`. */
const OF_PROGRAMS =
  /^(?:user|login|log|admin|auth|db|app|api|test|config|conf|com|org|net|io|js|page|app|my|get|set|new|old|this|self|req|res|env|http|https|www|local|host|mail|web|sys|tmp|dev|prod|stage|staging|common|core|base|util|utils|main|lib|src|pkg|impl|internal|external|global|local|default|custom|simple|basic|strong|weak|long|short|empty|valid|invalid|wrong|right|bad|good|first|last|next|prev|current|change|reset|confirm|verify|create|update|delete|remove|add|edit|save|load|read|write|send|open|close|start|stop|run|raw|plain|clear|hashed|encrypted|root|account|profile|session|server|client|remote|shared|private|public|hidden|fill|enter|only|case|sensitive|two|factor|one|end|to|auto|pre|non|multi|self|re|un|co|github|gitlab|docker|actions|deployer|runner|bot|ci|cd|read|high|low|up|down|in|out|on|off|yml|yaml|json|txt|pem|key|cfg|ini|toml|xml|html|css|php|sql|exe|zip|tar|jar|war|lock|log|bak|csv|png|svg|jpg|pdf|proto|dart)$/;

/** First words of names of packages, messages and members. */
const OF_PACKAGES =
  /^(?:com|org|net|io|java|javax|www|app|config|settings|process|env|self|this|auth|user|users|login|form|forms|page|pages|error|errors|message|messages|i18n|common|data|request|response|params|props|state|ctx|opts|args|module|std|spring|the|your|must|should|please|get|set|is|has|validate|check|verify|test|on|to|by|not|invalid|missing|unknown|no)$/;

/**
 * Whether a value is a passphrase as programs generate them: at least three words with one sign between them,
 * `escape.plug.bulb.link`. Most of the words of a name in a program say what it is about.
 */
export function isWordChain(value: string): boolean {
  const joined = /^[A-Za-z][a-z]{1,11}(?:([._*+%!@-])[A-Za-z][a-z]{1,11})(?:\1[A-Za-z][a-z]{1,11}){1,6}$/.exec(value);
  if (!joined) return false;
  const parts = value.toLowerCase().split(joined[1]!);
  if (OF_PACKAGES.test(parts[0]!) || parts.some((one) => isSecretWord(one) || secrecyOf(one) === 'password'))
    return false;
  const others = parts.filter(
    (one) => one.length > 2 && !ABOUT.has(one) && !OF_PROGRAMS.test(one) && !isCommonWord(one),
  );
  return others.length >= Math.max(2.5, parts.length * 0.6);
}

/**
 * Whether a value is made of two or three words that people join and programs do not: `copper.meadow`, `otter_kettle`.
 * A part that names something in programs rules it out.
 */
export function isOfPeople(value: string): boolean {
  if (isWordChain(value)) return true;
  if (!/^[A-Za-z][a-z]{2,14}(?:[._-][A-Za-z][a-z]{2,14}){1,2}$/.test(value)) return false;
  return value
    .toLowerCase()
    .split(/[._-]/)
    .every(
      (one) => !ABOUT.has(one) && !OF_PROGRAMS.test(one) && !isCommon(one) && !isCommonWord(one) && !secrecyOf(one),
    );
}

/** Whether a word is the name of something in a program: `MagicLinkScreen`, `github-actions-deployer`. One of its parts says so. */
export const isProgramName = (value: string): boolean =>
  /^(?:[A-Za-z][a-z]+(?:[A-Z][a-z]+)+\*?|[a-z]+(?:[-_][a-z]+){2,})$/.test(value) &&
  segmentsOf(value).some((one) => ABOUT.has(one) || OF_PROGRAMS.test(one) || secrecyOf(one) !== undefined);

/** A date. People use dates for passwords. */
const BIRTHDAY = /^(?:\d{1,2}([./-])\d{1,2}\1(?:19|20)\d\d|(?:19|20)\d\d([./-])\d{1,2}\2\d{1,2})$/;
// `hCzG7.Y8ZfvYb`: names in programs do not have digits and capitals on both sides of a dot.
const isDotted = (value: string): boolean =>
  /^\w{3,20}\.\w{3,20}$/.test(value) &&
  /[a-z]/.test(value) &&
  /[A-Z]/.test(value) &&
  (value.match(/[A-Za-z](?=[0-9])|[0-9](?=[A-Za-z])/g)?.length ?? 0) >= 2 &&
  isGibberish(value);
// `zYWyGc.oHJzRy`: letters as no word has them.
const isTornByCapitals = (value: string): boolean =>
  value.length >= 8 && (value.match(/[a-z](?=[A-Z])|[A-Z](?=[A-Z][A-Za-z]?)/g)?.length ?? 0) >= 3 && isGibberish(value);
export const isBirthday = (value: string): boolean => BIRTHDAY.test(value);
/** A constant, but not `FREEDOM_1985`: constants do not end with a number of several digits. */
const CONSTANT = /^_*[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?![0-9]{2,}$)[A-Z0-9]+$/;

/** Whether a word looks generated: random, hexadecimal or in another base. */
export function isGenerated(word: string): boolean {
  const bare = word.replace(/^["'`(]+|["'`),.;:]+$/g, '');
  if (bare.length < 10 || /\s/.test(bare) || !/[0-9]/.test(bare) || !/[A-Za-z]/.test(bare)) return false;
  if (PATH.test(bare) || DATE.test(bare) || VERSION.test(bare) || CODE.test(bare) || PLACEHOLDER.test(bare))
    return false;
  if (UUID.test(bare)) return true;
  if (/^(?:0x)?[0-9a-f]{16,}$/i.test(bare)) return true;
  if (bare.length >= 20 && isRandom(bare)) return true;
  if (isName(bare) || isOfParts(bare) || TECH.test(bare) || /^[\w-]+(?:[./][\w-]+){2,}$/.test(bare)) return false;
  const changes = (bare.match(/[A-Za-z](?=[0-9])|[0-9](?=[A-Za-z])/g) ?? []).length;
  return changes >= 3 && (wordiness(bare) < 0.5 || (bare.length >= 20 && isGibberish(bare)));
}

/** Whether a word of a sentence can only be a password: it mixes kinds of characters unlike any word or name. */
export function isStrong(word: string): boolean {
  if (word.length < 6 || word.length > 200 || !/[A-Za-z]/.test(word)) return false;
  if (/^![A-Za-z].*[0-9]/.test(word)) return isStrong(word.slice(1));
  if (TECH.test(word) || PATH.test(word) || DATE.test(word) || VERSION.test(word) || CODE.test(word)) return false;
  if (PLACEHOLDER.test(word) || /^https?:|^www\.|^[\w.+-]+@[\w-]+\.[\w.]+$|^#\d|^--?[a-z]|^@/.test(word)) return false;
  if (/^[\w-]+(?:[/\\][\w.*-]+)+\/?$/.test(word) || /^[A-Z]+-\d+$/.test(word)) return false;
  if (/[<>{}()[\]]/.test(word)) return isOfManySigns(word);
  if (/[0-9]/.test(word)) return !/^[A-Za-z]+[-_.]?\d{1,1}$/.test(word) && !/^\d+(?:\.\d+)?-?[a-z]{1,3}$/i.test(word);
  return (
    /[A-Za-z0-9][!@#$%^&*+=~?]+[A-Za-z0-9]/.test(word) && !/^[\w.]+=|^[a-z0-9_.]+@\w|^\w+@\w+\.\w+$|\w&\w+=/.test(word)
  );
}

/** Whether a value has at least three words: `correct-horse-battery`. */
export const isPhrase = (word: string): boolean => /^[A-Za-z]{4,}(?:-[A-Za-z]{4,}){2,}$/.test(word);

/**
 * Whether a value with a secret's name is a secret, and not a variable, an example or code.
 * @param secrecy result of `secrecyOf` for the name
 */
export function isSecret(value: string, manner: ValueForm, secrecy: Secrecy): boolean {
  if (secrecy === 'pin')
    return /^\d{4,12}$/.test(value) && (manner === 'prose' || manner === 'setting' || manner === 'quoted');
  const isPass = secrecy === 'password';
  if (value.length < (isPass && manner !== 'code' && manner !== 'prose' ? 4 : 6)) return false;
  if (value.length > 4096) return false;
  if (
    PLACEHOLDER.test(value) ||
    /^-----BEGIN [A-Z ]*(?:PUBLIC|CERTIFICATE)/.test(value) ||
    /^https?:\/\/[^@]*$|\.{3}|…|\[A-Za-z|^[Uu]?[Ii]nt\d+[Aa]rray|\(\?[:=!<]|\\[dws][+*]/.test(value)
  )
    return false;
  if (OF_CODE.test(value)) return false;
  if (isPass && isOfManySigns(value)) return true;
  if (isRandom(value) && value.length >= 16 && !/[\s([{]/.test(value)) return true;
  // Letters as no word has them.
  if (secrecy === 'weak' && manner === 'quoted' && /^[A-Za-z]{12,}$/.test(value) && isGibberish(value)) return true;
  if (secrecy === 'weak')
    return isGenerated(value) && !UUID.test(value) && !(manner === 'code' && /^\w+$/.test(value) && value.length < 16);
  if (PATH.test(value) || KNOWN_TO_ALL.test(value) || OF_TESTS.test(value)) return false;
  const hasDigit = /[0-9]/.test(value);
  const hasLetter = /\p{L}/u.test(value);
  const hasSign = /[!@#$%^&*+=~?]/.test(value);
  if (isPass && manner !== 'code' && BIRTHDAY.test(value)) return true;
  if (isPass && manner !== 'prose' && (isTwoWords(value) || isDotted(value))) return true;
  // A count or a time to live.
  if (!hasLetter && !hasSign)
    return /^[\d-]+$/.test(value) && value.length >= (isPass ? 6 : 20) && !(manner === 'code' && value.length < 8);
  switch (manner) {
    case 'quoted':
      return isSecretString(value, isPass, { hasDigit, hasSign });
    case 'setting':
      if (
        /^\$(?!\d[A-Za-z]|[A-Za-z]+\d[A-Za-z]+\d)|^[A-Za-z_][\w.]*\([^)]*\)|^[A-Za-z_]+\($|^(?:os|process|secrets|vars|var|local)\./.test(
          value,
        ) ||
        CONSTANT.test(value)
      )
        return false;
      if (!hasDigit && !hasSign && (isOwnName(value) || SCHEMA.test(value) || IS_TYPE.test(value))) return false;
      if (
        /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$|^uint\d+array$/i.test(value) &&
        (isOwnName(value) || /array$/i.test(value))
      )
        return false;
      if (/^-{1,2}[A-Za-z][\w.-]*=|^(?:id|source|src|type|name|env|file)=|^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+=/.test(value))
        return false;
      return isPass || hasDigit || hasSign || value.length >= 8;
    case 'code':
      if (CODE.test(value) || TYPE.test(value) || /\w\(/.test(value)) return false;
      if (/^[A-Za-z_$][\w$.]*$/.test(value) && (isOwnName(value) || BOAST.test(value))) return false;
      if (hasDigit)
        return isPass
          ? !TECH.test(value) && !/^(?:[A-Z]?[a-z]+(?:[_A-Z][a-z]+)*|[A-Z_]+)\d$/.test(value)
          : !isName(value);
      return isPass ? hasSign || isPhrase(value) : value.length >= 16 && wordiness(value) < 0.5;
    case 'prose':
      return hasDigit || hasSign ? (isPass ? isStrong(value) : isGenerated(value)) : false;
    default:
      return false;
  }
}

/** A call, `a?.b`, a format, a repetition of a grammar: what stands after such a name in a program. */
const OF_CODE = /^[A-Za-z_][\w.]*_\w*\([\w.,\s]*\)?$|^\w+\?\.\w|^%[sdrq](?:\W%[sdrq])*$|^\d*\*\w+$/;

const KNOWN_TO_ALL =
  /^(?:admin|postgres|postgresql|minioadmin|minio|guest|redis|mysql|mongo|mongodb|rabbitmq|elastic|fake|dummy|malicious|test|foobar|(?:my|test|wrong)pass(?:word)?|keyboard cat|(?:development|test|secret) key|\\? key)$/;

/** Whether a value is a default password that everyone knows. */
export const isKnownToAll = (value: string): boolean => KNOWN_TO_ALL.test(value);

/** Values that declare themselves to be dummies. */
const OF_TESTS =
  /do[-_ ]?not[-_ ]?use|not[-_ ]?(?:a[-_ ]?)?(?:real|secret|valid)|(?:^|[-_])(?:dummy|placeholder|fake|mock|sample|example)(?:[-_]|$)|for[-_]?testing|(?:^|[-_])test[-_](?:secret|token|key|password|api)|[-_](?:secret|token|key)[-_](?:test|\d{1,4}|xxx|here|value)$|[-_]x{3,}$/i;

// `cookie` and `pepper` are words that people choose, too.
const isSentence = (value: string): boolean => {
  const secrecy = secrecyOf(value);
  return (
    secrecy !== undefined &&
    (secrecy !== 'weak' ||
      /(?<![A-Za-z])(?:[Aa]uth|AUTH|[Tt]oken|TOKEN|[Ss]ess|[Cc]srf|[Kk]ey|KEY|[Ll]ogin|[Cc]red|[Ss]ign)|[a-z](?:Auth|Token|Sess|Csrf|Key|Login|Cred|Sign)/.test(
        value,
      ))
  );
};

/** `ChangePasswordResponse` */
const namesPassword = (value: string): boolean =>
  /^(?:[A-Z][a-z]+){3,}$/.test(value) && segmentsOf(value).some(isSecretWord);

/** Whether a word is the name of a secret instead of a secret: `client-secret`, `userPassword`. */
export const isOwnName = (value: string): boolean =>
  !/^[a-z]{3,}(?:[-_][a-z]{3,}){3,}$/.test(value) &&
  !BOAST.test(value) &&
  !(/^[A-Za-z]{12,}$/.test(value) && isGibberish(value)) &&
  (isSecretWord(value) ||
    (/[a-z][A-Z]|[_-]|[a-z]\.[A-Za-z]|\s/.test(value) && (isSentence(value) || namesPassword(value))));

/** Text on a screen, and phrases about a password. */
const isLabel = (value: string): boolean =>
  /^\p{Lu}\p{Ll}+ \p{Ll}|[.!?:…]$/u.test(value) ||
  /\b(?:is|are|be|the|your|you|a|must|please|not|for|to|of|and|or|with|has|was|in|at|by|from|does|do|did|can|cannot|should|will|if|too|no|only|least|most|match(?:es)?|mismatch|wrong|invalid|incorrect|missing|required|optional|short|weak|strong|characters?|chars|letters?|digits?|min|max|minimum|maximum|length|field|hash|link|form|again|here|changed|updated|expired|failed|sent)\b/i.test(
    value,
  ) ||
  /^(?:new|old|current|confirm|repeat|enter|forgot|reset|change|show|hide)\b/i.test(value);
const SCHEMA =
  /^(?:string|text|varchar|password|passwort|passwd|pwd|passphrase|secret|token|bearer|basic|required|optional|nullable|hidden|input|field|username|email|login|hashed|encrypted|invalid|missing|incorrect|wrong|access_token|refresh_token|id_token|api_key|apikey|credentials|session|cookie|header|query|body|admin_password|vault|keychain|plaintext|confirmed|current_password|boolean|number|object|array|null|undefined|contraseña|senha|пароль|密码|密碼|パスワード|비밀번호)s?$/i;

const isFieldName = (value: string): boolean =>
  /^[a-z]+(?:[A-Z][a-z]+)+$/.test(value) &&
  (/(?:Input|Field|Label|Text|Value|Error|Form|Name|Param|Prop|Type|Key|Id|Code|String|Data|Hash|Element|Ref|Box|Control|Placeholder|Message|Title|Config|Option|Path|File|Url|Page|View|Schema|Policy|Rule|Strength|Changed|Required|Invalid|Updated|Hidden)s?$/.test(
    value,
  ) ||
    /^(?:get|set|is|has|on|new|old|current|confirm|repeat|user|form|input|my|this|read|load|to|from|with|validate|check|show|hide|update|change|reset|forgot)[A-Z]/.test(
      value,
    ));

function isSecretString(value: string, isPass: boolean, has: { hasDigit: boolean; hasSign: boolean }): boolean {
  // `secret_123`
  if (!isPass && /^(?:test|my|fake|mock|dummy)?[-_]?(?:api[-_]?)?(?:secret|token|key|cookie)[-_]?\d{1,3}$/i.test(value))
    return false;
  if (
    SCHEMA.test(value) ||
    /^\w+\.\w+\(|=>|\$\{|\{\{|^\$\w+\W+\$\w+$|^(?:id|source|src|type|env)=\w/.test(value) ||
    (/^[A-Za-z_]+(?:\.[A-Za-z_]+)+$/.test(value) && !(isPass && (isOfPeople(value) || isTornByCapitals(value)))) ||
    CONSTANT.test(value)
  )
    return false;
  if (/^\s/.test(value)) return false;
  const words = value.split(/\s+/).length;
  if (
    words > 1 &&
    value.split(/\s+/).some((one) => isSecretWord(one) || ['password', 'key'].includes(secrecyOf(one) ?? ''))
  )
    return false;
  if (words > 1)
    return isPass && !isLabel(value) && !/ [=!]?= /.test(value) && words < 8 && /^[\x20-\x7e]*$/.test(value);
  if (/^[^\x00-\x7f]+$/.test(value)) return false; // eslint-disable-line no-control-regex
  if (has.hasDigit)
    return isPass
      ? !TECH.test(value)
      : !isName(value) || (!TECH.test(value) && value.length >= 8 && /[0-9]{2}/.test(value));
  if (isOwnName(value)) return false;
  if (has.hasSign) return isPass || value.length >= 10;
  if (isPass)
    return (
      (!/^[a-z]+(?:_[a-z]+)+$|^[^\p{L}\p{N}_]/u.test(value) || isOfPeople(value)) &&
      !isFieldName(value) &&
      !isLabel(value)
    );
  return value.length >= 8 && /^[A-Za-z]+$/.test(value)
    ? wordiness(value) < 0.5 ||
        (/^[a-z]+$/.test(value) && value.length >= 14) ||
        (value.length >= 12 && isGibberish(value))
    : value.length >= 16 && wordiness(value) < 0.5;
}
