import { isAbsolute } from 'node:path';
import { NOTES_REF } from '../../../../notes/refs.ts';
import type { ForgetReport } from './forget-report.ts';
import { type Field, type TextStyle, renderFields, row, span } from '../fields.ts';
import { term } from '../term.ts';
import { counted } from '../words.ts';
import { shortOid } from '../../../../git/repository/abbreviation.ts';

const MAX_SHOWN_COMMITS = 20;

/** Where the text was found, what was done, and what people still have to do. */
export function renderForget(report: ForgetReport, style: TextStyle): string {
  const { commits, refs, files, steps, snapshots, done, remains } = report;
  if (!isFound(report))
    return `No note, no older note and no file of the local state contains the text.\n${advice(report)}`;
  const rows: Field[] = [
    ...listed(
      'note',
      commits.map((commit) => shortOid(commit)),
      'on the commit',
    ),
    ...listed('ref', refs, ''),
    ...listed(
      'file',
      files.map((path) => (isAbsolute(path) ? path : `.git/prov/${path}`)),
      '',
    ),
    ...listed('remains', remains, ''),
  ];
  const what = [
    counted(commits.length, 'note'),
    counted(steps, 'step'),
    counted(files.length, 'local file'),
    ...(snapshots > 0 ? [counted(snapshots, 'snapshot')] : []),
  ].join(', ');
  const message = done
    ? `Forgotten: ${what}.`
    : `The text would be removed from ${what}. Run git prov forget --yes to remove it.`;
  return `${renderFields(rows, style, 0)}${message}\n${[...left(report), ...others(report)].map((line) => `${line}\n`).join('')}${advice(report)}`;
}

function listed(label: string, list: readonly string[], before: string): Field[] {
  const rows = list
    .slice(0, MAX_SHOWN_COMMITS)
    .map((one) => row(label, span(`${before}${before === '' ? '' : ' '}${term(one)}`)));
  return list.length > MAX_SHOWN_COMMITS
    ? [...rows, row('', span(`and ${list.length - MAX_SHOWN_COMMITS} more; --json names all`))]
    : rows;
}

const isFound = ({ refs, files, snapshots, dropped }: ForgetReport): boolean =>
  refs.length > 0 || files.length > 0 || snapshots > 0 || dropped !== null;

function left({ done, dropped, remains, signatures }: ForgetReport): string[] {
  if (!done) return [];
  const lines: string[] = [];
  if (signatures.dropped > 0)
    lines.push(
      `${counted(signatures.dropped, 'note')} lost their signatures: ${signatures.renewed} of them were signed again here.`,
    );
  if (dropped && dropped.packed > 0)
    lines.push(
      `${counted(dropped.packed, 'old note')} remain unreachable in a pack: git gc --prune=now (or forget --yes --prune) removes them, and all other unreachable objects.`,
    );
  if (dropped && dropped.reachable > 0)
    lines.push(`${counted(dropped.reachable, 'old note')} can still be reached from another ref, or from its reflog.`);
  if (remains.length > 0) lines.push('The places marked "remains" above still contain the text.');
  return lines;
}

function others({ remotes, done }: ForgetReport): string[] {
  if (remotes.length === 0) return [];
  const names = remotes.map(({ remote }) => term(remote)).join(', ');
  if (!done) return [`The notes at ${names} contain it too. --yes prints how to replace them.`];
  const waiting = remotes.filter(({ replaced }) => !replaced);
  return [
    '',
    ...remotes.flatMap(({ remote, replaced, why }) =>
      replaced
        ? [`The notes at ${term(remote)} were replaced.`]
        : why !== null
          ? [`The notes at ${term(remote)} could not be replaced: ${term(why, 160)}.`]
          : [],
    ),
    ...(waiting.length > 0
      ? [
          `The notes at ${waiting.map(({ remote }) => term(remote)).join(', ')} still contain it. Replace them before anyone fetches from there:`,
          ...waiting.map(({ command }) => `  ${command}`),
        ]
      : []),
    'Then everyone who has these notes must run this with the same text, and fetch:',
    '  git prov forget --stdin --yes && git fetch',
    'A clone without unpushed notes can take the new ones instead:',
    `  git update-ref -d ${NOTES_REF} && git fetch`,
    'A forge keeps unreachable objects for some time, and so do forks and mirrors. Ask it to remove them.',
  ];
}

function advice(report: ForgetReport): string {
  const { typed, transcripts } = report;
  const lines = [
    ...transcripts.map((path) => `The agent's own transcript contains it: ${term(path)}`),
    ...(isFound(report) ? ['If it was a secret, revoke it: it is unknown who has read it.'] : []),
    'Commits, files and their names are not searched: git log -S finds a text there.',
    ...(typed ? ['It was typed on the command line, so it is in the history of your shell.'] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
