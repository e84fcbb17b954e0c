import { type Arg, baseName } from './word.ts';
import { type Explained, HOLE } from '../writing.ts';

/**
 * The lines that a command prints, as far as its words show: `echo`, `printf`, and `cat` with a here-document. Undefined
 * for other programs. A part that is not literal becomes a hole.
 * @param input the text of its here-document, when literal
 */
export function printedBy(words: readonly Arg[], input: string | undefined): Explained | undefined {
  const [program, ...args] = words;
  if (program === undefined) return input === undefined ? { lines: [] } : undefined;
  switch (baseName(program.value ?? '')) {
    case 'echo':
      return echoed(args);
    case 'printf':
      return formatted(args);
    case 'cat':
    case 'tee':
      return input !== undefined && args.every(({ value }) => value === '-' || baseName(program.value!) === 'tee')
        ? { lines: linesOf(input) }
        : undefined;
    case ':':
    case 'true':
      return { lines: [] };
    default:
      return undefined;
  }
}

/** Whether lines have a hole. It may stand for several lines or for nothing. */
export const hasHoles = ({ lines = [] }: Explained): boolean => lines.some((line) => line.includes(HOLE));

// Shells differ in whether `echo` reads escapes by default, so the lines of both readings are returned.
function echoed(args: readonly Arg[]): Explained {
  const at = args.findIndex(({ value }) => value === undefined || !/^-[neE]+$/.test(value));
  const text = (at < 0 ? [] : args.slice(at)).map(textOf).join(' ');
  return { lines: [...new Set([...linesOf(text), ...linesOf(unescape(text))])] };
}

function formatted(args: readonly Arg[]): Explained | undefined {
  const [format, ...values] = args.filter(({ value }, i) => !(i === 0 && value === '--'));
  if (format?.value === undefined) return undefined;
  const specs = format.value.match(/%[^%a-zA-Z]*[a-zA-Z]/g) ?? [];
  if (specs.some((spec) => !/^%[bsdi]$/.test(spec))) return undefined;
  const rounds = specs.length === 0 ? 1 : Math.max(1, Math.ceil(values.length / specs.length));
  let text = '';
  for (let round = 0, next = 0; round < rounds; round++)
    text += unescape(
      format.value.replace(/%%|%[bsdi]/g, (spec) =>
        spec === '%%' ? '%' : values[next] ? textOf(values[next++]!) : '',
      ),
    );
  return { lines: linesOf(text) };
}

/** The lines of a text. A final newline does not start another line. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Decodes escapes like `printf` and `echo -e`. */
const unescape = (text: string): string =>
  text.replace(/\\(n|t|r|\\|"|'|a|b|f|v|0[0-7]{0,3})/g, (_, one: string) => {
    const found = { n: '\n', t: '\t', r: '\r', '\\': '\\', '"': '"', "'": "'", a: '\u0007', b: '\b', f: '\f', v: '\v' }[
      one
    ];
    return found ?? String.fromCharCode(Number.parseInt(one, 8) & 0xff);
  });

/** The text of a word, with holes for the parts that are not literal. */
export function textOf({ text, value }: Arg): string {
  if (value !== undefined) return value;
  return text
    .replace(/\$\((?:[^()]|\([^()]*\))*\)|`[^`]*`|\$\{[^}]*\}|\$[A-Za-z_]\w*|\$[@*#?$!\d-]/g, HOLE)
    .replace(/\\(.)|["']/g, (_, escaped: string | undefined) => escaped ?? '');
}
