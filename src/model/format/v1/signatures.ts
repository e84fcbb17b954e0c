import { compareBytes, encode, type Cbor } from '../cbor.ts';
import type { Signature } from '../../model.ts';
import { asList, asName, asText, eachOf, fail, FIELD_LIMITS } from '../fields.ts';

/** Encodes the `signatures` of a body, in order. */
export const signaturesBytes = (signatures: readonly Signature[]): Uint8Array =>
  encode(eachOf(signatures, 'signatures', FIELD_LIMITS.signatures, (_, i) => signatureToCbor(signatures[i]!)));

/**
 * Decodes the `signatures` of a body; undefined when the field is absent. Neither the statements nor the signatures are
 * verified here.
 */
export function signaturesFromCbor(value: unknown): readonly Signature[] | undefined {
  if (value === undefined) return undefined;
  const signatures = eachOf(value, 'signatures', FIELD_LIMITS.signatures, signatureFromCbor);
  if (signatures.length === 0) return fail('signatures', 'empty');
  for (let i = 1; i < signatures.length; i++)
    if (compareSignatures(signatures[i - 1]!, signatures[i]!) >= 0) return fail(`signatures[${i}]`, 'not in order');
  return signatures;
}

/** Orders `signatures` by their encodings. */
export const compareSignatures = (a: Signature, b: Signature): number =>
  compareBytes(encode(entryOf(a)), encode(entryOf(b)));

const entryOf = ({ payload, scheme, signature }: Signature): Cbor => [payload, scheme, signature];

function signatureToCbor(one: Signature): Cbor {
  const { payload, scheme, signature } = one;
  if (payload.length > FIELD_LIMITS.payload) return fail('payload', `more than ${FIELD_LIMITS.payload} bytes`);
  return [payload, asName(scheme, 'scheme'), asText(signature, 'signature', FIELD_LIMITS.signature)];
}

function signatureFromCbor(value: unknown): Signature {
  const parts = asList(value, 'entry', 3);
  const [payload] = parts;
  if (parts.length < 3) return fail('entry', 'not an array of three');
  if (!(payload instanceof Uint8Array) || payload.length > FIELD_LIMITS.payload)
    return fail('payload', `not bytes, or more than ${FIELD_LIMITS.payload}`);
  return {
    payload,
    scheme: asName(parts[1], 'scheme'),
    signature: asText(parts[2], 'signature', FIELD_LIMITS.signature),
  };
}
