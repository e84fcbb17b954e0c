import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isReason } from '../../src/model/node.ts';
import type { Node } from '../../src/model/model.ts';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { notesOf } from '../helpers/judge.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';
import { whyOf } from '../helpers/why.ts';

const SESSION = 'aaaa1111-0000-4000-8000-000000000001';

/** The record that Claude Code has written of the session so far. */
class Transcript {
  readonly #file: string;
  #lines = 0;

  constructor(repo: TestRepo) {
    this.#file = join(repo.home, `${SESSION}.jsonl`);
  }

  prompt(text: string): this {
    return this.#add('user', text);
  }

  /** The prompt that Claude Code writes when a person accepts a plan and lets it begin a new conversation. */
  accepted(plan: string, prompt: string): this {
    return this.#add('user', prompt, { planContent: plan });
  }

  think(thinking: string): this {
    return this.#add('assistant', [{ type: 'thinking', thinking, signature: 'x' }]);
  }

  say(text: string): this {
    return this.#add('assistant', [{ type: 'text', text }]);
  }

  /** The n-th call of the session. */
  call(n: number, input: object, name = 'Edit'): this {
    return this.#add('assistant', [{ type: 'tool_use', id: `toolu_aaaa${String(n).padStart(4, '0')}`, name, input }]);
  }

  #add(type: string, content: unknown, more: object = {}): this {
    const message = { role: type, id: `msg_${++this.#lines}`, model: 'test-model-1', content };
    appendFileSync(this.#file, `${JSON.stringify({ type, sessionId: SESSION, message, ...more })}\n`);
    return this;
  }
}

const decisionsOf = (repo: TestRepo): Node[] => [
  ...new Map(
    [...notesOf(repo).values()]
      .flatMap(({ graphs }) => graphs.flatMap(({ nodes }) => nodes))
      .filter(({ kind }) => kind === 'decision')
      .map((node) => [node.id, node] as const),
  ).values(),
];

const FILES = { 'a.js': 'check(a == b);\n', 'b.js': 'one\n' };
const CHANGE = { file_path: 'a.js', old_string: 'a == b', new_string: 'isEqual(a, b)' };

describe('the reason of a change', () => {
  test("is read from the agent's thoughts before it", async () => {
    await withRepo({ files: FILES }, (repo) => {
      enable(repo);
      const agent = new TestAgent(repo, SESSION).start().prompt('Make it safe');
      new Transcript(repo)
        .prompt('Make it safe')
        .think('The check in a.js uses == and so leaks timing, because it stops at the first difference.')
        .call(1, CHANGE);
      agent.edit('a.js', 'a == b', 'isEqual(a, b)');
      agent.bash('git add -A && git commit -qm safe').stop();
      expect(whyOf(repo, 'a.js:1').decision).toBe(
        'The check in a.js uses == and so leaks timing, because it stops at the first difference.',
      );
      expect(decisionsOf(repo).map(({ detail }) => detail?.['place'])).toEqual(['thinking']);
    });
  });

  test('may follow after the commit, in the closing words, and joins the existing note', async () => {
    await withRepo({ files: FILES }, (repo) => {
      enable(repo);
      const agent = new TestAgent(repo, SESSION).start().prompt('Fix it');
      const record = new Transcript(repo).prompt('Fix it').call(1, CHANGE);
      agent.edit('a.js', 'a == b', 'isEqual(a, b)');
      agent.bash('git add -A && git commit -qm fix');
      expect(whyOf(repo, 'a.js:1').decision).toBe('Edit a.js');
      expect(prov(repo, 'blame', 'a.js')).toContain('no reason was given; asked for: Fix it');
      record.say('a.js now compares with isEqual, so that timing no longer leaks how much of a token matched.');
      agent.stop();
      expect(whyOf(repo, 'a.js:1').decision).toMatch(/^a\.js now compares with isEqual, so that timing/);
      expect(prov(repo, 'blame', 'a.js')).toContain('so that timing no longer leaks');
      expect(prov(repo, 'verify')).not.toMatch(/wrong|broken/i);
    });
  });

  test('may be in the text of the pull request', async () => {
    await withRepo({ files: FILES }, (repo) => {
      enable(repo);
      const agent = new TestAgent(repo, SESSION).start().prompt('Fix it and open a pull request');
      const record = new Transcript(repo).prompt('Fix it and open a pull request').call(1, CHANGE);
      agent.edit('a.js', 'a == b', 'isEqual(a, b)').bash('git add -A && git commit -qm fix');
      const body = '## Why\n\n- a.js now compares with `isEqual`, because the operator converts its operands.';
      record.call(2, { command: `gh pr create --title Fix --body "$(cat <<'EOF'\n${body}\nEOF\n)"` }, 'Bash');
      agent.stop();
      expect(whyOf(repo, 'a.js:1').decision).toMatch(/^a\.js now compares with isEqual, because the operator/);
      expect(prov(repo, 'why', 'a.js:1')).toContain("(in the agent's pull request)");
    });
  });

  test('from a plan that a person accepted is the agent’s, and the user’s once the person added to it', async () => {
    const plan =
      '# Plan: compare in a.js\n\n## Context\n\nThe check in a.js uses ==, which leaks timing, so isEqual must compare there.';
    for (const [added, place] of [
      ['', 'plan'],
      [' and keep it short', 'prompt'],
    ] as const)
      await withRepo({ files: FILES }, (repo) => {
        enable(repo);
        const prompt = `Implement the following plan:\n\n${plan}${added}`;
        const agent = new TestAgent(repo, SESSION).start().prompt(prompt);
        new Transcript(repo).accepted(plan, prompt).call(1, CHANGE);
        agent.edit('a.js', 'a == b', 'isEqual(a, b)');
        agent.bash('git add -A && git commit -qm safe').stop();
        expect(decisionsOf(repo).map(({ detail }) => detail?.['place'])).toEqual([place]);
        expect(prov(repo, 'why', 'a.js:1').includes("(in the user's words)")).toBe(place === 'prompt');
      });
  });

  test('is one statement for all the changes that it covers', async () => {
    await withRepo({ files: FILES }, (repo) => {
      enable(repo);
      const agent = new TestAgent(repo, SESSION).start().prompt('Fix it');
      new Transcript(repo)
        .prompt('Fix it')
        .say('Both files must compare with isEqual, because == leaks timing.')
        .call(1, CHANGE)
        .call(2, { file_path: 'b.js', old_string: 'one', new_string: 'isEqual(one)' });
      agent.edit('a.js', 'a == b', 'isEqual(a, b)').edit('b.js', 'one', 'isEqual(one)');
      agent.bash('git add -A && git commit -qm fix').stop();
      expect(decisionsOf(repo).filter(isReason)).toHaveLength(1);
      expect(whyOf(repo, 'b.js:1')).toMatchObject({ decision: whyOf(repo, 'a.js:1').decision });
    });
  });

  test('contains no secret from the words', async () => {
    const token = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4xY7zC0fL3iO6'}`;
    await withRepo({ files: FILES }, (repo) => {
      enable(repo);
      const agent = new TestAgent(repo, SESSION).start().prompt('Fix it');
      new Transcript(repo)
        .prompt('Fix it')
        .think(`The check in a.js must not use ==, because the token ${token} could be guessed by its timing.`)
        .call(1, CHANGE);
      agent.edit('a.js', 'a == b', 'isEqual(a, b)');
      agent.bash('git add -A && git commit -qm fix').stop();
      expect(whyOf(repo, 'a.js:1').decision).toContain('could be guessed by its timing');
      const state = repo.git('rev-parse', '--absolute-git-dir');
      expect(prov(repo, 'show', 'HEAD', '--json')).not.toContain(token);
      const kept = readdirSync(join(state, 'prov'), { recursive: true, withFileTypes: true }).filter((one) =>
        one.isFile(),
      );
      expect(kept.filter((one) => readFileSync(join(one.parentPath, one.name)).includes(token))).toEqual([]);
    });
  });

  test('is not kept when words are not kept', async () => {
    await withRepo({ files: FILES }, (repo) => {
      enable(repo);
      repo.git('config', 'prov.capture', 'hashes');
      const agent = new TestAgent(repo, SESSION).start().prompt('Fix it, because it leaks how much of a token matched');
      new Transcript(repo)
        .prompt('Fix it, because it leaks how much of a token matched')
        .think('The check in a.js uses == and so leaks timing, because it stops at the first difference.')
        .call(1, CHANGE);
      agent.edit('a.js', 'a == b', 'isEqual(a, b)');
      agent.bash('git add -A && git commit -qm fix').stop();
      expect(decisionsOf(repo).filter(isReason)).toEqual([]);
    });
  });
});

describe('what the agent doubts, or leaves for later', () => {
  interface Doubt {
    readonly says: string;
    readonly text: string;
    readonly place: string;
    readonly places?: readonly string[];
  }
  const doubtsOf = (repo: TestRepo, place: string): string[] => {
    const { answers } = JSON.parse(prov(repo, 'why', '--json', place)) as { answers: { doubts: Doubt[] }[] };
    return answers[0]!.doubts.map((one) => `${one.says} in ${one.place}: ${one.text}`);
  };

  test('is quoted with its place in why and report', () =>
    withRepo({ files: FILES }, (repo) => {
      enable(repo);
      const agent = new TestAgent(repo, SESSION).start().prompt('Make it safe');
      new Transcript(repo)
        .prompt('Make it safe')
        .think('I am not sure what isEqual does, I should check it.')
        .say('I am not sure that isEqual handles null, and this might break old callers.')
        .call(1, CHANGE);
      agent.edit('a.js', 'a == b', 'isEqual(a, b)');
      agent.bash('git add -A && git commit -qm safe').stop();
      const said = 'I am not sure that isEqual handles null, and this might break old callers.';
      expect(doubtsOf(repo, 'a.js:1')).toEqual([`doubt in words: ${said}`]);
      expect(prov(repo, 'why', 'a.js:1')).toMatch(/doubt +“I am not sure that isEqual .*” \(in the agent's words\)/);
      const report = prov(repo, 'report', 'HEAD~1..HEAD');
      expect(report).toMatch(/Doubts and deferred work\n +doubt +a\.js:1 “I am not sure/);
      expect(prov(repo, 'report', 'HEAD~1..HEAD', '--format', 'md')).toContain('**doubt** at `a.js:1`: `I am not sure');
      const { doubts } = JSON.parse(prov(repo, 'report', 'HEAD~1..HEAD', '--json')) as { doubts: Doubt[] };
      expect(doubts).toMatchObject([{ says: 'doubt', text: said, place: 'words', places: ['a.js:1'] }]);
      // A doubt is no reason (decision 182), and the context has no doubts (decision 66).
      expect(prov(repo, 'why', 'a.js:1')).toMatch(/decision +no reason was given/);
      expect(prov(repo, 'context')).not.toContain('isEqual handles null');
      expect(prov(repo, 'verify', '--all')).toContain('Valid');
    }));

  test('in the closing words joins the note of the commit, at the change of the file that it names', () =>
    withRepo({ files: FILES }, (repo) => {
      enable(repo);
      const agent = new TestAgent(repo, SESSION).start().prompt('Fix both');
      const record = new Transcript(repo).prompt('Fix both').call(1, CHANGE);
      agent.edit('a.js', 'a == b', 'isEqual(a, b)');
      record.call(2, { file_path: 'b.js', old_string: 'one', new_string: 'two' });
      agent.edit('b.js', 'one', 'two').bash('git add -A && git commit -qm both');
      prov(repo, 'status');
      record.say('Both are fixed. A follow-up will move the check out of a.js into its own module.');
      agent.stop();
      const said = 'A follow-up will move the check out of a.js into its own module.';
      expect(doubtsOf(repo, 'a.js:1')).toEqual([`deferred in words: ${said}`]);
      expect(doubtsOf(repo, 'b.js:1')).toEqual([]);
    }));
});
