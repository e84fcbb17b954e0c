import { join } from 'node:path';
import type { AgentInstaller } from '../../install/agent-settings.ts';
import { markOf, pluginFor } from './plugin.ts';
import { ownFile } from '../common/plugin-file.ts';

/** opencode has no hooks but loads plug-ins. Ours is a separate file. */
export const opencode: AgentInstaller = {
  name: 'opencode',
  program: 'opencode',
  userFile: ({ env, home }) =>
    join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'opencode', 'plugins', 'git-prov.js'),
  resume: (session) => ['--session', session],
  sharedFile: (workTree) => join(workTree, '.opencode', 'plugins', 'git-prov.js'),
  ...ownFile('plugin', pluginFor('opencode'), markOf('opencode')),
};
