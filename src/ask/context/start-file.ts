import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { contextPayload } from '../../recorder/spool/own-events.ts';
import { contextAgents, contextOutput } from '../../agents/registry.ts';
import { markNothingFound } from '../../recorder/context-marker.ts';
import { isEnabled } from '../../recorder/repo-state.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { sessionId } from '../../model/ids.ts';
import { tell } from './context.ts';
import { compactedFor, knownIn, MAX_BYTES } from './injection.ts';
import { readContextSettings } from './settings.ts';
import { filesOf, provDirOf } from '../../git/repository/local-files.ts';
import { replaceFile } from '../../git/repository/replace-file.ts';

/** The end of the name of a file for one session, after the compaction of its conversation. */
const COMPACT = '.compact';
/** A placeholder that the hook replaces by the session's id. */
const SESSION = sessionId('@session@');
const MS = 1000;

/**
 * Writes what an agent receives at the start of a session, one file for each agent, so that its hook only prints it: on a busy machine
 * Node starts more slowly than an agent should wait. A file holds HEAD at that time, the event that records the message, and the
 * output. Its time is the time of reading: later statements are newer.
 */
export async function prepareStart(repo: Repo): Promise<void> {
  const prov = provDirOf(repo);
  const dir = join(prov, 'start');
  if (!isEnabled(repo) || !repo.workTree || !existsSync(join(prov, 'knowledge'))) return;
  const began = Date.now();
  const settings = await readContextSettings(repo);
  const context = settings.on
    ? tell(await knownIn(repo), { paths: [], budget: Math.min(settings.budget, MAX_BYTES) }, settings)
    : undefined;
  if (!context || context.text === '' || !context.items.some(({ words }) => words !== undefined)) {
    rmSync(dir, { recursive: true, force: true });
    if (context) markNothingFound(prov, repo.gitDir, began);
    return;
  }
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const [head = ''] = readFileSync(join(repo.gitDir, 'HEAD'), 'utf8').split('\n', 1);
  const nodes = context.items.map(({ id }) => id);
  for (const { agent, vendor } of contextAgents()) {
    const event = contextPayload({ agent, vendor, id: SESSION }, context.bytes, nodes);
    const file = join(dir, agent);
    replaceFile(file, `${head}\n${JSON.stringify(event)}\n${contextOutput(agent, context.text) ?? ''}`);
    utimesSync(file, began / MS, began / MS);
  }
}

/**
 * Writes what one session receives after the compaction of its conversation, while that runs. The file holds the session's id,
 * the event that records the message, and the output.
 * @param input the agent's event at the start of the compaction, from its hook
 */
export async function prepareCompact(input: string, cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const began = Date.now();
  const found = await compactedFor(input, cwd, env);
  if (!found) return;
  const { repo, event, context, output } = found;
  const record = contextPayload(
    { ...event, id: event.session },
    context.bytes,
    context.items.map(({ id }) => id),
  );
  const dir = filesOf(repo).start;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const file = join(dir, `${event.agent}${COMPACT}`);
  replaceFile(file, `${event.session}\n${JSON.stringify(record)}\n${output}`);
  utimesSync(file, began / MS, began / MS);
}
