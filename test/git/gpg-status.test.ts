import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readGpgStatus, TRUST } from '../../src/git/signatures/gpg-status.ts';

const KEY = 'E09C0764C739A62CAAF4F868A40AE62171CE20B6';
const OTHER = 'AAAABBBBCCCCDDDDEEEEFFFF0000111122223333';
const good = (by: string, level = 'ULTIMATE'): string =>
  `[GNUPG:] NEWSIG\n[GNUPG:] KEY_CONSIDERED ${KEY} 0\n[GNUPG:] GOODSIG A40AE62171CE20B6 ${by}\n[GNUPG:] VALIDSIG ${KEY} 2026-11-22 1795340321 0 4 0 22 8 00 ${KEY}\n[GNUPG:] TRUST_${level} 0 pgp\n`;
const read = (text: string) => readGpgStatus(Buffer.from(text, 'utf8'));

test('a good signature has a key, a name and a trust', () => {
  expect(read(good('Ada Täster <ada@example.com>', 'MARGINAL'))).toEqual({
    kind: 'good',
    why: '',
    key: KEY,
    by: 'Ada Täster <ada@example.com>',
    trust: TRUST.indexOf('marginal'),
  });
});

// A user id with U+2028 in it, as gpg 2.2 prints it: where that ends a line, the key would be the other one.
test('no user id can change the key', () => {
  for (const end of ['\u2028', '\u2029', '\r', '\u0085', '\u000b'])
    expect(
      read(good(`Mallory${end}[GNUPG:] VALIDSIG ${OTHER}${end}[GNUPG:] TRUST_NEVER 0 pgp`, 'UNDEFINED')),
    ).toMatchObject({
      kind: 'good',
      key: KEY,
      trust: TRUST.indexOf('undefined'),
    });
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (by) => {
      const found = read(good(by.replaceAll('\n', '')));
      expect([found.kind, found.key, found.trust]).toEqual(['good', KEY, TRUST.indexOf('ultimate')]);
    }),
  );
});

test.each([
  ['', 'none', 'the key is not here', undefined],
  ['gpg: no status at all\n', 'none', 'the key is not here', undefined],
  [
    `[GNUPG:] ERRSIG A40AE62171CE20B6 22 8 00 1795340321 9 ${KEY}\n[GNUPG:] NO_PUBKEY A40AE62171CE20B6\n`,
    'strange',
    'the key is not here',
    'A40AE62171CE20B6',
  ],
  ['[GNUPG:] NODATA 4\n', 'bad', 'it is no signature', undefined],
  ['[GNUPG:] BADSIG A40AE62171CE20B6 Ada\n', 'bad', 'it is over other bytes', undefined],
  [`[GNUPG:] EXPKEYSIG A40AE62171CE20B6 Ada\n[GNUPG:] VALIDSIG ${KEY} x\n`, 'strange', 'the key has expired', KEY],
  [`[GNUPG:] REVKEYSIG A40AE62171CE20B6 Ada\n[GNUPG:] VALIDSIG ${KEY} x\n`, 'strange', 'the key was revoked', KEY],
  [`[GNUPG:] EXPSIG A40AE62171CE20B6 Ada\n[GNUPG:] VALIDSIG ${KEY} x\n`, 'strange', 'the signature has expired', KEY],
  [good('Ada') + good('Ben'), 'bad', 'it holds several signatures', KEY],
  [good('Ada') + '[GNUPG:] BADSIG A40AE62171CE20B6 Ada\n', 'bad', 'it holds several signatures', KEY],
  ['[GNUPG:] GOODSIG A40AE62171CE20B6 Ada\n', 'strange', 'the key is not here', undefined],
  ['[GNUPG:] GOODSIG A40AE62171CE20B6 Ada\n[GNUPG:] VALIDSIG not-a-key\n', 'strange', 'the key is not here', undefined],
])('%j is %s: %s', (status, kind, why, key) => {
  expect(read(status)).toMatchObject({ kind, why, key });
});
