import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { contextPayload } from '../../recorder/spool/own-events.ts';
import { contextAgents, contextOutput } from '../../agents/registry.ts';
import { markQuiet } from '../../recorder/context-marker.ts';
import { isEnabled, provDirOf } from '../../recorder/repo-state.ts';
import { replaceFile } from '../../recorder/state/state.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { sessionId } from '../../model/ids.ts';
import { tell } from './context.ts';
import { knownIn, LONGEST } from './injection.ts';
import { readContextSettings } from './settings.ts';

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
    ? tell(await knownIn(repo), { paths: [], budget: Math.min(settings.budget, LONGEST) }, settings)
    : undefined;
  if (!context || context.text === '' || !context.items.some(({ words }) => words !== undefined)) {
    rmSync(dir, { recursive: true, force: true });
    if (context) markQuiet(prov, repo.gitDir, began);
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
