import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CheckKind } from '../../../model/checks/kind.ts';
import type { Task } from '../../../model/shell/check/task.ts';
import { taskText } from '../../../model/shell/check/tasks.ts';
import { readCommand } from '../../../model/shell/parse/command.ts';
import type { TaskKinds } from '../../../model/shell/parse/walking.ts';

const MAX_BYTES = 1024 * 1024;
/** Scripts that run scripts. */
const MAX_DEPTH = 4;
const MAX_TASKS = 64;
const NAMES: Readonly<Record<Task['file'], readonly string[]>> = {
  'package.json': ['package.json'],
  Makefile: ['GNUmakefile', 'makefile', 'Makefile'],
  justfile: ['justfile', 'Justfile', '.justfile'],
};

/**
 * Returns the kinds of check that a task of the project runs, by the manifest in the work tree; undefined where it does not show
 * any.
 * @param cwd the folder where the command starts
 */
export function taskKindsIn(cwd: string): TaskKinds {
  const known = new Map<string, readonly CheckKind[] | undefined>();
  const kindsIn =
    (start: string, depth: number): TaskKinds =>
    (task) => {
      const folder = resolve(start, task.folder);
      const key = `${folder}\0${task.file}\0${task.name}`;
      if (known.has(key) || depth >= MAX_DEPTH || known.size >= MAX_TASKS) return known.get(key);
      known.set(key, undefined); // for a task that runs itself
      const manifest = manifestIn(folder, task.file);
      const text = manifest === undefined ? undefined : taskText(manifest, task);
      const { runs = [] } = text === undefined ? {} : readCommand(text, false, kindsIn(folder, depth + 1));
      const kinds = runs.length > 0 ? [...new Set(runs.map(({ kind }) => kind))] : undefined;
      known.set(key, kinds);
      return kinds;
    };
  return kindsIn(cwd, 0);
}

function manifestIn(folder: string, file: Task['file']): string | undefined {
  for (const name of NAMES[file]) {
    const path = join(folder, name);
    try {
      const found = statSync(path);
      if (found.isFile() && found.size <= MAX_BYTES) return readFileSync(path, 'utf8');
    } catch {
      // the next name
    }
  }
  return undefined;
}
