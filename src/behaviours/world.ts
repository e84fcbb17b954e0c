import { placeOf } from './built-in/sources.ts';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { KnowledgeGraph } from '../ask/knowledge/knowledge-graph.ts';
import type { GraphSource } from '../ask/index/graph-source.ts';
import { Contents } from '../ask/rests/contents.ts';
import { changedAmong, restsIn } from '../ask/rests/rests.ts';
import { resolveCommit } from '../ask/history/commit-info.ts';
import { readRules } from '../gate/rules/read-rules.ts';
import { ObjectReader } from '../git/objects/objects.ts';
import { git } from '../git/process/process.ts';
import { currentBranch } from '../git/repository/current-branch.ts';
import { inRepo, type Repo } from '../git/repository/repo.ts';
import {
  type Derived,
  idOf,
  type KnownNode,
  type SeenEvent,
  type SourcePlace,
  type Surroundings,
} from '../model/behaviours/behaviour.ts';
import type { FoundEvent } from '../model/behaviours/event.ts';
import { isNodeId, isOid, type NodeId, type RepoPath } from '../model/ids.ts';
import { hashOf, type Rest, withoutBlanks } from '../model/knowledge/rests-on.ts';
import type { Node } from '../model/model.ts';
import type { NamedSymbol } from '../model/step.ts';

/** Larger files are not compared. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** References to files that are searched for a path. */
const MAX_FILE_NODES = 20_000;

/** A node that refers to a file, a function or a type. */
interface Reference {
  readonly id: NodeId;
  readonly source: SourcePlace;
}

/** Answers questions of behaviours from the graph and from git. */
export class World implements Surroundings {
  readonly #repo: Repo;
  readonly #graph: KnowledgeGraph;
  readonly #sources: readonly GraphSource[];
  readonly #contents: Map<string, string>;
  /** The code after the last event that was looked at. */
  #code: { readonly event: string; readonly contents: Contents } | undefined;
  #branch: Promise<string | undefined> | undefined;
  #places: Promise<ReadonlyMap<string, readonly Reference[]>> | undefined;

  /** @param contents the contents of files when an entry was derived from them; see `Progress` */
  constructor(repo: Repo, graph: KnowledgeGraph, sources: readonly GraphSource[], contents: Map<string, string>) {
    this.#repo = repo;
    this.#graph = graph;
    this.#sources = sources;
    this.#contents = contents;
  }

  async node(id: NodeId): Promise<KnownNode | undefined> {
    await this.#graph.learnStanding([id]);
    const [node, session] = [this.#graph.node(id), this.#graph.session(id)];
    if (!node || !session) return undefined;
    return {
      node,
      agent: session.agent,
      standing: this.#graph.standing(id),
      isOwn: this.#graph.recordStanding(id) === 'recorded',
      links: this.#graph.links(id),
    };
  }

  /** An event, and those that follow from it: an entry that counts now may supersede others. */
  async seen(event: FoundEvent): Promise<SeenEvent[]> {
    const id = event.subject;
    if (!isNodeId(id)) return [{ ...event, known: undefined }];
    const known = await this.node(id);
    const all: SeenEvent[] = [{ ...event, known }];
    if (event.type !== 'created' && event.type !== 'accepted') return all;
    for (const { kind, from, to } of known?.links ?? []) {
      const older = kind === 'supersedes' && from === id ? await this.node(to) : undefined;
      if (older?.standing?.status === 'superseded')
        all.push({ ...event, type: 'superseded', id, subject: to, object: id, known: older });
    }
    return all;
  }

  /** Whether an action was recorded before, here or in another clone. @param near the nodes that it is about */
  async isDone(key: string, near: readonly NodeId[]): Promise<boolean> {
    for (const id of near) {
      const known = await this.node(id);
      const others = (known?.links ?? []).map(({ from }) => from).filter((from) => from !== id);
      await this.#graph.learn(others);
      const made = [
        ...others.map((from) => this.#graph.node(from)),
        ...this.#graph.changes(id).map(({ node }) => node),
      ];
      if (made.some((node) => idOf(node?.detail?.['key']) === key)) return true;
    }
    return false;
  }

  async derivedFromFile(path: string): Promise<readonly Derived[]> {
    this.#places ??= this.#findPlaces();
    const references = (await this.#places).get(path) ?? [];
    await this.#graph.learn(references.map(({ id }) => id));
    const derived = references.flatMap(({ id, source }) =>
      this.#graph
        .links(id)
        .flatMap(({ kind, from, to }) => (kind === 'derived_from' && to === id ? [{ entry: from, source }] : [])),
    );
    return [...new Map(derived.map((one) => [contentKey(one.entry, one.source), one])).values()];
  }

  async #findPlaces(): Promise<Map<string, Reference[]>> {
    const found = new Map<string, Reference[]>();
    let count = 0;
    for (const source of this.#sources)
      for (const kind of ['file', 'function', 'type'])
        for await (const { node } of source.ofKind({ kind })) {
          if (count++ >= MAX_FILE_NODES) return found;
          const place = placeOf(node);
          if (place) found.set(place.path, [...(found.get(place.path) ?? []), { id: node.id, source: place }]);
        }
    return found;
  }

  async keepContent({ id }: Node, source: SourcePlace): Promise<void> {
    const key = contentKey(id, source);
    if (!this.#contents.has(key)) this.#contents.set(key, (await this.#inWorkTree(source)) ?? '');
  }

  async hasChangedSince(entry: Node, source: SourcePlace, event: FoundEvent): Promise<boolean> {
    const isCommit = isOid(event.id);
    const rests = await this.#restsOn(entry, source);
    if (rests.length > 0)
      return (isCommit || event.at > entry.at) && (await changedAmong(rests, this.#codeAt(isCommit, event))).length > 0;
    const before = this.#contents.get(contentKey(entry.id, source));
    // An edit of a session: its time is exact. The text of a function is compared, because the edit may be elsewhere in the file.
    if (before === undefined || (!isCommit && !source.symbol)) return event.at > entry.at;
    if (!isCommit) return event.at > entry.at && before !== ((await this.#inWorkTree(source)) ?? '');
    return before !== ((await this.#inCommit(event.id, source)) ?? '');
  }

  // What the entry itself records of a source, see `restsIn`.
  async #restsOn({ id }: Node, { path, symbol }: SourcePlace): Promise<Rest[]> {
    await this.#graph.learnStanding([id]);
    const entry = this.#graph.node(id);
    if (!entry) return [];
    const around = {
      node: (of: NodeId) => this.#graph.node(of),
      linksFrom: (of: NodeId) => this.#graph.links(of),
      eventsAbout: (of: NodeId) => this.#graph.changes(of).map(({ node }) => node),
    };
    return restsIn(around, entry, this.#graph.standing(id)).filter(
      ({ place }) => place.path === path && place.symbol?.kind === symbol?.kind && place.symbol?.name === symbol?.name,
    );
  }

  // Several entries may rest on what one commit changes.
  #codeAt(isCommit: boolean, { id }: FoundEvent): Contents {
    if (this.#code?.event !== id)
      this.#code = { event: id, contents: new Contents(this.#repo, isCommit ? { commit: id } : {}) };
    return this.#code.contents;
  }

  // A name from a record may be that of a pipe, which git would wait for.
  async #inWorkTree({ path, symbol }: SourcePlace): Promise<string | undefined> {
    if (!isRegularFile(this.#repo, path)) return undefined;
    if (symbol) return symbolHash(new Contents(this.#repo), path, symbol);
    const { code, stdout } = await git(
      ['hash-object', '--end-of-options', path],
      inRepo(this.#repo, { accept: [0, 128] }),
    );
    return code === 0 ? stdout.toString('latin1').trim() : undefined;
  }

  async #inCommit(commit: string, { path, symbol }: SourcePlace): Promise<string | undefined> {
    if (symbol) return symbolHash(new Contents(this.#repo, { commit }), path, symbol);
    const { code, stdout } = await git(
      ['rev-parse', '--quiet', '--verify', '--end-of-options', `${commit}:${path}`],
      inRepo(this.#repo, { accept: [0, 1, 128] }),
    );
    return code === 0 ? stdout.toString('latin1').trim() : undefined;
  }

  branch(): Promise<string | undefined> {
    return (this.#branch ??= currentBranch(this.#repo));
  }

  async ownersOf(paths: readonly string[]): Promise<readonly string[]> {
    const head = paths.length > 0 && (await resolveCommit(this.#repo, 'HEAD'));
    if (!head) return [];
    const objects = new ObjectReader(this.#repo);
    try {
      const { ownersOf } = await readRules(this.#repo, head, objects);
      return [...new Set((await ownersOf?.(paths as readonly RepoPath[]))?.flat())];
    } catch {
      return []; // `git prov check` reports rules that cannot be read
    } finally {
      await objects.close();
    }
  }
}

async function symbolHash(contents: Contents, path: string, symbol: NamedSymbol): Promise<string | undefined> {
  const found = await contents.of({ path: path as RepoPath, symbol });
  return found.kind === 'text' ? hashOf(withoutBlanks(found.text)) : undefined;
}

function isRegularFile({ workTree }: Repo, path: string): boolean {
  if (workTree === undefined || path.includes('\0')) return false;
  const stat = statSync(join(workTree, path), { throwIfNoEntry: false });
  return stat?.isFile() === true && stat.size <= MAX_FILE_BYTES;
}

const contentKey = (entry: string, { path, symbol }: SourcePlace): string =>
  symbol ? `${entry} ${path}\0${symbol.kind} ${symbol.name}` : `${entry} ${path}`;
