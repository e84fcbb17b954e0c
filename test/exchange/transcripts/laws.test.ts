import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Matcher } from '../../../src/exchange/transcripts/match/match.ts';
import { type LandedCommit } from '../../../src/exchange/transcripts/match/landed.ts';
import { type LandedHunk } from '../../../src/exchange/transcripts/match/landed.ts';
import { Pen } from '../../../src/exchange/transcripts/match/novel-lines.ts';
import { aroundIn, changesBetween, type Writing } from '../../../src/exchange/transcripts/edit-lines.ts';
import type { Edit } from '../../../src/recorder/spool/event.ts';
import { squeeze } from '../../../src/lines/text.ts';
import type { Oid, RepoPath } from '../../../src/model/ids.ts';
import { runs } from '../../helpers/runs.ts';

const PATH = 'a.ts' as RepoPath;
const MINUTE = 60_000;
const COMMON = ['}', '', '  return null;', 'if (!user) {', "import { join } from 'node:path';", 'end'];

/** The next operation and its author: agents 0 and 1, or a person. */
type Op =
  | {
      readonly by: number;
      readonly op: 'insert';
      readonly at: number;
      readonly texts: readonly number[];
      readonly how: number;
    }
  | {
      readonly by: number;
      readonly op: 'replace';
      readonly at: number;
      readonly count: number;
      readonly texts: readonly number[];
      readonly how: number;
    }
  | { readonly by: number; readonly op: 'read' }
  | { readonly by: number; readonly op: 'rewrite' }
  | { readonly op: 'person'; readonly at: number; readonly count: number; readonly texts: readonly number[] }
  | { readonly op: 'move'; readonly at: number; readonly count: number; readonly to: number }
  | { readonly op: 'indent'; readonly at: number }
  | { readonly op: 'discard' }
  | { readonly op: 'commit' }
  | { readonly op: 'amend' };

const texts = fc.array(fc.nat(20), { minLength: 1, maxLength: 6 });
const at = fc.nat(30);
const by = fc.nat(1);
const op: fc.Arbitrary<Op> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ by, op: fc.constant('insert' as const), at, texts, how: fc.nat(3) }) },
  {
    weight: 3,
    arbitrary: fc.record({ by, op: fc.constant('replace' as const), at, count: fc.nat(3), texts, how: fc.nat(3) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ by, op: fc.constantFrom('read' as const, 'rewrite' as const) }) as fc.Arbitrary<Op>,
  },
  { weight: 4, arbitrary: fc.record({ op: fc.constant('person' as const), at, count: fc.nat(2), texts }) },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant('move' as const), at, count: fc.integer({ min: 1, max: 4 }), to: at }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('indent' as const), at }) },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constantFrom('commit' as const, 'commit' as const, 'discard' as const, 'amend' as const),
    }),
  },
);

interface Line {
  readonly text: string;
  readonly author: string;
}

/** A file that two agents and a person edit, with the records of the agents. */
class World {
  lines: Line[] = [{ text: 'the first line of the file', author: 'person' }];
  committed: Line[] = [];
  before: Line[] = [];
  now = 1_800_000_000_000;
  made = 0;
  serial = 0;
  authored = 0;
  readonly pens = [new Pen(), new Pen()];
  readonly writings: Writing[] = [];
  readonly steps = [0, 0];
  readonly commits: { landed: LandedCommit; authors: Map<number, Line> }[] = [];

  play(ops: readonly Op[]): void {
    this.commit(false);
    for (const one of ops) {
      this.now += MINUTE / 2 + 1;
      this.#do(one);
    }
    this.commit(false);
  }

  #do(one: Op): void {
    const place = (at: number): number => at % (this.lines.length + 1);
    if (one.op === 'person') {
      this.lines.splice(place(one.at), one.count, ...this.#write('person', one.texts));
    } else if (one.op === 'move') {
      const moved = this.lines.splice(place(one.at), one.count);
      this.lines.splice(place(one.to), 0, ...moved);
    } else if (one.op === 'indent') {
      this.lines = this.lines.map((line, i) => (i >= place(one.at) ? { ...line, text: `  ${line.text}` } : line));
    } else if (one.op === 'discard') {
      this.lines = [...this.committed];
    } else if (one.op === 'commit' || one.op === 'amend') {
      this.commit(one.op === 'amend');
    } else if (one.op === 'read') {
      this.pens[one.by]!.know(PATH, this.#text());
    } else if (one.op === 'rewrite') {
      // An agent rewrites the whole file from what it has read; the record lacks the former text.
      this.pens[one.by]!.show(
        this.#text()
          .split('\n')
          .map((line, i) => `${i + 1}\t${line}`)
          .join('\n'),
        PATH,
      );
      this.lines.push(...this.#write(`agent${one.by}`, [7, 8, 9]));
      this.#edit(one.by, { path: PATH, byUser: false, proposed: this.#text() });
    } else {
      const before = this.#text();
      const from = place(one.at);
      const count = one.op === 'replace' ? one.count : 0;
      const fresh = this.#write(`agent${one.by}`, one.texts);
      const gone = this.lines.splice(from, count, ...fresh);
      this.#edit(one.by, this.#told(before, gone, fresh, one.how), this.#patch(from, gone, fresh));
    }
  }

  #told(before: string, gone: readonly Line[], fresh: readonly Line[], how: number): Edit {
    const edit = { path: PATH, byUser: false };
    const [old, now] = [gone, fresh].map((lines) => lines.map(({ text }) => text).join('\n'));
    if (how === 0) return { ...edit, before, proposed: this.#text() };
    if (how === 1) return { ...edit, replaced: { old: old!, fresh: now!, all: false } };
    return { ...edit, written: fresh.map(({ text }) => text) };
  }

  #patch(from: number, gone: readonly Line[], fresh: readonly Line[]): string {
    const context = this.lines.slice(Math.max(0, from - 2), from).map(({ text }) => ` ${text}`);
    const lines = [...context, ...gone.map(({ text }) => `-${text}`), ...fresh.map(({ text }) => `+${text}`)];
    return ['*** Begin Patch', `*** Update File: ${PATH}`, '@@', ...lines, '*** End Patch'].join('\n');
  }

  #edit(by: number, edit: Edit, patch?: string): void {
    const pen = this.pens[by]!;
    const { blocks, removed } = pen.write(edit, edit.written ? patch : undefined);
    this.writings.push({ session: by, step: this.steps[by]!++, at: this.now, path: PATH, blocks, removed });
  }

  #write(author: string, numbers: readonly number[]): Line[] {
    return numbers.map((n) => ({
      author,
      text: COMMON[n] ?? `${'  '.repeat(n % 3)}const value${this.serial++} = make(${n}); // ${author}`,
    }));
  }

  #text(): string {
    return this.lines.map(({ text }) => `${text}\n`).join('');
  }

  commit(isAmended: boolean): void {
    const amends = isAmended && this.commits.length > 1;
    const from = amends ? this.before : this.committed;
    if (!amends) {
      this.before = this.committed;
      this.authored = this.now;
    }
    const [old, fresh] = [from, this.lines].map((lines) => lines.map(({ text }) => text)); // white space counts to git
    const hunks: LandedHunk[] = [];
    const authors = new Map<number, Line>();
    let line = 0;
    for (const { added, removed, start } of placed(old!, fresh!)) {
      const { before, after } = aroundIn(fresh!.map(squeeze), start - 1, start - 1 + added.length);
      hunks.push({ start, added: added.map(squeeze), removed: removed.map(squeeze), around: { before, after } });
      for (line = start; line < start + added.length; line++) authors.set(line, this.lines[line - 1]!);
    }
    const commit = String(this.made++).padStart(40, '0') as Oid;
    const second = (ms: number): number => Math.floor(ms / 1000) * 1000;
    const landed = {
      commit,
      authoredAt: second(this.authored),
      committedAt: second(this.now),
      since: 0,
      author: 'ada',
      files: [{ path: PATH, hunks }],
      buildsOn: () => true,
    };
    if (amends) this.commits.pop();
    this.commits.push({ landed, authors });
    this.committed = [...this.lines];
  }
}

// The positions of `changesBetween`, with the number of the first new line.
function placed(
  old: readonly string[],
  fresh: readonly string[],
): { added: readonly string[]; removed: readonly string[]; start: number }[] {
  let [at, from] = [0, 0];
  return changesBetween(old, fresh).map(({ added, removed }) => {
    for (; !(startsAt(fresh, at, added) && startsAt(old, from, removed)); at++) from++;
    const start = at + 1;
    at += added.length;
    from += removed.length;
    return { added, removed, start };
  });
}

const startsAt = (lines: readonly string[], at: number, part: readonly string[]): boolean => {
  if (at > lines.length) throw new Error('a change that is nowhere');
  return part.every((line, i) => lines[at + i] === line);
};

const RUNS = runs(300);

test("whatever agents and a person do, a person's line is never an agent’s, nor one agent’s line another’s", () => {
  let named = 0;
  let all = 0;
  fc.assert(
    fc.property(fc.array(op, { minLength: 3, maxLength: 25 }), (ops) => {
      const world = new World();
      world.play(ops);
      const matcher = new Matcher(world.writings, [
        { commits: [], runs: [] },
        { commits: [], runs: [] },
      ]);
      for (const { landed, authors } of world.commits) {
        const { lines } = matcher.take(landed);
        for (const [line, { author, text }] of authors) {
          const verdict = lines.get(PATH)?.get(line);
          const isTagged = text.includes('//');
          if (isTagged && author !== 'person') all++;
          if (!verdict || 'doubt' in verdict || !isTagged) continue;
          named++;
          expect(`${text} by agent${verdict.session}`).toBe(`${text} by ${author}`);
        }
      }
    }),
    { numRuns: RUNS, ...(process.env['SEED'] && { seed: Number(process.env['SEED']) }) },
  );
  expect(named).toBeGreaterThan(0.2 * all);
  if (process.env['SHOW']) console.info(`${named} of ${all} agents' lines named`);
});
