import type { KnowledgeGraph } from '../ask/knowledge/knowledge-graph.ts';
import type { LineRange } from '../git/history/patch-parser.ts';
import { isOid, type NodeId, type Oid } from '../model/ids.ts';
import { PERSON } from '../model/knowledge/kinds.ts';
import type { Graph, Note } from '../model/model.ts';
import { standingOfGraph } from '../model/standing/standing.ts';
import { type LinesOf, textOf } from './file-lines.ts';
import type { Finding } from './findings.ts';
import { ruleName } from './rules/rule.ts';
import { isExpired, joined, readWaiver, sizeOf, type Waiver, waivedIn, without } from './waiver.ts';

/** Most steps of claimed graphs with waivers that are held. A stranger can push any number of them. */
const MAX_CLAIMED_STEPS = 20_000;

/** What waivers are looked up in. */
export interface WaiverContext {
  readonly world: KnowledgeGraph;
  readonly notes: ReadonlyMap<Oid, Note>;
  /** Whether what is only claimed satisfies nothing. */
  readonly signs: boolean;
  readonly linesOf: LinesOf;
}

/** Findings, divided by waivers. */
export interface Divided {
  readonly left: readonly Finding[];
  readonly waived: readonly (Finding & { readonly waiver: Waiver })[];
  readonly expired: readonly Waiver[];
}

/** Collects the waivers in the notes of a range, and divides findings by them. */
export class WaiverSearch {
  /** The graphs with waivers, and with events about entries: one of them may retract a waiver. */
  readonly graphs: Graph[] = [];
  readonly #found = new Set<NodeId>();
  readonly #now: number;
  #claimed = 0;

  /** @param now milliseconds since the epoch */
  constructor(now: number) {
    this.#now = now;
  }

  /** Takes the waivers of a note. */
  see({ graphs }: Note): void {
    for (const graph of graphs) {
      if (!graph.nodes.some(({ kind }) => kind === 'waiver' || kind === 'event')) continue;
      if (standingOfGraph(graph) === 'claimed' && (this.#claimed += graph.nodes.length) > MAX_CLAIMED_STEPS) continue;
      this.graphs.push(graph);
      for (const { id, kind } of graph.nodes) if (kind === 'waiver') this.#found.add(id);
    }
  }

  /** Divides findings into those that are left and those that a waiver covers. */
  async apply(findings: readonly Finding[], context: WaiverContext): Promise<Divided> {
    const waivers = [...this.#found].sort().flatMap((id) => countingWaiver(id, context) ?? []);
    const byPlace = new Map<string, Waiver[]>();
    for (const waiver of waivers) {
      const place = `${waiver.rule} ${waiver.path}`;
      byPlace.set(place, [...(byPlace.get(place) ?? []), waiver]);
    }
    const unwaived = findings.filter((one) => byPlace.has(placeOf(one)));
    if (unwaived.length === 0) return { left: findings, waived: [], expired: [] };
    const lines = await context.linesOf(unwaived);
    const divided: { left: Finding[]; waived: (Finding & { waiver: Waiver })[]; expired: Set<Waiver> } = {
      left: [],
      waived: [],
      expired: new Set(),
    };
    for (const finding of findings) {
      let open = finding;
      for (const waiver of isWaivable(finding) ? (byPlace.get(placeOf(finding)) ?? []) : []) {
        const covered = coveredBy(waiver, open, textOf(finding, lines), context);
        if (covered.length === 0) continue;
        if (isExpired(waiver, this.#now)) divided.expired.add(waiver);
        else {
          divided.waived.push({ ...limited(open, covered), waiver });
          open = limited(open, without(open.hasLines ? open.ranges : WHOLE, covered));
        }
        if (isEmpty(open)) break;
      }
      if (!isEmpty(open)) divided.left.push(open);
    }
    return { ...divided, expired: [...divided.expired] };
  }
}

/** Whether a person can let lines pass. Where the record was changed, the waiver may have been changed too. */
export const isWaivable = ({ breach }: Finding): boolean => breach !== 'faulty';

const placeOf = ({ rule, path }: Finding): string => `${ruleName(rule)} ${path}`;

/** The only line of a whole file; see `textOf`. */
const WHOLE: readonly LineRange[] = [[1, 1]];

// Only a person can waive a rule, and what is only claimed does not count where signing is asked for.
function countingWaiver(id: NodeId, { world, signs }: WaiverContext): Waiver | undefined {
  const node = world.node(id);
  if (!node || world.session(id)?.agent !== PERSON || world.standing(id)?.status !== 'accepted') return undefined;
  if (signs && (world.recordStanding(id) ?? 'claimed') === 'claimed') return undefined;
  const commits = world
    .links(id)
    .filter(({ kind, from }) => kind === 'explains' && from === id)
    .map(({ to }) => String(world.node(to)?.detail?.['commit']))
    .filter(isOid);
  return readWaiver(node, commits);
}

// The lines must come from the commits that were waived, or from commits that these were rewritten to.
function coveredBy(waiver: Waiver, finding: Finding, lines: readonly string[], { notes }: WaiverContext): LineRange[] {
  if (!finding.hasLines) return waivedIn(waiver, WHOLE, lines);
  const isOf = (commit: Oid): boolean =>
    waiver.commits.has(commit) || (notes.get(commit)?.carried ?? []).some(({ from }) => waiver.commits.has(from));
  const own = finding.parts.filter(({ commit }) => commit && isOf(commit)).map(({ range }) => range);
  return waivedIn(waiver, joined(own), lines);
}

// The finding for some of its lines. For a whole file: all of it, or nothing.
function limited(finding: Finding, ranges: readonly LineRange[]): Finding {
  if (!finding.hasLines) return { ...finding, blob: ranges.length > 0 ? finding.blob : undefined };
  const parts = finding.parts.flatMap(({ range, commit }) =>
    without([range], without([range], ranges)).map((part) => ({ range: part, commit })),
  );
  return { ...finding, ranges, lines: sizeOf(ranges), parts };
}

const isEmpty = ({ hasLines, ranges, blob }: Finding): boolean => (hasLines ? ranges.length === 0 : blob === undefined);
