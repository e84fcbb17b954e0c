import { isHexKey } from './key-nearby.ts';
import { type SecretName } from './names.ts';
import { isPhrase, isStrong } from './values.ts';

/** `how do I escape x? it's our db password`: the clause before the name points back. */
const POINTS =
  /[.,;:?!)"'`–-]{0,3}[ \t]{1,4}(?:(?:it|that|this|which)(?:['’]?s|[ \t](?:is|was))|(?:das|es)[ \t](?:ist|war)|c['’](?:est|était))[ \t]{1,4}(?:(?:the|my|our|your|his|her|a|das|mein|unser|le|mon|notre)[ \t]{1,4})?(?:[\p{L}\d_-]{1,20}[ \t]{1,4}){0,3}$/iu;
/** Every such clause has one of these. */
const MAY_POINT = /(?:it|that|this|which|das|es|c)(?:['’]|s[ \t]|[ \t](?:is|was|ist|war)[ \t])/i;
const WORD = /[^\s"'`“”‘’«»()<>,;]{6,100}/g;

/** The last word before such a clause that can only be a password, by its place in the text before the name; undefined for none. */
export function pointedAt(head: string): readonly [from: number, to: number] | undefined {
  if (!MAY_POINT.test(head)) return undefined;
  const clause = POINTS.exec(head);
  if (!clause) return undefined;
  let found: readonly [number, number] | undefined;
  for (const { 0: raw, index } of head.slice(0, clause.index).matchAll(WORD)) {
    const word = raw.replace(/[.:?!]+$/, '');
    if (
      isPhrase(word) ||
      (isStrong(word) && /[0-9].*[A-Za-z]|[A-Za-z].*[0-9]|[!@#$%^&*]/.test(word) && !/[/\\=]/.test(word))
    )
      found = [index, index + word.length];
  }
  return found;
}

/** `I signed it with x, the private key`: the name describes the word before it. */
const DESCRIBED =
  /(?<![\w/.-])(?:0x)?([0-9a-f]{32,128})["'`]?,[ \t](?:the|my|our|a)[ \t](?:[\p{L}-]{1,20}[ \t]){0,2}$/iu;

/** The hexadecimal word that the name of a key describes, by its place in the text before the name; undefined for none. */
export function describedKey(head: string, name: SecretName): readonly [from: number, to: number] | undefined {
  const word = DESCRIBED.exec(head);
  if (!word || !isHexKey(word[1]!, name)) return undefined;
  const start = word.index + word[0].indexOf(word[1]!);
  return [start, start + word[1]!.length];
}
