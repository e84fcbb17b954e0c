import type { FileFacts } from './facts.ts';

/** The files of one commit, or of a work tree. Paths have `/`, without one at the start. */
export interface TreeTexts {
  /** All files. */
  readonly paths: ReadonlySet<string>;
  /** The texts of small files such as `package.json`. A file that is missing, large or no text is left out. */
  texts(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** The files with what is known of their contents. */
export interface TreeView extends TreeTexts {
  /** All folders, without a `/` at the end; the top one is the empty string. */
  readonly folders: ReadonlySet<string>;
  /** The facts of a file; undefined for files in no known language. */
  facts(path: string): FileFacts | undefined;
  /** The files that define a name. */
  defining(name: string): readonly string[];
}

/** All folders of some files. */
export function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set(['']);
  for (const path of paths)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return folders;
}

/** The files with one of these names, by their last part. */
export function filesNamed(tree: TreeTexts, names: readonly string[]): string[] {
  const wanted = new Set(names);
  return [...tree.paths].filter((path) => wanted.has(path.slice(path.lastIndexOf('/') + 1)));
}

/** The folder of a file; the empty string at the top. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** A path from a folder, without `.` and `..`; undefined when it leads out of the repository. */
export function joined(folder: string, path: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
