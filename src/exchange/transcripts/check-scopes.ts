import { isAbsolute, posix } from 'node:path';
import type { Check } from '../../model/checks/kind.ts';
import type { Cursor } from '../../model/graph/cursor.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import type { CommandVerdict } from '../../model/shell/verdict.ts';
import type { CheckedCode } from '../../model/step.ts';
import { checkedParts } from '../../recorder/step/checked/parts.ts';
import type { RecordedContents } from '../../recorder/worktree/recorded-contents.ts';

type Parts = Pick<CheckedCode, 'scope' | 'likely'>;

/** A step of a transcript, if it ran checks. */
interface Ran {
  readonly verdict?: CommandVerdict;
  readonly folders?: readonly (string | null)[];
  readonly checked?: CheckedCode;
}

/** A session's changes that checks may cover. */
type Changes = Pick<Cursor, 'uncommitted' | 'unverified'>;

/** Work trees by their paths in a transcript. */
interface Paths {
  pathOf(path: string, cwd: string | undefined): RepoPath | undefined;
}

/**
 * Returns the folder of each check, relative to the top of the work tree; null where it is not known.
 * @param cwd where the command began
 */
export const checkFolders = (runs: readonly Check[], cwd: string | undefined, paths: Paths): (string | null)[] =>
  runs.map(({ folder = '' }) => {
    if (folder === null) return null;
    const place = isAbsolute(folder) || cwd === undefined ? folder : posix.join(cwd.replaceAll('\\', '/'), folder);
    return cwd === undefined && !isAbsolute(place) ? posix.normalize(place || '.') : (paths.pathOf(place, cwd) ?? null);
  });

/**
 * Finds the parts of the project that the checks of transcripts cover: by the manifests in the commit that their steps belong to,
 * because a transcript has no snapshots.
 */
export class CheckScopes {
  readonly #files: RecordedContents;
  readonly #known = new Map<string, Promise<Parts>>();

  constructor(files: RecordedContents) {
    this.#files = files;
  }

  /** Adds to a step what its checks cover. @param cursor the session before the step @param commit the one that it belongs to */
  async added<S extends object>(step: S & Ran, { uncommitted, unverified }: Changes, commit: Oid): Promise<S> {
    const { verdict, folders, checked } = step;
    if (!folders || !verdict?.runs) return step;
    const changed = new Set([...uncommitted, ...unverified].flatMap(({ files = [] }) => files));
    const parts = await this.#of(verdict.runs, folders, [...changed], commit);
    return { ...step, checked: { ...checked, ...parts } };
  }

  async #of(
    runs: readonly Check[],
    folders: readonly (string | null)[],
    changed: readonly RepoPath[],
    commit: Oid,
  ): Promise<Parts> {
    const placed = runs.map((run, i) => ({ ...run, folder: folders[i] === null ? null : `/${folders[i] ?? ''}` }));
    const around = { tree: commit, top: '/', cwd: '/' };
    if (placed.some((run) => run.packages)) return checkedParts(placed, changed, around, this.#files);
    // A linter covers the folder where it runs, and a test run the part of the project around it.
    const key = `${commit} ${placed.map(({ folder, likely, label }) => `${folder ?? ''}${likely ? '?' : ''} ${label}`).join('\0')}`;
    const known = this.#known.get(key) ?? checkedParts(placed, [], around, this.#files);
    this.#known.set(key, known);
    return known;
  }
}
