import { expect, test } from 'vitest';
import { Redactor } from '../../src/redact/redact.ts';

const redactor = new Redactor('', () => 'a'.repeat(64));

// Generated here, so that it is not a real token.
const TOKEN = `ghp_${'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'}`;
const TEXT = `# of the build\nGITHUB_TOKEN=${TOKEN}\nMODE=fast\n`;

function rows(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / 16) }, (_, i) => bytes.subarray(i * 16, i * 16 + 16));
}
const letters = (row: Buffer): string => row.toString('latin1').replaceAll(/[^ -~]/g, '.');
const dump = (text: string, line: (row: Buffer, address: string) => string): string =>
  rows(text)
    .map((row, i) => line(row, (i * 16).toString(16).padStart(8, '0')))
    .join('\n');
const pairs = (row: Buffer): string[] => row.toString('hex').match(/../g)!;

const DUMPS: Readonly<Record<string, (text: string) => string>> = {
  'hexdump -C': (text) =>
    dump(text, (row, address) => {
      const [left, right] = [pairs(row).slice(0, 8).join(' '), pairs(row).slice(8).join(' ')];
      return `${address}  ${`${left}  ${right}`.padEnd(49)} |${letters(row)}|`;
    }),
  xxd: (text) =>
    dump(text, (row, address) => {
      const groups = row.toString('hex').match(/.{1,4}/g)!;
      return `${address}: ${groups.join(' ').padEnd(40)} ${letters(row)}`;
    }),
  'od -A x -t x1': (text) => dump(text, (row, address) => `${address.slice(2)} ${pairs(row).join(' ')}`),
};

test.each(Object.entries(DUMPS))('a secret in the output of %s is removed with its letters', async (_, dumped) => {
  const text = dumped(TEXT);
  const kept = await redactor.text(text);
  expect(kept).toMatch(/\[redacted:[0-9a-f]{8}\]/);
  // No three bytes and no four letters of it in a row.
  for (let at = 0; at + 4 <= TOKEN.length; at++) expect(kept).not.toContain(TOKEN.slice(at, at + 4));
  const bytes = pairs(Buffer.from(TOKEN));
  for (let at = 0; at + 3 <= bytes.length; at++) {
    expect(kept).not.toContain(bytes.slice(at, at + 3).join(' '));
    expect(kept.replaceAll(' ', '')).not.toContain(bytes.slice(at, at + 3).join(''));
  }
  expect(kept).toContain('00000000'.slice(dumped === DUMPS['od -A x -t x1'] ? 2 : 0));
  expect(kept).toContain(dumped('# of the build\n').slice(10, 20));
});

test.each(Object.entries(DUMPS))('the output of %s without a secret stays', async (_, dumped) => {
  const text = dumped('A file that says nothing of interest, in a few lines.\nAnd one more.\n');
  expect(await redactor.text(text)).toBe(text);
});

test.each(['utf16le', 'big end first'])('a secret in UTF-16 that was read as UTF-8 is removed, %s', async (order) => {
  const bytes = Buffer.from(`\ufeff${TEXT}`, 'utf16le');
  const read = (order === 'utf16le' ? bytes : bytes.swap16()).toString('utf8');
  for (const text of [read, JSON.stringify({ output: read })]) {
    const kept = await redactor.text(text);
    expect(kept).toMatch(/\[redacted:[0-9a-f]{8}\]/);
    expect(kept.replaceAll(/\0|\\u0000/g, '')).not.toContain(TOKEN.slice(4, 12));
    expect(kept.replaceAll(/\0|\\u0000/g, '')).toContain('MODE=fast');
  }
});

test('a secret in octal escapes is removed', async () => {
  const octal = Array.from(TOKEN, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`).join('');
  const kept = await redactor.text(`printf 'TOKEN=${octal}' > .env`);
  expect(kept).not.toContain(octal.slice(0, 24));
  expect(kept).toContain('> .env');
});
