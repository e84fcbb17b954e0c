import { join } from 'node:path';
import type { AgentInstaller } from '../../install/agent-settings.ts';
import { ownFile } from '../common/plugin-file.ts';
import { markOf, pluginFor } from '../opencode/plugin.ts';

/** Kilo loads plug-ins like opencode, from folders of its own. */
export const kilo: AgentInstaller = {
  name: 'kilo',
  program: 'kilo',
  userFile: ({ env, home }) => join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'kilo', 'plugins', 'git-prov.js'),
  resume: (session) => ['--session', session],
  sharedFile: (workTree) => join(workTree, '.kilo', 'plugins', 'git-prov.js'),
  ...ownFile('plugin', pluginFor('kilo'), markOf('kilo')),
};
