import { matchesOf, type Range, type Tick } from './matches.ts';
import { assigned } from './forms/assignments.ts';
import { clientKeys } from './drawn/client-keys.ts';
import { inAddresses } from './drawn/addresses.ts';
import { issuedTokens } from './drawn/issued.ts';
import { namedKeys } from './forms/named-keys.ts';
import { likely } from './likely/likely.ts';
import { isKeyShaped } from './vocabulary/key-shape.ts';
import { textOf } from './forms/decodings.ts';
import { besideUsers } from './forms/user-pairs.ts';
import { laidOut } from './forms/layouts/layouts.ts';
import { mnemonics } from './vocabulary/mnemonic.ts';
import { calledWith } from './forms/calls.ts';
import { commandSecrets } from './forms/programs/programs.ts';
import { isGibberish, isRandom, isRandomBase32 } from './vocabulary/random.ts';
import type { FoundSecret } from './secretlint.ts';
import { isGenerated } from './vocabulary/values.ts';
import { IN_ADDRESS, TOKENS } from './forms/tokens.ts';

export type { FoundSecret } from './secretlint.ts';

/**
 * Without one of these words no rule of secretlint's preset matches, so the preset need not be loaded. Loading takes longer
 * than all other rules together. A test ensures that the preset has no other rules.
 */
const LINTED =
  /AKIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA|A3T|secret_?access_?key|account_?(?:id)?["']?\s*[:=]>?\s*["']?\d{4}|x-oauth-basic|_authToken|npm_|xox[bpaor]-|xapp-|hooks\.slack\.com|:\/\/[^\s/]{1,300}@|(?:mongodb|mysqlx?|postgres(?:ql)?)(?:\+srv)?:\/\/|(?<![a-z])sk-|lin_api_|PRIVATE KEY|SG\.|shp(?:pa|ca|at|ss)_|gh[pousr]_|github_pat_|ops_ey/i;

const WORD = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{20,512}={0,2}(?![A-Za-z0-9+/_-])/g;
/** Prefixes of digests and pictures. */
const DIGEST =
  /(?:sha-?(?:1|224|256|384|512)[-:=\s"'/]{0,4}|sec-websocket-(?:key|accept)["':{ ]{1,6}|base64,|h1:|etag[^\n]{0,24}|W\/\\?["']|\/nix\/store\/|integrity[=:]\s*["']?)$/i;
/** What identifies something is no key: digests, ids, versions, paths. Read on the line before the word. */
const ID_BEFORE =
  /(?:sha-?\d*|md5|hash(?:es)?|digest|checksum|integrity|fingerprint|etag|crc|commits?|revision|rev|oid|tree|blob|parent|object|uuid|guid|ids?|_id|\wId|trace\w*|span\w*|build\w*|version|nonce|cursor|bucket|digest|public|pub|cert\w*|slug|cid|ulid|ref|tag|image|layer|pod|container|device|vol|snapshot|instance|request|session|sess|message|call|run|job|task|thread|deploy\w*|session id|index|address|addr|peer|node|name|class(?:Name)?|data|base64|svg|path|font|icon|selector|test|expect\w*)["'`]?[ \t]{0,4}(?:[:=(,[]|is|=>)?[ \t]{0,4}["'`]?$/i;
/** Prefixes of ids for calls, messages and builds from vendors of models, forges and clouds. */
const IDS =
  /^(?:ses|sess|session|dep|deploy|ws|proj|call|toolu|tooluse|srvtoolu|msg|chatcmpl|cmpl|resp|response|req|request|run|thread|asst|file|dpl|team|prj|proj|evt|cus|org|acct|fc|rs|ws|gen|batch|step|item|trace|span|job|build|cache)[-_][A-Za-z0-9]+$/;
/** Prefixes of digests, public keys, pictures, fonts and archives. */
const KNOWN =
  /^(?:baf[a-z2-7]{50,}|k51[a-z0-9]{40,}|Qm[1-9A-HJ-NP-Za-km-z]{44}$|sha(?:1|224|256|384|512)[-:=/]|AAAA[BCE]3NzaC|AAAAE2VjZHNh|AAAAG|iVBORw0KGg|\/9j\/|R0lGOD|UklGR|JVBERi0|AAEAAAA|d09GR|d09GMg|H4sI|UEsDB|AGFzbQ)/;
/** Parts of the names of builds for a machine. */
const OF_BUILDS = /x86_64|amd64|arm64|aarch64|(?:^|[_-])(?:darwin|linux|windows)(?:[_-]|$)/i;
/** An object id, a UUID or a time within a word. */
const HEXADECIMAL =
  /[0-9a-f]{40}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|20\d\d-[01]\d-[0-3]\d[T_-]\d\d/;
/** An id of MongoDB; it starts with its time. */
const OBJECT_ID = /^[56][0-9a-f]{23}$/;
/** What names a place in a list of results. */
const CURSOR = /cursor\\?["']?[ \t]?[:=][ \t]?\\?["']?$/i;
const PUBLIC =
  /(?:(?:^|\n)[ \t]{0,20}[A-Za-z0-9+/=]{1,76}(?=\r?\n)){1,200}\r?\n[ \t]{0,20}-----END [A-Z0-9 ]{0,40}(?:CERTIFICATE|PUBLIC KEY|SIGNATURE|MESSAGE|REQUEST)|(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp\d{3})(?:[ \t]|\\t){1,4}AAAA[A-Za-z0-9+/=]{8,}(?:\\?\r?\n[A-Za-z0-9+/=]{1,200}(?![A-Za-z0-9+/=]*[ \t]+ssh)){0,40}|-----BEGIN [A-Z0-9 ]{0,40}(?:CERTIFICATE|PUBLIC KEY|SIGNATURE|MESSAGE|REQUEST)[A-Z ]{0,20}-----(?:\s{1,8}[A-Z][A-Za-z]{1,20}: [^\n]{0,200}){0,4}[A-Za-z0-9+/=\s\\]*(?:-----END [A-Z0-9 ]{0,60}-----)?/g;

/** Placeholders for a password in an example address. */
const EXAMPLE =
  /^(?:pass(?:word|wd)?|pwd|secret|p(?:ass)?%20pass|(?:your|my)?[-_]?password|.{0,20}(?:REDACTED|PASSWORD|PASS|XXX).{0,20}|changeme)$/;
/** Addresses with a password, by the names of secretlint's rules. */
const ADDRESS_RULES: ReadonlySet<string> = new Set(['basicauth', 'database-connection-string']);

// Whether secretlint reports something that is not secret: an example address or an account number.
function isExample(text: string, { from, to, rule }: FoundSecret): boolean {
  const found = text.slice(from, to);
  if (/X{8}/.test(found)) return true;
  if (rule === 'aws') return /account.{0,20}[0-9]{12}/i.test(found);
  const address = ADDRESS_RULES.has(rule) ? /:\/\/[^\s/:@]{0,256}:([^\s/@]{1,1024})@/.exec(found) : null;
  if (!address) return false;
  return EXAMPLE.test(address[1]!) || isLocal(text, from + address.index, address[0], address[1]!);
}

/** Rules that find secrets by their context. */
const FINDERS: readonly (readonly [rule: string, find: (text: string, tick: Tick) => Iterable<Range>])[] = [
  ['assigned', assigned],
  ['called', calledWith],
  ['command', commandSecrets],
  ['layout', laidOut],
  ['beside', besideUsers],
  ['seed-phrase', mnemonics],
  ['named-key', namedKeys],
];

/** Rules that find what was drawn at random where keys stand. */
const BY_LOOK: readonly ((text: string) => Iterable<Range>)[] = [issuedTokens, inAddresses, clientKeys];

/**
 * The secrets in a text, in the order of the rules, possibly overlapping: secretlint's recommended rules and our token
 * formats, values with a secret's name, passwords in addresses, long random words.
 * @param tick stops a search that takes too long by throwing
 * @param judged how many characters, from the start, are also judged by the look and the surroundings of words
 */
export async function findSecrets(text: string, tick: Tick, judged = text.length): Promise<FoundSecret[]> {
  const found: FoundSecret[] = [];
  if (LINTED.test(text))
    for (const one of await (await import('./secretlint.ts')).lint(text)) if (!isExample(text, one)) found.push(one);
  if (mayHaveToken(text))
    for (const { id, pattern, random } of TOKENS) {
      tick();
      for (const match of matchesOf(pattern, text))
        if (
          !random ||
          match[0].split(/[_.-]/).some((part, i) => i > 0 && isGenerated(part)) ||
          isRandom(match[0]) ||
          isOfMixedLetters(match[0])
        )
          found.push({ ...within(match), rule: id });
    }
  for (const match of matchesOf(IN_ADDRESS, text)) {
    const [whole, password, user] = match;
    if (password !== undefined && isLocal(text, match.index, whole, password)) continue;
    if (
      password === undefined
        ? isRandom(user!) || /^(?:[0-9a-f]{32,}|(?=[a-z]*[0-9])[a-z0-9]{40,})$/.test(user!)
        : !EXAMPLE.test(password) && !/^(?:.{1,3}$|\[|\$[{(\w]|\{|%\w+%$|\[redacted|\*+$)/.test(password)
    )
      found.push({ ...within(match), rule: 'address' });
  }
  for (const [rule, find] of FINDERS) for (const [from, to] of find(text, tick)) found.push({ from, to, rule });
  if (judged > 0)
    for (const [from, to] of likely(text.slice(0, judged), tick)) found.push({ from, to, rule: 'likely' });
  tick();
  for (const word of randomWords(text)) found.push(word);
  for (const find of BY_LOOK) for (const [from, to] of find(text)) found.push({ from, to, rule: 'random' });
  return found;
}

// `postgres://test:test@localhost/test`: the name of the user, for a server that only this machine can reach.
const isLocal = (text: string, at: number, address: string, password: string): boolean =>
  address === `://${password}:${password}@` &&
  /^(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)(?![\w.-])/.test(
    text.slice(at + address.length, at + address.length + 12),
  );

// The case of the letters changes more often than in a name.
const isOfMixedLetters = (word: string): boolean =>
  (word.match(/[a-z][A-Z](?![a-z]{2})|[A-Z]{2}[a-z][A-Z]/g)?.length ?? 0) >= 4 && isGibberish(word);

const LONG_WORD = /[A-Za-z0-9_+/-]{20,}/g;

/** The marks of issuers: a token may have no digit. */
const ISSUED =
  /(?:^|[^A-Za-z])(?:gl[a-z]{2,5}-|[sr]k_(?:live|test)_|dckr_|figd_|npm_|hf_|whsec_|xox[a-z]-|GOCSPX|gh[a-z]_|nfp_|pplx-|glc_|hvs\.)/;

/** The same where signs separate the mark from the rest. */
const ISSUED_IN_PARTS =
  /(?:sdk|api|an|key|sec|pat|tok)-[0-9a-f]{8}-|\d{8,10}:AA|(?<![\w.])(?:[sbr]|hv[brs])\.[A-Za-z0-9]{20}/;

// Tokens are long, and nearly all contain digits. Keys in blocks of lines have a header.
function mayHaveToken(text: string): boolean {
  for (LONG_WORD.lastIndex = 0; ;) {
    const match = LONG_WORD.exec(text);
    if (match === null)
      return text.includes('-----BEGIN') || text.includes('Private-Lines') || ISSUED_IN_PARTS.test(text);
    if (/[0-9]/.test(match[0]) || ISSUED.test(match[0])) return true;
  }
}

function within(match: RegExpMatchArray): { from: number; to: number } {
  const secret = match.slice(1).find((group) => group !== undefined) ?? match[0];
  const from = match.index! + match[0].lastIndexOf(secret);
  return { from, to: from + secret.length };
}

function* randomWords(text: string): Generator<FoundSecret> {
  for (const { 0: word, index } of matchesOf(WORD, text)) {
    // A longer word is the content of a file. A word that is cut off may be the start of such content.
    if (KNOWN.test(word) || IDS.test(word) || !isRandomWord(text, word, index)) continue;
    // An id with text before or after it when lines were joined, or a client id in an address.
    if (HEXADECIMAL.test(word) || OF_BUILDS.test(word) || text.startsWith('.apps.g', index + word.length)) continue;
    if (DIGEST.test(text.slice(Math.max(0, index - 30), index)) || /[…(]/.test(text[index + word.length] ?? ''))
      continue;
    // Its decoded text is checked separately.
    if (textOf(Buffer.from(word, 'base64')) !== undefined) continue;
    if (/^(?:[0-9a-f]{2}){10,}$/.test(word) && textOf(Buffer.from(word, 'hex')) !== undefined) continue;
    if (OBJECT_ID.test(word) || CURSOR.test(text.slice(Math.max(0, index - 12), index))) continue;
    yield { from: index, to: index + word.length, rule: 'random' };
  }
}

// Short words, and words of one case, count only where they are no ids.
function isRandomWord(text: string, word: string, at: number): boolean {
  if (word.length >= 24 && (isRandom(word) || isRandomPart(word))) return true;
  if (!isKeyShaped(word) || /[\w)]\(?$/.test(text.slice(at - 1, at)) || /^[.(]/.test(text.slice(at + word.length)))
    return false;
  return !ID_BEFORE.test(text.slice(Math.max(text.lastIndexOf('\n', at) + 1, at - 40), at));
}

// `NRAK-…`: the part before the sign names the issuer. Paths and names with several parts are excluded.
const isRandomPart = (word: string): boolean => {
  const parts = word.replace(/=+$/, '').split(/[-_]/);
  const longEnough = parts.length > 1 ? 26 : 40;
  return (
    parts.length < 4 && !word.includes('/') && parts.some((part) => part.length >= longEnough && isRandomBase32(part))
  );
};

/** Certificates, public keys and signatures. They are random but not secret. */
export function* findPublic(text: string): Generator<{ readonly from: number; readonly to: number }> {
  for (const { 0: block, index } of matchesOf(PUBLIC, text)) yield { from: index, to: index + block.length };
}
