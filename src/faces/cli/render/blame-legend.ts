import type { Signs } from './signs.ts';
import type { Paint } from './color.ts';

/** The marks that a legend explains. */
export type Mark = 'passed' | 'stale' | 'failed' | 'none';

const MEANINGS: Readonly<Record<Mark, string>> = {
  passed: 'check passed',
  stale: 'file changed since',
  failed: 'check failed',
  none: 'no check',
};

/** One line that explains the marks of blame on a terminal; empty without marks. */
export function legend(marks: ReadonlySet<Mark>, signs: Signs, paint: Paint): string {
  const shown = (Object.keys(MEANINGS) as Mark[]).filter((mark) => marks.has(mark));
  if (shown.length === 0) return '';
  const words = shown.map((mark) => `${signs[mark]} ${MEANINGS[mark]}`);
  return `${paint('quiet', `${words.join('  ')}  (git prov help terms)`)}\n`;
}
