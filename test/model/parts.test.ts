import { describe, expect, test } from 'vitest';
import { contentMark } from '../../src/model/checks/content.ts';
import { partsOf } from '../../src/model/checks/parts.ts';
import { readOutput } from '../../src/model/checks/output.ts';
import type { RepoPath } from '../../src/model/ids.ts';
import { bash, edit, paths, type ToolStep } from './steps.ts';

const changed = { changed: paths('f') };
const printed = readOutput('1 passed');

describe('a call that changes a file and checks it', () => {
  /** The parts of a call: `change` with its files, or `check` with its label. */
  const parts = (step: ToolStep): string[] =>
    partsOf(step).map((one) =>
      `${one.verdict?.kind === 'commitment' ? 'change' : `check ${one.verdict?.label}`} ${one.changed.join()}`.trim(),
    );

  test.each([
    ['sed -i s/a/b/ f && npm test', ['change f', 'check npm test']],
    ['npm test && sed -i s/a/b/ f', ['check npm test', 'change f']],
  ])('%s is two steps', (command, expected) => {
    expect(parts(bash(command, changed))).toEqual(expected);
  });

  test('the change took place whatever the check found, and the check alone has the output', () => {
    const step = bash('sed -i s/a/b/ f && npm test', {
      ...changed,
      outcome: 'failed',
      printed,
      narration: 'Now',
      detail: { x: 1 },
    });
    const [change, check] = partsOf(step);
    const { verdict: _, ...plain } = change!;
    const { printed: __, verdict: ___, ...rest } = { ...step, verdict: undefined };
    expect(plain).toEqual({ ...rest, outcome: 'ok' });
    expect([change!.verdict?.label, change!.verdict?.runs]).toEqual([undefined, undefined]);
    const { narration: ____, detail: _____, ...alone } = step;
    expect(check).toEqual({ ...alone, changed: [], verdict: check!.verdict });
    expect(check!.verdict?.label).toBe('npm test');
  });

  test.each<[string, ToolStep]>([
    ['nothing changed', bash('sed -i s/a/b/ f && npm test')],
    ['it has not ended', bash('sed -i s/a/b/ f && npm test', { ...changed, unended: true })],
    ['it was refused', bash('sed -i s/a/b/ f && npm test', { ...changed, outcome: 'refused' })],
    ['it only checks', bash('npm test', changed)],
    ['it only changes', bash('sed -i s/a/b/ f', changed)],
    ['it is no command', edit('f')],
    ['its words are not there', { ...bash('', changed), command: undefined } as unknown as ToolStep],
  ])('is one step where %s', (_, step) => {
    expect(partsOf(step)).toEqual([step]);
    expect(partsOf(step)[0]).toBe(step);
  });

  test('may have a verdict without its words', () => {
    const verdict = partsOf(bash('sed -i s/a/b/ f && npm test', changed))[1]!.verdict!;
    expect(parts(bash('…', { ...changed, verdict }))).toEqual(['change f', 'check npm test']);
  });
});

test('the mark of a content is the beginning of a SHA-256 over its name and its blob', () => {
  // printf 'a\0e69de29b' | sha256sum
  expect(contentMark('a' as RepoPath, 'e69de29b')).toBe(0xd2b18e4f);
  expect(contentMark('b' as RepoPath, 'e69de29b')).not.toBe(0xd2b18e4f);
  expect(contentMark('a' as RepoPath, 'e69de29c')).not.toBe(0xd2b18e4f);
});
