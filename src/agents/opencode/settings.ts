import { join } from 'node:path';
import type { AgentInstaller } from '../../install/agent-settings.ts';
import { MARK, PLUGIN } from './plugin.ts';
import { ownFile } from '../common/plugin-file.ts';

/** opencode runs no hooks but loads plug-ins: ours is a file of its own. */
export const opencode: AgentInstaller = {
  name: 'opencode',
  program: 'opencode',
  userFile: ({ env, home }) =>
    join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'opencode', 'plugins', 'git-prov.js'),
  sharedFile: (workTree) => join(workTree, '.opencode', 'plugins', 'git-prov.js'),
  ...ownFile('plugin', PLUGIN, MARK),
};
