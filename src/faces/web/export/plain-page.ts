import { ProvError } from '../../../errors.ts';
import type { Redactor } from '../../../redact/redact.ts';
import { SEPARATOR } from '../../../redact/forms/decodings.ts';
import type { Exported } from '../contract.ts';

/** Characters of texts that are checked together, and of all of them. */
const MAX_TOGETHER = 64 * 1024;
const MAX_CHARACTERS = 4 * 1024 * 1024;
/** A shorter text is no secret that a rule knows. */
const MIN_CHARACTERS = 8;

/**
 * The data of a page without secrets in its texts.
 * @throws ProvError `data` when it is too much to check
 */
export async function plainPage(exported: Exported, redactor: Redactor): Promise<Exported> {
  const texts = new Map<string, string>();
  mapTexts(exported, (text) => {
    if (text.length >= MIN_CHARACTERS) texts.set(text, text);
    return text;
  });
  const all = [...texts.keys()];
  if (all.reduce((sum, { length }) => sum + length, 0) > MAX_CHARACTERS)
    throw new ProvError('data', 'A note of the page may hold a secret, and the page is too large to be checked.', {
      hint: 'Export a shorter range.',
    });
  let together: string[] = [];
  let size = 0;
  const check = async (): Promise<void> => {
    const plain = (await redactor.name(together.join(SEPARATOR))).split(SEPARATOR);
    const isWhole = plain.length === together.length;
    for (const [i, text] of together.entries()) texts.set(text, isWhole ? plain[i]! : await redactor.name(text));
    [together, size] = [[], 0];
  };
  for (const text of all) {
    if (size + text.length > MAX_TOGETHER && together.length > 0) await check();
    together.push(text);
    size += text.length;
  }
  await check();
  return mapTexts(exported, (text) => texts.get(text) ?? text) as Exported;
}

// Names of fields too: the details of a step have names that its writer chose.
function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [map(key), mapTexts(one, map)]));
}
