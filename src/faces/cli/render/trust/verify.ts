import type { VerifyFinding } from '../../../../trust/finding.ts';
import type { LedgerReport } from '../../../../trust/checks/ledger.ts';
import { isClaimed, isFaulty, type VerifyReport } from '../../../../trust/verify-report.ts';
import { type Field, type Span, type TextStyle, renderFields, roomFor, row, span, wrap } from '../fields.ts';
import { term } from '../term.ts';
import { voucherSpans } from '../voucher.ts';
import { counted, moment } from '../words.ts';
import { shortOid } from '../../../../git/repository/abbreviation.ts';

/** Printed for a clone without signers. */
export const UNSIGNED =
  'No allowed signers are known here, so forged notes cannot be recognised: see git prov init --sign.';

const MAX_SHOWN = 20;

/** The result of a verification, for people: faults first, then missing parts, then the extent. */
export function renderVerify(report: VerifyReport, style: TextStyle): string {
  const { notes, graphs, steps, findings, faults, gaps, warnings, dropped, ledgers, contents, signatures } = report;
  const rows: Field[] = [
    ...listed(
      findings.filter(({ kind }) => kind === 'fault'),
      faults,
      'fault',
    ),
    ...ledgers.filter(({ valid }) => !valid).map(ledgerRow),
    ...contents.faults
      .slice(0, MAX_SHOWN)
      .map(({ file, line }) =>
        row('fault', span(`contents/${term(file)}:${line}: the text does not match its hash.`, 'failed')),
      ),
    ...listed(
      findings.filter(({ kind }) => kind === 'gap'),
      gaps,
      'gap',
    ),
    ...ledgers.filter(({ gaps: lost }) => lost > 0).map(lostRow),
    ...listed(
      findings.filter(({ kind }) => kind === 'warning'),
      warnings,
      'warning',
    ),
    ...vouchedRows(signatures),
  ];
  const cut = ledgers.filter(({ valid, truncated }) => valid && truncated).length;
  const many = ledgers.reduce((sum, ledger) => sum + ledger.steps, 0);
  const sums = [
    `${counted(notes, 'note')}, ${counted(graphs, 'graph')}, ${counted(steps, 'step')}`,
    ...(ledgers.length > 0
      ? [
          `${counted(ledgers.length, 'ledger')} of this clone with ${counted(many, 'step')}${cut > 0 ? ` (${cut} still open)` : ''}`,
        ]
      : []),
    ...(signatures.vouched + signatures.strange > 0
      ? [
          `${signatures.vouched} vouched for, ${signatures.strange} signed by others, ${signatures.claimed} only claimed`,
        ]
      : []),
    ...(contents.kept > 0 ? [counted(contents.kept, 'kept text')] : []),
    ...(dropped > 0 ? [`${counted(dropped, 'part')} beyond the limits left out`] : []),
  ];
  const verdict = isFaulty(report)
    ? span('Not as recorded:', 'failed')
    : span(gaps > 0 ? 'Valid, with gaps:' : 'Valid:', 'passed');
  const room = roomFor(style.columns, 0);
  const lines = (...spans: Span[]): string =>
    wrap(spans, room)
      .map((line) => `${line.map(({ text, tone }) => (tone ? style.paint(tone, text) : text)).join(' ')}\n`)
      .join('');
  const summary = lines(verdict, span(`${sums.join('; ')}.`));
  const words = report.notes > 0 && !report.knowsSigners ? lines(span(UNSIGNED)) : '';
  const claimed =
    report.strict && isClaimed(report)
      ? `${style.paint('failed', 'Not strictly valid:')} a part of the record is only claimed.\n`
      : '';
  return `${renderFields(rows, style, 0)}${summary}${claimed}${words}`;
}

// Lists the vouchers of a few notes, or counts the notes of each voucher.
function vouchedRows({ vouchers, signers }: VerifyReport['signatures']): Field[] {
  if (vouchers.length <= MAX_SHOWN)
    return vouchers.map((one) =>
      row(
        LABELS[one.standing],
        span(`commit ${shortOid(one.commit)}`),
        ...voucherSpans(one),
        span(moment(one.at), 'quiet'),
      ),
    );
  return signers.map((one) => row(LABELS[one.standing], span(counted(one.notes, 'note')), ...voucherSpans(one)));
}

const LABELS = { vouched: 'vouched', stranger: 'signed', unchecked: 'signed' } as const;

function listed(findings: readonly VerifyFinding[], all: number, label: string): Field[] {
  const rows = findings.slice(0, MAX_SHOWN).map((finding) => {
    const { commit, session, step, graph, field, what, kind } = finding;
    const where = [
      commit && `commit ${shortOid(commit)}`,
      session && `session ${term(session, 60)}`,
      graph && !step && `graph ${graph.slice(0, 10)}`,
      step && `step ${term(step)}`,
      term(field, 40),
    ].filter(Boolean);
    return row(
      label,
      span(`${where.join(', ')}:`, 'quiet'),
      span(term(what, 300), kind === 'fault' ? 'failed' : undefined),
    );
  });
  const rest = all - rows.length;
  return rest > 0 ? [...rows, row('', span(`and ${rest} more; --json lists all`, 'quiet'))] : rows;
}

const lostRow = ({ session, gaps }: LedgerReport): Field =>
  row(
    'gap',
    span(
      `ledger of session ${term(session ?? 'unknown', 60)}: this clone lost lines of it in ${counted(gaps, 'place')}.`,
    ),
  );

const ledgerRow = ({ session, fault }: LedgerReport): Field =>
  row(
    'fault',
    span(
      `ledger of session ${term(session ?? 'unknown', 60)}, line ${fault?.line}${fault?.step ? `, step ${term(fault.step)}` : ''}, ${term(fault?.field ?? '', 40)}:`,
      'quiet',
    ),
    span(term(fault?.what ?? '', 300), 'failed'),
  );
