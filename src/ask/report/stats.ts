import { isReason } from '../../model/node.ts';
import { sessionPart } from '../../model/ids.ts';
import type { History } from '../history/history.ts';
import { log } from '../history/log.ts';
import { add } from './line-share.ts';
import { wholeHistory } from './range.ts';
import { report, type Report } from './report.ts';
import { type Counts, type ReportedLines, sumOf } from './sum.ts';
import { isoTime } from '../shapes/parts.ts';

/** Lines of one month or folder, by owner. */
export interface StatsPart {
  readonly name: string;
  readonly agent: number;
  readonly human: number;
  readonly unknown: number;
}

/** Lines of one agent or model. */
export interface AgentLines {
  readonly name: string;
  readonly lines: number;
}

/** The name of the format of `git prov stats --json`. Fields may be added, but never changed or removed. */
const STATS_SCHEMA = 'git-prov/stats/1';

/** The answer to `git prov stats`: the lines that are left at the end of a range. */
export interface Stats {
  readonly schema: typeof STATS_SCHEMA;
  readonly range: { readonly name: string; readonly base: string | null; readonly head: string };
  readonly lines: Counts;
  /** The agents' lines with a recorded reason. */
  readonly decided: number;
  /** Most lines first. */
  readonly agents: readonly AgentLines[];
  readonly models: readonly AgentLines[];
  readonly folders: readonly StatsPart[];
  /** In order of time. */
  readonly months: readonly StatsPart[];
  /** Of the lines that agents wrote before a date, those that still stand; null where agents wrote none before it. */
  readonly survived: { readonly before: string | null; readonly written: number; readonly standing: number } | null;
}

/** Lines that are younger have had no time to be changed, in milliseconds. */
const MONTH_MS = 30 * 86_400_000;
const UNNAMED = 'not recorded';

/**
 * Computes statistics of a range.
 * @param revision a range as for a report; everything that HEAD contains when absent
 * @param now milliseconds since the epoch
 * @throws ProvError `usage` or `data` for an invalid range
 */
export async function statsOf(history: History, revision: string | undefined, now: number): Promise<Stats> {
  const found = await report(history, revision ?? (await wholeHistory(history.repo, 'HEAD')));
  const lines = found.files.flatMap((file) => file.lines);
  const times = new Map(found.commits.map(({ commit }) => [commit.oid, commit.time]));
  const agents = new Map<string, number>();
  const models = new Map<string, number>();
  let decided = 0;
  for (const { owner, count, origin } of lines) {
    if (!owner.node) continue;
    const session = found.sessions.get(sessionPart(owner.node));
    add(agents, session?.agent ?? UNNAMED, count);
    add(models, origin?.session?.model ?? session?.model ?? UNNAMED, count);
    if (origin?.decision?.node && isReason(origin.decision.node)) decided += count;
  }
  const months = partsOf(lines, ({ commit }) => monthOf(commit && times.get(commit)));
  return {
    schema: STATS_SCHEMA,
    range: { name: found.range.name, base: found.range.base ?? null, head: found.range.head },
    lines: sumOf(lines).counts,
    decided,
    agents: ranked(agents),
    models: ranked(models),
    folders: found.files
      .reduce(
        (all, { path, lines: own }) =>
          joined(
            all,
            partsOf(own, () => folderOf(path)),
          ),
        [] as StatsPart[],
      )
      .sort((a, b) => b.agent - a.agent || sizeOf(b) - sizeOf(a) || (a.name < b.name ? -1 : 1)),
    months: months.sort((a, b) => (a.name < b.name ? -1 : 1)),
    survived: await survivalOf(history, found, now - MONTH_MS),
  };
}

// What the notes of older commits say that agents wrote, and what is left of it.
async function survivalOf(history: History, { range, commits }: Report, before: number): Promise<Stats['survived']> {
  let standing = 0;
  const old = new Set<string>();
  for (const { commit, sum } of commits)
    if (commit.time < before) {
      old.add(commit.oid);
      standing += sum.counts.agent;
    }
  let written = 0;
  for await (const { oid, lines } of log(history, { revisions: range.revisions, paths: [], cwd: history.repo.cwd }))
    if (old.has(oid)) written += lines?.agent ?? 0;
  // A line that one agent wrote over another's counts for both commits.
  return written > 0 ? { before: isoTime(before), written, standing: Math.min(standing, written) } : null;
}

function partsOf(lines: readonly ReportedLines[], nameOf: (line: ReportedLines) => string): StatsPart[] {
  const parts = new Map<string, { agent: number; human: number; unknown: number }>();
  for (const line of lines) {
    const name = nameOf(line);
    const part = parts.get(name) ?? { agent: 0, human: 0, unknown: 0 };
    part[line.owner.owner] += line.count;
    parts.set(name, part);
  }
  return [...parts].map(([name, { agent, human, unknown }]) => ({ name, agent, human, unknown }));
}

function joined(all: StatsPart[], more: readonly StatsPart[]): StatsPart[] {
  for (const part of more) {
    const at = all.findIndex(({ name }) => name === part.name);
    if (at < 0) all.push(part);
    else
      all[at] = {
        name: part.name,
        agent: all[at]!.agent + part.agent,
        human: all[at]!.human + part.human,
        unknown: all[at]!.unknown + part.unknown,
      };
  }
  return all;
}

/** All lines of a part. */
export const sizeOf = ({ agent, human, unknown }: Omit<StatsPart, 'name'>): number => agent + human + unknown;

const folderOf = (path: string): string => (path.includes('/') ? `${path.slice(0, path.indexOf('/'))}/` : '.');
const monthOf = (time: number | undefined): string =>
  time === undefined || Number.isNaN(new Date(time).getTime()) ? UNNAMED : new Date(time).toISOString().slice(0, 7);

const ranked = (counts: ReadonlyMap<string, number>): AgentLines[] =>
  [...counts].map(([name, lines]) => ({ name, lines })).sort((a, b) => b.lines - a.lines || (a.name < b.name ? -1 : 1));
