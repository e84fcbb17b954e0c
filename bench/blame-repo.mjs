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
 *   note?: (commit: number, added: { path: string, start: number, count: number }) => Uint8Array | undefined,
 *   env?: NodeJS.ProcessEnv,
 * }} options `note` gives the bytes of the note of a commit (from 0) that added these lines, or none
 * @returns {Promise<string>} the path of the file
 */
export async function makeBlameRepo(dir, options = {}) {
  const { commits = 2000, lines = 7000, note = () => undefined, env = process.env } = options;
  mkdirSync(dir, { recursive: true });
  await run('git', ['init', '-q', '--initial-branch=main'], { cwd: dir, env });
  const path = 'src/engine.ts';
  const child = spawn('git', ['fast-import', '--quiet', '--done'], { cwd: dir, env, stdio: ['pipe', 'ignore', 'inherit'] });
  const send = async (...parts) => {
    child.stdin.write(Buffer.concat(parts.map((part) => Buffer.from(part))));
    if (child.stdin.writableNeedDrain) await once(child.stdin, 'drain');
  };
  const random = generator(42);
  const file = [];
  const notes = [];
  for (let commit = 0; commit < commits; commit++) {
    const target = Math.round(((commit + 1) * lines) / commits);
    const count = target - file.length;
    const start = Math.floor(random() * (file.length + 1));
    const added = Array.from({ length: count }, (_, i) => `  const value_${commit}_${i} = compute(${commit}, ${i}); // ${start}`);
    file.splice(start, 0, ...added);
    const who = `Developer ${commit % 17} <dev${commit % 17}@example.com> ${DATE + commit * 60} +0000`;
    const blob = Buffer.from(`${file.join('\n')}\n`);
    await send(
      `commit refs/heads/main\nmark :${commit + 1}\nauthor ${who}\ncommitter ${who}\n${data(`Change ${commit}`)}`,
      `M 100644 inline ${path}\n${header(blob)}`,
      blob,
      '\n',
    );
    const bytes = note(commit, { path, start: start + 1, count });
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
