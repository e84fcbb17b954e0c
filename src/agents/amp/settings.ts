import { join } from 'node:path';
import type { AgentInstaller } from '../../install/agent-settings.ts';
import { MARK, PLUGIN } from './plugin.ts';
import { ownFile } from '../common/plugin-file.ts';

/** Amp has no hooks but loads plug-ins. Ours is a separate file. */
export const amp: AgentInstaller = {
  name: 'amp',
  program: 'amp',
  userFile: ({ home }) => join(home, '.config', 'amp', 'plugins', 'git-prov.ts'),
  signs: ({ home }) => [join(home, '.config', 'amp')],
  sharedFile: (workTree) => join(workTree, '.amp', 'plugins', 'git-prov.ts'),
  notice: () => 'Amp loads plug-ins when it starts. Some versions need PLUGINS=all in the environment.',
  ...ownFile('plugin', PLUGIN, MARK),
};
