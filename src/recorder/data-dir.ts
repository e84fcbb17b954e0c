import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder of this user's git prov; hooks/agent and hooks/git find it by the same rule. */
export const dataDir = ({ env, home }: { readonly env: NodeJS.ProcessEnv; readonly home: string }): string =>
  join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'git-prov');

/** The user's home, as programs with this environment find it. */
export const homeOf = (env: NodeJS.ProcessEnv): string => env['HOME'] || homedir();
