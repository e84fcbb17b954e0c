import { existsSync, readFileSync } from 'node:fs';
import type { GraphId } from '../../model/ids.ts';
import { replaceFile } from '../../git/repository/replace-file.ts';
import { localFiles } from '../../git/repository/local-files.ts';

/** Graphs that are remembered: the newest ones. */
const MAX_GRAPHS = 100_000;
const GRAPH_ID = /^[0-9a-f]{64}$/;

/**
 * The graphs that this clone imported from the transcripts that agents keep on this machine. They stay claimed, because they are
 * inferred. But the words in them are no stranger's, so an agent may read them. The file has one id in each line. Without it only
 * words are missing from the context.
 */
export function ownImports(provDir: string): ReadonlySet<string> {
  const { imports } = localFiles(provDir);
  if (!existsSync(imports)) return new Set();
  return new Set(
    readFileSync(imports, 'latin1')
      .split('\n')
      .filter((line) => GRAPH_ID.test(line)),
  );
}

/** Remembers graphs as imported from this machine. @param provDir an existing folder */
export function rememberImports(provDir: string, graphs: Iterable<GraphId>): void {
  const before = ownImports(provDir);
  const all = [...new Set([...before, ...graphs])];
  if (all.length > before.size) replaceFile(localFiles(provDir).imports, `${all.slice(-MAX_GRAPHS).join('\n')}\n`);
}
