/** Texts without any of these hold no secret that a rule knows: the rules are loaded only for the others. */
const SUSPICIOUS = /[A-Za-z0-9+/_=.-]{16,}|secret|token|passw|credential|api.?key|-----BEGIN|:\/\/[^\s/]*:[^\s/]*@/i;
const LONGEST = 256 * 1024;

/** What stands where a text was that could not be looked at. */
export const UNREADABLE = '[redacted: could not be checked]';

/**
 * The text with everything replaced that looks like a secret: what secretlint's recommended rules find, values that are
 * assigned to names such as `password`, and long random words. Fails closed: on any fault the whole text is dropped.
 * @param longest what lies behind so many characters is cut off when any of the text has to be looked at
 */
export async function redact(text: string, longest: number = LONGEST): Promise<string> {
  if (!SUSPICIOUS.test(text)) return text;
  try {
    const { findSecrets } = await import('./rules.ts');
    const kept = text.slice(0, longest);
    let out = '';
    let at = 0;
    for (const [from, to] of await findSecrets(kept)) {
      if (from > at) out += kept.slice(at, from);
      if (to > at) {
        out += '[redacted]';
        at = to;
      }
    }
    return out + kept.slice(at);
  } catch {
    return UNREADABLE;
  }
}
