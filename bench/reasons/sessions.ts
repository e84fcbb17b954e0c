import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claudeTranscripts } from '../../src/agents/claude-code/transcript.ts';
import { codexTranscripts } from '../../src/agents/codex/transcript.ts';
import { opencodeTranscripts } from '../../src/agents/opencode/transcript.ts';
import { readBeside, type TranscriptReader } from '../../src/agents/common/transcript-event.ts';
import { callKey } from '../../src/recorder/spool/call-key.ts';
import type { Call } from '../../src/recorder/spool/event.ts';
import type { SessionId } from '../../src/model/ids.ts';
import { readEvents } from './copilot.ts';
import { readStory } from './specstory.ts';
import type { TalkItem } from '../../src/model/reasons/talk-item.ts';

/** A place in a session: the hash of the beginning of a text, and where in it. */
export type Span = readonly [text: string, start: number, end: number];

export interface Labelled {
  readonly project: string;
  readonly agent: string;
  readonly session: string;
  /** Git's id of the transcript. */
  readonly blob: string;
  /** Not used for tuning. */
  readonly held: boolean;
  /** Labelled last, in projects without older labels. Judged by weights that know all older labels. */
  readonly newest?: boolean;
  /**
   * Labelled after the program was finished, and judged by the weights of all others: `projects` have no other labels, `language`
   * is a project in another language than English, and `sessions` are new ones of labelled projects. Later came new sessions again:
   * the mistakes in `studied` were read, and `blind` was measured once, at the end. In the `strict` ones an announcement or a list
   * of what was changed is no reason. The `fresh` ones are as strict, and their projects have no older labels: the program ran on
   * `fresh blind` once, after all changes of decision 178. The `first sight` and `second sight` ones were labelled in the same way for
   * decision 190: the mistakes in the former were read, and the latter was measured once. The `third sight` ones are new sessions,
   * mostly of projects with older labels, and were labelled for decision 194: their random picks were measured once, and then all
   * were trained with. Later came sessions again: those of `fourth sight` were measured once and have not been read, and those of
   * `fourth added` changed no figure, so the weights know neither.
   */
  readonly last?:
    | 'projects'
    | 'language'
    | 'sessions'
    | 'studied'
    | 'blind'
    | 'strict studied'
    | 'strict blind'
    | 'fresh studied'
    | 'fresh held'
    | 'fresh blind'
    | 'first sight'
    | 'second sight'
    | 'third sight'
    | 'fourth sight'
    | 'fourth added';
  readonly edits: readonly {
    readonly call: string;
    readonly reasons: readonly Span[];
    /** Drawn because the program was not sure of it. The other edits of its session were drawn at random. */
    readonly pick?: 'unsure';
  }[];
  /** Sentences that name a rejected alternative. */
  readonly rejected: readonly Span[];
  /** For each of these, further sentences that reject the same alternative. */
  readonly again?: readonly (readonly Span[])[];
}

export interface Transcript {
  readonly label: Labelled;
  readonly heard: readonly TalkItem[];
  readonly calls: ReadonlyMap<string, Call>;
}

export const READERS: Readonly<Record<string, TranscriptReader>> = {
  claude: claudeTranscripts,
  codex: codexTranscripts,
  opencode: opencodeTranscripts,
};

/** Reads the transcript of a labelled session from the first of these git directories that has it; undefined when none does. */
export async function readSession(label: Labelled, sources: readonly string[]): Promise<Transcript | undefined> {
  const blob = blobIn(label.blob, sources);
  if (!blob) return undefined;
  if (label.agent === 'specstory') return { label, ...readStory(blob.toString()) };
  if (label.agent === 'copilot') return { label, ...readEvents(blob.toString()) };
  const folder = mkdtempSync(join(tmpdir(), 'git-prov-reasons-'));
  try {
    const path = join(folder, label.agent === 'opencode' ? 'session.json' : 'session.jsonl');
    writeFileSync(path, blob);
    return { label, ...(await read(READERS[label.agent]!, path)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function blobIn(blob: string, sources: readonly string[]): Buffer | undefined {
  for (const source of sources) {
    const { status, stdout } = spawnSync('git', ['-C', source, 'cat-file', 'blob', blob], { maxBuffer: 1 << 28 });
    if (status === 0) return stdout;
  }
  return undefined;
}

async function read(reader: TranscriptReader, path: string): Promise<Pick<Transcript, 'heard' | 'calls'>> {
  const heard: TalkItem[] = [];
  const calls = new Map<string, Call>();
  let session: SessionId | undefined;
  for await (const told of reader.read(path, () => {}, [])) {
    if (told.parent) continue;
    session ??= told.session;
    heard.push(...(told.talk ?? []));
    const body = told.event?.body;
    if (body?.type === 'after' && body.outcome === 'ok') calls.set(callKey(body.call), body.call);
  }
  if (heard.length === 0 && session) heard.push(...readBeside(reader.adapter, path, session).talk);
  return { heard, calls };
}

/** The name of a text in labels. */
export const textName = (text: string): string =>
  createHash('sha256').update(text.slice(0, 400)).digest('hex').slice(0, 12);
