import { join } from 'node:path';
import { ProvError } from '../../errors.ts';
import type { AgentInstaller } from './agent.ts';
import { MARK, PLUGIN } from './opencode-plugin.ts';

const isOurs = (text: string): boolean => text.startsWith(MARK);

/** opencode runs no hooks but loads plug-ins: ours is a file of its own. */
export const opencode: AgentInstaller = {
  name: 'opencode',
  program: 'opencode',
  ownsFile: true,
  userFile: ({ env, home }) =>
    join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'opencode', 'plugins', 'git-prov.js'),
  sharedFile: (workTree) => join(workTree, '.opencode', 'plugins', 'git-prov.js'),
  register: (text, path) => {
    if (text === undefined || text.trim() === '' || isOurs(text)) return PLUGIN;
    throw new ProvError('data', `${path} is there already, and git prov did not write it.`, {
      hint: 'Give the file another name and run the command again; nothing was changed.',
    });
  },
  unregister: (text, original) => (isOurs(text) ? (original ?? '{}') : text),
  state: (text) => {
    const registered = text !== undefined && isOurs(text);
    return { registered: registered ? ['plugin'] : [], missing: registered ? [] : ['plugin'], disabled: false };
  },
};
