import { never } from '../errors.ts';

/**
 * One thing that `init` or `deinit` does. Each knows what was there before, so that it can be undone:
 * at once when a later one fails, or by `deinit`, from the journal.
 */
export type Change = FileChange | FolderChange | MoveChange;

/** Who else writes to a file decides how it is written and how ours is taken out again once it was edited. */
export type FileRole =
  /** ours alone */
  | 'own'
  /** a git hook that we put in place */
  | 'hook'
  /** a git configuration file */
  | 'config'
  /** an agent's settings */
  | 'settings';

/** A file's content, whole; `undefined` stands for no file. */
export interface FileChange {
  readonly kind: 'file';
  readonly path: string;
  readonly role: FileRole;
  /** Permission bits, for a file that is created; an existing file keeps its own. */
  readonly mode: number;
  readonly before: Buffer | undefined;
  readonly after: Buffer | undefined;
  /** Whose settings, by the agent's name. */
  readonly agent?: string | undefined;
  /** What it means to the user; without it the change is bookkeeping. */
  readonly say?: string | undefined;
}

/** A folder that is created, or (`gone`) removed if it is empty. */
export interface FolderChange {
  readonly kind: 'folder';
  readonly path: string;
  readonly mode: number;
  readonly gone?: boolean;
  readonly say?: string | undefined;
}

/** A file that gets another name in its folder. */
export interface MoveChange {
  readonly kind: 'move';
  readonly from: string;
  readonly to: string;
  readonly say?: string | undefined;
}

/** The path that a change is known by. */
export const pathOf = (change: Change): string => (change.kind === 'move' ? change.from : change.path);

/** The change that puts back what this one changed, provided that nobody touched it since. */
export function inverse(change: Change): Change {
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

/** Whether two contents (or absences) are the same bytes. */
export const same = (a: Buffer | undefined, b: Buffer | undefined): boolean =>
  a === undefined || b === undefined ? a === b : a.equals(b);
