import type { InitReport, ReportedChange } from '../../commands/start/init.ts';
import { term } from '../term.ts';

/** The report of `init` or `deinit` as text: one line for each change, then further information. */
export function renderInit(report: InitReport): string {
  const name = report.schema === 'git-prov/init/1' ? 'init' : 'deinit';
  const lines = report.changes.map(
    ({ action, ...change }) => `${(report.dryRun ? WOULD : DID)[action].padEnd(12)} ${line(change)}`,
  );
  if (report.changes.length === 0)
    lines.push(
      name === 'init'
        ? 'Everything is in place; nothing was changed.'
        : 'git prov is not set up here; nothing was changed.',
    );
  if (report.dryRun && report.changes.length > 0) lines.push('Dry run: nothing was changed.');
  return [...lines, ...report.notes.map((note) => term(note)), ''].join('\n');
}

const DID = { create: 'created', change: 'changed', rename: 'renamed', remove: 'removed' } as const;
const WOULD = {
  create: 'would create',
  change: 'would change',
  rename: 'would rename',
  remove: 'would remove',
} as const;

const line = ({ path, to, what }: Omit<ReportedChange, 'action'>): string =>
  term(`${path}${to === undefined ? '' : ` to ${to}`}${what === '' ? '' : `  (${what})`}`);
