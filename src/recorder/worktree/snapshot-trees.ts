import { existsSync, linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOid, type Oid } from '../../model/ids.ts';
import { git } from '../../git/process/process.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import { RetryLimit, isTemporary } from '../spool/retry-limit.ts';
import type { Snapshot, SpooledEvent } from '../spool/spool.ts';
import { localFiles } from '../../git/repository/local-files.ts';
import type { WorkTreeState } from '../state/state.ts';

/** How long to wait for the id of a tree while another process writes the file. */
const SETTLE_MS = 100;

/**
 * Replaces each snapshot that is still an index (see hooks/agent) by its tree. Hooks make the trees themselves while their agent
 * works; one is made here where the hook was cut off or is still running. A snapshot with a missing file
 * counts as lost.
 */
export async function withTrees(repo: Repo, dir: string, events: readonly SpooledEvent[]): Promise<SpooledEvent[]> {
  const trees = new Map<string, Oid | undefined>();
  const withTree = async <T extends Snapshot>(seen: T): Promise<T> => {
    const { look: snapshot, ...rest } = seen;
    if (snapshot === undefined) return seen;
    if (!trees.has(snapshot)) trees.set(snapshot, await treeNow(repo, dir, snapshot));
    const tree = trees.get(snapshot);
    return { ...rest, ...(tree ? { tree } : { lost: true }) } as T;
  };
  const done: SpooledEvent[] = [];
  for (const event of events) {
    const observation = event.observation && (await withTree(event.observation));
    if (!observation) done.push(event);
    else {
      const beside: Snapshot[] = [];
      for (const one of observation.beside) beside.push(await withTree(one));
      done.push({ ...event, observation: { ...observation, beside } });
    }
  }
  return done;
}

// A passing fault ends the drain, a few times: the next drain can still make the tree.
async function treeNow(repo: Repo, dir: string, snapshot: string): Promise<Oid | undefined> {
  try {
    return await treeOf(repo, dir, snapshot);
  } catch (cause) {
    if (new RetryLimit(dir).again(`look ${snapshot}`, cause)) throw cause;
    return undefined;
  }
}

async function treeOf(repo: Repo, dir: string, snapshot: string): Promise<Oid | undefined> {
  const file = join(localFiles(dir).snapshots, snapshot);
  for (const end = Date.now() + SETTLE_MS; ; await sleep(5)) {
    const tree = readTree(`${file}.tree`) ?? (await makeTree(repo, dir, file));
    if (tree || !existsSync(`${file}.tree`) || Date.now() > end) return tree;
  }
}

// Git writes a tree's id with a line break, in one piece.
function readTree(file: string): Oid | undefined {
  if (!existsSync(file)) return undefined;
  const id = readFileSync(file, 'latin1');
  return id.endsWith('\n') && isOid(id.slice(0, -1)) ? (id.slice(0, -1) as Oid) : undefined;
}

// Git would replace the index that it read: use a second name for the file.
async function makeTree(repo: Repo, dir: string, file: string): Promise<Oid | undefined> {
  const scratch = `${file}.index.${process.pid}`;
  try {
    linkSync(file, scratch);
    // A hook of the user's (post-index-change) must not run for it, and no part of it may be written to the git dir.
    const args = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.splitIndex=false', 'write-tree'];
    const { stdout } = await git(args, inRepo(repo, { env: privateEnv(repo, dir, scratch) }));
    const tree = stdout.toString('latin1').trim() as Oid;
    writeFileSync(`${file}.tree`, `${tree}\n`, { mode: 0o600 });
    return tree;
  } catch (cause) {
    if (isTemporary(cause)) throw cause;
    return undefined;
  } finally {
    rmSync(scratch, { force: true });
  }
}

// Git works on this index, and keeps its objects apart from the user's.
function privateEnv(repo: Repo, dir: string, index: string): NodeJS.ProcessEnv {
  return {
    ...repo.env,
    GIT_INDEX_FILE: index,
    GIT_OBJECT_DIRECTORY: localFiles(dir).objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(repo.commonDir, 'objects'),
  };
}

/** The tree of a snapshot, if it is made already. */
export const snapshotTree = (dir: string, snapshot: string): Oid | undefined =>
  readTree(join(localFiles(dir).snapshots, `${snapshot}.tree`));

/** The names of the snapshot files: an index each, and the id of its tree beside it. */
export const snapshotNames = (dir: string): string[] =>
  existsSync(localFiles(dir).snapshots) ? readdirSync(localFiles(dir).snapshots) : [];

/** The successive snapshots of each work tree that the events have. */
export function treePairs(
  events: readonly SpooledEvent[],
  workTrees: Readonly<Record<string, Pick<WorkTreeState, 'tree'>>>,
): [Oid, Oid][] {
  const last = new Map<string, Oid>();
  const pairs: [Oid, Oid][] = [];
  for (const { gitDir, tree } of events.flatMap(({ observation }) =>
    observation ? [observation, ...observation.beside] : [],
  )) {
    if (!tree) continue;
    const before = last.get(gitDir) ?? workTrees[gitDir]?.tree;
    if (before) pairs.push([before, tree]);
    last.set(gitDir, tree);
  }
  return pairs;
}
