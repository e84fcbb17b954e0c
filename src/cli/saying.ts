import { relative, resolve, sep } from 'node:path';
import { readFileSync } from 'node:fs';
import { identity, isPerson, say, speakerOf } from '../capture/declare.ts';
import type { Saying, Speaker } from '../capture/adapters/own.ts';
import { ProvError } from '../errors.ts';
import { readSettings } from '../git/settings.ts';
import { SAID } from '../graph/knowledge/append.ts';
import type { NodeId, Oid, RepoPath } from '../graph/ids.ts';
import type { Node } from '../graph/model.ts';
import type { Target } from '../graph/step.ts';
import { find } from '../query/find.ts';
import { allNotes, type History } from '../query/history.ts';
import { historyOf, jsonText, only, type ReadingContext } from './reading.ts';
import { openUnpaged } from './look.ts';
import { term } from './render/term.ts';

/** The kinds that wait for a person's review when an agent says them, unless `prov.review` names others. */
const REVIEWED = 'memory,decision';

/** A target of the command line, found. */
export interface Found {
  readonly target: Target;
  /** The node, where it is one. */
  readonly node?: Node;
  /** The newest commit whose note has it. */
  readonly commit?: Oid;
}

/** Somebody says something at the command line. */
export interface Sayer {
  readonly ctx: ReadingContext;
  readonly history: History;
  readonly speaker: Speaker;
  readonly person: boolean;
  /** Of the person, as git knows them. */
  readonly by: string | undefined;
}

/**
 * Finds out who speaks.
 * @throws ProvError `usage` when nothing is recorded here, or no such session is known
 */
export async function sayerOf(ctx: ReadingContext, session: string | undefined): Promise<Sayer> {
  const speaker = speakerOf(ctx.repo, ctx.env, session);
  const person = isPerson(speaker);
  return { ctx, history: historyOf(ctx), speaker, person, by: person ? await identity(ctx.repo) : undefined };
}

/** Whether what this speaker says of this kind is to be reviewed by a person before it counts. */
export async function isReviewed({ ctx, person }: Sayer, kind: string): Promise<boolean> {
  if (person) return false;
  const settings = await readSettings(['prov'], ctx);
  const kinds = (settings.get('prov.review') ?? REVIEWED).split(/[\s,]+/);
  return kinds.includes(kind) || kinds.includes('all');
}

/**
 * The text that is to be said; `-` is read from standard input.
 * @throws ProvError `usage` when it is empty or too long
 */
export function textOf(text: string): string {
  const said = (text === '-' ? readFileSync(0, 'utf8') : text).trim();
  if (said === '') throw new ProvError('usage', 'There is nothing to say.', { hint: 'Say it in quotes, or - to read it.' });
  if (said.length > SAID)
    throw new ProvError('usage', `The text has ${said.length} characters, and ${SAID} are the most.`, {
      hint: 'Put it into a file, say it in short, and name the file with --derived-from file:PATH.',
    });
  return said;
}

/**
 * Finds what a reference names: a node, `commit:REV` or `file:PATH`.
 * @throws ProvError `usage` or `data` when it names several things, or nothing, or a session
 */
export async function targetOf(sayer: Sayer, text: string): Promise<Found> {
  const { ctx, history } = sayer;
  if (text.startsWith('file:')) return { target: { path: pathOf(ctx, text.slice(5)) } };
  const found = only(await find(history, text), text);
  if (found.kind === 'commit') return { target: { commit: found.commit }, commit: found.commit };
  if (found.kind !== 'node')
    throw new ProvError('usage', `'${term(text, 80)}' is no node, commit or file.`, {
      hint: 'Name a step of it: git prov sessions SESSION lists them.',
    });
  return { target: { node: found.id }, ...(await placeOf(history, found.id)) };
}

/** A node, and the newest commit whose note has it: none while no commit has taken it up. */
async function placeOf(history: History, id: NodeId): Promise<Pick<Found, 'node' | 'commit'>> {
  for (const { nodes } of (await history.localGraphs?.()) ?? []) {
    const node = nodes.find((one) => one.id === id);
    if (node) return { node };
  }
  for await (const { commit, note } of allNotes(history))
    for (const { nodes } of note.graphs) {
      const node = nodes.find((one) => one.id === id);
      if (node) return { node, commit };
    }
  return {};
}

// Relative to the folder of the command, as git's own commands take paths.
function pathOf({ repo, cwd }: ReadingContext, path: string): RepoPath {
  const inside = relative(repo.workTree!, resolve(cwd, path));
  if (path === '' || inside === '' || inside.startsWith(`..${sep}`) || inside === '..')
    throw new ProvError('usage', `'${term(path, 80)}' is no file of this work tree.`, {
      hint: 'Say file: and a path inside the repository.',
    });
  return inside.split(sep).join('/') as RepoPath;
}

/** Those of some commits that have a note: what speaks of another one goes into the next commit's. */
export async function withNote({ ctx }: Sayer, commits: readonly (Oid | undefined)[]): Promise<Oid[]> {
  const wanted = [...new Set(commits)].filter((commit): commit is Oid => commit !== undefined);
  if (wanted.length === 0) return [];
  const found = await ctx.store.read(wanted);
  return wanted.filter((commit) => found.has(commit));
}

/**
 * Records what is said and prints where it stands.
 * @param kind what the new node is: a kind of node, or `event`
 * @returns the exit code
 */
export async function speak(
  sayer: Sayer,
  saying: Saying,
  on: readonly Oid[],
  { kind, json, warnings = [] }: { readonly kind: string; readonly json: boolean; readonly warnings?: readonly string[] },
): Promise<number> {
  const { ctx, speaker } = sayer;
  const node = await say(ctx.repo, speaker, saying, on);
  const status = saying.type === 'knowledge' ? (saying.said.detail?.['status'] ?? 'accepted') : undefined;
  for (const warning of warnings) ctx.warn(warning);
  const { output } = await openUnpaged(ctx, json);
  await output.write(
    json
      ? jsonText({
          schema: 'git-prov/said/1',
          node: node ?? null,
          kind,
          session: speaker.id,
          ...(status !== undefined && { status }),
          commits: on,
        })
      : `${node ? `${kind}:${node}` : `The ${kind} will be recorded`}${status === 'proposed' ? ', proposed: a person accepts it with git prov review' : ''}${whereTo(on)}.\n`,
  );
  return output.close();
}

const whereTo = (on: readonly Oid[]): string =>
  on.length === 0
    ? ', for the note of the next commit'
    : `, on ${on.map((commit) => commit.slice(0, 8)).join(', ')}`;
