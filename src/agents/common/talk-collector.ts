import { type TalkItem, MAX_TEXT_CHARACTERS, type TextPlace } from '../../model/reasons/talk-item.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import { text } from '../../recorder/spool/json-fields.ts';

/** The message of a commit command: a here-document, or the argument of `-m`. */
const HEREDOC = /<<-?\s*(['"]?)(\w+)\1[^\n]*\n([\s\S]*?)\n\s*\2\b/;
const QUOTED = /(?:^|\s)(?:-[a-zA-Z]*m|--message)[\s=]*(?:"((?:[^"\\]|\\.)*)"|'([^']*)')/g;
const COMMITS = /\bgit\b[^\n|;&]*\bcommit\b/;

/** Collects the conversation in a transcript. */
export class TalkCollector {
  readonly items: TalkItem[] = [];

  /** Adds a text unless it is empty. @param planned see `TalkItem` */
  say(place: TextPlace, words: string | undefined, planned = false): void {
    const trimmed = words?.slice(0, MAX_TEXT_CHARACTERS).trim();
    if (trimmed) this.items.push({ place, text: trimmed, ...(planned && { planned }) });
  }

  /** Adds a call under the key that its events have. A plan or a commit message in its input is added before it. */
  call(key: string, input: Payload): void {
    this.say('plan', text(input, 'plan') ?? text(input, 'explanation'));
    const command = text(input, 'command') ?? text(input, 'cmd');
    if (command !== undefined) this.say('message', messageIn(command));
    this.items.push({ call: key });
  }
}

/** The commit message in a shell command. */
export function messageIn(command: string): string | undefined {
  const at = COMMITS.exec(command)?.index;
  if (at === undefined) return undefined;
  const rest = command.slice(at, at + MAX_TEXT_CHARACTERS);
  const here = HEREDOC.exec(rest)?.[3];
  if (here !== undefined) return here;
  const given = [...rest.matchAll(QUOTED)].map(([, double, single]) => double?.replace(/\\(["\\`$])/g, '$1') ?? single);
  return given.length > 0 ? given.join('\n\n') : undefined;
}
