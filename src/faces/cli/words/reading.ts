import type { Argv } from 'yargs';
import { SELECTING, selection } from '../log-options.ts';
import { type Bind, json, withReading } from './word.ts';

/** The commands that answer. */
export function reading(y: Argv, bind: Bind): Argv {
  return y
    .command('blame [file]', 'Who wrote each line, and on which decision: takes every option of git blame', (c) =>
      c.options({
        json,
        only: { type: 'string', choices: ['agent', 'human', 'unknown'], describe: 'Only the lines of these owners' },
        evidence: { type: 'string', describe: 'Show the kind of evidence; with =KIND,… only lines of these kinds' },
      }),
    )
    .command(
      'why <place>',
      'Why lines are there: FILE:LINE, FILE:A-B, FILE#L12-L20, or an address on a forge',
      (c) =>
        c.positional('place', { type: 'string', demandOption: true, describe: 'The lines' }).options({
          L: { type: 'string', array: true, nargs: 1, describe: 'Lines as git blame has them; then PLACE is a file' },
          rev: { type: 'string', describe: 'The revision; the work tree, when absent' },
          json,
        }),
      bind(async ({ place, L, rev, json: data }, ctx) => {
        const { runWhy } = await import('../commands/why.ts');
        return withReading(ctx, (read) => runWhy({ place, lines: L, rev, json: data }, read));
      }),
    )
    .command(
      'show [reference]',
      'What happened for a commit, in a session or around a step, as a tree',
      (c) =>
        c
          .positional('reference', { type: 'string', describe: 'A commit, a session, or kind:id; HEAD when absent' })
          .options({
            trace: { type: 'boolean', default: false, describe: 'Also where the step came from, and what came of it' },
            json,
          }),
      bind(async (args, ctx) => {
        const { runShow } = await import('../commands/show.ts');
        return withReading(ctx, (read) => runShow(args, read));
      }),
    )
    .command(
      'log [revisions..]',
      'Commits with their sessions, the share of their lines that agents wrote, and the decisions; paths after --',
      (c) =>
        c
          .positional('revisions', { type: 'string', array: true, describe: 'Revisions and ranges; HEAD when absent' })
          .options({
            n: {
              type: 'number',
              requiresArg: true,
              alias: 'max-count',
              describe: 'No more commits than this; also -NUMBER',
            },
            oneline: { type: 'boolean', default: false, describe: 'Leave the decisions out' },
            ...SELECTING,
            json,
          })
          .parserConfiguration({ 'populate--': true, 'boolean-negation': false }),
      bind(async ({ revisions, n, oneline, json: data, ...args }, ctx) => {
        const { runLog } = await import('../commands/log.ts');
        const paths = (args as { '--'?: string[] })['--'];
        const options = { revisions, paths, maxCount: n, selecting: selection(args), oneline, json: data };
        return withReading(ctx, (read) => runLog(options, read));
      }),
    )
    .command(
      'report [range]',
      'What a reviewer of a range should know: whose lines it adds, for what, which were never verified, or failed',
      (c) =>
        c
          .positional('range', {
            type: 'string',
            describe:
              'A..B, A...B, or a branch; HEAD when absent. A branch is compared with its upstream or the default branch',
          })
          .options({
            format: {
              type: 'string',
              choices: ['text', 'md', 'json'] as const,
              describe: 'text for a terminal, md for a comment on a forge, json for programs',
            },
            json,
          }),
      bind(async (args, ctx) => {
        const { runReport } = await import('../commands/report.ts');
        return withReading(ctx, (read) => runReport(args, read));
      }),
    )
    .command(
      'sessions [session]',
      'The sessions that notes and this clone know, or the steps of one',
      (c) => c.positional('session', { type: 'string', describe: 'A session, or a prefix of it' }).options({ json }),
      bind(async (args, ctx) => {
        const { runSessions } = await import('../commands/sessions.ts');
        return withReading(ctx, (read) => runSessions(args, read));
      }),
    );
}
