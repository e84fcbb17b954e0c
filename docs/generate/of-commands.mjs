// The files that follow from the program's commands and options: the manual page and the completions.
import { bash, zsh } from './completions.mjs';
import { manPage } from './man.mjs';

/**
 * @param {import('./commands.mjs').Command[]} commands
 * @param {string} version of the package
 * @returns {Record<string, string>} the text of each file by its path from the root of the project
 */
export const filesOfCommands = (commands, version) => ({
  'docs/man/git-prov.1': manPage(commands, version),
  'docs/completions/git-prov.bash': bash(commands),
  'docs/completions/_git-prov': zsh(commands),
});
