import { folderOf } from '../tree-view.ts';

/** What the folders at or above a folder say of a name; the nearest one counts. */
export function nearestOf<T>(
  byFolder: ReadonlyMap<string, ReadonlyMap<string, T>>,
  folder: string,
  name: string,
): T | undefined {
  for (let at = folder; ; at = folderOf(at)) {
    const found = byFolder.get(at)?.get(name);
    if (found !== undefined || at === '') return found;
  }
}
