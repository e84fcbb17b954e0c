import { askOnce, keepsAnswers } from '../process/ask-once.ts';
import { type SECTIONS, SETTINGS_QUESTION } from '../process/ask-ahead.ts';
import { git } from '../process/process.ts';

/** Values of git's configuration by lower-case name (`color.ui`); the last one counts, `''` for a name without `=`. */
export type Settings = ReadonlyMap<string, string>;

/**
 * The configuration that git would use in this folder, limited to the sections with matching names.
 * @param sections such as `['color', 'core']`
 * @throws ProvError `git` when a configuration file cannot be read
 */
export async function readSettings(
  sections: readonly Section[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Settings> {
  return lastOf(await readAllSettings(sections, options));
}

/** Like `readSettings`, with all values of each name, the one that counts last. */
export async function readAllSettings(
  sections: readonly Section[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const wanted = new Set<string>(sections);
  return new Map(
    [...(await readSections(options.cwd, options.env))].filter(([name]) =>
      wanted.has(name.slice(0, name.indexOf('.'))),
    ),
  );
}

/** A section of git's configuration that the program reads. */
export type Section = (typeof SECTIONS)[number];

type AllSettings = ReadonlyMap<string, readonly string[]>;

const readSections = (cwd: string, env: NodeJS.ProcessEnv): Promise<AllSettings> =>
  askOnce(env, `settings in ${cwd}`, () => ask(cwd, env));

/**
 * Begins to read the settings of a folder. A later question in this command gets the result.
 * @returns a function that gives another folder, as the repository's top, the same settings, and passes them on when they are read
 */
export function readSettingsAhead(
  cwd: string,
  env: NodeJS.ProcessEnv,
): (top: string, take: (settings: Settings) => void) => void {
  if (!keepsAnswers(env)) return () => undefined;
  const settings = readSections(cwd, env);
  settings.catch(ignore);
  return (top, take) =>
    void askOnce(env, `settings in ${top}`, () => settings).then((all) => take(lastOf(all)), ignore);
}

// A later question gets the failure.
const ignore = (): void => undefined;

const lastOf = (all: AllSettings): Settings => new Map([...all].map(([name, values]) => [name, values.at(-1)!]));

async function ask(cwd: string, env: NodeJS.ProcessEnv): Promise<AllSettings> {
  const { stdout } = await git(SETTINGS_QUESTION, { cwd, env, accept: [0, 1] });
  const found = new Map<string, string[]>();
  for (const entry of stdout.toString('utf8').split('\0')) {
    const end = entry.indexOf('\n');
    if (!entry) continue;
    const [name, value] = end < 0 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)];
    const values = found.get(name);
    if (values) values.push(value);
    else found.set(name, [value]);
  }
  return found;
}

/** Whether git would read this value as true; undefined for a non-boolean value, `fallback` for an absent one. */
export function isTrue(value: string | undefined, fallback: boolean): boolean | undefined {
  if (value === undefined) return fallback;
  if (/^(?:true|yes|on)$/i.test(value)) return true;
  if (value === '' || /^(?:false|no|off)$/i.test(value)) return false;
  return /^[+-]?[0-9]+$/.test(value) ? Number(value) !== 0 : undefined;
}
