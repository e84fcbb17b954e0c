import { spawnSync } from 'node:child_process';
import { openRepo } from '../../../src/git/repository/repo.ts';
import { oid, type Oid } from '../../../src/model/ids.ts';
import { joinNotes } from '../../../src/model/graph/join.ts';
import type { Note } from '../../../src/model/model.ts';
import { NoteStore, type ChangeNote } from '../../../src/notes/notes.ts';

/**
 * A process that writes notes: `writer <store|git> <batch>`, then for each note `<commit>:<mark>`. Each mark is an object id that its
 * note names, so that every one can be found again. It says `ready`, waits for a line, and says each mark once it is acknowledged.
 */
const [how = '', batch = '', ...rest] = process.argv.slice(2);
const marks = rest.map((one) => one.split(':').map(oid) as [Oid, Oid]);

const noteOf = (mark: Oid): Note => ({ graphs: [], lines: new Map(), carried: [{ from: mark, how: 'amend' }] });

const store = how === 'store' ? new NoteStore(await openRepo(process.cwd()), { patience: 10 * 60_000 }) : undefined;
process.stdout.write('ready\n');
await new Promise((resolve) => void process.stdin.once('data', resolve));
for (let at = 0; at < marks.length; at += Number(batch)) {
  const some = marks.slice(at, at + Number(batch));
  if (await (store ? writeBatch(store, some) : addNotes(some)))
    process.stdout.write(some.map(([, mark]) => `${mark}\n`).join(''));
}
await store?.close();
process.exit(0);

async function writeBatch(notes: NoteStore, some: readonly (readonly [Oid, Oid])[]): Promise<boolean> {
  const changes = new Map<Oid, ChangeNote>();
  for (const [commit, mark] of some) {
    const before = changes.get(commit);
    changes.set(commit, (old) => {
      const known = before ? before(old) : old;
      return known ? joinNotes(known, noteOf(mark)) : noteOf(mark);
    });
  }
  await notes.update(changes, `marks of ${process.pid}`);
  return true;
}

function addNotes(some: readonly (readonly [Oid, Oid])[]): boolean {
  return some.every(
    ([commit, mark]) =>
      spawnSync('git', ['notes', '--ref=provenance', 'append', '-m', mark, commit], { stdio: 'ignore' }).status === 0,
  );
}
