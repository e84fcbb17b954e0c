import type { Detail, Node } from '../model.ts';
import { textHash } from '../reasons/names.ts';
import type { CommandVerdict } from '../shell/verdict.ts';
import type { RepoPath } from '../ids.ts';
import type { ToolStep } from './classify.ts';

/** Names kept of one session. After more of them, any file counts as read. */
const MAX_NAMES = 500;

/**
 * The files that a session may have read. Absent where that is not known: the session began before it was recorded, or it is
 * a sub-agent, which may have got text from its parent.
 */
export interface SeenFiles {
  /** It may have read any file: it searched whole folders, or started a sub-agent. */
  readonly any: boolean;
  /** Hashes of the paths that its tools named, and of the parts of paths that its commands and prompts named. */
  readonly names: readonly number[];
}

/** What a session has seen at its start. */
export const NOTHING_SEEN: SeenFiles = { any: false, names: [] };

const EVERYTHING: SeenFiles = { any: true, names: [] };

/** Commands that print parts of files that they do not name. */
const SEARCH =
  /(?:^|[\s(`])(?:rg|ag|ack|xargs|fzf|-exec|git\s.*\b(?:diff|show|grep)|git\s.*\blog\s.*-[pSGL])(?=$|[\s)`])/;
/** Programs that print no text of the files that they name. */
const NAMES_ONLY =
  /^(?:cd|ls|pwd|mkdir|rm|rmdir|mv|cp|touch|chmod|chown|ln|echo|printf|which|git|export|find|tree|true|:)$/;
/** Programs that print the files that they name. Of others, only words that look like a file count. */
const PRINTS =
  /^(?:cat|bat|less|more|head|tail|nl|tac|sed|[gm]?awk|[ef]?grep|sort|uniq|cut|diff|cmp|comm|jq|yq|od|xxd|hexdump|strings|wc|fold|fmt|column|rev)$/;
/** Words that stand for several files. */
const WILD = /[*?[{]|(?:^|\/)\.{1,2}\/?$/;
const BETWEEN_COMMANDS = /&&|\|\||[;|&\n]/;
const BETWEEN_WORDS = /[\s'"`<>()=,:]+/;
const HERE_DOCUMENT = /<<-?\s*(['"]?)(\w+)\1[^\n]*\n[^]*?\n\s*\2(?=\n|$)/g;
/** A file that a prompt includes. */
const INCLUDED = /(?<!\S)@("[^"]+"|\S+)/g;

/** What a session has seen after a tool call. The call itself is not looked at by `blindFiles` before. */
export function seenAfterTool(
  seen: SeenFiles,
  { action, command, paths, changed, tool, summary }: ToolStep,
): SeenFiles {
  if (seen.any) return seen;
  switch (action) {
    case 'plan':
      return seen;
    case 'spawn':
      return EVERYTHING;
    case 'shell':
      return command === undefined ? EVERYTHING : seenInWords(seen, command, changed);
    case 'edit':
      return withNames(seen, [...paths, ...changed].map(wholeName));
    case 'read':
      if (paths.length === 0) return WEB.test(tool) || OUTSIDE.test(summary) ? seen : EVERYTHING;
      return withNames(seen, paths.map(wholeName));
    default: // a tool that we do not know may read anything
      return changed.length > 0 ? withNames(seen, changed.map(wholeName)) : EVERYTHING;
  }
}

const WEB = /web|url|http/i;
/** A file outside of the work tree: only paths in it are among a call's paths. */
const OUTSIDE = /^(?:\/|~).*\.\w+$/;

/** What a session has seen after a prompt: the files that it includes. @param text undefined where words are not stored */
export function seenAfterPrompt(seen: SeenFiles, text: string | undefined): SeenFiles {
  if (seen.any) return seen;
  if (text === undefined) return EVERYTHING;
  const included = [...text.matchAll(INCLUDED)].map(([, path]) => path!.replaceAll('"', ''));
  return withNames(seen, included.flatMap(partsOf));
}

function seenInWords(seen: SeenFiles, command: string, changed: readonly RepoPath[]): SeenFiles {
  const named = changed.map(wholeName);
  for (const part of command.replace(HERE_DOCUMENT, '').split(BETWEEN_COMMANDS)) {
    if (SEARCH.test(part)) return EVERYTHING;
    const [program = '', ...args] = part.split(BETWEEN_WORDS).filter((word) => word !== '');
    const name = lastPart(program);
    if (NAMES_ONLY.test(name)) continue;
    const words = args.filter((word) => !word.startsWith('-') && (PRINTS.test(name) || /[./]/.test(word)));
    if (words.some((word) => WILD.test(word))) return EVERYTHING;
    named.push(...words.map(lastPart));
  }
  return withNames(seen, named);
}

/**
 * The places in `step.changed` of files that a step edited and that its session had not read. Empty where that is not sure.
 * New files and those that a formatter changed are no edits.
 */
export function blindFiles(seen: SeenFiles | undefined, step: ToolStep, verdict: CommandVerdict | undefined): number[] {
  const { edited, action, changed } = step;
  if (!seen || seen.any || !edited || step.outcome !== 'ok') return [];
  const isNamed = action === 'edit' || (action === 'shell' && verdict?.writes.kind === 'paths' && !verdict.fixes);
  if (!isNamed) return [];
  const names = new Set(seen.names);
  const isSeen = (path: RepoPath): boolean =>
    foldersOf(path).some((one) => names.has(textHash(wholeName(one)))) ||
    partsOf(path).some((part) => names.has(textHash(part)));
  return changed.flatMap((path, place) => (edited.includes(path) && !isSeen(path) ? [place] : []));
}

/** The detail of a step with blind edits: true for all of its files, otherwise their places in `files`. */
export const blindDetail = (blind: readonly number[], files: number): Detail =>
  blind.length === 0 ? {} : { blind: blind.length === files ? true : blind };

/** Whether a step edited a file that its session had not read before. @param path any of its files when absent */
export function isBlind({ detail }: Pick<Node, 'detail'>, path?: string): boolean {
  const { blind, files } = detail ?? {};
  if (blind === undefined || !Array.isArray(files)) return false;
  if (blind !== true && !Array.isArray(blind)) return false;
  if (path === undefined) return true;
  const place = files.indexOf(path);
  return place >= 0 && (blind === true || blind.includes(place));
}

const withNames = (seen: SeenFiles, more: readonly string[]): SeenFiles => {
  if (more.length === 0) return seen;
  const { any, names } = seen;
  const all = [...new Set([...names, ...more.map(textHash)])];
  return all.length > MAX_NAMES ? EVERYTHING : { any, names: all };
};

// A whole path and a part of one never have the same name.
const wholeName = (path: string): string => `/${path}`;

const lastPart = (path: string): string => path.replace(/\/+$/, '').split('/').at(-1) ?? '';

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.');

// A path and the folders that contain it, the top of the work tree last.
const foldersOf = (path: string): string[] => [
  ...path.split('/').map((_, i, parts) => parts.slice(0, parts.length - i).join('/')),
  '',
];
