/** What gpg says of a signature on its status file descriptor (GnuPG's doc/DETAILS). */
export interface GpgStatus {
  /** `good`: the key is known and may sign. `strange`: the key is missing or no longer valid. `none`: gpg reported nothing. */
  readonly kind: 'good' | 'bad' | 'strange' | 'none';
  /** Why it is not good. */
  readonly why: string;
  /** The fingerprint of the key, or as much of it as the signature names. */
  readonly key: string | undefined;
  /** The user id of the key. */
  readonly by: string;
  /** Its place in `TRUST`; -1 where gpg does not say. */
  readonly trust: number;
}

/** How far a key is trusted, from not at all; `gpg.minTrustLevel` names one. */
export const TRUST: readonly string[] = ['never', 'undefined', 'marginal', 'fully', 'ultimate'];

const KEY = /^[0-9A-Fa-f]{8,64}$/;
const SIGNATURES: ReadonlySet<string> = new Set(['GOODSIG', 'BADSIG', 'ERRSIG', 'EXPSIG', 'EXPKEYSIG', 'REVKEYSIG']);
const STRANGE: Readonly<Record<string, string>> = {
  REVKEYSIG: 'the key was revoked',
  EXPKEYSIG: 'the key has expired',
  EXPSIG: 'the signature has expired',
};

/**
 * Parses gpg's status output. Lines end with LF only: a user id is text chosen by its owner and may contain other line separators, or
 * text that looks like another line.
 */
export function readGpgStatus(stdout: Uint8Array): GpgStatus {
  const statuses = new Map<string, string>();
  let signatures = 0;
  for (const line of Buffer.from(stdout).toString('latin1').split('\n')) {
    const [mark, word = '', ...rest] = line.split(' ');
    if (mark !== '[GNUPG:]') continue;
    if (SIGNATURES.has(word)) signatures++;
    if (!statuses.has(word)) statuses.set(word, rest.join(' '));
  }
  const [valid, unknown] = ['VALIDSIG', 'ERRSIG'].map((word) => statuses.get(word)?.split(' ')[0] ?? '') as [
    string,
    string,
  ];
  const key = [valid, unknown].find((one) => KEY.test(one));
  const [, ...name] = (statuses.get('GOODSIG') ?? '').split(' ');
  const by = Buffer.from(name.join(' '), 'latin1').toString('utf8');
  const trust = TRUST.findIndex((level) => statuses.has(`TRUST_${level.toUpperCase()}`));
  const read = (kind: GpgStatus['kind'], why: string): GpgStatus => ({ kind, why, key, by, trust });
  // No program makes several signatures in one; git refuses them too.
  if (signatures > 1) return read('bad', 'it holds several signatures');
  if (statuses.has('BADSIG')) return read('bad', 'it is over other bytes');
  if (statuses.has('NODATA')) return read('bad', 'it is not a signature');
  if (statuses.has('GOODSIG') && KEY.test(valid)) return read('good', '');
  const strange = Object.keys(STRANGE).find((word) => statuses.has(word));
  return read(statuses.size > 0 ? 'strange' : 'none', strange ? STRANGE[strange]! : 'the key is not here');
}
