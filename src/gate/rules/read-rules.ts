import { ProvError } from '../../errors.ts';
import type { ObjectReader } from '../../git/objects/objects.ts';
import { git } from '../../git/process/process.ts';
import { givenAttributes } from '../../git/repository/given-attributes.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import { ALLOWED_SIGNERS } from '../../git/signatures/signing-settings.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import { pathFromBytes } from '../../model/path.ts';
import { shortOid } from '../../git/repository/abbreviation.ts';
import { ATTRIBUTE, badLines, hasRules, ruleMacros } from './attribute-lines.ts';
import { CODEOWNERS, OWNERS_ATTRIBUTE, readOwners, readTeams, type Teams, TEAMS_FILE } from './codeowners.ts';
import { foldCase, foldedFiles } from './fold-case.ts';
import { type Rule, ruleName, rulesIn } from './rule.ts';

/** The largest file with rules that is read (bytes). Git itself skips attributes above 100 MB. */
const MAX_RULES_BYTES = 4 * 1024 * 1024;
const ATTRIBUTES_FILE = '.gitattributes';
const REGULAR = /^100[0-7]{3}$/;

/** The rules at one commit. */
export interface BaseRules {
  readonly commit: Oid;
  /** Whether any file there sets the attribute. */
  readonly any: boolean;
  /** The rules for paths, in their order. */
  readonly rulesFor: (paths: readonly RepoPath[]) => Promise<readonly (readonly Rule[])[]>;
  /** The owners that CODEOWNERS names for paths, in their order; undefined without such a file. */
  readonly ownersOf: ((paths: readonly RepoPath[]) => Promise<readonly (readonly string[])[]>) | undefined;
  readonly teams: Teams;
  /** The list of allowed signers there; undefined without one. */
  readonly signers: string | undefined;
}

/** Whether a file of the range changes which rules hold, or who may satisfy them; also under a name in another case. */
export const changesRules = (path: string): boolean => {
  const folded = foldCase(path);
  return isAttributesFile(folded) || SINGLE_FILES.some((file) => foldCase(file) === folded);
};

const SINGLE_FILES: readonly string[] = [...CODEOWNERS, TEAMS_FILE, ALLOWED_SIGNERS];

const isAttributesFile = (path: string): boolean => path === ATTRIBUTES_FILE || path.endsWith(`/${ATTRIBUTES_FILE}`);

interface Entry {
  readonly path: RepoPath;
  readonly mode: string;
  readonly oid: Oid;
}

/**
 * Reads the rules at a commit, from its objects only: the work tree, the index and the settings of this machine are not read.
 * @throws ProvError `data` for a file with rules that git or we would not read whole
 */
export async function readRules(repo: Repo, commit: Oid, objects: ObjectReader): Promise<BaseRules> {
  const entries = await ruleFiles(repo, commit);
  const files = new Map<RepoPath, Uint8Array>();
  const contents = await objects.readOriginals(
    entries.map(({ oid }) => oid),
    { limit: MAX_RULES_BYTES },
  );
  for (const [i, entry] of entries.entries()) {
    const object = contents[i];
    if (!REGULAR.test(entry.mode))
      throw refused(entry, commit, 'It is not a regular file, so git reads no rules from it.');
    if (!object) throw refused(entry, commit, 'Its content is missing in this clone.');
    if (!('bytes' in object)) throw refused(entry, commit, `It has more than ${MAX_RULES_BYTES} bytes.`);
    files.set(entry.path, object.bytes);
  }
  const attributes = new Map([...files].filter(([path]) => isAttributesFile(path)));
  const top = attributes.get(ATTRIBUTES_FILE as RepoPath);
  const macros = top ? ruleMacros(top) : new Set<string>();
  for (const [path, bytes] of attributes) {
    const [bad] = badLines(bytes, macros, path === ATTRIBUTES_FILE);
    if (bad) throw refused({ path }, commit, bad.what, bad.line);
  }
  const owners = CODEOWNERS.map((path) => files.get(path as RepoPath)).find((bytes) => bytes !== undefined);
  const signers = files.get(ALLOWED_SIGNERS as RepoPath);
  return {
    commit,
    any: [...attributes.values()].some((bytes) => hasRules(bytes, macros)),
    rulesFor: async (paths) => {
      const [exact, inAnyCase] = await Promise.all([
        givenAttributes(repo, attributes, ATTRIBUTE, paths),
        givenAttributes(repo, foldedFiles(attributes), ATTRIBUTE, paths.map(foldCase), true),
      ]);
      return paths.map((path, i) => together([exact[i]!, inAnyCase[i]!].map((value) => rulesOf(value, path, commit))));
    },
    ownersOf: owners && ownersBy(repo, text(owners)),
    teams: readTeams(text(files.get(TEAMS_FILE) ?? new Uint8Array())),
    signers: signers && text(signers),
  };
}

// A path that differs from a ruled one only by its case takes its place in a checkout without case, so it has the rules of both.
const together = (lists: readonly (readonly Rule[])[]): Rule[] => [
  ...new Map(lists.flat().map((rule) => [ruleName(rule), rule])).values(),
];

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

// The lines were read before, so another value can only come from an attribute macro that a line of the file defines.
function rulesOf(value: string, path: RepoPath, commit: Oid): readonly Rule[] {
  if (value === 'unspecified' || value === 'unset') return [];
  const rules = rulesIn(value);
  if (!('unknown' in rules)) return rules;
  throw new ProvError('data', `The rules for ${JSON.stringify(path)} at ${shortOid(commit)} cannot be read.`, {
    cause: `The attribute ${ATTRIBUTE} is ${JSON.stringify(value)} there.`,
    hint: `Set ${ATTRIBUTE} to rules, or -${ATTRIBUTE} for none.`,
  });
}

function ownersBy(repo: Repo, text: string): BaseRules['ownersOf'] {
  const { sections, lists } = readOwners(text);
  return async (paths) => {
    const found = paths.map(() => new Set<string>());
    for (const section of sections) {
      const file = new Map([[ATTRIBUTES_FILE as RepoPath, section]]);
      for (const [i, value] of (await givenAttributes(repo, file, OWNERS_ATTRIBUTE, paths)).entries())
        for (const owner of lists[Number(value)] ?? []) found[i]!.add(owner);
    }
    return found.map((owners) => Array.from(owners));
  };
}

async function ruleFiles(repo: Repo, commit: Oid): Promise<Entry[]> {
  const env = { ...repo.env, GIT_NO_REPLACE_OBJECTS: '1' };
  const { stdout } = await git(['ls-tree', '-r', '-z', '--full-tree', commit], { ...inRepo(repo), env });
  const entries: Entry[] = [];
  for (let at = 0; at < stdout.length;) {
    const end = stdout.indexOf(0, at);
    const record = stdout.subarray(at, end < 0 ? stdout.length : end);
    at = end < 0 ? stdout.length : end + 1;
    const tab = record.indexOf(9);
    const path = pathFromBytes(record.subarray(tab + 1));
    if (!isAttributesFile(path) && !SINGLE_FILES.includes(path)) continue;
    const [mode, , oid] = record.subarray(0, tab).toString('latin1').split(' ');
    entries.push({ path, mode: mode!, oid: oid as Oid });
  }
  return entries;
}

const refused = ({ path }: Pick<Entry, 'path'>, commit: Oid, cause: string, line = 0): ProvError =>
  new ProvError(
    'data',
    `The rules in ${path}${line > 0 ? `, line ${line},` : ''} at ${shortOid(commit)} cannot be applied.`,
    { cause, hint: 'Correct the file in the target branch first: nothing passes before its rules can be read.' },
  );
