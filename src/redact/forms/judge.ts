import type { Range } from '../matches.ts';
import { isCommon } from '../vocabulary/common-words.ts';
import { isInvented } from '../vocabulary/invented.ts';
import type { SecretName } from '../vocabulary/names.ts';
import { isOfPeople, isSecret, isWordChain, type ValueForm } from '../vocabulary/values.ts';

/** Names of keys that people also invent by hand. */
const KEYS_BY_HAND = /secret|(?:jwt|signing|sign|encrypt\w*|cipher|hmac|master)[_.:-]?key/i;

/** Names of tokens that people also invent. */
const TOKEN_BY_HAND = /(?:bearer|access|auth|api|vault)[_.-]?token$/i;

/** What is added to passwords before they are hashed. People invent it, too. */
const IS_PEPPER = /[._]pepper$/i;

const HAN = /\p{Script=Han}/u;

// `ok ? 'PASS' : 'FAIL'`, `PASS: 'severity' found`, `{ status: 'PASS', message: '…' }`
const isVerdict = (text: string, value: string, [from]: Range): boolean =>
  /^(?:fail(?:ed)?|error|warn(?:ing)?|skip(?:ped)?)$/i.test(value) ||
  (!/\b(?:set|export|env)[ \t]{1,4}PASS=$/i.test(text.slice(Math.max(0, from - 20), from)) &&
    (/\s/.test(value) || /^[A-Z]\w+$/.test(value)) &&
    /[a-z][ \t]{1,4}pass[)"'`*]{0,4}[ \t]{0,4}[:=][ \t]{0,4}["'`]?$/i.test(text.slice(Math.max(0, from - 20), from))) ||
  /[a-z][ \t]{1,4}pass[ \t]{0,4}\(["'`]?$/i.test(text.slice(Math.max(0, from - 20), from)) ||
  (/PASS["'`]?[ \t]*[:,][ \t]*["'`]?$/.test(text.slice(Math.max(0, from - 20), from)) &&
    !/\b(?:user(?:name)?|login|host)["'`]?[ \t]*[:=][^\n]*\n?[^\n]*$/i.test(text.slice(Math.max(0, from - 120), from)));

/** Whether an unquoted word is a variable: `User(hashed_password=bcrypt_hash)`, `connect(password=newpassword)`. */
const isVariable = (text: string, value: string, [from, to]: Range): boolean =>
  /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*_(?:hash|hashed|digest)$/.test(value) ||
  (/^[A-Za-z_]*(?:pass(?:word|wd|phrase)?|phrase|pwd|pw|secret|token)\d?$/i.test(value) &&
    /^[),]/.test(text.slice(to, to + 1)) &&
    /\w\([^()\n]*$/.test(text.slice(Math.max(text.lastIndexOf('\n', from) + 1, from - 160), from)));

/** The range of a value when its name and its manner make it a secret. */
export function judge(
  text: string,
  range: Range | undefined,
  manner: ValueForm,
  { text: name, secrecy }: SecretName,
): Range | undefined {
  if (!range || range[1] <= range[0]) return undefined;
  const value = text.slice(...range);
  // `密码响应`: the name is a part of a sentence without blanks.
  if (HAN.test(value[0]!) && HAN.test(text[range[0] - 1] ?? '')) return undefined;
  // `SECRET_KEY_BASE="…"`: only letters.
  const isWord =
    secrecy === 'key' &&
    manner !== 'code' &&
    !/[=!]=[ \t]?["'`]?$/.test(text.slice(Math.max(0, range[0] - 4), range[0])) &&
    /secret|key|credential/i.test(name) &&
    !name.endsWith('.key') &&
    (/^(?:[A-Za-z]{6,}|[0-9]{6,})$/.test(value) ||
      (manner === 'setting' && /^[a-z]{4,}$/.test(value) && /(?:^|[_-])secret$/i.test(name))) &&
    !isCommon(value);
  // `bearer_token: 'orchid-rocket-garden'`
  if (secrecy === 'key' && manner !== 'code' && TOKEN_BY_HAND.test(name) && (isWordChain(value) || isInvented(value)))
    return range;
  // `secret_key_base: copper.meadow`
  const isAlone = manner !== 'code' || /^[ \t]*(?:[\r\n]|$)/.test(text.slice(range[1], range[1] + 8));
  if (secrecy === 'key' && isAlone && KEYS_BY_HAND.test(name) && isOfPeople(value)) return range;
  // `quarkus.datasource.password=copper_meadow`: a line of a file of settings.
  if (
    manner === 'code' &&
    /^[a-z][\w-]*(?:\.[\w-]+){2,}$/.test(name) &&
    text[range[0] - 1] === '=' &&
    isOfPeople(value)
  )
    return secrecy === 'password' ? range : undefined;
  if (manner !== 'quoted' && isVariable(text, value, range)) return undefined;
  // `tests pass: \`npm run check\``: here it is a verb or a verdict.
  if (/^(?:pass|PASS)$/.test(name) && isVerdict(text, value, range)) return undefined;
  // A one-time password.
  if (secrecy === 'weak' && /otp|mfa|2fa/i.test(name) && /^[0-9]{6,8}$/.test(value)) return range;
  const isSecretString =
    (manner === 'quoted' || /^[\d./-]+$/.test(value) || (manner === 'setting' && IS_PEPPER.test(name))) &&
    (secrecy === 'key' ? KEYS_BY_HAND.test(name) : IS_PEPPER.test(name)) &&
    !isCommon(value);
  if (
    !isSecret(value, manner, isWord || isSecretString ? 'password' : secrecy) ||
    (/pwd$|^pswd$/i.test(name) && /^[./~\\]|^[A-Za-z]+:[\\/]|^\w+:\w*[\\/]/.test(value))
  )
    return undefined;
  return range;
}

/** The offset after the word at `at`. @param word a sticky pattern */
export function endOfWord(text: string, at: number, word: RegExp): number {
  word.lastIndex = at;
  return at + (word.exec(text)?.[0].length ?? 0);
}
