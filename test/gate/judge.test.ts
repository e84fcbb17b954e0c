import { expect, test } from 'vitest';
import { judge, type LineFacts, remedy, BREACHES, type Breach } from '../../src/gate/judge.ts';
import { RULE_KINDS, type Rule, ruleNamed } from '../../src/gate/rules/rule.ts';

const FINE: LineFacts = {
  owner: 'agent',
  isClaimed: false,
  isSigned: true,
  checks: [
    { kind: 'test', state: 'passed' },
    { kind: 'lint', state: 'passed' },
  ],
  isCheckable: true,
  withoutChecks: false,
  decision: { state: 'given', isAccepted: true, reviewers: new Set(['ada@example.com']) },
  isApproved: false,
};

const rule = (name: string): Rule => ruleNamed(name)!;
const members = (team: string): ReadonlySet<string> =>
  new Set(team === '@sec' ? ['ada@example.com', 'bob@example.com'] : team === '@web' ? ['eve@example.com'] : []);
const verdict = (name: string, more: Partial<LineFacts> = {}): Breach | 'satisfied' =>
  judge(rule(name), { ...FINE, ...more }, members) ?? 'satisfied';
const all = (more: Partial<LineFacts>): string[] =>
  ['known', 'verified', 'tested', 'decided', 'approved', 'signed', 'human', 'reviewed-by=@sec'].map((name) =>
    verdict(name, more),
  );

test('an agent’s line with every kind of evidence satisfies all rules but human', () => {
  expect(all({})).toEqual([...Array.from({ length: 6 }, () => 'satisfied'), 'agent', 'satisfied']);
});

test('an unknown author and a faulty record break every rule, whatever else is known', () => {
  expect(new Set(all({ owner: 'unknown', unknown: 'no-note' }))).toEqual(new Set(['unknown']));
  expect(new Set(all({ fault: 'A hash differs.' }))).toEqual(new Set(['faulty']));
  expect(new Set(all({ owner: 'human', fault: 'A hash differs.' }))).toEqual(new Set(['faulty']));
});

test('what is only claimed satisfies nothing, for a person’s line too', () => {
  for (const owner of ['agent', 'human'] as const)
    expect(new Set(all({ owner, isClaimed: true, isSigned: false }))).toEqual(new Set(['claimed', 'unsigned']));
});

test('a person’s line satisfies all rules but signed, which asks for a signature', () => {
  const bare = { owner: 'human', checks: [], decision: undefined, isSigned: false } as const;
  expect(all(bare).filter((one) => one !== 'satisfied')).toEqual(['unsigned']);
});

test('verified asks for the last check of each kind, and tested for a test', () => {
  const checks = (
    ...states: [LineFacts['checks'][number]['kind'], LineFacts['checks'][number]['state']][]
  ): Partial<LineFacts> => ({
    checks: states.map(([kind, state]) => ({ kind, state })),
  });
  const both = (more: Partial<LineFacts>): string => `${verdict('verified', more)} ${verdict('tested', more)}`;
  expect(both(checks(['lint', 'passed']))).toBe('satisfied untested');
  expect(both(checks(['test', 'passed'], ['lint', 'stale']))).toBe('stale satisfied');
  expect(both(checks(['test', 'stale'], ['lint', 'passed']))).toBe('stale stale');
  expect(both(checks(['test', 'passed'], ['types', 'failed']))).toBe('failed satisfied');
  expect(both(checks())).toBe('unchecked unchecked');
  expect(both({ ...checks(), withoutChecks: true })).toBe('unrecorded unrecorded');
  expect(both({ ...checks(), isCheckable: false })).toBe('satisfied satisfied');
  expect(both({ ...checks(['test', 'failed']), isCheckable: false })).toBe('failed failed');
});

test('decided, approved and reviewed-by ask for a reason, a person, and the right person', () => {
  const decided = (decision: Partial<NonNullable<LineFacts['decision']>>, more: Partial<LineFacts> = {}): string[] =>
    ['decided', 'approved', 'reviewed-by=@sec'].map((name) =>
      verdict(name, { ...more, decision: { ...FINE.decision!, ...decision } }),
    );
  expect(decided({})).toEqual(['satisfied', 'satisfied', 'satisfied']);
  expect(decided({ isAccepted: false })).toEqual(['satisfied', 'unapproved', 'unreviewed']);
  expect(decided({ isAccepted: false }, { isApproved: true })).toEqual(['satisfied', 'satisfied', 'unreviewed']);
  expect(decided({ state: 'listed', isAccepted: false })).toEqual(['listed', 'unapproved', 'unreviewed']);
  expect(decided({ state: 'rejected', isAccepted: false }, { isApproved: true })).toEqual([
    'rejected',
    'rejected',
    'rejected',
  ]);
  expect(decided({ state: 'retracted' })).toEqual(['retracted', 'retracted', 'retracted']);
  expect(decided({ reviewers: new Set(['eve@example.com']) })).toEqual(['satisfied', 'satisfied', 'unreviewed']);
  expect(verdict('decided', { decision: undefined })).toBe('unexplained');
  expect(verdict('reviewed-by=@web')).toBe('unreviewed');
  expect(verdict('reviewed-by=@nobody')).toBe('no-member');
});

test('each breach has words, and says what would satisfy each rule', () => {
  for (const breach of Object.keys(BREACHES) as Breach[])
    for (const kind of RULE_KINDS) {
      const words = remedy(breach, rule(kind === 'reviewed-by' ? 'reviewed-by=owners' : kind), undefined);
      expect(words).toMatch(/^[A-Z].*\.$/);
    }
});
