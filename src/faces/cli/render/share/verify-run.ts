import { shortOid } from '../../../../git/repository/abbreviation.ts';
import type { CheckKind, CheckResult } from '../../../../model/checks/kind.ts';
import type { Oid } from '../../../../model/ids.ts';
import { type TextStyle, renderFields, span, type Span } from '../fields.ts';
import { term } from '../term.ts';
import { counted } from '../words.ts';

/** The output of `git prov verify-run`. */
export interface RunJson {
  readonly schema: 'git-prov/verify-run/1';
  /** The checked commit. */
  readonly commit: Oid;
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
  }[];
}

/** The recorded runs for people: a row for each kind of check. */
export function renderRun({ runs, commit, by, dryRun }: RunJson, look: TextStyle): string {
  const rows = runs.map(({ kind, result, words, commits, files }) => ({
    label: kind,
    spans: [span(`${term(words, 100)}:`), resultSpan(result), span(where(commits.length, files, dryRun), 'quiet')],
  }));
  return `${renderFields(rows, look, 0)}${term(by, 64)} checked ${shortOid(commit)}\n`;
}

const resultSpan = (result: CheckResult): Span =>
  result === 'unknown' ? span('result unknown', 'quiet') : span(result, result);

function where(notes: number, files: number, dryRun: boolean): string {
  if (files === 0) return '(no note has lines of agents that it ran on)';
  if (notes === 0) return '(recorded before)';
  return `(${counted(files, 'file')}, ${dryRun ? 'would be ' : ''}added to ${counted(notes, 'note')})`;
}
