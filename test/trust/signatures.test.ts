import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { graphIdOf } from '../../src/model/format/note.ts';
import { nodeId, type Oid, sessionId } from '../../src/model/ids.ts';
import { joinNotes } from '../../src/model/graph/join.ts';
import type { Attribution, Note, Signature } from '../../src/model/model.ts';
import { decodeStatement, encodeStatement, type Statement } from '../../src/model/statement.ts';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { makeRepo, type TestRepo, withRepo } from '../helpers/repo.ts';
import {
  allow,
  configure,
  endGpg,
  HAS_GPG,
  HAS_SSH,
  judge,
  notesOf,
  run,
  signWithGpg,
  signWithSsh,
  sshKey,
} from './signed.ts';

const SESSION = '11111111-aaaa-4bbb-8ccc-000000000001';

/** An agent and a person at work: three commits. The second was amended, and the last is checked later. */
function work(repo: TestRepo): Oid[] {
  enable(repo);
  const agent = new TestAgent(repo, SESSION).start();
  const commits: Oid[] = [];
  agent.prompt('Add three').read('f.txt').edit('f.txt', 'two\n', 'two\nthree\n');
  commits.push(repo.commit('three'));
  agent.prompt('Add four').edit('f.txt', 'three\n', 'three\nfour\n');
  repo.commit('four');
  repo.git('commit', '-q', '--amend', '-m', 'four, amended');
  repo.tick();
  commits.push(repo.oid('HEAD'));
  agent.prompt('Add five').edit('f.txt', 'four\n', 'four\nfive\n');
  commits.push(repo.commit('five'));
  agent.bash('node --check /dev/null').stop();
  prov(repo, 'status', '--json');
  return commits;
}

const isFault = ({ kind }: { kind: string }): boolean => kind === 'fault';

describe.runIf(HAS_SSH)('with an SSH key (needs ssh-keygen)', () => {
  let repo: TestRepo;
  let commits: Oid[];
  let notes: Map<Oid, Note>;
  let fingerprint: string;
  beforeAll(async () => {
    repo = makeRepo({ files: { 'f.txt': 'one\ntwo\n' } });
    fingerprint = signWithSsh(repo);
    commits = work(repo);
    notes = await notesOf(repo);
  }, 60_000);
  afterAll(() => repo.cleanup());

  const noteOf = (n: number): [Oid, Note] => [commits[n]!, notes.get(commits[n]!)!];
  // The statement from the note's creation; later ones cover verifications.
  const signed = ({ signatures = [] }: Note): [Signature, Statement] =>
    signatures
      .map((one): [Signature, Statement] => [one, decodeStatement(one.payload)])
      .sort(([, a], [, b]) => a.after.length - b.after.length)[0]!;
  const replaced = (note: Note, old: Signature, fresh: Signature): Note => ({
    ...note,
    signatures: note.signatures!.map((one) => (one === old ? fresh : one)),
  });

  test('every note is signed, and verify names the signer', async () => {
    const { findings, report } = await judge(repo, notes);
    expect(findings).toEqual([]);
    expect(report).toMatchObject({ vouched: notes.size, strange: 0, claimed: 0 });
    expect(new Set(report.vouchers.map(({ by, key }) => `${by} ${key}`))).toEqual(
      new Set([`ada@example.com ${fingerprint}`]),
    );
    const { code, out } = run(repo, 'verify');
    expect(out).toContain(`vouched  commit ${commits[0]!.slice(0, 7)} by ada@example.com (ssh ${fingerprint})`);
    expect(code).toBe(0);
  });

  test('a statement names repository, commit, tree, graphs with their predecessors, and the origin of carried lines', () => {
    const [id, note] = noteOf(1);
    const [, statement] = signed(note);
    expect(statement).toMatchObject({
      repository: repo.git('rev-list', '--max-parents=0', 'HEAD'),
      commit: id,
      tree: repo.git('rev-parse', `${id}^{tree}`),
      carried: note.carried,
    });
    expect(note.carried).toHaveLength(1);
    const ids = note.graphs.map((graph) => ({ id: graphIdOf(graph), previous: graph.previous }));
    expect(statement.graphs.length).toBeGreaterThan(0);
    expect(ids).toEqual(expect.arrayContaining([...statement.graphs]));
    expect(statement.taken).toEqual([]);
  });

  test('a verification after a commit gets its own statement, which names the previous one', () => {
    const [, note] = noteOf(2);
    expect(note.signatures).toHaveLength(2);
    const statements = note.signatures!.map(({ payload }) => decodeStatement(payload));
    expect(statements.map(({ after }) => after.length).sort()).toEqual([0, 1]);
  });

  test('each signed field, when the statement is changed', async () => {
    const [id, note] = noteOf(1);
    const [signature, statement] = signed(note);
    const hash = 'f'.repeat(64);
    const changes: Partial<Record<keyof Statement, unknown>> = {
      repository: 'f'.repeat(40),
      tree: 'f'.repeat(40),
      at: statement.at + 1,
      graphs: [],
      taken: [{ id: hash, previous: null }],
      lines: new Map(),
      carried: [],
      after: [hash],
    };
    for (const [field, value] of Object.entries(changes)) {
      const payload = encodeStatement({ ...statement, [field]: value } as Statement);
      const { findings } = await judge(repo, [[id, replaced(note, signature, { ...signature, payload })]]);
      const said = expect.stringMatching(/^A signature does not match the signed content/) as string;
      expect(findings, `${field}`).toContainEqual(expect.objectContaining({ kind: 'fault', what: said }));
    }
    const elsewhere = encodeStatement({ ...statement, commit: commits[0]! });
    const moved = await judge(repo, [[id, replaced(note, signature, { ...signature, payload: elsewhere })]]);
    expect(moved.findings[0]).toMatchObject({ kind: 'fault', field: 'signatures.commit' });
  });

  test('each byte of a signature, and an invalid payload', async () => {
    const [id, note] = noteOf(0);
    const [signature] = signed(note);
    const text = signature.signature;
    for (let at = 60; at < text.length - 40; at += 37) {
      const changed = text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
      const { findings, report } = await judge(repo, [
        [id, { ...note, signatures: [{ ...signature, signature: changed }] }],
      ]);
      expect(findings.some(isFault), `byte ${at}`).toBe(true);
      expect(report.vouched).toBe(0);
    }
    for (const payload of [new Uint8Array(), new Uint8Array([0xa0]), signature.payload.slice(1)]) {
      const { findings } = await judge(repo, [[id, { ...note, signatures: [{ ...signature, payload }] }]]);
      expect(findings[0]).toMatchObject({ kind: 'fault', what: 'What was signed cannot be read.' });
    }
  });

  test('each part of a signed note: lines, their evidence, graphs, the origin of carried lines', async () => {
    const [id, note] = noteOf(1);
    const [path, list] = [...note.lines][0]!;
    const withLines = (fresh: readonly Attribution[]): Note => ({ ...note, lines: new Map([[path, fresh]]) });
    const one = list[0]!;
    const changes: Record<string, Note> = {
      'a line more': withLines(list.with(0, { ...one, count: one.count + 1 })),
      'moved lines': withLines(list.with(0, { ...one, start: one.start + 1 })),
      'another file': { ...note, lines: new Map([['g.txt' as typeof path, list]]) },
      'no lines': { ...note, lines: new Map() },
      'other evidence': withLines(list.with(0, { ...one, evidence: 'inferred' })),
      'another step': withLines(list.with(0, { ...one, node: note.graphs[0]!.nodes[0]!.id })),
      'a graph less': { ...note, graphs: note.graphs.slice(1) },
      'another graph': { ...note, graphs: note.graphs.with(0, { ...note.graphs[0]!, usage: { input: 1, output: 1 } }) },
      'not carried': { ...note, carried: [] },
    };
    for (const [what, changed] of Object.entries(changes))
      expect((await judge(repo, [[id, changed]])).findings.some(isFault), `${what}`).toBe(true);
  });

  test('a signed note on another commit, and one of two statements removed', async () => {
    const [, note] = noteOf(0);
    const moved = await judge(repo, [[commits[1]!, note]]);
    expect(moved.findings[0]).toMatchObject({ kind: 'fault', field: 'signatures.commit' });
    const [id, twice] = noteOf(2);
    const later = twice.signatures!.filter(({ payload }) => decodeStatement(payload).after.length > 0);
    const { findings } = await judge(repo, [[id, { ...twice, signatures: later }]]);
    expect(findings.filter(isFault)).toEqual([expect.objectContaining({ field: 'signatures.after' })]);
  });

  test('entries that others add to a signed note leave the signature valid, and are only claimed', async () => {
    const [id, note] = noteOf(0);
    const { signatures: _, ...other } = noteOf(2)[1];
    const [graph] = other.graphs;
    const stranger = { ...graph!, session: { ...graph!.session, id: sessionId('another') } };
    const node = nodeId('deadbeef-1');
    const more: Note = {
      graphs: [{ ...stranger, nodes: [], edges: [] }],
      lines: new Map([[[...note.lines.keys()][0]!, [{ start: 1, count: 40, node, evidence: 'exact' }]]]),
      carried: [{ from: commits[2]!, how: 'later' }],
    };
    const { findings, report } = await judge(repo, [[id, joinNotes(note, more)]]);
    expect(report.vouched).toBe(1);
    expect(findings.filter(isFault)).toEqual([]);
    expect(findings.map(({ field }) => field).sort()).toEqual(['signatures', 'signatures.lines']);
  });

  test('a key that is not allowed is a stranger’s, and its signature vouches for nothing', async () => {
    const { line } = sshKey(repo, 'eve');
    allow(repo, `eve@example.com ${line}`);
    const { findings, report } = await judge(repo, [noteOf(0)]);
    expect(findings).toEqual([]);
    expect(report).toMatchObject({ vouched: 0, strange: 1 });
    expect(report.signers[0]).toMatchObject({ standing: 'stranger', by: undefined, key: fingerprint });
    expect(run(repo, 'verify').out).toMatch(/signed +commit \w+ by a stranger .*not one of the allowed signers/);
    repo.git('config', '--unset', 'gpg.ssh.allowedSignersFile');
    expect((await judge(repo, [noteOf(0)])).report.signers[0]?.why).toMatch(/names no allowed signers/);
  });

  test('a key that is allowed for another purpose, or was not valid at signing time', async () => {
    const line = readFileSync(`${repo.home}/ada.pub`, 'utf8').trim();
    for (const options of ['namespaces="file"', 'valid-before="20200101"', 'valid-after="20990101"']) {
      allow(repo, `ada@example.com ${options} ${line}`);
      expect((await judge(repo, [noteOf(0)])).report, `${options}`).toMatchObject({ vouched: 0, strange: 1 });
    }
    allow(repo, `ada@example.com valid-after="20200101" ${line}`);
    expect((await judge(repo, [noteOf(0)])).report).toMatchObject({ vouched: 1, strange: 0 });
  });
});

describe.runIf(HAS_GPG)('with an OpenPGP key (needs gpg)', () => {
  test('every note is signed; without the key the signer is a stranger, and a change is a fault', async () => {
    await withRepo({ files: { 'f.txt': 'one\ntwo\n' } }, async (repo) => {
      const fingerprint = signWithGpg(repo);
      try {
        const [first] = work(repo);
        const notes = await notesOf(repo);
        const { findings, report } = await judge(repo, notes);
        expect(findings).toEqual([]);
        expect(report).toMatchObject({ vouched: notes.size, strange: 0, claimed: 0 });
        expect(report.signers).toEqual([
          expect.objectContaining({ by: 'Ada Tester <ada@example.com>', key: fingerprint, scheme: 'openpgp' }),
        ]);
        const note = notes.get(first!)!;
        const [signature] = note.signatures!;
        const payload = encodeStatement({ ...decodeStatement(signature!.payload), at: 1 });
        const changed = await judge(repo, [[first!, { ...note, signatures: [{ ...signature!, payload }] }]]);
        expect(changed.findings[0]).toMatchObject({ kind: 'fault', field: 'signatures' });
        const nonsense = await judge(repo, [
          [first!, { ...note, signatures: [{ ...signature!, signature: 'no signature' }] }],
        ]);
        expect(nonsense.findings[0]).toMatchObject({ kind: 'fault', field: 'signatures' });
        configure(repo, { 'gpg.minTrustLevel': 'never' });
        repo.env['GNUPGHOME'] = repo.home;
        const strange = await judge(repo, [[first!, note]]);
        expect(strange.report.signers[0]).toMatchObject({ standing: 'stranger', why: 'the key is not here' });
      } finally {
        endGpg(repo);
        repo.env['GNUPGHOME'] = `${repo.home}/gnupg`;
        endGpg(repo);
      }
    });
  }, 60_000);
});

describe('an unsigned note', () => {
  test('is the default: without prov.sign nothing is signed, and notes are only claimed', async () => {
    await withRepo({ files: { 'f.txt': 'one\ntwo\n' } }, async (repo) => {
      work(repo);
      const notes = await notesOf(repo);
      expect([...notes.values()].every(({ signatures }) => signatures === undefined)).toBe(true);
      expect((await judge(repo, notes)).report).toMatchObject({ vouched: 0, strange: 0, claimed: notes.size });
    });
  }, 60_000);

  test.runIf(HAS_SSH)(
    'in a SHA-256 repository is signed in the same way (needs ssh-keygen)',
    async () => {
      await withRepo({ hash: 'sha256', files: { 'f.txt': 'one\ntwo\n' } }, async (repo) => {
        signWithSsh(repo);
        work(repo);
        const notes = await notesOf(repo);
        const { findings, report } = await judge(repo, notes);
        expect(findings).toEqual([]);
        expect(report).toMatchObject({ vouched: notes.size, claimed: 0 });
        expect(run(repo, 'verify').code).toBe(0);
      });
    },
    60_000,
  );
});
