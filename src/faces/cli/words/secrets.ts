import type { Argv } from 'yargs';
import { type Bind, json } from './word.ts';

/** The commands about what should not be recorded. */
export function secrets(y: Argv, bind: Bind): Argv {
  return y
    .command(
      'redact',
      'Show what would be kept of a text, and which rule takes what out',
      (c) =>
        c.options({
          test: {
            type: 'string',
            requiresArg: true,
            demandOption: true,
            describe: 'The text, or - for standard input',
          },
          json,
        }),
      bind(async (args, ctx) => (await import('../commands/redact.ts')).runRedact(args, ctx)),
    )
    .command(
      'forget [text]',
      'Find a text that should not have been recorded in all notes and their history, and take it out with --yes',
      (c) =>
        c.positional('text', { type: 'string', describe: 'The text; better given by --stdin or --file' }).options({
          stdin: { type: 'boolean', default: false, describe: 'Read it from standard input' },
          file: { type: 'string', requiresArg: true, describe: 'Read it from this file' },
          yes: { type: 'boolean', default: false, describe: 'Do it, and not only say what would be done' },
          push: {
            type: 'string',
            array: true,
            requiresArg: true,
            describe: 'With --yes: replace the notes of this remote too, by force',
          },
          prune: {
            type: 'boolean',
            default: false,
            describe: 'With --yes: have git remove now what nothing leads to, in packs too',
          },
          json,
        }),
      bind(async (args, ctx) => (await import('../commands/forget.ts')).runForget(args, ctx)),
    );
}
