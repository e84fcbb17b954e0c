import { expect, test } from 'vitest';
import { ownersFrom } from '../../../src/ask/blame/ownership.ts';
import { nodeId } from '../../../src/model/ids.ts';
import type { Attribution } from '../../../src/model/model.ts';
import { enable, prov, TestAgent } from '../../helpers/agent.ts';
import { makeRepo } from '../../helpers/repo.ts';

const [A, B] = [nodeId('00000000-1'), nodeId('00000000-2')];
const likely = (from: typeof A): Attribution => ({ start: 1, count: 1, node: null, evidence: 'unsure', from });
const of = (...claims: Attribution[]): unknown => ownersFrom(claims)(1, 1)[0]!.owner;

test('an abstention with a step marks the line as likely the step’s, and its owner is unknown', () => {
  expect(of(likely(A))).toEqual({ owner: 'unknown', evidence: 'likely', likely: A });
});

test('the same evidence from a newer writer is read in the same way', () => {
  expect(of({ start: 1, count: 1, node: A, evidence: 'likely' })).toEqual({
    owner: 'unknown',
    evidence: 'likely',
    likely: A,
  });
});

test('a line with several possible steps, or an abstention of another writer, has no owner', () => {
  expect(of(likely(A), likely(B))).toEqual({ owner: 'unknown', evidence: 'unsure' });
  expect(of(likely(A), { start: 1, count: 1, node: null, evidence: 'unsure' })).toEqual({
    owner: 'unknown',
    evidence: 'unsure',
  });
});

test('better evidence takes precedence', () => {
  expect(of(likely(A), { start: 1, count: 1, node: B, evidence: 'inferred' })).toMatchObject({
    owner: 'agent',
    node: B,
  });
});

test('blame shows a question mark, why names the step, and a report counts the line as unknown', () => {
  const repo = makeRepo({ files: { 'f.txt': 'one\n' } });
  try {
    enable(repo);
    const a = new TestAgent(repo, 'a').start().prompt('compute it');
    a.bash(`node -e "require('fs').appendFileSync('f.txt', 'abcdef'.repeat(2) + '\\n')"`);
    repo.commit('by hand');
    const [, shown] = prov(repo, 'blame', 'f.txt').split('\n');
    expect(shown).toMatch(/\(claude-code [0-9a-f]{8} \? /);
    const { lines } = JSON.parse(prov(repo, 'blame', '--json', '--evidence=likely', 'f.txt')) as { lines: object[] };
    expect(lines).toMatchObject([{ owner: 'unknown', evidence: 'likely', session: 'a', confidence: 0.3 }]);
    expect(prov(repo, 'why', 'f.txt:2')).toMatch(/not known: a program of an agent ran[\s\S]*likely by +node -e/);
    const report = JSON.parse(prov(repo, 'report', '--json', 'HEAD~1..HEAD')) as { lines: object };
    expect(JSON.stringify(report)).not.toContain('"owner":"agent"');
    expect(prov(repo, 'verify', '--all')).toBeDefined();
  } finally {
    repo.cleanup();
  }
});
