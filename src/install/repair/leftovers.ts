import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Spool } from '../../capture/spool.ts';
import { loadState } from '../../capture/state.ts';
import { git } from '../../git/process.ts';
import { inRepo, type Repo } from '../../git/repo.ts';
import { fine, type Finding, type Patient } from './finding.ts';
import { indexes } from './locks.ts';
import { underLock } from './records.ts';

const OLD_MS = 10 * 60_000;
/** Snapshots that take up more than this are cleared of what nothing refers to. */
const LARGE = 256 * 1024 * 1024;
/** What is younger may be of a hook that is at work. */
const YOUNG_MS = 60 * 60_000;

/** Temporary files of processes that were killed. */
export function checkLeftovers({ dir, now }: Patient): Finding[] {
  const left = leftovers(dir, now);
  if (left.length === 0) return [fine('leftovers', 'No temporary file was left behind.')];
  return [
    {
      name: 'leftovers',
      state: 'warning',
      what: `${left.length === 1 ? 'A temporary file was' : `${left.length} temporary files were`} left behind, such as ${left[0]}.`,
      why: 'A process was killed while it wrote them.',
      todo: 'git prov doctor --fix removes them.',
      mend: () => {
        for (const file of leftovers(dir, now)) rmSync(file, { force: true });
      },
    },
  ];
}

function leftovers(dir: string, now: number): string[] {
  const found: string[] = [];
  const look = (folder: string, pattern: RegExp): void => {
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      const file = join(folder, name);
      const stat = statSync(file, { throwIfNoEntry: false });
      if (stat?.isFile() && pattern.test(name) && now - stat.mtimeMs > OLD_MS) found.push(file);
    }
  };
  for (const folder of [dir, join(dir, 'sessions'), join(dir, 'graphs')]) look(folder, /\.new$|^lock\.\d+$/);
  for (const wt of indexes(dir)) look(wt, /^(?:index|tree)\.\d|\.lock$/);
  look(join(dir, 'spool', 'tmp'), /./);
  for (const { folder } of folders(dir)) look(folder, /^tmp_obj_/);
  return found;
}

/** The contents of snapshots, which git does not clear away. */
export async function checkObjects({ repo, dir, now }: Patient): Promise<Finding[]> {
  let bytes = 0;
  for (const { file } of objects(dir)) bytes += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const size = `${Math.round(bytes / 1024 / 1024)} MiB`;
  if (bytes < LARGE) return [fine('snapshots', `Snapshots of the work tree take up ${size}.`)];
  const told = { name: 'snapshots', state: 'warning', what: `Snapshots of the work tree take up ${size}.` } as const;
  if (new Spool(dir).names().length > 0)
    return [
      {
        ...told,
        why: 'Events wait that may refer to any of them.',
        todo: 'Run git prov doctor again once they are recorded.',
      },
    ];
  return [
    {
      ...told,
      why: 'They are kept so that lines can be traced that come back.',
      todo: 'git prov doctor --fix removes those that nothing refers to.',
      mend: () => underLock(dir, () => prune(repo, dir, now)),
    },
  ];
}

/** Removes the objects of snapshots that neither the state, nor the owners of lines, nor a private index refers to. */
async function prune(repo: Repo, dir: string, now: number): Promise<void> {
  if (new Spool(dir).names().length > 0) return;
  const kept = await referred(repo, dir);
  for (const { id, file } of objects(dir)) {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat && !kept.has(id) && now - stat.mtimeMs > YOUNG_MS) rmSync(file, { force: true });
  }
}

async function referred(repo: Repo, dir: string): Promise<Set<string>> {
  const env = { ...repo.env, GIT_ALTERNATE_OBJECT_DIRECTORIES: join(dir, 'objects') };
  const state = loadState(dir);
  const kept = new Set<string>();
  const trees = Object.values(state.workTrees).map(({ tree }) => String(tree));
  for (const { overlay } of Object.values(state.workTrees))
    for (const blob of Object.values(overlay)) if (blob) kept.add(blob);
  for (const wt of indexes(dir)) {
    const cached = join(wt, 'tree');
    if (existsSync(cached)) trees.push(readFileSync(cached, 'utf8').trim());
    const { stdout } = await git(
      ['ls-files', '-s', '-z'],
      inRepo(repo, { env: { ...env, GIT_INDEX_FILE: join(wt, 'index') }, accept: [0, 128] }),
    );
    for (const [, id] of stdout.toString('latin1').matchAll(/(?:^|\0)\d{6} ([0-9a-f]+) /g)) kept.add(id!);
  }
  for (const tree of new Set(trees)) {
    kept.add(tree);
    const { stdout } = await git(
      ['ls-tree', '-r', '-t', '-z', '--full-tree', tree, '--'],
      inRepo(repo, { env, accept: [0, 128] }),
    );
    for (const [, id] of stdout.toString('latin1').matchAll(/(?:^|\0)\d{6} (?:blob|tree) ([0-9a-f]+)\t/g))
      kept.add(id!);
  }
  const owners = join(dir, 'owners.jsonl');
  for (const [id] of existsSync(owners) ? readFileSync(owners, 'latin1').matchAll(/[0-9a-f]{40,64}/g) : [])
    kept.add(id);
  return kept;
}

interface SnapshotObject {
  readonly id: string;
  readonly file: string;
}

function* objects(dir: string): Generator<SnapshotObject> {
  for (const { prefix, folder } of folders(dir))
    for (const name of readdirSync(folder))
      if (/^[0-9a-f]{38,62}$/.test(name)) yield { id: prefix + name, file: join(folder, name) };
}

function folders(dir: string): { prefix: string; folder: string }[] {
  const top = join(dir, 'objects');
  const names = existsSync(top) ? readdirSync(top).filter((name) => /^[0-9a-f]{2}$/.test(name)) : [];
  return names.map((prefix) => ({ prefix, folder: join(top, prefix) }));
}
