import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { activeAgents } from '../recorder/session/agent-activity.ts';
import { headLogs } from '../git/history/reflogs.ts';
import type { Repo } from '../git/repository/repo.ts';
import { readSettings } from '../git/repository/git-settings.ts';
import { ProvError } from '../errors.ts';
import { isScribe } from '../model/knowledge/kinds.ts';
import { type AgentInstaller, partsOf, type Registration } from './agent-settings.ts';
import { readIf } from './apply.ts';
import { readConfig, type RemoteFacts } from './git-config.ts';
import { type HookState, hookState } from './git-hooks/hook-state.ts';
import { dataFiles, type UserPlace } from './user-paths.ts';
import { readRuntime } from './runtime.ts';
import { filesOf, provDirOf } from '../git/repository/local-files.ts';

/** The state of the installation: facts for `status` and `doctor` to judge. */
export interface InstallFacts {
  /** Whether events of this repository are recorded. */
  readonly enabled: boolean;
  /** Whether every repository of this user is recorded. */
  readonly global: boolean;
  readonly hooks: HookState & {
    /** The message of the last hook that failed, and its time (milliseconds since the epoch). */
    readonly failed: { readonly text: string; readonly at: number } | undefined;
  };
  /** Whether git keeps a reflog of HEAD here. It shows commits that no hook reported. */
  readonly reflog: boolean;
  readonly runtime: {
    readonly node: string | undefined;
    readonly bundle: string | undefined;
    /** Whether the agents' script and both programs exist. */
    readonly works: boolean;
  };
  readonly agents: readonly AgentFacts[];
  /** Agents without registration that sent events here with `git prov record`. */
  readonly telling: readonly string[];
  readonly remotes: readonly RemoteFacts[];
  /** The numbers of waiting events and of events that were set aside. */
  readonly spool: { readonly waiting: number; readonly bad: number };
}

export interface AgentFacts extends Registration {
  readonly name: string;
  readonly scope: 'user' | 'shared';
  readonly file: string;
  /** Why the settings cannot be read; undefined when they can. */
  readonly error: string | undefined;
  /** What the user may have to do in the agent: our hooks are registered, but no event arrived here. */
  readonly silent?: string;
}

/**
 * Checks everything that `init` sets up. Changes nothing, and fails only when git itself fails.
 * @param agents the supported agents, from `src/agents/settings-table.ts`
 */
export async function inspect(repo: Repo, place: UserPlace, agents: readonly AgentInstaller[]): Promise<InstallFacts> {
  const files = filesOf(repo);
  const { node, bundle } = readRuntime(place);
  const active = activeAgents(provDirOf(repo));
  const config = await readConfig(readIf(join(repo.commonDir, 'config')) ?? Buffer.alloc(0));
  return {
    enabled: existsSync(provDirOf(repo)) && existsSync(files.spool),
    global: existsSync(dataFiles(place).global),
    hooks: {
      ...(await hookState(repo)),
      failed: failure(files.hookFailed),
    },
    reflog: await keepsReflog(repo),
    runtime: {
      node,
      bundle,
      works: [dataFiles(place).agent, node, bundle].every((path) => path !== undefined && existsSync(path)),
    },
    agents: inspectAgents(agents, place, repo.workTree, active),
    telling: reportingAgents(agents, active),
    remotes: config.remotes,
    spool: { waiting: countIn(files.spooled), bad: countIn(files.bad) },
  };
}

/**
 * The state of each agent's settings, of the user and of a work tree.
 * @param active agents that sent an event here
 */
export const inspectAgents = (
  agents: readonly AgentInstaller[],
  place: UserPlace,
  workTree: string | undefined,
  active: ReadonlyMap<string, unknown>,
): AgentFacts[] =>
  agents.flatMap((agent) => {
    const user = agentFacts(agent, 'user', (part) => part.userFile(place), active);
    if (workTree === undefined) return [user];
    return [user, agentFacts(agent, 'shared', (part) => part.sharedFile(workTree), active)];
  });

/** The names of agents that use `git prov record`. */
export const reportingAgents = (agents: readonly AgentInstaller[], active: ReadonlyMap<string, unknown>): string[] =>
  [...active.keys()].filter((name) => !isScribe(name) && !agents.some((known) => known.name === name)).sort();

// Git writes to an existing reflog whatever the setting.
async function keepsReflog(repo: Repo): Promise<boolean> {
  if (headLogs(repo.commonDir, [repo.gitDir]).length > 0) return true;
  const value = (await readSettings(['core'], repo)).get('core.logallrefupdates') ?? '';
  return !/^(?:false|no|off|0)$/i.test(value);
}

function agentFacts(
  agent: AgentInstaller,
  scope: AgentFacts['scope'],
  fileOf: (part: AgentInstaller) => string,
  active: ReadonlyMap<string, unknown>,
): AgentFacts {
  const { name, notice } = agent;
  const file = agent.parts ? dirname(fileOf(agent)) : fileOf(agent);
  try {
    const all = partsOf(agent).map((part) => part.state(readIf(fileOf(part))?.toString('utf8'), fileOf(part)));
    const found = {
      registered: all.flatMap(({ registered }) => registered),
      missing: all.flatMap(({ missing }) => missing),
      disabled: all.some(({ disabled }) => disabled),
    };
    const silent = found.registered.length > 0 && !active.has(name) ? notice?.(scope === 'shared') : undefined;
    return { name, scope, file, ...found, error: undefined, ...(silent !== undefined && { silent }) };
  } catch (cause) {
    if (!(cause instanceof ProvError)) throw cause;
    return { name, scope, file, registered: [], missing: [], disabled: false, error: cause.message };
  }
}

const countIn = (dir: string): number => (existsSync(dir) ? readdirSync(dir).length : 0);

function failure(path: string): { text: string; at: number } | undefined {
  const bytes = readIf(path);
  return bytes && { text: bytes.toString('utf8').trim(), at: statSync(path).mtimeMs };
}
