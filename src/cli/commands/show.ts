import { never } from '../../errors.ts';
import { find } from '../../query/find.ts';
import type { History } from '../../query/history.ts';
import { commitShownJson, nodeShownJson, SHOW_SCHEMA, storyJson } from '../../query/show-json.ts';
import { showNode } from '../../query/show-node.ts';
import { showCommit, showSession } from '../../query/show.ts';
import { finish, historyOf, jsonText, noCommit, only, openFor, type ReadingContext } from '../reading.ts';
import type { Look } from '../render/fields.ts';
import { renderCommit, renderNode, renderSession } from '../render/show.ts';

export interface ShowOptions {
  /** A commit, a session, or `kind:id`; HEAD when absent. */
  readonly reference?: string | undefined;
  readonly json?: boolean | undefined;
}

/**
 * `git prov show`: the graph behind a commit, a session or a step, as a tree.
 * @returns the exit code
 * @throws ProvError `data` or `usage` when the reference means nothing, or several things
 */
export async function runShow({ reference, json = false }: ShowOptions, ctx: ReadingContext): Promise<number> {
  const history = historyOf(ctx);
  const found = await find(history, reference ?? 'HEAD');
  if (reference === undefined && found.kind === 'absent') throw noCommit();
  const shown = await show(history, only(found, reference ?? 'HEAD'));
  const { output, look } = await openFor('show', ctx, json);
  await output.write(json ? jsonText(shown.json()) : shown.text(look));
  return finish(output, history, ctx);
}

async function show(
  history: History,
  found: ReturnType<typeof only>,
): Promise<{ json: () => object; text: (look: Look) => string }> {
  switch (found.kind) {
    case 'commit': {
      const shown = await showCommit(history, found.commit);
      return { json: () => commitShownJson(shown), text: (look) => renderCommit(shown, look) };
    }
    case 'session': {
      const shown = await showSession(history, found.session);
      const json = (): object => ({ schema: SHOW_SCHEMA, kind: 'session', ...storyJson(shown.story) });
      return { json, text: (look) => renderSession(shown, look) };
    }
    case 'node': {
      const shown = await showNode(history, found.id, found.session);
      return { json: () => nodeShownJson(shown), text: (look) => renderNode(shown, look) };
    }
    default:
      return never(found);
  }
}
