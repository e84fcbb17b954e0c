import { createHash } from 'node:crypto';
import { ProvError } from '../../errors.ts';

// The file ends with a hash of what is before it: a value that was changed in depth could be found in no other way, and would be
// recorded in notes for ever.
const SUM = /,"sum":"([0-9a-f]{40})"\}$/;
/** The length of that end. */
const SUM_CHARACTERS = 50;

const sumOf = (json: string): string => createHash('sha1').update(json).digest('hex');

/** The text of `state.json`, or of an archived session. @param json an object in JSON */
export const withSum = (json: string): string => `${json.slice(0, -1)},"sum":"${sumOf(json)}"}`;

/**
 * The JSON in such a text. Those of earlier versions have no hash.
 * @throws ProvError `data` for a text with another hash
 */
export function withoutSum(text: string): string {
  const sum = SUM.exec(text.slice(-SUM_CHARACTERS))?.[1];
  if (sum === undefined) return text;
  const json = `${text.slice(0, -SUM_CHARACTERS)}}`;
  if (sumOf(json) !== sum) throw new ProvError('data', 'It is not as git prov wrote it.');
  return json;
}
