import type { CliContext } from '../context.ts';

/** What the parser has of a command: it is run with its arguments when it is the one. */
export type Bind = <Args>(run: (args: Args, ctx: CliContext) => Promise<number>) => (args: Args) => Promise<void>;

/** Options that many commands have. */
export const json = {
  type: 'boolean',
  default: false,
  describe: 'Print data for programs, with a schema field',
} as const;
export const dryRun = { type: 'boolean', default: false, describe: 'Say what would be done, and do nothing' } as const;

/** Runs a command on the repository with its notes; see `session.ts`. */
export const withReading: typeof import('../session.ts').withReading = async (ctx, work) =>
  (await import('../session.ts')).withReading(ctx, work);
