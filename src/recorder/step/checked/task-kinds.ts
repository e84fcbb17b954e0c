import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CheckKind } from '../../../model/checks/kind.ts';
import type { Task } from '../../../model/shell/check/task.ts';
import { taskText } from '../../../model/shell/check/tasks.ts';
import { namesNoFiles } from '../../../model/shell/check/tsconfig.ts';
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
  'tsconfig.json': ['tsconfig.json'],
};

/**
 * Returns the kinds of check that a task of the project runs, by the manifest in the work tree; undefined where it does not show
 * any. None for `tsc` where its settings name no files, and for a task that runs nothing else.
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
      const isEmpty = task.file === 'tsconfig.json' && manifest !== undefined && namesNoFiles(manifest);
      const text = manifest === undefined ? undefined : taskText(manifest, task);
      let runsEmpty = isEmpty;
      const inner: TaskKinds = (one) => {
        const found = kindsIn(folder, depth + 1)(one);
        runsEmpty ||= found?.length === 0;
        return found;
      };
      const { runs = [] } = text === undefined ? {} : readCommand(text, false, inner);
      const kinds = runs.length > 0 || runsEmpty ? [...new Set(runs.map(({ kind }) => kind))] : undefined;
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
