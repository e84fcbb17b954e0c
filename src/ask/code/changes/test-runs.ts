import { contentMark } from '../../../model/checks/content.ts';
import { coverOf } from '../../../model/checks/cover.ts';
import type { GraphIndex } from '../../../model/graph/graph-index.ts';
import { checkedBy, coveringBy } from '../../../model/graph/checks/node-checks.ts';
import {
  type CheckState,
  commonVerification,
  type CommonVerification,
  type Verification,
} from '../../../model/graph/verification.ts';
import type { NodeId, Oid, RepoPath } from '../../../model/ids.ts';
import type { Node } from '../../../model/model.ts';
import type { ReportedLines } from '../../report/sum.ts';

/** A test file, and how its tests ran after the new lines. */
export interface TestRun {
  readonly path: string;
  readonly state: CommonVerification;
}

/** What is known of a changed file and of the checks. */
interface Checked {
  readonly nodes: Pick<GraphIndex, 'node' | 'from'>;
  /** The id of the file's content; undefined when it is not known. */
  readonly content: Oid | undefined;
}

/**
 * How each of some test files ran after new lines. A run counts for the tests that its words can cover: after
 * `node --test test/a.test.js`, another test file did not run. People's lines count where a recorded run had the present
 * content of their file. Otherwise nothing is known of them: most runs of people are recorded nowhere.
 * @param lines of one file
 * @returns nothing when no line counts
 */
export function testRuns(lines: readonly ReportedLines[], tests: readonly string[], checked: Checked): TestRun[] {
  const own = lines.filter(
    ({ owner, testedBy = [] }) => (owner.owner === 'agent' && owner.node) || testedBy.length > 0,
  );
  if (own.length === 0) return [];
  return tests.map((path) => ({ path, state: commonVerification(own.map((one) => stateOf(one, path, checked))) }));
}

/** The result of the tests that ran on people's lines; undefined where no recorded run had the content of their file. */
export function testedAs(
  { testedBy = [] }: ReportedLines,
  { nodes }: Pick<Checked, 'nodes'>,
): Verification | undefined {
  for (const id of testedBy) {
    const run = nodes.node(id);
    const result = run && checkedBy(run).find(({ kind }) => kind === 'test')?.result;
    if (result === 'passed' || result === 'failed') return result;
  }
  return undefined;
}

function stateOf(line: ReportedLines, test: string, checked: Checked): Verification {
  const { owner, path, checks = [], testedBy = [] } = line;
  if (owner.owner !== 'agent') {
    const results = testedBy.flatMap((id) => checked.nodes.node(id) ?? []).map((run) => resultFor(run, test));
    return results.find((result) => result !== undefined) ?? 'none';
  }
  const last = checks.find(({ kind }) => kind === 'test');
  if (!last) return 'none';
  const runs = [last.by, ...checksAfter(owner.node!, checked)].flatMap((id) => checked.nodes.node(id) ?? []);
  const covering = runs.filter((node) => resultFor(node, test) !== undefined).toSorted((a, b) => b.at - a.at);
  const [newest] = covering;
  if (!newest) return 'none';
  return newest.id === last.by ? last.state : olderState(newest, { path, test, last }, checked);
}

const checksAfter = (id: NodeId, { nodes }: Checked): NodeId[] =>
  nodes.from(id).flatMap(({ kind, to }) => (kind === 'verified_by' ? [to] : []));

/** What a run of tests says of a test file; undefined when it did not run it, or its result is unknown. */
function resultFor(node: Node, test: string): 'passed' | 'failed' | undefined {
  const found = coveringBy(node).find(
    ({ kind, result, ...check }) =>
      kind === 'test' && result !== 'unknown' && coverOf({ kind, ...check }, test) !== 'no',
  );
  return found?.result === 'unknown' ? undefined : found?.result;
}

// A run before the last one counts on the content that it ran on.
function olderState(
  node: Node,
  { path, test, last }: { readonly path: string; readonly test: string; readonly last: CheckState },
  { content }: Checked,
): Verification {
  if (resultFor(node, test) === 'failed') return 'failed';
  const saw = node.detail?.['saw'];
  if (!Array.isArray(saw) || content === undefined) return last.state === 'failed' ? 'stale' : last.state;
  return saw.includes(contentMark(path as RepoPath, content)) ? 'passed' : 'stale';
}
