import { mkdirSync } from 'node:fs';
import type { GraphId } from '../../model/ids.ts';
import { readRegular } from '../../git/objects/regular-file.ts';
import { replaceFile } from '../../git/repository/replace-file.ts';
import { localFiles } from '../../git/repository/local-files.ts';

/** Graphs that are remembered: the newest ones. */
const MAX_GRAPHS = 100_000;
const MAX_BYTES = MAX_GRAPHS * 65;
const GRAPH_ID = /^[0-9a-f]{64}$/;

/**
 * The graphs that this clone imported from the transcripts that agents keep on this machine. They stay claimed, because they are
 * inferred. But the words in them are no stranger's, so an agent may read them. The file has one id in each line. Without it only
 * words are missing from the context.
 */
export function ownImports(provDir: string): ReadonlySet<string> {
  const text = readRegular(localFiles(provDir).imports, MAX_BYTES) ?? '';
  return new Set(text.split('\n').filter((line) => GRAPH_ID.test(line)));
}

/** Remembers graphs as imported from this machine. @param provDir is made when it is missing */
export function rememberImports(provDir: string, graphs: Iterable<GraphId>): void {
  const before = ownImports(provDir);
  const all = [...new Set([...before, ...graphs])];
  if (all.length === before.size) return;
  try {
    mkdirSync(provDir, { recursive: true, mode: 0o700 });
    replaceFile(localFiles(provDir).imports, `${all.slice(-MAX_GRAPHS).join('\n')}\n`);
  } catch {
    // The notes are written. Only words are missing until the next import: the disk is full, or a folder has this name.
  }
}
