import { structural } from '../redact/hash-only.ts';
import { type Redacted, Redactor } from '../redact/redact.ts';
import type { CaptureMode } from '../recorder/session/capture-mode.ts';
import { NEW_SESSION, type SessionId, sessionId } from '../model/ids.ts';
import { oneLine } from '../model/one-line.ts';
import type { Session, Usage } from '../model/model.ts';
import type { Step } from '../model/step.ts';
import type { ForeignRecord, ForeignSession } from './foreign.ts';

/** Characters kept of a text; a node shows 600 of them. */
const MAX_CHARACTERS = 4096;
/** Prompts per session in a graph; the last ones are used. */
export const MAX_PROMPTS_PER_SESSION = 20;
/** Characters that a range adds to the size of a record. */
const CHARACTERS_PER_RANGE = 32;
/** Characters that a recorded step adds to the size of a record. */
const CHARACTERS_PER_STEP = 500;
const MAX_NAME_CHARACTERS = 100;
/** The form of an agent's name in a note. */
const AGENT = /^[!-~]{1,64}$/;
/** The mark of a redacted secret. It differs between clones. */
const MARK = /\[redacted:[0-9a-f]{8}\]/g;

/** A session with texts that may be recorded. */
export interface ImportedSession {
  readonly session: Session;
  readonly prompts: readonly { readonly text: string; readonly at?: number }[];
  readonly narration: string | undefined;
  readonly usage: Usage | undefined;
}

/** Removes the text of a record that would never be shown, to save memory, and returns the remaining size. */
export function shorten(record: ForeignRecord): { readonly record: ForeignRecord; readonly weight: number } {
  let weight = 0;
  const cut = (text: string): string => {
    weight += Math.min(text.length, MAX_CHARACTERS);
    // A part of a text would keep the whole text in memory, so it is copied.
    return text.length > MAX_CHARACTERS ? Buffer.from(text.slice(0, MAX_CHARACTERS), 'utf8').toString('utf8') : text;
  };
  const sessions = record.sessions.map(({ prompts, summary, ...rest }) => ({
    ...rest,
    prompts: prompts
      .slice(-MAX_PROMPTS_PER_SESSION)
      .map(({ text, at }) => (at === undefined ? { text: cut(text) } : { text: cut(text), at })),
    ...(summary !== undefined && { summary: cut(summary) }),
  }));
  for (const { nodes } of record.recorded?.graphs ?? []) weight += CHARACTERS_PER_STEP * nodes.length;
  for (const ranges of record.files.values()) weight += CHARACTERS_PER_RANGE * (1 + ranges.length);
  return { record: { ...record, sessions }, weight };
}

/**
 * Redacts what others recorded. Unlike in our own recordings, a mark does not identify the secret: all clones that import a record
 * must write the same, and they share no key.
 */
export class ImportRedactor extends Redactor {
  constructor(provDir: string) {
    super(provDir, () => 'import');
  }

  override async look(text: string, longest?: number): Promise<Redacted> {
    const found = await super.look(text, longest);
    return { ...found, text: withEqualMarks(found.text) };
  }

  override async name(text: string): Promise<string> {
    return withEqualMarks(await super.name(text));
  }

  override async id(text: string): Promise<string> {
    return withEqualMarks(await super.id(text));
  }
}

const withEqualMarks = (text: string): string => text.replace(MARK, '[redacted]');

/** Prepares foreign texts for recording. */
export class ImportedTexts {
  readonly #redactor: Redactor;
  readonly #mode: CaptureMode;

  constructor(provDir: string, mode: CaptureMode) {
    this.#redactor = new ImportRedactor(provDir);
    this.#mode = mode;
  }

  /** A text without secrets. */
  text(text: string): Promise<string> {
    return this.#redactor.text(text.slice(0, MAX_CHARACTERS));
  }

  /** The id of a session, without secrets that a rule knows: an address or the name of a model may be part of it. */
  async id(id: SessionId): Promise<SessionId> {
    return sessionId(await this.#redactor.id(id));
  }

  /** The recorded form of a step, according to `prov.capture`. */
  step(step: Step): Step {
    return this.#mode === 'hashes' ? structural(step) : step;
  }

  /** A session with redacted texts. */
  async session({ id, agent, vendor, model, usage, prompts, summary }: ForeignSession): Promise<ImportedSession> {
    const name = async (text: string | undefined): Promise<string> =>
      oneLine(await this.text(text ?? ''), MAX_NAME_CHARACTERS);
    const [plain, maker, kind] = await Promise.all([this.text(agent), name(vendor), name(model)]);
    const session: Session = {
      id,
      agent: AGENT.test(plain) ? plain : 'unknown',
      ...(maker !== '' && { vendor: maker }),
      ...(kind !== '' && { model: kind }),
      ...NEW_SESSION,
    };
    const redactedPrompts = prompts.map(async ({ text, at }) => ({
      text: await this.text(text),
      ...(at !== undefined && { at }),
    }));
    return {
      session,
      prompts: await Promise.all(redactedPrompts),
      narration: summary === undefined ? undefined : await this.text(summary),
      usage,
    };
  }
}
