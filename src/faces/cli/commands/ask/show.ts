import { never } from '../../../../errors.ts';
import { find, findRevision } from '../../../../ask/find/find.ts';
import type { History, Sourced } from '../../../../ask/history/history.ts';
import { knowledgeAnswer, knowledgeOf, type NodeKnowledge } from '../../../../ask/show/node-knowledge.ts';
import type { ShownCommit } from '../../../../ask/show/show-answer.ts';
import { showNode } from '../../../../ask/show/show-node.ts';
import { showCommit, showSession, type Drawn } from '../../../../ask/show/show.ts';
import type { Oid } from '../../../../model/ids.ts';
import { define, json } from '../../command.ts';
import { withReading } from '../../reading/with-reading.ts';
import { weightsOf, withSources } from '../../reading/with-graph.ts';
import {
  finish,
  historyOf,
  jsonAnswer,
  noCommit,
  onlyMeaning,
  openFor,
  type ReadingContext,
} from '../../reading/reading-context.ts';
import type { Field, TextStyle } from '../../render/fields.ts';
import { renderTracePart } from '../../render/knowledge/lineage.ts';
import { renderCommit, renderNode, renderSession } from '../../render/ask/show.ts';
import { standingFields } from '../../render/knowledge/statements.ts';

export interface ShowOptions {
  /** A commit, a session, or `kind:id`; HEAD when absent. */
  readonly reference?: string | undefined;
  readonly json?: boolean | undefined;
  /** Also show the node's origin and results. */
  readonly trace?: boolean | undefined;
}

/**
 * `git prov show`: the graph of a commit, a session or a step, as a tree.
 * @returns the exit code
 * @throws ProvError `data` or `usage` when the reference means nothing or is ambiguous
 */
export async function runShow(options: ShowOptions, ctx: ReadingContext): Promise<number> {
  const { reference, json = false, trace: traced = false } = options;
  const history = historyOf(ctx);
  // Commits are shown without the index.
  const commit = reference === undefined ? await headOf(ctx) : await findRevision(ctx.repo, reference);
  if (reference === undefined && !commit) throw noCommit();
  const shown = commit
    ? showing(await showCommit(history, commit), await marksOf(history))
    : await withSources(ctx, history, async (sourced) =>
        show(sourced, onlyMeaning(await find(sourced, reference!), reference!), ctx, traced),
      );
  const { output, style } = await openFor('show', ctx, json);
  await output.write(json ? jsonAnswer(shown.answer) : shown.text(style));
  return finish(output, history, ctx);
}

// Asks the process that reads the notes, and starts none.
async function headOf({ repo, objects }: ReadingContext): Promise<Oid | undefined> {
  if (!objects) return findRevision(repo, 'HEAD');
  const [head] = await objects.info(['HEAD']);
  return head?.oid;
}

interface Showing {
  readonly answer: object;
  readonly text: (style: TextStyle) => string;
}

const marksOf = async (history: History): Promise<boolean> => (await history.signs?.()) === true;

const showing = (shown: Drawn<ShownCommit>, marks: boolean): Showing => ({
  answer: shown.answer,
  text: (style) => renderCommit(shown, style, marks),
});

async function show(
  sourced: Sourced,
  found: ReturnType<typeof onlyMeaning>,
  ctx: ReadingContext,
  traced: boolean,
): Promise<Showing> {
  switch (found.kind) {
    case 'commit':
      return showing(await showCommit(sourced, found.commit), sourced.marks === true);
    case 'session': {
      const shown = await showSession(sourced, found.session);
      return { answer: shown.answer, text: (style) => renderSession(shown, style, sourced.marks) };
    }
    case 'node': {
      const shown = await showNode(sourced, found.id, found.session);
      const by = { id: found.session, agent: shown.answer.session?.agent ?? '' };
      const known = await knowledgeOf(shown.node, by, sourced, () => weightsOf(ctx), traced);
      const text = (style: TextStyle): string => renderNode(shown, style, partsOf(known, traced, style));
      return { answer: { ...shown.answer, ...knowledgeAnswer(known, traced) }, text };
    }
    default:
      return never(found);
  }
}

const partsOf = ({ statement, lineage }: NodeKnowledge, traced: boolean, style: TextStyle): NodeParts => ({
  ...(statement && { standing: standingFields(statement, traced) }),
  ...(lineage && { lineage: renderTracePart(lineage, style) }),
});

interface NodeParts {
  readonly standing?: readonly Field[];
  readonly lineage?: string;
}

export const command = define({
  usage: 'show [reference]',
  about: 'Show what happened in a commit, a session, or around a step',
  options: (c) =>
    c
      .positional('reference', { type: 'string', describe: 'A commit, a session, or kind:id; by default HEAD' })
      .options({
        trace: { type: 'boolean', default: false, describe: 'Also show the causes and effects of the step' },
        json,
      }),
  run: async (args, ctx) => withReading(ctx, (read) => runShow(args, read)),
});
