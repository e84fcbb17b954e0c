import type { Service } from './service.ts';

/** Whether a file is a Procfile, by its name. */
export const isProcfile = (name: string): boolean => /^Procfile(?:\.\w+)?$/.test(name);

/** The processes of a Procfile: one `name: command` a line (https://devcenter.heroku.com/articles/procfile). */
export function readProcfile(path: string, text: string): Service[] {
  return text.split(/\r?\n/).flatMap((line, i): Service[] => {
    const [, name, command] = /^([A-Za-z0-9_-]+):\s*(\S.*)$/.exec(line) ?? [];
    if (name === undefined || command === undefined) return [];
    const port = /\$\{?PORT\b/.test(command) ? ['$PORT'] : [];
    return [
      { name, path, line: i + 1, source: 'procfile', command, ports: port, hosts: [], dependsOn: [], secrets: [] },
    ];
  });
}
