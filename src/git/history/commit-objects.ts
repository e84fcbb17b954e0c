import type { Oid } from '../../model/ids.ts';
import type { ObjectReader } from '../objects/objects.ts';
import { decodeCommit } from '../objects/port.ts';

/** What a commit object says. */
export interface CommitObject {
  readonly oid: Oid;
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  /** Name and address as in the commit object, one character per byte. */
  readonly author: string;
  readonly committer: string;
  /** Whether its texts are in UTF-8, as git says of them. */
  readonly isUtf8: boolean;
  /** Seconds since the epoch. */
  readonly authoredAt: number;
  readonly committedAt: number;
  readonly message: string;
}

/** A commit's headers and message are read up to this size, in bytes. */
const MAX_COMMIT_BYTES = 1024 * 1024;
const PERSON = /^(.*) (-?\d+) [+-]\d{4}$/;

/** Reads commits by one question; what is not there, is no commit, or larger than 1 MiB is not in the answer. */
export async function readCommitObjects(
  objects: ObjectReader,
  commits: readonly Oid[],
): Promise<Map<Oid, CommitObject>> {
  const found = await objects.read(commits, { limit: MAX_COMMIT_BYTES });
  const read = new Map<Oid, CommitObject>();
  for (const [i, object] of found.entries()) {
    if (!object || !('bytes' in object) || object.type !== 'commit') continue;
    const text = object.bytes.toString('latin1');
    const end = text.indexOf('\n\n');
    const head = end < 0 ? text : text.slice(0, end);
    const person = (name: string): RegExpExecArray | null =>
      PERSON.exec(new RegExp(`^${name} (.*)$`, 'm').exec(head)?.[1] ?? '');
    const [author, committer] = [person('author'), person('committer')];
    read.set(commits[i]!, {
      oid: commits[i]!,
      ...decodeCommit(object),
      author: author?.[1] ?? '',
      committer: committer?.[1] ?? '',
      isUtf8: !/^encoding /m.test(head),
      authoredAt: Number(author?.[2] ?? 0),
      committedAt: Number(committer?.[2] ?? 0),
      message: end < 0 ? '' : Buffer.from(text.slice(end + 2), 'latin1').toString('utf8'),
    });
  }
  return read;
}
