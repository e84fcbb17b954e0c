import type { NodeId } from '../../model/ids.ts';
import type { ReviewPolicy } from '../../model/knowledge/review.ts';
import { type ChangedSource, recordsRests, type Rest } from '../../model/knowledge/rests-on.ts';
import type { SessionNode, Standing } from '../../model/knowledge/status.ts';
import type { GraphSource } from '../index/graph-source.ts';
import { KnowledgeGraph } from '../knowledge/knowledge-graph.ts';
import type { OpenContents } from './open-contents.ts';
import { changedAmong, restsIn } from './rests.ts';

/** A graph that compares entries with the code that they rest on, and adds the changes to their status. */
export class CheckedGraph extends KnowledgeGraph {
  readonly #open: OpenContents;
  readonly #changed = new Map<NodeId, readonly ChangedSource[]>();

  constructor(open: OpenContents, sources: readonly GraphSource[], marks: boolean, isReviewed: ReviewPolicy) {
    super(sources, marks, isReviewed);
    this.#open = open;
  }

  override async weigh(found: readonly SessionNode[]): Promise<void> {
    await super.weigh(found);
    await this.#check(found.map(({ node }) => node.id));
  }

  override async learnStanding(ids: Iterable<NodeId>): Promise<void> {
    const wanted = [...ids];
    await super.learnStanding(wanted);
    await this.#check(wanted);
  }

  override standing(id: NodeId): Standing | undefined {
    const standing = super.standing(id);
    const changed = this.#changed.get(id);
    return standing && changed && changed.length > 0 ? { ...standing, changed } : standing;
  }

  /** What an entry rests on by content. Call `learnStanding` first. */
  rests(id: NodeId): Rest[] {
    const entry = this.node(id);
    if (!entry) return [];
    const around = {
      node: (of: NodeId) => this.node(of),
      linksFrom: (of: NodeId) => this.links(of).filter(({ status, isOwn }) => !isOwn || status !== 'proposed'),
      eventsAbout: (of: NodeId) => this.changes(of).map(({ node }) => node),
    };
    return restsIn(around, entry, super.standing(id));
  }

  async #check(ids: readonly NodeId[]): Promise<void> {
    const unchecked = ids.filter((id) => !this.#changed.has(id) && this.#records(id));
    if (unchecked.length === 0) return;
    await this.learn(unchecked); // their links
    const contents = await this.#open();
    for (const id of unchecked) this.#changed.set(id, await changedAmong(this.rests(id), contents));
  }

  #records(id: NodeId): boolean {
    const node = this.node(id);
    return (node && recordsRests(node)) || this.changes(id).some(({ node: event }) => recordsRests(event));
  }
}
