import { homedir } from 'node:os';
import { check } from '../../gate/check.ts';
import { isOid, isZero } from '../../model/ids.ts';
import { type CliContext, stderrOf, type Surroundings } from './context.ts';
import { openReading } from './reading/open-history.ts';
import { reviewedIn } from './reading/with-graph.ts';
import { signsFor } from './render/blame/blame-words.ts';
import { renderCheck } from './render/check/check.ts';
import { painter } from './render/color.ts';
import { term } from './render/term.ts';

/** A branch that a push creates or moves: its name here and its new commit. */
interface PushedBranch {
  readonly name: string;
  readonly tip: string;
}

/** The exit code of a push that breaks rules. Node itself ends with 1 after a fault, which stops no push. hooks/git knows it. */
const BREAKS_RULES = 20;

/** How to continue after a push was stopped. */
const CONTINUE =
  'git prov: the push was stopped (prov.check). git push --no-verify pushes anyway; git config prov.check false turns this off.\n';

/**
 * Checks each branch of a push like `git prov check BRANCH`, where the user turned it on (`prov.check`).
 * @param input git's standard input to the hook pre-push
 * @returns the exit code: `BREAKS_RULES` when lines break a rule; 0 otherwise, also after any fault of ours
 */
export async function checkPush(input: string, around: Surroundings): Promise<number> {
  const say = (text: string): unknown => stderrOf(around).write(text);
  let isBroken = false;
  try {
    const branches = branchesIn(input);
    if (branches.length === 0) return 0;
    const ctx: CliContext = { ...around, home: around.env['HOME'] ?? homedir(), warn: () => undefined };
    const reading = await openReading(ctx);
    try {
      const history = { repo: reading.repo, notes: reading.store, signs: reading.signs, faults: { damaged: 0 } };
      const isReviewed = await reviewedIn(ctx);
      const signs = signsFor(around.env);
      const { columns } = stderrOf(around);
      const style = { signs, paint: painter(false), columns, unicode: signs.passed !== '+' };
      for (const { name, tip } of branches)
        try {
          const range = name.startsWith('refs/heads/') ? name : tip;
          const found = await check(history, { range, now: Date.now(), isReviewed });
          if (found.findings.length === 0) continue;
          isBroken = true;
          say(renderCheck(found, style));
        } catch (cause) {
          say(`git prov: ${term(name)} was not checked: ${wordsOf(cause)}\n`);
        }
    } finally {
      await reading.store.close();
    }
  } catch (cause) {
    say(`git prov: the push was not checked: ${wordsOf(cause)}\n`);
  }
  if (isBroken) say(CONTINUE);
  return isBroken ? BREAKS_RULES : 0;
}

const wordsOf = (cause: unknown): string => term(cause instanceof Error ? cause.message : String(cause));

// A line is: the ref here, its commit, the ref there, its commit there. A deleted branch has no commit here.
function branchesIn(input: string): PushedBranch[] {
  return input.split('\n').flatMap((line): PushedBranch[] => {
    const [name = '', tip = '', remote = ''] = line.split(' ');
    return remote.startsWith('refs/heads/') && isOid(tip) && !isZero(tip) ? [{ name, tip }] : [];
  });
}
