import { naturalness } from '../vocabulary/random.ts';
import { standingOf } from './ordinary-words.ts';

/** Words that people build passwords from, and rows of keys. */
const FAVOURITES =
  /summer|winter|spring|autumn|october|december|january|monday|friday|welcome|dragon|monkey|master|shadow|super(?:man|star)?|batman|football|baseball|hockey|soccer|princess|letmein|trustno|iloveyou|love|sunshine|qwert|asdf|zxcv|yxcv|azert|1qaz|2wsx|qaz|wsx|1q2w|q1w2|1234|4321|abc1|pass|p[a@][s$5]{2}|secret|s3cr|admin|root|toor|changeme|hunter|flower|cheese|cookie|pepper|ginger|purple|orange|silver|golden|diamond|tiger|eagle|falcon|rocket|coffee|banana|chocolate|computer|internet|samsung|google|pokemon|pikachu|naruto|starwars|matrix|gandalf|michael|jennifer|jessica|charlie|daniel|thomas|robert|andrea|maria|angel|hello|hallo|hola|bonjour|soleil|schatz|barcelona|chelsea|arsenal|liverpool|juventus|real|madrid|berlin|london|paris|mustang|ferrari|porsche|harley|freedom|whatever|company|london|boston|yankees|cowboys|steelers|lakers/i;

const kindOf = (code: number): string =>
  code >= 97 && code <= 122
    ? 'a'
    : code >= 65 && code <= 90
      ? 'A'
      : code >= 48 && code <= 57
        ? '0'
        : String.fromCharCode(code);

/** A word as runs of kinds of characters: `Winter2019!` → `Ca04!`. A run of letters is `a`, `A` or `C` (with a capital first). */
export function skeletonOf(word: string): { readonly skeleton: string; readonly runs: number; readonly turns: number } {
  let skeleton = '';
  let runs = 0;
  let turns = 0;
  for (let at = 0; at < word.length;) {
    const kind = kindOf(word.charCodeAt(at));
    let end = at + 1;
    while (end < word.length && kindOf(word.charCodeAt(end)) === kind) end++;
    let run = kind;
    let long = end - at;
    if (kind === 'A' && long === 1 && end < word.length && kindOf(word.charCodeAt(end)) === 'a') {
      while (end < word.length && kindOf(word.charCodeAt(end)) === 'a') end++;
      run = 'C';
      long = end - at;
    }
    runs++;
    if (runs <= 6)
      skeleton +=
        run === '0' ? `0${Math.min(long, 5)}` : long < 3 && run !== '!' && /[aAC]/.test(run) ? `${run}${long}` : run;
    if (at > 0 && /[aAC0]/.test(run)) turns++;
    at = end;
  }
  return { skeleton: runs > 6 ? `${skeleton.slice(0, 4)}…` : skeleton, runs, turns };
}

/**
 * The sort of a word, to be joined with what stands around it: a number, a plain word, joined words, a word with digits or signs,
 * random letters. Words that ordinary texts do not have are sorts of their own.
 */
export function sortOf(word: string): string {
  if (/^[0-9]+$/.test(word)) return 'number';
  if (/^[0-9./:-]+$/.test(word)) return 'date';
  if (/^[0-9a-f-]{16,}$/i.test(word)) return 'hex';
  if (/^(?:[a-z]+|[A-Z]+)$/.test(word)) {
    const standing = standingOf(word);
    if (standing === 'frequent') return 'frequent';
    if (standing !== 'unknown') return word < 'a' ? 'capitals' : standing === 'known' ? 'plain' : 'double';
    return naturalness(word) < 0.2 && word.length > 6 ? 'odd' : word < 'a' ? 'CAPITALS' : 'unknown';
  }
  if (/^[A-Z][a-z]+$/.test(word)) return standingOf(word) === 'unknown' ? 'Unknown' : 'name';
  if (/^[A-Za-z]+$/.test(word)) {
    if (naturalness(word) < 0.2) return 'odd';
    const parts = word.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
    return parts.some((one) => standingOf(one) === 'unknown') ? 'Camel' : 'camel';
  }
  if (/^[A-Za-z][a-z]*(?:[-_./:][A-Za-z][a-z]*)+$/.test(word))
    return word.split(/[-_./:]/).some((one) => standingOf(one) === 'frequent') ? 'joined' : 'rare';
  if (/^[A-Za-z][a-z]+[0-9]{1,4}$/.test(word))
    return standingOf(word.replace(/[0-9]+$/, '')) === 'frequent' ? 'counted' : 'numbered';
  if (/^[A-Za-z0-9]+$/.test(word)) return naturalness(word) < 0.35 || word.length > 15 ? 'random' : 'mixed';
  return /^[A-Za-z0-9_.-]+$/.test(word) ? 'tied' : 'signs';
}

const bucket = (value: number, limits: readonly number[]): number => {
  let at = 0;
  while (at < limits.length && value >= limits[at]!) at++;
  return at;
};

/** What the characters of a word say, as names of features. */
export function shapeOf(word: string): string[] {
  const { skeleton, runs, turns } = skeletonOf(word);
  const features = [`sk ${skeleton}`, `long ${bucket(word.length, [5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24, 32, 40])}`];
  const hasLetter = /[A-Za-z]/.test(word);
  const hasDigit = /[0-9]/.test(word);
  const signs = word.replaceAll(/[A-Za-z0-9]/g, '');
  const plain = signs.replaceAll(/[-_./:=]/g, '');
  let letters = 0;
  for (const char of word) if (/[A-Za-z]/.test(char)) letters++;
  const natural = bucket(naturalness(word), [0.05, 0.2, 0.35, 0.5, 0.7, 0.9]);
  features.push(
    `natural ${natural}`,
    `natural ${natural} ${hasDigit ? 'd' : ''}${bucket(letters, [3, 6, 10, 16])}`,
    `turns ${bucket(turns, [1, 2, 3, 4, 5, 6, 8, 11])}`,
    `turns ${bucket(turns, [1, 2, 3, 4, 6])} of ${bucket(word.length, [7, 9, 12, 16, 24])}`,
    `signs ${plain.length > 2 ? 'many' : plain}`,
    `joints ${[...new Set(signs.replaceAll(/[^-_./:=]/g, ''))].toSorted().join('')}`,
    `kinds ${/[a-z]/.test(word) ? 'a' : ''}${/[A-Z]/.test(word) ? 'A' : ''}${hasDigit ? '0' : ''}${plain === '' ? '' : '!'}${signs === plain ? '' : '-'}`,
    `runs ${bucket(runs, [2, 3, 4, 5, 6, 8, 12])}`,
  );
  if (FAVOURITES.test(word)) features.push(`favourite ${hasDigit ? 'd' : ''}${plain === '' ? '' : '!'}`);
  if (!hasLetter && hasDigit)
    features.push(
      `digits ${/^(?:[0-3]\d[01]\d(?:19|20)\d\d|\d{1,2}[.-]\d{1,2}[.-](?:19|20)\d\d)$/.test(word) ? 'date' : word.length}`,
    );
  if (/^[0-9a-f]+$/i.test(word) && hasDigit && hasLetter)
    features.push(`hex ${bucket(word.length, [7, 8, 9, 12, 16, 17, 32, 33, 40, 41, 64, 65])}`);
  return features;
}
