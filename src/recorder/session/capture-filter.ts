import { createHash, createHmac } from 'node:crypto';
import type { Repo } from '../../git/repository/repo.ts';
import type { Step } from '../../model/step.ts';
import { redactContent } from '../../redact/content.ts';
import { localKey } from '../../redact/forms/key.ts';
import type { Redactor } from '../../redact/redact.ts';
import { structural } from '../../redact/hash-only.ts';
import { ContentStore } from '../ledger/content-store.ts';
import { captureSetting, type CaptureMode, type CaptureSetting } from './capture-mode.ts';

/** Hashed length of an input or output that is not kept. */
const MAX_HASHED_CHARACTERS = 64 * 1024;
/** Kept length of an input or output, in characters. */
const MAX_KEPT_CHARACTERS = 1024 * 1024;

/** Reduces steps, inputs and outputs to what the setting allows. Before it is read, no words are kept. */
export class CaptureFilter {
  readonly #contents: ContentStore;
  readonly #redactor: Redactor;
  readonly #key: () => string;
  #setting: CaptureSetting | undefined;

  constructor(provDir: string, redactor: Redactor) {
    this.#redactor = redactor;
    this.#key = localKey(provDir);
    this.#contents = new ContentStore(provDir);
  }

  /** Reads the setting, once. */
  async prepare(repo: Repo): Promise<void> {
    this.#setting ??= await captureSetting(repo);
  }

  /** The ledger's name for the hash of inputs and outputs. */
  get hashName(): 'sha256' | 'hmac-sha256' {
    return this.#mode === 'hashes' ? 'hmac-sha256' : 'sha256';
  }

  /** The step as it may be recorded. */
  step(step: Step): Step {
    return this.#mode === 'hashes' ? structural(step) : step;
  }

  /** Whether words are kept at all. */
  get keepsWords(): boolean {
    return this.#mode !== 'hashes';
  }

  /** The hash (hex) of an input or output without secrets: of the kept text, or of its beginning. */
  async hash(content: string): Promise<string> {
    if (this.#mode === 'full')
      return this.#contents.add(await redactContent(this.#redactor, content, MAX_KEPT_CHARACTERS));
    const text = await this.#redactor.text(content.slice(0, MAX_HASHED_CHARACTERS));
    // A short text could be guessed from a plain hash.
    const digest = this.#mode === 'hashes' ? createHmac('sha256', this.#key()) : createHash('sha256');
    return digest.update(text).digest('hex');
  }

  /** The hash of a prompt; undefined where the node has the text and nothing more is kept. */
  async promptHash(text: string): Promise<string | undefined> {
    return this.#mode === 'summary' ? undefined : this.hash(text);
  }

  /** Writes the kept texts. @returns the problem, if any; recording continues without it */
  save(now: number): string | undefined {
    try {
      this.#contents.save(now);
      return undefined;
    } catch (cause) {
      return `The texts of steps could not be kept: ${cause instanceof Error ? cause.message : String(cause)}`;
    }
  }

  get #mode(): CaptureMode {
    return this.#setting?.mode ?? 'hashes';
  }
}
