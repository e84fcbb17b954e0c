/** A change to a text: what it does with a part of it. Places are shares of the text's length. */
export interface Damage {
  readonly how: 'cut' | 'repeat' | 'nest' | 'move';
  readonly from: number;
  readonly length: number;
  readonly times: number;
}

/** The most code units of a damaged text: more than a file that is parsed may have. */
const MAX_TEXT = 1_200_000;

/** Changes a text as no editor would. */
export const damaged = (text: string, changes: readonly Damage[]): string => changes.reduce(changed, text);

function changed(text: string, { how, from, length, times }: Damage): string {
  const start = Math.floor(from * text.length);
  const end = Math.min(text.length, start + Math.ceil(length * (text.length - start)));
  const [before, part, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  const count = Math.min(times, Math.floor((MAX_TEXT - text.length) / Math.max(1, part.length)));
  switch (how) {
    case 'cut':
      return before + after;
    case 'repeat':
      return before + part.repeat(Math.max(1, count)) + after;
    case 'nest': {
      const [first, last] = [part.slice(0, part.length >> 1), part.slice(part.length >> 1)];
      return before + first.repeat(Math.max(1, count)) + last.repeat(Math.max(1, count)) + after;
    }
    case 'move':
      return part + before + after;
  }
}
