import type { CheckKind } from './kind.ts';

// Prose, licences and pictures. No test runs them and no compiler reads them, but a linter or formatter may.
const PROSE =
  /(?:^|\/)(?:LICEN[CS]E|COPYING|NOTICE|AUTHORS|CHANGELOG|CHANGES|README|CONTRIBUTING)[^/]*$|\.(?:md|mdx|markdown|rst|adoc|png|jpe?g|gif|svg|ico|pdf)$/i;

/** Whether a check of this kind can verify a file. */
export const covers = (kind: CheckKind, path: string): boolean =>
  kind === 'lint' || kind === 'format' || !PROSE.test(path);
