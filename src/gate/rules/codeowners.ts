import type { RepoPath } from '../../model/ids.ts';

/** Where forges look for the file with the owners of paths; the first that exists counts. */
export const CODEOWNERS: readonly string[] = [
  '.github/CODEOWNERS',
  'CODEOWNERS',
  'docs/CODEOWNERS',
  '.gitlab/CODEOWNERS',
];

/** The owners of paths: for each section, lines with a pattern and its owners. */
export interface OwnersFile {
  /** The lines of each section as a file with attributes: the value of `owners` is an index in `lists`. */
  readonly sections: readonly Uint8Array[];
  readonly lists: readonly (readonly string[])[];
}

/** The attribute that the sections set. */
export const OWNERS_ATTRIBUTE = 'owners';

/**
 * Reads a CODEOWNERS file as GitHub and GitLab do: the last line that matches counts; with GitLab's sections (`[Name] @default`),
 * each section has owners of its own. Patterns become patterns of attributes, so that git matches them. Lines that the forges
 * pass over (`!pattern`) are passed over.
 */
export function readOwners(text: string): OwnersFile {
  const sections: string[][] = [[]];
  const lists: string[][] = [];
  let defaults: readonly string[] = [];
  for (const raw of text.replaceAll('\r', '').split('\n')) {
    const line = raw.replace(/(^|\s)#.*$/, '').trim();
    if (line === '') continue;
    const section = /^\^?\[[^\]]+\](?:\[[0-9]+\])?\s*(.*)$/.exec(line);
    if (section) {
      defaults = ownersIn(section[1]!);
      sections.push([]);
      continue;
    }
    const [, pattern, rest] = /^((?:\\.|[^\s\\])+)(.*)$/s.exec(line) ?? [];
    if (pattern === undefined || pattern.startsWith('!')) continue;
    const named = ownersIn(rest!);
    lists.push([...(named.length > 0 ? named : defaults)]);
    for (const one of attributePatterns(pattern.replaceAll(/\\(.)/g, '$1')))
      sections.at(-1)!.push(`${quoted(one)} ${OWNERS_ATTRIBUTE}=${lists.length - 1}`);
  }
  return { sections: sections.map((lines) => Buffer.from(`${lines.join('\n')}\n`)), lists };
}

const ownersIn = (text: string): string[] => text.split(/\s+/).filter((word) => word.includes('@'));

/**
 * Converts a pattern of CODEOWNERS (see gitignore(5)) to patterns of attributes: a pattern without a slash in its middle matches at
 * any depth, and a folder matches every file below it. Attributes match files only. `docs/*` means the files directly there.
 */
function attributePatterns(pattern: string): string[] {
  const isFolder = pattern.endsWith('/');
  const bare = pattern.replace(/\/+$/, '').replace(/^\/+/, '');
  if (bare === '') return ['**'];
  const isAnchored = pattern.startsWith('/') || bare.includes('/');
  const plain = bare.replaceAll('[', '\\['); // neither forge has character classes
  const from = isAnchored ? `/${plain}` : `**/${plain}`;
  if (isFolder) return [`${from}/**`];
  return plain.endsWith('*') ? [from] : [from, `${from}/**`];
}

const quoted = (pattern: string): string => `"${pattern.replaceAll(/["\\]/g, '\\$&')}"`;

/** The members of teams: lines with the name of a team and the addresses of its members. */
export type Teams = ReadonlyMap<string, ReadonlySet<string>>;

/** The file with the members of teams, in the base of the range. */
export const TEAMS_FILE = '.gitprov/teams' as RepoPath;

/** Reads the members of teams. A forge knows them, but git does not: `@org/security ada@example.com bob@example.com`. */
export function readTeams(text: string): Teams {
  const teams = new Map<string, Set<string>>();
  for (const raw of text.split(/\r?\n/)) {
    const [name, ...members] = raw
      .replace(/(^|\s)#.*$/, '')
      .trim()
      .split(/\s+/);
    if (!name) continue;
    const known = teams.get(name.toLowerCase()) ?? new Set<string>();
    for (const member of members) known.add(member.toLowerCase());
    teams.set(name.toLowerCase(), known);
  }
  return teams;
}

/** The addresses of an owner, in lower case: its own, or those of a team's members. */
export function membersOf(owner: string, teams: Teams): ReadonlySet<string> {
  const name = owner.toLowerCase();
  const found = teams.get(name) ?? teams.get(`@${name}`);
  if (found) return found;
  return name.includes('@') && !name.startsWith('@') ? new Set([name]) : new Set();
}
