import { ProvError } from '../../errors.ts';
import { type CommitObject, readCommitObjects } from '../../git/history/commit-objects.ts';
import { changesOf } from '../../git/history/commit-changes.ts';
import { sessionId } from '../../model/ids.ts';
import { resolveCommit } from '../../ask/history/commit-info.ts';
import { WHOLE } from '../clamp-ranges.ts';
import type { ForeignRecord } from '../foreign.ts';
import { checked } from '../foreign-notes.ts';
import type { SourceRequest } from '../import-source.ts';
import { commitsIn } from '../../git/history/rev-list.ts';

/** Commits per query. */
const COMMITS_PER_QUERY = 500;
const MARK = ' (aider)';
const TRAILER = /^co-authored-by:\s*aider\s*(?:\(([^()\n]{1,200})\)\s*)?<[^<>\n]*@aider\.chat>\s*$/i;
const ANY_TRAILER = /^[A-Za-z][A-Za-z0-9-]*:\s/;

/** The author of a commit, as far as its metadata shows. */
export type AiderVerdict =
  | { readonly kind: 'aider'; readonly model?: string; readonly words: string }
  /** Aider took part in the commit, but its share is unknown. */
  | { readonly kind: 'unsure'; readonly why: string }
  | { readonly kind: 'other' };

/**
 * Decides whether Aider made a commit from its own edits, and the commit is unchanged since. Aider marks such a commit with ` (aider)`
 * after the names of both author and committer, or with a co-author trailer. If only the committer's name has the mark, Aider committed
 * changes that the person had left: the commit is the person's. Git gives a new commit the same time and name for author and committer.
 * If they differ, the commit was amended, rebased, picked or squashed and may contain other people's lines, so it is not attributed.
 */
export function aiderVerdict(commit: Omit<CommitObject, 'oid' | 'tree'>): AiderVerdict {
  const [author, committer] = [named(commit.author), named(commit.committer)];
  const trailers = trailersOf(commit.message);
  const found = trailers.map((line) => TRAILER.exec(line)).find((match) => match !== null);
  if (!author.marked && !found) return { kind: 'other' };
  if (commit.parents.length > 1) return { kind: 'unsure', why: 'merges' };
  const coAuthors = trailers.filter((line) => /^co-authored-by:/i.test(line));
  if (coAuthors.length > (found ? 1 : 0)) return { kind: 'unsure', why: 'commits that name other co-authors too' };
  const isOnePerson = author.who === committer.who && (found !== undefined || committer.marked);
  if (!isOnePerson || commit.authoredAt !== commit.committedAt)
    return { kind: 'unsure', why: 'commits that were amended, rebased, picked or squashed since' };
  const [, model] = found ?? [];
  return {
    kind: 'aider',
    ...(model !== undefined && { model: model.trim() }),
    words: wordsOf(commit.message, trailers),
  };
}

/**
 * Reads the commits that Aider made: the named ones, or all in HEAD's history, oldest first. All lines that such a commit
 * added belong to one session, which consists of this commit: Aider records no other session in git.
 * @throws ProvError `data` when it made none
 */
export async function* readAider(request: SourceRequest): AsyncGenerator<ForeignRecord> {
  const { repo, objects, names, tally, expect } = request;
  if (names.length === 0 && !(await resolveCommit(repo, 'HEAD')))
    throw new ProvError('data', 'There is no commit here yet.', { hint: 'Name a revision, such as a branch.' });
  const ids = await commitsIn(repo, { revisions: names.length > 0 ? names.map(checked) : ['HEAD'] });
  const made: { readonly commit: CommitObject; readonly verdict: AiderVerdict & { kind: 'aider' } }[] = [];
  let seen = 0;
  for (let from = 0; from < ids.length; from += COMMITS_PER_QUERY) {
    for (const commit of (await readCommitObjects(objects, ids.slice(from, from + COMMITS_PER_QUERY))).values()) {
      const verdict = aiderVerdict(commit);
      if (verdict.kind !== 'other') seen++;
      if (verdict.kind === 'unsure') tally.add({ what: verdict.why, where: commit.oid });
      else if (verdict.kind === 'aider') made.push({ commit, verdict });
    }
  }
  if (seen === 0)
    throw new ProvError(
      'data',
      ids.length === 1 ? 'Aider did not make this commit.' : `Aider made none of these ${ids.length} commits.`,
      {
        hint: 'It is known by " (aider)" behind the names of author and committer, or by a trailer that names it.',
      },
    );
  made.sort((a, b) => a.commit.authoredAt - b.commit.authoredAt || (a.commit.oid < b.commit.oid ? -1 : 1));
  expect(made.length);
  for (let from = 0; from < made.length; from += COMMITS_PER_QUERY) {
    const some = made.slice(from, from + COMMITS_PER_QUERY);
    const changes = await changesOf(
      repo,
      some.map(({ commit }) => commit.oid),
      objects,
    );
    for (const { commit, verdict } of some) {
      const [parent] = changes.get(commit.oid)?.parents ?? [];
      const paths = (parent?.files ?? []).map(({ path }) => path);
      yield {
        commit: commit.oid,
        sessions: [
          {
            id: sessionId(`aider:${commit.oid.slice(0, 16)}`),
            agent: 'aider',
            ...(verdict.model !== undefined && { model: verdict.model }),
            prompts: [],
            ...(verdict.words !== '' && { summary: verdict.words }),
          },
        ],
        files: new Map(paths.map((path) => [path, [{ start: 1, end: WHOLE, by: 0 }]])),
      };
    }
  }
}

// Parses "Name (aider) <address>": the name without the mark, and whether the mark was present.
function named(person: string): { readonly who: string; readonly marked: boolean } {
  const end = person.lastIndexOf(' <');
  const name = end < 0 ? person : person.slice(0, end);
  const marked = name.endsWith(MARK);
  return { who: (marked ? name.slice(0, -MARK.length) : name) + (end < 0 ? '' : person.slice(end)), marked };
}

// The lines of the last paragraph, if it consists of trailers and is not the whole message.
function trailersOf(message: string): string[] {
  const paragraphs = message.trim().split(/\n\s*\n/);
  const last = paragraphs.length > 1 ? paragraphs.at(-1)!.split('\n') : [];
  return last.every((line) => ANY_TRAILER.test(line) || /^\s/.test(line)) ? last : [];
}

// The message is Aider's own description of its work.
const wordsOf = (message: string, trailers: readonly string[]): string => {
  const text = message.trim();
  const own = trailers.length > 0 ? text.slice(0, text.lastIndexOf(trailers.join('\n'))) : text;
  return own.replace(/^aider: /, '').trim();
};
