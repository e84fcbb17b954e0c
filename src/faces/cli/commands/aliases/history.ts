import { ProvError } from '../../../../errors.ts';
import { historyOfEdge, historyOfNode } from '../../../../ask/knowledge/events.ts';
import { edgeHistoryAnswer, nodeHistoryAnswer } from '../../../../ask/knowledge/history-answer.ts';
import { define, json, reference } from '../../command.ts';
import { withReading } from '../../reading/with-reading.ts';
import { ask, onlyNode } from '../../reading/with-graph.ts';
import { finish, jsonAnswer, openFor, type ReadingContext } from '../../reading/reading-context.ts';
import { renderEdgeHistory, renderNodeHistory } from '../../render/knowledge/statements.ts';

export interface HistoryOptions {
  readonly reference: string;
  /** With `to`: the edge between the two nodes. */
  readonly edge?: string | undefined;
  readonly to?: string | undefined;
  readonly json: boolean;
}

/**
 * `git prov history`: all changes of a node or an edge, from which its state can be rebuilt.
 * @returns the exit code
 * @throws ProvError `usage` or `data` when a reference is ambiguous or means nothing
 */
export async function runHistory({ reference, edge, to, json }: HistoryOptions, ctx: ReadingContext): Promise<number> {
  if ((edge === undefined) !== (to === undefined))
    throw new ProvError('usage', 'An edge has two ends.', { hint: 'Run git prov history FROM EDGE TO.' });
  return ask(ctx, async (asking) => {
    const from = await onlyNode(asking, reference);
    if (edge !== undefined && to !== undefined) {
      const happened = await historyOfEdge(asking.world, from, edge, await onlyNode(asking, to));
      const { output, style } = await openFor('history', ctx, json);
      await output.write(json ? jsonAnswer(edgeHistoryAnswer(happened)) : renderEdgeHistory(happened, style));
      return finish(output, asking.history, ctx);
    }
    const happened = await historyOfNode(asking.world, from);
    if (!happened)
      throw new ProvError('data', `No note here holds ${from}.`, { hint: 'git fetch may bring the note that does.' });
    const { output, style } = await openFor('history', ctx, json);
    await output.write(json ? jsonAnswer(nodeHistoryAnswer(happened)) : renderNodeHistory(happened, style));
    return finish(output, asking.history, ctx);
  });
}

export const command = define({
  usage: 'history <reference> [edge] [to]',
  example: 'decision:8f3a21c0-9',
  about: 'Show who changed a node or an edge, when, and how (same as trace --history)',
  options: (c) =>
    c
      .positional('reference', reference)
      .positional('edge', { type: 'string', describe: 'The kind of an edge that starts there' })
      .positional('to', { type: 'string', describe: 'The node where the edge ends' })
      .options({ json }),
  run: async (args, ctx) => withReading(ctx, (read) => runHistory(args, read)),
});
