import type { ReportedLines } from '../ask/report/sum.ts';
import type { FileChange, LineRange } from '../git/history/patch-parser.ts';
import type { NodeId, Oid, RepoPath } from '../model/ids.ts';
import type { Facts } from './facts.ts';
import { type Breach, judge, type LineFacts } from './judge.ts';
import { membersOf, type Teams } from './rules/codeowners.ts';
import { OWNERS, type Rule, RULE_KINDS, ruleName } from './rules/rule.ts';
import { joined, sizeOf } from './waiver.ts';

/** A file that the range adds or changes, with the rules that hold for it. */
export interface JudgedFile {
  readonly path: RepoPath;
  /** Undefined for a submodule. */
  readonly change: FileChange | undefined;
  /** The id of its content, or the commit of a submodule. */
  readonly blob: Oid | undefined;
  /** False where git sees no lines, as in a binary file. */
  readonly hasLines: boolean;
  readonly rules: readonly Rule[];
  /** The rules that the file has only since it was moved here: no check looked at its older lines by them. */
  readonly gained?: ReadonlySet<string>;
  /** The owners that CODEOWNERS names, where a rule asks for them. */
  readonly owners?: readonly string[];
  readonly teams?: Teams;
}

/** The lines of a file that break a rule for the same reason. */
export interface Finding {
  readonly rule: Rule;
  readonly path: RepoPath;
  readonly blob: Oid | undefined;
  /** False for a finding about the whole file. */
  readonly hasLines: boolean;
  readonly breach: Breach;
  readonly unknown: LineFacts['unknown'];
  /** What `git prov verify` says. */
  readonly fault: string | undefined;
  /** Ascending and apart. Empty for a finding about the whole file. */
  readonly ranges: readonly LineRange[];
  readonly lines: number;
  /** The same lines by the commit that added them. */
  readonly parts: readonly { readonly range: LineRange; readonly commit: Oid | undefined }[];
  /** The decision behind the first of them, where a person can accept it. */
  readonly decision: NodeId | undefined;
}

/** Finds the lines that break rules: by rule, then by path and line. */
export function findingsIn(
  files: readonly JudgedFile[],
  lines: ReadonlyMap<RepoPath, readonly ReportedLines[]>,
  facts: Facts,
): Finding[] {
  const found = files.flatMap((file) => {
    const pieces = file.hasLines ? (lines.get(file.path) ?? []) : [];
    const known = pieces.map((piece) => [piece, facts.of(piece)] as const);
    return file.rules.flatMap((rule) => {
      if (!file.hasLines) return [wholeFile(file, rule, 'no-lines')];
      return file.gained?.has(ruleName(rule)) ? [wholeFile(file, rule, 'moved-in')] : brokenIn(file, rule, known);
    });
  });
  const rank = ({ rule }: Finding): number => RULE_KINDS.indexOf(rule.kind);
  const name = ({ rule }: Finding): string => ruleName(rule);
  return found.sort((a, b) => rank(a) - rank(b) || compare(name(a), name(b)) || compare(a.path, b.path));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

type Known = readonly (readonly [ReportedLines, LineFacts])[];

function brokenIn({ path, blob, owners = [], teams = new Map() }: JudgedFile, rule: Rule, known: Known): Finding[] {
  const members = (team: string): ReadonlySet<string> =>
    new Set((team === OWNERS ? owners : [team]).flatMap((owner) => Array.from(membersOf(owner, teams))));
  const groups = new Map<string, { breach: Breach; facts: LineFacts; pieces: ReportedLines[] }>();
  for (const [piece, one] of known) {
    const breach = judge(rule, one, members);
    if (breach === undefined) continue;
    const key = `${breach} ${one.unknown ?? ''} ${one.fault ?? ''}`;
    const group = groups.get(key);
    if (group) group.pieces.push(piece);
    else groups.set(key, { breach, facts: one, pieces: [piece] });
  }
  return [...groups.values()].map(({ breach, facts, pieces }) => {
    const parts = pieces.map(({ line, count, commit }) => ({ range: [line, count] as const, commit }));
    const ranges = joined(parts.map(({ range }) => range));
    const decision = pieces.find(({ origin }) => origin?.decision)?.origin?.decision?.id;
    const { fault } = facts;
    const unknown = breach === 'unknown' ? facts.unknown : undefined;
    return {
      rule,
      path,
      blob,
      hasLines: true,
      breach,
      unknown,
      fault: breach === 'faulty' ? fault : undefined,
      ranges,
      lines: sizeOf(ranges),
      parts,
      decision,
    };
  });
}

const wholeFile = ({ path, blob }: JudgedFile, rule: Rule, unknown: 'no-lines' | 'moved-in'): Finding => ({
  rule,
  path,
  blob,
  hasLines: false,
  breach: 'unknown',
  unknown,
  fault: undefined,
  ranges: [],
  lines: 0,
  parts: [],
  decision: undefined,
});
