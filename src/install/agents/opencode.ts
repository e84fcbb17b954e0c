import { join } from 'node:path';
import type { AgentInstaller } from './agent.ts';
import { MARK, PLUGIN } from './opencode-plugin.ts';
import { ownFile } from './plugin-file.ts';

/** opencode runs no hooks but loads plug-ins: ours is a file of its own. */
export const opencode: AgentInstaller = {
  name: 'opencode',
  program: 'opencode',
  userFile: ({ env, home }) =>
    join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'opencode', 'plugins', 'git-prov.js'),
  sharedFile: (workTree) => join(workTree, '.opencode', 'plugins', 'git-prov.js'),
  ...ownFile('plugin', PLUGIN, MARK),
};
