import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { indexFolders, pruneSnapshots, snapshotFolders, snapshotObjects } from '../../recorder/worktree/snapshots.ts';
import { Spool } from '../../recorder/spool/spool.ts';
import { abandonedCheckpointFolders } from '../../git/repository/checkpoint-folders.ts';
import { fine, type DoctorFinding, type CheckContext } from './doctor-finding.ts';
import { underLock } from './check-records.ts';
import { localFiles } from '../../git/repository/local-files.ts';

const OLD_MS = 10 * 60_000;
/** Bytes. Larger snapshots are reported, and unreferenced ones can be removed. */
const LARGE_BYTES = 256 * 1024 * 1024;

/** Temporary files of killed processes. */
export function checkLeftovers({ dir, now }: CheckContext): DoctorFinding[] {
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
        for (const file of leftovers(dir, now)) rmSync(file, { recursive: true, force: true });
      },
    },
  ];
}

function leftovers(dir: string, now: number): string[] {
  const found: string[] = [];
  const countFiles = (folder: string, pattern: RegExp): void => {
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      const file = join(folder, name);
      const stat = statSync(file, { throwIfNoEntry: false });
      if (stat?.isFile() && pattern.test(name) && now - stat.mtimeMs > OLD_MS) found.push(file);
    }
  };
  for (const folder of [dir, localFiles(dir).ledgers, localFiles(dir).graphs]) countFiles(folder, /\.new$|^lock\.\d+$/);
  for (const wt of indexFolders(dir)) countFiles(wt, /^(?:index|tree)\.\d|\.lock$/);
  countFiles(localFiles(dir).spooling, /./);
  for (const { folder } of snapshotFolders(dir)) countFiles(folder, /^tmp_obj_/);
  // The transcripts of an import that was killed.
  found.push(...abandonedCheckpointFolders());
  return found;
}

/** The contents of snapshots, which git does not remove by itself. */
export async function checkObjects({ repo, dir, now }: CheckContext): Promise<DoctorFinding[]> {
  let bytes = 0;
  for (const { file } of snapshotObjects(dir)) bytes += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const size = bytes < 1024 * 1024 ? 'less than 1 MiB' : `${Math.round(bytes / 1024 / 1024)} MiB`;
  if (bytes < LARGE_BYTES) return [fine('snapshots', `Snapshots of the work tree take up ${size}.`)];
  const finding = { name: 'snapshots', state: 'warning', what: `Snapshots of the work tree take up ${size}.` } as const;
  if (new Spool(dir).names().length > 0)
    return [
      {
        ...finding,
        why: 'Waiting events may refer to any of them.',
        todo: 'Run git prov doctor again once they are recorded.',
      },
    ];
  return [
    {
      ...finding,
      why: 'They make it possible to trace lines that return.',
      todo: 'git prov doctor --fix removes unreferenced ones.',
      mend: () => underLock(dir, () => pruneSnapshots(repo, dir, now)),
    },
  ];
}
