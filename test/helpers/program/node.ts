/** What `setup.ts` leaves for all files of a worker. */
export interface Shared {
  /** The path of Node. */
  gitProvNode?: string;
  /** Which processes start what tests start: those of git alone, or of the program. Files share a worker in quick runs. */
  gitProvStarts?: 'git' | 'program';
  /** Set when a small process starts each git that this worker starts with `spawn`. */
  gitProvSideBySide?: Promise<void>;
}

/** The path of Node itself, for a test that needs a process of its own: `process.execPath` may be the script of `setup.ts`. */
export const NODE = (globalThis as Shared).gitProvNode ?? process.execPath;
