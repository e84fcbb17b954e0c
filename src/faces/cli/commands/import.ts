import { ProvError } from '../../../errors.ts';
import { ObjectReader } from '../../../git/objects/objects.ts';
import { land, type LandingReport } from '../../../exchange/write-imported.ts';
import { SOURCES } from '../../../exchange/sources.ts';
import { Tally } from '../../../exchange/warning-counts.ts';
import { type CliContext, stderrOf } from '../context.ts';
import { openUnpaged } from '../look.ts';
import type { Reading } from '../opening.ts';
import { renderImport } from '../render/import.ts';
import { jsonText } from '../render/json-text.ts';
import { showProgress } from '../render/progress.ts';

export interface ImportArguments {
  /** The tool's name, see src/exchange/sources.ts. */
  readonly source: string;
  /** Revisions and ranges, or paths. */
  readonly names?: readonly string[] | undefined;
  readonly ref?: string | undefined;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** What `git prov import` says. */
export interface ImportReport extends Omit<LandingReport, 'unsigned'> {
  readonly schema: 'git-prov/import/1';
  readonly source: string;
  readonly dryRun: boolean;
}

/**
 * `git prov import`: brings what another tool recorded into the notes of the commits that are here. What our own hooks told of, and
 * what was fetched, is in the notes before (`openReading`), because it counts more.
 * @returns the exit code
 * @throws ProvError `usage` for a tool that is not known, `data` when it left no records here, `git` when nothing can be written
 */
export async function runImport(
  { source: name, names = [], ref, dryRun, json }: ImportArguments,
  ctx: Pick<Reading, 'repo'> & CliContext,
): Promise<number> {
  const source = SOURCES.find((one) => one.name === name);
  if (!source)
    throw new ProvError('usage', `${JSON.stringify(name)} is no tool whose records can be imported.`, {
      hint: `Say one of ${SOURCES.map((one) => one.name).join(', ')}.`,
    });
  const { repo } = ctx;
  const read = await source.load();
  const tally = new Tally();
  const objects = new ObjectReader(repo);
  const stderr = stderrOf(ctx);
  const progress = stderr.isTTY ? showProgress(stderr, ctx.env, 'Importing records') : undefined;
  let all: number | undefined;
  try {
    const records = read({ repo, objects, names, ref, tally, expect: (count) => (all = count) });
    const { unsigned, ...landed } = await land(repo, records, {
      source: source.name,
      ...(source.evidence && { evidence: source.evidence }),
      dryRun,
      tally,
      progress: (done) => progress?.at(done, all),
    });
    progress?.stop();
    if (unsigned !== undefined) ctx.warn(unsigned);
    const report: ImportReport = { schema: 'git-prov/import/1', source: source.name, dryRun, ...landed };
    const { output, look } = await openUnpaged(ctx, json);
    await output.write(json ? `${jsonText(report, 2)}\n` : renderImport(report, look));
    return await output.close();
  } finally {
    progress?.stop();
    await objects.close();
  }
}
