import { AGENTS, chosenAgents } from '../../../../agents/settings-table.ts';
import { checked, planAndApply } from '../../../../install/apply.ts';
import { never, ProvError } from '../../../../errors.ts';
import type { InstallChange } from '../../../../install/install-change.ts';
import { markChecked } from '../../../../install/git-hooks/watch.ts';
import { setUpSigning } from '../../../../install/set-up-signing.ts';
import { inspect } from '../../../../install/inspect.ts';
import {
  notTaken,
  openWorkTree,
  planGlobal,
  planRepository,
  type InstallContext,
} from '../../../../install/install.ts';
import { ciNotes, type Forge } from '../../../../install/shared-files/ci.ts';
import { guideNotTaken } from '../../../../install/shared-files/guide.ts';
import type { Repo } from '../../../../git/repository/repo.ts';
import { readFetched } from '../../../../notes/transport/tracking.ts';

export interface InitOptions {
  /** Names of agents to register; all installed agents when absent. */
  readonly agent?: readonly string[] | undefined;
  /** Register the agents in the settings that the repository commits. */
  readonly shared?: boolean;
  /** Record every repository of this user. */
  readonly global?: boolean;
  /** Sign notes from now on. */
  readonly sign?: boolean;
  /** Show what would change without changing it. */
  readonly dryRun?: boolean;
  /** The value of prov.summary for this repository; undefined changes nothing. */
  readonly summary?: boolean | undefined;
  /** Ask agents for the reasons of their changes (prov.ask); undefined changes nothing. */
  readonly ask?: boolean | undefined;
  /** Stop a push that breaks rules (prov.check); undefined changes nothing. */
  readonly check?: boolean | undefined;
  /** Let behaviours react to what happens (prov.behaviours); undefined changes nothing. */
  readonly behaviours?: boolean | undefined;
  /** Add a paragraph to AGENTS.md, and a skill for agents. */
  readonly guide?: boolean | undefined;
  /** Write the jobs for this forge. */
  readonly ci?: Forge | undefined;
}

/** What `init` or `deinit` did, or would do. */
export interface InitReport {
  readonly schema: 'git-prov/init/1' | 'git-prov/deinit/1';
  /** The common git dir; absent with `--global`. */
  readonly repository: string | undefined;
  readonly dryRun: boolean;
  readonly changed: boolean;
  readonly changes: readonly ReportedChange[];
  /** Further information for the user. */
  readonly notes: readonly string[];
}

export interface ReportedChange {
  readonly action: 'create' | 'change' | 'rename' | 'remove';
  readonly path: string;
  /** The new name of a renamed file. */
  readonly to?: string;
  readonly what: string;
}

/**
 * Sets git prov up in the repository of `ctx.cwd`, or with `global` for every repository of this user. All or nothing;
 * a second run changes nothing.
 * @throws ProvError `git` outside of a work tree, `data` for a file that cannot be read or written, `usage` for an unknown agent
 */
export async function init(ctx: InstallContext, options: InitOptions = {}): Promise<InitReport> {
  if (options.global && options.shared)
    throw new ProvError('usage', '--global and --shared exclude each other.', {
      hint: 'Use --shared in one repository, and --global for the settings in your home.',
    });
  if (options.sign && (options.global || options.dryRun))
    throw new ProvError('usage', '--sign needs a repository, and changes it.', {
      hint: 'Run git prov init --sign in the repository, without --global and --dry-run.',
    });
  refuseMisplaced(options);
  const agents = chosenAgents(options.agent, ctx);
  const repo = options.global ? undefined : await openWorkTree(ctx);
  const { shared = false, summary, ask, check, behaviours, guide, ci } = options;
  const plan = async (): Promise<{ steps: InstallChange[] }> => ({
    steps: repo
      ? await planRepository(ctx, repo, { agents, shared, switches: { summary, ask, check, behaviours }, guide, ci })
      : planGlobal(ctx, agents),
  });
  const { steps } = await (options.dryRun ? checked(plan) : planAndApply(plan, ctx.watch));

  const notes: string[] = options.sign && repo ? await setUpSigning(ctx, repo) : [];
  const signed = notes.length;
  if (agents.length === 0) notes.push('No agent was found; register one with --agent NAME once it is installed.');
  const notices = steps.length > 0 ? agents.map((agent) => agent.notice?.(options.shared ?? false)) : [];
  notes.push(...notices.filter((notice) => notice !== undefined));
  notes.push(...notTaken(ctx, repo, { agents, shared: options.shared ?? false }));
  if (options.global)
    notes.push(
      'In each repository, the first event of an agent installs the git hooks and makes git fetch bring the notes.',
      'git config --global prov.summary true prints one line after each commit with lines of agents.',
    );
  if (behaviours && !options.dryRun)
    notes.push(
      'Behaviours run in the background at the end of a turn; git prov behaviours shows what they did, git config prov.behaviours false turns them off.',
      ...(repo ? await declaredNotes(repo) : []),
    );
  if (check && !options.dryRun)
    notes.push(
      'Before a push, git prov check runs on each branch. git push --no-verify skips it once, git config prov.check false turns it off.',
    );
  if (repo?.workTree !== undefined && !options.dryRun) {
    if (guide) notes.push(...guideNotTaken(ctx.packageDir, repo.workTree, agents));
    if (ci) notes.push(...ciNotes(ctx.packageDir, repo.workTree, ci));
  }
  if (repo && !options.dryRun) {
    markChecked(repo);
    const { hooks, remotes } = await inspect(repo, ctx, AGENTS);
    if (steps.length > 0 && remotes.some(({ fetchesNotes }) => fetchesNotes) && (await readFetched(repo)).length === 0)
      notes.push('Notes that others have pushed come with the next git fetch.');
    if (hooks.notRunning.length > 0)
      notes.push(
        `Git takes its hooks from ${hooks.dir}, so ours do not run; commits are recorded at the next event of an agent.`,
      );
  }
  if (steps.length > 0 && !options.dryRun && agents.length > 0)
    notes.push(...nextSteps(options.shared ?? false, options.global ?? false));
  return {
    schema: 'git-prov/init/1',
    repository: repo?.commonDir,
    dryRun: options.dryRun ?? false,
    changed: !options.dryRun && steps.length + signed > 0,
    changes: steps.flatMap(reported),
    notes,
  };
}

// What the repository declares waits for a person.
async function declaredNotes(repo: Repo): Promise<string[]> {
  const { loadDeclared } = await import('../../../../behaviours/declared/load.ts');
  const { state } = await loadDeclared(repo);
  return state === 'new' || state === 'changed'
    ? [
        'The repository declares behaviours in .gitprov.toml. To run them here: git prov behaviours --accept shows the file and asks.',
      ]
    : [];
}

function refuseMisplaced({ global, shared, guide, ci, summary, ask, check, behaviours }: InitOptions): void {
  if (guide && !shared)
    throw new ProvError('usage', '--guide writes files that the repository commits, so it needs --shared.', {
      hint: 'Run git prov init --shared --guide.',
    });
  const [name] = Object.entries({ summary, ask, check, behaviours }).find(([, value]) => value !== undefined) ?? [];
  if (global && (ci || name !== undefined))
    throw new ProvError('usage', `--${ci ? 'ci' : name} is for one repository.`, {
      hint: ci
        ? 'Run git prov init --ci in the repository.'
        : `Run git config --global prov.${name} true for all of your repositories.`,
    });
}

// What to do after a change, in the order in which it has to be done.
const nextSteps = (shared: boolean, global: boolean): string[] => [
  ...(shared ? ['Next: commit the settings above that are in your work tree, so that every clone has them.'] : []),
  `${shared ? 'Then' : 'Next'}: restart agents that are open, let one change something, and commit${global ? ' in any repository' : ''}. git prov status shows what is recorded, and git prov blame FILE who wrote each line.`,
  ...(global ? [] : ['git prov import transcripts explains the commits that are already there.']),
];

/** The user-visible form of a change. Leaves out folders that are only created for a file. */
export function reported(change: InstallChange): ReportedChange[] {
  const what = change.say ?? '';
  switch (change.kind) {
    case 'folder': {
      if (change.gone) return [{ action: 'remove', path: change.path, what }];
      return change.say === undefined ? [] : [{ action: 'create', path: change.path, what }];
    }
    case 'move':
      return [{ action: 'rename', path: change.from, to: change.to, what }];
    case 'file': {
      const action = change.after === undefined ? 'remove' : change.before === undefined ? 'create' : 'change';
      return [{ action, path: change.path, what }];
    }
    default:
      return never(change);
  }
}
