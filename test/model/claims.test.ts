import { describe, expect, test } from 'vitest';
import { nodeId, type RepoPath } from '../../src/model/ids.ts';
import type { Attribution } from '../../src/model/model.ts';
import { countingClaims, isPlain, type Weighing } from '../../src/model/standing/claims.ts';
import { mayChangeEntry, rankOfStanding, type RecordStanding } from '../../src/model/standing/standing.ts';

const LEVELS: Readonly<Record<string, RecordStanding>> = { c: 'claimed', v: 'vouched', r: 'recorded' };

/**
 * Claims as words `START+COUNT=WRITER`. A writer is a step's digit, `h` for a person who changed a step's line, or `u` for unsure. A
 * letter behind it is the standing: `r` recorded, `v` vouched, `c` claimed.
 */
const claims = (text: string): Attribution[] =>
  text === ''
    ? []
    : text.split(' ').map((word): Attribution => {
        const [, start, count, writer = '', level = ''] = /^(\d+)\+(\d+)=(.)(.?)$/.exec(word)!;
        const lines = { start: Number(start), count: Number(count), ...(level && { standing: LEVELS[level]! }) };
        if (writer === 'u') return { ...lines, node: null, evidence: 'unsure' };
        if (writer === 'h') return { ...lines, node: null, evidence: 'exact', from: nodeId('00000009-1') };
        return { ...lines, node: nodeId(`0000000${writer}-1`), evidence: 'exact' };
      });

const wordOf = ({ start, count, node, evidence, standing }: Attribution): string =>
  `${start}+${count}=${node?.[7] ?? (evidence === 'unsure' ? 'u' : 'h')}${standing?.[0] ?? ''}`;

interface Options {
  readonly recorded?: string;
  /** The sessions (digits; `-` for claims without one) that an allowed signer vouches for. */
  readonly vouched?: string;
  readonly silence?: RecordStanding;
  readonly disputed?: string;
  readonly hidesClaimed?: boolean;
  readonly marks?: boolean;
}

function weighed(list: string, options: Options) {
  const { recorded = '', vouched = '', silence, disputed = '', hidesClaimed = false, marks = true } = options;
  const weighing: Weighing = {
    path: 'f' as RepoPath,
    covered: {
      recorded: claims(recorded),
      isVouched: (session) => vouched.includes(session === null ? '-' : session[7]!),
      silence,
    },
    isDisputed: (node) => disputed.includes(node[7]!),
    hidesClaimed,
    marks,
  };
  return countingClaims(claims(list), weighing);
}

/** What counts of the claims. */
const counting = (list: string, options: Options = {}): string => weighed(list, options).lines.map(wordOf).join(' ');
/** The conflicts, as `START+COUNT: ` and the writers with their standing. */
const conflicts = (list: string, options: Options = {}): string[] =>
  weighed(list, options).conflicts.map(
    ({ path, start, count, sides }) =>
      `${path} ${start}+${count}: ${sides.map(({ node, standing }) => `${node?.[7] ?? 'h'}${standing[0]}`).join(' ')}`,
  );

describe('for each line, the claims of the highest standing count', () => {
  test.each<[string, string, Options, string]>([
    ['no claim', '', {}, ''],
    ['a claim', '1+2=1', {}, '1+2=1c'],
    ['a claim of a vouched session', '1+2=1', { vouched: '1' }, '1+2=1v'],
    ["a person's vouched claim", '1+2=h', { vouched: '-' }, '1+2=hv'],
    ["a step's claim when only persons' are vouched", '1+2=1', { vouched: '-' }, '1+2=1c'],
    ['a recorded claim', '1+2=1', { recorded: '1+2=1' }, '1+2=1r'],
    ['a recorded claim that the note lost', '1+2=1', { recorded: '5+1=2' }, '1+2=1c 5+1=2r'],
    ['a recorded one before a claimed one', '1+2=1', { recorded: '1+2=2' }, '1+2=2r'],
    ['a recorded one in the middle of a claimed one', '1+5=1', { recorded: '2+1=2' }, '1+1=1c 2+1=2r 3+3=1c'],
    ['a vouched one before a claimed one', '1+2=1 1+2=2', { vouched: '2' }, '1+2=2v'],
    ['a vouched one before a claimed one, in any order', '1+2=1 1+2=2', { vouched: '1' }, '1+2=1v'],
    ['two writers of one standing: nobody', '1+2=1 1+2=2', {}, '1+2=u'],
    ['a step and a person of one standing: nobody', '1+2=1 1+2=h', {}, '1+2=u'],
    ['two vouched writers: nobody', '1+2=1 1+2=2', { vouched: '12' }, '1+2=u'],
    ['a writer before an abstention', '1+2=1 1+2=u', {}, '1+2=1c'],
    ['an abstention of a higher standing', '1+2=1', { recorded: '1+2=u' }, '1+2=u'],
    ['abstentions only', '1+2=u', { vouched: '-' }, '1+2=u'],
    ['other lines are not concerned', '1+2=1 3+1=2', { vouched: '2' }, '1+2=1c 3+1=2v'],
    ['a standing in the note itself', '1+2=1r 1+2=2', {}, '1+2=1r'],
    ['a disputed step that is claimed: nobody', '1+2=1', { disputed: '1' }, '1+2=u'],
    ['a disputed step that is vouched for', '1+2=1', { disputed: '1', vouched: '1' }, '1+2=1v'],
    ['another step than the disputed one', '1+2=1', { disputed: '2' }, '1+2=1c'],
    ['a person, beside a disputed step', '1+2=h', { disputed: '1' }, '1+2=hc'],
    ['a lower standing than the commit itself has', '1+2=1', { silence: 'vouched' }, ''],
    ['the standing that the commit itself has', '1+2=1', { silence: 'vouched', vouched: '1' }, '1+2=1v'],
    ['a higher standing than the commit itself has', '1+2=1', { silence: 'claimed', vouched: '1' }, '1+2=1v'],
    [
      'only vouched ones, if the others are hidden',
      '1+2=1 3+1=2',
      { hidesClaimed: true, vouched: '2' },
      '1+2=u 3+1=2v',
    ],
    ['the standing is not marked', '1+2=1 3+1=2', { vouched: '2', marks: false }, '1+2=1 3+1=2'],
    ['a standing in the note is not marked', '1+2=1r', { marks: false }, '1+2=1'],
  ])('%s', (_name, list, options, expected) => {
    expect(counting(list, options)).toBe(expected);
  });

  test('unchanged, with the step that a person changed', () => {
    const [line] = weighed('1+2=h', { vouched: '-' }).lines;
    expect(line).toEqual({
      start: 1,
      count: 2,
      node: null,
      evidence: 'exact',
      from: '00000009-1',
      standing: 'vouched',
    });
    const list = weighed('1+2=1 4+1=u', { marks: false }).lines;
    expect(list).toEqual(claims('1+2=1 4+1=u'));
  });
});

describe('claims exclude each other', () => {
  test.each<[string, string, Options, string[]]>([
    ['not if there is one', '1+2=1', {}, []],
    ['not if they name one writer', '1+2=1', { recorded: '1+2=1' }, []],
    ['not with an abstention', '1+2=1 1+2=u', {}, []],
    ['if they name two steps', '1+2=1 1+2=2', {}, ['f 1+2: 1c 2c']],
    ['if one names a person', '1+2=1 1+2=h', {}, ['f 1+2: 1c hc']],
    ['the highest standing first', '1+2=1 1+2=2', { vouched: '2' }, ['f 1+2: 2v 1c']],
    ['the highest standing of each writer', '1+2=1', { recorded: '1+2=1', vouched: '1' }, []],
    ['a writer with two standings', '1+2=1r 1+2=1 1+2=2', { vouched: '2' }, ['f 1+2: 1r 2v']],
    ['each line for itself', '1+2=1 1+2=2 5+1=1 5+1=2', {}, ['f 1+2: 1c 2c', 'f 5+1: 1c 2c']],
    ["if the commit's own record says a person wrote it", '1+2=1', { silence: 'vouched' }, ['f 1+2: 1c']],
    ["not if the commit's own record is as high", '1+2=1', { silence: 'vouched', vouched: '1' }, []],
    ["not an abstention below the commit's own record", '1+2=u', { silence: 'vouched' }, []],
  ])('%s', (_name, list, options, expected) => {
    expect(conflicts(list, options)).toEqual(expected);
  });
});

test('a plain list has one claim for each line', () => {
  expect(isPlain([])).toBe(true);
  expect(isPlain(claims('1+1=1 2+1=1'))).toBe(true);
  expect(isPlain(claims('1+1=1 2+1=1 2+1=2'))).toBe(false);
  expect(isPlain(claims('1+1=1 1+1=2'))).toBe(false);
});

test('what is only claimed changes no entry that was recorded here or is vouched for', () => {
  const levels = ['claimed', 'vouched', 'recorded', undefined] as const;
  const may = levels.map((statement) => levels.map((entry) => mayChangeEntry(statement, entry)));
  expect(may).toEqual([
    [true, false, false, true],
    [true, true, true, true],
    [true, true, true, true],
    [true, false, false, true], // what has no standing is claimed
  ]);
  expect(['claimed', 'vouched', 'recorded'].map((one) => rankOfStanding(one as RecordStanding))).toEqual([0, 1, 2]);
});
