import { shortOid } from '../../../../git/repository/abbreviation.ts';
import type { CheckKind, CheckResult } from '../../../../model/checks/kind.ts';
import type { Oid } from '../../../../model/ids.ts';
import { type TextStyle, renderFields, span, type Span } from '../fields.ts';
import { term } from '../term.ts';
import { counted } from '../words.ts';

/** The output of `git prov verify-run`. */
export interface RunJson {
  readonly schema: 'git-prov/verify-run/1';
  /** The checked commit; null before the first one. */
  readonly commit: Oid | null;
  readonly by: string;
  readonly dryRun: boolean;
  readonly runs: readonly {
    readonly kind: CheckKind;
    readonly result: CheckResult;
    readonly words: string;
    /** The commits whose notes got the result. */
    readonly commits: readonly Oid[];
    /** The files with lines of agents that it ran on. */
    readonly files: number;
    /** The files with another content than in the commit. Their result waits for the commit with that content. */
    readonly waiting: number;
  }[];
}

/** The recorded runs for people: a row for each kind of check. */
export function renderRun({ runs, commit, by, dryRun }: RunJson, style: TextStyle): string {
  const rows = runs.map((run) => ({
    label: run.kind,
    spans: [span(`${term(run.words, 100)}:`), resultSpan(run.result), span(where(run, dryRun), 'quiet')],
  }));
  const what = commit === null ? 'the work tree' : shortOid(commit);
  return `${renderFields(rows, style, 0)}${term(by, 64)} checked ${what}\n`;
}

const resultSpan = (result: CheckResult): Span =>
  result === 'unknown' ? span('result unknown', 'quiet') : span(result, result);

function where({ commits, files, waiting }: RunJson['runs'][number], dryRun: boolean): string {
  const later =
    waiting === 0
      ? ''
      : `${counted(waiting, 'changed file')} ${dryRun ? 'would wait' : waiting === 1 ? 'waits' : 'wait'} for a commit`;
  if (files === 0) return later ? `(${later})` : "(no note has agents' lines that this check covers)";
  const now =
    commits.length === 0
      ? 'recorded before'
      : `${counted(files, 'file')}, ${dryRun ? 'would be ' : ''}added to ${counted(commits.length, 'note')}`;
  return `(${later ? `${now}; ${later}` : now})`;
}
