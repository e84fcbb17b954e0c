import type { Voucher } from '../../../trust/checks/signatures.ts';
import { type Span, span } from './fields.ts';
import { term } from './term.ts';

/** The signer and the key, or why the signature does not count. */
export function voucherSpans({ standing, by, key, scheme, why }: Omit<Voucher, 'commit' | 'at'>): Span[] {
  const named = key === undefined ? '' : `(${term(scheme, 20)} ${term(key, 80)})`;
  if (standing === 'vouched') return [span(`by ${term(by ?? '', 80)}`, 'passed'), span(named, 'quiet')];
  const whose = standing === 'stranger' ? 'by a stranger' : 'by somebody';
  const reason = span(term(why ?? '', 200), 'stale');
  return named === ''
    ? [span(`${whose}:`, 'stale'), reason]
    : [span(whose, 'stale'), span(`${named}:`, 'quiet'), reason];
}
