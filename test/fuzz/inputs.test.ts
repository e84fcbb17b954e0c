import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readEvent } from '../../src/agents/registry.ts';
import { readClaudeTranscript } from '../../src/agents/claude-code/live-transcript.ts';
import { mendState } from '../../src/recorder/state/state-schema.ts';
import { parseRecord, recordedHash, recordedNode } from '../../src/recorder/spool/ledger-line.ts';
import { Spool } from '../../src/recorder/spool/spool.ts';
import { isObject } from '../../src/recorder/spool/json-fields.ts';
import { FORGOTTEN_FILE, ForgottenTexts } from '../../src/redact/forgotten.ts';
import { readWithheld } from '../../src/notes/withheld.ts';
import { readQueue } from '../../src/sharing/queue.ts';
import { readSshSignature } from '../../src/git/signatures/ssh-signature.ts';
import { sessionId } from '../../src/model/ids.ts';
import { stepHash } from '../../src/model/graph/ledger.ts';
import { IN_TOTO, open, parsed } from '../../src/trust/envelope.ts';
import { verifyLedger } from '../../src/trust/checks/ledger.ts';
import { attestedAt, firstDifference, PREDICATE_TYPE, readCommitStatement } from '../../src/trust/predicate.ts';
import { fuzz, TIMEOUT } from './campaign.ts';
import type { Dice } from './dice.ts';
import { mutateBytes } from './mutate-bytes.ts';
import { copy, JSON_TREE, mutateTree } from './mutate-tree.ts';
import { LEDGER, PAYLOADS, sshSignature, STATE, TRANSCRIPT } from './samples.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'git-prov-fuzz-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

const utf8 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
const bytesOf = (value: unknown): Uint8Array => new Uint8Array(Buffer.from(JSON.stringify(value) ?? '', 'utf8'));

// Mostly other values, sometimes broken bytes.
const mutated = (samples: readonly unknown[]) => {
  const written = samples.map(bytesOf);
  return (dice: Dice): Uint8Array =>
    dice.once(6)
      ? mutateBytes(dice.pick(written), written, dice)
      : bytesOf(mutateTree(copy(dice.pick(samples)), JSON_TREE, dice));
};

const json = (bytes: Uint8Array): unknown => parsed(utf8(bytes));

test('payloads of hooks are events, or are refused', { timeout: TIMEOUT }, () =>
  expect(
    fuzz({
      name: 'payloads of hooks',
      few: 1500,
      input: mutated(PAYLOADS),
      run: (bytes) => {
        const payload = json(bytes);
        if (!isObject(payload)) return false;
        const event = readEvent(payload);
        if (!event) return false;
        expect(sessionId(event.session)).toBe(event.session);
        JSON.stringify(event);
        return true;
      },
    }),
  ).resolves.toBeGreaterThan(0),
);

test('a transcript gives only data that it contains', { timeout: TIMEOUT }, () => {
  const file = join(FOLDER, 'transcript.jsonl');
  const one = mutated(TRANSCRIPT);
  return expect(
    fuzz({
      name: 'transcripts',
      few: 300,
      share: 0.05,
      untimed: true,
      input: (dice) => new Uint8Array(Buffer.concat([1, 2, 3].flatMap(() => [one(dice), Buffer.from('\n')]))),
      run: (bytes) => {
        writeFileSync(file, bytes);
        const part = readClaudeTranscript(file, 0)!;
        expect(part.offset).toBeLessThanOrEqual(bytes.length);
        for (const { input, output } of Object.values(part.usage))
          expect([input, output].every(Number.isSafeInteger)).toBe(true);
        return true;
      },
    }),
  ).resolves.toBeGreaterThan(0);
});

test('a state is repaired, or set aside', { timeout: TIMEOUT }, () =>
  expect(
    fuzz({
      name: 'state.json',
      few: 1000,
      share: 0.2,
      input: mutated([STATE]),
      run: (bytes) => {
        const { state } = mendState(json(bytes));
        for (const { cursor, nodes } of Object.values(state.sessions))
          expect([nodes, cursor.uncommitted].every(Array.isArray)).toBe(true);
        return true;
      },
    }),
  ).resolves.toBeGreaterThan(0),
);

test('lines of a ledger are steps, or are skipped', { timeout: TIMEOUT }, () =>
  expect(
    fuzz({
      name: 'lines of a ledger',
      few: 1500,
      input: mutated(LEDGER),
      run: (bytes) => {
        const record = parseRecord(utf8(bytes));
        if (!record) return false;
        recordedHash(record['self_hash']);
        const node = recordedNode(record);
        if (!node) return false;
        stepHash(sessionId('a'), node, null);
        return true;
      },
    }),
  ).resolves.toBeGreaterThan(0),
);

test('a ledger is verified up to its first fault, for any content', { timeout: TIMEOUT }, () => {
  const file = join(FOLDER, 'ledger.jsonl');
  const line = mutated(LEDGER);
  return expect(
    fuzz({
      name: 'ledgers',
      few: 200,
      share: 0.02,
      untimed: true,
      input: (dice) =>
        new Uint8Array(
          Buffer.concat(LEDGER.flatMap((record) => [dice.once(4) ? line(dice) : bytesOf(record), Buffer.from('\n')])),
        ),
      run: async (bytes) => {
        writeFileSync(file, bytes);
        const { steps, fault } = await verifyLedger(file);
        expect(steps).toBeLessThanOrEqual(LEDGER.length * 2);
        expect(fault === undefined || fault.line > 0).toBe(true);
        return true;
      },
    }),
  ).resolves.toBeGreaterThan(0);
});

test('a file in the spool is an event, or is set aside', { timeout: TIMEOUT }, () => {
  const events = PAYLOADS.map((payload) =>
    Buffer.from(`${JSON.stringify(payload)}\nprov2 after ${'a'.repeat(40)} absent /x%20y/.git /x%20y\n`),
  );
  mkdirSync(join(FOLDER, 'spool/new'), { recursive: true });
  const spool = new Spool(FOLDER);
  spool.add({}, '/x', '/y');
  const name = spool.names()[0]!;
  return expect(
    fuzz({
      name: 'events in the spool',
      few: 300,
      share: 0.05,
      untimed: true,
      input: (dice) => mutateBytes(dice.pick(events), events, dice),
      run: (bytes) => {
        writeFileSync(join(FOLDER, 'spool/new', name), bytes);
        const read = spool.read(name, Date.now());
        return typeof read === 'object';
      },
    }),
  ).resolves.toBeGreaterThan(0);
});

const statement = {
  _type: 'https://in-toto.io/Statement/v1',
  subject: [{ name: 'git:x', digest: { gitCommit: 'a'.repeat(40) } }],
  predicateType: PREDICATE_TYPE,
  predicate: {
    attestedAt: '2026-01-01T00:00:00.000Z',
    agents: ['claude-code'],
    files: [{ path: 'a', lines: [{ start: 1, count: 2 }] }],
  },
};
const envelope = (inside: unknown): object => ({
  payloadType: IN_TOTO,
  payload: Buffer.from(JSON.stringify(inside) ?? '').toString('base64'),
  signatures: [
    {
      keyid: '',
      sig: Buffer.from('-----BEGIN SSH SIGNATURE-----\nU1NI\n-----END SSH SIGNATURE-----\n').toString('base64'),
    },
  ],
});

test('attestations are read, or refused', { timeout: TIMEOUT }, () =>
  expect(
    fuzz({
      name: 'attestations',
      few: 1500,
      input: (dice) =>
        dice.once(2)
          ? mutated([envelope(statement)])(dice)
          : bytesOf(envelope(mutateTree(copy(statement), JSON_TREE, dice))),
      run: (bytes) => {
        const { payload, signatures } = open(utf8(bytes));
        for (const signature of signatures) readSshSignature(signature, 'git');
        const said = readCommitStatement(parsed(payload.toString('utf8')));
        if (typeof said === 'string') return false;
        attestedAt(said);
        firstDifference(said.predicate, statement.predicate);
        return true;
      },
    }),
  ).resolves.toBeGreaterThan(0),
);

test('SSH signatures are parsed, or are reported as unknown', { timeout: TIMEOUT }, () => {
  const one = new Uint8Array(sshSignature());
  const armour = (bytes: Uint8Array): Buffer =>
    Buffer.from(
      `-----BEGIN SSH SIGNATURE-----\n${Buffer.from(bytes).toString('base64')}\n-----END SSH SIGNATURE-----\n`,
    );
  return expect(
    fuzz({
      name: 'SSH signatures',
      few: 1000,
      share: 0.1,
      input: (dice) => {
        const text = new Uint8Array(armour(one));
        return dice.once(3)
          ? mutateBytes(text, [text], dice)
          : new Uint8Array(armour(dice.once(3) ? one : mutateBytes(one, [one], dice)));
      },
      run: (bytes) => readSshSignature(Buffer.from(bytes).toString('latin1'), 'git')?.isOver(bytes) !== undefined,
    }),
  ).resolves.toBeGreaterThan(0);
});

test('stored data about remotes and forgotten texts is read, or ignored', { timeout: TIMEOUT }, () => {
  const provDir = mkdtempSync(join(FOLDER, 'local-'));
  const waiting = { remote: 'u', shown: 'origin', why: 'no', since: 1, last: 2, tries: 3 };
  const held = { notes: { u: [{ commit: 'a'.repeat(40), why: 'secret', places: ['x'] }] }, refused: { u: 2 } };
  const files = {
    'held.json': held,
    'waiting.json': [waiting],
    [FORGOTTEN_FILE]: JSON.parse(new ForgottenTexts(provDir).with(['hunter2'], ['field'])) as unknown,
  };
  return expect(
    fuzz({
      name: 'local files',
      few: 300,
      share: 0.03,
      untimed: true,
      input: mutated(Object.values(files)),
      run: (bytes) => {
        for (const name of Object.keys(files)) writeFileSync(join(provDir, name), bytes);
        const { notes, refused } = readWithheld(provDir);
        expect(
          Object.values(notes)
            .flat()
            .every(({ commit }) => typeof commit === 'string'),
        ).toBe(true);
        expect(Object.values(refused).every(Number.isSafeInteger)).toBe(true);
        expect(readQueue(provDir).every(({ tries }) => typeof tries === 'number')).toBe(true);
        return !new ForgottenTexts(provDir).isEmpty || Object.keys(notes).length > 0;
      },
    }),
  ).resolves.toBeGreaterThan(0);
});
