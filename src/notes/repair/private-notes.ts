import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ObjectReader } from '../../git/objects/objects.ts';
import { DURABLE } from '../../git/objects/pack.ts';
import { git } from '../../git/process/process.ts';
import { localFiles, provDirOf } from '../../git/repository/local-files.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import type { Oid } from '../../model/ids.ts';

/** Offset of the number of objects in a pack (gitformat-pack). */
const COUNT_AT = 8;
/** The length of a pack's head, in bytes. */
const HEAD_BYTES = 12;

/** Objects of notes that git does not find, because they are among the objects of snapshots. */
export interface PrivateNotes {
  /** Number of objects. */
  readonly count: number;
  /** These objects, as a pack. */
  readonly pack: Uint8Array;
}

/**
 * Finds the objects of notes that are among the private objects of git prov. Earlier versions wrote notes there at the end
 * of an agent's turn: the ref then names a commit, or a history, that git cannot read.
 * @param tips commits of notes; a missing one is skipped
 * @returns undefined when no object of the notes is there, or their trees are damaged
 */
export async function findPrivateNotes(repo: Repo, tips: Iterable<Oid>): Promise<PrivateNotes | undefined> {
  const { objects } = localFiles(provDirOf(repo));
  if (!existsSync(objects)) return undefined;
  const env = {
    ...repo.env,
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(repo.commonDir, 'objects'),
  };
  const there = await existing(new ObjectReader(repo, env), tips);
  if (there.length === 0) return undefined;
  // Of all that these commits reach, only what is not among the user's objects. Git needs all trees: one that it does not find is
  // neither here nor there, and other checks restore the notes from what is left.
  const args = ['pack-objects', '--revs', '--local', '--missing=allow-any', '--stdout', '-q'];
  const options = inRepo(repo, { env, input: `${there.join('\n')}\n`, accept: [0, 128] });
  const { code, stdout: pack } = await git(args, options);
  const count = code !== 0 || pack.length < HEAD_BYTES ? 0 : pack.readUInt32BE(COUNT_AT);
  return count === 0 ? undefined : { count, pack };
}

/**
 * Copies the objects to the user's objects, flushed to the disk when it returns.
 * @throws ProvError `git` when they cannot be written
 */
export async function moveHome(repo: Repo, { pack }: PrivateNotes): Promise<void> {
  await git([...DURABLE, 'index-pack', '--stdin'], inRepo(repo, { input: pack }));
}

async function existing(reader: ObjectReader, tips: Iterable<Oid>): Promise<Oid[]> {
  const wanted = [...new Set(tips)];
  try {
    const found = await reader.info(wanted);
    return wanted.filter((_, i) => found[i]?.type === 'commit');
  } finally {
    await reader.close();
  }
}
