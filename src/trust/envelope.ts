import { ProvError } from '../errors.ts';
import { checkSignature, type Checked } from '../git/signatures/check-signature.ts';
import type { Repo } from '../git/repository/repo.ts';
import { sign, type SignOptions } from '../git/signatures/sign.ts';
import type { Scheme, SigningSettings } from '../git/signatures/signing-settings.ts';
import { preAuthenticated } from '../model/statement.ts';

/** The type of in-toto statements in an envelope. */
export const IN_TOTO = 'application/vnd.in-toto+json';

/** A DSSE envelope, version 1. */
export interface Envelope {
  readonly payloadType: string;
  /** Base64. */
  readonly payload: string;
  readonly signatures: readonly {
    /** The fingerprint of the key, or the known part of it. A hint only: no decision depends on it. */
    readonly keyid: string;
    /** Base64 of the signature in the armour of ssh-keygen or gpg. */
    readonly sig: string;
  }[];
}

/** An envelope, and why it is not signed, if it is not. */
export interface Sealed {
  readonly envelope: Envelope;
  readonly unsigned: string | undefined;
}

/** Puts a JSON text into an envelope, signed if possible. */
export async function seal(
  repo: Repo,
  settings: SigningSettings,
  text: string,
  at: number,
  options: SignOptions,
): Promise<Sealed> {
  const bytes = Buffer.from(text, 'utf8');
  const envelope = { payloadType: IN_TOTO, payload: bytes.toString('base64') };
  const signed = await sign(repo, settings, preAuthenticated(IN_TOTO, bytes), options);
  if (signed.kind === 'unsigned') return { envelope: { ...envelope, signatures: [] }, unsigned: signed.why };
  const { scheme, signature } = signed;
  const checked = await checkSignature(repo, settings, {
    scheme,
    signature,
    bytes: preAuthenticated(IN_TOTO, bytes),
    at,
  });
  const keyid = 'key' in checked ? (checked.key ?? '') : '';
  const sig = Buffer.from(signature, 'latin1').toString('base64');
  return { envelope: { ...envelope, signatures: [{ keyid, sig }] }, unsigned: undefined };
}

/** An opened envelope. Its content is not trusted until its signatures were checked. */
export interface Opened {
  readonly payload: Buffer;
  readonly signatures: readonly string[];
}

/** Most signatures to check per envelope: each starts a program. */
const MAX_SIGNATURES = 16;

/**
 * Parses an envelope.
 * @throws ProvError `data` when the text is not an envelope, or contains something else than an in-toto statement
 */
export function open(text: string): Opened {
  const value = parsed(text) as Partial<Envelope> | null;
  if (typeof value !== 'object' || value === null || typeof value.payload !== 'string')
    throw new ProvError('data', 'This is not a DSSE envelope.', { hint: 'git prov attest COMMIT writes one.' });
  if (value.payloadType !== IN_TOTO)
    throw new ProvError(
      'data',
      `The envelope holds ${typeof value.payloadType === 'string' ? JSON.stringify(value.payloadType.slice(0, 80)) : 'no known type'}.`,
      {
        hint: `Only ${IN_TOTO} can be verified.`,
      },
    );
  const list: unknown[] = Array.isArray(value.signatures) ? value.signatures : [];
  if (list.length > MAX_SIGNATURES) throw new ProvError('data', `The envelope has ${list.length} signatures.`);
  const signatures = list.map((one) => {
    const sig = (one as { sig?: unknown } | null)?.sig;
    return typeof sig === 'string' ? Buffer.from(sig, 'base64').toString('latin1') : '';
  });
  return { payload: Buffer.from(value.payload, 'base64'), signatures };
}

/** Checks one signature of an envelope. @param at the time that the statement gives */
export async function checkSeal(
  repo: Repo,
  settings: SigningSettings,
  { payload }: Opened,
  signature: string,
  at: number,
): Promise<Checked & { readonly scheme: Scheme | 'unknown' }> {
  const scheme = schemeOf(signature);
  const bytes = preAuthenticated(IN_TOTO, payload);
  return { ...(await checkSignature(repo, settings, { scheme, signature, bytes, at })), scheme };
}

/** Parses JSON; undefined when it is invalid. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// The same rules as in git.
function schemeOf(signature: string): Scheme | 'unknown' {
  if (signature.startsWith('-----BEGIN SSH SIGNATURE-----')) return 'ssh';
  if (/^-----BEGIN PGP (?:SIGNATURE|MESSAGE)-----/.test(signature)) return 'openpgp';
  return signature.startsWith('-----BEGIN SIGNED MESSAGE-----') ? 'x509' : 'unknown';
}
