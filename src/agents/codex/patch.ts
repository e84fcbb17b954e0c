import { posix } from 'node:path';
import type { Edit } from '../../recorder/spool/event.ts';

/** One file of a patch. */
export interface Patched {
  readonly path: string;
  /** The file's new name. */
  readonly to?: string;
  /** The added lines. */
  readonly written: readonly string[];
}

const HEADER = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$/;
/** A shell command that contains a patch. Codex treats it like its patch tool. */
const IN_SHELL = /^\s*(?:cd\s+("[^"\n]*"|'[^'\n]*'|[^\s;&|'"]+)\s*&&\s*)?(?:apply_patch|applypatch)\b/;

/**
 * Parses a patch of Codex's `apply_patch` into its files, in order. The format: `*** Begin Patch`, then for each file `***
 * Add File: …`, `*** Update File: …` with an optional `*** Move to: …`, or `*** Delete File: …`.
 */
export function readPatch(patch: string): Patched[] {
  const files: { path: string; to?: string; written: string[] }[] = [];
  for (const line of patch.split('\n')) {
    const [, what, path] = HEADER.exec(line) ?? [];
    const last = files.at(-1);
    if (what === 'Move to' && last) last.to = path!;
    else if (path !== undefined && what !== 'Move to') files.push({ path, written: [] });
    else if (line.startsWith('+')) last?.written.push(line.slice(1));
  }
  return files;
}

/** The files of the patch that a shell command applies; undefined for other commands. */
export function readShellPatch(command: string): Patched[] | undefined {
  const [begin, dir] = IN_SHELL.exec(command) ?? [];
  if (begin === undefined || !command.includes('*** Begin Patch')) return undefined;
  const base = dir?.replaceAll(/^["']|["']$/g, '');
  if (base === undefined) return readPatch(command);
  const inside = (path: string): string => (posix.isAbsolute(path) ? path : posix.join(base, path));
  return readPatch(command).map(({ path, to, written }) =>
    to === undefined ? { path: inside(path), written } : { path: inside(path), to: inside(to), written },
  );
}

/** All paths in a patch, each once. */
export const pathsOf = (files: readonly Patched[]): string[] => [
  ...new Set(files.flatMap(({ path, to }) => (to === undefined ? [path] : [path, to]))),
];

/** The edits of a patch, one for each file. */
export const editsOf = (files: readonly Patched[]): Edit[] =>
  files.map(({ path, to, written }) => ({
    path: to ?? path,
    byUser: false,
    written,
    ...(to !== undefined && { from: path }),
  }));
