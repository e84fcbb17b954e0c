/** What git answered in one command: the promise of each answer by its question. */
interface Answers {
  readonly byQuestion: Map<string, Promise<unknown>>;
  generation: number;
}

const kept = new WeakMap<NodeJS.ProcessEnv, Answers>();
const own = new WeakSet<NodeJS.ProcessEnv>([process.env]);
let generation = 0;

/**
 * A copy of the environment for one command. Where the command passes it on, git is asked each question of `askOnce` once:
 * a start of git takes longer than most answers.
 */
export function keepAnswers(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const copy = { ...env };
  kept.set(copy, { byQuestion: new Map(), generation });
  if (env === process.env) own.add(copy);
  return copy;
}

/** Whether this is the environment of the process, or its copy from `keepAnswers`; the process's own when absent. */
export const isOwn = (env: NodeJS.ProcessEnv | undefined): boolean => env === undefined || own.has(env);

/** Whether this environment is from `keepAnswers`, so that a question asked early is not asked again. */
export const keepsAnswers = (env: NodeJS.ProcessEnv): boolean => kept.has(env);

/** Drops all kept answers. Call it after git's configuration was written, and where a long command begins anew. */
export function forgetAnswers(): void {
  generation++;
}

/**
 * The answer to a question about git's configuration or the place of the repository. An environment that is not from `keepAnswers`
 * keeps nothing, and a failed answer is not kept.
 * @param question with everything that the answer depends on besides the environment
 */
export function askOnce<T>(env: NodeJS.ProcessEnv, question: string, ask: () => Promise<T>): Promise<T> {
  const answers = kept.get(env);
  if (!answers) return ask();
  if (answers.generation !== generation) {
    answers.byQuestion.clear();
    answers.generation = generation;
  }
  const known = answers.byQuestion.get(question) as Promise<T> | undefined;
  if (known) return known;
  const answer = ask();
  answers.byQuestion.set(question, answer);
  answer.catch(() => answers.byQuestion.delete(question));
  return answer;
}
