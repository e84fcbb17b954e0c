import { git } from '../../../git/process/process.ts';
import { inRepo, type Repo } from '../../../git/repository/repo.ts';
import type { Commit, FileDiff, Hunk, Version } from '../contract.ts';

/** Lines of one file's diff that are given to a page. */
const MAX_DIFF_LINES = 5000;
/** Characters of a line of a diff. */
const MAX_LINE = 2000;
const FORMAT = '%H%x00%an%x00%ae%x00%aI%x00%s';
const QUIET = ['--no-color', '--no-ext-diff', '--no-textconv', '--src-prefix=a/', '--dst-prefix=b/'];

/** Commits of HEAD that changed a file, the newest first, with the file's name in each. */
export async function versionsOf(repo: Repo, path: string, limit: number): Promise<Version[]> {
  const { stdout } = await git(
    [
      'log',
      `--max-count=${limit}`,
      '--follow',
      '--name-only',
      '-z',
      `--format=%x01${FORMAT}%x00`,
      '--',
      `:(top,literal)${path}`,
    ],
    inRepo(repo, { accept: [0, 128] }),
  );
  return stdout
    .toString('utf8')
    .split('\u0001')
    .slice(1)
    .map((record) => {
      const [oid = '', author = '', email = '', time = '', subject = '', ...names] = record.split('\0');
      const name = names.map((one) => one.replace(/^\n/, '')).findLast((one) => one !== '');
      return { oid, author, email, time, subject, path: name ?? path };
    });
}

/** The commits with these ids; missing ones are left out. */
export async function commitsOf(repo: Repo, ids: readonly string[]): Promise<Commit[]> {
  if (ids.length === 0) return [];
  const { stdout } = await git(
    ['log', '--no-walk=unsorted', '--ignore-missing', '--stdin', '-z', `--format=${FORMAT}`],
    inRepo(repo, { input: `${ids.filter((id) => /^[0-9a-f]{40,64}$/.test(id)).join('\n')}\n`, accept: [0, 128] }),
  );
  const fields = stdout.toString('utf8').split('\0');
  const found: Commit[] = [];
  for (let at = 0; at + 4 < fields.length; at += 5)
    found.push({
      oid: fields[at]!,
      author: fields[at + 1]!,
      email: fields[at + 2]!,
      time: fields[at + 3]!,
      subject: fields[at + 4]!,
    });
  return found;
}

/**
 * The diffs between two trees, as git prints them.
 * @param base a commit; undefined for the empty tree
 * @param paths all files when empty
 */
export async function diffsOf(
  repo: Repo,
  base: string | undefined,
  head: string,
  paths: readonly string[] = [],
): Promise<FileDiff[]> {
  const limits = paths.map((path) => `:(top,literal)${path}`);
  const from = base ?? (await emptyTree(repo));
  const { stdout } = await git(
    ['diff-tree', '-r', '-p', '-M', '--full-index', '--unified=3', ...QUIET, from, head, '--', ...limits],
    inRepo(repo),
  );
  return parseDiffs(stdout);
}

const emptyTree = async (repo: Repo): Promise<string> =>
  (await git(['hash-object', '-t', 'tree', '--stdin'], inRepo(repo, { input: '' }))).stdout.toString('latin1').trim();

/** The first parent of a commit; undefined for a root. */
export async function parentOf(repo: Repo, commit: string): Promise<string | undefined> {
  const { stdout, code } = await git(
    ['rev-parse', '--verify', '--quiet', `${commit}^1`],
    inRepo(repo, { accept: [0, 1, 128] }),
  );
  return code === 0 ? stdout.toString('latin1').trim() : undefined;
}

interface Draft {
  path: string;
  oldPath: string | null;
  status: string;
  binary: boolean;
  hunks: (Hunk & { lines: string[] })[];
  left: number;
}

/** Reads the output of `git diff-tree -p`. */
export function parseDiffs(bytes: Uint8Array): FileDiff[] {
  const found: Draft[] = [];
  let draft: Draft | undefined;
  let rest: [old: number, next: number] = [0, 0];
  let count = 0;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  for (const line of text.split('\n')) {
    const hunk = draft?.hunks.at(-1);
    if (draft && hunk && (rest[0] > 0 || rest[1] > 0 || line.startsWith('\\'))) {
      if (line[0] !== '+' && line[0] !== '\\') rest[0]--;
      if (line[0] !== '-' && line[0] !== '\\') rest[1]--;
      if (++count > MAX_DIFF_LINES) draft.left++;
      else hunk.lines.push(line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line);
      continue;
    }
    if (line.startsWith('diff --git ')) {
      found.push((draft = { path: named(line), oldPath: null, status: 'modified', binary: false, hunks: [], left: 0 }));
      count = 0;
      continue;
    }
    if (!draft) continue;
    const range = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/s.exec(line);
    if (range) {
      rest = [Number(range[2] ?? 1), Number(range[4] ?? 1)];
      draft.hunks.push({
        oldStart: Number(range[1]),
        newStart: Number(range[3]),
        head: range[5]!.slice(0, 200),
        lines: [],
      });
    } else if (line.startsWith('+++ ') && line !== '+++ /dev/null')
      draft.path = unquoted(line.slice(4)).replace(/^b\//, '');
    else if (line.startsWith('--- ') && line !== '--- /dev/null' && draft.status === 'deleted')
      draft.path = unquoted(line.slice(4)).replace(/^a\//, '');
    else if (line.startsWith('new file')) draft.status = 'added';
    else if (line.startsWith('deleted file')) draft.status = 'deleted';
    else if (line.startsWith('rename from ')) {
      draft.status = 'renamed';
      draft.oldPath = unquoted(line.slice(12));
    } else if (line.startsWith('rename to ')) draft.path = unquoted(line.slice(10));
    else if (line.startsWith('Binary files ')) draft.binary = true;
  }
  return found;
}

// `diff --git a/x b/x`: both names are the same where no other header names the file.
function named(line: string): string {
  const names = line.slice('diff --git '.length);
  if (names.startsWith('"')) return unquoted(names.slice(0, names.indexOf('" ', 1) + 1)).replace(/^a\//, '');
  return names.slice(0, (names.length - 1) / 2).replace(/^a\//, '');
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

/** A name as git quotes it in C's way; git ends a name with spaces with a tab. */
function unquoted(name: string): string {
  if (!name.startsWith('"')) return name.replace(/\t$/, '');
  const bytes: number[] = [];
  const inside = Buffer.from(name.slice(1, name.lastIndexOf('"')), 'utf8').toString('latin1');
  for (let at = 0; at < inside.length; at++) {
    if (inside[at] !== '\\') {
      bytes.push(inside.charCodeAt(at));
      continue;
    }
    const octal = /^[0-7]{3}/.exec(inside.slice(at + 1, at + 4))?.[0];
    bytes.push(octal ? Number.parseInt(octal, 8) : (ESCAPES[inside[at + 1] ?? ''] ?? 63));
    at += octal ? 3 : 1;
  }
  return Buffer.from(bytes).toString('utf8');
}
