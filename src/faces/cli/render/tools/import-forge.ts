import type { ForgeCounts } from '../../../../exchange/forge/forge-graph.ts';
import type { ForgeReport } from '../../../../exchange/forge/write-forge.ts';
import type { Counted } from '../../../../exchange/warning-counts.ts';
import { shortOid } from '../../../../git/repository/abbreviation.ts';
import { type TextStyle, renderFields, row, span } from '../fields.ts';
import { term } from '../term.ts';
import { counted } from '../words.ts';

/** The output of `git prov import github` and `gitlab`. */
export interface ForgeImportReport extends ForgeReport {
  readonly schema: 'git-prov/import-forge/1';
  readonly source: string;
  readonly dryRun: boolean;
  readonly dropped: readonly Counted[];
}

/** Requests listed before the rest is counted; a dry run lists all. */
const MAX_SHOWN = 20;

/** The result of an import from a forge, for people: requests with what is new, and entries that were left out. */
export function renderForge(report: ForgeImportReport, style: TextStyle): string {
  const { source, dryRun, requests, written, unchanged, added, dropped } = report;
  const shown = dryRun ? written : written.slice(-MAX_SHOWN);
  const rows = shown.flatMap(({ commit, title, added: one }) => [
    row(shortOid(commit), span(term(title, 70))),
    row('', span(words(one).join(', '), 'quiet')),
  ]);
  const more = written.length - shown.length;
  const before = more > 0 ? `${more.toLocaleString('en')} requests before these\n` : '';
  const what = [
    `${counted(requests, 'request')} of ${source} read: ${
      written.length === 0 ? 'nothing new' : `${dryRun ? 'would add ' : 'added '}${words(added).join(', ')}`
    }`,
    ...(written.length > 0 && unchanged > 0 ? [`${unchanged.toLocaleString('en')} with nothing new`] : []),
  ].join('; ');
  const faults = dropped.map(({ what: fault, count, example }) =>
    row(count.toLocaleString('en'), span(fault), span(`(such as ${term(example, 80)})`, 'quiet')),
  );
  const left = faults.length > 0 ? `Not used:\n${renderFields(faults, style)}` : '';
  return `${before}${renderFields(rows, style, 0)}${what}.\n${left}`;
}

const words = ({ requests, comments, verdicts, results, changes }: ForgeCounts): string[] =>
  [
    [requests, 'request'] as const,
    [comments, 'comment'] as const,
    [verdicts, 'verdict'] as const,
    [results, 'result'] as const,
    [changes, 'change'] as const,
  ].flatMap(([count, noun]) => (count > 0 ? [counted(count, noun)] : []));
