import { expect, test } from 'vitest';
import { fileKindOf } from '../../../src/model/reasons/file-kind.ts';

test.each([
  ['.planning/STATE.md', 'record'],
  ['HANDOFF.md', 'record'],
  ['docs/plans/2026-02-03-remote.md', 'record'],
  ['PROGRESS.md', 'record'],
  ['src/state.ts', 'code'],
  ['src/plan.ts', 'code'],
  ['C:\\work\\tests\\unit\\conftest.py', 'test'],
  ['src/a.test.ts', 'test'],
  ['state_test.go', 'test'],
  ['README.md', 'docs'],
  ['.env', 'config'],
  ['package.json', 'config'],
  ['docker/Dockerfile', 'config'],
  ['src/a.go', 'code'],
  ['', 'code'],
])('%j is %s', (path, kind) => {
  expect(fileKindOf(path)).toBe(kind);
});
