// Generates the manual page and the completions from the built program's --help. With --check, writes nothing and
// exits with 1 when one of them is out of date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readCommands } from './commands.mjs';
import { bash, zsh } from './completions.mjs';
import { manPage } from './man.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const commands = readCommands();
const made = {
  'docs/man/git-prov.1': manPage(commands, version),
  'docs/completions/git-prov.bash': bash(commands),
  'docs/completions/_git-prov': zsh(commands),
};
for (const [path, text] of Object.entries(made)) {
  const full = join(ROOT, path);
  if (existsSync(full) && readFileSync(full, 'utf8') === text) continue;
  if (process.argv.includes('--check')) {
    process.stderr.write(`${path} is out of date: run npm run docs.\n`);
    process.exitCode = 1;
    continue;
  }
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
}
