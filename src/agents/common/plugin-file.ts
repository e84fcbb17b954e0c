import { ProvError } from '../../errors.ts';
import type { AgentInstaller } from '../../install/agent-settings.ts';

/**
 * Registration through a file of our own in a folder where the agent loads every file.
 * @param part what the file registers, for `status`
 * @param content the whole file
 * @param mark text that every version of our file contains, and no other file
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
