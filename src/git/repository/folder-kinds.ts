import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { localFiles } from './local-files.ts';

/** The files of git prov in its private folder that other programs may have replaced by folders. */
function filesIn(dir: string): string[] {
  const at = localFiles(dir);
  const setup = [at.checked, at.gitConfig, at.hookFailed, at.journal, at.lfs, at.notice, at.redirect, at.setupTried];
  const record = [
    at.state,
    `${at.state}.new`,
    at.owners,
    at.recorded,
    at.signed,
    at.faults,
    at.key,
    at.lock,
    at.sequence,
    at.turn,
  ];
  const sharing = [
    at.arrived,
    at.forgetting,
    at.forgotten,
    at.remotes,
    at.repository,
    at.sent,
    at.waiting,
    at.withheld,
  ];
  const caches = [at.cleared, at.counted, at.imports, at.keptUp, at.vouched];
  return [...setup, ...record, ...sharing, ...caches, at.active, at.attempts, at.knowledge, at.startMissed];
}

/** Its folders that it makes once it needs them. */
function laterFolders(dir: string): string[] {
  const at = localFiles(dir);
  return [at.behaviours, at.code, at.configured, at.hooks, at.rewritten, at.runs, at.staged, at.staging];
}

/** Its folders that are expected to be there. */
export function ourFolders(dir: string): string[] {
  const at = localFiles(dir);
  const spool = [at.spool, at.spooled, at.spooling, at.bad];
  const record = [at.ledgers, at.graphs, at.resting, at.contents, at.index, at.start];
  return [...spool, ...record, at.objects, at.snapshots, at.workTrees, at.mainWorkTree, at.linkedWorkTrees];
}

/** The folders that contain files only. */
function foldersOfFiles(dir: string): string[] {
  const at = localFiles(dir);
  const record = [at.contents, at.graphs, at.ledgers, at.resting, at.rewritten, at.snapshots, at.staged, at.start];
  return [...record, at.index, at.mainWorkTree];
}

/** A path in the private folder that is of the wrong kind. */
export interface WrongKind {
  readonly path: string;
  readonly is: 'a folder where a file should be' | 'a file where a folder should be';
}

/** The files of the private folder that are folders, and its folders that are files. Git prov reads neither. */
export function wrongKinds(dir: string): WrongKind[] {
  const found: WrongKind[] = [];
  for (const path of [...ourFolders(dir), ...laterFolders(dir)])
    if (isFolder(path) === false) found.push({ path, is: 'a file where a folder should be' });
  const file = (path: string): unknown => found.push({ path, is: 'a folder where a file should be' });
  for (const path of filesIn(dir)) if (isFolder(path)) file(path);
  for (const folder of foldersOfFiles(dir))
    for (const entry of entries(folder))
      if (entry.isDirectory() && !isDatabaseLock(entry.name)) file(join(folder, entry.name));
  return found;
}

// SQLite in WebAssembly locks a database with a folder beside it. The next process removes one that was left.
const isDatabaseLock = (name: string): boolean => name.endsWith('.db.lock');

// Undefined when nothing is there, or it cannot be seen.
function isFolder(path: string): boolean | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory();
  } catch {
    return undefined;
  }
}

function entries(dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch {
    return []; // it is missing, or no folder
  }
}
