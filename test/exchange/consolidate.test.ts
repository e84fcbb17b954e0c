import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readAnswer } from '../../src/exchange/consolidate/answer.ts';
import type { Turn } from '../../src/exchange/consolidate/turn-record.ts';
import type { NodeId } from '../../src/model/ids.ts';
import { prov, TestAgent } from '../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';

const node = (n: number): NodeId => `0000000a-${n}` as NodeId;
const TURN: Turn = {
  goal: node(1),
  agent: 'claude-code',
  spans: [
    { id: 's1', node: node(1), kind: 'asked for', text: 'Make the parser faster' },
    { id: 's2', node: node(2), kind: 'said', text: 'A table lookup avoids the slow regular expression' },
    { id: 's3', node: node(3), kind: 'changed', text: 'edit parser.js' },
  ],
  changes: ['s3'],
};
const sentence = (text: string, ...spans: string[]): object => ({ text, spans });
const GOOD = {
  changes: ['s3'],
  chose: sentence('Use a table lookup in the parser', 's1', 's2'),
  because: sentence('The regular expression is slow', 's2'),
  instead_of: [sentence('a regular expression', 's2')],
};
const read = (value: unknown): ReturnType<typeof readAnswer> =>
  readAnswer(typeof value === 'string' ? value : JSON.stringify(value), TURN);

describe('an answer', () => {
  test('has decisions, and each of their sentences rests on steps of the turn', () => {
    expect(read({ decisions: [GOOD] })).toEqual({
      decisions: [
        {
          changes: [node(3)],
          chose: 'Use a table lookup in the parser',
          because: 'The regular expression is slow',
          ruledOut: ['a regular expression'],
          from: [node(1), node(2)],
        },
      ],
      dropped: 0,
      model: undefined,
    });
  });

  test('may be in a fence, or in the envelope of an agent, which names the model', () => {
    const inner = JSON.stringify({ decisions: [GOOD] });
    expect(read(`Here it is:\n\`\`\`json\n${inner}\n\`\`\`\n`)).toMatchObject({ decisions: [{}] });
    expect(read({ type: 'result', result: inner, modelUsage: { 'model-x': {} } })).toMatchObject({ model: 'model-x' });
  });

  test.each([
    ['without spans', sentence('Use a table lookup')],
    ['with a span of no step', sentence('Use a table lookup', 's2', 's99')],
    ['that shares no word with its spans', sentence('Rewrote everything in assembler', 's3')],
    ['with an escape code', sentence('Use a \u001b[31mtable lookup', 's2')],
    ['with a bidirectional control', sentence('Use a \u202etable lookup', 's2')],
    ['over several lines', sentence('Use a table\nlookup', 's2')],
    ['that is too long', sentence(`table ${'x'.repeat(300)}`, 's2')],
    ['with more fields', { ...sentence('Use a table lookup', 's2'), run: 'rm' }],
    ['that is a text', 'Use a table lookup'],
  ])('loses a sentence %s', (_, bad) => {
    expect(read({ decisions: [{ ...GOOD, because: bad }] })).toMatchObject({
      decisions: [{ because: undefined }],
      dropped: 1,
    });
    expect(read({ decisions: [{ ...GOOD, chose: bad }] })).toMatchObject({ decisions: [], dropped: 1 });
  });

  test('says nothing about steps that are no changes of the turn', () => {
    expect(read({ decisions: [{ ...GOOD, changes: ['s1', 's99', 3] }] })).toMatchObject({ decisions: [] });
  });

  test.each([
    ['no JSON', 'I cannot do that.'],
    ['a list', []],
    ['another object', { answer: [] }],
    ['more fields', { decisions: [], command: 'rm' }],
    ['more fields in a decision', { decisions: [{ ...GOOD, node: '0000000a-9' }] }],
    ['too many decisions', { decisions: Array.from({ length: 11 }, () => GOOD) }],
    ['nothing', ''],
    ['deep nesting', '{"decisions":'.repeat(5000)],
  ])('of another form is not used at all: %s', (_, value) => {
    expect(typeof read(value)).toBe('string');
  });
});

describe('git prov consolidate', () => {
  let repo: TestRepo;
  beforeEach(() => {
    repo = makeRepo({ files: { 'parser.js': 'slow\n' } });
    for (const name of ['XDG_DATA_HOME', 'CLAUDECODE', 'CLAUDE_CODE_SESSION_ID']) delete repo.env[name];
    prov(repo, 'init', '--agent', 'claude-code');
    new TestAgent(repo, 'a')
      .prompt('Make the parser faster, my key is AKIAIOSFODNN7EXAMPLF')
      .edit('parser.js', 'slow', 'fast');
    repo.git('commit', '-qam', 'fast');
  });
  afterEach(() => repo.cleanup());

  interface Done {
    readonly turns: readonly {
      readonly entries: string[];
      readonly dropped: number;
      readonly model: string;
      readonly fault: string | null;
    }[];
  }
  /** Makes a script the command, and runs it. */
  function consolidate(script: string, ...args: string[]): Done & { readonly code: number } {
    const file = join(repo.home, 'model.sh');
    writeFileSync(file, script);
    repo.git('config', 'prov.consolidate', `sh '${file}'`);
    try {
      return { code: 0, ...(JSON.parse(prov(repo, 'consolidate', '--json', ...args)) as Done) };
    } catch (error) {
      return { code: Number(/exited with (\d+)/.exec(String(error))?.[1]), turns: [] };
    }
  }
  const answer = (value: object): string => `cat >"$HOME/asked"\ncat <<'END'\n${JSON.stringify(value)}\nEND\n`;
  const FOUND = {
    decisions: [
      { changes: ['s2'], chose: sentence('Made the parser fast', 's1', 's2'), because: sentence('Obey me', 's1') },
    ],
    model: 'model-y',
  };
  const listed = (): { statement: string; status: string; agent: string; declared?: false }[] =>
    (JSON.parse(prov(repo, 'list', 'decision', '--json')) as { items: never[] }).items;

  test('records what the model found as proposals, with its name, in the note of the commit; once', () => {
    const { code, turns } = consolidate(answer(FOUND));
    expect([code, turns]).toMatchObject([0, [{ dropped: 1, model: 'model-y', fault: null }]]);
    expect(listed()).toContainEqual(
      expect.objectContaining({ statement: 'Made the parser fast', status: 'proposed', agent: 'consolidation' }),
    );
    // Undeclared words have a mark in JSON too.
    expect(listed().flatMap(({ agent, declared }) => (declared === false ? [agent] : []))).toEqual(['claude-code']);
    const shown = JSON.parse(prov(repo, 'show', turns[0]!.entries[0]!, '--json')) as { node: { detail: object } };
    expect(shown.node.detail).toMatchObject({ model: 'model-y', source_type: 'consolidation', status: 'proposed' });
    expect(prov(repo, 'review')).toContain('Made the parser fast');
    expect(prov(repo, 'context')).toContain('summarised by model-y, proposed');
    const list = prov(repo, 'list', 'decision');
    expect(list).toMatch(/Made the parser fast +proposed +consolidation/);
    expect(list).toMatch(/parser\.js +not declared +consolidated/);
    const isDeclared = (): unknown[] => listed().map(({ status, declared }) => [status, declared]);
    expect(isDeclared().sort()).toEqual([
      ['accepted', false],
      ['proposed', undefined],
    ]);
    expect(prov(repo, 'list', 'decision', '--status', 'accepted')).toContain('No decision here fits these options');
    expect(prov(repo, 'review')).toContain(', summarised by model-y\n');
    expect(prov(repo, 'show', turns[0]!.entries[0]!)).toContain('(summarised by model-y)');
    expect(prov(repo, 'evidence', turns[0]!.entries[0]!)).toContain('Make the parser faster');
    expect(consolidate(answer(FOUND))).toMatchObject({ code: 0, turns: [] }); // not again
    expect(prov(repo, 'blame', 'parser.js')).not.toContain('model-y');
    prov(repo, 'review', '--words', '--accept', 'commit:HEAD', '--yes');
    expect(prov(repo, 'list', 'decision')).not.toContain('not declared');
    expect(isDeclared()).not.toContainEqual(['accepted', false]);
  });

  test('sends the record without secrets, and shows with --dry-run what it would send', () => {
    const shown = prov(repo, 'consolidate', '--dry-run');
    expect(shown).toContain('Make the parser faster');
    consolidate(answer(FOUND));
    const sent = readFileSync(join(repo.home, 'asked'), 'utf8');
    expect(sent).toBe(shown);
    expect(sent).not.toContain('AKIAIOSFODNN7EXAMPLF');
  });

  test('no hidden character of the record reaches the terminal with --dry-run', () => {
    new TestAgent(repo, 'b').prompt('Show \u202egnp.exe\u009b2J').edit('parser.js', 'fast', 'faster');
    repo.git('commit', '-qam', 'faster');
    const shown = prov(repo, 'consolidate', '--dry-run');
    expect(shown).toContain('Show \\u202egnp.exe');
    expect(JSON.parse(prov(repo, 'consolidate', '--dry-run', '--json'))).toMatchObject({
      schema: 'git-prov/consolidate-request/1',
      turns: [{ agent: 'claude-code' }, { agent: 'claude-code' }],
    });
    expect(shown).not.toMatch(/[\u0080-\u009f\u202a-\u202e]/);
  });

  test.each([
    ['prints another form', 'echo \'{"decisions":[{"chose":"x"}],"run":"rm -rf /"}\'', 'not the JSON'],
    ['prints too much', 'yes | head -c 400000', 'printed more than'],
    ['fails', 'exit 3', 'exit code 3'],
    ['prints no UTF-8', "printf '\\377\\376'", 'UTF-8'],
    ['prints escape codes', "printf '\\033]0;title\\007\\033[2J'", 'not the JSON'],
  ])('takes nothing from a command that %s', (_, script) => {
    expect(consolidate(script).code).toBe(1);
    expect(listed().filter(({ agent }) => agent === 'consolidation')).toEqual([]);
  });

  test('kills a command that hangs, and what it started', () => {
    repo.git('config', 'prov.consolidateTimeout', '1');
    const began = Date.now();
    expect(consolidate('sleep 300 & sleep 300').code).toBe(1);
    expect(Date.now() - began).toBeLessThan(60_000);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('git-prov-consolidate-'))).toEqual([]);
  });

  test('takes the command from git’s configuration only, never from files of the repository', () => {
    repo.write('.gitprov/config', '[prov]\n\tconsolidate = "touch pwned"\n');
    repo.write('.gitconfig', '[prov]\n\tconsolidate = "touch pwned"\n');
    expect(() => prov(repo, 'consolidate')).toThrow(/No command is set/);
  });
});
