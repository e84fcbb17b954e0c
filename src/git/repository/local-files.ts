import { join } from 'node:path';

/** The folder of the local state of a repository, `.git/prov`. Its linked work trees share it. */
export const provDirOf = (repo: { readonly commonDir: string }): string => join(repo.commonDir, 'prov');

/**
 * All files and folders of the local state that several parts of the program use, as absolute paths.
 * @param provDir the folder of the local state
 */
export function localFiles(provDir: string): LocalFiles {
  if (latest?.[0] !== provDir) latest = [provDir, filesIn(provDir)];
  return latest[1];
}

// The paths are asked for in loops, and to join them all took a commit's hook some ten milliseconds.
let latest: readonly [provDir: string, files: LocalFiles] | undefined;

/** The files and folders of the local state. */
export type LocalFiles = Readonly<ReturnType<typeof filesIn>>;

const filesIn = (provDir: string) => ({
  /** Exists while an agent is at work here. Without it the git hooks start no process. */
  active: join(provDir, 'active'),
  /** How often a spooled event was tried. */
  attempts: join(provDir, 'attempts.json'),
  /** Its time is that of the last check of the hooks. hooks/git and hooks/agent compare it. */
  checked: join(provDir, 'checked'),
  /** The log of events that behaviours read, and how far each behaviour is. */
  behaviours: join(provDir, 'behaviours'),
  /** The graphs in which no secret was found. */
  cleared: join(provDir, 'cleared'),
  /** What is known of the code of files, in SQLite. */
  code: join(provDir, 'code'),
  /** Our hooks that git runs from its configuration. */
  configured: join(provDir, 'configured'),
  /** The texts of changes that are kept for `replay`. */
  contents: join(provDir, 'contents'),
  /** The lines of HEAD's tree by writer, as `git prov web` last counted them. */
  counted: join(provDir, 'counted.json'),
  /** Keeps `init --global` from enabling this repository again. */
  disabled: join(provDir, 'disabled'),
  /** Errors of hooks, one in each line, with their time. */
  faults: join(provDir, 'faults.log'),
  /** The work that an interrupted `forget` left. */
  forgetting: join(provDir, 'forgetting.json'),
  /** Which texts were forgotten here, as HMACs. */
  forgotten: join(provDir, 'forgotten.json'),
  /** The settings for our hooks. The repository's configuration includes this file. */
  gitConfig: join(provDir, 'gitconfig'),
  /** Graphs that were drawn here, a file for each. */
  graphs: join(provDir, 'graphs'),
  /** Our hooks, where core.hooksPath had to be set. */
  hooks: join(provDir, 'hooks'),
  /** Written by a git hook that failed. One line has the reason. */
  hookFailed: join(provDir, 'hook-failed'),
  /** The index of the notes in SQLite. */
  index: join(provDir, 'index'),
  /** What `init` changed, for `deinit`. */
  journal: join(provDir, 'installed.json'),
  /** The secret of this clone. Hashes of forgotten and redacted texts need it. */
  key: join(provDir, 'key'),
  /** The number of the event at which a hook last had the events recorded that waited. hooks/agent writes it. */
  keptUp: join(provDir, 'spool', 'kept'),
  /** Whether an agent that begins to work may get context. */
  knowledge: join(provDir, 'knowledge'),
  /** The ledgers of the sessions, a file for each. */
  ledgers: join(provDir, 'sessions'),
  /** Checks that ran on files that no commit had, a file for each. */
  runs: join(provDir, 'runs'),
  /** Exists when our hooks run those of Git LFS. */
  lfs: join(provDir, 'lfs'),
  /** Held by the process that records. */
  lock: join(provDir, 'lock'),
  /** Notices about hooks that another program displaced. Each is shown once. */
  notice: join(provDir, 'notice'),
  /** The objects of snapshots. They are not among the user's. */
  objects: join(provDir, 'objects'),
  /** The owners of the lines of blobs. */
  owners: join(provDir, 'owners.jsonl'),
  /** The graphs and attributions that this clone wrote. */
  recorded: join(provDir, 'recorded'),
  /** The setting of core.hooksPath, included the same way as `gitConfig`. */
  redirect: join(provDir, 'redirect'),
  /** The address of each remote, and the repositories that were there before. */
  remotes: join(provDir, 'places.json'),
  /** The first commit of the repository, which signatures name. */
  repository: join(provDir, 'repository'),
  /** Sessions without events for a month, a file for each. */
  resting: join(provDir, 'resting'),
  /** Rewritten commits that a hook reported. */
  rewritten: join(provDir, 'rewritten'),
  /** The remotes that have all notes that are here. hooks/git reads it. */
  sent: join(provDir, 'sent'),
  /** Snapshots, as links to a private index. */
  snapshots: join(provDir, 'looks'),
  /** Its time is that of the last attempt to install the hooks with `init --global`. hooks/agent writes it. */
  setupTried: join(provDir, 'setup'),
  spool: join(provDir, 'spool'),
  /** Events that wait to be recorded. */
  spooled: join(provDir, 'spool', 'new'),
  /** Events while they are being written. */
  spooling: join(provDir, 'spool', 'tmp'),
  /** Events that could not be recorded. */
  bad: join(provDir, 'spool', 'bad'),
  /** The number of the last event. */
  sequence: join(provDir, 'spool', 'seq'),
  /** Files that will replace others together. */
  staged: join(provDir, 'staged'),
  /** The same while they are being written. */
  staging: join(provDir, 'staged.new'),
  /** The context that the next agents get, prepared. */
  start: join(provDir, 'start'),
  /** Counts the agents that began before their context was ready. */
  startMissed: join(provDir, 'start-missed'),
  /** What the next drain has to know. */
  state: join(provDir, 'state.json'),
  /** Held by the process that writes notes. */
  turn: join(provDir, 'turn'),
  /** Which statements were verified. */
  vouched: join(provDir, 'vouched'),
  /** The commits whose notes this clone signed, one in each line. */
  signed: join(provDir, 'signed'),
  /** Remotes whose notes could not be pushed. */
  waiting: join(provDir, 'waiting.json'),
  /** Notes that are not pushed, and why. */
  withheld: join(provDir, 'held.json'),
  /** What the hooks remember of each work tree. */
  workTrees: join(provDir, 'wt'),
  /** The same of the main work tree. */
  mainWorkTree: join(provDir, 'wt', 'main'),
  /** A folder for each linked work tree. */
  linkedWorkTrees: join(provDir, 'wt', 'linked'),
});

/** The local state's files of a repository. */
export const filesOf = (repo: { readonly commonDir: string }): ReturnType<typeof localFiles> =>
  localFiles(provDirOf(repo));
