import type { Range } from '../matches.ts';
import { segmentsOf, type SecretName } from './names.ts';
import { isGenerated } from './values.ts';

const DIGEST =
  /(?:sha\d+|hash|digest|checksum)\b|\b(?:commit|sha|oid|revision|rev|md5|tree|blob|version|fingerprint|etag|integrity|uuid|guid|id|ids)\b/i;

/** A long random or hexadecimal word later in the sentence after the name of a key; undefined for none. */
export function keyNearby(text: string, name: SecretName): Range | undefined {
  if (name.secrecy === 'password') return undefined;
  const sentence = /[^\n\u0000]{0,120}/y;
  sentence.lastIndex = name.to;
  const rest = sentence.exec(text)?.[0] ?? '';
  for (const { 0: word, index } of rest.matchAll(/[A-Za-z0-9+/=_-]{20,}/g)) {
    const between = rest.slice(0, index);
    if (/[.!?;]\s|[(){}<>[\]]/.test(between) || DIGEST.test(between) || between.split(/\s+/).length > 12)
      return undefined;
    if (!isGenerated(word) || isUuid(word)) continue;
    if (/^[0-9a-f]+$/i.test(word) ? !isHexKey(word, name) : name.secrecy !== 'key') continue;
    return [name.to + index, name.to + index + word.length];
  }
  return undefined;
}

/** Whether a word is a UUID. */
export const isUuid = (word: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(word);
const KEYLIKE: ReadonlySet<string> = new Set([
  'key',
  'secret',
  'token',
  'license',
  'licence',
  'apikey',
  'pat',
  'keys',
  'cookie',
]);
/** Whether a word is a hexadecimal key: its name says so. */
export const isHexKey = (word: string, name: SecretName): boolean =>
  /^[0-9a-f]{24,}$/i.test(word) && segmentsOf(name.text).some((one) => KEYLIKE.has(one) || one.endsWith('key'));
