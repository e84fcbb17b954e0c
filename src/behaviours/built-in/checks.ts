import type { Behaviour, KnownNode, Surroundings } from '../../model/behaviours/behaviour.ts';
import { DEFAULT_LIMITS } from '../../model/behaviours/guards.ts';
import { shortId } from '../../model/ids.ts';
import { wordsOf } from '../../model/graph/checks/node-checks.ts';
import { passedOf } from '../../model/graph/verification.ts';
import { enumerate, oneLine } from '../../model/one-line.ts';

const MAX_SHOWN_FILES = 5;

/** A failed check on lines that an earlier check had verified becomes a task, which the next agent's context contains. */
export const repairCheck: Behaviour = {
  name: 'repair-check',
  about: 'a check that fails on verified lines becomes a task',
  on: ['failed'],
  limits: DEFAULT_LIMITS,
  where: ({ known }) => known !== undefined && passedOf(known.node) === false,
  act: async ({ known }, around) => {
    const broken = await brokenBy(known!, around);
    if (broken.size === 0) return [];
    const files = enumerate([...broken], MAX_SHOWN_FILES);
    return [
      {
        do: 'add',
        kind: 'task',
        once: `${wordsOf(known!.node.summary)} ${[...broken].sort().join(' ')} ${await lastPass(known!, around)}`,
        text: `Make "${oneLine(wordsOf(known!.node.summary))}" pass again: ${files} had passed a check before`,
        because: `step ${shortId(known!.node.id)} failed`,
        links: [{ edge: 'derived_from', to: known!.node.id }],
      },
    ];
  },
};

// The changes that the check ran on.
const coveredBy = ({ node, links }: KnownNode): Parameters<Surroundings['node']>[0][] =>
  links.flatMap(({ kind, from, to }) => (kind === 'verified_by' && to === node.id ? [from] : []));

// The files of changes that an earlier check verified.
async function brokenBy(check: KnownNode, around: Surroundings): Promise<Set<string>> {
  const files = new Set<string>();
  for (const id of coveredBy(check)) {
    const change = await around.node(id);
    if (!change || (await passedBefore(change, check, around)) === undefined) continue;
    const named = change.node.detail?.['files'];
    for (const path of Array.isArray(named) ? named : []) if (typeof path === 'string') files.add(path);
  }
  return files;
}

// The last check before that verified a change.
async function passedBefore(change: KnownNode, check: KnownNode, around: Surroundings): Promise<string | undefined> {
  let last: KnownNode | undefined;
  for (const { kind, from, to } of change.links) {
    if (kind !== 'verified_by' || from !== change.node.id || to === check.node.id) continue;
    const earlier = await around.node(to);
    if (!earlier || passedOf(earlier.node) !== true || earlier.node.at > check.node.at) continue;
    if (!last || earlier.node.at > last.node.at) last = earlier;
  }
  return last?.node.id;
}

// A check that fails several times in a row is one task: until it has passed again.
async function lastPass(check: KnownNode, around: Surroundings): Promise<string> {
  const passes: string[] = [];
  for (const id of coveredBy(check)) {
    const change = await around.node(id);
    const passed = change && (await passedBefore(change, check, around));
    if (passed !== undefined) passes.push(passed);
  }
  return passes.sort().at(-1) ?? '';
}
