import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { RepoPath } from '../../model/ids.ts';
import { pathToBytes } from '../../model/path.ts';
import { hashObject } from '../objects/pack.ts';
import { git } from '../process/process.ts';
import { type Repo, withoutLocalEnv } from './repo.ts';

/** Files with attributes: their paths and contents. */
export type AttributeFiles = ReadonlyMap<RepoPath, Uint8Array>;

/**
 * The value of an attribute for paths, as git reads it from these files and from nothing else: no file of the work tree, no
 * `info/attributes`, no attributes and no configuration of the user or the machine. Git does the matching in a repository that has only
 * an index with these files, because `--source` needs git 2.40 and reads `info/attributes` too. Starts two git processes.
 * @param ignoresCase whether git matches ASCII letters in any case
 * @returns the values in the order of the paths: `set`, `unset`, `unspecified` or a text
 * @throws ProvError `git` when git fails
 */
export async function givenAttributes(
  { env: outer, hash }: Pick<Repo, 'env' | 'hash'>,
  files: AttributeFiles,
  attribute: string,
  paths: readonly RepoPath[],
  ignoresCase = false,
): Promise<string[]> {
  if (files.size === 0 || paths.length === 0) return paths.map(() => 'unspecified');
  const dir = mkdtempSync(join(tmpdir(), 'git-prov-'));
  try {
    const env = {
      ...withoutLocalEnv(outer),
      GIT_DIR: dir,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_SYSTEM: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_ATTR_NOSYSTEM: '1',
      GIT_ATTR_SOURCE: undefined,
    };
    const where = { cwd: dir, env };
    const listed = makeRepository(dir, { hash, files, ignoresCase });
    await git(['update-index', '-z', '--index-info'], { ...where, input: listed });
    const input = Buffer.concat(paths.flatMap((path) => [pathToBytes(path), NUL]));
    const { stdout } = await git(['check-attr', '--cached', '-z', '--stdin', attribute], { ...where, input });
    const fields = stdout.toString('utf8').split('\0');
    return paths.map((_, i) => fields[3 * i + 2] ?? 'unspecified');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const NUL = Buffer.from([0]);

// @returns the index in the form of `git update-index --index-info`
function makeRepository(
  dir: string,
  { hash, files, ignoresCase }: { hash: Repo['hash']; files: AttributeFiles; ignoresCase: boolean },
): Buffer {
  const format = hash === 'sha256' ? '[extensions]\n\tobjectFormat = sha256\n' : '';
  const version = hash === 'sha256' ? 1 : 0;
  for (const name of ['objects', 'refs']) mkdirSync(join(dir, name));
  writeFileSync(join(dir, 'HEAD'), 'ref: refs/heads/none\n');
  writeFileSync(
    join(dir, 'config'),
    `[core]\n\trepositoryFormatVersion = ${version}\n\tbare = true\n\tattributesFile = /dev/null\n\tignoreCase = ${ignoresCase}\n${format}`,
  );
  const entries: Buffer[] = [];
  for (const [path, bytes] of files) {
    const object = { type: 'blob', bytes } as const;
    const oid = hashObject(hash, object);
    const file = join(dir, 'objects', oid.slice(0, 2), oid.slice(2));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, deflateSync(Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes])));
    entries.push(Buffer.from(`100644 ${oid}\t`), pathToBytes(path), NUL);
  }
  return Buffer.concat(entries);
}
