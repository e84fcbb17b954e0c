import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeNote } from '../../../src/model/format/note.ts';
import { oid } from '../../../src/model/ids.ts';
import type { Attribution, Note } from '../../../src/model/model.ts';
import { readNotes } from './notes-read.ts';
import { judge } from './oracle.ts';
import { play, type Played } from './player.ts';
import type { Stage } from './stage.ts';

const REF = 'refs/notes/provenance';
let played: Played;
let stage: Stage;
/** One commit with a line of agent `a` in its note, and one with a line of agent `b`. */
let [ofA, ofB] = ['', ''];
let notes: ReadonlyMap<string, Note>;

beforeAll(() => {
  played = play([], 'all');
  [stage] = played.stages as [Stage];
  [ofA, ofB] = stage.agents.map((agent) => {
    const [, , line] = stage.lines('a.txt') as [string, string, string];
    agent.edit('a.txt', line, `${stage.ink.line(agent.session)}\n${line}`);
    stage.commit();
    return stage.repo.git('rev-parse', 'HEAD');
  }) as [string, string];
  notes = readNotes(stage.repo);
});

afterAll(() => played.cleanup());

/** Proves that the oracle can fail: spoils the notes of a correct history and checks what the oracle reports. */
function spoiled(name: string, spoil: () => void, look: (outcomes: readonly string[], faults: string) => void): void {
  test(`the oracle reports ${name}`, () => {
    expect(judgement()).toEqual([[], '']);
    const whole = stage.repo.git('rev-parse', REF);
    spoil();
    look(...judgement());
    stage.repo.git('update-ref', REF, whole);
  });
}

function judgement(): [outcomes: string[], faults: string] {
  const { verdicts, faults } = judge(stage);
  return [verdicts.flatMap(({ outcome }) => (outcome === 'right' ? [] : [outcome])), faults.join('\n')];
}

function put(commit: string, note: Note): void {
  const blob = stage.repo.gitRaw(['hash-object', '-w', '--stdin'], encodeNote(note)).toString().trim();
  stage.repo.git('notes', '--ref=provenance', 'add', '-f', '-C', blob, commit);
}

/** The note's attributions, each changed. */
const changed = ({ lines }: Note, change: Partial<Attribution>): Note['lines'] =>
  new Map([...lines].map(([path, list]) => [path, list.map((one) => ({ ...one, ...change }))] as const));

spoiled(
  'a line that the note gives to another session',
  () => {
    const [[{ node }]] = [...notes.get(ofB)!.lines.values()] as [[Attribution]];
    put(ofA, { ...notes.get(ofB)!, commit: oid(ofA), lines: changed(notes.get(ofA)!, { node }) });
  },
  (outcomes, faults) => {
    expect(outcomes).toEqual(['wrong']);
    expect(faults).toContain('is attributed to b');
  },
);

spoiled(
  'a note that was copied unchanged to another commit',
  () => stage.repo.git('notes', '--ref=provenance', 'copy', '-f', ofA, ofB),
  (outcomes, faults) => {
    expect(outcomes).toEqual(['missed']);
    expect(faults).toContain(`what lies on ${ofB} is not its note`);
  },
);

spoiled(
  'a note that was put on another commit and does not say which one it was made for',
  () => {
    const { commit: _, ...note } = notes.get(ofA)!;
    put(ofB, note);
  },
  (outcomes, faults) => {
    expect(outcomes).toEqual(['wrong']);
    expect(faults).toContain('is attributed to a');
  },
);

spoiled(
  'a note that speaks of lines that the commit does not add',
  () => put(ofA, { ...notes.get(ofA)!, lines: changed(notes.get(ofA)!, { count: 2 }) }),
  (_, faults) => expect(faults).toContain('has an attribution and was not added'),
);

spoiled(
  'a missing note, and the lines missed because of it',
  () => stage.repo.git('notes', '--ref=provenance', 'remove', ofA),
  (outcomes, faults) => {
    expect(outcomes).toEqual(['missed']);
    expect(faults).toContain(`the note of ${ofA} is gone`);
  },
);

spoiled(
  'a graph that was changed',
  () => {
    const note = notes.get(ofA)!;
    put(ofA, { ...note, graphs: note.graphs.map((graph) => ({ ...graph, explains: [oid(ofB)] })) });
  },
  (_, faults) => expect(faults).toMatch(/step \S+ is in the graphs/),
);
