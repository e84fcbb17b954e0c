// Builds a repository with the transcripts of real sessions from a clone with Entire's checkpoints.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TRANSCRIPT = /^(\w\w\/\w+)\/(\d+)\/full\.jsonl(\.\d+)?$/;
/** Refs that replace missing files: only the judge reads them. */
export const REPLACED = 'refs/judge/replaced/';
/** Folders that tools create linked work trees in. */
const LINKED = /\/\.?worktrees?\//;

/**
 * Makes a repository with all branches, tags and pull requests of another one, and writes each session's transcript beside it.
 * @param {string} source the git directory of a clone with the branch `entire/checkpoints/v1`
 * @param {string} dir an empty folder
 * @returns {Promise<{ repo: string, folder: string, transcripts: number, missing: number, bytes: number }>}
 */
export async function makeCorpus(source, dir) {
  const repo = join(dir, 'repo');
  git(dir, 'clone', '--quiet', '--mirror', '--shared', source, join(repo, '.git'));
  git(repo, 'config', 'core.bare', 'false');
  const branch = git(repo, 'for-each-ref', '--format=%(refname)', 'refs/heads/entire/checkpoints').split('\n')[0];
  const entries = git(repo, 'ls-tree', '-r', '-l', branch).split('\n').filter(Boolean).map(entryOf);
  const wanted = entries.filter(({ path }) => TRANSCRIPT.test(path));
  const sessions = new Map();
  let missing = 0;
  for await (const { path, bytes } of blobs(repo, wanted)) {
    if (!bytes) missing++;
    else add(sessions, path, bytes.toString('utf8'));
  }
  // Otherwise Entire's own commits would be compared too. Its users have them, but no test needs them.
  for (const ref of git(repo, 'for-each-ref', '--format=%(refname)', 'refs/heads/entire').split('\n').filter(Boolean))
    git(repo, 'update-ref', '-d', ref);
  const folder = join(dir, 'transcripts');
  mkdirSync(folder);
  let bytes = 0;
  const folders = new Set();
  for (const [n, session] of [...sessions.values()].entries()) {
    const text = textOf(session);
    bytes += text.length;
    writeFileSync(join(folder, `${n}.${text.startsWith('{\n') ? 'json' : 'jsonl'}`), text);
    for (const one of foldersIn(text)) folders.add(one);
  }
  for (const [n, top] of topsAmong([...folders]).entries()) linkWorkTree(repo, n, top);
  replaceMissing(repo);
  return { repo, folder, transcripts: sessions.size, missing, bytes };
}

// Large files may be missing from the clone. Then git would stop in the middle of a log.
function replaceMissing(repo) {
  const empty = git(repo, 'hash-object', '-w', '-t', 'blob', '/dev/null').trim();
  const missing = git(repo, 'rev-list', '--objects', '--all', '--missing=print').match(/^\?.+$/gm) ?? [];
  for (const one of missing) git(repo, 'update-ref', `${REPLACED}${one.slice(1)}`, empty);
}

function entryOf(line) {
  const tab = line.indexOf('\t');
  const [, , blob, size] = line.slice(0, tab).split(/ +/);
  return { path: line.slice(tab + 1), blob, size: Number(size) };
}

// A session's transcript may be in many checkpoints: each time longer, or only with its new part.
function add(sessions, path, text) {
  const id = /"(?:sessionId|sessionID)":\s*"([^"]+)"/.exec(text)?.[1] ?? /"id":\s*"([^"]+)"/.exec(text)?.[1] ?? path;
  sessions.set(id, [...(sessions.get(id) ?? []), text]);
}

function textOf(texts) {
  const [first] = texts;
  if (first.startsWith('{\n')) return texts.reduce((a, b) => (b.length > a.length ? b : a));
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '');
  const timed = [...new Set(lines)].map((line, n) => ({
    line,
    n,
    at: /"timestamp":\s*"([^"]+)"/.exec(line)?.[1] ?? '',
  }));
  if (texts.length > 1) {
    let last = '';
    for (const one of timed) last = one.at ||= last;
    timed.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.n - b.n));
  }
  return `${timed.map(({ line }) => line).join('\n')}\n`;
}

function* foldersIn(text) {
  for (const [, folder] of text.matchAll(/"(?:cwd|directory)":\s*"(\/[^"]+)"/g)) yield folder;
}

// A session may go into a folder of its work tree; a linked work tree may be inside another one.
function topsAmong(folders) {
  const shortest = folders.toSorted((a, b) => a.length - b.length);
  const tops = [];
  for (const folder of shortest) {
    const above = tops.findLast((top) => folder.startsWith(`${top}/`));
    if (!above || (LINKED.test(folder.slice(above.length)) && !LINKED.test(above))) tops.push(folder);
  }
  return tops;
}

// Git also lists linked work trees without a folder.
function linkWorkTree(repo, n, top) {
  const dir = join(repo, '.git', 'worktrees', `w${n}`);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'gitdir'), `${top}/.git\n`);
  writeFileSync(join(dir, 'HEAD'), 'ref: refs/heads/nothing\n');
  writeFileSync(join(dir, 'commondir'), '../..\n');
  writeFileSync(join(dir, 'locked'), 'its folder is on another machine\n');
}

async function* blobs(repo, entries) {
  const child = spawn('git', ['cat-file', '--batch'], { cwd: repo, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(entries.map(({ blob }) => `${blob}\n`).join(''));
  let rest = Buffer.alloc(0);
  const chunks = child.stdout[Symbol.asyncIterator]();
  const more = async () => {
    const { value, done } = await chunks.next();
    if (done) throw new Error('git cat-file ended too early');
    rest = Buffer.concat([rest, value]);
  };
  for (const { path } of entries) {
    while (rest.indexOf(10) < 0) await more();
    const end = rest.indexOf(10);
    const size = Number(rest.toString('latin1', 0, end).split(' ')[2]);
    rest = rest.subarray(end + 1);
    if (Number.isNaN(size)) {
      yield { path, bytes: undefined };
      continue;
    }
    const parts = [];
    let need = size + 1;
    for (;;) {
      const part = rest.subarray(0, need);
      parts.push(part);
      rest = rest.subarray(part.length);
      need -= part.length;
      if (need === 0) break;
      await more();
    }
    yield { path, bytes: Buffer.concat(parts).subarray(0, size) };
  }
}

export function git(cwd, ...args) {
  const done = spawnSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 1 << 30 });
  if (done.status !== 0) throw new Error(`git ${args.join(' ')}: ${done.stderr}`);
  return done.stdout;
}
