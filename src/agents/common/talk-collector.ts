import { type TalkItem, MAX_TEXT_CHARACTERS, type TextItem, type TextPlace } from '../../model/reasons/talk-item.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import { text } from '../../recorder/spool/json-fields.ts';
import { hasGrounds } from '../../model/reasons/signals.ts';
import { parseLine } from './jsonl.ts';
import { listOf } from './todo-list.ts';

/** The beginning of a here-document, with the word that ends it. */
const HEREDOC = /<<-?[ \t]*(['"]?)(\w+)\1/;
const FIRST_WORD = /^\s*(\w+)/;
/** Several commands, or several lines. */
const SEVERAL = /[\n;&|]/;
/** A quoted argument of one of these options. */
const quoted = (options: string): RegExp =>
  new RegExp(String.raw`(?:^|\s)(?:${options})[\s=]*(?:"((?:[^"\\]|\\.)*)"|'([^']*)')`, 'g');
/** The name of a file that holds the text. */
const FILE = /\s(?:-F|--file|--body-file)[\s=]*(?:"([^"\n]+)"|'([^'\n]+)'|([^\s"'<>|;&]+))/;

/** Commands that write a message or a description. */
const WRITERS = [
  { begins: /\bgit\b[^\n|;&]{0,400}\bcommit\b/, given: quoted('-[a-zA-Z]*m|--message') },
  { begins: /\bgh\b[^\n|;&]{0,400}\bpr +(?:create|new|edit)\b/, given: quoted('-b|--body'), mark: { request: true } },
  {
    begins: /\bglab\b[^\n|;&]{0,400}\bmr +(?:create|new|update)\b/,
    given: quoted('-d|--description'),
    mark: { request: true },
  },
] as const;

interface WrittenText extends Mark {
  readonly words: string;
}

/** The input of a call without any of these contains no such text. */
const SPEAKS = /\bcommit\b|\bpr\b|\bmr\b|"(?:plan|todos|explanation|head|source_branch)":/;

type Mark = Pick<TextItem, 'planned' | 'request'>;

/** Collects the conversation in a transcript. */
export class TalkCollector {
  readonly items: TalkItem[] = [];

  /** Adds a text unless it is empty. @param mark see `TextItem` */
  say(place: TextPlace, words: string | undefined, mark: Mark = {}): void {
    const trimmed = words?.slice(0, MAX_TEXT_CHARACTERS).trim();
    if (trimmed) this.items.push({ place, text: trimmed, ...mark });
  }

  /**
   * Adds a call under the key that its events have. A plan, items of a to-do list that give a reason, a commit message or the text of
   * a pull request in its input are added before it.
   */
  call(key: string, input: Payload): void {
    this.say('plan', text(input, 'plan') ?? text(input, 'explanation'));
    for (const item of itemsIn(input)) this.say('plan', item);
    const command = text(input, 'command') ?? text(input, 'cmd');
    if (command !== undefined) for (const { words, ...mark } of writtenIn(command)) this.say('message', words, mark);
    else this.say('message', requestIn(input), { request: true });
    this.items.push({ call: key });
  }
}

/** The same of a call's input as JSON, without the call. */
export function spokenIn(input: string): TalkItem[] {
  if (!SPEAKS.test(input)) return [];
  const collector = new TalkCollector();
  const given = parseLine(input);
  if (given) collector.call('', given);
  return collector.items.slice(0, -1);
}

/** The messages of commits and the texts of pull requests in a shell command, in their order. */
export const writtenIn = (command: string): WrittenText[] =>
  WRITERS.flatMap(({ begins, given, ...more }) => {
    const at = begins.exec(command)?.index;
    const words = at === undefined ? undefined : textAt(command, at, given);
    return words === undefined ? [] : [{ at: at!, text: { words, ...('mark' in more && more.mark) } }];
  })
    .sort((a, b) => a.at - b.at)
    .map((one) => one.text);

// The text that the command at a position gives: in a here-document, in options, or in a file that the line writes before.
function textAt(command: string, at: number, given: RegExp): string | undefined {
  const rest = command.slice(at, at + MAX_TEXT_CHARACTERS);
  const options = [...rest.matchAll(given)];
  const first = options[0];
  const [here] = heredocsIn(rest);
  if (here) {
    const isMine = first ? here.mark < first.index + first[0].length : !SEVERAL.test(rest.slice(0, here.mark));
    if (isMine) return here.text;
  }
  if (first) return options.map(([, double, single]) => double?.replace(/\\(["\\`$])/g, '$1') ?? single).join('\n\n');
  const [, ...names] = FILE.exec(rest) ?? [];
  const name = names.find((one) => one !== undefined);
  if (name === undefined || name === '-') return undefined;
  const earlier = command.slice(Math.max(0, at - MAX_TEXT_CHARACTERS), at);
  return heredocsIn(earlier).findLast(({ command: words }) => words.includes(name))?.text;
}

interface Heredoc {
  /** The line of its command, without the mark. */
  readonly command: string;
  /** The position of the mark. */
  readonly mark: number;
  readonly text: string;
}

// Reads each line once: a transcript may have many marks, and no end for any of them.
function heredocsIn(script: string): Heredoc[] {
  const lines = script.split('\n');
  const last = new Map(
    lines.flatMap((line, i) => {
      const word = FIRST_WORD.exec(line)?.[1];
      return word === undefined ? [] : [[word, i] as const];
    }),
  );
  const found: Heredoc[] = [];
  let at = 0;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const begin = HEREDOC.exec(line);
    const start = at;
    at += line.length + 1;
    if (!begin || (last.get(begin[2]!) ?? -1) <= i) continue;
    let end = i + 1;
    while (FIRST_WORD.exec(lines[end]!)?.[1] !== begin[2]) end++;
    const text = lines.slice(i + 1, end).join('\n');
    found.push({
      command: line.slice(0, begin.index) + line.slice(begin.index + begin[0].length),
      mark: start + begin.index,
      text,
    });
    for (let k = i + 1; k <= end; k++) at += lines[k]!.length + 1;
    i = end;
  }
  return found;
}

// Most items only name what is to be done: of 1,481 in labelled sessions, 24 have a sign of a reason.
const itemsIn = ({ todos, plan }: Payload): string[] =>
  Array.isArray(todos ?? plan)
    ? (listOf((todos ?? plan) as unknown[], true)?.items ?? []).flatMap(({ text: item }) =>
        item !== undefined && hasGrounds(item) ? [item] : [],
      )
    : [];

/** The text of a pull or merge request in the input of a forge's tool, which names the branches too. */
function requestIn(input: Payload): string | undefined {
  if (text(input, 'head') !== undefined && text(input, 'base') !== undefined) return text(input, 'body');
  return text(input, 'source_branch') === undefined ? undefined : text(input, 'description');
}
