import type { Payload } from './event.ts';
import { isObject } from './json-fields.ts';

/** Longer texts are not repaired. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
const [BLANK, QUOTE, BACKSLASH] = [0x20, 0x22, 0x5c];

/**
 * Parses a text as a JSON object; undefined for other texts. Some agents leave line breaks and other control characters
 * unescaped in strings, which JSON does not allow: these alone are repaired.
 */
export function parsePayload(text: string): Payload | undefined {
  return parse(text) ?? (text.length <= MAX_CHARACTERS ? parse(escapeControls(text)) : undefined);
}

function parse(text: string | undefined): Payload | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

// Returns undefined when no string contains a control character: then something else is wrong.
function escapeControls(text: string): string | undefined {
  const parts: string[] = [];
  let inString = false;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) inString = !inString;
    else if (code === BACKSLASH && inString) i++;
    else if (code < BLANK && inString) {
      parts.push(text.slice(from, i), `\\u${code.toString(16).padStart(4, '0')}`);
      from = i + 1;
    }
  }
  return parts.length === 0 ? undefined : parts.join('') + text.slice(from);
}
