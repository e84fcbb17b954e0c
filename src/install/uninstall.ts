import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { dataDir } from '../recorder/data-dir.ts';
import { promptFiles, promptsDir } from '../recorder/session/prompts-elsewhere.ts';
import { ProvError, never } from '../errors.ts';
import type { Repo } from '../git/repository/repo.ts';
import { agentNamed, type AgentInstaller } from './agent-settings.ts';
import { readIf } from './apply.ts';
import { pathOf, same, type InstallChange, type FileChange } from './install-change.ts';
import { readConfig, switchedIn, withoutOurs } from './git-config.ts';
import { withoutParagraph } from './shared-files/paragraph.ts';
import { planHooksOut } from './git-hooks/removal.ts';
import { planRescues } from './git-hooks/rescue.ts';
import { removal, textOf, type InstallContext } from './install.ts';
import { journalBytes, readJournal, type Journal } from './install-journal.ts';
import { configPath, dataFiles, type UserPlace } from './user-paths.ts';
import { listBytes, liveRepositories } from './runtime.ts';
import { filesOf, provDirOf } from '../git/repository/local-files.ts';

/** The plan of `deinit`. */
export interface Removal {
  /** The supported agents. */
  readonly agents: readonly AgentInstaller[];
  readonly steps: InstallChange[];
  /** Folders to remove if they are empty then, innermost first. */
  readonly folders: InstallChange[];
  /** What stays, and why. */
  readonly notes: string[];
}

/** The number of events that wait to be recorded. */
export function waiting(repo: Repo): number {
  const dir = filesOf(repo).spooled;
  return existsSync(dir) ? readdirSync(dir).length : 0;
}

/** Plans to restore the state of a repository before `init`. Works without a journal too, by recognising our files. */
export async function planRemoval(
  ctx: InstallContext,
  repo: Repo,
  agents: readonly AgentInstaller[],
): Promise<Removal> {
  const old = readJournal(filesOf(repo).journal);
  const { steps, notes } = planHooksOut(join(repo.commonDir, 'hooks'));
  const result: Removal = { agents, steps: [...steps, ...planRescues(repo)], folders: [], notes };
  for (const change of withFound(old, repo).toReversed()) await undo(result, change, configPath(filesOf(repo).hooks));
  await addUser(result, ctx, repo.commonDir);
  return result;
}

/** Plans to stop recording every repository of this user. Repositories that were enabled separately stay enabled. */
export async function planGlobalRemoval(ctx: InstallContext, agents: readonly AgentInstaller[]): Promise<Removal> {
  const result: Removal = { agents, steps: [], folders: [], notes: [] };
  const { global } = dataFiles(ctx);
  if (existsSync(global)) result.steps.push(removal(global, 'no longer every repository'));
  await addUser(result, ctx, undefined);
  const left = liveRepositories(ctx).filter(
    (commonDir) => readJournal(filesOf({ commonDir }).journal).agents.length === 0,
  );
  if (left.length > 0)
    result.notes.push(
      `--global had set up ${left.length === 1 ? 'a repository' : `${left.length} repositories`}, which git prov deinit restores: ${left.join(', ')}`,
    );
  return result;
}

/** How often the local state is deleted, and the pause in between: a hook in the background may still write into it. */
const MAX_REMOVALS = 60;
const REMOVAL_PAUSE_MS = 50;

/** Deletes the local state of a repository, journal included. The notes are not part of it. */
export async function removeState(repo: Repo): Promise<void> {
  for (let removals = 1; ; removals++) {
    try {
      rmSync(provDirOf(repo), { recursive: true, force: true });
      return;
    } catch (error) {
      // Node's own retries do not list a folder again.
      if (removals === MAX_REMOVALS || (error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
      await setTimeout(REMOVAL_PAUSE_MS);
    }
  }
}

async function undo(result: Removal, change: InstallChange, ourHooks: string): Promise<void> {
  switch (change.kind) {
    case 'folder':
      result.folders.push({ ...change, gone: true });
      return;
    case 'move': // hooks are found by their bytes
      return;
    case 'file':
      await undoFile(result, change, ourHooks);
      return;
    default:
      never(change);
  }
}

async function undoFile(result: Removal, change: FileChange, ourHooks: string): Promise<void> {
  if (change.role === 'hook') return;
  const current = readIf(change.path);
  if (current === undefined || same(current, change.before)) return;
  const after = same(current, change.after)
    ? change.before
    : await withoutOurParts(result.agents, change, current, ourHooks);
  if (same(current, after)) return;
  result.steps.push({
    ...change,
    before: current,
    after,
    say: after === change.before ? 'as it was' : 'without what git prov added',
  });
}

async function withoutOurParts(
  agents: readonly AgentInstaller[],
  change: FileChange,
  current: Buffer,
  ourHooks: string,
): Promise<Buffer | undefined> {
  switch (change.role) {
    case 'own':
    case 'hook':
      return current;
    case 'config':
      return withoutOurs(
        current,
        ourHooks,
        change.before ? (await readConfig(change.before)).hooksPath : [],
        await switchedIn(change.before, change.after),
      );
    case 'text':
      return withoutParagraph(current, change.before !== undefined);
    case 'settings': {
      const { path, before } = change;
      const text = agentNamed(change.agent ?? '', agents).unregister(
        textOf(current, path)!,
        textOf(before, path),
        path,
      );
      return before === undefined && text.trim() === '{}' ? undefined : Buffer.from(text);
    }
    default:
      return never(change.role);
  }
}

// Adds changes of an earlier `init` without a surviving journal, in front of the journal's changes.
function withFound(old: Journal, repo: Repo): InstallChange[] {
  const known = new Set(old.changes.map((change) => `${change.kind} ${pathOf(change)}`));
  const found: InstallChange[] = [];
  const path = join(repo.commonDir, 'config');
  found.push({ kind: 'file', path, role: 'config', mode: 0o644, before: Buffer.alloc(0), after: undefined });
  return [...found.filter((change) => !known.has(`${change.kind} ${pathOf(change)}`)), ...old.changes];
}

// Removes the user's own files with the last repository that needs them.
async function addUser(result: Removal, place: UserPlace, leaving: string | undefined): Promise<void> {
  const files = dataFiles(place);
  const old = readJournal(files.journal);
  const rest = liveRepositories(place).filter((path) => path !== leaving);
  const isGlobal = leaving !== undefined && existsSync(files.global);
  const kept = old.changes.filter(
    (change) => change.kind === 'folder' || isGlobal || rest.some((path) => needs(path, change)),
  );
  for (const change of old.changes.filter((change) => !kept.includes(change)).toReversed()) {
    if (change.kind === 'file') await undoFile(result, change, '');
  }
  if (rest.length > 0 || isGlobal) {
    setOwn(result, files.repositories, listBytes(rest));
    setOwn(result, files.journal, journalBytes({ ...old, changes: kept }));
    if (rest.length > 0)
      result.notes.push(
        `${rest.length} other ${rest.length === 1 ? 'repository is' : 'repositories are'} still recorded.`,
      );
    return;
  }
  const own = [files.agent, files.runtime, files.repositories, files.global, files.journal, ...promptFiles(place)];
  for (const path of own)
    if (existsSync(path) && !result.steps.some((step) => pathOf(step) === path)) result.steps.push(removal(path));
  if (existsSync(promptsDir(place)))
    result.folders.push({ kind: 'folder', path: promptsDir(place), mode: 0o700, gone: true });
  const folders = old.changes.filter((change) => change.kind === 'folder');
  for (const folder of folders.toReversed()) result.folders.push({ ...folder, gone: true });
  if (existsSync(dataDir(place)))
    result.notes.push('No other repository is recorded: the files of git prov in your home are removed.');
}

// Whether another repository needs the agent that these settings belong to.
function needs(commonDir: string, change: InstallChange): boolean {
  const { agents } = readJournal(filesOf({ commonDir }).journal);
  return change.kind === 'file' && agents.some((use) => use.scope === 'user' && use.name === change.agent);
}

function setOwn(result: Removal, path: string, after: Buffer): void {
  const before = readIf(path);
  if (before && !before.equals(after))
    result.steps.push({ kind: 'file', path, role: 'own', mode: 0o600, before, after });
}

/** Refuses to continue while waiting events would be lost. @throws ProvError `data` */
export function refuseIfWaiting(repo: Repo): void {
  const count = waiting(repo);
  if (count === 0) return;
  throw new ProvError(
    'data',
    `${count} ${count === 1 ? 'event is' : 'events are'} not recorded yet and would be lost.`,
    {
      hint: 'Run git prov status, which records them, and then deinit again; or use --force.',
    },
  );
}
