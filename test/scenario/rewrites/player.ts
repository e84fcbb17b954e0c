import { prov, TestAgent } from '../../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';
import { run } from '../../trust/signed.ts';
import { solve, unfinished } from './conflicts.ts';
import { Dice } from './dice.ts';
import { type Hooks, install } from './hooks.ts';
import { Ink } from './ink.ts';
import { actOf, isOrdinary, type Operation } from './operations.ts';
import { baseFiles, Stage } from './stage.ts';

/** A history that was played, ready to be judged. */
export interface Played {
  /** The repository, and every other clone where work was done. */
  readonly stages: readonly Stage[];
  /** Faults of the program that were kept for `git prov status`. */
  readonly faults: readonly string[];
  cleanup(): void;
}

/** Plays a history in a new repository; at its end the commands that read have looked at every branch. */
export function play(operations: readonly Operation[], hooks: Hooks): Played {
  const ink = new Ink();
  const repo = makeRepo({ files: baseFiles(ink) });
  try {
    install(repo, hooks);
    const agents = ['a', 'b'].map((name) => new TestAgent(repo, name).start().prompt('go on'));
    const stage = new Stage(repo, agents, ink);
    copyNotes(stage, COPYING[(operations[0]?.[1] ?? 0) % COPYING.length]);
    stage.mark('base');
    for (const [kind, seed] of operations) {
      stage.log.push(`== ${kind}`);
      actOf(kind)(stage, new Dice(seed));
      tidy(stage);
      stage.mark(kind === 'commit without hooks' || !isOrdinary(kind) ? kind : 'commit');
    }
    stage.settle();
    stage.mark('commit');
    const stages = [stage, ...stage.others];
    return { stages, faults: stages.flatMap(look), cleanup: () => repo.cleanup() };
  } catch (error) {
    repo.cleanup();
    throw error;
  }
}

/** How git itself copies notes to rewritten commits (`notes.rewriteMode`), as some users have it set; most have not. */
const COPYING = [undefined, undefined, undefined, 'concatenate', 'overwrite', 'cat_sort_uniq'] as const;

function copyNotes({ repo, log }: Stage, mode: (typeof COPYING)[number]): void {
  if (!mode) return;
  repo.git('config', 'notes.rewriteRef', 'refs/notes/*');
  repo.git('config', 'notes.rewriteMode', mode);
  log.push(`git copies notes: ${mode}`);
}

// Ends whatever an operation left half done, so that the next one can start.
function tidy(stage: Stage): void {
  const left = unfinished(stage);
  if (left) stage.git(left, '--abort');
  if (stage.repo.git('ls-files', '-u') !== '') {
    solve(stage, new Dice(0));
    stage.git('add', '-A');
  }
}

// The next read finds what no hook reported in time. Returns the faults that the program recorded for itself.
function look({ repo }: Stage): string[] {
  const branches = repo.git('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n');
  for (const branch of branches.filter(Boolean)) {
    const [path] = repo.git('ls-tree', '-r', '-z', '--name-only', branch).split('\0');
    if (path) prov(repo, 'blame', '--json', branch, '--', path);
  }
  const notes = (): string => repo.git('for-each-ref', 'refs/notes');
  const before = notes();
  const { capture } = JSON.parse(prov(repo, 'status', '--json')) as Status;
  const { faults = [], spool } = capture ?? {};
  return [
    ...faults.map(({ what }) => what),
    ...(spool?.bad ?? []).map(({ why }) => `an event was set aside: ${why}`),
    ...(notes() === before ? [] : ['a second look wrote notes again']),
    ...verify(repo),
  ];
}

// Checks that recorded and carried entries are unchanged.
function verify(repo: TestRepo): string[] {
  const { findings } = JSON.parse(run(repo, 'verify', '--json').out) as {
    readonly findings: readonly { readonly kind: string; readonly what: string; readonly commit?: string }[];
  };
  return findings.flatMap(({ kind, what, commit }) => (kind === 'gap' ? [] : [`${kind} ${commit ?? ''}: ${what}`]));
}

/** What is read of `git prov status --json`. */
interface Status {
  readonly capture?: {
    readonly faults: readonly { readonly what: string }[];
    readonly spool: { readonly bad: readonly { readonly why: string }[] };
  };
}
