import type { AttestationReport } from '../../../../trust/attestation.ts';
import { type TextStyle, renderFields, row, span } from '../fields.ts';
import { term } from '../term.ts';
import { voucherSpans } from '../voucher.ts';
import { moment } from '../words.ts';

/** The result of `git prov verify --attestation`, for people. */
export function renderAttestation(
  { commit, session, vouchers, findings }: AttestationReport,
  style: TextStyle,
): string {
  const isFaulty = findings.some(({ kind }) => kind === 'fault');
  const rows = [
    ...findings.map(({ kind, field, what }) =>
      row(
        kind === 'fault' ? 'fault' : 'not here',
        span(`${term(field, 80)}:`, 'quiet'),
        span(term(what, 300), kind === 'fault' ? 'failed' : undefined),
      ),
    ),
    ...vouchers.map((one) =>
      row(one.standing === 'vouched' ? 'vouched' : 'signed', ...voucherSpans(one), span(moment(one.at), 'quiet')),
    ),
  ];
  const about =
    session !== undefined ? ` session ${term(session, 80)}` : commit === null ? '' : ` commit ${term(commit, 80)}`;
  const verdict = isFaulty
    ? style.paint('failed', 'Not as attested:')
    : vouchers.some(({ standing }) => standing === 'vouched')
      ? style.paint('passed', 'Valid:')
      : style.paint('stale', vouchers.length > 0 ? 'Signed by a stranger:' : 'Claimed, not signed:');
  return `${renderFields(rows, style, 0)}${verdict}${about}.\n`;
}
