import type { Argv } from 'yargs';
import { ProvError } from '../../../errors.ts';
import { SOURCES } from '../../../exchange/sources.ts';
import { type Bind, dryRun, json, withReading } from './word.ts';

const FORMATS = ['git-ai', 'agent-trace', 'prov-json', 'in-toto', 'otel', 'json', 'dot', 'mermaid'] as const;

/** The commands for other agents' and other tools' records: what comes in from them, and what goes out to them. */
export function records(y: Argv, bind: Bind): Argv {
  return y
    .command(
      'import <source> [names..]',
      'Take what another tool recorded into the notes of the commits that are here',
      (c) =>
        c
          .positional('source', {
            type: 'string',
            demandOption: true,
            choices: [...SOURCES.map(({ name }) => name), 'transcripts'],
            describe: `The tool: ${SOURCES.map(({ name, about }) => `${name} (${about})`).join('; ')}; or transcripts (the records that agents keep of their sessions on this machine)`,
          })
          .positional('names', {
            type: 'string',
            array: true,
            describe:
              'Revisions and ranges (paths, of a tool that writes files, or transcripts); everything, when absent',
          })
          .options({
            ref: { type: 'string', requiresArg: true, describe: 'The ref of its notes, when it is not the usual one' },
            agent: {
              type: 'string',
              array: true,
              nargs: 1,
              describe: 'Of transcripts: only this agent, claude-code, codex, gemini or opencode',
            },
            since: {
              type: 'string',
              requiresArg: true,
              describe: 'Of transcripts: only sessions that were at work since this date',
            },
            'dry-run': dryRun,
            json,
          }),
      bind(async (args, ctx) => {
        refuseUseless(args);
        if (args.source === 'transcripts') {
          const { runImportTranscripts } = await import('../commands/import-transcripts.ts');
          return withReading(ctx, (read) => runImportTranscripts(args, read));
        }
        const { runImport } = await import('../commands/import.ts');
        return withReading(ctx, (read) => runImport(args, read));
      }),
    )
    .command(
      'record',
      'Take events of an agent that has no hooks of its own here, as JSON on standard input',
      (c) =>
        c.options({
          agent: {
            type: 'string',
            requiresArg: true,
            demandOption: true,
            describe: 'The name of the agent that they are of',
          },
          quiet: { type: 'boolean', default: false, describe: 'Never fail and say nothing, as a hook should' },
        }),
      bind(async (args, ctx) => (await import('../commands/record.ts')).runRecord(args, ctx)),
    )
    .command(
      'export <format> [revisions..]',
      'What notes tell, in the formats of other tools: git-ai, Agent Trace, W3C PROV, in-toto, OpenTelemetry, JSON, pictures',
      (c) =>
        c
          .positional('format', { choices: FORMATS, demandOption: true, describe: 'The format' })
          .positional('revisions', {
            type: 'string',
            array: true,
            describe: "Revisions and ranges; HEAD's history when absent, or with --session all notes",
          })
          .options({
            session: {
              type: 'string',
              requiresArg: true,
              describe: 'Only what this session, or a prefix of it, has a part in',
            },
            output: { type: 'string', requiresArg: true, describe: 'The file; standard output for -' },
            ref: {
              type: 'string',
              requiresArg: true,
              describe: 'Where git-ai notes are written, when there is no --output; refs/notes/ai when absent',
            },
          }),
      bind(async (args, ctx) => {
        const { runExport } = await import('../commands/export.ts');
        return withReading(ctx, (read) => runExport(args, read));
      }),
    );
}

interface ImportWords {
  readonly source: string;
  readonly ref?: string | undefined;
  readonly agent?: readonly string[] | undefined;
  readonly since?: string | undefined;
}

// An option that a source does not know would be forgotten, and everything taken where a part was asked for.
function refuseUseless({ source, ...given }: ImportWords): void {
  const reads: readonly string[] =
    source === 'transcripts'
      ? ['agent', 'since']
      : SOURCES.find(({ name }) => name === source)?.ref === false
        ? []
        : ['ref'];
  const useless = (['ref', 'agent', 'since'] as const).find(
    (name) => given[name] !== undefined && !reads.includes(name),
  );
  if (useless !== undefined)
    throw new ProvError('usage', `--${useless} says nothing of ${source}.`, { hint: 'Leave it out.' });
}
