import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBlame } from '../../src/faces/cli/commands/ask/blame.ts';
import { runContext } from '../../src/faces/cli/commands/knowledge/context.ts';
import { runExport } from '../../src/faces/cli/commands/tools/export.ts';
import { runLog } from '../../src/faces/cli/commands/ask/log.ts';
import { runReplay } from '../../src/faces/cli/commands/aliases/replay.ts';
import { runReport } from '../../src/faces/cli/commands/ask/report.ts';
import { runSessions } from '../../src/faces/cli/commands/ask/sessions.ts';
import { runShow } from '../../src/faces/cli/commands/ask/show.ts';
import { runVerify } from '../../src/faces/cli/commands/trust/verify.ts';
import { runWhy } from '../../src/faces/cli/commands/ask/why.ts';
import type { ReadingContext } from '../../src/faces/cli/reading/reading-context.ts';
import type { Repo } from '../../src/git/repository/repo.ts';
import { decode, encode, type Cbor } from '../../src/model/format/cbor.ts';
import { decodeNote, encodeNote } from '../../src/model/format/note.ts';
import { sessionId, type Oid, type RepoPath } from '../../src/model/ids.ts';
import type { Note } from '../../src/model/model.ts';
import { NoteStore } from '../../src/notes/notes.ts';
import { graphOf, noteOf } from '../faces/library/fixture.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';
import { fuzz, TIMEOUT } from './campaign.ts';
import { Dice } from './dice.ts';
import { CBOR, copy, mutateTree } from './mutate-tree.ts';
import { expectFit } from './reading.ts';
import { WORDS } from './words.ts';

const SESSION = 's';
let repo: TestRepo;
let opened: Repo;
let head: Oid;
let base: { readonly note: Note; readonly tree: Cbor };

beforeAll(async () => {
  repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  repo.write('a.txt', 'one\ntwo\nthree\nfour\n');
  head = repo.commit('second');
  opened = await repo.open();
  const lines = noteOf(SESSION, { 'a.txt': [{ start: 2, count: 2 }], '../../etc/passwd': [{}], '-o': [{}] }).lines;
  const note = { graphs: [{ ...graphOf(SESSION), explains: [head] }], lines, carried: [{ from: head, how: 'amend' }] };
  base = { note, tree: decode(encodeNote(note)) };
});
afterAll(() => repo.cleanup());

type Command = (ctx: ReadingContext) => Promise<number>;
const JSON_TOO = [false, true];

const COMMANDS: readonly Command[] = [
  ...JSON_TOO.flatMap((json): Command[] => [
    (ctx) => runShow({ json }, ctx),
    (ctx) => runShow({ reference: `session:${SESSION}`, json }, ctx),
    (ctx) => runLog({ json }, ctx),
    (ctx) => runSessions({ json }, ctx),
    (ctx) => runSessions({ session: SESSION, json }, ctx),
    (ctx) => runContext({ json }, ctx),
    (ctx) => runContext({ session: SESSION, paths: ['a.txt'], json }, ctx),
    (ctx) => runWhy({ place: 'a.txt:1-4', json }, ctx),
    (ctx) => runReport({ range: 'HEAD~1..HEAD', json }, ctx),
    (ctx) => runReplay({ session: SESSION, follow: false, json }, ctx),
    (ctx) => runVerify({ revisions: ['HEAD'], all: false, json } as Parameters<typeof runVerify>[0], ctx),
  ]),
  (ctx) => runReport({ range: 'HEAD~1..HEAD', format: 'md' }, ctx),
  ...(['git-ai', 'agent-trace', 'prov-json', 'in-toto', 'otel', 'json', 'dot', 'mermaid'] as const).map(
    (format): Command =>
      (ctx) =>
        runExport({ format, output: '-' }, ctx),
  ),
  ...[
    ['a.txt'],
    ['--json', 'a.txt'],
    ['--porcelain', 'a.txt'],
    ['--evidence', 'a.txt'],
    ['--incremental', 'a.txt'],
  ].map(
    (argv): Command =>
      (ctx) =>
        runBlame(argv, { ...ctx, hasProvenance: () => Promise.resolve(true) }),
  ),
];

/** Runs a command on a repository with this note on HEAD, and returns its output and its messages. */
async function printed(command: Command, note: Note): Promise<string> {
  const chunks: Buffer[] = [];
  const said: string[] = [];
  const stdout = new Writable({
    write: (chunk: Buffer, _, done) => {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  const store = new NoteStore(opened);
  const notes = new Map([[head, note]]);
  const among = (commits: Iterable<Oid>) => new Map([...notes].filter(([commit]) => [...commits].includes(commit)));
  Object.assign(store, {
    read: (commits: Iterable<Oid>) => Promise.resolve(among(commits)),
    each: async function* (commits: Iterable<Oid>) {
      yield* among(commits);
    },
    list: () => Promise.resolve(new Map([[head, [head]]])),
  });
  try {
    await command({
      cwd: repo.dir,
      env: { ...repo.env, GIT_PAGER: 'cat', LC_ALL: 'C.UTF-8' },
      repo: opened,
      store,
      readNotes: (commits) => Promise.resolve(among(commits)),
      ownersOfUncommitted: (_path: RepoPath) => Promise.resolve(undefined),
      stdout,
      warn: (message) => void said.push(message),
    });
  } finally {
    await store.close();
  }
  return Buffer.concat(chunks).toString('utf8') + said.join('\n');
}

/** Replaces texts of the note at positions where any text is allowed. */
function withWords(note: Note, dice: Dice): Note {
  const word = (): string => dice.pick(WORDS);
  const graphs = note.graphs.map((graph) => ({
    ...graph,
    session: { ...graph.session, agent: word(), model: word(), vendor: word() },
    nodes: graph.nodes.map((node) => ({
      ...node,
      summary: word(),
      tool: word().slice(0, 60),
      detail: {
        ...node.detail,
        text: word(),
        because: word(),
        rejected: [word(), word()],
        [word().slice(0, 30) || 'x']: word(),
      },
    })),
  }));
  const { lines } = note;
  return {
    ...note,
    graphs,
    lines: new Map([...lines, [(word() || 'x') as RepoPath, lines.get('a.txt' as RepoPath)!]]),
  };
}

test(
  'for any note, every command ends with an answer or a git prov error, and prints nothing raw',
  { timeout: TIMEOUT },
  () => {
    expect(sessionId(SESSION)).toBe(SESSION);
    return expect(
      fuzz({
        name: 'commands',
        few: COMMANDS.length,
        share: 0.002,
        untimed: true,
        input: (dice) => {
          const which = dice.below(COMMANDS.length);
          for (;;) {
            try {
              const tree = dice.once(2)
                ? mutateTree(copy(base.tree), CBOR, dice)
                : decode(encodeNote(withWords(base.note, dice)));
              const bytes = encode(tree as Cbor);
              decodeNote(bytes);
              return Uint8Array.of(which, ...bytes);
            } catch {
              // No command can read that one.
            }
          }
        },
        run: async (bytes) => {
          const note = decodeNote(bytes.subarray(1));
          expectFit(await printed(COMMANDS[bytes[0]! % COMMANDS.length]!, note), 20 * bytes.length);
          return true;
        },
      }),
    ).resolves.toBeGreaterThan(0);
  },
);
