import { never } from '../../../../errors.ts';
import type { SessionId } from '../../../../model/ids.ts';
import { isTurnGoal, SAYABLE } from '../../../../model/knowledge/kinds.ts';
import type { Node } from '../../../../model/model.ts';
import { find, findRevision } from '../../../../ask/find/find.ts';
import type { History, Sourced } from '../../../../ask/history/history.ts';
import { stateAll } from '../../../../ask/knowledge/statements.ts';
import { confidencesOf } from '../../../../ask/knowledge/history-answer.ts';
import { statementAnswer } from '../../../../ask/knowledge/statement-answer.ts';
import { traceAnswer } from '../../../../ask/knowledge/trace-answer.ts';
import { trace } from '../../../../ask/knowledge/trace.ts';
import { KnowledgeGraph } from '../../../../ask/knowledge/knowledge-graph.ts';
import type { ShownCommit } from '../../../../ask/show/show-answer.ts';
import { showNode } from '../../../../ask/show/show-node.ts';
import { showCommit, showSession, type Drawn } from '../../../../ask/show/show.ts';
import { define, json } from '../../command.ts';
import { withReading } from '../../reading/with-reading.ts';
import { reviewedIn, weighingOf, withSources } from '../../reading/with-graph.ts';
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
  const commit = await findRevision(ctx.repo, reference ?? 'HEAD');
  if (reference === undefined && !commit) throw noCommit();
  const shown = commit
    ? showing(await showCommit(history, commit), await marksOf(history))
    : await withSources(ctx, history, async (sourced) =>
        show(sourced, onlyMeaning(await find(sourced, reference!), reference!), ctx, traced),
      );
  const { output, look } = await openFor('show', ctx, json);
  await output.write(json ? jsonAnswer(shown.answer) : shown.text(look));
  return finish(output, history, ctx);
}

interface Showing {
  readonly answer: object;
  readonly text: (look: TextStyle) => string;
}

const marksOf = async (history: History): Promise<boolean> => (await history.signs?.()) === true;

const showing = (shown: Drawn<ShownCommit>, marks: boolean): Showing => ({
  answer: shown.answer,
  text: (look) => renderCommit(shown, look, marks),
});

async function show(
  history: Sourced,
  found: ReturnType<typeof onlyMeaning>,
  ctx: ReadingContext,
  traced: boolean,
): Promise<Showing> {
  switch (found.kind) {
    case 'commit':
      return showing(await showCommit(history, found.commit), history.marks === true);
    case 'session': {
      const shown = await showSession(history, found.session);
      return { answer: shown.answer, text: (look) => renderSession(shown, look, history.marks) };
    }
    case 'node': {
      const shown = await showNode(history, found.id, found.session);
      const more =
        traced || isSayable(shown.node) ? await knowledgeOf(shown, found.session, history, ctx, traced) : undefined;
      return {
        answer: { ...shown.answer, ...more?.json },
        text: (look) => renderNode(shown, look, more?.text(look)),
      };
    }
    default:
      return never(found);
  }
}

const isSayable = (node: Node): boolean => (SAYABLE as readonly string[]).includes(node.kind) && !isTurnGoal(node);

// The status and origin of a node, from the index.
async function knowledgeOf(
  { node, answer }: Awaited<ReturnType<typeof showNode>>,
  session: SessionId,
  { sources, marks }: Sourced,
  ctx: ReadingContext,
  traced: boolean,
): Promise<{ json: object; text: (look: TextStyle) => { standing?: readonly Field[]; lineage?: string } }> {
  const world = new KnowledgeGraph(sources, marks, await reviewedIn(ctx));
  const weighing = await weighingOf(ctx);
  const by = { id: session, agent: answer.session?.agent ?? '' };
  const [statement] = isSayable(node) ? await stateAll(world, [{ node, session: by }], true) : [];
  const target = { type: node.kind, id: node.id, text: node.summary, nodes: [node.id], more: false };
  const lineage = traced
    ? await trace(world, target, { directions: ['backward', 'forward'], depth: 3 }, weighing)
    : undefined;
  return {
    json: {
      ...(statement && {
        standing: {
          ...statementAnswer(statement),
          ...(traced && { confidence_history: confidencesOf(statement.standing) }),
        },
      }),
      ...(lineage && { trace: traceAnswer(lineage) }),
    },
    text: (look) => ({
      ...(statement && { standing: standingFields(statement, traced) }),
      ...(lineage && { lineage: renderTracePart(lineage, look) }),
    }),
  };
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
