import { lineBefore, type Range } from '../matches.ts';
import { isCommon } from '../vocabulary/common-words.ts';
import type { SecretName } from '../vocabulary/names.ts';
import { isBirthday, isGenerated, isPhrase, isStrong, isTwoWords } from '../vocabulary/values.ts';
import { endOfWord, judge } from './judge.ts';

const DIRECTIVE =
  /[ \t]{1,20}(?:(?:cipher|simple|plain|ascii-text|hexadecimal|ascii|hex|md5|sha\d{0,3}|plaintext|clear|irreversible-cipher|encrypted|[0-9])[ \t]{1,8}){0,2}["']?(?=[^\s"'=:{}()<>|-])/y;
const DIRECTIVE_VALUE = /[^\s"';,]{4,200}/y;
/** What lines of routers and radios call a shared key: whatever follows is one. */
const DEVICE =
  /^(?:(?:wpa-?|ikev?1-)?(?:pre-?shared-key|passphrase|psk)|key-string|md5-key|psksecret|(?:plain-?text|cleartext)-password|password-plain)$/i;
/** Adjacent lines about a login or a host. */
const NEIGHBOUR =
  /^[ \t]{0,20}(?:set[ \t]{1,8}|xauth[ \t]{1,8}|ipsec[ \t]{1,8})?(?:user(?:name)?|login|host|account|machine|binddn|server|id|gateway)[ \t]{1,8}["']?[^\s"']{1,100}["']?;?[ \t]*$/im;

/** `set psksecret x`, `IPSec secret x`, `remote_password x`: the last word of a short line. */
export function directive(text: string, name: SecretName): Range | undefined {
  if (name.secrecy !== 'password' && name.secrecy !== 'key') return undefined;
  const head = lineBefore(text, name.from, 80);
  if (/^pass$/i.test(name.text) && !/^[ \t]*$/.test(head)) return undefined;
  if (
    !/^[ \t]{0,20}(?:(?:[\w.@/-]{1,40}[ \t]{1,8}){0,3}|[a-z][\w-]{1,20}[ \t](?:[\w.@/-]{1,40}[ \t]{1,8}){0,5}(?=$)(?<![.,]\s)|set[ \t](?:[\w.@/-]{1,40}[ \t]{1,8}){0,7})$/.test(
      head,
    )
  )
    return undefined;
  DIRECTIVE.lastIndex = name.to;
  const sign = DIRECTIVE.exec(text);
  if (!sign) return undefined;
  const from = name.to + sign[0].length;
  const to = endOfWord(text, from, DIRECTIVE_VALUE);
  const behind = text.slice(to, to + 40);
  const value = text.slice(from, to);
  if (!/^["']?;?[ \t]*(?:$|[\n\r\u0000#]|address )/.test(behind) || isCommon(value)) return undefined;
  // The last word of a sentence.
  if (/^\p{Ll}+[.!?:]$/u.test(value)) return undefined;
  const isOne =
    (name.secrecy === 'password' && /^[A-Za-z]{4,}[0-9]{1,4}$/.test(value)) ||
    isStrong(value) ||
    isTwoWords(value) ||
    (isPhrase(value) && /_/.test(name.text)) ||
    isBirthday(value) ||
    /^\d{6,}$/.test(value) ||
    isGenerated(value);
  const isNamed =
    DEVICE.test(name.text) ||
    (/[_-]|[a-z][A-Z]|psk|secret$/.test(name.text) && /^[ \t]*(?:set[ \t]+)?$/.test(head)) ||
    /^[ \t]*(?:set|ipsec|xauth)[ \t]+$/i.test(head);
  const start = Math.max(0, text.lastIndexOf('\n', name.from - head.length - 2) + 1);
  const around = text.slice(start, to + 120);
  return isOne || isNamed || (NEIGHBOUR.test(around) && name.secrecy === 'password')
    ? judge(text, [from, to], 'setting', name)
    : undefined;
}
