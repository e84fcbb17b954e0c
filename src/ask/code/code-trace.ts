import { withCode } from '../../code/code-index.ts';
import type { ParseFault } from '../../code/facts.ts';
import type { Repo } from '../../git/repository/repo.ts';
import type { Oid } from '../../model/ids.ts';
import type { EdgeKind } from '../../model/model.ts';
import type { LinkedEntry } from '../shapes/shapes.ts';
import type { Direction } from '../knowledge/trace.ts';
import { CodeNeighbours } from './code-neighbours.ts';
import { type CodeNeighbour, type CodeReference, idOf } from './code-reference.ts';

/** The name of the format of `git prov trace --layer code --json`. Fields may be added, but never changed or removed. */
export const CODE_TRACE_SCHEMA = 'git-prov/code-trace/1';

/** A thing on the way from or to the traced one. */
export interface CodeStep {
  /** `function:src/calc.js#mean`, `file:src/calc.js`, `external:env/HOME`; null for code at the top of a file. */
  readonly id: string | null;
  /** The file that says so. */
  readonly path: string;
  /** Its line, from 1. */
  readonly line: number;
  readonly kind: EdgeKind;
  readonly confidence: number;
  /** Of a function or type that a change wrote lines of: the tree does not have it. `line` is its former line then. */
  readonly gone?: true;
  /** The things beyond it. Empty where they are shown already. */
  readonly steps: readonly CodeStep[];
}

/** The answer to `git prov trace function:… --layer code`. */
export interface CodeTraceAnswer {
  readonly schema: typeof CODE_TRACE_SCHEMA;
  /** The id of the traced thing. */
  readonly reference: string;
  /** Why the traced file has no functions and no imports. Absent where it was parsed. */
  readonly fault?: ParseFault;
  /** Entries about a package, a folder, a service or a tool. Absent without any. */
  readonly linked?: readonly LinkedEntry[];
  /** What uses it. */
  readonly backward?: readonly CodeStep[];
  /** What it uses. */
  readonly forward?: readonly CodeStep[];
}

export interface CodeTraceQuery {
  readonly directions: readonly Direction[];
  readonly depth: number;
  readonly minConfidence?: number | undefined;
  /** The commit; undefined for the work tree. */
  readonly commit?: Oid | undefined;
  readonly onProgress?: ((done: number, all: number) => void) | undefined;
}

/** The most steps that are shown. */
const MAX_STEPS = 1000;

/** Follows calls, supertypes, imports, uses of data and needs of services. Each thing is shown once, at its shortest distance. */
export function traceCode(
  repo: Repo,
  from: CodeReference,
  { directions, depth, minConfidence = 0, commit, onProgress }: CodeTraceQuery,
): Promise<CodeTraceAnswer> {
  return withCode(repo, { commit, onProgress }, async (tree) => {
    const neighbours = await CodeNeighbours.of(tree);
    const follow = (next: (one: CodeReference) => Promise<readonly CodeNeighbour[]>): Promise<CodeStep[]> =>
      steps(from, depth, async (one) => (await next(one)).filter(({ confidence }) => confidence >= minConfidence));
    const fault = from.is === 'file' ? tree.facts(from.path)?.fault : undefined;
    return {
      schema: CODE_TRACE_SCHEMA,
      reference: idOf(from),
      ...(fault && { fault }),
      ...(directions.includes('backward') && { backward: await follow((one) => neighbours.users(one)) }),
      ...(directions.includes('forward') && { forward: await follow((one) => neighbours.used(one)) }),
    };
  });
}

type Draft = { -readonly [Key in keyof CodeStep]: CodeStep[Key] } & { steps: Draft[] };

async function steps(
  from: CodeReference,
  depth: number,
  next: (one: CodeReference) => Promise<readonly CodeNeighbour[]>,
): Promise<CodeStep[]> {
  const seen = new Set([idOf(from)]);
  const top: Draft[] = [];
  let level: { readonly of: CodeReference; readonly into: Draft[] }[] = [{ of: from, into: top }];
  for (let at = 0; at < depth && level.length > 0; at++) {
    const below: typeof level = [];
    for (const { of, into } of level)
      for (const neighbour of once(await next(of))) {
        if (seen.size > MAX_STEPS) break;
        const { id, path, line, kind, confidence, gone, next: beyond } = neighbour;
        const step: Draft = { id, path, line, kind, confidence, ...(gone && { gone }), steps: [] };
        into.push(step);
        const key = keyOf(neighbour);
        if (beyond && !seen.has(key)) below.push({ of: beyond, into: step.steps });
        seen.add(key);
      }
    level = below;
  }
  return top;
}

const keyOf = ({ id, path }: CodeNeighbour): string => id ?? `file:${path}`;

// The first of several uses of one thing in the same way.
function once(neighbours: readonly CodeNeighbour[]): CodeNeighbour[] {
  const found = new Map<string, CodeNeighbour>();
  for (const one of neighbours) {
    const key = `${one.kind} ${keyOf(one)}`;
    if (!found.has(key)) found.set(key, one);
  }
  return [...found.values()];
}
