import { describe, expect, test } from 'vitest';
import { readJunit } from '../../src/exchange/runs/junit.ts';
import { readSarif } from '../../src/exchange/runs/sarif.ts';

const suite = (cases: string, attributes = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites><testsuite name="a" ${attributes}>${cases}</testsuite></testsuites>`;

describe('a JUnit report', () => {
  test.each([
    ['of passed tests', suite('<testcase name="a"/><testcase name="b"/>', 'tests="2" failures="0"'), 'passed', 2],
    ['with a failure', suite('<testcase name="a"><failure message="x"/></testcase>'), 'failed', 1],
    ['with an error', suite('<testcase name="a"><error/></testcase><testcase name="b"/>'), 'failed', 2],
    ['with a failure that only the suite states', suite('<testcase name="a"/>', 'failures="1"'), 'failed', 1],
    ['without a test', suite(''), 'unknown', 0],
    ['of skipped tests only', suite('<testcase name="a"><skipped/></testcase>'), 'unknown', 0],
    [
      'of disabled tests only, as GoogleTest writes it',
      suite('<testcase name="DISABLED_a" status="notrun" result="suppressed"/>', 'tests="1" disabled="1"'),
      'unknown',
      0,
    ],
    [
      'with a test that is skipped twice',
      suite('<testcase name="a"/><testcase name="b" status="skipped"><skipped/><skipped/></testcase>'),
      'passed',
      1,
    ],
    [
      'with text like tags',
      suite('<testcase name="a"><system-out><![CDATA[<failure/>]]></system-out></testcase>'),
      'passed',
      1,
    ],
    ['that begins with a byte order mark', `\uFEFF${suite('<testcase name="a"/>')}`, 'passed', 1],
    ['with one suite only', '<testsuite><testcase name="&amp;&#65;"/></testsuite>', 'passed', 1],
  ])('%s', (_, text, result, tests) => {
    expect(readJunit(text)).toMatchObject({
      kind: 'test',
      result,
      words: `JUnit report of ${tests} ${tests === 1 ? 'test' : 'tests'}`,
    });
  });

  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, i) => `<!ENTITY b${i} "${`&b${i - 1};`.repeat(10)}">`).join('')}]>`;
  test.each([
    ['a document type', `<!DOCTYPE testsuites SYSTEM "http://127.0.0.1:9/x.dtd">${suite('')}`, 'document type'],
    ['an entity bomb', `${bomb}<testsuites>&b8;</testsuites>`, 'document type'],
    [
      'an external entity',
      '<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><testsuite>&f;</testsuite>',
      'document type',
    ],
    ['an unknown entity', suite('<testcase name="&unknown;"/>'), 'well-formed'],
    ['an open element', '<testsuites><testsuite>', 'well-formed'],
    ['two roots', `${suite('')}<testsuites/>`.replace(/<\?.*\?>\n/, ''), 'well-formed'],
    ['another root', '<html/>', 'testsuite'],
    ['deep nesting', `<testsuite>${'<a>'.repeat(100_000)}`, 'deeply'],
    ['nothing', '', ''],
    ['bytes that are no XML', '\u0000\u0001', ''],
  ])('with %s is refused', (_, text, why) => {
    expect(() => readJunit(text)).toThrow(
      expect.objectContaining({ kind: 'data', message: expect.stringContaining(why) }),
    );
  });

  test('of many cases is read in linear time', () => {
    const text = suite('<testcase name="a" classname="b"/>'.repeat(200_000));
    expect(readJunit(text).words).toBe('JUnit report of 200000 tests');
  });
});

const log = (...runs: object[]): string => JSON.stringify({ version: '2.1.0', runs });
const tool = { driver: { name: 'ESLint' } };

describe('a SARIF log', () => {
  test.each([
    ['without results', log({ tool, results: [] }), 'passed'],
    ['with an error', log({ tool, results: [{ level: 'error' }] }), 'failed'],
    ['with warnings', log({ tool, results: [{ level: 'warning' }, {}] }), 'passed'],
    [
      'with a suppressed error',
      log({ tool, results: [{ level: 'error', suppressions: [{ kind: 'inSource' }] }] }),
      'passed',
    ],
    [
      'with a refused suppression',
      log({ tool, results: [{ level: 'error', suppressions: [{ status: 'rejected' }] }] }),
      'failed',
    ],
    ['of a rule that passed', log({ tool, results: [{ kind: 'pass', level: 'error' }] }), 'passed'],
    ['of a tool that broke off', log({ tool, results: [], invocations: [{ executionSuccessful: false }] }), 'unknown'],
    ['of a run that reports nothing', log({ tool }), 'unknown'],
    ['without runs', log(), 'unknown'],
  ])('%s', (_, text, result) => {
    expect(readSarif(text)).toMatchObject({ kind: 'lint', result });
  });

  test.each([
    ['no JSON', '{'],
    ['another object', '{}'],
    ['a list', '[]'],
    ['another version', JSON.stringify({ version: '1.0.0', runs: [] })],
    ['a run that is none', JSON.stringify({ version: '2.1.0', runs: [1] })],
    ['results that are no list', log({ tool, results: {} })],
    ['deep nesting', `{"version":"2.1.0","runs":${'['.repeat(200_000)}`],
  ])('with %s is refused', (_, text) => {
    expect(() => readSarif(text)).toThrow(expect.objectContaining({ kind: 'data' }));
  });
});
