/*
 * What nearly every command asks git first. The loader asks it before it reads the program, because git then answers while the program
 * is still being compiled. The loader and the program are separate files, so the answers are handed on through the process.
 */
import { collectOutput, type Finished } from './collect-output.ts';

/** The sections of git's configuration that the program reads. They are read together, and once in a command. */
export const SECTIONS = [
  'blame',
  'branch',
  'color',
  'core',
  'extensions',
  'filter',
  'gpg',
  'lfs',
  'pager',
  'prov',
  'remote',
  'user',
] as const;

/** Asks for these sections. */
export const SETTINGS_QUESTION: readonly string[] = ['config', '-z', '--get-regexp', `^(${SECTIONS.join('|')})\\.`];

/** Asks for the place of the repository. The top comes last: without a work tree git stops there, after printing the rest. */
export const PLACE_QUESTION: readonly string[] = [
  'rev-parse',
  '--absolute-git-dir',
  '--git-common-dir',
  '--is-bare-repository',
  '--is-inside-work-tree',
  '--show-object-format',
  '--show-prefix',
  '--show-toplevel',
];

/** Lists the files that git tracks, with the ids of their contents. */
export const TRACKED_QUESTION: readonly string[] = ['ls-files', '-s', '-z'];

/** Lists changed, removed and new files of the work tree. It looks at each file. */
export const CHANGED_QUESTION: readonly string[] = ['ls-files', '-m', '-d', '-o', '-t', '-z', '--exclude-standard'];

/** Asks who commits. */
export const IDENTITY_QUESTION: readonly string[] = ['var', 'GIT_COMMITTER_IDENT'];

/** Git takes a date of this form unchanged. */
const PLAIN_DATE = /^@?([1-9][0-9]{8,9} [-+](?:0[0-9]|1[0-4])[0-5][0-9])$/;
/** Git takes a name or an address of this form unchanged: without `<`, `>`, and signs at its ends. */
const PLAIN_WORDS = /^[A-Za-z0-9](?:[ -;=?-~]*[A-Za-z0-9])?$/;

/**
 * The committer whom git would name, where the environment says all of it in plain words; undefined where git has to be asked.
 * @returns name, address and date as in a commit
 */
export function committerIn(env: NodeJS.ProcessEnv): string | undefined {
  const { GIT_COMMITTER_NAME: name = '', GIT_COMMITTER_EMAIL: address = '', GIT_COMMITTER_DATE: date = '' } = env;
  const [, plain] = PLAIN_DATE.exec(date) ?? [];
  return plain && PLAIN_WORDS.test(name) && PLAIN_WORDS.test(address) ? `${name} <${address}> ${plain}` : undefined;
}

type Answer = Promise<Finished | undefined>;

/** Where the answers are. Each is taken once. */
interface Ahead {
  readonly cwd: string;
  readonly byQuestion: Map<string, Answer>;
}

const KEY = Symbol.for('git-prov answers from git');
const shared = globalThis as { [KEY]?: Ahead };

/**
 * Asks git about the current folder, in the environment of this process.
 * @param more what this command will ask besides the settings and the place
 */
export function askAhead(...more: readonly (readonly string[])[]): void {
  const cwd = process.cwd();
  const byQuestion = new Map(
    [SETTINGS_QUESTION, PLACE_QUESTION, ...more].map((args) => [
      keyOf(args),
      collectOutput(args, { cwd }).catch(() => undefined),
    ]),
  );
  shared[KEY] = { cwd, byQuestion };
}

/**
 * Takes an answer that was asked ahead. The environment has to be that of the process.
 * @returns undefined when it was not asked, or is taken; undefined inside when git could not be started
 */
export function takeAhead(args: readonly string[], cwd: string): Answer | undefined {
  const ahead = shared[KEY];
  if (!ahead || ahead.cwd !== cwd) return undefined;
  const key = keyOf(args);
  const answer = ahead.byQuestion.get(key);
  ahead.byQuestion.delete(key);
  return answer;
}

const keyOf = (args: readonly string[]): string => args.join('\0');
