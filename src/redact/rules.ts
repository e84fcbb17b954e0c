import { assigned } from './assigned.ts';
import { textOf } from './decodings.ts';
import { isRandom } from './random.ts';
import type { Told } from './secretlint.ts';
import { IN_ADDRESS, TOKENS } from './tokens.ts';

export type { Told } from './secretlint.ts';

/**
 * Without any of these no rule of secretlint's preset finds anything, and it need not be loaded: it takes longer than all
 * else here. A test holds that the preset has no other rules than those.
 */
const LINTED =
  /AKIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA|A3T|aws|account|x-oauth-basic|_authToken|npm_|xox[bpaor]-|xapp-|hooks\.slack\.com|:\/\/|sk-|lin_api_|PRIVATE KEY|SG\.|shp(?:pa|ca|at|ss)_|gh[pousr]_|github_pat_|ops_ey/i;

const WORD = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{24,512}={0,2}(?![A-Za-z0-9+/_-])/g;
/** What stands before digests and pictures. */
const DIGEST = /(?:sha-?(?:1|224|256|384|512)[-:=\s"']{0,4}|base64,|h1:|\/nix\/store\/|integrity[=:]\s*["']?)$/i;
/** How digests, public keys, pictures, fonts and archives begin. */
const KNOWN =
  /^(?:sha(?:1|224|256|384|512)[-:=]|AAAA[BCE]3NzaC|AAAAE2VjZHNh|AAAAG|iVBORw0KGg|\/9j\/|R0lGOD|UklGR|JVBERi0|AAEAAAA|d09GR|d09GMg|H4sI|UEsDB|AGFzbQ)/;
const PUBLIC =
  /-----BEGIN [A-Z0-9 ]{0,40}(?:CERTIFICATE|PUBLIC KEY|SIGNATURE|MESSAGE|REQUEST)[A-Z ]{0,20}-----[A-Za-z0-9+/=\s\\]*/g;

/**
 * The secrets in a text, in the order in which rules find them, perhaps overlapping: what secretlint's recommended rules
 * and ours know by its look, values whose name says that they are secret, passwords in addresses, long random words.
 */
export async function findSecrets(text: string): Promise<Told[]> {
  const found: Told[] = [];
  if (LINTED.test(text)) for (const one of await (await import('./secretlint.ts')).lint(text)) found.push(one);
  for (const { id, pattern } of TOKENS)
    for (const match of text.matchAll(pattern)) found.push({ ...within(match), rule: id });
  for (const match of text.matchAll(IN_ADDRESS)) {
    const [, password, user] = match;
    if (password === undefined ? isRandom(user!) : !/^(?:.{1,3}$|\$[{(\w]|\{|%\w+%$|\[redacted|\*+$)/.test(password))
      found.push({ ...within(match), rule: 'address' });
  }
  for (const [from, to] of assigned(text)) found.push({ from, to, rule: 'assigned' });
  for (const word of randomWords(text)) found.push(word);
  return found;
}

function within(match: RegExpMatchArray): { from: number; to: number } {
  const secret = match.slice(1).find((group) => group !== undefined) ?? match[0];
  const from = match.index! + match[0].lastIndexOf(secret);
  return { from, to: from + secret.length };
}

function* randomWords(text: string): Generator<Told> {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    // What is longer than that is the content of a file; what is cut off may be the beginning of it.
    if (KNOWN.test(word) || !isRandom(word)) continue;
    if (DIGEST.test(text.slice(Math.max(0, index - 30), index)) || text[index + word.length] === '…') continue;
    if (textOf(Buffer.from(word, 'base64')) !== undefined) continue; // its own text is looked at
    yield { from: index, to: index + word.length, rule: 'random' };
  }
}

/** Certificates, public keys and signatures: they are random, and no secret. */
export function* findPublic(text: string): Generator<{ readonly from: number; readonly to: number }> {
  for (const { 0: block, index } of text.matchAll(PUBLIC)) yield { from: index, to: index + block.length };
}
