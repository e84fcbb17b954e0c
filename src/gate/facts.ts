import { isOverruled } from '../model/knowledge/status.ts';
import type { KnowledgeGraph } from '../ask/knowledge/knowledge-graph.ts';
import { permissionsFor } from '../ask/report/owners.ts';
import type { RangeLines } from '../ask/report/range-lines.ts';
import type { ReportedLines } from '../ask/report/sum.ts';
import { isCheckable } from '../model/checks/cover.ts';
import { isReason } from '../model/node.ts';
import type { GraphIndex } from '../model/graph/graph-index.ts';
import { type NodeId, type Oid, sessionPart } from '../model/ids.ts';
import { PERSON } from '../model/knowledge/kinds.ts';
import type { Node } from '../model/model.ts';
import type { Coverage } from '../notes/standing/judged.ts';
import type { DecisionFacts, LineFacts } from './judge.ts';

/** What facts about lines are taken from. */
export interface FactSources extends Pick<RangeLines, 'notes'> {
  readonly lookup: GraphIndex;
  readonly world: KnowledgeGraph;
  /** Whether what is only claimed satisfies nothing. */
  readonly signs: boolean;
  readonly coverage: ReadonlyMap<Oid, Coverage>;
  readonly faults: ReadonlyMap<Oid | '', string>;
  /** The addresses of those who signed what a node says, in lower case; only asked where signing is on. */
  readonly signersOf: (node: Node) => ReadonlySet<string>;
}

type StepFacts = Pick<LineFacts, 'decision' | 'isApproved'>;

/** Reads the facts about added lines that rules ask for. */
export class Facts {
  readonly #from: FactSources;
  readonly #steps = new Map<NodeId, StepFacts>();

  constructor(from: FactSources) {
    this.#from = from;
  }

  /** What is known of lines with one owner. */
  of(lines: ReportedLines): LineFacts {
    const { owner, unknown, path, checks = [], withoutChecks = false } = lines;
    const step = owner.node ? this.#step(owner.node, lines.origin?.decision?.id) : NOTHING;
    return {
      owner: owner.owner,
      unknown,
      fault: this.#faultOf(lines),
      ...this.#trust(lines),
      checks: checks.filter(({ by }) => this.#counts(by)),
      isCheckable: isCheckable(path),
      withoutChecks,
      ...step,
    };
  }

  #faultOf({ commit }: ReportedLines): string | undefined {
    const { faults, notes } = this.#from;
    const general = faults.get('');
    if (!commit) return general;
    const damaged = notes.damaged.has(commit) ? 'The note cannot be read whole.' : undefined;
    return faults.get(commit) ?? damaged ?? general;
  }

  // A line without a claim is a person's only as far as the note is known to be whole.
  #trust({ owner, commit }: ReportedLines): Pick<LineFacts, 'isClaimed' | 'isSigned'> {
    const { signs, coverage } = this.#from;
    const known = commit && coverage.get(commit);
    const isSilent = owner.owner === 'human' && owner.evidence === undefined;
    const isSigned =
      known !== undefined &&
      (isSilent ? known.isSilenceSigned : known.isSigned(owner.node ? sessionPart(owner.node) : null));
    const standing = isSilent ? known?.silence : (owner.standing ?? known?.silence);
    const isClaimed = signs && owner.owner !== 'unknown' && (standing === undefined || standing === 'claimed');
    return { isClaimed, isSigned };
  }

  // Whether a node counts as evidence.
  #counts(id: NodeId): boolean {
    const { signs, world } = this.#from;
    return !signs || (world.recordStanding(id) ?? 'claimed') !== 'claimed';
  }

  #step(id: NodeId, decision: NodeId | undefined): StepFacts {
    let known = this.#steps.get(id);
    if (!known) {
      known = {
        decision: decision && this.#decision(decision),
        isApproved: permissionsFor(this.#from.lookup, id).some((gate) => this.#counts(gate)),
      };
      this.#steps.set(id, known);
    }
    return known;
  }

  #decision(id: NodeId): DecisionFacts | undefined {
    const { world } = this.#from;
    const node = world.node(id);
    if (!node || !this.#counts(id)) return undefined;
    const standing = world.standing(id);
    const status = standing?.status;
    const isPersons = world.session(id)?.agent === PERSON;
    const accepted = (standing?.events ?? []).filter(
      ({ event, counts, agent, node: by }) => event === 'accepted' && counts && agent === PERSON && this.#counts(by),
    );
    const isLive = status === 'accepted' || status === 'completed';
    const words = [...(isPersons ? [id] : []), ...accepted.map(({ node: by }) => by)].flatMap(
      (of) => world.node(of) ?? [],
    );
    return {
      state: isOverruled(status) ? status : isReason(node) ? 'given' : 'listed',
      isAccepted: isLive && (isPersons || accepted.length > 0),
      reviewers: new Set(words.flatMap((one) => this.#addressesOf(one))),
    };
  }

  // The writer of a note can name any person in it. So where notes are signed, the signer counts.
  #addressesOf(node: Node): string[] {
    const { signs, signersOf } = this.#from;
    const by = node.detail?.['by'];
    return signs ? [...signersOf(node)] : typeof by === 'string' ? addressIn(by) : [];
  }
}

const NOTHING: StepFacts = { decision: undefined, isApproved: false };

/** The address in `Name <address>`, in lower case. It is the last one: a name may contain another one. */
export const addressIn = (by: string): string[] => {
  const found = /<([^<>]+)>\s*$/.exec(by);
  return found ? [found[1]!.toLowerCase()] : [];
};
