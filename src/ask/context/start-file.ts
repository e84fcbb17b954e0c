import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { contextPayload } from '../../recorder/spool/own-events.ts';
import { contextAgents, contextOutput } from '../../agents/registry.ts';
import { markNothingFound } from '../../recorder/context-marker.ts';
import { isEnabled } from '../../recorder/repo-state.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { sessionId } from '../../model/ids.ts';
import {
  forgetOldCompacted,
  hasCompacted,
  type Preparation,
  prepareCompacted,
  sessionsAtWork,
  writeCompacted,
} from './compacted-file.ts';
import { composeContext } from './context.ts';
import { withInstruction } from './instruction.ts';
import { compactedFor, knownIn, MAX_BYTES } from './injection.ts';
import { readContextSettings } from './settings.ts';
import { filesOf, provDirOf } from '../../git/repository/local-files.ts';
import { replaceFile } from '../../git/repository/replace-file.ts';

/** A placeholder that the hook replaces by the session's id. */
const SESSION = sessionId('@session@');
const MS = 1000;

/**
 * Writes the texts that agents receive later, so that their hooks only print a file: on a busy machine Node starts more slowly
 * than an agent should wait. These are the text at the start of a session, a file for each agent, and the text after a
 * compaction, a file for each session that is at work.
 */
export async function prepareContexts(repo: Repo): Promise<void> {
  if (!isEnabled(repo) || !repo.workTree) return;
  const began = Date.now();
  const settings = await readContextSettings(repo);
  const dir = filesOf(repo).start;
  if (!settings.on) return rmSync(dir, { recursive: true, force: true });
  const { known, atHand } = await knownIn(repo, settings.isReviewed);
  prepareStart(repo, { known, settings, atHand, began });
  prepareCompacted(repo, { known, settings, atHand, began }, sessionsAtWork(repo, began));
  forgetOldCompacted(dir, began);
}

/**
 * Writes the text after a compaction for each session at work that has none yet. During its first turn a session has none, and a
 * long turn is where most conversations are compacted. Does nothing, and reads no knowledge, where each session has one.
 */
export async function prepareFirstCompacted(repo: Repo): Promise<void> {
  if (!isEnabled(repo) || !repo.workTree) return;
  const began = Date.now();
  const without = sessionsAtWork(repo, began).filter((session) => !hasCompacted(repo, session));
  if (without.length === 0) return;
  const settings = await readContextSettings(repo);
  if (!settings.on) return;
  const { known, atHand } = await knownIn(repo, settings.isReviewed);
  prepareCompacted(repo, { known, settings, atHand, began }, without);
}

// A file holds HEAD at that time, the event that records the message, and the output.
function prepareStart(repo: Repo, { known, settings, atHand, began }: Preparation): void {
  const prov = provDirOf(repo);
  const { start: dir, knowledge } = filesOf(repo);
  if (!existsSync(knowledge) && !settings.asks) return;
  const composed = composeContext(known, { paths: [], atHand, budget: Math.min(settings.budget, MAX_BYTES) }, settings);
  const isWorth = composed.items.some(({ words }) => words !== undefined);
  const context = withInstruction(composed, 'startup', settings, isWorth);
  const files = contextAgents().map(({ agent, vendor }) => ({ agent, vendor, file: join(dir, agent) }));
  if (context.text === '') {
    for (const { file } of files) rmSync(file, { force: true });
    return markNothingFound(prov, repo.gitDir, began);
  }
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const [head = ''] = readFileSync(join(repo.gitDir, 'HEAD'), 'utf8').split('\n', 1);
  for (const { agent, vendor, file } of files) {
    const event = contextPayload({ agent, vendor, id: SESSION }, context);
    replaceFile(file, `${head}\n${JSON.stringify(event)}\n${contextOutput(agent, context.text) ?? ''}`);
    utimesSync(file, began / MS, began / MS);
  }
}

/**
 * Writes what one session receives after the compaction of its conversation, while that runs: it is newer than the text from the
 * end of the last turn.
 * @param input the agent's event at the start of the compaction, from its hook
 */
export async function prepareCompact(input: string, cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const began = Date.now();
  const found = await compactedFor(input, cwd, env);
  if (found) writeCompacted(found.repo, found.event, found.context, found.output, began);
}
