import { options } from 'preact';

/** Control, bidirectional and invisible characters, except tabs and line breaks: they could make a text look like another. */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u;
// A joiner between two pictures stays: it makes one of them.
const PICTURE_JOINER =
  /(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d(?=\p{Extended_Pictographic})/u;
const EACH_HIDDEN = new RegExp(`(${PICTURE_JOINER.source})|${HIDDEN.source}`, 'gu');
/** Attributes that browsers show or read aloud. */
const SHOWN = ['title', 'aria-label', 'placeholder', 'alt'];

/** Replaces such characters by their numbers. */
export const visible = (text: string): string =>
  HIDDEN.test(text)
    ? text.replace(EACH_HIDDEN, (char, joiner) => joiner ?? `\\u{${char.codePointAt(0)!.toString(16)}}`)
    : text;

/**
 * Makes every text that the page shows visible, in one place: all views render through Preact, which escapes HTML, and this
 * is called for each element that is rendered. Texts of a repository may be hostile.
 */
export function guardTexts(): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    if (typeof vnode.type === 'string') {
      const props = vnode.props as Record<string, unknown>;
      props['children'] = shown(props['children']);
      for (const name of SHOWN) if (typeof props[name] === 'string') props[name] = visible(props[name]);
    }
    // Preact makes a node without a type for each text, also for those that a component returns.
    const text = vnode as { type: unknown; props: unknown };
    if (text.type === null && typeof text.props === 'string') text.props = visible(text.props);
    before?.(vnode);
  };
}

function shown(child: unknown): unknown {
  if (typeof child === 'string') return visible(child);
  return Array.isArray(child) ? child.map(shown) : child;
}
