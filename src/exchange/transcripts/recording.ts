import { Graphs } from '../../recorder/ledger/session-graphs.ts';
import { plainVerdict } from '../../recorder/spool/plain-names.ts';
import { Sessions } from '../../recorder/session/sessions.ts';
import type { SessionState, State } from '../../recorder/state/state.ts';
import type { CommitChange } from '../../git/history/commit-changes.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { normaliseLines } from '../../model/attributions.ts';
import { claimsHash } from '../../model/lines-hash.ts';
import { IMPORTED } from '../../model/standing/imported.ts';
import type { NodeId, Oid, RepoPath, SessionId } from '../../model/ids.ts';
import type { Attribution, Graph, Note } from '../../model/model.ts';
import type { TalkItem } from '../../model/reasons/talk-item.ts';
import type { Step } from '../../model/step.ts';
import type { Redactor } from '../../redact/redact.ts';
import { decodeNote, graphIdOf } from '../../model/format/note.ts';
import { joinNotes } from '../../model/graph/join.ts';
import { nodesOf } from '../../recorder/rewrite/carried-note.ts';
import type { FileVerdicts, Verdicts } from './match/choose-session.ts';
import { CheckScopes } from './check-scopes.ts';
import { RecordedContents } from '../../recorder/worktree/recorded-contents.ts';
import { inTime, type ListedCommit } from './commit-history.ts';
import { freshDraft, momentIn, type SessionDraft, setModel, stateAtStart } from './session-draft.ts';
import type { TranscriptSession, StoryStep } from './transcript-session.ts';
import { provDirOf } from '../../git/repository/local-files.ts';

/** The name of this import in its graphs. */
export const TRANSCRIPTS = 'transcripts';

/** A commit with the authors of its lines. */
export interface AttributedCommit {
  readonly listed: ListedCommit;
  readonly change: CommitChange;
  readonly verdicts: Verdicts;
  /** What another tool wrote about the work of sessions in the commit, by session number. */
  readonly summaries?: ReadonlyMap<number, string>;
}

/** How the graphs are marked and numbered. */
export interface RecordingForm {
  /** The name of the import. */
  readonly source: string;
  /** The number of each session's first step; 1 when absent. */
  readonly first?: number;
  /** Set when every clone must write the same: it makes the same marks everywhere, and prompts get no hash. */
  readonly redactor?: Redactor;
}

/**
 * Records sessions as hooks would have done, commit by commit in the order of time.
 * @param all the commits of `attributed` and others, parents before children
 */
export async function recordCommits(
  recording: Recording,
  attributed: readonly AttributedCommit[],
  all: readonly ListedCommit[],
): Promise<Recording> {
  await recording.prepare();
  try {
    for (const one of inTime(attributed, all)) await recording.take(one);
  } finally {
    await recording.close();
  }
  return recording;
}

/** Builds graphs of sessions and notes of commits from transcripts, in the same form as recordings by hooks. */
export class Recording {
  readonly #sessions: Sessions;
  readonly #graphs: Graphs;
  readonly #state: State;
  readonly #repo: Repo;
  readonly #how: RecordingForm;
  readonly #files: RecordedContents;
  readonly #scopes: CheckScopes;
  readonly #drafts = new Map<SessionId, SessionDraft>();
  readonly #byNumber = new Map<number, SessionDraft>();
  /** The graphs of each session, in their order. */
  readonly graphs = new Map<SessionId, Graph[]>();
  readonly notes = new Map<Oid, Note>();

  constructor(repo: Repo, stories: readonly TranscriptSession[], how: RecordingForm) {
    this.#repo = repo;
    this.#how = how;
    this.#files = new RecordedContents(repo);
    this.#scopes = new CheckScopes(this.#files);
    this.#state = stateAtStart();
    this.#sessions = new Sessions(this.#state, provDirOf(repo), how.redactor);
    this.#graphs = new Graphs(provDirOf(repo), this.#sessions);
    for (const story of stories) {
      const draft = freshDraft(story, how.first ?? 1);
      this.#drafts.set(story.session.id, draft);
      this.#byNumber.set(story.number, draft);
      this.#state.sessions[story.session.id] = draft.state;
    }
  }

  /** Must be called first: reads the data needed to record steps. */
  async prepare(): Promise<void> {
    await this.#sessions.prepare(this.#repo);
    for (const { state } of this.#drafts.values()) {
      const { model } = state.session;
      if (model === undefined) continue;
      setModel(state, await this.#sessions.names.name(model));
    }
  }

  /** Makes the note of a commit. Pass parents before their children. */
  async take({ listed, change, verdicts, summaries }: AttributedCommit): Promise<void> {
    const involved = new Set<SessionDraft>();
    for (const number of verdicts.sessions) this.#involve(this.#byNumber.get(number)!, involved);
    for (const draft of involved) await this.#advance(draft, momentIn(draft.story, listed, verdicts), listed.commit);
    for (const draft of involved) {
      await this.#hear(draft, isPrompt, false);
      const summary = summaries?.get(draft.story.number);
      if (summary) await this.#sessions.hear(draft.state, [{ place: 'words', text: summary }]);
    }
    const lines = this.#attributions(verdicts.lines);
    for (const { state } of involved) {
      // The hash in an imported graph covers the lines of its own steps.
      const own = new Set(state.nodes.map(({ id }) => id));
      await this.#commit(
        state,
        listed,
        change,
        claimsHash(lines, state.session, (step) => own.has(step)),
      );
    }
    const cut = this.#graphs.cut(
      new Set([...involved].map(({ story }) => story.session.id)),
      nodesOf(lines),
      listed.commit,
    );
    for (const graph of cut) this.#remember(graph);
    this.notes.set(listed.commit, { commit: listed.commit, graphs: cut, lines, carried: [] });
    this.#graphs.wentTo(listed.commit, cut);
    for (const { commit, bytes } of this.#graphs.takeLate()) {
      const note = this.notes.get(commit);
      if (note) this.notes.set(commit, joinNotes(note, decodeNote(bytes)));
    }
  }

  /**
   * Saves the state of the sessions in the notes, with their ledgers: hooks continue from there when a session is resumed.
   * Call it after the notes are written, while no drain is running.
   * @returns a description of what could not be saved
   */
  keep(now: number): string | undefined {
    for (const { state, story } of this.#drafts.values())
      if (!this.graphs.has(story.session.id)) delete this.#state.sessions[story.session.id];
      else {
        // Later recordings by hooks do not belong to the imported commits.
        state.cursor = { ...state.cursor, uncommitted: [], unverified: [] };
        for (const graph of state.graphs) delete graph.commits;
      }
    return this.#sessions.save(now);
  }

  // A session that started a sub-agent is involved in the sub-agent's work.
  #involve(draft: SessionDraft, involved: Set<SessionDraft>): void {
    if (involved.has(draft)) return;
    const parent = draft.story.session.parent;
    const above = parent === undefined ? undefined : this.#drafts.get(parent);
    if (above) this.#involve(above, involved);
    involved.add(draft);
  }

  // Adds the steps of a session before a number. The commit is the one that they belong to.
  async #advance(draft: SessionDraft, to: number, commit: Oid): Promise<void> {
    const { story, state, nodes } = draft;
    for (; draft.next < to; draft.next++) {
      const step = story.steps[draft.next]!;
      if (draft.next === 0) await this.#spawn(draft, commit);
      for (; (story.usage[draft.tokens]?.at ?? Number.POSITIVE_INFINITY) <= step.at; draft.tokens++) {
        const { id, used } = story.usage[draft.tokens]!;
        state.usage[id] = used;
      }
      if (step.type === 'tool') await this.#hear(draft, (one) => 'call' in one && one.call === step.call);
      const followed = draft.branches.follow(step, state.cursor);
      nodes[draft.next] = await this.#add(state, await this.#scopes.added(followed, state.cursor, commit));
    }
  }

  /** Ends the processes that it asks. */
  async close(): Promise<void> {
    await this.#files.close();
  }

  // Processes the conversation up to the next item of this kind. Without such an item: nothing, or the whole rest.
  async #hear(draft: SessionDraft, isThere: (one: TalkItem) => boolean, withIt = true): Promise<void> {
    const { story, state } = draft;
    const rest = story.talk.slice(draft.talkRead);
    const place = rest.findIndex(isThere);
    if (place < 0 && withIt) return;
    const count = place < 0 ? rest.length : place + (withIt ? 1 : 0);
    draft.talkRead += count;
    await this.#sessions.hear(state, rest.slice(0, count));
  }

  // Links the first step of a sub-agent to the step that started it.
  async #spawn({ story, state }: SessionDraft, commit: Oid): Promise<void> {
    const above = story.session.parent === undefined ? undefined : this.#drafts.get(story.session.parent);
    const at = above?.story.steps.findIndex((step) => step.type === 'subagent' && step.session.id === story.session.id);
    if (!above || at === undefined || at < 0) return;
    await this.#advance(above, at + 1, commit);
    state.cursor = { ...state.cursor, spawnedBy: above.nodes[at]! };
  }

  async #add(state: SessionState, step: StoryStep): Promise<NodeId> {
    if (step.type === 'prompt' && this.#how.redactor)
      return this.#sessions.add(state, { ...step, text: await this.#sessions.redact(step.text) }).id;
    if (step.type === 'prompt') return (await this.#sessions.addPrompt(state, step.at, step.text)).id;
    return this.#sessions.add(state, await this.#redacted(step)).id;
  }

  async #redacted(step: Exclude<StoryStep, { type: 'prompt' }>): Promise<Step> {
    const redact = (text: string): Promise<string> => this.#sessions.redact(text);
    if (step.type === 'compaction') return { type: 'compaction', at: step.at, summary: 'conversation compacted' };
    if (step.type === 'subagent')
      return { type: 'subagent', at: step.at, session: step.session.id, summary: await redact(step.summary) };
    const { began: _, folders: __, command, narration, summary, tool, call, verdict, ...rest } = step;
    return {
      ...rest,
      tool: await this.#sessions.names.name(tool),
      ...(call !== undefined && { call: await this.#sessions.names.id(call) }),
      ...(verdict && { verdict: await plainVerdict(verdict, redact) }),
      summary: await redact(summary),
      changed: [],
      ...(command !== undefined && { command: await redact(command) }),
      ...(narration !== undefined && { narration: await redact(narration) }),
    };
  }

  async #commit(
    state: SessionState,
    { commit, committedAt, subject }: ListedCommit,
    { parents: [first] }: CommitChange,
    claims: string | undefined,
  ): Promise<void> {
    this.#sessions.add(state, {
      type: 'commit',
      at: committedAt,
      oid: commit,
      summary: await this.#sessions.redact(subject),
      files: (first?.files ?? []).map(({ path }) => path),
      detail: { [IMPORTED]: this.#how.source, ...(claims !== undefined && { lines: claims }) },
    });
  }

  #attributions(files: Verdicts['lines']): Note['lines'] {
    const lines = new Map<RepoPath, readonly Attribution[]>();
    for (const [path, verdicts] of files)
      if (verdicts.size > 0)
        lines.set(path, normaliseLines([...this.#ofFile(verdicts)].toSorted((a, b) => a.start - b.start)));
    return lines;
  }

  *#ofFile(verdicts: FileVerdicts): Generator<Attribution> {
    for (const [start, verdict] of verdicts)
      if ('doubt' in verdict) yield { start, count: 1, node: null, evidence: 'unsure' };
      else
        yield {
          start,
          count: 1,
          node: this.#byNumber.get(verdict.session)!.nodes[verdict.step]!,
          evidence: 'inferred',
        };
  }

  #remember(graph: Graph): void {
    const all = this.graphs.get(graph.session.id) ?? [];
    if (!all.some((one) => graphIdOf(one) === graphIdOf(graph))) all.push(graph);
    this.graphs.set(graph.session.id, all);
  }
}

const isPrompt = (one: TalkItem): boolean => 'place' in one && one.place === 'prompt';
