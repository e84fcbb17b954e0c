import { resolve } from 'node:path';
import { ProvError } from '../../../../errors.ts';
import { type CliContext, stderrOf } from '../../context.ts';
import { openUnpaged } from '../../output/unpaged.ts';
import type { OpenHistory } from '../../reading/open-history.ts';
import { renderTranscripts } from '../../render/tools/import-transcripts.ts';
import { jsonText } from '../../render/json-text.ts';
import { showParts } from '../../render/progress.ts';
import type { TranscriptReport } from '../../render/tools/transcripts-report.ts';

export interface TranscriptArguments {
  readonly agent?: readonly string[] | undefined;
  /** Files and folders. */
  readonly names?: readonly string[] | undefined;
  readonly since?: string | undefined;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/**
 * `git prov import transcripts`: finds the owners of lines in existing commits, from the agents' transcripts on this
 * machine.
 * @returns the exit code
 * @throws ProvError `usage` for an unsupported agent or an invalid date, `data` for a missing file
 */
export async function runImportTranscripts(
  { agent = [], names = [], since, dryRun, json }: TranscriptArguments,
  ctx: Pick<OpenHistory, 'repo'> & CliContext,
): Promise<number> {
  const from = dateOf(since);
  const { importTranscripts } = await import('../../../../exchange/transcripts/import-transcripts.ts');
  const progress = showParts(stderrOf(ctx), ctx.env);
  const { unread, unsigned, ...found } = await importTranscripts(ctx.repo, {
    agents: agent,
    paths: names.map((name) => resolve(ctx.cwd, name)),
    since: from,
    env: ctx.env,
    dryRun,
    progress: progress.at,
  }).finally(progress.stop);
  if (unsigned !== undefined) ctx.warn(unsigned);
  const report: TranscriptReport = {
    schema: 'git-prov/import-transcripts/1',
    dryRun,
    ...found,
    unread: [...unread].map(([what, { count, where }]) => ({ what, count, where })),
  };
  const { output, style } = await openUnpaged(ctx, json);
  await output.write(json ? `${jsonText(report, 2)}\n` : renderTranscripts(report, style));
  return output.close();
}

/** The time in `--since`. @throws ProvError `usage` for a text that is no date */
export function dateOf(since: string | undefined): number | undefined {
  const time = since === undefined ? undefined : Date.parse(since);
  if (Number.isNaN(time))
    throw new ProvError('usage', `${JSON.stringify(since)} is not a date.`, {
      hint: 'Use for example --since 2026-01-31.',
    });
  return time;
}
