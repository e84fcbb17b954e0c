import type { Argv } from 'yargs';
import { type Bind, json, withReading } from './word.ts';

/** The commands about what the record can be trusted for. */
export function trust(y: Argv, bind: Bind): Argv {
  return y
    .command(
      'verify [revisions..]',
      'Whether the record is what it was: steps, graphs, lines against the diffs; everything, when no range is given',
      (c) =>
        c.positional('revisions', { type: 'string', array: true, describe: 'Revisions and ranges' }).options({
          all: {
            type: 'boolean',
            default: false,
            describe: 'Everything, as when no range is given: also notes of commits that no branch leads to',
          },
          session: { type: 'string', describe: 'Only this session' },
          attestation: {
            type: 'string',
            requiresArg: true,
            describe: 'Verify this file instead, which git prov attest wrote',
          },
          strict: { type: 'boolean', default: false, describe: 'Exit with 1 where something is only claimed' },
          json,
        }),
      bind(async (args, ctx) => {
        const { runVerify } = await import('../commands/verify.ts');
        return withReading(ctx, (read) => runVerify(args, read));
      }),
    )
    .command(
      'attest <commit>',
      'Write what is recorded of a commit as an in-toto statement, signed with the key that git signs with',
      (c) =>
        c.positional('commit', { type: 'string', demandOption: true, describe: 'The commit' }).options({
          output: { type: 'string', requiresArg: true, describe: 'The file; standard output when absent' },
        }),
      bind(async (args, ctx) => {
        const { runAttest } = await import('../commands/attest.ts');
        return withReading(ctx, (read) => runAttest(args, read));
      }),
    )
    .command(
      'replay <session>',
      'What a session did, step after step, with its sub-agents where they were started',
      (c) =>
        c
          .positional('session', { type: 'string', demandOption: true, describe: 'A session, or a prefix of it' })
          .options({
            'from-step': {
              type: 'string',
              requiresArg: true,
              describe: 'Begin with this step: its id, the beginning of it, or its number',
            },
            follow: {
              type: 'boolean',
              default: false,
              describe: 'Go on with new steps as they are recorded, until Ctrl-C',
            },
            json: { type: 'boolean', default: false, describe: 'Print a line of JSON for each step' },
          }),
      bind(async ({ fromStep, ...args }, ctx) => {
        const { runReplay } = await import('../commands/replay.ts');
        return withReading(ctx, (read) => runReplay({ ...args, fromStep }, read));
      }),
    );
}
