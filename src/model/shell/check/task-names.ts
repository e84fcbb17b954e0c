import type { CheckKind } from '../../checks/kind.ts';
import { baseName } from '../parse/word.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const KINDS: readonly (readonly [CheckKind, ReadonlySet<string>])[] = [
  ['test', list('test tests tst testing spec specs e2e pytest jest vitest coverage cov unittest unittests playwright')],
  ['types', list('typecheck types typing tsc mypy pyright')],
  ['lint', list('lint lints linter linting clippy eslint ruff vet check checks verify validate')],
  ['build', list('build compile bundle assemble')],
];
/** First words of tasks that create or run something, even when another word names a check: `start:test`. */
const MAKING = list(
  'make start serve dev install deploy release publish setup create generate gen clean seed docs open debug init new add update',
);

const ASKING = list('list ls show help status stop print describe info version logs attach');

/** Whether the first operand of a script says that it prepares, lists or stops something, and checks nothing. */
export const preparesOnly = (operand: string): boolean => {
  const first = /^-*([a-z]+)/.exec(operand)?.[1] ?? '';
  return MAKING.has(first) || ASKING.has(first);
};

/**
 * The kind of check that the name of a task, target or script denotes: `test:unit`, `checkstyleMain`, `type-check`, `lint`.
 */
export function taskKind(name: string): CheckKind | undefined {
  const words = baseName(name)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  if (words.length === 0 || MAKING.has(words[0]!)) return undefined;
  const joined = words.join(' ');
  if (/\btype(s|d)? check|\bcheck (ts|types?)\b/.test(joined)) return 'types';
  if (/\b(fmt|format|formatting|prettier) (check|ci|verify)\b|\bcheck (fmt|format|formatting)\b/.test(joined))
    return 'format';
  if (/\b(ci|presubmit|precommit)$/.test(joined) && words.length === 1) return 'test';
  // `build:test` builds; `test:build` tests what was built.
  if (words[0] === 'build' || words[0] === 'compile') return 'build';
  for (const [kind, known] of KINDS)
    if (words.some((word) => known.has(word) || (kind === 'lint' && word.startsWith('checkstyle')))) return kind;
  return undefined;
}
