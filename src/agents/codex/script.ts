import type { Payload } from '../../recorder/spool/event.ts';
import { isObject, object, text } from '../../recorder/spool/json-fields.ts';

/** Characters of a script that are searched, and calls that are read. */
const MAX_SCRIPT_CHARACTERS = 256 * 1024;
const MAX_CALLS = 50;

/** A command that a script runs, and the folder for it if the script names one. */
export interface ScriptCommand {
  readonly command: string;
  readonly folder: string | undefined;
}

/** The calls in a script of code mode, in order. */
export interface ScriptCalls {
  readonly commands: readonly ScriptCommand[];
  /** Whether it also calls other tools, or a command could not be read. */
  readonly hasOthers: boolean;
  readonly patches: boolean;
}

/**
 * Finds the calls in a script of Codex's code mode: `const r = await tools.exec_command({cmd: "npm test", workdir: "/x"})`. The script
 * is JavaScript of the model. It is not run: only commands that stand in it as a literal text are read.
 */
export function callsInScript(script: string): ScriptCalls {
  const code = script.slice(0, MAX_SCRIPT_CHARACTERS);
  const commands: ScriptCommand[] = [];
  let [hasOthers, patches] = [false, false];
  for (const { 1: tool, index, 0: found } of [...code.matchAll(/\btools\.(\w+)\s*\(\s*/g)].slice(0, MAX_CALLS)) {
    if (tool === 'apply_patch') patches = true;
    const fields = tool === 'exec_command' ? textsIn(code, index + found.length) : undefined;
    const command = fields?.get('cmd') ?? fields?.get('command');
    if (command !== undefined) commands.push({ command, folder: fields?.get('workdir') });
    else if (tool !== 'apply_patch') hasOthers = true;
  }
  return { commands, hasOthers, patches };
}

// The fields of an object literal whose values are literal texts.
function textsIn(code: string, at: number): Map<string, string> {
  const found = new Map<string, string>();
  if (code[at] !== '{') return found;
  const key = /[\s,]*(?:([A-Za-z_$][\w$]*)|"(\w+)"|'(\w+)')\s*:\s*/y;
  key.lastIndex = at + 1;
  for (let name = key.exec(code); name; name = key.exec(code)) {
    const value = literalAt(code, key.lastIndex);
    if (value?.text !== undefined) found.set((name[1] ?? name[2] ?? name[3])!, value.text);
    const end = value?.end ?? endOfValue(code, key.lastIndex);
    if (end === undefined) break;
    key.lastIndex = end;
  }
  return found;
}

// The text of a literal, and where it ends; without the text if it has parts that the script computes.
function literalAt(code: string, at: number): { text: string | undefined; end: number } | undefined {
  const quote = code[at];
  if (quote !== '"' && quote !== "'" && quote !== '`') return undefined;
  let isComputed = false;
  let value = '';
  for (let i = at + 1; i < code.length; i++) {
    const sign = code[i]!;
    if (sign === quote) return { text: isComputed ? undefined : value, end: i + 1 };
    if (sign === '\n' && quote !== '`') return undefined;
    if (quote === '`' && sign === '$' && code[i + 1] === '{') isComputed = true;
    if (sign !== '\\') {
      value += sign;
      continue;
    }
    const [all, two, brace, four, one] = ESCAPE.exec(code.slice(i, i + 12)) ?? [];
    if (all === undefined) return undefined;
    const point = Number.parseInt(two ?? brace ?? four ?? '', 16);
    if (point > 0x10_ff_ff) return undefined;
    value += Number.isNaN(point) ? (SIGNS[one!] ?? one!) : String.fromCodePoint(point);
    i += all.length - 1;
  }
  return undefined;
}

const ESCAPE = /^\\(?:x([\da-fA-F]{2})|u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|([^]))/;
const SIGNS: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  0: '\0',
  '\n': '',
};

// Where another value ends: a number, a name, a list.
function endOfValue(code: string, at: number): number | undefined {
  let depth = 0;
  for (let i = at; i < code.length; i++) {
    const sign = code[i]!;
    const literal = literalAt(code, i);
    if (literal) i = literal.end - 1;
    else if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign) && --depth < 0) return undefined;
    else if (sign === ',' && depth === 0) return i;
  }
  return undefined;
}

/** What a script printed, without the line about the script itself. */
export const printedByScript = (output: string): string =>
  output.replace(/^Script \w+[^\n]*\n(?:Wall time[^\n]*\n)?(?:Output:\n)?\n?/, '');

/**
 * The changes of a patch that was applied, in the form of `apply_patch`.
 * @param changes by path: `{type: 'add', content}`, or `{add: {content}}` in older versions; `update` has a unified diff
 */
export function patchOf(changes: Payload): string {
  const lines = ['*** Begin Patch'];
  for (const [path, change] of Object.entries(changes)) {
    if (!isObject(change)) continue;
    const [older] = Object.keys(change);
    const kind = text(change, 'type') ?? older;
    const one = text(change, 'type') === undefined && older !== undefined ? object(change, older) : change;
    const to = text(one, 'move_path');
    if (kind === 'delete') lines.push(`*** Delete File: ${path}`);
    else if (kind === 'add') {
      lines.push(`*** Add File: ${path}`);
      for (const line of linesOf(one, 'content')) lines.push(`+${line}`);
    } else {
      lines.push(`*** Update File: ${path}`);
      if (to !== undefined) lines.push(`*** Move to: ${to}`);
      for (const line of linesOf(one, 'unified_diff')) lines.push(line);
    }
  }
  lines.push('*** End Patch');
  return lines.join('\n');
}

const linesOf = (change: Payload, name: string): string[] => (text(change, name) ?? '').replace(/\n$/, '').split('\n');
