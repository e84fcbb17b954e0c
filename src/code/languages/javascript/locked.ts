import { filesNamed, folderOf, type TreeView } from '../../tree-view.ts';

/** The installed version of a package, for a folder that uses it. */
export type LockedVersion = (folder: string, name: string) => string | undefined;

const LOCK_FILES = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock'];

/** Reads the versions of packages in the lock files of npm, pnpm and yarn. */
export async function lockedVersions(tree: TreeView): Promise<LockedVersion> {
  const byFolder = new Map<string, ReadonlyMap<string, string>>();
  for (const [path, text] of await tree.texts(filesNamed(tree, LOCK_FILES)))
    byFolder.set(folderOf(path), path.endsWith('.json') ? ofNpm(text) : path.endsWith('.yaml') ? ofPnpm(text) : ofYarn(text));
  return (folder, name) => {
    for (let at = folder; ; at = folderOf(at)) {
      const version = byFolder.get(at)?.get(name);
      if (version !== undefined || at === '') return version;
    }
  };
}

interface NpmLock {
  readonly packages?: Readonly<Record<string, { readonly version?: unknown } | null>>;
  readonly dependencies?: Readonly<Record<string, { readonly version?: unknown } | null>>;
}

function ofNpm(text: string): Map<string, string> {
  const versions = new Map<string, string>();
  let lock: NpmLock | null = null;
  try {
    lock = JSON.parse(text) as NpmLock | null;
  } catch {
    return versions;
  }
  const entries = [...Object.entries(lock?.packages ?? {}), ...Object.entries(lock?.dependencies ?? {})];
  for (const [key, one] of entries) {
    const name = key.replace(/^node_modules\//, '');
    if (typeof one?.version === 'string' && !name.includes('node_modules/')) versions.set(name, one.version);
  }
  return versions;
}

// Version 9 has `'@a/b@1.2.3':`, older ones `/@a/b@1.2.3:` or `/@a/b/1.2.3:`.
function ofPnpm(text: string): Map<string, string> {
  const versions = new Map<string, string>();
  for (const [, name, version] of text.matchAll(/^ {2}'?\/?((?:@[^/\s']+\/)?[^@/\s']+)[@/](\d[^\s'():]*)/gm))
    if (!versions.has(name!)) versions.set(name!, version!);
  return versions;
}

// "a@^1.0.0", "a@^1.1.0":
//   version "1.2.3"
function ofYarn(text: string): Map<string, string> {
  const versions = new Map<string, string>();
  for (const [, name, version] of text.matchAll(/^"?((?:@[^/\s"]+\/)?[^@/\s"]+)@[^\n]*:\n {2}version:? "?([^\s"]+)/gm))
    if (!versions.has(name!)) versions.set(name!, version!);
  return versions;
}
