import { common, createLowlight } from 'lowlight';

/** A piece of a line: its CSS classes ('' for plain text) and its characters. */
export type Token = readonly [tone: string, text: string];

const lowlight = createLowlight(common);

/** Languages by the end of a file's name, where it is not a name that highlight.js knows. */
const LANGUAGES: Readonly<Record<string, string>> = {
  mjs: 'javascript',
  cjs: 'javascript',
  mts: 'typescript',
  cts: 'typescript',
  vue: 'xml',
  htm: 'xml',
  toml: 'ini',
  cfg: 'ini',
  conf: 'ini',
  bash: 'bash',
  zsh: 'bash',
  hpp: 'cpp',
  cc: 'cpp',
  cxx: 'cpp',
  markdown: 'markdown',
  mk: 'makefile',
};
const NAMES: Readonly<Record<string, string>> = { makefile: 'makefile', gemfile: 'ruby', rakefile: 'ruby' };

function languageOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const end = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '';
  const language = NAMES[name] ?? LANGUAGES[end] ?? end;
  return language !== '' && lowlight.registered(language) ? language : undefined;
}

interface Hast {
  readonly type: string;
  readonly value?: string;
  readonly properties?: { readonly className?: readonly string[] };
  readonly children?: readonly Hast[];
}

/** The tokens of each line; undefined for a language that is not known. It gives text and classes, never HTML. */
export function tokensOf(path: string, lines: readonly string[]): Token[][] | undefined {
  const language = languageOf(path);
  if (language === undefined) return undefined;
  const found: Token[][] = [[]];
  const add = (node: Hast, tone: string): void => {
    if (node.value !== undefined) {
      for (const [at, part] of node.value.split('\n').entries()) {
        if (at > 0) found.push([]);
        if (part !== '') found.at(-1)!.push([tone, part]);
      }
      return;
    }
    const own = node.properties?.className?.join(' ') ?? tone;
    for (const child of node.children ?? []) add(child, own);
  };
  try {
    add(lowlight.highlight(language, lines.join('\n')) as Hast, '');
  } catch {
    return undefined;
  }
  return found.length === lines.length ? found : undefined;
}
