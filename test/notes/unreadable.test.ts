import { expect, test } from 'vitest';
import { encodeNote, openNote } from '../../src/model/format/note.ts';
import { joinNotes } from '../../src/model/graph/join.ts';
import { NOTES_REF } from '../../src/notes/refs.ts';
import { NoteStore } from '../../src/notes/notes.ts';
import { unreadable } from '../../src/notes/repair/quarantine.ts';
import { note } from '../helpers/notes.ts';
import { withRepo } from '../helpers/repo.ts';

test('notes that were read just now are not decoded again, and damaged ones among them are still reported, in order', () =>
  withRepo({ hash: 'sha1', refs: 'files', files: { a: 'a' } }, async (repo) => {
    const commits = [repo.oid('HEAD'), ...['two', 'three', 'four'].map((text) => repo.commit(text))];
    for (const [i, commit] of commits.entries()) {
      const bytes = i % 2 === 0 ? encodeNote({ ...note(`words${i}`), commit }) : Buffer.from(`no note ${i}`);
      const blob = repo.gitRaw(['hash-object', '-w', '--stdin'], bytes).toString().trim();
      repo.git('notes', `--ref=${NOTES_REF}`, 'add', '-C', blob, commit);
    }
    let decoded = 0;
    const decode = (bytes: Uint8Array): ReturnType<typeof openNote> => {
      decoded++;
      return openNote(bytes);
    };
    const opened = await repo.open();
    const store = new NoteStore(opened, { codec: { encode: encodeNote, decode, join: joinNotes } });
    const all = await unreadable(opened, store, 10);
    expect(all.notes.map(({ commit }) => commit).toSorted()).toEqual([commits[1]!, commits[3]!].toSorted());
    expect(decoded).toBe(4);
    const known = await store.read([commits[0]!, commits[3]!]);
    decoded = 0;
    expect(await unreadable(opened, store, 10, known)).toEqual(all);
    expect(decoded).toBe(2);
    await store.close();
  }));
