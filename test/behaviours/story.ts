import type { Dispatched } from '../../src/behaviours/dispatch.ts';
import { dispatch, type DispatchOptions } from '../../src/behaviours/dispatch.ts';
import { BUILT_IN } from '../../src/behaviours/built-in/all.ts';
import { actionsOf } from '../../src/behaviours/answer.ts';
import type { NodeId, RepoPath } from '../../src/model/ids.ts';
import type { Detail, EdgeKind } from '../../src/model/model.ts';
import type { Declarable, KnowledgeChange } from '../../src/model/knowledge/kinds.ts';
import type { Target } from '../../src/model/step.ts';
import { declare, speakerOf } from '../../src/recorder/declare.ts';
import { type Site, withSite } from '../recorder/site.ts';
import type { Repo } from '../../src/git/repository/repo.ts';
import type { RepoOptions } from '../helpers/repo.ts';

/** A repository where behaviours are on, and a person who declares entries. */
export class Story {
  readonly site: Site;
  readonly repo: Repo;

  constructor(site: Site, repo: Repo) {
    this.site = site;
    this.repo = repo;
  }

  /** Declares an entry, as a person or as the agent with this session. */
  async say(
    kind: Declarable,
    text: string,
    links: readonly (readonly [EdgeKind, NodeId | `${'file' | 'function' | 'type'}:${string}`])[] = [],
    { agent, status }: { agent?: string; status?: string } = {},
  ): Promise<NodeId> {
    const saying = {
      type: 'knowledge',
      said: {
        kind,
        text,
        ruledOut: [],
        links: links.map(([edge, to]) => ({ edge, to: targetOf(to) })),
        detail: { ...(status !== undefined && { status }) },
      },
      risks: [],
    } as const;
    return (await declare(this.repo, await this.#speaker(agent), saying))!;
  }

  /** Declares a change to an entry. */
  async change(
    change: KnowledgeChange,
    subject: NodeId,
    edge?: EdgeKind,
    object?: NodeId,
    detail?: Detail,
  ): Promise<NodeId> {
    const changed = {
      change,
      subject: { node: subject },
      ...(edge && { edge }),
      ...(object && { object: { node: object } }),
      ...(detail && { detail }),
    };
    return (await declare(this.repo, await this.#speaker(), { type: 'change', changed }))!;
  }

  #speaker(agent?: string): ReturnType<typeof speakerOf> {
    const env =
      agent === undefined ? this.repo.env : { ...this.repo.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: agent };
    return speakerOf(this.repo, env);
  }

  async dispatch(options: Partial<DispatchOptions> = {}): Promise<Dispatched> {
    return (await dispatch(this.repo, { behaviours: BUILT_IN, ...options }))!;
  }

  /** What behaviours did, as `behaviour: action text-or-subject`. */
  did(): string[] {
    return actionsOf(this.repo).map(
      ({ behaviour, action, node }) =>
        `${behaviour}: ${action} ${node.kind === 'event' ? String(node.detail?.['subject']) : node.summary}`,
    );
  }
}

function targetOf(to: string): Target {
  const [, kind, path, name] = /^(file|function|type):([^#]+)#?(.*)$/.exec(to) ?? [];
  if (kind === 'function' || kind === 'type') return { path: path as RepoPath, symbol: { kind, name: name! } };
  return kind ? { path: path as RepoPath } : { node: to as NodeId };
}

/** Runs a story in a new repository where behaviours begin with the next event. */
export const withStory = (story: (told: Story) => Promise<void>, options?: RepoOptions): Promise<void> =>
  withSite(async (site) => {
    const told = new Story(site, await site.repo.open());
    await told.dispatch();
    await story(told);
  }, options);
