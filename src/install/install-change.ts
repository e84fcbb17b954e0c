import { never } from '../errors.ts';

/**
 * One change by `init` or `deinit`. It contains the former state, so that it can be undone: immediately when a later change
 * fails, or by `deinit` from the journal.
 */
export type InstallChange = FileChange | FolderChange | MoveChange;

/**
 * The kind of a file. It depends on who else writes to the file, and decides how it is written and how our part is removed
 * after a user edited it.
 */
export type FileRole =
  /** ours alone */
  | 'own'
  /** a git hook that we put in place */
  | 'hook'
  /** a git configuration file */
  | 'config'
  /** an agent's settings */
  | 'settings'
  /** a file of the repository for people or agents, with a marked paragraph of ours */
  | 'text';

/** The whole content of a file; `undefined` when the file does not exist. */
export interface FileChange {
  readonly kind: 'file';
  readonly path: string;
  readonly role: FileRole;
  /** Permission bits for a new file. An existing file keeps its own. */
  readonly mode: number;
  readonly before: Buffer | undefined;
  readonly after: Buffer | undefined;
  /** The agent that the settings belong to. */
  readonly agent?: string | undefined;
  /** Describes the change for the user. Without it the change is internal. */
  readonly say?: string | undefined;
}

/** A folder to create, or with `gone` to remove if it is empty. */
export interface FolderChange {
  readonly kind: 'folder';
  readonly path: string;
  readonly mode: number;
  readonly gone?: boolean;
  readonly say?: string | undefined;
}

/** A file that is renamed within its folder. */
export interface MoveChange {
  readonly kind: 'move';
  readonly from: string;
  readonly to: string;
  readonly say?: string | undefined;
}

/** The path that identifies a change. */
export const pathOf = (change: InstallChange): string => (change.kind === 'move' ? change.from : change.path);

/** The change that undoes this one, provided that the file did not change since. */
export function inverse(change: InstallChange): InstallChange {
  switch (change.kind) {
    case 'file':
      return { ...change, before: change.after, after: change.before };
    case 'folder':
      return { ...change, gone: !change.gone };
    case 'move':
      return { ...change, from: change.to, to: change.from };
    default:
      return never(change);
  }
}

/** Whether two contents are equal; two missing ones are. */
export const same = (a: Buffer | undefined, b: Buffer | undefined): boolean =>
  a === undefined || b === undefined ? a === b : a.equals(b);
