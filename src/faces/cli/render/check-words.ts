import type { CheckState, Verification } from '../../../model/graph/verification.ts';

/**
 * What a verification is of, to stand behind its sign: `test`, `lint only`, `types and build`; of a failure what failed.
 * Empty where the record does not name it.
 */
export function checkWords(verification: Verification, checks: readonly CheckState[]): string {
  if (verification === 'none') return '';
  const kinds = checks.filter(({ state }) => meets(state, verification)).map(({ kind }) => kind);
  if (kinds.length === 0) return '';
  if (verification === 'failed') return kinds.join(', ');
  return kinds.includes('test') ? 'test' : `${kinds.join(', ')} only`;
}

// A pass of a line whose file was committed to again is shown as stale.
const meets = (state: CheckState['state'], shown: Verification): boolean =>
  shown === 'failed' ? state === 'failed' : state !== 'failed';
