import type { CheckState, Verification } from '../../../../model/graph/verification.ts';

/**
 * The kinds of check behind a verification sign: `test`, `lint only`, `types and build`; for a failure the kinds that
 * failed. Empty when the record does not name them.
 */
export function checkWords(verification: Verification, checks: readonly CheckState[]): string {
  const kinds = checks.filter(({ state }) => meets(state, verification)).map(({ kind }) => kind);
  if (kinds.length === 0) return '';
  if (verification === 'failed') return kinds.join(', ');
  return kinds.includes('test') ? 'test' : `${kinds.join(', ')} only`;
}

// A stale sign stands for a check that passed before the file was committed again.
const meets = (state: CheckState['state'], shown: Verification): boolean =>
  shown === 'failed' ? state === 'failed' : state !== 'failed';
