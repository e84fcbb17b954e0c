import { ProvError } from '../errors.ts';
import type { Repo } from '../git/repo.ts';
import type { SessionId } from '../graph/ids.ts';
import { decisionPayload, type Declared } from './adapters/own.ts';
import { agentOf } from './adapters/registry.ts';
import { isEnabled, provDirOf } from './pending.ts';
import { Spool } from './spool.ts';
import { loadState } from './state.ts';

/**
 * Declares a decision in the session in whose shell this runs, or in the one named by its id or a prefix of it. It applies to
 * the changes that follow in the same turn.
 * @returns the session
 * @throws ProvError `usage` when there is no such session
 */
export function declareDecision(repo: Repo, env: NodeJS.ProcessEnv, decision: Declared, named?: string): SessionId {
  if (!isEnabled(repo) || !repo.workTree)
    throw new ProvError('usage', 'Nothing is recorded in this repository.', { hint: 'Run git prov init first.' });
  const here = agentOf(env);
  const { agent, vendor, id } = named === undefined ? (here ?? none()) : find(repo, named);
  new Spool(provDirOf(repo)).add(decisionPayload(agent, vendor, id, decision), repo.gitDir, repo.workTree);
  return id;
}

function find(repo: Repo, prefix: string): { agent: string; vendor: string; id: SessionId } {
  const sessions = Object.values(loadState(provDirOf(repo)).sessions).map(({ session }) => session);
  const found = sessions.filter(({ id }) => id.startsWith(prefix));
  const [only] = found;
  if (only && found.length === 1) return { agent: only.agent, vendor: only.vendor ?? '', id: only.id };
  throw new ProvError(
    'usage',
    found.length === 0 ? `No session here begins with ${prefix}.` : `${found.length} sessions begin with ${prefix}.`,
    {
      ...(found.length > 1 && { cause: found.map(({ id }) => id).join(', ') }),
      hint: 'Run git prov sessions.',
    },
  );
}

function none(): never {
  throw new ProvError('usage', 'No agent’s session runs this shell.', {
    hint: 'Run git prov decide from the agent’s own shell, or name a session with --session.',
  });
}
