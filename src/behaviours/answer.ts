import { existsSync } from 'node:fs';
import { isoTime } from '../ask/shapes/parts.ts';
import { filesOf, localFiles, provDirOf } from '../git/repository/local-files.ts';
import type { Repo } from '../git/repository/repo.ts';
import type { Behaviour } from '../model/behaviours/behaviour.ts';
import type { Guard, Limits } from '../model/behaviours/guards.ts';
import { isNodeId } from '../model/ids.ts';
import { behaviourSession } from '../recorder/declare.ts';
import { declarationOf, type PlannedAction, RAN, type RecordedAction, recordedActions } from './actions.ts';
import type { DeclaredBehaviour } from './declared/decode.ts';
import type { DeclaredFault } from './declared/table.ts';
import { type Declared, type DeclaredState, mayAct } from './declared/load.ts';
import { EventLog } from './log/event-log.ts';
import { readProgress } from './progress.ts';

/** The name of the format of `git prov behaviours --json`. Fields may be added, but never changed or removed. */
export const BEHAVIOURS_SCHEMA = 'git-prov/behaviours/1';

/** The answer to `git prov behaviours`. */
export interface BehavioursAnswer {
  readonly schema: typeof BEHAVIOURS_SCHEMA;
  readonly on: boolean;
  /** `.gitprov.toml` in the work tree. */
  readonly declared: DeclaredAnswer;
  readonly behaviours: readonly BehaviourAnswer[];
  /** What they did, newest first. With `--run` or `--dry-run`: what they did now, or would do. */
  readonly actions: readonly ActionAnswer[];
  /** Actions that are not in the list. */
  readonly more: number;
}

/** How `.gitprov.toml` stands. Its behaviours run only in the state `accepted`. */
export interface DeclaredAnswer {
  readonly state: DeclaredState;
  /** SHA-256 of the content; null without one that can be read. */
  readonly content: string | null;
  readonly faults: readonly DeclaredFault[];
}

export interface BehaviourAnswer {
  readonly name: string;
  /** Whether the repository declares it. */
  readonly declared: boolean;
  /** Whether it reacts, once behaviours are on: a declared one only after its content was accepted here, with its commands. */
  readonly inForce: boolean;
  /** Names that it needs a command for, and whether the git configuration has one. */
  readonly commands: readonly { readonly name: string; readonly mapped: boolean }[];
  readonly about: string;
  readonly on: readonly string[];
  readonly limits: Limits;
  /** The limit that it reached; null while it runs. */
  readonly stopped: { readonly guard: Guard; readonly limit: number; readonly at: string | null } | null;
  /** Events that wait for it. */
  readonly waiting: number;
  /** Events that were dropped because too many waited. */
  readonly missed: number;
  /** Its recorded actions. */
  readonly did: number;
  readonly last: string | null;
}

export interface ActionAnswer {
  readonly behaviour: string;
  readonly run: string;
  readonly action: string;
  /** The entry or the event that records it; null for what would be done. */
  readonly node: { readonly type: string; readonly id: string } | null;
  /** The entry that it is about. */
  readonly subject: string | null;
  readonly text: string | null;
  readonly because: string | null;
  readonly at: string | null;
}

export const declaredAnswer = ({ state, content, faults }: Declared): DeclaredAnswer => ({
  state,
  content: content ?? null,
  faults,
});

/** The behaviours of a repository, and how each stands. Those that it declares come after the built-in ones. */
export function behaviourAnswers(
  repo: Repo,
  behaviours: readonly Behaviour[],
  declared?: Pick<Declared, 'state' | 'behaviours' | 'mapped'>,
): BehaviourAnswer[] {
  const dir = localFiles(provDirOf(repo)).behaviours;
  const progress = readProgress(dir);
  const log = new EventLog(dir);
  const recorded = actionsOf(repo);
  const all: readonly (Behaviour & Partial<DeclaredBehaviour>)[] = [...behaviours, ...(declared?.behaviours ?? [])];
  return all.map(({ name, about, on, limits, commands }) => {
    const position = Object.hasOwn(progress.behaviours, name) ? progress.behaviours[name] : undefined;
    const own = recorded.filter(({ behaviour, action }) => behaviour === name && action !== RAN);
    const { stopped } = position ?? {};
    return {
      name,
      declared: commands !== undefined,
      inForce: !commands || (declared !== undefined && mayAct({ commands }, declared)),
      commands: (commands ?? []).map((one) => ({ name: one, mapped: declared?.mapped.has(one) ?? false })),
      about,
      on,
      limits,
      stopped: stopped ? { guard: stopped.guard, limit: stopped.limit, at: isoTime(stopped.at) } : null,
      waiting: position ? log.since(position.next).filter(({ type }) => on.includes(type)).length : 0,
      missed: position?.missed ?? 0,
      did: own.length,
      last: own.length > 0 ? isoTime(own.at(-1)!.node.at) : null,
    };
  });
}

/** What behaviours did in this clone, oldest first. Where they never ran, the id of their session needs a key that nobody made yet. */
export const actionsOf = (repo: Repo): RecordedAction[] =>
  existsSync(filesOf(repo).behaviours) ? recordedActions(provDirOf(repo), behaviourSession(repo).id) : [];

/** An action that was recorded. */
export function recordedAnswer({ behaviour, run, action, node }: RecordedAction): ActionAnswer {
  const { detail = {}, kind, id, summary, at } = node;
  return {
    behaviour,
    run,
    action,
    node: { type: kind, id },
    subject: textOr(detail['subject']),
    text: kind === 'event' ? null : (textOr(detail['text']) ?? summary),
    because: textOr(detail['because']),
    at: isoTime(at),
  };
}

/** An action that would be done, or was done just now. */
export function plannedAnswer(action: PlannedAction): ActionAnswer {
  const { behaviour, run, intent, event } = action;
  const declaration = declarationOf(action);
  const subject =
    intent.do === 'stale'
      ? intent.node
      : intent.do === 'link'
        ? intent.from
        : isNodeId(event.subject)
          ? event.subject
          : null;
  return {
    behaviour,
    run,
    action: intent.do,
    node: null,
    subject,
    text: declaration.type === 'knowledge' ? declaration.said.text : null,
    because: intent.because,
    at: null,
  };
}

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);
