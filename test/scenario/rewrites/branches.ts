import type { Dice } from './dice.ts';
import type { Stage } from './stage.ts';

/** What one kind of operation does. */
export type Act = (stage: Stage, dice: Dice) => void;

export interface Diverged {
  readonly base: string;
  readonly topic: string;
}

export interface Shape {
  /** Commits on the topic; one or two by default. */
  readonly commits?: number;
  /** Whether the base gets a commit meanwhile; true by default. */
  readonly moved?: boolean;
  /** Whether both sides change the same line. */
  readonly clash?: boolean;
}

/** Makes a topic branch with commits of agents, and a commit on the branch that it left. HEAD is on the topic then. */
export function diverge(
  stage: Stage,
  dice: Dice,
  { commits = 1 + dice.below(2), moved = true, clash }: Shape = {},
): Diverged {
  stage.settle();
  const base = stage.branch;
  const topic = `topic-${stage.ink.word()}`;
  stage.git('switch', '-qc', topic);
  const [path, at] = [stage.path(dice), dice.below(9)];
  for (let n = 0; n < commits; n++)
    if (clash && n === 0) replaceLine(stage, dice, path, at, true);
    else stage.work(dice, clash ? 'any' : 'bottom');
  if (moved || clash) {
    stage.git('switch', '-q', base);
    if (clash) replaceLine(stage, dice, path, at, dice.chance(40));
    else if (dice.chance(60)) stage.work(dice, 'top');
    else {
      stage.personWrites(dice, stage.path(dice), 'top');
      stage.commit();
    }
    stage.git('switch', '-q', topic);
  }
  stage.mark('commit');
  return { base, topic };
}

function replaceLine(stage: Stage, dice: Dice, path: string, at: number, byAgent: boolean): void {
  const lines = stage.lines(path);
  const place = Math.min(at, Math.max(lines.length - 1, 0));
  const agent = byAgent ? stage.agent(dice) : undefined;
  const fresh = stage.ink.lines(agent?.session ?? 'human', 2 + dice.below(2), dice);
  const end = path.includes('crlf') ? '\r\n' : '\n';
  const text = lines.toSpliced(place, 1, ...fresh).join(end) + (path.includes('open') ? '' : end);
  if (agent) agent.write(path, text);
  else stage.repo.write(path, text);
  stage.commit();
}

/** Brings a topic into its base, mostly by a fast-forward, and drops the topic. HEAD is on the base then. */
export function land(stage: Stage, { base, topic }: Diverged): void {
  stage.git('switch', '-q', base);
  if (!stage.git('merge', '-q', '--ff-only', topic)) stage.git('merge', '-q', '--no-edit', '-X', 'theirs', topic);
  if (stage.repo.git('ls-files', '-u') !== '') stage.git('merge', '--abort');
  stage.git('branch', '-q', '-D', topic);
}

/** Stages half of what was changed in a file, as `git add -p` does. */
export function stageHalf(stage: Stage, path: string): void {
  const { repo } = stage;
  let old = '';
  try {
    old = repo.gitRaw(['cat-file', 'blob', `HEAD:${path}`]).toString();
  } catch {
    // A new file has nothing before it.
  }
  const known = new Set(old.split(/(?<=\n)/));
  let skip = false;
  const half = repo
    .read(path)
    .split(/(?<=\n)/)
    .filter((line) => known.has(line) || (skip = !skip))
    .join('');
  const blob = repo.gitRaw(['hash-object', '-w', '--stdin'], half).toString().trim();
  stage.git('update-index', '--add', '--cacheinfo', `100644,${blob},${path}`);
}
