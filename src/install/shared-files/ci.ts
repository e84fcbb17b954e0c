import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan } from '../plan.ts';
import { isInPlace, type OwnText, planText, placeIn } from './own-text.ts';

/** The forges that `init --ci` writes jobs for. */
export const FORGES = ['github', 'gitlab'] as const;
export type Forge = (typeof FORGES)[number];

/** A file of ours, of any version, begins with this. Other files are never overwritten. */
const OURS = '# git prov: ';
const GITLAB_FILE = '.gitlab/git-prov.yml';
const GITLAB_MAIN = '.gitlab-ci.yml';
const GITHUB_FILE = '.github/workflows/git-prov.yml';
const PLACEHOLDER = 'OWNER/git-prov';
const INCLUDE = `include:\n  - local: ${GITLAB_FILE}\n`;

// Takes the place of nothing, and of our own file of any version.
const ours = (bytes: Buffer) => (current: Buffer | undefined) =>
  current && !current.toString('utf8').startsWith(OURS) ? undefined : bytes;

function texts(packageDir: string, workTree: string, forge: Forge): OwnText[] {
  const read = (name: string): Buffer => readFileSync(join(packageDir, 'docs/ci', name));
  const say = 'reports on requests, and carries notes over a merge';
  if (forge === 'github') {
    const workflow = read('github.yml').toString('utf8').replaceAll(PLACEHOLDER, actionIn(packageDir));
    return [{ path: GITHUB_FILE, next: ours(Buffer.from(workflow)), say }];
  }
  const main = { path: GITLAB_MAIN, next: () => Buffer.from(`${OURS}runs the jobs\n${INCLUDE}`), say: 'runs the jobs' };
  const jobs = { path: GITLAB_FILE, next: ours(read('gitlab.yml')), say };
  return existsSync(join(workTree, GITLAB_MAIN)) ? [jobs] : [jobs, main];
}

// The repository on GitHub that has the action: the one that the package came from.
function actionIn(packageDir: string): string {
  const { repository } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as {
    repository?: { url?: string };
  };
  return /\bgithub\.com[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(repository?.url ?? '')?.[1] ?? PLACEHOLDER;
}

/** Plans the jobs for a forge. */
export function planCi(plan: Plan, packageDir: string, workTree: string, forge: Forge): void {
  for (const text of texts(packageDir, workTree, forge)) planText(plan, workTree, text);
}

/** What a user has to know or do about the jobs, as sentences. Call it after they are written. */
export function ciNotes(packageDir: string, workTree: string, forge: Forge): string[] {
  const missing = texts(packageDir, workTree, forge).filter(
    (text) => !isInPlace(workTree, text) && text.path !== GITLAB_MAIN,
  );
  if (missing.length > 0)
    return missing.map(({ path }) => `${path} is not ours, so it was not changed. docs/ci.md has the jobs.`);
  const main = placeIn(workTree, GITLAB_MAIN).file;
  const isIncluded = forge === 'github' || readFileSync(main, 'utf8').includes(GITLAB_FILE);
  return [
    ...(isIncluded ? [] : [`Add to ${GITLAB_MAIN}, so that the jobs run:  include: [{ local: ${GITLAB_FILE} }]`]),
    forge === 'github'
      ? `${actionIn(packageDir) === PLACEHOLDER ? `Replace ${PLACEHOLDER} in ${GITHUB_FILE} by the repository that has git prov's action.yml` : 'Look at the workflow'}, and commit it.`
      : 'Set the CI/CD variables GIT_PROV_PACKAGE (the package to install) and GIT_PROV_TOKEN (a project access token), and commit the files.',
  ];
}
