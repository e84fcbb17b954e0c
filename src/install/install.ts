import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ProvError } from '../errors.ts';
import { git } from '../git/process/process.ts';
import { openRepo, type Repo } from '../git/repository/repo.ts';
import { type AgentInstaller, partsOf } from './agent-settings.ts';
import { readIf, type Watch } from './apply.ts';
import { pathOf, same, type InstallChange } from './install-change.ts';
import { readConfig, type Switches, switchedIn, withOurs, withoutOurs } from './git-config.ts';
import { type Forge, planCi } from './shared-files/ci.ts';
import { planGuide } from './shared-files/guide.ts';
import { stayInside } from './shared-files/stay-inside.ts';
import { configuredHooks, gitConfigBytes, planHooks, redirectBytes } from './git-hooks/plan-hooks.ts';
import { FILE_HOOK } from './git-hooks/hook-names.ts';
import { type HookPlace, hookPlace } from './git-hooks/hook-place.ts';
import { planHooksOut } from './git-hooks/removal.ts';
import { readJournal, type AgentUse, type Journal } from './install-journal.ts';
import { usesLfs } from './git-hooks/lfs.ts';
import { configPath, dataFiles, type UserPlace } from './user-paths.ts';
import { Plan, type About } from './plan.ts';
import { packaged, planData } from './runtime.ts';
import { filesOf, provDirOf } from '../git/repository/local-files.ts';

/** Where a command was started, and the user's environment. */
export interface InstallContext extends UserPlace {
  readonly cwd: string;
  /** The folder of the package, which contains `hooks/` and `dist/git-prov.js`. */
  readonly packageDir: string;
  /** Called before each change. Tests throw from it to make a change fail. */
  readonly watch?: Watch;
}

/** The options of `init`, with the agents already chosen. */
export interface InstallWish {
  readonly agents: readonly AgentInstaller[];
  /** Register in the settings that the repository commits instead of the user's. */
  readonly shared: boolean;
  /** The values of prov.summary, prov.ask and prov.check for this repository. */
  readonly switches?: Switches;
  /** Add a paragraph to AGENTS.md, and a skill for agents. */
  readonly guide?: boolean | undefined;
  /** Write the jobs for this forge. */
  readonly ci?: Forge | undefined;
}

/** Opens the repository of `cwd` for a command that needs a work tree. @throws ProvError `git` when there is no work tree */
export async function openWorkTree(ctx: InstallContext): Promise<Repo> {
  const repo = await openRepo(ctx.cwd, ctx.env);
  if (repo.workTree !== undefined) return repo;
  const { stdout } = await git(['rev-parse', '--is-bare-repository'], { cwd: ctx.cwd, env: ctx.env });
  if (stdout.toString('utf8').trim() === 'true')
    throw new ProvError(
      'git',
      `${repo.commonDir} is a bare repository without a work tree, so there is nothing to record.`,
      {
        hint: 'Its notes can be read without init. Run init in a clone that has a work tree.',
      },
    );
  throw new ProvError('git', `${ctx.cwd} is inside a git dir, not in a work tree.`, {
    hint: 'Go to the work tree, or name it with -C DIR.',
  });
}

/** The changes that set up recording for a repository, in order; empty when everything is in place. Only reads. */
export async function planRepository(ctx: InstallContext, repo: Repo, wish: InstallWish): Promise<InstallChange[]> {
  const files = filesOf(repo);
  const user = planUser(ctx, repo.commonDir, wish.shared ? [] : wish.agents);

  const old = readJournal(files.journal);
  const plan = new Plan(old);
  const place = await planGit(plan, ctx, repo, wish.switches);
  if (wish.shared)
    for (const part of wish.agents.flatMap(partsOf)) planAgent(plan, part, part.sharedFile(repo.workTree!), true);
  if (wish.guide) planGuide(plan, ctx.packageDir, repo.workTree!, wish.agents);
  if (wish.ci) planCi(plan, ctx.packageDir, repo.workTree!, wish.ci);
  if (wish.shared || wish.guide || wish.ci) stayInside(plan.steps, repo.workTree!);

  const uses = mergedUses(old.agents, wish);
  const state = new Plan(old);
  state.folder(provDirOf(repo), 0o700, 'the local state');
  journal(state, files.journal, plan.journal(uses));
  for (const name of ['', 'tmp', 'new', 'bad']) state.folder(join(files.spool, name), 0o700);
  hookFolders(state, repo, place);
  const steps = [...user, ...state.steps, ...plan.steps];
  if (existsSync(files.disabled)) steps.push(removal(files.disabled, 'recorded again'));
  return steps;
}

/** The changes that restore our git hooks after another program displaced them. Only reads. */
export async function planHooksAgain(ctx: InstallContext, repo: Repo): Promise<InstallChange[]> {
  const files = filesOf(repo);
  const old = readJournal(files.journal);
  const plan = new Plan(old);
  const place = await planGit(plan, ctx, repo);
  const state = new Plan(old);
  journal(state, files.journal, plan.journal(old.agents));
  hookFolders(state, repo, place);
  return [...state.steps, ...plan.steps];
}

function hookFolders(state: Plan, repo: Repo, place: HookPlace): void {
  if (place.kind === 'redirect') state.folder(place.dir, 0o700);
  if (place.configured) state.folder(filesOf(repo).configured, 0o700);
}

/** The changes that set up recording for every repository of this user. */
export function planGlobal(ctx: InstallContext, agents: readonly AgentInstaller[]): InstallChange[] {
  return planUser(ctx, undefined, agents, true);
}

function planUser(
  ctx: InstallContext,
  commonDir: string | undefined,
  agents: readonly AgentInstaller[],
  global = false,
): InstallChange[] {
  const files = dataFiles(ctx);
  const plan = new Plan(readJournal(files.journal));
  planData(plan, ctx, ctx.packageDir, commonDir);
  if (global)
    plan.file(files.global, Buffer.alloc(0), {
      role: 'own',
      mode: 0o600,
      before: undefined,
      say: 'every repository is recorded',
    });
  const folders = plan.steps.length;
  for (const part of agents.flatMap(partsOf)) planAgent(plan, part, part.userFile(ctx), false);
  const ahead = new Plan(plan.old);
  journal(ahead, files.journal, plan.journal([]));
  // The journal must exist before the agents' settings change, and its folder before the journal.
  return [...plan.steps.slice(0, folders), ...ahead.steps, ...plan.steps.slice(folders)];
}

/** Plans the git hooks and the configuration that they need. */
async function planGit(plan: Plan, ctx: InstallContext, repo: Repo, switches: Switches = {}): Promise<HookPlace> {
  const path = join(repo.commonDir, 'config');
  const files = filesOf(repo);
  const ourHooks = configPath(files.hooks);
  const current = readIf(path) ?? Buffer.alloc(0);
  const entry = plan.entry(path);
  const former = entry?.before ? (await readConfig(entry.before)).hooksPath : [];
  const switched = await switchedIn(entry?.before, entry?.after);
  const bare = await withoutOurs(current, ourHooks, former, switched);
  const place = await hookPlace(repo, former);
  const lfs = await usesLfs(repo);
  if (place.kind === 'redirect') plan.also(planHooksOut(join(repo.commonDir, 'hooks')).steps);
  else if (place.configured)
    plan.also(planHooksOut(place.dir).steps.filter((step) => !pathOf(step).startsWith(join(place.dir, FILE_HOOK))));
  planHooks(plan, repo, place, { shim: packaged(ctx.packageDir, 'git'), lfs });
  const own = { role: 'own', mode: 0o600, before: undefined } as const;
  const hooks = configuredHooks(place, lfs);
  const runsHooks = hooks.length > 0;
  const redirects = place.kind === 'redirect';
  const why = 'settings that make git run our hooks';
  if (runsHooks) plan.file(files.gitConfig, gitConfigBytes(repo, hooks), { ...own, say: why });
  if (redirects) plan.file(files.redirect, redirectBytes(repo), { ...own, say: why });
  if (lfs) plan.file(files.lfs, Buffer.alloc(0), { ...own, say: 'our hooks run those of Git LFS' });

  // An older version set core.hooksPath in this file.
  const isOld = (await readConfig(current)).hooksPath.includes(ourHooks);
  const base = isOld ? await withoutOurs(current, ourHooks, former) : current;
  const next = await withOurs(base, { runsHooks, redirects: redirects ? repo.commonDir : undefined, switches });
  if (same(next, current) && (entry || same(bare, current))) return place;
  const before = entry && same(current, entry.after) ? entry.before : bare;
  const say = [
    ...(runsHooks || redirects ? ['runs our hooks'] : []),
    ...((await readConfig(next)).remotes.length > 0 ? ['git fetch brings the notes'] : []),
    ...Object.entries(switches).flatMap(([name, on]) => (on === undefined ? [] : [`prov.${name} = ${on}`])),
  ].join(', ');
  plan.file(path, next, { role: 'config', mode: 0o644, before, say });
  return place;
}

function planAgent(plan: Plan, agent: AgentInstaller, path: string, shared: boolean): void {
  const current = readIf(path);
  if (current && agent.notTaken?.(current.toString('utf8'), path) !== undefined) return;
  const text = textOf(current, path);
  const entry = plan.entry(path);
  const next = Buffer.from(agent.register(text, path));
  const about: Omit<About, 'before'> = {
    role: 'settings',
    mode: (shared ? 0o644 : 0o600) | (agent.isProgram ? 0o111 & (shared ? 0o777 : 0o700) : 0),
    agent: agent.name,
    say: `${agent.name} reports its events`,
  };
  // Settings that a colleague committed stay at deinit.
  if (same(next, current) && (entry || shared)) return;
  const rest = text === undefined ? undefined : agent.unregister(text, textOf(entry?.before, path), path);
  const bare = rest === undefined || (agent.ownsFile && rest.trim() === '{}') ? undefined : Buffer.from(rest);
  const before = entry && same(current, entry.after) ? entry.before : bare;
  plan.folder(dirname(path), shared ? 0o755 : 0o700);
  plan.file(path, next, { ...about, before });
}

/** Sentences about agents that init could not register, because a user's own file blocks ours. */
export const notTaken = (ctx: InstallContext, repo: Repo | undefined, { agents, shared }: InstallWish): string[] =>
  agents.flatMap(partsOf).flatMap((part) => {
    const path = shared ? part.sharedFile(repo!.workTree!) : part.userFile(ctx);
    const bytes = part.notTaken && readIf(path);
    return (bytes && part.notTaken!(bytes.toString('utf8'), path)) || [];
  });

/** Decodes settings. @throws ProvError `data` when the bytes are not UTF-8, because writing them back would change them */
export function textOf(bytes: Buffer | undefined, path: string): string | undefined {
  const text = bytes?.toString('utf8');
  if (bytes && !Buffer.from(text!).equals(bytes))
    throw new ProvError('data', `${path} is not UTF-8.`, { hint: 'Save the file as UTF-8 and run the command again.' });
  return text;
}

function mergedUses(old: Journal['agents'], wish: InstallWish): AgentUse[] {
  const scope = wish.shared ? 'shared' : 'user';
  const added = wish.agents.map(({ name }): AgentUse => ({ name, scope }));
  return [
    ...old.filter((use) => !added.some((other) => other.name === use.name && other.scope === use.scope)),
    ...added,
  ].toSorted((a, b) => (`${a.name} ${a.scope}` < `${b.name} ${b.scope}` ? -1 : 1));
}

const journal = (plan: Plan, path: string, bytes: Buffer): void =>
  plan.file(path, bytes, { role: 'own', mode: 0o600, before: undefined, say: 'what was there before' });

/** The change that deletes a file of ours. */
export const removal = (path: string, say?: string): InstallChange => ({
  kind: 'file',
  path,
  role: 'own',
  mode: 0o600,
  before: readIf(path),
  after: undefined,
  say,
});
