import { join, sep } from 'node:path';

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

// Not `join` for each: it takes a command's first call some three milliseconds.
const filesIn = (provDir: string) => {
  const at = (...names: readonly string[]): string => [provDir, ...names].join(sep);
  return {
    /** Exists while an agent is at work here. Without it the git hooks start no process. */
    active: at('active'),
    /** Its time is that of the last join with notes of others. */
    arrived: at('arrived'),
    /** How often a spooled event was tried. */
    attempts: at('attempts.json'),
    /** Its time is that of the last check of the hooks. hooks/git and hooks/agent compare it. */
    checked: at('checked'),
    /** The log of events that behaviours read, and how far each behaviour is. */
    behaviours: at('behaviours'),
    /** The graphs in which no secret was found. */
    cleared: at('cleared'),
    /** What is known of the code of files, in SQLite. */
    code: at('code'),
    /** Our hooks that git runs from its configuration. */
    configured: at('configured'),
    /** The texts of changes that are kept for `replay`. */
    contents: at('contents'),
    /** The lines of HEAD's tree by writer, as `git prov web` last counted them. */
    counted: at('counted.json'),
    /** Keeps `init --global` from enabling this repository again. */
    disabled: at('disabled'),
    /** Errors of hooks, one in each line, with their time. */
    faults: at('faults.log'),
    /** The work that an interrupted `forget` left. */
    forgetting: at('forgetting.json'),
    /** Which texts were forgotten here, as HMACs. */
    forgotten: at('forgotten.json'),
    /** The settings for our hooks. The repository's configuration includes this file. */
    gitConfig: at('gitconfig'),
    /** Graphs that were drawn here, a file for each. */
    graphs: at('graphs'),
    /** Our hooks, where core.hooksPath had to be set. */
    hooks: at('hooks'),
    /** Written by a git hook that failed. One line has the reason. */
    hookFailed: at('hook-failed'),
    /** The graphs that were imported from transcripts on this machine. */
    imports: at('imports'),
    /** The index of the notes in SQLite. */
    index: at('index'),
    /** What `init` changed, for `deinit`. */
    journal: at('installed.json'),
    /** The secret of this clone. Hashes of forgotten and redacted texts need it. */
    key: at('key'),
    /** The number of the event at which a hook last had the events recorded that waited. hooks/agent writes it. */
    keptUp: at('spool', 'kept'),
    /** Whether an agent that begins to work may get context. */
    knowledge: at('knowledge'),
    /** The ledgers of the sessions, a file for each. */
    ledgers: at('sessions'),
    /** Checks that ran on files that no commit had, a file for each. */
    runs: at('runs'),
    /** Exists when our hooks run those of Git LFS. */
    lfs: at('lfs'),
    /** Held by the process that records. */
    lock: at('lock'),
    /** Notices about hooks that another program displaced. Each is shown once. */
    notice: at('notice'),
    /** The objects of snapshots. They are not among the user's. */
    objects: at('objects'),
    /** The owners of the lines of blobs. */
    owners: at('owners.jsonl'),
    /** The graphs and attributions that this clone wrote. */
    recorded: at('recorded'),
    /** The setting of core.hooksPath, included the same way as `gitConfig`. */
    redirect: at('redirect'),
    /** The address of each remote, and the repositories that were there before. */
    remotes: at('places.json'),
    /** The first commit of the repository, which signatures name. */
    repository: at('repository'),
    /** Sessions without events for a month, a file for each. */
    resting: at('resting'),
    /** Rewritten commits that a hook reported. */
    rewritten: at('rewritten'),
    /** The remotes that have all notes that are here. hooks/git reads it. */
    sent: at('sent'),
    /** Snapshots, as links to a private index. */
    snapshots: at('looks'),
    /** Its time is that of the last attempt to install the hooks with `init --global`. hooks/agent writes it. */
    setupTried: at('setup'),
    spool: at('spool'),
    /** Events that wait to be recorded. */
    spooled: at('spool', 'new'),
    /** Events while they are being written. */
    spooling: at('spool', 'tmp'),
    /** Events that could not be recorded. */
    bad: at('spool', 'bad'),
    /** The number of the last event. */
    sequence: at('spool', 'seq'),
    /** Files that will replace others together. */
    staged: at('staged'),
    /** The same while they are being written. */
    staging: at('staged.new'),
    /** The context that the next agents get, prepared. */
    start: at('start'),
    /** Counts the agents that began before their context was ready. */
    startMissed: at('start-missed'),
    /** What the next drain has to know. */
    state: at('state.json'),
    /** Held by the process that writes notes. */
    turn: at('turn'),
    /** Which statements were verified. */
    vouched: at('vouched'),
    /** The commits with notes that this clone signed, one in each line. */
    signed: at('signed'),
    /** Remotes to which notes could not be pushed. */
    waiting: at('waiting.json'),
    /** Notes that are not pushed, and why. */
    withheld: at('held.json'),
    /** What the hooks remember of each work tree. */
    workTrees: at('wt'),
    /** The same of the main work tree. */
    mainWorkTree: at('wt', 'main'),
    /** A folder for each linked work tree. */
    linkedWorkTrees: at('wt', 'linked'),
  };
};

/** The local state's files of a repository. */
export const filesOf = (repo: { readonly commonDir: string }): ReturnType<typeof localFiles> =>
  localFiles(provDirOf(repo));
