import { isatty } from 'node:tty';
import { parseArguments, type Arguments } from '../../../../ask/blame/arguments.ts';
import { blame, blameIncrementally, blamePorcelain, type BlameSources } from '../../../../ask/blame/blame.ts';
import { blameAnswer } from '../../../../ask/blame/blame-answer.ts';
import { type Blamed } from '../../../../ask/blame/blamed.ts';
import type { Segment } from '../../../../ask/blame/blamed.ts';
import type { Bytes, Entry } from '../../../../ask/blame/porcelain.ts';
import { runGit } from '../../../../git/process/inherit.ts';
import { git } from '../../../../git/process/process.ts';
import { isTrue, readSettings, type Settings } from '../../../../git/repository/git-settings.ts';
import { define, json } from '../../command.ts';
import { stderrOf, stdinOf, stdoutOf, type Streams } from '../../context.ts';
import { BROKEN_PIPE, openOutput, type Output } from '../../output/output.ts';
import { prepareToShow, renderBlame, renderOver } from '../../render/blame/blame.ts';
import { type Style } from '../../render/blame/blame-style.ts';
import { renderJson } from '../../render/blame/blame-json.ts';
import { renderIncremental, renderPorcelain } from '../../render/blame/blame-porcelain.ts';
import { showProgress } from '../../render/progress.ts';
import { legend, type Mark } from '../../render/blame/blame-legend.ts';
import { signsFor } from '../../render/blame/blame-words.ts';
import { painter, wantsColor } from '../../render/color.ts';
import type { Layout } from '../../render/blame/git-layout.ts';

/** Columns of a terminal with room for git's whole date beside code. */
const WIDE_COLUMNS = 120;
/** The descriptor of standard error. */
const STDERR = 2;

/** The context of `git prov blame`. */
export interface BlameContext extends BlameSources, Streams {
  /** Whether anything is known about any line: notes exist, or steps that are in no commit yet. */
  readonly hasProvenance: () => Promise<boolean>;
  /** Prints a warning for the user, separate from the output. */
  readonly warn: (message: string) => void;
}

/**
 * `git prov blame`: takes every option of `git blame`, and `--json`, `--only`, `--evidence`. When nothing is known it runs
 * `git blame` itself.
 * @param argv everything after `blame`
 * @returns the exit code
 * @throws ProvError `usage` for a wrong use of our own options
 */
export async function runBlame(argv: readonly string[], context: BlameContext): Promise<number> {
  const args = parseArguments(argv);
  const own = args.format === 'json' || args.only !== undefined || args.evidence.length > 0;
  if (args.plain || (!own && !(await context.hasProvenance()))) return plainBlame(args, context);
  const input = args.stdin ? await readAll(stdinOf(context)) : undefined;
  const code = await answer(args, context, input);
  return code ?? plainBlame(args, context, input);
}

// The exit code; undefined when git refused the command line, which it explains best itself.
function answer(args: Arguments, context: BlameContext, input: Uint8Array | undefined): Promise<number | undefined> {
  switch (args.format) {
    case 'incremental':
      return showIncremental(args, context, input);
    case 'porcelain':
    case 'line-porcelain':
      return showPorcelain(args, context, input);
    case 'json':
      return showJson(args, context, input);
    default:
      return showDefault(args, context, input);
  }
}

async function plainBlame(args: Arguments, context: BlameContext, input?: Uint8Array): Promise<number> {
  const { cwd, env, running } = context;
  running?.stop();
  const { code, signal } = await runGit(['blame', ...args.git], { cwd, env, input });
  return signal === 'SIGPIPE' ? BROKEN_PIPE : code;
}

async function showDefault(
  args: Arguments,
  context: BlameContext,
  input: Uint8Array | undefined,
): Promise<number | undefined> {
  const settings = settingsOf(context);
  void stdoutOf(context).isTTY; // Node takes a while to open it at first use
  const printed = settings.then((known) => printedByGit(args, known, context, input));
  printed.catch(() => undefined); // whoever awaits it reports the failure
  const blamed = await blameShowing(args, context, input, prepareToShow);
  if (!blamed) return undefined;
  const output = await open(context, await settings, true);
  const marks = new Set<Mark>();
  let isCrowded = false;
  const style: Style = {
    marks,
    signs: signsFor(context.env),
    paint: painter(wantsColor(await settings, output, context.env)),
    columns: output.columns,
    crowded: () => (isCrowded = true),
  };
  const layout = layoutOf(args, await settings, blamed, output.columns);
  const text = await printed;
  const bytes =
    text === undefined ? renderBlame(blamed, args, layout, style) : renderOver(text, blamed, args, layout, style);
  const explained = style.columns === undefined ? '' : legend(marks, style, style.columns, isCrowded);
  return finish(output, explained === '' ? bytes : Buffer.concat([bytes, Buffer.from(explained)]), blamed, context);
}

// Blames, and shows progress on a terminal.
async function blameShowing(
  args: Arguments,
  context: BlameContext,
  input: Uint8Array | undefined,
  piece: (piece: Segment) => void = () => undefined,
): Promise<Blamed | undefined> {
  const tty = context.stderr ? context.stderr.isTTY === true : isatty(STDERR);
  if (!(args.progress ?? tty)) return blame(args, context, input, { piece });
  const progress = showProgress(stderrOf(context), context.env, 'Blaming lines');
  try {
    return await blame(args, context, input, { piece, progress: progress.at });
  } finally {
    progress.stop();
  }
}

async function showJson(
  args: Arguments,
  context: BlameContext,
  input: Uint8Array | undefined,
): Promise<number | undefined> {
  const blamed = await blameShowing(args, context, input);
  if (!blamed) return undefined;
  return finish(await open(context, new Map(), false), renderJson(blameAnswer(blamed, args)), blamed, context);
}

async function showPorcelain(
  args: Arguments,
  context: BlameContext,
  input: Uint8Array | undefined,
): Promise<number | undefined> {
  const [blamed, settings] = await Promise.all([blamePorcelain(args, context, input), settingsOf(context)]);
  if (!blamed) return undefined;
  const bytes = renderPorcelain(blamed, blamed.lines, blamed.rest, args.format === 'line-porcelain');
  return finish(await open(context, settings, true), bytes, blamed, context);
}

async function showIncremental(
  args: Arguments,
  context: BlameContext,
  input: Uint8Array | undefined,
): Promise<number | undefined> {
  const output = await open(context, new Map(), false);
  let damaged = 0;
  let shown = false;
  const warnings = await blameIncrementally(args, context, input, async (found: Entry | Bytes, known) => {
    shown = true;
    damaged = known.notes.damaged;
    await output.write(typeof found === 'string' ? Buffer.from(found, 'latin1') : renderIncremental(known, found));
  });
  if (warnings !== undefined || shown)
    return finish(output, '', { notes: { damaged }, warnings: warnings ?? '' }, context);
  return undefined;
}

async function finish(
  output: Output,
  bytes: string | Uint8Array,
  { notes: { damaged }, warnings }: { notes: { damaged: number }; warnings: string },
  context: BlameContext,
): Promise<number> {
  await output.write(bytes);
  const code = await output.close();
  if (warnings !== '') stderrOf(context).write(warnings);
  if (damaged > 0)
    context.warn(`${damaged === 1 ? 'A note' : `${damaged} notes`} could not be read; run git prov doctor.`);
  return code;
}

const settingsOf = ({ cwd, env }: BlameContext): Promise<Settings> =>
  readSettings(['blame', 'color', 'core', 'pager'], { cwd, env });

function open({ cwd, env, stdout }: BlameContext, settings: Settings, paged: boolean): Promise<Output> {
  return openOutput({ cwd, env, paged, pagerSetting: settings.get('pager.blame'), ...(stdout ? { stdout } : {}) });
}

// Git's own output for layouts that only git can print; undefined when our own layout is the same.
async function printedByGit(
  args: Arguments,
  settings: Settings,
  { cwd, env, ...streams }: BlameContext,
  input: Uint8Array | undefined,
): Promise<Bytes | undefined> {
  const on = (name: string): boolean => isTrue(settings.get(`blame.${name}`), false) === true;
  const marks =
    (args.ignores || settings.has('blame.ignorerevsfile')) && (on('markignoredlines') || on('markunblamablelines'));
  const colours = (settings.get('blame.coloring') ?? 'none') !== 'none';
  if (!args.exotic && !marks && !colours && !settings.has('blame.date')) return undefined;
  const tty = stdoutOf(streams).isTTY === true;
  const options = { cwd, env: tty ? { ...env, GIT_PAGER_IN_USE: 'true' } : env, accept: [0, 1, 128, 129] };
  return (await git(['blame', ...args.git], { ...options, ...(input ? { input } : {}) })).stdout.toString('latin1');
}

function layoutOf({ layout }: Arguments, settings: Settings, blamed: Blamed, columns = Infinity): Layout {
  const whole = blamed.entries[0]?.commit.oid.length ?? 40;
  const on = (name: string): boolean => isTrue(settings.get(`blame.${name}`), false) === true;
  return {
    author: layout.author,
    email: layout.email ?? on('showemail'),
    rawTime: layout.rawTime,
    origLine: layout.origLine,
    path: layout.path,
    blankBoundary: layout.blankBoundary ?? on('blankboundary'),
    dayOnly: columns < WIDE_COLUMNS,
    idLength: layout.longId ? whole : idLength(layout.abbrev, whole, blamed),
  };
}

// A boundary mark takes a column of the id, so git adds one column to all ids, unless they have full length already.
function idLength(abbrev: number | undefined, whole: number, { idDigits }: Blamed): number {
  if (abbrev === undefined) return idDigits + 1;
  if (abbrev === 0) return whole;
  const digits = Math.min(Math.max(abbrev, 4), whole);
  return digits < whole ? digits + 1 : whole;
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Only help uses this: `program.ts` runs blame itself, because git parses its options. */
export const command = define({
  usage: 'blame [file]',
  about: 'Show who wrote each line, and why (options as in git blame)',
  options: (c) =>
    c.options({
      json,
      only: { type: 'string', choices: ['agent', 'human', 'unknown'], describe: 'Only the lines of this owner' },
      symbol: { type: 'string', describe: 'Only the lines of this function or type' },
      evidence: { type: 'string', describe: 'Show the kind of evidence; with =KIND,… only lines of these kinds' },
    }),
  run: () => Promise.resolve(0),
});
