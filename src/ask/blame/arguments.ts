import { ProvError } from '../../errors.ts';
import { ownOption, type OwnerKind } from './options.ts';

export type { OwnerKind } from './options.ts';

/** The output format. `default` is git's own layout for people. */
export type Format = 'default' | 'porcelain' | 'line-porcelain' | 'incremental' | 'json';

/** Which of git's options for the default layout are on; `undefined` when the configuration decides. */
export interface LayoutOptions {
  readonly author: boolean;
  readonly email: boolean | undefined;
  readonly rawTime: boolean;
  readonly longId: boolean;
  readonly origLine: boolean;
  readonly path: boolean;
  readonly blankBoundary: boolean | undefined;
  /** Undefined: as many digits as make the id unique. */
  readonly abbrev: number | undefined;
}

/** A parsed command line of `git prov blame`. */
export interface Arguments {
  readonly format: Format;
  readonly layout: LayoutOptions;
  /** Arguments that make `git blame` print the same output: everything but our own options. */
  readonly git: readonly string[];
  /** The arguments that decide which commit a line is blamed on, without those for the layout. */
  readonly query: readonly string[];
  /** The layout has options that only git renders (`-c`, `--date`, git's colours, scores). */
  readonly exotic: boolean;
  /** `--contents` was given, so uncommitted lines are not those of the work tree. */
  readonly contents: boolean;
  /** Standard input is the content (`--contents -`). */
  readonly stdin: boolean;
  /** Revisions to ignore were given, so lines may carry marks for that. */
  readonly ignores: boolean;
  /** `--reverse`: git names the last commit with a line, and not the one that added it. */
  readonly reverse: boolean;
  /** Git must handle the command line alone: a help request (`-h`), or an error that git explains best. */
  readonly plain: boolean;
  /** Whether to show git's progress; `undefined` when the terminal decides. */
  readonly progress: boolean | undefined;
  /** Only lines of this owner are shown. */
  readonly only: OwnerKind | undefined;
  /** Only lines with one of these kinds of evidence are shown. */
  readonly evidence: readonly string[];
  readonly showEvidence: boolean;
}

/** Git's long options for blame: whether they take a value, and their meaning for the layout. */
const LONG: Readonly<Record<string, { value?: 'required' | 'optional'; layout?: string; query?: boolean }>> = {
  incremental: { layout: 'incremental' },
  porcelain: { layout: 'porcelain' },
  'line-porcelain': { layout: 'line-porcelain' },
  'show-name': { layout: 'f' },
  'show-number': { layout: 'n' },
  'show-email': { layout: 'e' },
  'show-stats': { layout: 'exotic' },
  'score-debug': { layout: 'exotic' },
  'color-lines': { layout: 'exotic' },
  'color-by-age': { layout: 'exotic' },
  progress: { layout: 'progress' },
  abbrev: { value: 'optional', layout: 'abbrev' },
  root: { query: true },
  minimal: { query: true },
  'diff-algorithm': { value: 'required', query: true },
  'ignore-rev': { value: 'required', query: true },
  'ignore-revs-file': { value: 'required', query: true },
  contents: { value: 'required', query: true },
};

/** Git's revision options that take a value as a separate argument. */
const REVISION_VALUE = /^--(?:since|after|until|before|max-age|min-age|max-count|skip|glob|exclude|encoding)$/;

/** The number of digits of a full SHA-1 id. */
const SHA1_DIGITS = 40;

const SHORT_LOOK = 'bcefhlnpst';
const SHORT_VALUE = 'LS';
const SHORT_OPTIONAL = 'CM';

/**
 * Parses a command line. Unknown options are passed to git, which accepts or rejects them.
 * @param argv everything after `blame`
 * @throws ProvError `usage` for a wrong use of our own options
 */
export function parseArguments(argv: readonly string[]): Arguments {
  const state = new ReadingArguments();
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i]!;
    if (arg === '--') {
      state.keep(argv.slice(i));
      break;
    }
    const own = ownOption(arg, argv[i + 1], state.own);
    if (own > 0) i += own - 1;
    else if (arg.startsWith('--')) i += readLong(state, arg, argv[i + 1]);
    else if (arg.startsWith('-') && arg.length > 1) i += readCluster(state, arg, argv[i + 1]);
    else state.keep([arg]);
  }
  return state.finish();
}

// Returns how many of the following arguments belong to this one.
function readLong(state: ReadingArguments, arg: string, next: string | undefined): number {
  const [, no, written, value] = /^--(no-)?([^=]*)(?:=(.*))?$/s.exec(arg) ?? [];
  const name = written === undefined ? undefined : fullName(written);
  const option = name === undefined ? undefined : LONG[name];
  if (name === undefined || option === undefined) {
    if (/^--(?:date(?:=|$)|relative-date$)/.test(arg)) state.exotic = true;
    if (arg === '--reverse') state.reverse = true;
    const separate = arg === '--date' || REVISION_VALUE.test(arg);
    state.keep(separate && next !== undefined ? [arg, next] : [arg], {
      query: !arg.startsWith('--date') && arg !== '--relative-date',
    });
    return separate && next !== undefined ? 1 : 0;
  }
  const takesNext = option.value === 'required' && value === undefined && !no && next !== undefined;
  state.keep(takesNext ? [arg, next] : [arg], { query: option.query === true });
  if (option.layout) state.set(option.layout, no ? undefined : (value ?? ''));
  if (name === 'contents') state.contents = no ? undefined : (value ?? next ?? '');
  if (name === 'ignore-rev' || name === 'ignore-revs-file') state.ignores = true;
  return takesNext ? 1 : 0;
}

// Git accepts any unique prefix of a long option.
function fullName(written: string): string | undefined {
  if (written in LONG) return written;
  const found = Object.keys(LONG).filter((name) => written !== '' && name.startsWith(written));
  return found.length === 1 ? found[0] : undefined;
}

// `-sel`, `-L1,5`, `-wL 1,5`, `-C5`.
function readCluster(state: ReadingArguments, arg: string, next: string | undefined): number {
  for (let i = 1; i < arg.length; i++) {
    const letter = arg[i]!;
    const rest = arg.slice(i + 1);
    if (SHORT_VALUE.includes(letter)) {
      const separate = rest === '' && next !== undefined;
      state.keep(separate ? [`-${letter}`, next] : [`-${letter}${rest}`]);
      return separate ? 1 : 0;
    }
    if (SHORT_OPTIONAL.includes(letter)) {
      state.keep([`-${letter}${rest}`]);
      return 0;
    }
    if (letter === 'w') state.keep(['-w']);
    else if (SHORT_LOOK.includes(letter)) {
      state.keep([`-${letter}`], { query: false });
      state.set(letter === 'p' ? 'porcelain' : letter, '');
    } else {
      state.keep([`-${arg.slice(i)}`]); // git's revision options, or wrong
      return 0;
    }
  }
  return 0;
}

class ReadingArguments {
  readonly own: { json: boolean; only: OwnerKind | undefined; evidence: string[]; showEvidence: boolean } = {
    json: false,
    only: undefined,
    evidence: [],
    showEvidence: false,
  };
  exotic = false;
  ignores = false;
  reverse = false;
  contents: string | undefined;
  readonly #git: string[] = [];
  readonly #query: string[] = [];
  readonly #on = new Set<string>();
  #email: boolean | undefined;
  #progress: boolean | undefined;
  #abbrev: number | undefined;

  keep(args: readonly string[], { query = true } = {}): void {
    this.#git.push(...args);
    if (query) this.#query.push(...args);
  }

  // `value` is undefined when the option is switched off (`--no-…`).
  set(name: string, value: string | undefined): void {
    if (name === 'abbrev') {
      this.#abbrev = value === undefined ? 0 : value === '' ? undefined : Number(value);
      if (!((this.#abbrev ?? 0) <= SHA1_DIGITS)) this.exotic = true; // git's versions differ here, or it is not a number
    } else if (name === 'e') this.#email = value !== undefined;
    else if (name === 'progress') this.#progress = value !== undefined;
    else if (name === 'exotic') this.exotic = true;
    else if (value === undefined) this.#on.delete(name);
    else this.#on.add(name);
  }

  finish(): Arguments {
    const on = this.#on;
    const format = this.#format();
    const { only, evidence, showEvidence } = this.own;
    if ((only !== undefined || evidence.length > 0) && format !== 'default' && format !== 'json')
      throw new ProvError('usage', `--only and --evidence=KIND do not go with --${format}.`, {
        hint: 'Use --json, which has the owner and the evidence of every line.',
      });
    return {
      format,
      layout: {
        author: !on.has('s'),
        email: this.#email,
        rawTime: on.has('t'),
        longId: on.has('l'),
        origLine: on.has('n'),
        path: on.has('f'),
        blankBoundary: on.has('b') ? true : undefined,
        abbrev: this.#abbrev,
      },
      git: this.#git,
      query: this.#query,
      exotic: this.exotic || on.has('c'),
      contents: this.contents !== undefined,
      stdin: this.contents === '-',
      ignores: this.ignores,
      reverse: this.reverse,
      plain: on.has('h'),
      progress: this.#progress,
      only,
      evidence,
      showEvidence,
    };
  }

  #format(): Format {
    const on = this.#on;
    const format = on.has('incremental')
      ? 'incremental'
      : on.has('line-porcelain')
        ? 'line-porcelain'
        : on.has('porcelain')
          ? 'porcelain'
          : 'default';
    if (!this.own.json) return format;
    if (format !== 'default')
      throw new ProvError('usage', `--json and --${format} ask for two formats.`, { hint: 'Leave one of them out.' });
    return 'json';
  }
}
