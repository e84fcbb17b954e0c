import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathInWorkTree } from '../../../../../git/paths/path-below.ts';
import { declareAll, identity, isPerson, speakerOf, type ToDeclare } from '../../../../../recorder/declare.ts';
import type { Declaration, Speaker } from '../../../../../recorder/spool/own-events.ts';
import { ProvError } from '../../../../../errors.ts';
import { MAX_ENTRY_CHARACTERS } from '../../../../../model/knowledge/append.ts';
import { type NodeId, oid, type Oid, type RepoPath } from '../../../../../model/ids.ts';
import { enumerate } from '../../../../../model/one-line.ts';
import { targetOfThing, thingOf } from '../../../../../model/knowledge/thing.ts';
import { type LineSpan, restsDetail } from '../../../../../model/knowledge/rests-on.ts';
import type { Detail, Node } from '../../../../../model/model.ts';
import type { Target } from '../../../../../model/step.ts';
import { type History, newestFirst } from '../../../../../ask/history/history.ts';
import { prepareContexts } from '../../../../../ask/context/start-file.ts';
import { isWholeId } from '../../../../../ask/find/reference.ts';
import { commitsAbout } from '../../../../../ask/review/waiting.ts';
import { ask, type GraphQueryContext, reviewedIn } from '../../../reading/with-graph.ts';
import { type Streams, stdinOf } from '../../../context.ts';
import { readInput } from '../../../output/input.ts';
import { historyOf, jsonAnswer, type ReadingContext } from '../../../reading/reading-context.ts';
import { openUnpaged } from '../../../output/unpaged.ts';
import { doneBy } from '../../../render/knowledge/change-words.ts';
import { term } from '../../../render/term.ts';
import { shortOid } from '../../../../../git/repository/abbreviation.ts';

/** A target of the command line that was found. */
export interface FoundTarget {
  readonly target: Target;
  /** The node, if the target is one. */
  readonly node?: Node;
  /** The newest commit with a note that has it. */
  readonly commit?: Oid;
  /** The commits whose notes have it, or a change that was made on it. */
  readonly commits?: readonly Oid[];
  /** The lines of the file that were named. */
  readonly lines?: LineSpan;
}

/** The person or session that runs the command. */
export interface Declarer {
  readonly ctx: ReadingContext;
  readonly history: History;
  readonly speaker: Speaker;
  readonly person: boolean;
  /** The person's name in git's terms. */
  readonly by: string | undefined;
}

/**
 * Finds the person or session that runs the command.
 * @throws ProvError `usage` when nothing is recorded here, or the session is unknown
 */
export async function declarerOf(ctx: ReadingContext, session: string | undefined): Promise<Declarer> {
  const speaker = await speakerOf(ctx.repo, ctx.env, session);
  const person = isPerson(speaker);
  return { ctx, history: historyOf(ctx), speaker, person, by: person ? await identity(ctx.repo) : undefined };
}

/** Whether an entry or a link of this kind by this session needs a person's review before it counts. */
export async function isReviewed({ ctx, person }: Declarer, kind: string): Promise<boolean> {
  return !person && (await reviewedIn(ctx))(kind);
}

/**
 * The text of the entry; `-` reads it from standard input.
 * @throws ProvError `usage` when it is empty or too long
 */
export async function textOf(text: string, streams: Streams): Promise<string> {
  const statement = (text === '-' ? await readInput(stdinOf(streams)) : text).trim();
  if (statement === '')
    throw new ProvError('usage', 'The text is empty.', { hint: 'Pass it in quotes, or - for standard input.' });
  if (statement.length > MAX_ENTRY_CHARACTERS)
    throw new ProvError('usage', `The text has ${statement.length} characters (at most ${MAX_ENTRY_CHARACTERS}).`, {
      hint: 'Shorten it, put the rest into a file, and add --derived-from file:PATH.',
    });
  return statement;
}

/**
 * Finds the targets of references: nodes, `commit:REV`, `file:PATH` (even for a file without records), or `FILE:LINE` when
 * an agent wrote the line.
 * @param check examines the graph around them before anything is recorded
 * @throws ProvError `usage` or `data` when a reference is ambiguous, means nothing, or means a session
 */
export async function targetsOf(
  declarer: Declarer,
  references: readonly string[],
  check: (asking: GraphQueryContext, found: readonly FoundTarget[]) => Promise<void> = async () => undefined,
): Promise<readonly FoundTarget[]> {
  if (references.length === 0) return [];
  return ask(declarer.ctx, async (asking) => {
    const found: FoundTarget[] = [];
    for (const text of references) found.push(await targetIn(declarer, asking, text));
    await check(asking, found);
    return found;
  });
}

/** The same for a single reference. */
export const targetOf = async (declarer: Declarer, reference: string): Promise<FoundTarget> =>
  (await targetsOf(declarer, [reference]))[0]!;

async function targetIn({ ctx, history }: Declarer, asking: GraphQueryContext, text: string): Promise<FoundTarget> {
  if (text.startsWith('file:') && !isWholeId(text.slice(5))) return fileTarget(ctx, text.slice(5));
  const [, kind, rest = ''] = /^(function|type):(.+)$/s.exec(text) ?? [];
  if (kind !== undefined && !isWholeId(rest)) return { target: await symbolTarget(ctx, text) };
  const [, other, its = ''] = /^(external|module|service|tool):(.+)$/s.exec(text) ?? [];
  if (other !== undefined && !isWholeId(its))
    return { target: await (await import('./other-thing.ts')).otherTarget(ctx, text) };
  const { type, id, nodes } = await asking.target(text);
  const shown = `'${term(text, 80)}'`;
  switch (isWholeId(id) ? 'node' : type) {
    case 'commit':
      return { target: { commit: oid(id) }, commit: oid(id) };
    case 'session':
      throw new ProvError('usage', `${shown} is a session.`, {
        hint: 'Name a step of it: git prov sessions SESSION lists them.',
      });
    case 'line':
      if (nodes.length !== 1)
        throw new ProvError('usage', `${shown} was written by ${nodes.length === 0 ? 'no agent' : 'several steps'}.`, {
          hint: 'Name one step, or the commit: git prov why shows both.',
        });
  }
  const [node] = nodes;
  await asking.world.learn(nodes);
  const known = asking.world.node(node!);
  const thing = known && thingOf(known);
  if (thing) return { target: targetOfThing(thing), ...(thing.kind === 'commit' && { commit: thing.commit }) };
  const commits = (await Promise.all(asking.sources.map((source) => source.commitsWith(node!)))).flat();
  const [newest] = commits.length > 1 ? await newestFirst(history.repo, commits) : commits;
  return {
    target: { node: node! },
    commits: await commitsAbout(asking, node!),
    ...(known && { node: known }),
    ...(newest && { commit: newest }),
  };
}

// A function or a type of the work tree.
async function symbolTarget(ctx: ReadingContext, text: string): Promise<Target> {
  const { symbolNamed } = await import('../../../reading/with-symbol.ts');
  const found = await symbolNamed(ctx, text, undefined);
  if (!found)
    throw new ProvError('usage', `'${term(text, 80)}' names no function and no type.`, {
      hint: 'Use function:FILE#NAME.',
    });
  const { kind, path, name } = found.symbol;
  return { path: path as RepoPath, symbol: { kind, name } };
}

// A file, or lines of it. A path may end like a number of a line.
function fileTarget(ctx: ReadingContext, text: string): FoundTarget {
  const exists = (path: string): boolean => !path.includes('\0') && existsSync(resolve(ctx.cwd, path));
  const [, path = '', first, last = first] = /^(.+):([0-9]{1,9})(?:-([0-9]{1,9}))?$/s.exec(text) ?? [];
  if (first === undefined || exists(text) || !exists(path)) return { target: { path: pathOf(ctx, text) } };
  const [from, to] = [Number(first), Number(last)].toSorted((a, b) => a - b) as [number, number];
  return { target: { path: pathOf(ctx, path) }, lines: { from, to } };
}

/**
 * Records the contents of the files, functions, types and lines that an entry is derived from.
 * @throws ProvError `usage` for lines that the file does not have
 */
export async function restsOn(
  { repo }: ReadingContext,
  sources: readonly FoundTarget[],
): Promise<{ readonly detail: Detail; readonly warnings: readonly string[] }> {
  const places = sources.flatMap(({ target, lines }) =>
    'path' in target ? [{ ...target, ...(lines && { lines }) }] : [],
  );
  if (places.length === 0) return { detail: {}, warnings: [] };
  const { restsNow, hasLines } = await import('../../../../../ask/rests/record-rests.ts');
  const rests = await restsNow(repo, places);
  const warnings: string[] = [];
  for (const place of places) {
    const { path, lines } = place;
    if (!lines || rests.some((one) => one.place === place)) continue;
    const named = `${path}:${lines.from}-${lines.to}`;
    if (!(await hasLines(repo, place)))
      throw new ProvError('usage', `${JSON.stringify(named)} names no lines of a text file.`, {
        hint: 'Lines are counted from 1, as the file is now.',
      });
    warnings.push(`The content of ${named} is not recorded: it is blank, ignored by git, or has a secret.`);
  }
  return { detail: restsDetail(rests), warnings };
}

/** @throws ProvError `usage` for lines of a file: only what an entry is derived from is recorded with its content */
export function refuseLines(found: readonly FoundTarget[]): void {
  if (found.some(({ lines }) => lines))
    throw new ProvError('usage', 'Only what an entry is derived from can be lines of a file.', {
      hint: 'Name the file, or use derived_from.',
    });
}

// Paths are relative to the folder of the command, as in git.
function pathOf({ repo, cwd }: ReadingContext, path: string): RepoPath {
  const inside = path === '' ? undefined : pathInWorkTree(repo, cwd, path);
  if (inside === undefined)
    throw new ProvError('usage', `'${term(path, 80)}' is not a file of this work tree.`, {
      hint: 'Use file: and a path inside the repository.',
    });
  return inside as RepoPath;
}

interface Recording {
  /** The kind of the new node, or `event`. */
  readonly kind: string;
  readonly json: boolean;
  readonly warnings?: readonly string[];
}

/**
 * Records an entry and prints its reference.
 * @returns the exit code
 */
export const declareOne = (declarer: Declarer, one: Declaration, on: readonly Oid[], how: Recording): Promise<number> =>
  declareAndPrint(declarer, [{ declaration: one, on }], how);

/**
 * Records entries or changes of one kind and prints their references. The data of the first is the JSON, with the nodes of all
 * where there are several.
 * @param all at least one
 * @returns the exit code
 */
export async function declareAndPrint(
  declarer: Declarer,
  all: readonly ToDeclare[],
  { kind, json, warnings = [] }: Recording,
): Promise<number> {
  const { ctx } = declarer;
  const nodes = await record(declarer, all);
  for (const warning of warnings) ctx.warn(warning);
  const answers = all.map((one, at) => declaredAnswer(declarer, one, nodes[at], kind));
  const { output } = await openUnpaged(ctx, json);
  const lines = answers.map(
    ({ node, status, commits }, at) =>
      `${doneBy(all[at]!.declaration)}${node ? `${kind}:${node}` : `The ${kind} will be recorded`}${status === 'proposed' ? ', proposed: a person accepts it with git prov review' : ''}${whereTo(commits)}.\n`,
  );
  await output.write(
    json
      ? jsonAnswer({
          ...answers[0]!,
          ...(answers.length > 1 && { nodes: answers.map(({ node }) => node) }),
          ...(warnings.length > 0 && { warnings }),
        })
      : lines.join(''),
  );
  return output.close();
}

/** Records entries and changes, and prepares what agents are given. */
export async function record({ ctx, speaker }: Declarer, all: readonly ToDeclare[]): Promise<(NodeId | undefined)[]> {
  const nodes = (await declareAll(ctx.repo, speaker, all)) ?? all.map(() => undefined);
  await prepareContexts(ctx.repo).catch(() => undefined); // it is not necessary for the start of a session
  return nodes;
}

/** What was recorded, as data. */
export interface DeclaredAnswer {
  readonly schema: 'git-prov/said/1';
  readonly node: NodeId | null;
  readonly kind: string;
  readonly session: string;
  readonly status?: unknown;
  readonly commits: readonly Oid[];
}

/** @param node its step; undefined when another process records it */
export function declaredAnswer(
  { speaker }: Declarer,
  { declaration, on }: ToDeclare,
  node: NodeId | undefined,
  kind: string,
): DeclaredAnswer {
  const status =
    declaration.type === 'knowledge'
      ? (declaration.said.detail?.['status'] ?? 'accepted')
      : declaration.changed.detail?.['status'];
  return {
    schema: 'git-prov/said/1',
    node: node ?? null,
    kind,
    session: speaker.id,
    ...(status !== undefined && { status }),
    commits: on,
  };
}

/** Commits named at the end of a sentence. */
const MAX_SHOWN_COMMITS = 4;

/** Where an entry goes, as the end of a sentence. */
export function whereTo(on: readonly Oid[]): string {
  const ids = on.map((commit) => shortOid(commit));
  return on.length === 0 ? ', for the note of the next commit' : `, on ${enumerate(ids, MAX_SHOWN_COMMITS)}`;
}
