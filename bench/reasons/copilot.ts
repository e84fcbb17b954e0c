import type { Call } from '../../src/recorder/spool/event.ts';
import type { Story } from './specstory.ts';
import type { TalkItem } from '../../src/model/reasons/talk-item.ts';

interface Told {
  readonly type: string;
  readonly data: {
    readonly content?: string;
    readonly toolRequests?: readonly {
      readonly toolCallId: string;
      readonly name: string;
      readonly arguments?: unknown;
    }[];
  };
}

/** Reads the events of a session of Copilot CLI. Only its patches are edits. */
export function readEvents(lines: string): Story {
  const heard: TalkItem[] = [];
  const calls = new Map<string, Call>();
  for (const line of lines.split('\n').filter((one) => one !== '')) {
    const { type, data } = JSON.parse(line) as Told;
    const text = (data.content ?? '').trim();
    if (type === 'user.message' && text !== '' && !text.startsWith('<system_reminder>'))
      heard.push({ place: 'prompt', text });
    if (type !== 'assistant.message') continue;
    if (text !== '') heard.push({ place: 'words', text });
    for (const { name, arguments: given } of data.toolRequests ?? []) {
      const call = `${calls.size}`;
      const input = typeof given === 'string' ? given : JSON.stringify(given ?? '');
      const paths = [...input.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)].map((found) => found[1]!);
      const action = name === 'apply_patch' ? 'edit' : name === 'bash' ? 'shell' : 'read';
      calls.set(call, { tool: name, action, paths, input } as unknown as Call);
      heard.push({ call });
    }
  }
  return { heard, calls };
}
