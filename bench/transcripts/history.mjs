// The lines that each commit of a repository adds and removes, read from git's own patches.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { REPLACED } from './corpus.mjs';
import { plain } from './edits.mjs';

/**
 * @param {string} repo
 * @returns {Promise<History>}
 */
export async function readHistory(repo) {
  const args = [
    '-c',
    'core.quotePath=false',
    'log',
    '--exclude=refs/notes/*',
    '--exclude=refs/prov/*',
    '--exclude=refs/judge/*',
    '--all',
    '--topo-order',
    '--reverse',
    '-p',
    '-U0',
    '-M',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '--diff-merges=dense-combined',
    '--src-prefix=a/',
    '--dst-prefix=b/',
    '--format=%x01%H%x02%P%x02%at%x02%ct%x02%an%x02%ae%x02%s',
  ];
  const child = spawn('git', args, {
    cwd: repo,
    env: { ...process.env, GIT_REPLACE_REF_BASE: REPLACED },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const commits = new Map();
  const names = new Map();
  let [commit, file, hunk] = [];
  for await (const row of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
    if (row[0] === '\x01') {
      const [id, parents, at, made, name, address, subject] = row.slice(1).split('\x02');
      // Names with the same address are one person.
      const author = address === 'noreply@github.com' ? name : (names.get(address) ?? name);
      names.set(address, author);
      commit = {
        id,
        n: commits.size,
        parents: parents.split(' ').filter(Boolean),
        at: at * 1000,
        made: made * 1000,
        author,
        subject,
        files: [],
      };
      commit.since = Math.max(0, ...commit.parents.map((parent) => commits.get(parent)?.made ?? 0));
      commits.set(id, commit);
      hunk = undefined;
    } else if (hunk && hunk.left > 0 && row[0] === '-') {
      hunk.left--;
      count(file.removed, plain(row.slice(1)));
    } else if (hunk && hunk.right > 0 && row[0] === '+') {
      hunk.right--;
      const text = plain(row.slice(1));
      file.lines.set(hunk.next++, text);
      count(file.added, text);
    } else if (hunk?.parents && /^[ +-]/.test(row)) {
      const signs = row.slice(0, hunk.parents);
      if (signs.includes('-')) continue;
      if (/^\+*$/.test(signs)) file.lines.set(hunk.next, plain(row.slice(hunk.parents)));
      hunk.next++;
    } else if (row.startsWith('diff --')) {
      file = { path: undefined, old: undefined, added: new Map(), removed: new Map(), lines: new Map() };
      commit.files.push(file);
      hunk = undefined;
    } else if (row.startsWith('rename from ')) file.old = row.slice(12);
    else if (row.startsWith('rename to ')) file.path = row.slice(10);
    else if (row.startsWith('+++ b/')) file.path = row.slice(6).replace(/\t$/, '');
    else if (row.startsWith('@@@')) {
      const [, signs, next] = /^(@+) .*\+(\d+)(?:,\d+)? @/.exec(row);
      hunk = { parents: signs.length - 1, next: Number(next) };
    } else {
      const found = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(row);
      if (found) hunk = { left: Number(found[1] ?? 1), next: Number(found[2]), right: Number(found[3] ?? 1) };
    }
  }
  return new History(commits);
}

export class History {
  #below = new Map();
  #byPath = new Map();

  constructor(commits) {
    this.commits = commits;
    for (const commit of commits.values())
      for (const file of commit.files)
        if (file.path) this.#byPath.set(file.path, [...(this.#byPath.get(file.path) ?? []), { commit, file }]);
  }

  /** Whether a commit is a descendant of another one. */
  buildsOn(commit, other) {
    let below = this.#below.get(commit.id);
    if (!below) {
      below = new Uint8Array((this.commits.size >> 3) + 1);
      const open = [commit];
      for (let next = open.pop(); next; next = open.pop())
        for (const parent of next.parents) {
          const found = this.commits.get(parent);
          if (!found || below[found.n >> 3] & (1 << (found.n & 7))) continue;
          below[found.n >> 3] |= 1 << (found.n & 7);
          open.push(found);
        }
      this.#below.set(commit.id, below);
    }
    return (below[other.n >> 3] & (1 << (other.n & 7))) !== 0;
  }

  /** The changes of a file in a commit's ancestors, oldest first, those on other branches, and its former names. */
  before(commit, file) {
    const names = new Set([file.path, ...(file.old ? [file.old] : [])]);
    const found = new Map();
    const others = [];
    for (const name of names)
      for (const one of this.#byPath.get(name) ?? []) {
        if (!this.buildsOn(commit, one.commit)) {
          others.push(one);
          continue;
        }
        found.set(`${one.commit.n} ${name}`, one);
        if (one.file.old) names.add(one.file.old);
      }
    return { names, changes: [...found.values()].sort((a, b) => a.commit.n - b.commit.n), others };
  }
}

export function count(counts, text, by = 1) {
  counts.set(text, (counts.get(text) ?? 0) + by);
}
