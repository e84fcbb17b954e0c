// Makes the repository that `git prov blame` is measured on: one file, grown and edited by many small commits, each
// with its note. Everything goes through one `git fast-import`, notes too, so that it takes seconds.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { once } from 'node:events';

const DATE = 1_767_225_600;

/**
 * Writes the repository.
 * @param {string} dir a folder that does not exist yet
 * @param {{
 *   commits?: number,
 *   lines?: number,
 *   note?: (commit: number, path: string, ranges: { start: number, count: number }[]) => Uint8Array | undefined,
 *   env?: NodeJS.ProcessEnv,
 * }} options `lines` is the final length of the file; the first commit adds two thirds of it. `note` gives the
 *   bytes of the note for a commit (from 0) that added these lines, or undefined
 * @returns {Promise<string>} the path of the file
 */
export async function makeBlameRepo(dir, options = {}) {
  const { commits = 2000, lines = 7000, note = () => undefined, env = process.env } = options;
  mkdirSync(dir, { recursive: true });
  await run('git', ['init', '-q', '--initial-branch=main'], { cwd: dir, env });
  const path = 'src/engine.ts';
  const child = spawn('git', ['fast-import', '--quiet', '--done'], {
    cwd: dir,
    env,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const send = async (...parts) => {
    child.stdin.write(Buffer.concat(parts.map((part) => Buffer.from(part))));
    if (child.stdin.writableNeedDrain) await once(child.stdin, 'drain');
  };
  const random = generator(42);
  const file = [];
  const notes = [];
  for (let commit = 0; commit < commits; commit++) {
    const target = Math.round((2 * lines) / 3 + (commit * lines) / 3 / Math.max(1, commits - 1));
    const ranges = change(file, commit, target - file.length, random);
    const who = `Developer ${commit % 17} <dev${commit % 17}@example.com> ${DATE + commit * 60} +0000`;
    const blob = Buffer.from(`${file.join('\n')}\n`);
    await send(
      `commit refs/heads/main\nmark :${commit + 1}\nauthor ${who}\ncommitter ${who}\n${data(`Change ${commit}`)}`,
      `M 100644 inline ${path}\n${header(blob)}`,
      blob,
      '\n',
    );
    const bytes = note(commit, path, ranges);
    if (bytes) notes.push([commit, bytes]);
  }
  if (notes.length > 0) {
    const who = `git-prov <git-prov@example.com> ${DATE} +0000`;
    await send(`commit refs/notes/provenance\ncommitter ${who}\n${data('Notes')}`);
    for (const [commit, bytes] of notes) await send(`N inline :${commit + 1}\n${header(bytes)}`, bytes, '\n');
  }
  await send('done\n');
  child.stdin.end();
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`git fast-import: exit code ${code}`);
  await run('git', ['reset', '-q', '--hard'], { cwd: dir, env });
  return path;
}

// Inserts lines at one place and, except in the first commit, rewrites two others. Returns the added ranges, in order.
function change(file, commit, count, random) {
  const line = (i) => `  const value_${commit}_${i} = compute(${commit}, ${i}, table[${Math.floor(random() * 1000)}]);`;
  const start = Math.floor(random() * (file.length + 1));
  file.splice(start, 0, ...Array.from({ length: count }, (_, i) => line(i)));
  if (commit === 0) return [{ start: 1, count }];
  const room = file.length - count - 2;
  const at = Math.floor(random() * room);
  const other = at + 2 > start ? at + count + (at < start ? 2 : 0) : at; // not among the inserted ones
  for (let i = 0; i < 2; i++) file[other + i] = line(count + i);
  const ranges = [
    { start: start + 1, count },
    { start: other + 1, count: 2 },
  ];
  return ranges.filter((range) => range.count > 0).sort((a, b) => a.start - b.start);
}

const header = (bytes) => `data ${bytes.length}\n`;
const data = (text) => `${header(Buffer.from(text))}${text}\n`;

// A small linear congruential generator: the same repository in every run.
function generator(seed) {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}

async function run(command, args, options) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: exit code ${code}`);
}
