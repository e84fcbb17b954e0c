import type { TalkItem } from '../../../src/model/reasons/talk-item.ts';
import { namesIn } from '../../../src/model/reasons/names.ts';
import type { Edited } from '../../../src/model/reasons/relate.ts';
import { SILENCE } from '../../../src/model/reasons/talk-item.ts';
import { hear } from '../../../src/model/reasons/talk.ts';

/** A conversation, and its edits. */
export interface Told {
  readonly talk: ReturnType<typeof hear>;
  readonly edits: readonly Edited[];
}
/** Reads a conversation from lines: `prompt: TEXT`, `words: TEXT`, `thinking: TEXT`, `call`, and `edit PATH TEXT`, which is a call, too. */
export function tell(lines: readonly string[]): Told {
  const items: TalkItem[] = [];
  const edits: Edited[] = [];
  let turn = 0;
  for (const line of lines) {
    const [, place, text] = /^(prompt|words|thinking|plan|message): (.*)$/s.exec(line) ?? [];
    if (place) {
      if (place === 'prompt') turn++;
      items.push({ place: place as 'words', text: text! });
      continue;
    }
    const [what, path, ...wrote] = line.split(' ');
    if (what === 'edit') edits.push({ at: items.length, turn, paths: [path!], names: namesIn(wrote.join(' ')) });
    items.push({ call: `c${items.length}` });
  }
  return { talk: hear(SILENCE, items), edits };
}
