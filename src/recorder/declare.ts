import { createHmac } from 'node:crypto';
import { ProvError } from '../errors.ts';
import { git } from '../git/process/process.ts';
import { inRepo, type Repo } from '../git/repository/repo.ts';
import { isNamedBy, type NodeId, type Oid, sessionId } from '../model/ids.ts';
import { BEHAVIOUR, isScribe, PERSON, SUMMARISER } from '../model/knowledge/kinds.ts';
import { localKey } from '../redact/forms/key.ts';
import { type Declaration, declarationPayload, type Speaker } from './spool/own-events.ts';
import { agents, loadAgents } from './agent-port.ts';
import { markDeclared } from './context-marker.ts';
import { realPath } from './spool/event-paths.ts';
import { isEnabled } from './repo-state.ts';
import { Spool } from './spool/spool.ts';
import { type SessionState } from './state/state.ts';
import { loadState } from './state/load-state.ts';
import { provDirOf } from '../git/repository/local-files.ts';

/** How long to wait for another process that is recording. */
const LOCK_TIMEOUT_MS = 5000;

/**
 * The session that an entry is recorded for: the agent's session that started this shell, or the one named by its id or a
 * prefix of it; otherwise a person, who has a session of their own in each clone.
 * @throws ProvError `usage` when nothing is recorded here, or the session is unknown
 */
export async function speakerOf(repo: Repo, env: NodeJS.ProcessEnv, named?: string): Promise<Speaker> {
  if (!isEnabled(repo) || !repo.workTree)
    throw new ProvError('usage', 'Nothing is recorded in this repository.', { hint: 'Run git prov init first.' });
  if (named !== undefined) return find(repo, named);
  const { agentOf, shellAgentOf } = await loadAgents();
  const shell = shellAgentOf(env);
  return agentOf(env) ?? (shell === undefined ? person(repo) : lastActive(repo, shell));
}

/** Whether the speaker is a person. */
export const isPerson = ({ agent }: Speaker): boolean => agent === PERSON;

/** `Name <mail>`, as git knows the person here; undefined where it does not. */
export async function identity(repo: Repo): Promise<string | undefined> {
  const { code, stdout } = await git(['var', 'GIT_AUTHOR_IDENT'], inRepo(repo, { accept: [0, 1, 128] }));
  return code === 0 ? /^(.*>) /.exec(stdout.toString('utf8'))?.[1] : undefined;
}

/** An entry or a change to record. */
export interface ToDeclare {
  readonly declaration: Declaration;
  /**
   * Commits with a note that it is about: a person's entry is added to their notes at once, an agent's at the end of the turn.
   * Without one it goes into the note of the next commit.
   */
  readonly on: readonly Oid[];
}

/**
 * Records entries and changes, in order and in one drain.
 * @param spooled called when all of them are on disk, before they are recorded
 * @returns the step of each; undefined when another process records them, now or soon
 */
export async function declareAll(
  repo: Repo,
  speaker: Speaker,
  all: readonly ToDeclare[],
  spooled: () => void = () => undefined,
): Promise<(NodeId | undefined)[] | undefined> {
  const dir = provDirOf(repo);
  markDeclared(dir);
  const names = all.map(({ declaration, on }) => {
    // Entries that wait for the next commit must not go along.
    const who = isPerson(speaker) && on.length > 0 ? { ...speaker, id: sessionId(`${speaker.id}-on`) } : speaker;
    return new Spool(dir).add(declarationPayload(who, declaration, on), repo.gitDir, repo.workTree!);
  });
  spooled();
  const { drain } = await import('./drain.ts');
  const declared = (await drain(repo, { patience: LOCK_TIMEOUT_MS }))?.declared;
  return declared && names.map((name) => declared.get(name));
}

/** Records one entry or change. */
export const declare = async (
  repo: Repo,
  speaker: Speaker,
  declaration: Declaration,
  on: readonly Oid[] = [],
): Promise<NodeId | undefined> => (await declareAll(repo, speaker, [{ declaration, on }]))?.[0];

/** The session that records what a model summarised in this clone. */
export const summariser = (repo: Repo): Speaker => ({ ...person(repo, SUMMARISER), agent: SUMMARISER });

/** The session that records what behaviours do in this clone. */
export const behaviourSession = (repo: Repo): Speaker => ({ ...person(repo, BEHAVIOUR), agent: BEHAVIOUR });

// A copy of the repository is another clone: two sessions of one id would give their steps the same ids.
function person(repo: Repo, name = PERSON): Speaker {
  const key = localKey(provDirOf(repo))();
  const digest = createHmac('sha256', key)
    .update(`${name}\0${realPath(repo.commonDir)}`)
    .digest('hex');
  return { agent: PERSON, vendor: '', id: sessionId(`${name}/${digest.slice(0, 16)}`) };
}

// An agent's shell that does not name its session: take the session of the latest open call.
function lastActive(repo: Repo, agent: string): Speaker {
  const dir = provDirOf(repo);
  for (const { payload } of new Spool(dir).waiting().reverse()) {
    const event = agents().readEvent(payload);
    if (event?.agent === agent) return { agent, vendor: event.vendor, id: event.session };
  }
  const last = latestSession(dir, ({ session }) => session.agent === agent);
  if (last) return { agent, vendor: last.vendor ?? '', id: last.id };
  throw new ProvError('usage', `This is a shell of ${agent}, and none of its sessions is known here.`, {
    hint: 'Name the session with --session.',
  });
}

/** The session of this clone with the latest event, among those that match; never a person's. */
export const latestSession = (
  provDir: string,
  isMeant: (one: SessionState) => boolean,
): SessionState['session'] | undefined =>
  Object.values(loadState(provDir).sessions)
    .filter(({ session }) => !isScribe(session.agent))
    .filter(isMeant)
    .sort((a, b) => a.lastAt - b.lastAt)
    .at(-1)?.session;

function find(repo: Repo, name: string): Speaker {
  const prefix = name.replace(/^session:/, '');
  const sessions = Object.values(loadState(provDirOf(repo)).sessions)
    .map(({ session }) => session)
    .filter(({ agent }) => !isScribe(agent));
  const starting = sessions.filter(({ id }) => prefix !== '' && isNamedBy(id, prefix));
  const exact = starting.filter(({ id }) => id === prefix);
  // A prefix that a session shares only with its sub-agents means the session.
  const found =
    exact.length > 0 ? exact : starting.filter(({ id }) => !starting.some((other) => id.startsWith(`${other.id}/`)));
  const [only] = found;
  if (only && found.length === 1) return { agent: only.agent, vendor: only.vendor ?? '', id: only.id };
  throw new ProvError(
    'usage',
    found.length === 0
      ? `No session recorded here begins with ${JSON.stringify(prefix)}.`
      : `${found.length} sessions begin with ${JSON.stringify(prefix)}.`,
    {
      ...(found.length > 1 && { cause: found.map(({ id }) => id).join(', ') }),
      hint: 'git prov sessions lists them.',
    },
  );
}
