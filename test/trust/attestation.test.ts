import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Envelope } from '../../src/trust/envelope.ts';
import type { AttestationReport } from '../../src/trust/attestation.ts';
import { firstDifference, type CommitStatement } from '../../src/trust/predicate.ts';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';
import { allow, HAS_SSH, run, signWithSsh, sshKey } from './signed.ts';

let repo: TestRepo;
let fingerprint: string;
beforeAll(() => {
  repo = makeRepo({ files: { 'f.txt': 'one\ntwo\n' } });
  enable(repo);
  const agent = new TestAgent(repo, '11111111-aaaa-4bbb-8ccc-000000000001').start();
  agent.prompt('Add three').read('f.txt').edit('f.txt', 'two\n', 'two\nthree\n').bash('node --check /dev/null');
  repo.commit('three');
  prov(repo, 'status', '--json');
  if (HAS_SSH) fingerprint = signWithSsh(repo);
});
afterAll(() => repo.cleanup());

const file = (): string => join(repo.home, 'attestation.json');
const statementIn = ({ payload }: Envelope): CommitStatement =>
  JSON.parse(Buffer.from(payload, 'base64').toString('utf8')) as CommitStatement;
const attested = (): Envelope => JSON.parse(prov(repo, 'attest', 'HEAD')) as Envelope;

function verify(envelope: unknown): AttestationReport & { code: number | null } {
  writeFileSync(file(), typeof envelope === 'string' ? envelope : JSON.stringify(envelope));
  const { code, out, err } = run(repo, 'verify', '--json', '--attestation', file());
  if (out === '') throw new Error(err);
  return { ...(JSON.parse(out) as AttestationReport), code };
}

const changed = (envelope: Envelope, change: (statement: { predicate: Record<string, unknown> }) => void): Envelope => {
  const statement = statementIn(envelope) as unknown as { predicate: Record<string, unknown> };
  change(statement);
  return { ...envelope, payload: Buffer.from(JSON.stringify(statement)).toString('base64') };
};

test('an attestation is an in-toto statement about the commit, with all its provenance', () => {
  const envelope = attested();
  expect(envelope.payloadType).toBe('application/vnd.in-toto+json');
  const statement = statementIn(envelope);
  expect(statement).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ digest: { gitCommit: repo.oid('HEAD') } }],
    predicateType: 'urn:git-prov:predicate:commit-provenance:v1',
  });
  expect(statement.predicate).toMatchObject({
    agents: ['claude-code'],
    models: ['test-model-1'],
    sessions: [{ id: '11111111-aaaa-4bbb-8ccc-000000000001', lines: 1 }],
    goals: [{ text: 'Add three' }],
    verifications: [{ passed: true }],
    files: [{ path: 'f.txt', added: 1, agent: 1, human: 0, lines: [{ start: 3, count: 1, evidence: 'exact' }] }],
  });
});

describe.runIf(HAS_SSH)('signed (needs ssh-keygen)', () => {
  test('it names its key, and verifies', () => {
    const envelope = attested();
    expect(envelope.signatures).toEqual([expect.objectContaining({ keyid: fingerprint })]);
    const { code, findings, vouchers } = verify(envelope);
    expect({ code, findings }).toEqual({ code: 0, findings: [] });
    expect(vouchers).toEqual([
      expect.objectContaining({ standing: 'vouched', by: 'ada@example.com', key: fingerprint }),
    ]);
  });

  test('--output writes it to a file, and verify prints who signed it', () => {
    prov(repo, 'attest', 'HEAD', '--output', file());
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toHaveProperty('payload');
    const { out } = run(repo, 'verify', '--attestation', file());
    expect(out).toContain(`by ada@example.com (ssh ${fingerprint})`);
    expect(out).toContain(`Valid: commit ${repo.oid('HEAD')}.`);
  });

  test('any change in it is detected, also a replaced type', () => {
    const envelope = attested();
    const { predicate } = statementIn(envelope);
    for (const field of Object.keys(predicate)) {
      const { code, findings } = verify(changed(envelope, (statement) => (statement.predicate[field] = 'other')));
      expect(code, `${field}`).toBe(1);
      expect(findings[0]?.field, `${field}`).toBe('signatures');
    }
    const sig = Buffer.from('-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n').toString('base64');
    expect(verify({ ...envelope, signatures: [{ keyid: '', sig }] }).code).toBe(1);
    expect(() => verify({ ...envelope, payloadType: 'text/plain' })).toThrow('Only application/vnd.in-toto+json');
    expect(() => verify('{"payload": 1}')).toThrow('This is not a DSSE envelope');
    expect(() => verify('nonsense')).toThrow('This is not a DSSE envelope');
  });

  test('a signature by a key that is not allowed counts as a stranger’s', () => {
    const envelope = attested();
    allow(repo, `eve@example.com ${sshKey(repo, 'eve').line}`);
    try {
      expect(verify(envelope).vouchers).toEqual([expect.objectContaining({ standing: 'stranger', key: fingerprint })]);
    } finally {
      allow(repo, `ada@example.com ${readFileSync(join(repo.home, 'ada.pub'), 'utf8').trim()}`);
    }
  });
});

test('without a key it is only a claim, and the output states so', () => {
  repo.git('config', 'gpg.format', 'ssh');
  const key = HAS_SSH ? repo.git('config', 'user.signingKey') : undefined;
  if (key !== undefined) repo.git('config', '--unset', 'user.signingKey');
  try {
    const { err, out, code } = run(repo, 'attest', 'HEAD');
    expect(code).toBe(0);
    expect(err).toContain('the attestation is not signed, so nothing vouches for it');
    const envelope = JSON.parse(out) as Envelope;
    expect(envelope.signatures).toEqual([]);
    expect(verify(envelope)).toMatchObject({ code: 0, vouchers: [], findings: [] });
    // Its claims are still compared with the notes.
    const other = verify(changed(envelope, ({ predicate }) => (predicate['agents'] = ['nobody'])));
    expect(other).toMatchObject({ code: 1, findings: [{ kind: 'fault', field: 'predicate.agents[0]' }] });
    expect(run(repo, 'verify', '--attestation', file()).out).toContain('Not as attested:');
  } finally {
    if (key !== undefined) repo.git('config', 'user.signingKey', key);
  }
});

test('one about a missing commit is compared with nothing, and one about another subject is refused', () => {
  const envelope = attested();
  const other = changed(envelope, (statement) => {
    (statement as unknown as { subject: unknown }).subject = [{ name: 'x', digest: { gitCommit: 'f'.repeat(40) } }];
  });
  expect(verify({ ...other, signatures: [] })).toMatchObject({
    code: 0,
    findings: [{ kind: 'gap', field: 'subject' }],
  });
  const strange = changed(envelope, (statement) => {
    (statement as unknown as { predicateType: string }).predicateType = 'https://slsa.dev/provenance/v1';
  });
  expect(verify({ ...strange, signatures: [] })).toMatchObject({ code: 1, commit: null });
});

test('a commit without a note cannot be attested', () => {
  const { code, err } = run(repo, 'attest', 'HEAD~1');
  expect(code).toBe(1);
  expect(err).toContain('has no note');
});

test.each<[unknown, unknown, string | undefined]>([
  [{ a: 1 }, { a: 1 }, undefined],
  [{ a: 1 }, { a: 2 }, 'a'],
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, 'a[1].b'],
  [{ a: [1] }, { a: [1, 2] }, 'a'],
  [{ a: [1] }, { a: { 0: 1 } }, 'a'],
  [{ a: 1, attestedAt: 1 }, { a: 1, attestedAt: 2 }, undefined],
  [{ a: 1 }, { a: 1, b: null }, 'b'],
  [{ a: { attestedAt: 1 } }, { a: { attestedAt: 2 } }, 'a.attestedAt'],
])('the first difference of %j and %j is %s', (a, b, way) => {
  expect(firstDifference(a, b)).toBe(way);
});
