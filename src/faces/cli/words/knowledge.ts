import type { Argv } from 'yargs';
import { KIND_NAMES, LAYER_NAMES } from '../../../ask/knowledge/layers.ts';
import { type Bind, json, withReading } from './word.ts';

const reference = {
  type: 'string',
  demandOption: true,
  describe: 'A node (kind:id), commit:REV, file:PATH, FILE:LINE or session:ID',
} as const;
const minConfidence = {
  type: 'number',
  requiresArg: true,
  describe: 'Only what is at least so certain, from 0 to 1',
} as const;
const CHOOSING = {
  session: { type: 'string', requiresArg: true, describe: 'Only of this session, or of a prefix of it' },
  path: {
    type: 'string',
    requiresArg: true,
    describe: 'Only what changed or speaks of this file, or of files in this folder',
  },
  since: { type: 'string', requiresArg: true, describe: 'Only what is not older; in the words that git takes' },
  'min-confidence': minConfidence,
  provenance: { type: 'boolean', default: false, describe: 'Also what it comes from' },
  limit: { type: 'number', requiresArg: true, describe: 'No more than this' },
  json,
} as const;
const STATUSES = ['proposed', 'accepted', 'rejected', 'superseded', 'retracted'] as const;

/** The commands that ask the graph across all commits. */
export function knowledge(y: Argv, bind: Bind): Argv {
  return y
    .command(
      'trace <reference>',
      'Where something came from, and what came of it, as trees',
      (c) =>
        c.positional('reference', reference).options({
          direction: { choices: ['backward', 'forward', 'both'] as const, default: 'both', describe: 'Which way' },
          depth: { type: 'number', requiresArg: true, default: 3, describe: 'How many edges far' },
          layer: { choices: LAYER_NAMES, array: true, nargs: 1, describe: 'Only nodes of this layer; may be repeated' },
          'min-confidence': minConfidence,
          json,
        }),
      bind(async ({ direction, ...args }, ctx) => {
        const { runTrace } = await import('../commands/trace.ts');
        const way = direction as 'backward' | 'forward' | 'both';
        return withReading(ctx, (read) => runTrace({ ...args, direction: way }, read));
      }),
    )
    .command(
      'evidence <reference>',
      'What something rests on: episodes, notes, raw entries, checks; and what speaks against it',
      (c) => c.positional('reference', reference).options({ json }),
      bind(async (args, ctx) => {
        const { runEvidence } = await import('../commands/evidence.ts');
        return withReading(ctx, (read) => runEvidence(args, read));
      }),
    )
    .command(
      'raw-sources <reference>',
      'The raw entries that something comes from in the end',
      (c) => c.positional('reference', reference).options({ json }),
      bind(async (args, ctx) => {
        const { runRawSources } = await import('../commands/raw-sources.ts');
        return withReading(ctx, (read) => runRawSources(args, read));
      }),
    )
    .command(
      'search <text..>',
      'Find what was said and done, in all notes: all of the words, the last of which may be a beginning',
      (c) =>
        c.positional('text', { type: 'string', array: true, demandOption: true, describe: 'Words' }).options({
          kind: { choices: KIND_NAMES, requiresArg: true, describe: 'Only nodes of this kind' },
          ...CHOOSING,
        }),
      bind(async ({ text, ...args }, ctx) => {
        const { runSearch } = await import('../commands/search.ts');
        return withReading(ctx, (read) => runSearch({ ...args, text: text.join(' ') }, read));
      }),
    )
    .command(
      'list <kind>',
      'All nodes of a kind, the newest first: decisions, claims, beliefs, goals, errors …',
      (c) =>
        c
          .positional('kind', { choices: KIND_NAMES, demandOption: true, describe: 'What they are' })
          .options({ status: { choices: STATUSES, describe: 'Only those that stand so' }, ...CHOOSING }),
      bind(async (args, ctx) => {
        const { runList } = await import('../commands/list.ts');
        return withReading(ctx, (read) => runList(args, read));
      }),
    )
    .command(
      'history <reference> [edge] [to]',
      'All that happened to a node, or to an edge between two: who, what, before, after, in which run',
      (c) =>
        c
          .positional('reference', reference)
          .positional('edge', { type: 'string', describe: 'The kind of an edge that starts there' })
          .positional('to', { type: 'string', describe: 'The node where it ends' })
          .options({ json }),
      bind(async (args, ctx) => {
        const { runHistory } = await import('../commands/history.ts');
        return withReading(ctx, (read) => runHistory(args, read));
      }),
    );
}
