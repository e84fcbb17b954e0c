import { basename, dirname } from 'node:path';
import type { InitReport } from '../../commands/start/init.ts';
import { span, wrap } from '../fields.ts';
import { term } from '../term.ts';
import { textWidth } from '../width.ts';

/** Where the report is read. */
export interface InitView {
  /** The terminal's width; undefined when nothing is wrapped. */
  readonly columns?: number | undefined;
  /** The user's home, shown as `~`. */
  readonly home?: string;
}

/** The report of `init` or `deinit` as text: one line for each change, then further information. */
export function renderInit(report: InitReport, { columns, home }: InitView = {}): string {
  const name = report.schema === 'git-prov/init/1' ? 'init' : 'deinit';
  const words = report.dryRun ? WOULD : DID;
  const width = Math.max(0, ...report.changes.map(({ action }) => words[action].length));
  const top =
    report.repository !== undefined && basename(report.repository) === '.git' ? dirname(report.repository) : '';
  const short = (path: string): string => shortened(path, top, home ?? '');
  const lines = report.changes.flatMap(({ action, path, to, what }) => {
    const names = `${short(path)}${to === undefined ? '' : ` to ${short(to)}`}`;
    const head = `${words[action].padEnd(width)}  ${term(names)}`;
    const tail = what === '' ? '' : `  (${term(what)})`;
    const isLong = tail !== '' && columns !== undefined && textWidth(head + tail) > columns;
    return isLong ? [head, `${' '.repeat(width)}${tail}`] : [head + tail];
  });
  if (report.changes.length === 0)
    lines.push(
      name === 'init'
        ? 'Everything is in place; nothing was changed.'
        : 'git prov is not set up here; nothing was changed.',
    );
  if (report.dryRun && report.changes.length > 0) lines.push('Dry run: nothing was changed.');
  return [...lines, ...report.notes.flatMap((note) => wrapped(term(note), columns)), ''].join('\n');
}

const wrapped = (text: string, columns: number | undefined): string[] =>
  columns === undefined ? [text] : wrap([span(text)], columns).map((words) => words.map((word) => word.text).join(' '));

// Paths below the work tree are relative to it.
function shortened(path: string, top: string, home: string): string {
  if (top !== '' && path.startsWith(`${top}/`)) return path.slice(top.length + 1);
  return home !== '' && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

const DID = { create: 'created', change: 'changed', rename: 'renamed', remove: 'removed' } as const;
const WOULD = {
  create: 'would create',
  change: 'would change',
  rename: 'would rename',
  remove: 'would remove',
} as const;
