import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readRegular } from '../../git/objects/regular-file.ts';
import type { SessionId } from '../../model/ids.ts';
import { agents } from '../agent-port.ts';
import { dataDir, homeOf } from '../data-dir.ts';
import { writesHere } from '../worktree/other-worktrees.ts';
import type { EventBody, Prompted } from '../spool/event.ts';
import { parsePayload } from '../spool/lenient-json.ts';
import { realPath, toRepoPath } from '../spool/event-paths.ts';
import type { ObservedEvent } from '../step/observed-event.ts';
import type { SessionState, WorkTreeState } from '../state/state.ts';

/** Prompts older than this are removed: their session never reached another repository. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
const MAX_PROMPTS = 500;
const MAX_BYTES = 1024 * 1024;
const TRAILER = /\nprov[23] [^\n]* ([^ \n]+) [^ \n]+\n$/;

/**
 * Whether an event of an agent at work elsewhere concerns this repository: its hook goes by names, which may match by chance.
 * @param trees the work trees of this repository
 */
export function concerns(
  { type, ...body }: EventBody,
  observed: ObservedEvent,
  trees: readonly WorkTreeState[],
): boolean {
  const { workTree, cwd, observation } = observed;
  const call = (type === 'before' || type === 'after') && 'call' in body ? body.call : undefined;
  if (!observation?.routed || !call || !workTree) return true;
  if (call.action === 'edit') return call.paths.some((path) => toRepoPath(path, workTree.top, cwd) !== undefined);
  if (call.command === undefined || cwd === undefined) return call.action === 'unknown';
  return [workTree, ...observed.beside.map((place) => place.workTree)].some((tree) => {
    const { writes, commits, perhaps } = writesHere(call.command!, cwd, tree, trees, true);
    return writes.kind !== 'none' || commits || perhaps;
  });
}

interface KeptPrompt extends Prompted {
  readonly session: SessionId;
  /** The git dir of the repository that has the prompt in its own spool. */
  readonly gitDir: string | undefined;
}

/** The folder where the hook keeps prompts of sessions that began outside every recorded repository. */
export const promptsDir = (place: Parameters<typeof dataDir>[0]): string => join(dataDir(place), 'prompts');

/** The files in that folder. */
export const promptFiles = (place: Parameters<typeof dataDir>[0]): string[] =>
  listed(promptsDir(place)).map((name) => join(promptsDir(place), name));

/** Prompts of sessions that began outside this repository, from the hook's files in the user's data folder. */
export class PromptsElsewhere {
  readonly #dir: string;
  readonly #isOwn: (gitDir: string) => boolean;
  #all: readonly KeptPrompt[] | undefined;

  /** @param isOwn whether a git dir belongs to this repository: its prompts come from its spool */
  constructor(env: NodeJS.ProcessEnv, isOwn: (gitDir: string) => boolean) {
    this.#dir = promptsDir({ env, home: homeOf(env) });
    this.#isOwn = isOwn;
  }

  /** The last prompt of a session before `at`, if it was given elsewhere and not returned before. */
  take(state: SessionState, at: number): Prompted | undefined {
    this.#all ??= readPrompts(this.#dir);
    const last = this.#all.findLast((one) => one.session === state.session.id && one.at <= at);
    if (!last || last.at <= (state.promptedAt ?? 0)) return undefined;
    if (last.gitDir !== undefined && this.#isOwn(last.gitDir)) return undefined;
    state.promptedAt = last.at;
    return last;
  }
}

function readPrompts(dir: string): KeptPrompt[] {
  const prompts: KeptPrompt[] = [];
  for (const name of listed(dir).slice(-MAX_PROMPTS)) {
    const file = join(dir, name);
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat) continue;
    if (Date.now() - stat.mtimeMs > MAX_AGE_MS) {
      rmSync(file, { force: true });
      continue;
    }
    const kept = readPrompt(readRegular(file, MAX_BYTES) ?? '', Math.round(stat.mtimeMs));
    if (kept) prompts.push(kept);
  }
  return prompts.sort((a, b) => a.at - b.at);
}

function readPrompt(text: string, at: number): KeptPrompt | undefined {
  const gitDir = TRAILER.exec(text)?.[1];
  const payload = parsePayload(text.replace(TRAILER, ''));
  try {
    const event = payload && agents().readEvent(payload);
    if (event?.body.type !== 'prompt') return undefined;
    const place = gitDir === undefined ? undefined : realPath(gitDir.replaceAll('%20', ' ').replaceAll('%25', '%'));
    return { session: event.session, text: event.body.text, at, gitDir: place };
  } catch {
    return undefined; // another version's, or damaged: only a goal is lost
  }
}

function listed(dir: string): string[] {
  try {
    return readdirSync(dir).sort();
  } catch {
    return [];
  }
}
