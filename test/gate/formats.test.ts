import Ajv from 'ajv-draft-04';
import schema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import sax from 'sax';
import { describe, expect, test } from 'vitest';
import { renderCheck } from '../../src/faces/cli/render/check/check.ts';
import { fingerprinted } from '../../src/faces/cli/render/check/fingerprints.ts';
import { renderGithub } from '../../src/faces/cli/render/check/github.ts';
import { renderGitlab } from '../../src/faces/cli/render/check/gitlab.ts';
import { renderJunit } from '../../src/faces/cli/render/check/junit.ts';
import { renderSarif } from '../../src/faces/cli/render/check/sarif.ts';
import { signsFor } from '../../src/faces/cli/render/blame/blame-words.ts';
import { textWidth } from '../../src/faces/cli/render/width.ts';
import { checkAnswer } from '../../src/gate/check-answer.ts';
import type { CheckResult } from '../../src/gate/check.ts';
import type { Finding } from '../../src/gate/findings.ts';
import type { LineRange } from '../../src/git/history/patch-parser.ts';
import type { NodeId, Oid, RepoPath } from '../../src/model/ids.ts';
import { pathFromBytes } from '../../src/model/path.ts';

const OID = 'a'.repeat(40) as Oid;
/** Paths that a format could take for something else. */
const HOSTILE: readonly RepoPath[] = [
  'src/a b.js',
  'src/new\nline,x:y%z.js',
  'src/::error file=x::y.js',
  'src/"quoted"<&>\'.js',
  'src/größe/\u202e☃.js',
].map((path) => path as RepoPath);
const BYTES = pathFromBytes(Buffer.from([0x73, 0x2f, 0xff, 0x00 + 0x1b, 0x2e, 0x6a, 0x73]));

const finding = (path: RepoPath, ranges: readonly LineRange[], more: Partial<Finding> = {}): Finding => ({
  rule: { kind: 'verified' },
  path,
  blob: OID,
  hasLines: true,
  breach: 'unchecked',
  unknown: undefined,
  fault: undefined,
  ranges,
  lines: ranges.reduce((sum, [, count]) => sum + count, 0),
  parts: ranges.map((range) => ({ range, commit: OID })),
  decision: 'aaaaaaaa-5' as NodeId,
  ...more,
});

const result = (findings: readonly Finding[], more: Partial<CheckResult> = {}): CheckResult => ({
  range: { name: 'main...topic', taken: undefined, head: OID, base: OID, onto: OID, revisions: [] },
  rulesAt: OID,
  hasRules: true,
  signs: true,
  knowsSigners: true,
  lines: { added: 100, judged: 80, broken: 7 },
  judged: findings.map(({ path, rule }) => ({ path, rules: [rule, { kind: 'known' }] })),
  findings,
  waived: [],
  expired: [],
  rulesChanged: [],
  movedOut: [],
  linesOf: (files) => Promise.resolve(new Map(files.map(({ path }) => [path, ['one', 'two', 'one', 'three']]))),
  ...more,
});

const waiver: CheckResult['waived'][number]['waiver'] = {
  id: 'bbbbbbbb-1' as NodeId,
  rule: 'verified',
  path: 'src/a b.js' as RepoPath,
  commits: new Set([OID]),
  blocks: [],
  until: '2026-12-31',
  by: 'Ada <ada@example.com>',
  because: 'Generated\n::error::by a tool',
};
const hostile = result(
  [
    ...[...HOSTILE, BYTES].map((path) =>
      finding(path, [
        [1, 1],
        [3, 1],
      ]),
    ),
    finding('logo.png' as RepoPath, [], {
      hasLines: false,
      breach: 'unknown',
      unknown: 'no-lines',
      rule: { kind: 'known' },
    }),
    finding('x.js' as RepoPath, [[2, 2]], { breach: 'faulty', fault: 'A hash differs.\n::error::' }),
    finding('y.js' as RepoPath, [[2, 2]], { breach: 'unreviewed', rule: { kind: 'reviewed-by', team: '@org/"team"' } }),
  ],
  {
    waived: [{ ...finding(HOSTILE[0]!, [[2, 1]]), waiver }],
    expired: [waiver],
    rulesChanged: ['.gitattributes' as RepoPath, 'docs/CODEOWNERS' as RepoPath],
    movedOut: [{ from: 'src/in.js' as RepoPath, to: HOSTILE[1]!, rules: ['verified'] }],
  },
);

const style = {
  signs: signsFor({ LC_ALL: 'C.UTF-8' }),
  paint: (_: unknown, text: string) => text,
  columns: 80,
  unicode: true,
};

const sarifOf = async (found: CheckResult): Promise<string> =>
  renderSarif(found, await fingerprinted(found.findings, found), await fingerprinted(found.waived, found), '1.2.3');

describe('SARIF', () => {
  const isValid = new Ajv.default({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);
  interface Log {
    readonly runs: readonly {
      readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
      readonly results: readonly {
        readonly ruleId: string;
        readonly ruleIndex: number;
        readonly suppressions?: readonly object[];
        readonly partialFingerprints?: Record<string, string>;
        readonly locations: readonly {
          readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } };
        }[];
      }[];
    }[];
  }

  test('is valid by the schema of 2.1.0, also with hostile paths and texts; an invalid one is not', async () => {
    for (const found of [hostile, result([])]) {
      const log: unknown = JSON.parse(await sarifOf(found));
      isValid(log);
      expect(isValid.errors ?? []).toEqual([]);
    }
    expect(isValid({ version: '2.1.0', runs: [{ tool: { driver: {} } }] })).toBe(false);
  });

  test('has one rule for each kind, URIs without a raw byte, and suppressed results for waivers', async () => {
    const { runs } = JSON.parse(await sarifOf(hostile)) as Log;
    const [{ tool, results }] = runs as [Log['runs'][number]];
    const ids = tool.driver.rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { ruleId, ruleIndex } of results) expect(ids[ruleIndex]).toBe(ruleId);
    const uris = results.map(({ locations }) => locations[0]!.physicalLocation.artifactLocation.uri);
    expect(uris.filter((uri) => !/^[A-Za-z0-9/._~%-]+$/.test(uri))).toEqual([]);
    expect(uris).toContain('s/%FF%1B.js');
    expect(results.filter(({ suppressions }) => suppressions)).toHaveLength(1);
  });

  test('a fingerprint stays when the place moves, differs by rule, path and text, and is unique', async () => {
    const text = ['a', 'b', 'b', 'c'];
    const named = async (one: Finding, lines: readonly string[]): Promise<string[]> => {
      const linesOf: CheckResult['linesOf'] = () => Promise.resolve(new Map([[one.path, lines]]));
      return (await fingerprinted([one], { linesOf })).map(({ fingerprint }) => fingerprint);
    };
    const path = 'a.js' as RepoPath;
    const [before] = await named(finding(path, [[1, 2]]), text);
    expect(await named(finding(path, [[3, 2]]), ['new', 'new', ...text])).toEqual([before]);
    expect(await named(finding('b.js' as RepoPath, [[1, 2]]), text)).not.toContain(before);
    expect(await named(finding(path, [[1, 2]], { rule: { kind: 'known' } }), text)).not.toContain(before);
    expect(await named(finding(path, [[1, 2]]), ['a', 'changed'])).not.toContain(before);
    expect(
      new Set(
        await named(
          finding(path, [
            [2, 1],
            [3, 1],
          ]),
          text,
        ),
      ).size,
    ).toBe(2);
  });
});

test('an annotation of GitHub is one line, and neither a path nor a text starts another command', () => {
  const lines = renderGithub(hostile).trimEnd().split('\n');
  expect(lines).toHaveLength(hostile.findings.length + hostile.waived.length + 4 + 1);
  expect(lines.slice(0, -1).every((line) => /^::(error|notice|warning) /.test(line))).toBe(true);
  expect(lines[1]).toBe(
    '::error file=src/new%0Aline%2Cx%3Ay%25z.js,line=1,endLine=1,title=git prov%3A verified%2C 2 lines::no check followed (1, 3). Run the check: in the session, or with git prov verify-run.',
  );
  expect(lines.at(-1)).toBe('7 of 100 added lines and 1 whole file break the rules of .gitattributes at aaaaaaa.');
  // The runner prints a path as it is: no escape sequence of one reaches the log.
  expect(lines.join('\n')).not.toMatch(/[\0-\t\v-\u001f\u007f-\u009f\u202a-\u202e]/);
  expect(lines.join('\n')).toContain('file=src/größe/\\u{202e}☃.js,');
});

test('a report of code quality has the fields of GitLab, and unique fingerprints', async () => {
  const entries = JSON.parse(renderGitlab(hostile, await fingerprinted(hostile.findings, hostile))) as Record<
    string,
    unknown
  >[];
  expect(entries[0]).toEqual({
    description: 'verified: no check followed. Run the check: in the session, or with git prov verify-run.',
    check_name: 'git-prov/verified',
    fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    severity: 'major',
    location: { path: 'src/a b.js', lines: { begin: 1, end: 1 } },
  });
  expect(new Set(entries.map(({ fingerprint }) => fingerprint)).size).toBe(entries.length);
});

test('JUnit XML is well-formed with any path, and has a case for each file and rule', () => {
  const report = readXml(renderJunit(hostile));
  expect(report.failures).toBe(hostile.findings.length);
  expect(report.names).toContain('src/"quoted"<&>\'.js');
  expect(report.names).toContain('src/new\\nline,x:y%z.js');
  expect(report.names).toHaveLength(2 * hostile.findings.length - 1); // the rule of the picture is `known` already
  // Jenkins asks for these attributes of a suite.
  expect(report.suites.map((suite) => Object.keys(suite).toSorted())).toEqual(
    report.suites.map(() => ['errors', 'failures', 'name', 'tests']),
  );
  expect(report.suites.length).toBeGreaterThan(0);
  expect(readXml(renderJunit(result([])))).toEqual({ names: [], failures: 0, suites: [] });
});

interface Suites {
  readonly names: readonly string[];
  readonly failures: number;
  readonly suites: readonly sax.Tag['attributes'][];
}

function readXml(text: string): Suites {
  const names: string[] = [];
  const suites: sax.Tag['attributes'][] = [];
  let failures = 0;
  const parser = sax.parser(true);
  Object.assign(parser, {
    onerror: (error: Error) => {
      throw error;
    },
    onopentag: ({ name, attributes }: sax.Tag) => {
      if (name === 'testcase') names.push(String(attributes['name']));
      if (name === 'testsuite') suites.push(attributes);
      if (name === 'failure') failures++;
    },
  });
  parser.write(text).close();
  return { names, failures, suites };
}

test('the text fits 80 columns, groups files, and first says how many lines break which rule', () => {
  const many = Array.from({ length: 50 }, (_, i) =>
    finding(`src/deep/folder/file-${i}.js` as RepoPath, [
      [1, 2],
      [9, 1],
    ]),
  );
  for (const found of [hostile, result(many), result([])]) {
    const text = renderCheck(found, style);
    expect(text.split('\n').filter((line) => textWidth(line) > 80)).toEqual([]);
    expect(text).not.toMatch(/\p{Cf}|[\0-\x09\x0b-\x1f]/u);
  }
  const text = renderCheck(result(many), style);
  expect(text.split('\n').slice(0, 6).join('\n')).toBe(
    '  main...topic\n  7 of 100 added lines break the rules of .gitattributes at aaaaaaa.\n\n  verified  150 lines in 50 files\n\n  verified: no check followed',
  );
  expect(text).toContain('and 30 more files (--all prints them)');
  expect(text.split('Run the check')).toHaveLength(2);
  expect(renderCheck(result(many), style, true)).toContain('file-49.js:1-2, 9');
  expect(renderCheck(hostile, style)).toMatchSnapshot();
});

test('the headline counts the lines that satisfy the rules', () => {
  const headlineOf = (judged: number): string => {
    const text = renderGithub(result([], { lines: { added: 9, judged, broken: 0 }, waived: [] }));
    return text.trimEnd().split('\n').at(-1)!;
  };
  const end = 'the rules of .gitattributes at aaaaaaa.';
  expect(headlineOf(0)).toBe('No rule of .gitattributes at aaaaaaa is about what this range adds.');
  expect(headlineOf(1)).toBe(`The only line with a rule satisfies ${end}`);
  expect(headlineOf(2)).toBe(`All 2 lines with a rule satisfy ${end}`);
});

test('the JSON answer names each place, and says what would satisfy the rule', () => {
  const answer = checkAnswer(hostile);
  expect(answer.passed).toBe(false);
  expect(answer.findings[0]).toMatchObject({ places: ['src/a b.js:1', 'src/a b.js:3'], lines: 2, reason: 'unchecked' });
  expect(answer.waived[0]!.waiver).toEqual({
    id: 'bbbbbbbb-1',
    by: 'Ada <ada@example.com>',
    because: 'Generated\n::error::by a tool',
    until: '2026-12-31',
  });
  expect(checkAnswer(result([])).passed).toBe(true);
});
