import { c } from './c/c.ts';
import { csharp } from './csharp/csharp.ts';
import { go } from './go/go.ts';
import { java } from './java/java.ts';
import { javascript } from './javascript/javascript.ts';
import type { Language } from './language.ts';
import { php } from './php/php.ts';
import { python } from './python/python.ts';
import { ruby } from './ruby/ruby.ts';
import { rust } from './rust/rust.ts';
import { shell } from './shell/shell.ts';

/** All languages. Files of others have a node, but no facts. */
export const LANGUAGES: readonly Language[] = [c, csharp, go, java, javascript, php, python, ruby, rust, shell];

/** A language with the grammar for one kind of file. */
export interface Grammar {
  readonly language: Language;
  /** The name of the grammar's file, without `.wasm`. */
  readonly file: string;
}

const byEnding = new Map<string, Grammar>();
const byName = new Map<string, Grammar>();
for (const language of LANGUAGES) {
  for (const [ending, file] of Object.entries(language.grammars)) byEnding.set(ending, { language, file });
  for (const [name, file] of Object.entries(language.fileNames ?? {})) byName.set(name, { language, file });
}

/** In place of a grammar's file. The parser looks at the first line, and parses only shell scripts. */
export const SCRIPT = 'script';
const script: Grammar = { language: shell, file: SCRIPT };
/** Names that scripts have. It leaves out `LICENSE`, `Makefile` and `.gitignore`. */
const SCRIPT_NAME = /^[a-z0-9][\w-]*$/;

/** The grammar for a file, by its name; undefined when there is none. */
export function grammarOf(path: string): Grammar | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  if (dot > 0) return byName.get(name) ?? byEnding.get(name.slice(dot + 1).toLowerCase());
  return byName.get(name) ?? (SCRIPT_NAME.test(name) ? script : undefined);
}
