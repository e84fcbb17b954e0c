import { ProvError } from '../../errors.ts';
import type { AgentInstaller } from '../../install/agent-settings.ts';

/**
 * Registration by a file that is ours alone, at a place where the agent loads every file.
 * @param part what is registered by it, as `status` names it
 * @param content the whole file
 * @param mark what every version of it holds, and no file of somebody else's
 */
export function ownFile(
  part: string,
  content: string,
  mark: string,
): Pick<AgentInstaller, 'ownsFile' | 'register' | 'unregister' | 'state'> {
  const isOurs = (text: string): boolean => text.slice(0, 1000).includes(mark);
  return {
    ownsFile: true,
    register: (text, path) => {
      if (text === undefined || text.trim() === '' || isOurs(text)) return content;
      throw new ProvError('data', `${path} is there already, and git prov did not write it.`, {
        hint: 'Give the file another name and run the command again; nothing was changed.',
      });
    },
    unregister: (text, original) => (isOurs(text) ? (original ?? '{}') : text),
    state: (text) => {
      const registered = text !== undefined && isOurs(text);
      return { registered: registered ? [part] : [], missing: registered ? [] : [part], disabled: false };
    },
  };
}
