import { createHash } from 'node:crypto';
import { isTextPath } from '../../model/path.ts';
import type { RepoPath } from '../../model/ids.ts';
import type { Session } from '../../model/model.ts';
import type { CommitInfo } from '../../ask/history/commit-info.ts';
import { toolOf } from '../git-ai/git-ai-tools.ts';
import { authoredLines, byAuthor, rangeOf, type Authored, type Writer } from './line-authors.ts';
import type { ExportedCommit } from './noted.ts';

/** The version of git-ai's format. */
const SCHEMA = 'authorship/3.0.0';
/**
 * Written in place of git-ai's version. It distinguishes our notes from those of git-ai: only ours are ever replaced. It is independent
 * of our version, so that unchanged notes stay byte-identical.
 */
export const WRITER = '0.0.0+git-prov';

const hash = (text: string, digits: number): string => createHash('sha256').update(text).digest('hex').slice(0, digits);

/** A note for git-ai, and the number of files that its format cannot name. */
export interface GitAiNote {
  readonly text: string;
  readonly unnamed: number;
}

/**
 * Writes a note's attributions in git-ai's format. Lines without a known author get no entry, and neither do lines on which the note
 * is silent: in git-ai, a person's entry means that somebody was seen typing.
 */
export function gitAiNote(noted: ExportedCommit): GitAiNote {
  const { commit } = noted;
  const person = personOf(commit);
  const sessions = new Map<string, object>();
  const humans = new Map<string, object>();
  const lines: string[] = [];
  let unnamed = 0;
  for (const [path, runs] of authoredLines(noted, 'unknown')) {
    const known = [...byAuthor(runs)].filter(([by]) => by !== 'unknown') as [Writer | 'person', Authored[]][];
    if (known.length === 0) continue;
    const name = nameOf(path);
    if (name === undefined) {
      unnamed++;
      continue;
    }
    lines.push(name, ...known.map(([by, list]) => `  ${keyOf(by, commit)} ${list.map(rangeOf).join(',')}`));
    for (const [by] of known)
      if (by === 'person') humans.set(humanKey(person), { author: person });
      else sessions.set(sessionKey(by.session), sessionRecord(by.session, person));
  }
  const metadata = {
    schema_version: SCHEMA,
    git_ai_version: WRITER,
    base_commit_sha: commit.oid,
    prompts: {},
    sessions: Object.fromEntries([...sessions].sort(byKey)),
    humans: Object.fromEntries([...humans].sort(byKey)),
  };
  return { text: [...lines, '---', JSON.stringify(metadata, null, 2), ''].join('\n'), unnamed };
}

/** Whether a note under git-ai's ref was written by us. */
export function isOurs(text: string): boolean {
  const divider = text.startsWith('---\n') ? 0 : text.indexOf('\n---\n') + 1;
  try {
    const metadata = JSON.parse(text.slice(divider + '---\n'.length)) as { git_ai_version?: unknown } | null;
    return metadata?.git_ai_version === WRITER;
  } catch {
    return false;
  }
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

const personOf = ({ author, email }: CommitInfo): string => `${author} <${email}>`;
const humanKey = (person: string): string => `h_${hash(person, 14)}`;
const sessionKey = (session: Session): string => `s_${hash(`${toolOf(session.agent)}:${session.id}`, 14)}`;

// git-ai uses a random number for each capture. Ours is derived from the content, so that each export gives the same result.
function keyOf(by: Writer | 'person', commit: CommitInfo): string {
  if (by === 'person') return humanKey(personOf(commit));
  const key = sessionKey(by.session);
  return `${key}::t_${hash(`git-prov ${commit.oid} ${key}`, 14)}`;
}

const sessionRecord = ({ agent, id, model }: Session, person: string): object => ({
  agent_id: { tool: toolOf(agent), id, model: model ?? 'unknown' },
  human_author: person,
});

// A path with white space is quoted without escapes. A path that contains a quote or would end the line has no representation.
function nameOf(path: RepoPath): string | undefined {
  if (!isTextPath(path) || /["\u0000-\u001f\u007f]/.test(path.replaceAll('\t', ' '))) return undefined;
  return /\s/.test(path) || path === '---' ? `"${path}"` : path;
}
