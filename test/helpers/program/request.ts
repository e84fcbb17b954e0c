/** A process that `starter.pl` starts. */
export interface ProcessRequest {
  readonly id: number;
  readonly cwd: string;
  /** Whether the process leads a session and a group of its own. */
  readonly leads: boolean;
  /** A letter for each of the three streams: `s` a socket, `f` a file, `n` none. */
  readonly streams: string;
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** Writes a request as `starter.pl` reads it: each field ends with a NUL. */
export function request({ id, cwd, leads, streams, words, env }: ProcessRequest): Buffer {
  const variables = Object.entries(env).filter(([, value]) => value !== undefined);
  const fields = [id, cwd, leads ? 1 : '', streams, words.length, ...words, ...variables.map((pair) => pair.join('='))];
  return Buffer.from(fields.map((field) => `${field}\0`).join(''));
}
