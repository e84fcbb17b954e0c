import { type Heard, LONGEST_HEARD, type Place } from '../../model/reasons/heard.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import { text } from '../../recorder/spool/json-fields.ts';

/** A message in the words of a commit command: `-m '…'`, or a text between two marks that is given to it. */
const HEREDOC = /<<-?\s*(['"]?)(\w+)\1[^\n]*\n([\s\S]*?)\n\s*\2\b/;
const QUOTED = /(?:^|\s)(?:-[a-zA-Z]*m|--message)[\s=]*(?:"((?:[^"\\]|\\.)*)"|'([^']*)')/g;
const COMMITS = /\bgit\b[^\n|;&]*\bcommit\b/;

/** Collects the conversation of a session's record. */
export class Hearing {
  readonly heard: Heard[] = [];

  /** Adds a text, unless it is empty or was added last. */
  say(place: Place, words: string | undefined): void {
    const said = words?.slice(0, LONGEST_HEARD).trim();
    if (said) this.heard.push({ place, text: said });
  }

  /** Adds a call under the key that its events have, with what its input says: a plan, or the message of a commit. */
  call(key: string, input: Payload): void {
    this.say('plan', text(input, 'plan') ?? text(input, 'explanation'));
    const command = text(input, 'command') ?? text(input, 'cmd');
    if (command !== undefined) this.say('message', messageIn(command));
    this.heard.push({ call: key });
  }
}

/** The message that a command gives to a commit. */
export function messageIn(command: string): string | undefined {
  const at = COMMITS.exec(command)?.index;
  if (at === undefined) return undefined;
  const rest = command.slice(at, at + LONGEST_HEARD);
  const here = HEREDOC.exec(rest)?.[3];
  if (here !== undefined) return here;
  const given = [...rest.matchAll(QUOTED)].map(([, double, single]) => double?.replace(/\\(["\\`$])/g, '$1') ?? single);
  return given.length > 0 ? given.join('\n\n') : undefined;
}
