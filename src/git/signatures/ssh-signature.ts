import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

/** An SSH signature, taken apart. */
export interface SshSignature {
  /** The public key that it names, in base64, as a list of allowed signers has it. */
  readonly key: string;
  /** Whether it is over these bytes. */
  readonly isOver: (bytes: Uint8Array) => boolean;
}

const ARMOUR = /^-----BEGIN SSH SIGNATURE-----\r?\n([A-Za-z0-9+/=\r\n]+)-----END SSH SIGNATURE-----\r?\n?$/;
const MAGIC = 'SSHSIG';
const HASHES: ReadonlySet<string> = new Set(['sha256', 'sha512']);

/**
 * Takes a signature of ssh-keygen's apart (PROTOCOL.sshsig of OpenSSH), so that thousands of one key can be checked without a process for
 * each. What it does not know (other keys than Ed25519, certificates, another namespace) is for ssh-keygen alone.
 * @returns undefined for what it does not know
 */
export function readSshSignature(armoured: string, namespace: string): SshSignature | undefined {
  const [, base64] = ARMOUR.exec(armoured) ?? [];
  if (base64 === undefined) return undefined;
  const blob = new Reader(Buffer.from(base64.replaceAll(/\s/g, ''), 'base64'));
  if (blob.bytes(MAGIC.length)?.toString('latin1') !== MAGIC || blob.number() !== 1) return undefined;
  const [key, name, reserved, hash, signature] = [blob.text(), blob.text(), blob.text(), blob.text(), blob.text()];
  if (!key || !name || !reserved || !hash || !signature || !blob.done) return undefined;
  const algorithm = hash.toString('latin1');
  if (name.toString('latin1') !== namespace || !HASHES.has(algorithm)) return undefined;
  const [publicKey, raw] = [ed25519In(key, 32), ed25519In(signature, 64)];
  if (!publicKey || !raw) return undefined;
  return {
    key: key.toString('base64'),
    isOver: (bytes) => {
      const digest = createHash(algorithm).update(bytes).digest();
      const signed = Buffer.concat([Buffer.from(MAGIC), ...[name, reserved, hash, digest].flatMap(withLength)]);
      return verify(null, signed, keyOf(publicKey), raw);
    },
  };
}

const keys = new Map<string, KeyObject>();
const MAX_KEYS = 100;

// Many signatures are of few keys.
function keyOf(bytes: Buffer): KeyObject {
  const x = bytes.toString('base64url');
  const known = keys.get(x);
  if (known) return known;
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  if (keys.size >= MAX_KEYS) keys.clear();
  keys.set(x, key);
  return key;
}

// A key and a signature alike: the name of the algorithm, and the bytes.
function ed25519In(value: Buffer, length: number): Buffer | undefined {
  const reader = new Reader(value);
  const [name, bytes] = [reader.text(), reader.text()];
  return name?.toString('latin1') === 'ssh-ed25519' && bytes?.length === length && reader.done ? bytes : undefined;
}

const withLength = (bytes: Buffer): Buffer[] => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return [length, bytes];
};

/** Reads numbers and strings as SSH writes them; undefined where there is not so much. */
class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get done(): boolean {
    return this.#at === this.#bytes.length;
  }

  bytes(length: number): Buffer | undefined {
    if (length > this.#bytes.length - this.#at) return undefined;
    return this.#bytes.subarray(this.#at, (this.#at += length));
  }

  number(): number | undefined {
    return this.bytes(4)?.readUInt32BE();
  }

  text(): Buffer | undefined {
    const length = this.number();
    return length === undefined ? undefined : this.bytes(length);
  }
}
