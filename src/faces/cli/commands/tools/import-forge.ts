import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { ProvError } from '../../../../errors.ts';
import type { Forge } from '../../../../exchange/forge/entry.ts';
import { type ForgeDump, importForge } from '../../../../exchange/forge/import-forge.ts';
import { WarningCounts } from '../../../../exchange/warning-counts.ts';
import { openRegular } from '../../../../git/objects/regular-file.ts';
import { type CliContext, stderrOf, stdinOf } from '../../context.ts';
import { openUnpaged } from '../../output/unpaged.ts';
import type { OpenHistory } from '../../reading/open-history.ts';
import { jsonText } from '../../render/json-text.ts';
import { showParts } from '../../render/progress.ts';
import { type ForgeImportReport, renderForge } from '../../render/tools/import-forge.ts';
import { dateOf } from './import-transcripts.ts';

export interface ForgeArguments {
  /** Files, `-` for standard input. Without one, the forge is asked. */
  readonly from?: readonly string[] | undefined;
  /** Numbers of requests. */
  readonly names?: readonly (string | number)[] | undefined;
  readonly since?: string | undefined;
  readonly dryRun: boolean;
  readonly json: boolean;
}

const NUMBER = /^[#!]?([1-9][0-9]{0,8})$/;

/**
 * `git prov import github` and `gitlab`: adds pull or merge requests, their review comments, verdicts and results of checks to the
 * notes of their commits.
 * @returns the exit code
 * @throws ProvError `usage` for an invalid number or date, `data` for a dump that cannot be read or a forge that does not answer
 */
export async function runImportForge(
  forge: Forge,
  { from, names = [], since, dryRun, json }: ForgeArguments,
  ctx: Pick<OpenHistory, 'repo'> & CliContext,
): Promise<number> {
  const numbers = names.map((name) => numberIn(String(name)));
  const time = dateOf(since);
  const tally = new WarningCounts();
  const progress = showParts(stderrOf(ctx), ctx.env);
  const found = await importForge(ctx.repo, {
    forge,
    dumps: from?.map((name) => dumpOf(name, ctx)),
    numbers,
    since: time,
    dryRun,
    tally,
    progress: progress.at,
  }).finally(progress.stop);
  const report: ForgeImportReport = {
    schema: 'git-prov/import-forge/1',
    source: forge,
    dryRun,
    ...found,
    dropped: tally.all(),
  };
  const { output, style } = await openUnpaged(ctx, json);
  await output.write(json ? `${jsonText(report, 2)}\n` : renderForge(report, style));
  return output.close();
}

function numberIn(name: string): number {
  const [, digits] = NUMBER.exec(name) ?? [];
  if (digits !== undefined) return Number(digits);
  throw new ProvError('usage', `${JSON.stringify(name)} is not the number of a request.`, {
    hint: 'Use for example 12. Name files with --from.',
  });
}

function dumpOf(name: string, ctx: CliContext): ForgeDump {
  if (name === '-') return { name: 'standard input', bytes: stdinOf(ctx) as AsyncIterable<Uint8Array> };
  try {
    return { name, bytes: createReadStream('', { fd: openRegular(resolve(ctx.cwd, name)) }) };
  } catch (cause) {
    throw new ProvError('data', `${JSON.stringify(name)} cannot be read.`, { cause, hint: 'Name a file for --from.' });
  }
}
