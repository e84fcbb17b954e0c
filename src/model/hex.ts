/** The values of hex digits by character code; 0xff for other characters. */
const DIGITS = new Uint8Array(256).fill(0xff);
for (const [value, digit] of [...'0123456789abcdef'].entries()) DIGITS[digit.charCodeAt(0)] = value;

/**
 * Decodes lowercase hex digits into `bytes`, at offset `at`.
 * @returns false when `hex` has the wrong length or other characters; the bytes are then undefined
 */
export function hexInto(bytes: Uint8Array, at: number, hex: string, size: number): boolean {
  if (hex.length !== 2 * size) return false;
  let [codes, values] = [0, 0];
  for (let i = 0; i < size; i++) {
    const first = hex.charCodeAt(2 * i);
    const second = hex.charCodeAt(2 * i + 1);
    const high = DIGITS[first & 0xff]!;
    const low = DIGITS[second & 0xff]!;
    codes |= first | second;
    values |= high | low;
    bytes[at + i] = (high << 4) | low;
  }
  return codes < 0x100 && values < 16;
}

/** Bytes as lowercase hex digits. */
export const hexOf = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('hex');
