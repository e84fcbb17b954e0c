import type { Command } from 'unbash';
import { type Arg, argOf } from './parse/word.ts';

/** The values that earlier parts of a command line gave to variables; undefined where several did, or it is not literal. */
export type Variables = Map<string, string | undefined>;

/** The words of a command. Notes the variables that it sets. */
export function wordsOf(node: Command, known: Variables): Arg[] {
  const words: Arg[] = node.name ? [argOf(node.name)] : [];
  for (const arg of node.args) words.push(arg.type === 'Word' ? argOf(arg) : { text: arg.text, value: undefined });
  noteVariables(known, node, words);
  return words;
}

// Notes `S=/tmp/x` and `export S=/tmp/x`. Not `S=x npm test`, which sets it for that program alone.
function noteVariables(known: Variables, node: Command, words: readonly Arg[]): void {
  if (words.length === 0)
    for (const one of node.prefix)
      if (one.type === 'Assignment' && one.name !== undefined)
        note(known, one.name, one.value?.type === 'Word' ? valueOf(known, argOf(one.value)) : undefined);
  if (words[0]?.value !== 'export') return;
  for (const { text } of words.slice(1)) {
    const [, name, value] = /^(\w+)=(.*)$/s.exec(text) ?? [];
    if (name !== undefined) note(known, name, valueOf(known, { text: value!, value: undefined }));
  }
}

/** The word with the values of known variables: `"$S/web"`. */
export function expanded(known: Variables, arg: Arg): Arg {
  const value = arg.value ?? valueOf(known, arg);
  // A folder of Windows is no path below another one.
  return value === undefined || /^[a-z]:/i.test(value) ? arg : { ...arg, value };
}

// Of several values it is not known which one counts: a branch may not have run.
const note = (known: Variables, name: string, value: string | undefined): void => {
  known.set(name, known.has(name) && known.get(name) !== value ? undefined : value);
};

function valueOf(known: Variables, { text, value }: Arg): string | undefined {
  if (value !== undefined) return value;
  const inner = /^"([^"\\`]*)"$|^([^"'\\`*?[\]~\s]*)$/.exec(text);
  let isKnown = inner !== null;
  const result = (inner?.[1] ?? inner?.[2] ?? '').replaceAll(
    /\$(?:\{(\w+)\}|(\w+))/g,
    (_, braced?: string, bare?: string) => {
      const found = known.get(braced ?? bare!);
      isKnown &&= found !== undefined && found !== '';
      return found ?? '';
    },
  );
  return isKnown && !result.includes('$') ? result : undefined;
}
