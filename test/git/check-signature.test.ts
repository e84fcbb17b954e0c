import { expect, test } from 'vitest';
import { checkSignature, type KnownKeys } from '../../src/git/signatures/check-signature.ts';
import { sign, SSH_NAMESPACE } from '../../src/git/signatures/sign.ts';
import { readSigning } from '../../src/git/signatures/signing-settings.ts';
import { readSshSignature } from '../../src/git/signatures/ssh-signature.ts';
import { withRepo } from '../helpers/repo.ts';
import { allow, HAS_SSH, signWithSsh } from '../trust/signed.ts';
import { readFileSync } from 'node:fs';

const BYTES = Buffer.from('what is signed');

test.runIf(HAS_SSH)('ssh-keygen runs once for each key, and no wrong signature passes (needs ssh-keygen)', async () => {
  await withRepo({}, async (testRepo) => {
    signWithSsh(testRepo);
    const repo = await testRepo.open();
    const settings = await readSigning(repo);
    const signed = await sign(repo, settings, BYTES, { timeout: 5000 });
    if (signed.kind !== 'signed') throw new Error(signed.why);
    const { signature } = signed;
    const absent = { ...settings, programs: { ...settings.programs, ssh: 'absent-program' } };
    const known: KnownKeys = new Map();
    const check = (bytes: Uint8Array, with_ = settings, text = signature): Promise<string> =>
      checkSignature(repo, with_, { scheme: 'ssh', signature: text, bytes, at: 0 }, known).then(({ kind }) => kind);
    expect(await check(BYTES, absent)).toBe('unchecked');
    expect(await check(BYTES)).toBe('vouched');
    expect(await check(BYTES, absent)).toBe('vouched');
    // A signature that our own arithmetic rejects is left to ssh-keygen.
    expect(await check(Buffer.from('something else'), absent)).toBe('unchecked');
    expect(await check(Buffer.from('something else'))).toBe('bad');
    // The allowed signers depend on the time, so ssh-keygen checks each signature.
    allow(
      testRepo,
      `ada@example.com valid-after="20200101" ${readFileSync(`${testRepo.home}/ada.pub`, 'utf8').trim()}`,
    );
    expect(await check(BYTES, absent)).toBe('unchecked');
    expect(await check(BYTES)).toBe('stranger');
  });
});

test.runIf(HAS_SSH)('a change of any byte of an SSH signature is detected (needs ssh-keygen)', async () => {
  await withRepo({}, async (testRepo) => {
    signWithSsh(testRepo);
    const repo = await testRepo.open();
    const signed = await sign(repo, await readSigning(repo), BYTES, { timeout: 5000 });
    if (signed.kind !== 'signed') throw new Error(signed.why);
    const good = readSshSignature(signed.signature, SSH_NAMESPACE);
    expect(good?.isOver(BYTES)).toBe(true);
    expect(readSshSignature(signed.signature, 'file')).toBeUndefined();
    const blob = Buffer.from(signed.signature.replaceAll(/-----.*-----|\s/g, ''), 'base64');
    const armour = (bytes: Buffer): string =>
      `-----BEGIN SSH SIGNATURE-----\n${bytes.toString('base64')}\n-----END SSH SIGNATURE-----\n`;
    expect(readSshSignature(armour(blob), SSH_NAMESPACE)?.key).toBe(good!.key);
    for (let at = 0; at < blob.length; at++) {
      const changed = Buffer.from(blob);
      changed[at]! ^= 1;
      const read = readSshSignature(armour(changed), SSH_NAMESPACE);
      expect(read?.key === good!.key && read.isOver(BYTES), `byte ${at}`).toBe(false);
      expect(readSshSignature(armour(blob.subarray(0, at)), SSH_NAMESPACE), `${at} bytes`).toBeUndefined();
    }
    for (const text of ['', 'nonsense', `${signed.signature}more`, ` ${signed.signature}`])
      expect(readSshSignature(text, SSH_NAMESPACE)).toBeUndefined();
  });
});
