import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type CodeReference, thingNamed } from '../../../../../ask/code/code-reference.ts';
import type { LinkedEntry } from '../../../../../ask/shapes/shapes.ts';
import { thingId } from '../../../../../model/knowledge/thing.ts';
import { listCode } from '../../../../../ask/code/code-list.ts';
import { traceCode } from '../../../../../ask/code/code-trace.ts';
import { commitOf, presentPath } from '../../../../../ask/code/located-symbol.ts';
import { pathInWorkTree } from '../../../../../git/paths/path-below.ts';
import type { Direction } from '../../../../../ask/knowledge/trace.ts';
import type { History } from '../../../../../ask/history/history.ts';
import { isWholeId } from '../../../../../ask/find/reference.ts';
import { layerOf } from '../../../../../ask/knowledge/layers.ts';
import { isDataError, ProvError } from '../../../../../errors.ts';
import type { Oid } from '../../../../../model/ids.ts';
import { finish, jsonAnswer, openFor, type ReadingContext, unclear } from '../../../reading/reading-context.ts';
import { symbolCalled, symbolNamed, showingProgress } from '../../../reading/with-symbol.ts';
import { renderCodeTrace } from '../../../render/ask/code/code-trace.ts';

export interface CodeTraceOptions {
  readonly reference: string;
  readonly direction: Direction | 'both';
  readonly depth: number;
  readonly minConfidence?: number | undefined;
  /** The revision; by default the work tree. */
  readonly rev?: string | undefined;
  readonly json: boolean;
}

/**
 * `git prov trace REFERENCE --layer code`: what uses a function, a file, a package, data or a service, and what it uses.
 * For a recorded change, the functions and types that it wrote lines of, and what they use.
 * @returns the exit code; undefined when the reference names nothing of the code layer
 * @throws ProvError `usage` when it is ambiguous, `data` for a missing thing or revision
 */
export async function runCodeTrace(options: CodeTraceOptions, ctx: ReadingContext): Promise<number | undefined> {
  const { reference, direction, depth, minConfidence, rev, json } = options;
  const commit = await commitOf({ repo: ctx.repo, revision: rev });
  const place = { commit, rev, ctx };
  const code = await codeNamed(reference, place);
  const recorded = code ? undefined : await symbolOrRecorded(reference, place);
  const from = code ?? recorded?.from;
  if (!from) return undefined;
  const both = from.is === 'change' ? (['forward'] as const) : (['backward', 'forward'] as const); // no code uses a change
  const directions = direction === 'both' ? both : [direction];
  const query = { directions, depth, minConfidence, commit };
  const traced = await showingProgress(ctx, (onProgress) => traceCode(ctx.repo, from, { ...query, onProgress }));
  const linked = await entriesAbout(from, ctx);
  const answer = { ...traced, ...(linked.length > 0 && { linked }) };
  const { output, style } = await openFor('trace', ctx, json);
  await output.write(json ? jsonAnswer(answer) : renderCodeTrace(answer, style));
  return recorded?.history ? finish(output, recorded.history, ctx) : output.close();
}

/** The work tree, or a commit with the text that named it. */
interface Place {
  readonly commit: Oid | undefined;
  readonly rev: string | undefined;
  readonly ctx: ReadingContext;
}

/**
 * The thing of the code layer that a reference names, without a look at the record.
 * @throws ProvError `usage` when it is ambiguous, `data` for a missing thing
 */
export async function codeNamed(reference: string, place: Place): Promise<CodeReference | undefined> {
  const { ctx, rev } = place;
  const [, kind, name = ''] = /^(file|module|external|service|tool):(.+)$/s.exec(reference) ?? [];
  if (kind !== undefined && isWholeId(name)) return undefined; // a node, as `search` and `trace` name it
  switch (kind) {
    case 'file':
    case 'module': {
      const path = pathInWorkTree(ctx.repo, ctx.cwd, name) ?? (kind === 'module' && isTop(ctx, name) ? '' : undefined);
      if (path === undefined)
        throw new ProvError('data', `${JSON.stringify(name)} is not in this repository.`, {
          hint: `Name a ${kind === 'module' ? 'folder' : 'file'} of it.`,
        });
      if (kind === 'module') return { is: 'module', folder: path };
      return { is: 'file', path: await presentPath({ repo: ctx.repo, revision: rev }, path) };
    }
    case 'external':
      return { is: 'external', id: reference };
    case 'service':
    case 'tool':
      return placedNamed(kind, reference, name, place);
    default: {
      const path = pathInWorkTree(ctx.repo, ctx.cwd, reference);
      if (path !== undefined && isFile(resolve(ctx.cwd, reference))) return { is: 'file', path };
      if (!/^(?:function|type):|#/.test(reference)) return undefined;
      const found = await symbolNamed(ctx, reference, rev, true);
      return found && { is: 'symbol', symbol: found.symbol };
    }
  }
}

// A file, a function and a type have an answer of their own in the record.
async function entriesAbout(from: CodeReference, ctx: ReadingContext): Promise<readonly LinkedEntry[]> {
  const thing = from.is === 'file' || from.is === 'symbol' ? undefined : thingNamed(from);
  if (!thing) return [];
  const [{ ask }, { linkedToThings }] = await Promise.all([
    import('../../../reading/with-graph.ts'),
    import('../../../../../ask/code/linked-entries.ts'),
  ]);
  return ask(ctx, async ({ world, target }) => {
    const former = from.is === 'placed' ? await target(from.id).catch(withoutData) : undefined;
    return (await linkedToThings(world, [[...new Set([thingId(thing), ...(former?.nodes ?? [])])]]))[0]!;
  });
}

function withoutData(error: unknown): undefined {
  if (!isDataError(error)) throw error;
}

const isTop = ({ repo, cwd }: ReadingContext, folder: string): boolean =>
  repo.workTree === undefined ? folder === '.' : resolve(cwd, folder) === repo.workTree;

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

interface Recorded {
  readonly from: CodeReference;
  /** Undefined where nothing of the record was read. */
  readonly history?: History;
}

// The layer is that of the code, so the name of a function or type means that, and not a branch of the same name.
async function symbolOrRecorded(reference: string, place: Place): Promise<Recorded | undefined> {
  const symbol = await symbolCalled(place.ctx, reference, { revision: place.rev, isFollowed: true });
  return symbol ? { from: { is: 'symbol', symbol } } : changeNamed(reference, place);
}

// A recorded change, or the changes that own a line. Other entries, and a change of a file that has no functions, are left to the
// graph of what was recorded.
async function changeNamed(reference: string, { rev, ctx }: Place): Promise<Recorded | undefined> {
  const [{ ask }, { writtenSymbols }] = await Promise.all([
    import('../../../reading/with-graph.ts'),
    import('../../../../../ask/code/changes/written-symbols.ts'),
  ]);
  return ask(ctx, async ({ history, sources, target }) => {
    const { type, id, nodes } = await target(reference);
    if (type !== 'line' && layerOf(type) !== 'execution') return undefined;
    const wrote = await writtenSymbols({ ...history, sources }, nodes, rev === undefined);
    if (wrote.length === 0) return undefined;
    return { from: { is: 'change', id: type === 'line' ? id : `${type}:${id}`, wrote }, history };
  });
}

async function placedNamed(
  kind: 'service' | 'tool',
  reference: string,
  name: string,
  { commit, rev, ctx }: Place,
): Promise<CodeReference> {
  const { items } = await listCode(ctx.repo, { kind, commit });
  let found = items.filter((one) => one.id === reference || one.name === name);
  if (found.length === 0) {
    const hash = name.lastIndexOf('#'); // its file may have another name now
    const path = hash < 0 ? undefined : await presentPath({ repo: ctx.repo, revision: rev }, name.slice(0, hash));
    found = items.filter((one) => one.path === path && one.name === name.slice(hash + 1));
  }
  const [only] = found;
  if (only && found.length === 1) return { is: 'placed', kind, id: only.id, path: only.path!, name: only.name };
  if (found.length > 1) {
    const candidates = found.map((one) => ({ reference: one.id, summary: `line ${one.lines?.[0] ?? 1}` }));
    return unclear({ kind: 'ambiguous', candidates }, reference, '');
  }
  throw new ProvError('data', `There is no ${kind} ${JSON.stringify(name)} here.`, {
    hint: `See git prov list ${kind}.`,
  });
}
