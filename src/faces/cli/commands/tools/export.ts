import { resolve } from 'node:path';
import { ProvError } from '../../../../errors.ts';
import { ObjectReader } from '../../../../git/objects/objects.ts';
import { binaryReader } from '../../../../git/objects/port.ts';
import type { Oid } from '../../../../model/ids.ts';
import { gitAiNote, isOurs } from '../../../../exchange/export/git-ai.ts';
import {
  countCommits,
  declaredEdges,
  notedCommits,
  type ExportedCommit,
  type Selection,
} from '../../../../exchange/export/noted.ts';
import { withPlainNotes, withPlainSubjects } from '../../../../exchange/export/plain-commits.ts';
import { ImportedTexts } from '../../../../exchange/redact-imported.ts';
import { provDirOf } from '../../../../git/repository/local-files.ts';
import { GIT_AI_REF } from '../../../../exchange/git-ai/git-ai.ts';
import { resolveCommit } from '../../../../ask/history/commit-info.ts';
import type { History } from '../../../../ask/history/history.ts';
import { otherNotesRef, type OtherWritten, writeOtherNotes } from '../../../../notes/repair/foreign-notes.ts';
import { define } from '../../command.ts';
import { withReading } from '../../reading/with-reading.ts';
import { stderrOf } from '../../context.ts';
import { EXPORTERS, type Format } from './exporters.ts';
import { openUnpaged } from '../../output/unpaged.ts';
import type { Output } from '../../output/output.ts';
import { openFileOutput } from '../../output/output-file.ts';
import { finish, historyOf, noCommit, type ReadingContext } from '../../reading/reading-context.ts';
import { renderWritten } from '../../render/tools/export.ts';
import { type Progress, showProgress } from '../../render/progress.ts';
import { sessionNamed } from '../../reading/session-named.ts';

export interface ExportOptions {
  readonly format: Format;
  /** Arguments of `git rev-list`; HEAD's history when absent. */
  readonly revisions?: readonly string[] | undefined;
  readonly session?: string | undefined;
  /** The output file; `-` is standard output. */
  readonly output?: string | undefined;
  /** The ref for notes in git-ai's format. */
  readonly ref?: string | undefined;
}

/** The formats that have the subjects of commits. */
const WITH_SUBJECTS: ReadonlySet<Format> = new Set(['json', 'prov-json']);
/** Limits of one transaction: notes of git-ai, and bytes. */
const NOTES_PER_TRANSACTION = 2000;
const BYTES_PER_TRANSACTION = 16 * 1024 * 1024;

/**
 * `git prov export`: notes in other tools' formats. The same notes give the same bytes.
 * @returns the exit code
 * @throws ProvError `usage` or `data` for an invalid selection, `data` when the file cannot be written
 */
export async function runExport(options: ExportOptions, ctx: ReadingContext): Promise<number> {
  const { format, revisions = [], output: file, ref } = options;
  if (ref !== undefined && (format !== 'git-ai' || file !== undefined))
    throw new ProvError('usage', '--ref names the ref of git-ai notes, and this command writes none.', {
      hint: 'Leave it out, or run git prov export git-ai without --output.',
    });
  const history = historyOf(ctx);
  const session = options.session === undefined ? undefined : await sessionNamed(ctx, options.session);
  if (revisions.length === 0 && session === undefined && !(await resolveCommit(ctx.repo, 'HEAD'))) throw noCommit();
  const selection: Selection = { revisions, session };
  return format === 'git-ai' && file === undefined
    ? exportToRef(otherNotesRef(ref ?? GIT_AI_REF), selection, history, ctx)
    : exportTo(format, file, selection, history, ctx);
}

async function exportTo(
  format: Format,
  file: string | undefined,
  selection: Selection,
  history: History,
  ctx: ReadingContext,
): Promise<number> {
  const written = file === undefined || file === '-' ? undefined : await openFileOutput(resolve(ctx.cwd, file));
  const output: Output = written ?? (await openUnpaged(ctx, true)).output;
  const objects = new ObjectReader(ctx.repo);
  const progress = written && (await progressOf(history, selection, ctx));
  let [found, held, unnamed, cut] = [0, 0, 0, false];
  const words = new ImportedTexts(provDirOf(ctx.repo), 'summary');
  const checkedNotes = (notes: AsyncIterable<ExportedCommit>): AsyncIterable<ExportedCommit> =>
    WITH_SUBJECTS.has(format) ? withPlainSubjects(notes, words) : notes;
  try {
    await EXPORTERS[format]({
      output,
      objects,
      session: selection.session,
      notes: () =>
        counting(
          checkedNotes(
            withPlainNotes(notedCommits(history, selection, progress?.at), provDirOf(ctx.repo), () => void held++),
          ),
          () => found++,
        ),
      statuses: async () => (await declaredEdges(history, selection)).statusOf,
      unnamed: (files) => void (unnamed += files),
      cut: () => void (cut = true),
    });
    progress?.stop();
    if (found + held === 0) warnNothing(selection, ctx);
    warnHeld(held, ctx);
    if (cut) ctx.warn('the picture is cut: not everything fits in it. Name a shorter range, or a session.');
    warnUnnamed(unnamed, format, ctx);
    return await finish(output, history, ctx);
  } catch (error) {
    await written?.drop();
    throw error;
  } finally {
    progress?.stop();
    await objects.close();
  }
}

async function* counting(notes: AsyncIterable<ExportedCommit>, count: () => void): AsyncGenerator<ExportedCommit> {
  for await (const noted of notes) {
    count();
    yield noted;
  }
}

async function exportToRef(ref: string, selection: Selection, history: History, ctx: ReadingContext): Promise<number> {
  const objects = new ObjectReader(ctx.repo);
  const reader = binaryReader(ctx.repo, objects);
  const progress = await progressOf(history, selection, ctx);
  const sum = { written: 0, same: 0, left: 0 };
  let [waiting, size, unnamed, held] = [new Map<Oid, Uint8Array>(), 0, 0, 0];
  const flush = async (): Promise<void> => {
    const done: OtherWritten = await writeOtherNotes(ctx.repo, reader, ref, waiting, (old) => isOurs(old.toString()));
    for (const key of ['written', 'same', 'left'] as const) sum[key] += done[key];
    [waiting, size] = [new Map(), 0];
  };
  try {
    for await (const noted of withPlainNotes(
      notedCommits(history, selection, progress?.at),
      provDirOf(ctx.repo),
      () => void held++,
    )) {
      const note = gitAiNote(noted);
      const bytes = Buffer.from(note.text);
      waiting.set(noted.commit.oid, bytes);
      unnamed += note.unnamed;
      if ((size += bytes.length) > BYTES_PER_TRANSACTION || waiting.size >= NOTES_PER_TRANSACTION) await flush();
    }
    if (waiting.size > 0) await flush();
  } finally {
    progress?.stop();
    await objects.close();
  }
  if (sum.written + sum.same + sum.left + held === 0) warnNothing(selection, ctx);
  warnHeld(held, ctx);
  warnUnnamed(unnamed, 'git-ai', ctx);
  const { output } = await openUnpaged(ctx, false);
  await output.write(renderWritten(ref, sum));
  return finish(output, history, ctx);
}

interface Shown extends Omit<Progress, 'at'> {
  readonly at: (done: number) => void;
}

// Counts only for a person who waits for a file, because counting takes time.
async function progressOf(history: History, selection: Selection, ctx: ReadingContext): Promise<Shown | undefined> {
  const stderr = stderrOf(ctx);
  if (!stderr.isTTY) return undefined;
  const all = await countCommits(history, selection);
  const progress = showProgress(stderr, ctx.env, 'Exporting notes');
  return { ...progress, at: (done) => progress.at(Math.min(done, all), all) };
}

const warnNothing = ({ session }: Selection, { warn }: ReadingContext): void =>
  warn(
    session === undefined
      ? 'no commit of this range has a note. git fetch may bring them; see git prov status.'
      : 'no note of this range has steps of the session.',
  );

function warnHeld(notes: number, { warn }: ReadingContext): void {
  if (notes > 0)
    warn(`${notes === 1 ? 'a note was' : `${notes} notes were`} left out: the id of a session may hold a secret.`);
}

function warnUnnamed(files: number, format: Format, { warn }: ReadingContext): void {
  if (files > 0)
    warn(
      `${files === 1 ? 'a file was' : `${files} files were`} left out: the format of ${format} has no way to name them.`,
    );
}

export const command = define({
  usage: 'export <format> [revisions..]',
  example: 'json',
  about: 'Export notes to git-ai, Agent Trace, W3C PROV, OpenTelemetry …',
  options: (c) =>
    c
      .positional('format', { choices: Object.keys(EXPORTERS) as Format[], demandOption: true, describe: 'The format' })
      .positional('revisions', {
        type: 'string',
        array: true,
        describe: "Revisions and ranges; by default HEAD's history, or with --session all notes",
      })
      .options({
        session: { type: 'string', describe: 'Only the part of this session (an id or a prefix)' },
        output: { type: 'string', describe: 'The file; - for standard output' },
        ref: {
          type: 'string',
          describe: 'The ref of the git-ai notes, without --output; by default refs/notes/ai',
        },
      }),
  run: async (args, ctx) => withReading(ctx, (read) => runExport(args, read)),
});
