import type { Secret } from './matches.ts';
import { isPhrase, isStrong } from './vocabulary/values.ts';

/** Secrets that are looked for again in a text, and their least length. */
const MAX_REPEATED = 50;
const MIN_REPEATED_CHARACTERS = 7;

/** Other places of secrets that were found, where nothing beside them says what they are: `Retype: …`. */
export function repeated(text: string, secrets: readonly Secret[]): Secret[] {
  const again: Secret[] = [];
  const done = new Set<string>();
  for (const { from, to, value, rules } of secrets.slice(0, MAX_REPEATED)) {
    const isWhole = text.slice(from, to) === value;
    if (!isWhole || done.has(value) || value.length < MIN_REPEATED_CHARACTERS) continue;
    if (!(isStrong(value) || isPhrase(value)) || /^[A-Za-z]+[-_]?\d{1,3}$/.test(value)) continue;
    done.add(value);
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
      const end = at + value.length;
      if (/\w/.test(text[at - 1] ?? '') || /\w/.test(text[end] ?? '') || (at < to && end > from)) continue;
      again.push({ from: at, to: end, value, rules });
    }
  }
  return again;
}
