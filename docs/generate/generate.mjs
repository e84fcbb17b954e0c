// Generates the manual page and the completions from the built program's --help, and what follows from the agents' folders.
// With --check, writes nothing and exits with 1 when one of them is out of date.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { filesOfAgents, writeFiles } from './agents.mjs';
import { readCommands } from './commands.mjs';
import { filesOfCommands } from './of-commands.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const made = { ...filesOfAgents(ROOT), ...filesOfCommands(readCommands(), version) };
const isCheck = process.argv.includes('--check');
if (!writeFiles(ROOT, made, isCheck) && isCheck) process.exitCode = 1;
