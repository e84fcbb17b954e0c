import type { DataUse } from '../facts.ts';
import { tablesOf } from './sql-tables.ts';

/** The most uses of one file. */
const MAX_USES = 2000;
/** Length limit of a name, in characters. */
const MAX_NAME_CHARACTERS = 200;

const NAME = String.raw`([A-Za-z_]\w{0,100})`;

// Most names and signs of a source begin nothing that is looked for here. So the expressions begin with a sign, and only where a
// string comes after it they look at the name before it. This takes a third of the time.

/** The call of a function, with a string as its first argument. */
const called = (names: string): string => String.raw`\((?=\s*[brL@]?["'\x60])(?<=\b(?:${names})\()\s*`;
const TEXT = String.raw`[brL@]?["'\x60]([^"'\x60$\n]{1,200})["'\x60]`;

/** Whether a text may use environment variables. */
const ANY_ENVIRONMENT = /[Ee]nv|ENV|\$\{[A-Z_]/;
/**
 * Environment variables: `process.env.A`, `os.environ["A"]`, `os.Getenv("A")`, `env::var("A")`, `ENV.fetch('A')`,
 * `Environment.GetEnvironmentVariable("A")`, `${A:-x}`.
 */
const ENVIRONMENT = new RegExp(
  [
    String.raw`\.env\.(?<=\b(?:process|Bun|import\.meta)\.env\.)${NAME}`,
    String.raw`\[(?=\s*["'])(?<=(?:\b(?:process\.env|environ|ENV)|\$_ENV)\[)\s*["']${NAME}["']\s*\]`,
    String.raw`${called(String.raw`getenv|Getenv|LookupEnv|GetEnvironmentVariable|environ\.get|env\.get|ENV\.fetch|env::var(?:_os)?|env!`)}["']${NAME}["']`,
    String.raw`${called(String.raw`(setenv|Setenv|putenv|SetEnvironmentVariable|set_var|environ\.setdefault)`)}["']${NAME}[="']`,
    String.raw`\$\{([A-Z_][A-Z0-9_]{1,100}):?[-?=+]`,
  ].join('|'),
  'g',
);

/** An object of environment variables that is taken apart: `const { A, B: b } = process.env`. */
const TAKEN_APART = /=\s{0,20}(?:process|Bun|import\.meta)\.env\b(?!\s{0,20}[.[?])/g;
/** The most characters of such a pattern. */
const MAX_PATTERN = 2000;

/** Keys of configuration: `config.get("a.b")`, `viper.GetString("a")`, `config["a"]`, `System.getProperty("a")`. */
const CONFIGURATION =
  /\((?=\s*["'`])(?<=\b(?:config|conf|cfg|settings|configuration|viper|Configuration)\.(get|set|has|require|put|unset|Get|Set|IsSet)(?:[A-Z_]\w{0,20})?\()\s*["'`]([\w.:/-]{1,200})["'`]|\[(?=\s*["'])(?<=\b_?(?:config|conf|cfg|settings|configuration|Configuration)\[)\s*["']([\w.:/-]{1,200})["']\s*\](\s*=(?![=>~]))?|\((?=\s*")(?<=\bSystem\.(?:getProperty|(setProperty))\()\s*"([\w.-]{1,200})"/g;

/** Files: `readFile("a")`, `open("a", "w")`, `os.ReadFile("a")`, `File::create("a")`, `file_put_contents("a"`. */
const FILE_READ = new RegExp(
  called(
    String.raw`readFile|readFileSync|createReadStream|readTextFile|ReadFile|os\.Open|read_to_string|fs::read|File::open|File\.read|File\.ReadAllText|file_get_contents|Files\.(?:read\w{1,10}|lines|newBufferedReader|newInputStream)(?:\((?:Path\.of|Paths\.get))?|FileReader|ifstream(?:\s\w{1,50})?|(Path)|open|fopen`,
  ) +
    TEXT +
    String.raw`(\s*,\s*(?:mode\s*=\s*)?["']([rwax][bt+]{0,3})["']|\)\.(?:read|write)_(?:text|bytes)\()?`,
  'g',
);
const FILE_WRITTEN = new RegExp(
  called(
    String.raw`writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|writeTextFile|WriteFile|os\.Create|fs::write|File::create|File\.write|File\.WriteAllText|file_put_contents|Files\.(?:write|writeString|newBufferedWriter|newOutputStream)(?:\((?:Path\.of|Paths\.get))?|FileWriter|ofstream(?:\s\w{1,50})?`,
  ) + TEXT,
  'g',
);

type Found = Omit<DataUse, 'line'> & { readonly at: number };

/**
 * The tables, configuration keys, environment variables and files that a source reads and writes, by the form of its text. It is
 * a guess: a comment may have the same form, and a name that is put together is not found.
 */
export function dataUses(text: string): DataUse[] {
  const found = [...environment(text), ...configuration(text), ...files(text), ...tablesOf(text)];
  const once = new Map<string, Found>();
  for (const one of found) once.set(`${one.kind} ${one.of} ${one.name} ${one.at}`, one);
  return inLines(text, [...once.values()].filter(({ name }) => name.length <= MAX_NAME_CHARACTERS).slice(0, MAX_USES));
}

function environment(text: string): Found[] {
  if (!ANY_ENVIRONMENT.test(text)) return [];
  const single = [...text.matchAll(ENVIRONMENT)].map((match): Found => {
    const [whole, dotted, quoted, called, setter, set, shell] = match;
    const isSet =
      setter !== undefined ||
      /^\s{0,8}(?:\?\?|\|\|)?=(?![=>~])/.test(text.slice(match.index + whole.length).slice(0, 20));
    const name = dotted ?? quoted ?? called ?? set ?? shell!;
    return { kind: isSet && shell === undefined ? 'writes' : 'reads', of: 'env', name, at: match.index };
  });
  return [...single, ...[...text.matchAll(TAKEN_APART)].flatMap(({ index }) => takenApart(text, index))];
}

// The names of a pattern that ends at a place.
function takenApart(text: string, end: number): Found[] {
  const from = Math.max(0, end - MAX_PATTERN);
  const before = text.slice(from, end).trimEnd();
  const plain = before.replace(/(["'`])[^"'`\n]*\1/g, (quoted) => ' '.repeat(quoted.length));
  const open = plain.lastIndexOf('{');
  if (!plain.endsWith('}') || open < 0) return [];
  const names = plain.slice(open + 1).matchAll(/(?<=^|,)\s*([A-Za-z_]\w{0,100})\s*(?=[:=,}])/g);
  return [...names].map(({ 0: whole, 1: name, index }): Found => ({
    kind: 'reads',
    of: 'env',
    name: name!,
    at: from + open + 1 + index + whole.indexOf(name!),
  }));
}

const configuration = (text: string): Found[] =>
  [...text.matchAll(CONFIGURATION)].map((match): Found => {
    const [, verb = '', name, key, isAssigned, isSet, property] = match;
    const isWritten = /^(?:set|put|unset)$/i.test(verb) || isAssigned || isSet;
    return { kind: isWritten ? 'writes' : 'reads', of: 'config', name: (name ?? key ?? property)!, at: match.index };
  });

function files(text: string): Found[] {
  const read = [...text.matchAll(FILE_READ)].flatMap((match): Found[] => {
    const { 1: path, 2: name, 3: rest = '', 4: mode, index } = match;
    if (path !== undefined && !rest.includes('_')) return [];
    const isWritten = mode === undefined ? rest.includes('write_') : !mode.startsWith('r');
    return [{ kind: isWritten ? 'writes' : 'reads', of: 'file', name: name!, at: index }];
  });
  const written = [...text.matchAll(FILE_WRITTEN)].map(({ 1: name, index }): Found => ({
    kind: 'writes',
    of: 'file',
    name: name!,
    at: index,
  }));
  return [...read, ...written].filter(({ name }) => /[./]/.test(name) && !name.includes('://'));
}

// Their lines, in one pass over the text.
function inLines(text: string, found: readonly Found[]): DataUse[] {
  let [line, next] = [1, text.indexOf('\n')];
  return found
    .toSorted((a, b) => a.at - b.at)
    .map(({ kind, of, name, at }) => {
      for (; next >= 0 && next < at; next = text.indexOf('\n', next + 1)) line++;
      return { kind, of, name, line };
    });
}
