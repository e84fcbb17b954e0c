/*
 * What nearly every command asks git first. The loader asks it before it reads the program, because git then answers while the program
 * is still being compiled. The loader and the program are separate files, so the answers are handed on through the process.
 *
 * Node takes two to three milliseconds to start a process, because it copies its memory map. A shell takes a fraction of that. So Node
 * starts one shell, which asks all questions and then becomes the `git cat-file` that the program will ask for objects.
 */
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Finished } from './collect-output.ts';
import { KEEP_MEMORY } from './keep-memory.ts';

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

/** Lists the last commits of HEAD with their subjects. */
export const recentQuestion = (count: number): readonly string[] => [
  'log',
  `-${count}`,
  '-z',
  '--no-show-signature',
  '--format=%H %s',
  'HEAD',
  '--',
];

/** How many of them `git prov status` shows. */
export const SHOWN_COMMITS = 20;

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

/** Reads objects by the names on its standard input. Git knows the option since 2.36; an older one ends at once. */
export const OBJECTS_QUESTION: readonly string[] = ['cat-file', '--batch-command'];

type Answer = Promise<Finished | undefined>;

/** Where the answers are. Each is taken once. */
interface Ahead {
  /** The folder where git was asked. */
  readonly cwd: string;
  readonly byQuestion: Map<string, Answer>;
  /** The process that reads objects, until it is taken. */
  objects: ChildProcessWithoutNullStreams | undefined;
  /** Where the program runs git in the same repository, once it knows. */
  top?: string;
}

const KEY = Symbol.for('git-prov answers from git');
const shared = globalThis as { [KEY]?: Ahead };

type Question = readonly string[];

/** The first file descriptor of the shell that has answers. */
const FIRST_FD = 3;
/** The descriptors before it. */
const STREAMS = ['stdin', 'stdout', 'stderr'] as const;

/**
 * Asks git about the current folder, in the environment of this process.
 * @param more what this command will ask besides the settings and the place, in the order in which it is needed
 * @param beside what takes longer: git is asked for it at the same time
 * @param readsObjects whether a `git cat-file` begins to wait. A hook reads objects with another environment
 */
export function askAhead(
  more: readonly Question[] = [],
  { beside = [], readsObjects = true }: { beside?: readonly Question[]; readsObjects?: boolean } = {},
): void {
  const groups = [[PLACE_QUESTION, SETTINGS_QUESTION, ...more], beside].filter(({ length }) => length > 0);
  const mark = `end-${Math.random().toString(36).slice(2)}`; // no file can have it
  const shell = spawn('sh', ['-c', scriptFor(groups, mark, readsObjects)], {
    stdio: [...STREAMS.map(() => (readsObjects ? 'pipe' : 'ignore')), ...groups.map(() => 'pipe' as const)],
    windowsHide: true,
  });
  shell.on('error', () => undefined); // no shell: the program asks git itself
  shell.stdin?.on('error', () => undefined);
  const answered = groups.flatMap((group, i) => {
    const answers = readAnswers(shell.stdio[FIRST_FD + i] as Readable, group.length, mark);
    return group.map((args, at) => [keyOf(args), answers[at]!] as const);
  });
  letGo(shell);
  shared[KEY] = {
    cwd: process.cwd(),
    byQuestion: new Map(answered),
    objects: readsObjects ? (shell as ChildProcessWithoutNullStreams) : undefined,
  };
}

// Each answer is followed by a mark and git's exit code. Where git said anything on standard error, the code is followed by a sign: the
// program then asks again, because it may have to show what git said.
function scriptFor(groups: readonly (readonly Question[])[], mark: string, readsObjects: boolean): string {
  const asked = groups.map((group, i) => {
    const questions = group.map((args) => `ask ${args.map(quoted).join(' ')}`);
    return `{ exec ${FIRST_FD}>&${FIRST_FD + i}; ${questions.join('; ')}; } </dev/null >/dev/null 2>&1 &`;
  });
  const kept = Object.entries(KEEP_MEMORY).map(([name, value]) => `${name}=\${${name}-${value}}; export ${name}`);
  const closed = groups.map((_, i) => `${FIRST_FD + i}>&-`);
  return [
    `ask() { said=$(command git "$@" 2>&1 >&${FIRST_FD}); printf '\\0${mark} %s%s\\0' $? "\${said:+!}" >&${FIRST_FD}; }`,
    ...asked,
    ...(readsObjects ? [...kept, `exec git ${OBJECTS_QUESTION.join(' ')} ${closed.join(' ')}`] : []),
  ].join('\n');
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

const NUL = 0;

function readAnswers(stream: Readable, count: number, mark: string): Answer[] {
  const takers: ((answer: Finished | undefined) => void)[] = [];
  const answers = Array.from({ length: count }, () => new Promise<Finished | undefined>((take) => takers.push(take)));
  const end = Buffer.from(`\0${mark} `);
  let waiting: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => {
    // The end of an answer may come in pieces. Of a long answer, only the last piece before this one is read again.
    const last = waiting.at(-1);
    const isEnding = (last ? Buffer.concat([last, chunk]) : chunk).includes(end);
    waiting.push(chunk);
    if (!isEnding) return;
    let rest: Buffer = Buffer.concat(waiting);
    for (let at = rest.indexOf(end); at >= 0; at = rest.indexOf(end)) {
      const until = rest.indexOf(NUL, at + end.length);
      if (until < 0) break;
      const isPlain = rest.toString('latin1', at + end.length, until) === '0';
      takers.shift()?.(isPlain ? { code: 0, stdout: rest.subarray(0, at), stderr: '' } : undefined);
      rest = rest.subarray(until + 1);
    }
    waiting = rest.length > 0 ? [rest] : [];
  });
  const giveUp = (): void => takers.splice(0).forEach((take) => take(undefined));
  stream.on('error', giveUp);
  stream.on('close', giveUp);
  return answers;
}

// An unused process must not keep ours alive. The answers may: the program waits for them.
function letGo(shell: ChildProcess): void {
  for (const held of [shell, shell.stdin, shell.stdout, shell.stderr] as ({ unref?(): void } | null)[]) held?.unref?.();
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

/** Notes where the program runs git in the repository of a folder: the top of the work tree, or the git dir of a bare one. */
export function knowTop(cwd: string, top: string): void {
  const ahead = shared[KEY];
  if (ahead && ahead.cwd === cwd) ahead.top = top;
}

/** Takes the process that reads objects. The environment has to be that of the process. @returns undefined where there is none */
export function takeObjects(args: readonly string[], cwd: string): ChildProcessWithoutNullStreams | undefined {
  const ahead = shared[KEY];
  if (!ahead?.objects || ahead.top !== cwd || keyOf(args) !== keyOf(OBJECTS_QUESTION)) return undefined;
  const { objects } = ahead;
  ahead.objects = undefined;
  return objects.exitCode === null && objects.signalCode === null ? objects : undefined;
}

const keyOf = (args: readonly string[]): string => args.join('\0');
