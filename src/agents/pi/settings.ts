import { join } from 'node:path';
import type { AgentInstaller } from '../../install/agent-settings.ts';
import { ownFile } from '../common/plugin-file.ts';
import { EXTENSION, MARK } from './plugin.ts';
import { piFolder } from './folder.ts';

/** Pi has no hooks but loads extensions. Ours is a separate file. */
export const pi: AgentInstaller = {
  name: 'pi',
  program: 'pi',
  userFile: ({ env, home }) => join(piFolder(env, home), 'extensions', 'git-prov.js'),
  signs: ({ env, home }) => [piFolder(env, home)],
  resume: (session) => ['--session', session],
  sharedFile: (workTree) => join(workTree, '.pi', 'extensions', 'git-prov.js'),
  ...ownFile('extension', EXTENSION, MARK),
};
