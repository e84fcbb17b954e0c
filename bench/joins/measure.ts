import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type Action, replay } from './replay.ts';
import { type Labelled, labelsIn, readSession, readTree, type Tree } from './sessions.ts';

interface Asked {
  readonly root: string;
  /** Git directories with transcripts. */
  readonly sources: readonly string[];
  readonly options: ReadonlySet<string>;
}

interface Sum {
  sessions: number;
  edits: number;
  /** Pairs of an edit and a check. */
  pairs: number;
  found: number;
  /** Further runs after a pass, and scripts that may count as checks. */
  again: number;
  foundAgain: number;
  wrong: number;
}

/** Replays the labelled sessions, and prints which of their checks are joined to the edits that they check. */
export async function measure({ root, sources, options }: Asked): Promise<void> {
  const labels = labelsIn(root);
  const folder = mkdtempSync(join(tmpdir(), 'git-prov-joins-'));
  try {
    const trees = new Map<string, Tree>();
    for (const part of ['tuned', 'held']) {
      const sum: Sum = { sessions: 0, edits: 0, pairs: 0, found: 0, again: 0, foundAgain: 0, wrong: 0 };
      for (const label of labels.filter(({ held }) => held === (part === 'held'))) {
        const source = sources.find((one) => projectOf(one) === label.project);
        const session = source && (await readSession(label.blob, [source]));
        if (!session) continue;
        const tree = trees.get(label.project) ?? readTree(source, mkdtempSync(join(folder, 'tree-')));
        trees.set(label.project, tree);
        sum.sessions++;
        const { actions, joins } = await replay(session, tree);
        compare(sum, label, actions, joins, options.has('--wrong'));
      }
      print(part, sum);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// A clone is named OWNER+NAME, or is in a folder of that name.
const projectOf = (source: string): string =>
  [basename(source), basename(dirname(source))].find((name) => name.includes('+'))?.replace('+', '/') ?? source;

function compare(
  sum: Sum,
  { project, edits, seen }: Labelled,
  actions: readonly Action[],
  joins: ReadonlyMap<string, ReadonlySet<string>>,
  shows: boolean,
): void {
  const place = new Map(actions.map(({ told }, i) => [told.key, i]));
  const isSeen = new Set(seen);
  for (const { call, checks, again = [] } of edits) {
    const joined = joins.get(call) ?? new Set();
    const extra = [...joined].filter((one) => one !== call && isSeen.has(one) && ![...checks, ...again].includes(one));
    sum.edits++;
    sum.pairs += checks.length;
    sum.found += checks.filter((one) => joined.has(one)).length;
    sum.again += again.length;
    sum.foundAgain += again.filter((one) => joined.has(one)).length;
    sum.wrong += extra.length;
    if (!shows) continue;
    const tell = (how: string, one: string): void => {
      const [edit, check] = [actions[place.get(call)!], actions[place.get(one)!]];
      process.stdout.write(
        `  ${how} ${project} ${edit?.changed.join(', ')} <- ${check?.told.body.call.command?.slice(0, 160).replace(/\s+/g, ' ')}\n`,
      );
    };
    for (const one of checks.filter((check) => !joined.has(check))) tell('missed', one);
    for (const one of extra) tell('wrong', one);
  }
}

function print(part: string, { sessions, edits, pairs, found, again, foundAgain, wrong }: Sum): void {
  const share = (some: number, all: number): string =>
    `${((100 * some) / Math.max(1, all)).toFixed(1)} % (${some} of ${all})`;
  process.stdout.write(
    `${part}: ${sessions} sessions, ${edits} edits\n  joined           ${share(found, pairs)}\n` +
      `  further runs     ${share(foundAgain, again)}\n  is joined rightly ${share(found + foundAgain, found + foundAgain + wrong)}\n`,
  );
}
