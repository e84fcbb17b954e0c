import { expect } from 'vitest';
import { encodeNote } from '../../../src/model/format/note.ts';
import type { RepoPath } from '../../../src/model/ids.ts';
import type { Note } from '../../../src/model/model.ts';
import { notesOf } from '../../helpers/judge.ts';
import { story, type Stage } from './stage.ts';
import { judged } from './verdict.ts';

// Negative controls: the judge must detect each kind of fault.

const path = (text: string): RepoPath => text as RepoPath;

/** Puts another note on a commit. */
function forge({ repo }: Stage, commit: string, change: (note: Note) => Note): void {
  const id = repo.oid(commit);
  const note = notesOf(repo).get(id) ?? { graphs: [], lines: new Map(), carried: [] };
  const blob = repo
    .gitRaw(['hash-object', '-w', '--stdin'], encodeNote(change(note)))
    .toString()
    .trim();
  repo.git('notes', '--ref=provenance', 'add', '-f', '-C', blob, id);
}

/** The note of `three` as it would read on the amended commit. */
function carried(stage: Stage, change: (note: Note) => Note = (note) => note): void {
  const old = stage.repo.oid('topic');
  stage.git('commit', '-q', '--amend', '-m', 'three, again');
  const source = notesOf(stage.repo).get(old)!;
  const lines = new Map(
    [...source.lines].map(([at, list]) => [at, list.map((one) => ({ ...one, evidence: 'carried' }))] as const),
  );
  forge(stage, 'HEAD', () => change({ ...source, lines, carried: [{ from: old, how: 'amend' }] }));
}

const faults = (stage: Stage): string[] =>
  Object.keys(judged({ repo: stage.repo, before: stage.before, how: ['amend'], look: false }).faults).sort();

story('a note as it should be has no fault', (stage) => {
  carried(stage);
  expect(faults(stage)).toEqual([]);
});

story("a person's line attributed to the agent is wrong", (stage) => {
  stage.a.edit('a.txt', 'a timer is set once @a', 'written by the agent, said to be @human');
  stage.commit('lie');
  expect(judged({ repo: stage.repo, before: stage.before }).faults.wrong).toHaveLength(1);
});

story("an agent's line attributed to another agent is wrong", (stage) => {
  stage.a.edit('a.txt', 'a timer is set once @a', 'written by the agent, said to be by @b');
  stage.commit('lie');
  expect(judged({ repo: stage.repo, before: stage.before }).faults.wrong).toHaveLength(1);
});

story('lines without an attribution are missed', (stage) => {
  carried(stage, (note) => ({ ...note, lines: new Map() }));
  expect(faults(stage)).toEqual(['missed']);
});

story('lines that the commit does not add are outside', (stage) => {
  carried(stage, (note) => {
    const [wheat] = note.lines.get(path('g.txt'))!;
    return { ...note, lines: new Map([...note.lines, [path('a.txt'), [{ ...wheat!, start: 1, count: 1 }]]]) };
  });
  expect(faults(stage)).toEqual(['outside']);
});

story('a source that does not have the lines is no source', (stage) => {
  carried(stage, (note) => ({ ...note, carried: [{ from: stage.repo.oid('main'), how: 'amend' }] }));
  expect(faults(stage)).toEqual(['carried']);
});

story('another word for the operation is seen', (stage) => {
  carried(stage, (note) => ({ ...note, carried: note.carried.map((one) => ({ ...one, how: 'magic' })) }));
  expect(faults(stage)).toEqual(['carried']);
});

story('evidence that says no word of the rewriting is seen', (stage) => {
  carried(stage, (note) => {
    const lines = [...note.lines].map(
      ([at, list]) => [at, list.map((one) => ({ ...one, evidence: 'exact' }))] as const,
    );
    return { ...note, lines: new Map(lines) };
  });
  expect(faults(stage)).toEqual(['evidence']);
});

story('a graph that was changed is seen', (stage) => {
  carried(stage, (note) => ({ ...note, graphs: note.graphs.map((graph) => ({ ...graph, explains: [] })) }));
  expect(faults(stage)).toEqual(['graphs']);
});

story('a note of the old commit that was changed is seen', (stage) => {
  carried(stage);
  forge(stage, stage.of('three'), (note) => ({ ...note, lines: new Map() }));
  expect(faults(stage)).toEqual(['notes']);
});
