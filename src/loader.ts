/*
 * What `dist/git-prov.js` is: it loads the program, which the build wrote into one file beside it.
 *
 * To compile the program takes as long as most commands then run. So what V8 compiled is kept for the next run, in
 * `~/.cache/git-prov`, one file for each command. Where such a file is missing, damaged, of another version or of another user,
 * V8 compiles the program itself. See docs/decisions/0046-compiled-code-is-kept.md.
 */
import * as fs from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { Script as ScriptOf } from 'node:vm';
import { questionsAboutFile } from './git/repository/file-questions.ts';
import {
  askAhead,
  CHANGED_QUESTION,
  committerIn,
  IDENTITY_QUESTION,
  recentQuestion,
  SHOWN_COMMITS,
  TRACKED_QUESTION,
} from './git/process/ask-ahead.ts';
import { putBackHeldVariables } from './git/process/held-variables.ts';

/** Changes with the program's text. */
declare const BUILD: string;
/** The names of the program's parts. */
declare const PARTS: readonly string[];

interface Program {
  main(): Promise<void>;
}

/**
 * In bytes: a SHA-256 hash of the rest, then the count of writings, then the parts. Each part has a head with the lengths of its name and
 * of its code. All begin at a multiple of eight, because V8 copies code that does not.
 */
const HEAD_BYTES = 40;
const COUNT_AT = 32;
const PART_HEAD_BYTES = 8;
const aligned = (bytes: number): number => (bytes + 7) & ~7;

/** No command's code is as large, in bytes. */
const MAX_CODE_BYTES = 64 << 20;

/** How often a file is written again with what later runs compiled: after 1, 2, 4 … minutes. */
const MAX_WRITINGS = 8;

/** Files that no program used for so long are removed, in milliseconds. */
const UNUSED_MS = 7 * 86_400_000;

const { env } = process;
/** The options that Node read. A hook gives it fewer than the user has. */
const options = env['NODE_OPTIONS'];
putBackHeldVariables(env);
const { O_NOFOLLOW, O_NONBLOCK } = fs.constants; // Windows has neither
const uid = process.getuid?.();

/** The first part of the program. Another part is loaded when it is needed. */
const FIRST = 'program.cjs';

/** Commands run different parts of the program, so each has its own file. All hooks share one. */
const command = /^[a-z][a-z-]{0,19}$/.exec(process.argv[2] ?? '')?.[0] ?? 'none';

/** These commands ask git about the current folder first, and so do the hooks that git starts. */
const ASKS_GIT = /^(?:blame|evidence|log|report|sessions|show|stats|status|trace|why)$/;
const GIT_HOOK = /^(?:p(?:ost|re)-[a-z-]+|reference-transaction)$/;
const hook = command === 'hook' ? (process.argv[3] ?? '') : '';
const NO_OBJECTS = { readsObjects: false };
// The commit's committer writes its notes. Where the date is set, git says what it makes of that.
if (hook === 'post-commit')
  askAhead(env['GIT_COMMITTER_DATE'] && committerIn(env) === undefined ? [IDENTITY_QUESTION] : [], NO_OBJECTS);
else if (GIT_HOOK.test(hook)) askAhead([], NO_OBJECTS);
else if (asksForName()) askAhead([TRACKED_QUESTION], { beside: [CHANGED_QUESTION] });
else if (command === 'status') askAhead([recentQuestion(SHOWN_COMMITS)]);
else if (ASKS_GIT.test(command)) askAhead(questionsAboutFile(process.argv.slice(2)));

/** Whether this is `why NAME` at the top of a work tree. To find a function by its name, git lists all files. */
function asksForName(): boolean {
  const [, , , name = '', ...more] = process.argv;
  return command === 'why' && more.length === 0 && /^[^\s:/\\#.-][^\s:/\\#]*$/.test(name) && fs.existsSync('.git');
}

// Loaded while git answers.
const { createHash } = require('node:crypto') as typeof import('node:crypto');
const { Script } = require('node:vm') as typeof import('node:vm');

/**
 * How much of a function runs before V8 optimises it: fifteen times the default of Node 20. A blame ends before optimised
 * code pays off, and the compiler takes a core from git. Later versions of Node print an error for the flag. From here on V8 refuses
 * code that was made without the flag. So Node's modules, which have such code, are loaded before, and the program's parts after.
 */
const INTERRUPT_BUDGET = '--interrupt-budget=1000000';
if (command === 'blame' && process.version.startsWith('v20.')) {
  const { setFlagsFromString } = require('node:v8') as typeof import('node:v8');
  setFlagsFromString(INTERRUPT_BUDGET);
}

/** V8 takes code only from the same version of itself, with the same options. */
const { size, mtimeMs } = fs.statSync(join(__dirname, FIRST));
const key = hash(
  `${BUILD} ${size} ${mtimeMs} ${process.version} ${process.arch} ${process.execArgv.join(' ')} ${options}`,
)
  .toString('hex')
  .slice(0, 16);

/** Where the code is kept; undefined where nothing can be kept. Node's own variable turns this off too. */
const folder = env['NODE_DISABLE_COMPILE_CACHE'] ? undefined : cacheFolder();

const kept = folder === undefined ? undefined : read(join(folder, `${command}-${key}`));
/** The parts that this process compiled, by name. */
const scripts = new Map<string, ScriptOf>();
const modules = new Map<string, unknown>();
let isRejected = false;
if (folder) process.on('exit', keep);

const PART = /^\.\/([\w.-]+\.cjs)$/;
const requireAny = Object.assign((name: string): unknown => {
  const part = PART.exec(name)?.[1];
  return part === undefined ? require(name) : load(part);
}, require);

const textOf = (name: string): string => fs.readFileSync(join(__dirname, name), 'latin1');
/** These commands run for hours, and an update of the program meanwhile removes the parts that they have not loaded yet. */
const ahead = new Map(/^(?:mcp|web)$/.test(command) ? PARTS.map((name) => [name, textOf(name)]) : []);

void (load(FIRST) as Program).main();

/** Loads a part once. Its text is a function, as Node's own loader makes one of a CommonJS module. */
function load(name: string): unknown {
  if (modules.has(name)) return modules.get(name);
  const file = join(__dirname, name);
  const script = new Script(ahead.get(name) ?? textOf(name), { filename: file, cachedData: kept?.parts.get(name) });
  if (script.cachedDataRejected) isRejected = true;
  scripts.set(name, script);
  const part = { exports: (): unknown => undefined };
  (script.runInThisContext() as (...module: unknown[]) => void)(part.exports, requireAny, part, file, __dirname);
  const exported = part.exports();
  modules.set(name, exported);
  return exported;
}

function cacheFolder(): string | undefined {
  const { HOME = '', XDG_CACHE_HOME = '' } = env;
  const base = isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(HOME, '.cache');
  return isAbsolute(base) ? join(base, 'git-prov', 'code') : undefined;
}

interface Kept {
  /** The code of each part by its name. */
  readonly parts: ReadonlyMap<string, Buffer>;
  readonly written: number;
  /** How often the file was written. */
  readonly count: number;
}

/** Code of another user could do anything in our name. A damaged file could crash V8, which does not look. */
function read(path: string): Kept | undefined {
  try {
    const opened = fs.openSync(path, fs.constants.O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
    try {
      const { mode, size, uid: owner, mtimeMs } = fs.fstatSync(opened);
      if ((uid !== undefined && owner !== uid) || mode & 0o022 || size <= HEAD_BYTES || size > MAX_CODE_BYTES)
        return undefined;
      const bytes = fs.readFileSync(opened);
      if (!hash(bytes.subarray(32)).equals(bytes.subarray(0, 32))) return undefined;
      return { parts: partsIn(bytes), written: mtimeMs, count: bytes[COUNT_AT]! };
    } finally {
      fs.closeSync(opened);
    }
  } catch {
    return undefined;
  }
}

// Only called after the hash was compared: the lengths are those that `written` wrote.
function partsIn(bytes: Buffer): Map<string, Buffer> {
  const parts = new Map<string, Buffer>();
  for (let at = HEAD_BYTES; at < bytes.length;) {
    const [name, code] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
    const start = at + PART_HEAD_BYTES;
    const from = start + aligned(name);
    parts.set(bytes.toString('latin1', start, start + name), bytes.subarray(from, from + code));
    at = from + aligned(code);
  }
  return parts;
}

function written(count: number, parts: ReadonlyMap<string, Buffer>): Buffer {
  const head = Buffer.alloc(HEAD_BYTES - COUNT_AT);
  head[0] = count;
  const rest: Buffer[] = [head];
  for (const [name, code] of parts) {
    const lengths = Buffer.alloc(PART_HEAD_BYTES + aligned(name.length));
    lengths.writeUInt32LE(name.length, 0);
    lengths.writeUInt32LE(code.length, 4);
    lengths.write(name, PART_HEAD_BYTES, 'latin1');
    rest.push(lengths, code, Buffer.alloc(aligned(code.length) - code.length));
  }
  const all = Buffer.concat(rest);
  return Buffer.concat([hash(all), all]);
}

function isDue({ written, count }: Kept): boolean {
  return count < MAX_WRITINGS && Date.now() - written > 60_000 * 2 ** (count - 1);
}

/** Failed commands may have been no command at all. Whatever goes wrong here, the next run compiles the program again. */
function keep(exitCode: number): void {
  if (exitCode > 1 || !folder) return;
  const isKept = kept && !isRejected && [...scripts.keys()].every((name) => kept.parts.has(name));
  if (isKept && !isDue(kept)) return;
  const temporary = join(folder, `${process.pid}.tmp`);
  try {
    for (const path of [dirname(dirname(folder)), dirname(folder), folder]) makeFolder(path);
    const { uid: owner, mode } = fs.lstatSync(folder);
    if ((uid !== undefined && owner !== uid) || mode & 0o022) return;
    // What this run did not need stays for others.
    const parts = new Map(isRejected ? [] : kept?.parts);
    for (const [name, script] of scripts) parts.set(name, script.createCachedData());
    const count = (isRejected ? 0 : (kept?.count ?? 0)) + 1;
    fs.writeFileSync(temporary, written(count, parts), { mode: 0o600, flag: 'wx' });
    fs.renameSync(temporary, join(folder, `${command}-${key}`));
    if (!kept) removeUnused(folder);
  } catch {
    remove(temporary);
  }
}

// Not recursively: Node never ends where a file system, such as /proc, takes no folders.
function makeFolder(path: string): void {
  if (!fs.existsSync(path)) fs.mkdirSync(path, { mode: 0o700 });
}

function remove(path: string): void {
  try {
    fs.rmSync(path, { force: true });
  } catch {
    // There is no such folder.
  }
}

function removeUnused(dir: string): void {
  for (const name of fs.readdirSync(dir)) {
    const path = join(dir, name);
    if (!name.endsWith(key) && Date.now() - fs.statSync(path).mtimeMs > UNUSED_MS) fs.rmSync(path);
  }
}

function hash(bytes: string | Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
