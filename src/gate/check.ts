import { devNull } from 'node:os';
import { KnowledgeGraph } from '../ask/knowledge/knowledge-graph.ts';
import type { History } from '../ask/history/history.ts';
import { commitNamed } from '../ask/history/commit-info.ts';
import { linesOfRange, type RangeLines } from '../ask/report/range-lines.ts';
import { readRange, type Range } from '../ask/report/range.ts';
import { ProvError } from '../errors.ts';
import { ObjectReader } from '../git/objects/objects.ts';
import { gitlinkChanges } from '../git/history/gitlinks.ts';
import type { Repo } from '../git/repository/repo.ts';
import type { Oid, RepoPath } from '../model/ids.ts';
import type { ReviewPolicy } from '../model/knowledge/review.ts';
import { Facts } from './facts.ts';
import { fileLines, type LinesOf } from './file-lines.ts';
import { type Finding, findingsIn, type JudgedFile } from './findings.ts';
import { type BaseRules, changesRules, readRules } from './rules/read-rules.ts';
import { ruleName, type Rule } from './rules/rule.ts';
import { nodeSigners } from './signers.ts';
import { openBase } from './trust.ts';
import { WaiverSearch } from './waiver-search.ts';
import { sizeOf, joined, type Waiver } from './waiver.ts';

export interface CheckOptions {
  /** See `readRange`. */
  readonly range?: string | undefined;
  /** The revision with the rules; by default what the range is added to. */
  readonly rulesFrom?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The kinds of entry that a person reviews here. */
  readonly isReviewed: ReviewPolicy;
}

/** A file that leaves rules behind: it was renamed to a path with fewer of them. */
export interface MovedOut {
  readonly from: RepoPath;
  readonly to: RepoPath;
  readonly rules: readonly string[];
}

/** The result of the gate. The range may be merged when `findings` is empty. */
export interface CheckResult {
  readonly range: Range;
  /** The commit with the rules; undefined when the range is added to nothing. */
  readonly rulesAt: Oid | undefined;
  /** Whether any rule exists there. */
  readonly hasRules: boolean;
  /** Whether what is only claimed satisfies nothing. */
  readonly signs: boolean;
  readonly knowsSigners: boolean;
  /** The lines that the range adds, and those of them with a rule. */
  readonly lines: { readonly added: number; readonly judged: number; readonly broken: number };
  /** The files with rules. */
  readonly judged: readonly Pick<JudgedFile, 'path' | 'rules'>[];
  /** By rule, then by path. */
  readonly findings: readonly Finding[];
  /** What a waiver covers, in the same order. */
  readonly waived: readonly (Finding & { readonly waiver: Waiver })[];
  /** Waivers that would cover lines if they had not expired. */
  readonly expired: readonly Waiver[];
  /** Files of the range that change rules. */
  readonly rulesChanged: readonly RepoPath[];
  readonly movedOut: readonly MovedOut[];
  readonly linesOf: LinesOf;
}

/**
 * Judges the lines that a range adds by the rules of the commit that it is added to. Owners, checks and reasons are those of
 * `git prov report`; what counts of them is decided with the signers of that commit.
 * @throws ProvError `usage` or `data` for an invalid range, `data` when the history or the rules cannot be read whole
 */
export async function check(given: History, options: CheckOptions): Promise<CheckResult> {
  const history = { ...given, repo: withoutReplacements(given.repo) };
  const range = await readRange(history.repo, options.range);
  const objects = new ObjectReader(history.repo);
  try {
    const from = await rulesCommit(history, range, options.rulesFrom);
    const rules = from && (await readRules(history.repo, from, objects));
    return await judgeRange(history, range, rules, options);
  } finally {
    await objects.close();
  }
}

// Replacements and grafts of this machine show other commits than those that are merged.
const withoutReplacements = (repo: Repo): Repo => ({
  ...repo,
  env: { ...repo.env, GIT_NO_REPLACE_OBJECTS: '1', GIT_GRAFT_FILE: devNull },
});

async function rulesCommit({ repo }: History, range: Range, named: string | undefined): Promise<Oid | undefined> {
  if (named === undefined) return range.onto;
  return commitNamed(repo, named, 'Name a branch or a commit for --rules.');
}

async function judgeRange(
  history: History,
  range: Range,
  rules: BaseRules | undefined,
  { now, isReviewed }: CheckOptions,
): Promise<CheckResult> {
  const base = await openBase(history, rules?.signers);
  try {
    const waivers = new WaiverSearch(now);
    const found = await linesOfRange(base.history, range, { judge: (note) => waivers.see(note) });
    refuseShallow(found);
    const byPath = rules ? await rulesByPath(rules, found) : NO_RULES;
    const files = await judgedFiles(base.history, range, found, byPath, rules);
    const { lookup, graphs, lines } = found.known;
    const judged = files.filter(({ rules: own }) => own.length > 0);
    const commits = commitsOf(judged, lines);
    const isStrict = base.signs || judged.some((file) => file.rules.some(({ kind }) => kind === 'signed'));
    const asksReviewers = base.signs && judged.some((file) => file.rules.some(({ kind }) => kind === 'reviewed-by'));
    const [faults, coverage, signers] = await Promise.all([
      judged.length > 0 ? base.faults(range.revisions) : new Map<Oid | '', string>(),
      isStrict ? base.coverage(commits) : new Map(),
      asksReviewers ? base.signers([...found.notes.read]) : new Map(),
    ]);
    const world = new KnowledgeGraph([], base.signs, isReviewed);
    for (const graph of [...graphs, ...waivers.graphs]) world.add(graph);
    const signersOf = nodeSigners(graphs, signers);
    const facts = new Facts({ lookup, world, notes: found.notes, signs: base.signs, coverage, faults, signersOf });
    const broken = findingsIn(judged, lines, facts);
    const linesOf = fileLines(history.repo);
    const { left, waived, expired } = await waivers.apply(broken, {
      world,
      notes: found.notes.notes,
      signs: base.signs,
      linesOf,
    });
    return {
      range,
      rulesAt: rules?.commit,
      hasRules: rules?.any ?? false,
      signs: base.signs,
      knowsSigners: base.knowsSigners,
      lines: {
        added: sizeOf(found.files.flatMap(({ added }) => added)),
        judged: sizeOf(judged.flatMap(({ change }) => change?.added ?? [])),
        broken: brokenLines(left),
      },
      judged,
      findings: left,
      waived,
      expired,
      rulesChanged: [...new Set(found.files.flatMap(({ path, oldPath }) => [path, oldPath ?? path]))].filter(
        changesRules,
      ),
      movedOut: movedOut(found, byPath),
      linesOf,
    };
  } finally {
    await base.close();
  }
}

// Git blames the last commit of a shallow clone for all older lines, so nothing is known of them.
function refuseShallow({ isShallow }: RangeLines): void {
  if (isShallow)
    throw new ProvError('data', 'This clone is shallow, and its history ends inside of the range.', {
      cause: 'The authors of older lines cannot be known.',
      hint: 'Run git fetch --unshallow, or check out with the full history (fetch-depth: 0).',
    });
}

type RulesByPath = (path: RepoPath) => readonly Rule[];
const NO_RULES: RulesByPath = () => [];

async function rulesByPath(rules: BaseRules, { files }: RangeLines): Promise<RulesByPath> {
  const paths = [...new Set(files.flatMap(({ path, oldPath }) => (oldPath ? [path, oldPath] : [path])))];
  const found = await rules.rulesFor(paths);
  const known = new Map(paths.map((path, i) => [path, found[i]!]));
  return (path) => known.get(path) ?? [];
}

// A file that was renamed keeps the rules of its former path. By rules that only its new path has, its older lines were never judged.
async function judgedFiles(
  { repo }: History,
  range: Range,
  { files }: RangeLines,
  rulesOf: RulesByPath,
  rules: BaseRules | undefined,
): Promise<JudgedFile[]> {
  const judged: JudgedFile[] = files
    .filter(({ status }) => status !== 'deleted')
    .map((change) => {
      const own = new Map<string, Rule>();
      for (const path of [change.path, change.oldPath])
        for (const rule of path ? rulesOf(path) : []) own.set(ruleName(rule), rule);
      const before = new Set(change.oldPath ? rulesOf(change.oldPath).map(ruleName) : own.keys());
      return {
        path: change.path,
        change,
        blob: change.newBlob,
        hasLines: !isLineless(change),
        rules: [...own.values()],
        gained: new Set([...own.keys()].filter((name) => !before.has(name))),
      };
    });
  if (!rules) return judged;
  const links = await gitlinkChanges(repo, range.base, range.head);
  const linked = await rules.rulesFor(links.map(({ path }) => path));
  for (const [i, { path, oid }] of links.entries())
    judged.push({ path, change: undefined, blob: oid, hasLines: false, rules: linked[i]! });
  return withMembers(judged, rules);
}

async function withMembers(files: readonly JudgedFile[], { ownersOf, teams }: BaseRules): Promise<JudgedFile[]> {
  const reviewed = files.filter(({ rules }) => rules.some((rule) => rule.kind === 'reviewed-by'));
  const owners = ownersOf && reviewed.length > 0 ? await ownersOf(reviewed.map(formerPath)) : [];
  const byPath = new Map(reviewed.map(({ path }, i) => [path, owners[i] ?? []]));
  return files.map((file) => ({ ...file, owners: byPath.get(file.path) ?? [], teams }));
}

const formerPath = ({ path, change }: JudgedFile): RepoPath => change?.oldPath ?? path;

const isLineless = ({ binary, oldBlob, newBlob }: RangeLines['files'][number]): boolean =>
  binary && oldBlob !== newBlob;

const commitsOf = (files: readonly JudgedFile[], lines: RangeLines['known']['lines']): Oid[] => [
  ...new Set(files.flatMap(({ path }) => (lines.get(path) ?? []).flatMap(({ commit }) => commit ?? []))),
];

function movedOut({ files }: RangeLines, rulesOf: RulesByPath): MovedOut[] {
  return files.flatMap(({ path, oldPath }) => {
    if (!oldPath) return [];
    const now = new Set(rulesOf(path).map(ruleName));
    const rules = rulesOf(oldPath)
      .map(ruleName)
      .filter((rule) => !now.has(rule));
    return rules.length > 0 ? [{ from: oldPath, to: path, rules }] : [];
  });
}

/** The number of lines that break any rule, each once. */
export function brokenLines(findings: readonly Finding[]): number {
  const byPath = new Map<RepoPath, Finding['ranges'][number][]>();
  for (const { path, ranges } of findings) byPath.set(path, [...(byPath.get(path) ?? []), ...ranges]);
  return [...byPath.values()].reduce((sum, ranges) => sum + sizeOf(joined(ranges)), 0);
}
