/** What `setup.ts` leaves for all files of a worker. */
export interface Shared {
  /** The path of Node. */
  gitProvNode?: string;
  /** The path of the script that hands the program to a thread of this process. */
  gitProvClient?: string;
}

/** The path of Node itself, for a test that needs a process of its own: `process.execPath` may be the script of `setup.ts`. */
export const NODE = (globalThis as Shared).gitProvNode ?? process.execPath;
