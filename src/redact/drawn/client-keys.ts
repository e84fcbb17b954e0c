import { lineBefore, matchesOf, type Range } from '../matches.ts';
import { isDrawn } from './issued.ts';

/** A string without blanks that is the first argument of a call. */
const ARGUMENT = /\(([ \t]{0,4}["'`])([\w.~+/=:-]{16,200})["'`][ \t]{0,4}[,)]/g;
/** The name of the call, before its bracket. */
const NAME = /(?:(?:^|[^\w.])(?:[A-Za-z_]\w{0,40}(?:\.|::|->)){0,3}|\.|::|->)([A-Za-z_]\w{0,40})$/;
/** Clients of a service, and functions that begin its use: their first argument is a key if it was drawn at random. */
const OF_SERVICE =
  /^(?:[A-Z]\w*(?:Client|Api|API|SDK|Sdk|Wallet|Bot|Tracker|Gateway)|Client|Api|API|SDK|init|initialize|initialise|configure|identify|authenticate|set_?(?:api_?)?(?:key|token))$/;
/** What makes bytes of hexadecimal digits, and what makes them a key. */
const OF_HEX = /^(?:from_?hex|unhexlify|hex_?to_?bytes|decode_?hex|hex2bin)$/i;
const ENCRYPTS = /(?:\bAES|\bDES|cipher|hmac|fernet|secret|encrypt|\bsign|chacha|(?<![a-z])key(?![a-z]))/i;
/** The name of a secret that ends in "id", and a user without a password: services take a token there. */
const NAMED =
  /secret[_ -]?id\\?["']?[ \t]{0,2}[:=][ \t]{0,2}\\?["']?([\w-]{20,100})|(?<=^|\s)(?:-u|--user)[ =]["']?([\w.-]{16,200}):["']?(?=\s|$)/gim;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isKey = (value: string): boolean =>
  UUID.test(value) || /^[0-9a-f]{32,128}$/.test(value) || value.split(/[-_.]/).some((part) => isDrawn(part));

/** Keys without a name of their own, by the place where a service takes one: `new Client("…")`, `init("…")`, `-u …:`. */
export function* clientKeys(text: string): Generator<Range> {
  for (const { 0: whole, 1: open = '', 2: value = '', index } of matchesOf(ARGUMENT, text)) {
    if (!isKey(value)) continue;
    const name = NAME.exec(text.slice(Math.max(0, index - 60), index))?.[1] ?? '';
    if (!OF_SERVICE.test(name) && !(OF_HEX.test(name) && ENCRYPTS.test(lineBefore(text, index, 100)))) continue;
    const from = index + whole.indexOf(open) + open.length;
    yield [from, from + value.length];
  }
  if (!/ --?u|secret.?id/i.test(text)) return;
  for (const { 0: whole, 1: id, 2: user, index } of matchesOf(NAMED, text)) {
    const value = id ?? user ?? '';
    if (!isKey(value)) continue;
    const from = index + whole.lastIndexOf(value);
    yield [from, from + value.length];
  }
}
