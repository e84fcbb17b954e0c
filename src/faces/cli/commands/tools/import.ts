import { TRANSCRIPT_AGENTS } from '../../../../agents/all/transcript-names.ts';
import { ProvError } from '../../../../errors.ts';
import { ObjectReader } from '../../../../git/objects/objects.ts';
import { land } from '../../../../exchange/write-imported.ts';
import { FORGES } from '../../../../exchange/forge/entry.ts';
import { SOURCES } from '../../../../exchange/import-formats.ts';
import { WarningCounts } from '../../../../exchange/warning-counts.ts';
import { define, dryRun, json } from '../../command.ts';
import { withReading } from '../../reading/with-reading.ts';
import { type CliContext, stderrOf } from '../../context.ts';
import { openUnpaged } from '../../output/unpaged.ts';
import type { OpenHistory } from '../../reading/open-history.ts';
import { renderImport } from '../../render/tools/import.ts';
import { jsonText } from '../../render/json-text.ts';
import { showParts } from '../../render/progress.ts';
import type { ImportReport } from '../../render/tools/import-report.ts';

export interface ImportArguments {
  /** The tool's name, see src/exchange/import-formats.ts. */
  readonly source: string;
  /** Revisions and ranges, or paths. */
  readonly names?: readonly string[] | undefined;
  readonly ref?: string | undefined;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/**
 * `git prov import`: writes another tool's records into the notes of existing commits. Events of our own hooks and fetched
 * notes count more, so `openReading` adds them to the notes first.
 * @returns the exit code
 * @throws ProvError `usage` for an unknown tool, `data` when it left no records here, `git` when nothing can be written
 */
export async function runImport(
  { source: name, names = [], ref, dryRun, json }: ImportArguments,
  ctx: Pick<OpenHistory, 'repo'> & CliContext,
): Promise<number> {
  const source = SOURCES.find((one) => one.name === name);
  if (!source)
    throw new ProvError('usage', `${JSON.stringify(name)} is not a tool that git prov can import from.`, {
      hint: `Use one of ${SOURCES.map((one) => one.name).join(', ')}.`,
    });
  const { repo } = ctx;
  const read = await source.load();
  const tally = new WarningCounts();
  const objects = new ObjectReader(repo);
  const { at: show, stop } = showParts(stderrOf(ctx), ctx.env);
  let all: number | undefined;
  try {
    const records = read({ repo, objects, names, ref, tally, expect: (count) => (all = count), prepares: show });
    const { unsigned, ...landed } = await land(repo, records, {
      source: source.name,
      ...(source.evidence && { evidence: source.evidence }),
      dryRun,
      tally,
      progress: (done) => show('Importing records', done, all),
    });
    stop();
    if (unsigned !== undefined) ctx.warn(unsigned);
    const report: ImportReport = { schema: 'git-prov/import/1', source: source.name, dryRun, ...landed };
    const { output, style } = await openUnpaged(ctx, json);
    await output.write(json ? `${jsonText(report, 2)}\n` : renderImport(report, style));
    return await output.close();
  } finally {
    stop();
    await objects.close();
  }
}

export const command = define({
  usage: 'import <source> [names..]',
  example: 'transcripts',
  about: "Import another tool's records, or agents' transcripts",
  options: (c) =>
    c
      .positional('source', {
        type: 'string',
        demandOption: true,
        choices: [...SOURCES.map(({ name }) => name), 'transcripts', ...FORGES],
        describe: `The tool: ${SOURCES.map(({ name, about }) => `${name} (${about})`).join('; ')}; or transcripts (agents' own records of sessions on this machine); or github, gitlab (pull or merge requests with their reviews)`,
      })
      .positional('names', {
        type: 'string',
        array: true,
        describe:
          'Revisions and ranges (for a tool that writes files, and for transcripts: paths; for a forge: numbers of requests); by default all',
      })
      .options({
        ref: { type: 'string', describe: "The ref of the tool's notes, if it is not the usual one" },
        agent: {
          type: 'string',
          array: true,
          nargs: 1,
          describe: `For transcripts: only ${TRANSCRIPT_AGENTS.map(({ name }) => name).join(', ')}`,
        },
        since: {
          type: 'string',
          describe: 'For transcripts and forges: only sessions and requests since this date',
        },
        from: {
          type: 'string',
          array: true,
          nargs: 1,
          describe:
            'For a forge: a file with what gh api or glab api printed (- for standard input), instead of asking it',
        },
        'dry-run': dryRun,
        json,
      }),
  run: async (args, ctx) => {
    refuseUseless(args);
    const forge = FORGES.find((name) => name === args.source);
    if (forge) {
      const { runImportForge } = await import('./import-forge.ts');
      return withReading(ctx, (read) => runImportForge(forge, args, read));
    }
    if (args.source !== 'transcripts') return withReading(ctx, (read) => runImport(args, read));
    const { runImportTranscripts } = await import('./import-transcripts.ts');
    return withReading(ctx, (read) => runImportTranscripts(args, read));
  },
});

interface ImportWords {
  readonly source: string;
  readonly ref?: string | undefined;
  readonly agent?: readonly string[] | undefined;
  readonly since?: string | undefined;
  readonly from?: readonly string[] | undefined;
}

// Rejects options that the source does not support. Ignoring one would import everything instead of a part.
function refuseUseless({ source, ...given }: ImportWords): void {
  const useless = (['ref', 'agent', 'since', 'from'] as const).find(
    (name) => given[name] !== undefined && !optionsOf(source).includes(name),
  );
  if (useless !== undefined)
    throw new ProvError('usage', `--${useless} does not apply to ${source}.`, { hint: 'Leave it out.' });
}

function optionsOf(source: string): readonly string[] {
  if (source === 'transcripts') return ['agent', 'since'];
  if (FORGES.some((name) => name === source)) return ['since', 'from'];
  return SOURCES.find(({ name }) => name === source)?.ref === false ? [] : ['ref'];
}
