import { isCommon } from './common-words.ts';
import { isGibberish } from './random.ts';
import { isOwnName } from './values.ts';

/** Whether a word of small letters may be a token that a person invented, and has no meaning: `purplesilver`. */
export const isInvented = (value: string): boolean =>
  /^[a-z]{8,}$/.test(value) &&
  !isCommon(value) &&
  !/token|secret|key|auth|pass|test|valid|fake|dummy|mock|sample|example|value|string|bearer|basic|digest|your|user|admin|abcd|string/.test(
    value,
  );

/** Whether a word of only letters or only digits may be a password: it is no ordinary word, name or abbreviation. */
export const isPasswordWord = (word: string): boolean =>
  /^\d{6,}$/.test(word) ||
  (/^\p{L}[\p{L}-]{3,}$/u.test(word) &&
    !isCommon(word) &&
    !isOwnName(word) &&
    (!/^[A-Z]+$|^[^-]+-[^-]+$/.test(word) || (/^[A-Z]{7,}$/.test(word) && isGibberish(word))));
