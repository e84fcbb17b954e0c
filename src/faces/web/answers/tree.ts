import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { report } from '../../../ask/report/report.ts';
import { wholeHistory } from '../../../ask/report/range.ts';
import { resolveCommit } from '../../../ask/history/commit-info.ts';
import { gitText } from '../../../git/process/process.ts';
import { localFiles, provDirOf } from '../../../git/repository/local-files.ts';
import { replaceFile } from '../../../git/repository/replace-file.ts';
import { inRepo, type Repo } from '../../../git/repository/repo.ts';
import { NOTES_REF } from '../../../notes/refs.ts';
import type { CliContext } from '../../cli/context.ts';
import { historyOf } from '../../cli/reading/reading-context.ts';
import type { Tree, TreeFile } from '../contract.ts';
import { query } from './command.ts';

/** Files of a tree; a larger tree is cut. */
const MAX_FILES = 50_000;
/** A count that took longer is not repeated at every change: it then rests for ten times as long. */
const LONG_MS = 2000;
const REST_FACTOR = 10;
/** A count is repeated after this time, because settings of trust may have changed. */
const MAX_AGE_MS = 3_600_000;
const FORMAT = 1;

/** A count that is kept in `.git/prov`. */
interface Kept {
  readonly format: typeof FORMAT;
  readonly key: string;
  readonly commit: string;
  /** When it ended, and how long it took, in milliseconds. */
  readonly at: number;
  readonly took: number;
  readonly tree: Tree;
}

/**
 * Who wrote which lines of HEAD's tree, by file. With thousands of notes a count takes seconds, so the last one is kept.
 * @param fresh whether to count when no count of this state is kept; otherwise an older count or none is returned, at once
 */
export const treeOf = (ctx: CliContext, fresh: boolean): Promise<Tree> =>
  query(ctx, async (read) => {
    const { repo } = read;
    const head = await resolveCommit(repo, 'HEAD');
    if (!head) return { files: [], left: 0 };
    const file = localFiles(provDirOf(repo)).counted;
    const key = await keyOf(repo, head);
    const kept = readKept(file);
    const age = kept ? Date.now() - kept.at : 0;
    if (kept && kept.key === key && age < MAX_AGE_MS) return kept.tree;
    const rest = kept && kept.took > LONG_MS ? REST_FACTOR * kept.took - age : 0;
    if (kept && (!fresh || rest > 0)) return { ...kept.tree, of: kept.commit, again: Math.max(0, rest) };
    if (!fresh) return { files: [], left: 0, again: 0 };
    const since = Date.now();
    const { files } = await report(historyOf(read), await wholeHistory(repo, 'HEAD'));
    const all = files.map(({ path, sum: { counts } }): TreeFile => {
      const { agent, human, unknown, verification, notApplicable = 0 } = counts;
      const { passed, stale, failed, none } = verification;
      return { path, agent, human, unknown, passed, stale, failed, none, notApplicable };
    });
    const tree: Tree = { files: all.slice(0, MAX_FILES), left: Math.max(0, all.length - MAX_FILES) };
    keep(repo, file, { format: FORMAT, key, commit: head, at: Date.now(), took: Date.now() - since, tree });
    return tree;
  });

// What a count depends on: the commit, the notes, and this clone's memory of what it wrote and forgot.
async function keyOf(repo: Repo, head: string): Promise<string> {
  const notes = await gitText(['rev-parse', '--verify', '--quiet', NOTES_REF], inRepo(repo, { accept: [0, 1, 128] }));
  const { recorded, forgotten } = localFiles(provDirOf(repo));
  const stats = [recorded, forgotten].map((file) => {
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat ? `${stat.mtimeMs} ${stat.size}` : '-';
  });
  const parts = [process.env['GIT_PROV_VERSION'] ?? '', head, notes, ...stats];
  return createHash('sha256').update(parts.join('\0')).digest('hex');
}

// The file is this clone's own. A damaged one is the same as none.
function readKept(file: string): Kept | undefined {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Partial<Kept>;
    const isSound =
      kept.format === FORMAT &&
      typeof kept.commit === 'string' &&
      Number.isFinite(kept.at) &&
      Number.isFinite(kept.took) &&
      Array.isArray(kept.tree?.files) &&
      kept.tree.files.every(isTreeFile);
    return isSound ? (kept as Kept) : undefined;
  } catch {
    return undefined;
  }
}

const COUNTS = ['agent', 'human', 'unknown', 'passed', 'stale', 'failed', 'none', 'notApplicable'] as const;
const isTreeFile = (one: unknown): one is TreeFile =>
  typeof one === 'object' &&
  one !== null &&
  typeof (one as TreeFile).path === 'string' &&
  COUNTS.every((name) => Number.isSafeInteger((one as TreeFile)[name]));

function keep(repo: Repo, file: string, kept: Kept): void {
  if (!existsSync(provDirOf(repo))) return; // nothing is recorded in this clone
  try {
    replaceFile(file, JSON.stringify(kept), 'cache');
  } catch {
    // Read only, or a full disk: it is counted again the next time.
  }
}
