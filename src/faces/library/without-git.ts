import type { PromiseFsClient } from 'isomorphic-git';
import { lastChangeOf, trace } from '../../ask/blame/portable/trace-lines.ts';
import { ProvError } from '../../errors.ts';
import { findGitDirs } from '../../git/repository/git-dir.ts';
import { reachedFrom } from '../../git/history/portable-reachable.ts';
import { resolveRevision } from '../../git/history/revision.ts';
import { isOid, type Oid } from '../../model/ids.ts';
import type { LibrarySource } from './library-source.ts';
import type { FileSystem } from './types.ts';

/**
 * Reads a repository without git.
 * @throws ProvError `git` when no repository exists or isomorphic-git cannot read it; `usage` without a global `Buffer`
 */
export async function openPortable(dir: string, files: FileSystem): Promise<LibrarySource> {
  if (typeof globalThis.Buffer === 'undefined')
    throw new ProvError('usage', 'There is no global Buffer.', {
      hint: "In a browser, as for isomorphic-git: import { Buffer } from 'buffer'; globalThis.Buffer = Buffer.",
    });
  const fs = files as unknown as PromiseFsClient;
  const { gitDir, commonDir } = await findGitDirs(fs, dir);
  const { openIsomorphic } = await import('../../git/objects/isomorphic.ts');
  const reader = await openIsomorphic(fs, commonDir);
  const head = async (): Promise<Oid | undefined> => {
    const text = String(await fs.promises.readFile(`${gitDir}/HEAD`, 'utf8')).trim();
    const ref = /^ref: (.+)$/.exec(text)?.[1];
    return ref ? reader.resolveRef(ref) : isOid(text) ? text : undefined;
  };
  return {
    kind: 'isomorphic-git',
    reader,
    resolve: (revision) => resolveRevision({ reader, head, complete: reader.complete }, revision),
    reached: async (commits) => reachedFrom(reader, await head(), commits),
    trace: (history, { commit, bytes }, start, count) =>
      trace(
        history,
        commit,
        bytes,
        Array.from({ length: count }, (_, i) => start + i),
      ),
    lastChange: (history, { commit, bytes }) => lastChangeOf(history, commit, bytes),
  };
}
