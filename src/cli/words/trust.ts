import type { Argv } from 'yargs';
import { type Bind, json, withReading } from './word.ts';

/** The commands about what the record can be trusted for. */
export function trust(y: Argv, bind: Bind): Argv {
  return y.command(
    'verify [revisions..]',
    'Whether the record is what it was: steps, graphs, lines against the diffs; everything, when no range is given',
    (c) =>
      c
        .positional('revisions', { type: 'string', array: true, describe: 'Revisions and ranges' })
        .options({ session: { type: 'string', describe: 'Only this session' }, json }),
    bind(async (args, ctx) => {
      const { runVerify } = await import('../commands/verify.ts');
      return withReading(ctx, (read) => runVerify(args, read));
    }),
  );
}
