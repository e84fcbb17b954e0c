import type { Call } from '../../src/recorder/spool/event.ts';
import type { TalkItem } from '../../src/model/reasons/talk-item.ts';

/** Starts what a person or an agent says. */
const SPEAKER = /^_\*\*(User|Agent)\b(.*)\*\*_\s*$/;
const TOOL = /^<tool-use data-tool-type="([a-z]+)" data-tool-name="([^"]+)">/;
const ACTIONS: Readonly<Record<string, Call['action']>> = { write: 'edit', shell: 'shell', bash: 'shell' };

const WRITES = /^(?:replace_string_in_file|copilot_replaceString|create_file|copilot_createFile)$/;

/** What SpecStory's Markdown shows of a session. */
export interface Story {
  readonly heard: readonly TalkItem[];
  readonly calls: ReadonlyMap<string, Call>;
}

/**
 * Reads a session that SpecStory saved as Markdown (its format, versions 2.0 and 2.1). A change counts as an edit if its patch is
 * shown. Calls are named by their order.
 */
export function readStory(markdown: string): Story {
  const heard: TalkItem[] = [];
  const calls = new Map<string, Call>();
  let place: 'prompt' | 'words' | undefined;
  let text: string[] = [];
  const end = (as = place): void => {
    const said = text.join('\n').trim();
    if (as && said !== '') heard.push({ place: as, text: said });
    text = [];
  };
  const lines = markdown.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const speaker = SPEAKER.exec(line);
    const tool = TOOL.exec(line);
    if (speaker) {
      end();
      place = speaker[2]!.includes('sidechain') ? undefined : speaker[1] === 'User' ? 'prompt' : 'words';
    } else if (tool || line.startsWith('<think>')) {
      end();
      const close = lines.findIndex((one, at) => at >= i && one.includes(tool ? '</tool-use>' : '</think>'));
      const block = lines.slice(i, close < 0 ? lines.length : close + 1);
      i += block.length - 1;
      if (place === undefined) continue;
      if (!tool) {
        text = block.map((one) => one.replace(/<[^>]*>(?:Thought Process<\/summary>)?/g, ''));
        end(place === 'words' ? ('thinking' as 'words') : place);
        continue;
      }
      const call = `${calls.size}`;
      const shown = block.join('\n');
      // Copilot's edits have their path among the inputs, and no patch.
      const byCopilot = WRITES.test(tool[2]!) ? /^- filePath: `([^`]+)`/m.exec(shown)?.[1] : undefined;
      const isEdit = byCopilot !== undefined || (ACTIONS[tool[1]!] === 'edit' && shown.includes('```diff'));
      const paths = byCopilot
        ? [byCopilot]
        : [...shown.matchAll(/^\*\*(?:Add|Update|Delete|Move): `([^`]+)`/gm)].map((found) => found[1]!);
      calls.set(call, {
        tool: tool[2]!,
        action: isEdit ? 'edit' : ACTIONS[tool[1]!] === 'shell' ? 'shell' : 'read',
        paths,
        input: shown.slice(shown.indexOf('\n')),
      } as unknown as Call);
      heard.push({ call });
    } else if (line !== '---') text.push(line);
  }
  end();
  return { heard, calls };
}
