import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder where Pi keeps the user's settings, extensions and sessions. */
export function piFolder(env: NodeJS.ProcessEnv, home = env['HOME'] || homedir()): string {
  const named = env['PI_CODING_AGENT_DIR'];
  if (!named) return join(home, '.pi', 'agent');
  return named === '~' || named.startsWith('~/') ? join(home, named.slice(1)) : named;
}
