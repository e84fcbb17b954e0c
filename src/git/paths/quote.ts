const ESCAPES: Readonly<Record<string, string>> = { a: '\x07', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r' };

/** A path as git prints it (in C's quotes when it must), as its bytes; a character is a byte on both sides. */
export function unquote(written: string): string {
  if (!written.startsWith('"') || !written.endsWith('"') || written.length < 2) return written;
  return written
    .slice(1, -1)
    .replace(/\\(?:([0-3][0-7]{2})|(.))/gs, (_all, octal: string | undefined, letter: string) =>
      octal ? String.fromCharCode(Number.parseInt(octal, 8)) : (ESCAPES[letter] ?? letter),
    );
}
