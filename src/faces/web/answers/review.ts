import { report } from '../../../ask/report/report.ts';
import { reportAnswer } from '../../../ask/report/report-answer.ts';
import { type Range, wholeHistory } from '../../../ask/report/range.ts';
import { commitNamed } from '../../../ask/history/commit-info.ts';
import type { Repo } from '../../../git/repository/repo.ts';
import type { Oid } from '../../../model/ids.ts';
import type { CliContext } from '../../cli/context.ts';
import { historyOf } from '../../cli/reading/reading-context.ts';
import type { FileDiff, Review } from '../contract.ts';
import { diffsOf, parentOf } from './git.ts';
import { query } from './command.ts';

/** Maximum number of files with a diff. */
const MAX_FILES = 1000;

/**
 * `git prov report --json` of a range, with the diff of each file.
 * @param range a range as `git prov report` takes it; `commit:REV` for a single commit
 */
export const reviewOf = (ctx: CliContext, range: string): Promise<Review> =>
  query(ctx, async (read) => {
    const { repo } = read;
    const found = await report(historyOf(read), await rangeOf(repo, range));
    const { files, ...data } = reportAnswer(found);
    const diffs = new Map((await diffsOf(repo, found.range.base, found.range.head)).map((diff) => [diff.path, diff]));
    return {
      ...data,
      files: files.slice(0, MAX_FILES).map((file) => Object.assign(file, shownOf(diffs.get(file.path)))),
      left: Math.max(0, files.length - MAX_FILES),
    };
  });

const shownOf = (diff: FileDiff | undefined): Pick<FileDiff, 'hunks' | 'left'> =>
  diff ? { hunks: diff.hunks, left: diff.left } : { hunks: [], left: 0 };

async function rangeOf(repo: Repo, range: string): Promise<string | Range> {
  const one = /^commit:(.+)$/s.exec(range)?.[1];
  if (one === undefined) return range;
  const head = await commitNamed(repo, one);
  const base = (await parentOf(repo, head)) as Oid | undefined;
  if (base === undefined) return wholeHistory(repo, head);
  return { name: one, taken: undefined, head, base, onto: base, revisions: [head, `^${base}`] };
}
