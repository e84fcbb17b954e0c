import type { CodeKind } from '../../../../../ask/code/code-kinds.ts';
import { listCode } from '../../../../../ask/code/code-list.ts';
import { commitOf } from '../../../../../ask/code/located-symbol.ts';
import { writtenLines } from '../../../../../ask/code/written-lines.ts';
import { ProvError } from '../../../../../errors.ts';
import { finish, jsonAnswer, openFor, type ReadingContext } from '../../../reading/reading-context.ts';
import { ask } from '../../../reading/with-graph.ts';
import { showingProgress } from '../../../reading/with-symbol.ts';
import { renderCodeList } from '../../../render/ask/code/code-list.ts';
import { choosing, insideOf } from '../search.ts';

export interface CodeListOptions {
  readonly kind: CodeKind;
  readonly path?: string | undefined;
  readonly name?: string | undefined;
  readonly session?: string | undefined;
  readonly unverified?: boolean | undefined;
  readonly limit?: number | undefined;
  /** The revision; by default the work tree. */
  readonly rev?: string | undefined;
  readonly json: boolean;
  /** These do not apply. They are refused. */
  readonly since?: string | undefined;
  readonly status?: string | undefined;
  readonly state?: string | undefined;
}

/** The options that choose entries of notes. */
const OF_ENTRIES = ['since', 'status', 'state'] as const;

/**
 * `git prov list function` and its like: what the code of the work tree or of a revision has. With `--session` or `--unverified` it
 * is HEAD unless a revision is named, because notes belong to commits.
 * @returns the exit code
 * @throws ProvError `usage` for options that do not apply, `data` for a missing revision
 */
export async function runCodeList(options: CodeListOptions, ctx: ReadingContext): Promise<number> {
  const { kind, path, name, limit, session, unverified = false, rev, json } = options;
  const byLines = session !== undefined || unverified;
  const without = OF_ENTRIES.find((name) => options[name] !== undefined);
  if (without !== undefined) throw doesNotApply(`--${without}`, kind);
  if (byLines && kind !== 'function' && kind !== 'type')
    throw doesNotApply(session === undefined ? '--unverified' : '--session', kind);
  const inside = path === undefined ? undefined : insideOf(ctx, path);
  return ask(ctx, async (asking) => {
    const { history } = asking;
    const chosen = byLines ? await choosing({ session }, ctx, asking) : {};
    const written = byLines
      ? await writtenLines(history, rev ?? 'HEAD', { session: chosen.session, unverified })
      : undefined;
    const commit = written?.commit ?? (await commitOf({ repo: ctx.repo, revision: rev }));
    const query = { kind, path: inside, name, limit, written, commit };
    const found = await showingProgress(ctx, (onProgress) => listCode(ctx.repo, { ...query, onProgress }));
    const { output, style } = await openFor('list', ctx, json);
    const isChosen = byLines || inside !== undefined || name !== undefined;
    await output.write(json ? jsonAnswer(found) : renderCodeList(found, style, isChosen));
    return finish(output, history, ctx);
  });
}

const doesNotApply = (option: string, kind: CodeKind): ProvError =>
  new ProvError('usage', `${option} does not apply to a ${kind}: it is read from the code.`, {
    hint: `Use git prov list ${kind}, with --path or --limit.`,
  });
