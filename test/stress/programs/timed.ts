import { performance } from 'node:perf_hooks';
import { openRepo } from '../../../src/git/repository/repo.ts';
import { oid } from '../../../src/model/ids.ts';
import { joinNotes } from '../../../src/model/graph/join.ts';
import type { Note } from '../../../src/model/model.ts';
import { joinFetched } from '../../../src/notes/transport/merge-fetched.ts';
import { NoteStore } from '../../../src/notes/notes.ts';

/** A process that does one operation on the notes and prints its duration in milliseconds: `timed <read|write> <commit>`, `timed join`. */
const [what = '', commit = ''] = process.argv.slice(2);
const begin = performance.now();
const repo = await openRepo(process.cwd());
if (what === 'join') {
  const { notes, faults } = await joinFetched(repo, 60_000);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  process.stdout.write(`${performance.now() - begin} ${notes}\n`);
} else {
  const store = new NoteStore(repo);
  if (what === 'read') {
    const found = await store.read([oid(commit)]);
    if (found.size !== 1) throw new Error(`no note on ${commit}`);
  } else {
    const mark: Note = { graphs: [], lines: new Map(), carried: [{ from: oid(commit), how: 'amend' }] };
    await store.update(new Map([[oid(commit), (old) => (old ? joinNotes(old, mark) : mark)]]), 'one note');
  }
  process.stdout.write(`${performance.now() - begin}\n`);
  await store.close();
}
process.exit(0);
